"""The calls of the web page: what goes in, what comes out, and that nothing breaks them."""

import json
import re
from typing import Any

import pytest

from tests.web.contract import CheckedApi
from wtrules import resources
from wtrules.game.load import load
from wtrules.units import character_of, unit_of
from wtrules.web.api import CALLS, Api

FRIDAY = (resources.examples_folder() / "friday.wtr").read_text("utf-8")


@pytest.fixture(scope="module")
def api() -> Api:
    """One interface for all tests, as a page has one."""
    return CheckedApi()


def project(text: str, **others: str) -> dict[str, Any]:
    """Return a project whose main file has this text."""
    found = re.search(r"ruleset ([\w-]+)", text)
    main = f"{found[1] if found else 'house'}.wtr"
    return {
        "files": {main: text} | {f"{x}.wtr": other for x, other in others.items()},
        "main": main,
    }


def game(*moves: str, rules: Any = "en-capstone", players: int = 2, **more: Any) -> dict[str, Any]:
    """Return a game by value."""
    return {"project": rules, "players": players, "seed": 7, "moves": list(moves), **more}


# --- checking ---


def test_a_good_file_has_no_diagnostics_and_lists_its_changes(api: Api):
    """The changes are those of `validate`, each with the place that makes it."""
    answer = api.answer("check", {"project": project(FRIDAY), "serial": 5})
    assert [] == answer["diagnostics"]
    assert answer["playable"]
    assert [2, 3, 4, 5, 6] == answer["players"]
    assert ("Friday night", "friday", "en-capstone", 5) == tuple(
        answer[name] for name in ("title", "name", "extends", "serial")
    )
    texts = {change["text"]: change for change in answer["changes"]}
    assert "board.capacity: 6 → 4" in texts
    place = texts["board.capacity: 6 → 4"]
    assert "friday.wtr" == place["file"]
    assert "board.capacity = 4" == FRIDAY[place["from"] : place["to"]]
    removed = texts["spell swap_towers: removed"]
    assert "remove spell swap_towers" == FRIDAY[removed["from"] : removed["to"]]


def test_mistakes_come_in_the_language_of_the_reader(api: Api):
    """A German reader reads German: message, help, title of the fix, manual page, position."""
    faulty = project("ruleset faulty { extends en-capstone override board.capacty = 4 }")
    (found,) = api.answer("check", {"project": faulty, "lang": "de"})["diagnostics"]

    assert "`setting board.capacty` gibt es in `core` nicht" == found["message"]
    assert ["schreib `override board.capacity`"] == found["help"]
    assert "`board.capacty` durch `board.capacity` ersetzen" == found["fixes"][0]["title"]
    assert "Schwere: Fehler" in found["page"]
    wrong = {"project": "en-capstone", "players": 2, "seed": 7, "position": "K/x b", "lang": "de"}
    problems = api.answer("positionCheck", wrong)["problems"]
    assert "`x` ist kein Teil des Spiels" in [problem["text"] for problem in problems]
    said = api.answer("view", {"game": game(rules=faulty), "lang": "de"})["error"]["message"]
    assert "`setting board.capacty` gibt es in `core` nicht" in said


def test_changes_come_in_the_language_of_the_reader(api: Api):
    """A German reader reads German."""
    answer = api.answer("check", {"project": project(FRIDAY), "lang": "de"})
    assert "spell swap_towers: entfernt" in [change["text"] for change in answer["changes"]]
    assert "Freitagabend" == answer["title"]


def test_a_fix_applied_by_its_offsets_removes_the_mistake(api: Api):
    """Offsets count UTF-16 units: a wizard's hat before the mistake moves them by one more."""
    text = FRIDAY.replace("# Friday", "# 🧙 Friday").replace("board.capacity", "board.capacty")
    answer = api.answer("check", {"project": project(text)})
    (fault,) = answer["diagnostics"]
    assert ("unknown-override", "error", False) == (
        fault["code"],
        fault["severity"],
        answer["playable"],
    )
    assert fault["page"].startswith("# unknown-override")
    assert "rulesets/core/board.wtr" == fault["related"][0]["file"]
    units = text.encode("utf-16-le")
    assert "board.capacty" == units[2 * fault["from"] : 2 * fault["to"]].decode("utf-16-le")
    (edit,) = fault["fixes"][0]["edits"]
    fixed = units[: 2 * edit["from"]] + edit["insert"].encode("utf-16-le") + units[2 * edit["to"] :]
    again = api.answer("check", {"project": project(fixed.decode("utf-16-le"))})
    assert [] == again["diagnostics"]


@pytest.mark.parametrize("text", ["plain", "a🧙b", "🧙🧙", "", "ü🧙ß🏰"])
def test_offsets_in_units_and_in_characters_belong_together(text: str):
    """Each character has one offset of either kind."""
    for at in range(len(text) + 1):
        unit = len(text[:at].encode("utf-16-le")) // 2
        assert unit == unit_of(text, at)
        assert at == character_of(text, unit)
    assert len(text) == character_of(text, 10**9)


def test_what_is_known_early_is_reported_before_examples_are_played(api: Api):
    """The first report has the diagnostics of the text; the example that fails comes with the answer."""
    text = FRIDAY.replace("override board.capacity = 4", "override board.capacity = 5")
    reports: list[dict[str, Any]] = []
    answer = api.answer("check", {"project": project(text)}, reports.append)
    assert ["waiting"] == [report["examples"] for report in reports]
    assert [] == [d for d in reports[0]["diagnostics"] if d["severity"] == "error"]
    assert "played" == answer["examples"]
    assert not answer["playable"]


def test_a_project_of_several_files_needs_no_disk(api: Api):
    """A house rule may extend another file of the project, by name or by path."""
    base = "ruleset party { extends en-capstone override hand.size = 4 }"
    for reference in ("party", '"party.wtr"'):
        text = f"ruleset late {{ extends {reference} override board.capacity = 4 }}"
        answer = api.answer("check", {"project": project(text, party=base)})
        assert [] == answer["diagnostics"]
        assert ["board.capacity: 6 → 4"] == [change["text"] for change in answer["changes"]]


def test_a_project_cannot_read_files_of_the_machine(api: Api, tmp_path: Any, monkeypatch: Any):
    """Neither by a path nor by the name of a file in the current folder."""
    (tmp_path / "secret.wtr").write_text("ruleset secret { extends en-capstone }", "utf-8")
    monkeypatch.chdir(tmp_path)
    for reference in ("secret", '"secret.wtr"', f'"{tmp_path}/secret.wtr"', '"../secret.wtr"'):
        text = f"ruleset late {{ extends {reference} }}"
        answer = api.answer("check", {"project": project(text)})
        assert not answer["playable"], reference
    assert not api.answer("check", {"project": {"files": {}, "main": "secret"}})["playable"]
    assert not api.answer("check", {"project": {"files": {}, "main": "secret.wtr"}})["playable"]


def test_formatting_keeps_a_file_with_mistakes(api: Api):
    """What cannot be parsed stays as it is."""
    untidy = "ruleset a {\n extends   en-capstone }"
    tidy = "ruleset a {\n  extends  en-capstone\n}\n"
    wanted = {"project": project(untidy), "file": "a.wtr"}
    assert {"text": tidy} == api.answer("format", wanted)
    broken = "ruleset a { extends"
    wanted = {"project": project(broken), "file": "a.wtr"}
    assert {"text": broken} == api.answer("format", wanted)


# --- choosing and beginning ---


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_catalogue_offers_editions_examples_and_bots(api: Api, lang: str):
    """The default ruleset comes first, and every example is a playable file."""
    answer = api.answer("catalog", {"lang": lang})
    first = answer["rulesets"][0]
    assert resources.default_ruleset() == first["name"] == answer["default"]
    assert 5 == len(answer["rulesets"])
    assert "nasty" in [variant["name"] for variant in first["variants"]]
    (friday,) = [one for one in answer["examples"] if one["name"] == "friday"]
    assert {"en": "Friday night", "de": "Freitagabend"}[lang] == friday["title"]
    assert friday["text"] == FRIDAY
    assert friday["says"]
    for example in answer["examples"]:
        assert example["svg"].startswith("<svg"), example["name"]
        assert example["words"] >= 5
        assert 1 <= len(example["effect"]) <= 2, example["name"]
    assert ["random", "greedy", "mcts"] == [bot["name"] for bot in answer["bots"]]
    assert "move" in answer["words"]["verb"]
    assert "memory" in answer["beforeNames"]["naming"]
    assert "rule" in answer["beforeNames"]["header"]
    json.dumps(answer)


def test_each_word_of_the_language_is_in_one_class(api: Api):
    """So that the page can colour it in one way."""
    words = api.answer("catalog", {})["words"]
    everything = [word for some in words.values() for word in some]
    assert len(everything) == len(set(everything))


def test_shipped_files_can_be_read_and_no_others(api: Api):
    """Places in shipped files can be shown."""
    assert "capacity 6" in api.answer("source", {"file": "rulesets/core/board.wtr"})["text"]
    for name in ("rulesets/../pyproject.toml", "/etc/passwd", "rulesets/README.md", "x", ""):
        assert "argument" == api.answer("source", {"file": name})["error"]["code"], name


@pytest.mark.parametrize("title", ["Größer & schöner", "turn", "friday", "42", "!", "🧙", 'a"b\\c'])
def test_a_new_rule_is_playable_whatever_its_title(api: Api, title: str):
    """The name is made from the title, and the file has no mistakes."""
    for wishes in ([], ["hand.size", "second_wind"]):
        made = api.answer("newRule", {"extends": "en-capstone", "title": title, "wishes": wishes})
        name = f"{made['name']}.wtr"
        rules = {"files": {name: made["text"]}, "main": name}
        answer = api.answer("check", {"project": rules})
        assert [] == answer["diagnostics"]
        assert answer["playable"]
        assert bool(wishes) == ("hand.size" in [change["id"] for change in answer["changes"]])


# --- playing ---


@pytest.mark.slow
def test_a_position_has_players_moves_and_words(api: Api):
    """The start of a game, as the player to act sees it."""
    view = api.answer("view", {"game": game(players=3, rules="en-capstone+nasty")})
    state = load("en-capstone+nasty").start(3, seed=7)
    assert str(state) == view["position"]
    assert [move.text for move in state.legal_moves] == [one["move"] for one in view["options"]]
    assert ["w1", "t4", "tdwd"] == [card["code"] for card in view["players"][0]["hand"]]
    assert [None, None, None] == view["players"][1]["hand"]
    assert view["svg"].startswith("<svg")
    assert ["card:b:0"] == view["options"][0]["keys"]
    assert "card" == view["options"][0]["kind"]
    assert "turn.action" == view["rule"]["id"]
    json.dumps(view)


@pytest.mark.slow
def test_every_key_of_a_move_is_in_the_picture_or_in_a_hand(api: Api):
    """So that there is something to click for every piece."""
    state = load("en-capstone").start(3, seed=7)
    moves: list[str] = []
    for _ in range(40):
        view = api.answer("view", {"game": game(*moves, players=3)})
        shown = set(re.findall(r'data-key="([^"]+)"', view["svg"]))
        shown |= {card["key"] for player in view["players"] for card in player["hand"] if card}
        shown |= {spell["key"] for spell in view["spells"]}
        for option in view["options"]:
            assert set(option["keys"]) <= shown
            assert option["keys"] or option["kind"] == "answer"
        move = state.legal_moves[len(moves) % len(state.legal_moves)]
        state = state.play(move)
        moves.append(move.text)


def test_a_piece_keeps_its_key_when_it_moves(api: Api):
    """The same tower, one space further."""
    before = api.answer("view", {"game": game("card t4", players=3)})
    (option,) = [one for one in before["options"] if one["move"] == "tower s9"]
    after = api.answer("play", {"game": game("card t4", players=3), "move": "tower s9"})
    (key,) = option["keys"]
    places = [
        re.findall(rf'data-key="{key}" data-kind="tower" data-space="(\d+)"', view["svg"])
        for view in (before, after)
    ]
    assert [["9"], ["13"]] == places


def test_another_seat_sees_its_own_hand_only(api: Api):
    """Hidden hands stay hidden."""
    view = api.answer("view", {"game": game(players=3), "seat": 1})
    assert [False, True, False] == [
        all(card is not None for card in player["hand"]) for player in view["players"]
    ]


@pytest.mark.slow
def test_a_game_is_played_move_by_move(api: Api):
    """Each answer follows from the moves alone, and the log tells them."""
    state = load("en-capstone").start(2, seed=7)
    moves: list[str] = []
    for _ in range(60):
        move = state.legal_moves[len(moves) % len(state.legal_moves)]
        answer = api.answer("play", {"game": game(*moves), "move": move.text})
        moves.append(move.text)
        state = state.play(move)
        assert str(state) == answer["position"]
        assert moves == [entry["move"] for entry in answer["log"]]
        assert answer["event"] == answer["log"][-1]
    fresh = Api().answer("view", {"game": game(*moves)})
    assert {k: v for k, v in answer.items() if k != "event"} == fresh


def test_a_wrong_move_says_which_and_why(api: Api):
    """So many moves are legal; the next one is not, by this rule."""
    error = api.answer("view", {"game": game("card w1", "tower s1", players=3)})["error"]
    assert ("move", 1, "card.tower") == (error["code"], error["at"], error["rule"]["id"])
    assert error["reason"]


def test_an_explanation_names_the_rule(api: Api):
    """A piece is enough."""
    position = "R/N/RK/N/R/N/R/N/R/./././././b/. b"
    where = game(position=position)
    answer = api.answer("explain", {"game": where, "move": "tower s0"})
    assert not answer["legal"]
    first = api.answer("view", {"game": where})["options"][0]["move"]
    legal = api.answer("explain", {"game": where, "move": first, "lang": "de"})
    assert legal["legal"]
    assert "turn.action" == legal["rule"]["id"]


def test_a_position_survives_a_change_of_the_rules(api: Api):
    """The line of a position can be played on with other rules; if not, the start of the turn."""
    before = api.answer("view", {"game": game("card t4", players=3)})
    assert "error" not in before
    again = api.answer("view", {"game": game(players=3, position=before["position"])})
    assert before["options"] == again["options"]
    rules = 'ruleset c {{ title en "C" extends en-capstone {} }}'
    crowded = project(rules.format("override board.capacity = 4"))
    kept = api.answer("view", {"game": game(players=3, position=before["position"], rules=crowded)})
    assert before["position"] == kept["position"]
    fewer = project(rules.format("override spells.laid_out = move_wizard remove spell move_tower"))
    wanted = {"game": game(players=3, position=before["position"], rules=fewer)}
    error = api.answer("view", wanted)["error"]
    assert "position" == error["code"]
    assert error["problems"]


def test_a_setting_can_be_chosen_before_a_game(api: Api):
    """As `--set` does; a wrong one does no harm to others."""
    wrong = api.answer("view", {"game": game(settings={"no.such": "4"})})
    assert "rules" == wrong["error"]["code"]
    answer = api.answer("view", {"game": game(settings={"hand.size": "4"})})
    assert 4 == len(answer["players"][0]["hand"])


# --- what is wrong with calls ---

WRONG: list[tuple[str, Any, str]] = [
    ("nothing", {}, "argument"),
    ("view", None, "argument"),
    ("view", {}, "argument"),
    ("view", {"game": {"project": "en-capstone", "players": "2"}}, "argument"),
    ("view", {"game": game(players=99)}, "argument"),
    ("view", {"game": game(players=7)}, "argument"),
    ("view", {"game": game(*["card w1"] * 6000)}, "argument"),
    ("view", {"game": game(rules="no-such-rules")}, "rules"),
    ("view", {"game": game(rules=project("ruleset x {"))}, "rules"),
    ("view", {"game": game(position="nonsense")}, "position"),
    ("view", {"game": game(position="x=y " * 100)}, "position"),
    ("view", {"game": game(), "seat": 2}, "argument"),
    ("view", {"game": game(seed=-1)}, "argument"),
    ("view", {"game": game(settings={"no.such": "4"})}, "rules"),
    ("play", {"game": game(), "move": "x" * 500}, "argument"),
    ("play", {"game": game(), "move": "card w9"}, "move"),
    ("check", {"project": {"files": {"../a.wtr": ""}, "main": "../a.wtr"}}, "argument"),
    ("check", {"project": {"files": {"a.wtr": "#" * 2_000_000}, "main": "a.wtr"}}, "argument"),
    ("check", {"project": {"files": {f"{i}.wtr": "" for i in range(50)}, "main": "x"}}, "argument"),
    ("format", {"project": "en-capstone", "file": "x"}, "argument"),
    ("newRule", {"extends": "nothing", "title": "x"}, "argument"),
    ("newRule", {"extends": "en-capstone", "title": "x", "wishes": ["gold"]}, "argument"),
]


@pytest.mark.parametrize(("name", "argument", "code"), WRONG)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_wrong_call_gets_an_error(api: Api, name: str, argument: Any, code: str, lang: str):
    """In either language, with a code and a sentence."""
    given = {**argument, "lang": lang} if isinstance(argument, dict) else argument
    error = api.answer(name, given)["error"]
    assert code == error["code"]
    assert error["message"]


@pytest.mark.parametrize("name", list(CALLS))
@pytest.mark.parametrize("argument", [None, [], "x", {}, {"project": 3}, {"game": []}, {"lang": 7}])
def test_no_call_fails_on_nonsense(api: Api, name: str, argument: Any):
    """An answer is an object, and never an internal error."""
    answer = api.answer(name, argument)
    assert "internal" != answer.get("error", {}).get("code")
    json.dumps(answer)


def test_a_bug_is_an_answer_without_a_stack(api: Api, monkeypatch: pytest.MonkeyPatch):
    """Whatever happens inside, the page gets a sentence."""

    def broken(*_: object) -> dict[str, Any]:
        raise KeyError("private/path")

    monkeypatch.setattr("wtrules.web.checking.check", broken)
    error = api.answer("check", {"project": "en-capstone"})["error"]
    assert "internal" == error["code"]
    assert "private" not in error["message"]


def test_a_call_that_is_no_longer_wanted_stops(api: Api):
    """Its answer says so."""
    answer = api.answer("check", {"project": project(FRIDAY)}, None, lambda: True)
    assert "cancelled" == answer["error"]["code"]


def test_hostile_texts_are_checked_like_others(api: Api):
    """Control characters, halves of characters, no text at all."""
    for text in (
        "\0",
        "\ud83d",
        "ruleset \u202e {",
        "\r\n",
        "{" * 500,
        'ruleset a { title en "\u0007" }',
    ):
        answer = api.answer("check", {"project": project(text)})
        assert not answer["playable"], repr(text)
        assert answer["diagnostics"], repr(text)
        json.dumps(answer).encode("utf-8")


def test_what_can_be_chosen_before_a_game() -> None:
    """Drawn spells, their number, colours: named settings are offered, and the game is played with them."""
    api = Api()
    found = api.answer("choices", {"project": "en-capstone+random_spells", "lang": "de"})
    assert found is not None
    settings = {setting["id"]: setting for setting in found["settings"]}
    assert ("number", "3") == (
        settings["spells.number"]["kind"],
        settings["spells.number"]["value"],
    )
    assert 8 == len(settings["spells.laid_out"]["options"])
    assert "zufällig gezogen" in [one["title"] for one in settings["spells.setup"]["options"]]
    assert "board.spaces" not in settings
    assert "violett" == found["colours"]["options"][-1]["title"]
    chosen = {"spells.setup": "drawn", "spells.number": "5", "colours": "red+green"}
    game = {"project": "en-capstone", "players": 2, "seed": 1, "moves": [], "settings": chosen}
    view = api.answer("view", {"game": game, "lang": "en"})
    assert view is not None
    assert 5 == len(view["spells"])
    assert ["Red", "Green"] == [player["name"] for player in view["players"]]


def test_changes_in_the_words_of_players() -> None:
    """A change has the title, the values and the sentence of the rulebook, and leads to what was there before."""
    text = "ruleset x {\n extends en-capstone\n override board.capacity = 4\n remove spell piggyback\n}"
    project = {"files": {"x.wtr": text}, "main": "x.wtr"}
    answer = Api().answer("check", {"project": project, "lang": "de"})
    assert answer is not None
    capacity, spell = answer["changes"]
    assert ("Magier auf einem Feld oder Turm, höchstens", "6 → 4") == (
        capacity["title"],
        capacity["value"],
    )
    assert "rulesets/core/board.wtr" == capacity["before"]["file"]
    assert "Huckepack" == spell["title"]
    assert spell["says"]


@pytest.mark.parametrize(
    ("rules", "players", "secret"),
    [("en-capstone", 2, True), ("en-capstone+coop", 2, False), ("en-capstone+solo", 1, False)],
)
def test_a_view_says_whether_there_is_something_to_cover(
    api: Api, rules: str, players: int, secret: bool
):
    """Hands are secret, except in the cooperative mode, and a single player has no secrets."""
    view = api.answer("view", {"game": game(rules=rules, players=players)})
    assert secret is view["secret"]


SAVINGS = """ruleset savings {
  extends en-capstone
  override hand.visibility = open
  secret memory savings = 0 for each player
  rule savings.deal {
    says   en "Blue begins with three coins, which nobody else sees."
    on     setup ends
    secretly { set savings of first player = 3 }
  }
  rule savings.count {
    says   en "At the end, every coin is a point."
    on     game ends
    each player q { do score savings of q for q }
  }
}"""


def test_a_secret_memory_is_covered_even_if_all_hands_are_open(api: Api):
    """Blue must not turn the screen to Yellow before it is covered; Yellow has nothing to hide."""
    assert api.answer("view", {"game": game(rules=project(SAVINGS))})["secret"]
    discarding = game("discard", "tower s9", rules=project(SAVINGS))
    assert not api.answer("view", {"game": discarding})["secret"]


@pytest.mark.parametrize(("seat", "seen"), [(None, ["3"]), (0, ["3"]), (1, [])])
def test_a_secret_memory_is_shown_only_to_its_player(api: Api, seat: int | None, seen: list[str]):
    """Blue, to move, sees the coins; Yellow does not."""
    call = {"game": game(rules=project(SAVINGS)), "seat": seat}
    view = api.answer("view", call)
    assert seen == [one["value"] for one in view["memories"] if one["label"] == "Savings"]
