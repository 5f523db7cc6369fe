"""The calls that take longer: advice, measuring, comparing, the rulebook, positions."""

import json
import re
from typing import Any

import pytest

from tests.web.contract import CheckedApi
from wtrules import resources
from wtrules.backends.learned import Features, Mind
from wtrules.game.chances import chances
from wtrules.game.load import load
from wtrules.game.trained import Trained, bot_text
from wtrules.web.api import Api

FRIDAY = (resources.examples_folder() / "friday.wtr").read_text("utf-8")
PROJECT = {"files": {"friday.wtr": FRIDAY}, "main": "friday.wtr"}
# Blue can enter the castle with the last wizard and has no flask left to fill: that wins at once.
WINNING = "K/Ry/N/Ry/N/R/N/R/N/R/./././././b b home=4,3 flasks=0.0.6,6.0.0 hands=w1.t1.t2,w3.t2.t5"


@pytest.fixture(scope="module")
def api() -> Api:
    """One interface for all tests, as a page has one."""
    return CheckedApi()


def game(*moves: str, **more: Any) -> dict[str, Any]:
    """Return a game by value."""
    return {"project": "en-capstone", "players": 2, "seed": 7, "moves": list(moves), **more}


def with_pile(position: str) -> str:
    """Return a position with all cards that are not in a hand in the draw pile."""
    state = load("en-capstone").start(2, seed=1)
    held = position.split("hands=")[1].replace(",", ".").split(".")
    cards = [*state.draw_pile, *(card for hand in state.hands for card in hand)]
    for card in held:
        cards.remove(card)
    return f"{position} pile={'.'.join(cards)} spells=move_wizard,move_tower"


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts"])
def test_a_hint_is_a_legal_move(api: Api, bot: str):
    """Of any bot, and the same for the same question."""
    view = api.answer("view", {"game": game()})
    first, second = (api.answer("hint", {"game": game(), "bot": bot}) for _ in range(2))
    assert first == second
    assert first["move"] in [option["move"] for option in view["options"]]
    assert first["words"]
    error = api.answer("hint", {"game": game(), "bot": "genius"})["error"]
    assert "argument" == error["code"]


@pytest.mark.slow
def test_a_bot_that_was_trained_plays_too(api: Api):
    """Its file comes with the call; what is wrong with it is said as for any other mistake."""
    rules = load("en-capstone")
    features = Features(rules.program(2))
    mind = Mind(features.fingerprint, (0,) * features.mind_size)
    training = {"seed": 0, "games": 0, "generations": 0, "hurry": 0, "curve": []}
    files = {"bot.json": bot_text(rules.name, rules.hash, {2: Trained(mind, training)})}
    options = [one["move"] for one in api.answer("view", {"game": game()})["options"]]
    for bot in ("bot.json", "mcts:bot.json"):
        answer = api.answer("hint", {"game": game(), "bot": bot, "trained": files})
        assert answer["move"] in options
    measured = {"project": "en-capstone", "against": "en-capstone", "players": 2, "games": 4}
    measured |= {"bots": "bot.json"}
    assert 4 == api.answer("simulate", measured | {"trained": files})["games"]

    for given in ({}, {"bot.json": "{}"}):
        error = api.answer("hint", {"game": game(), "bot": "bot.json", "trained": given})["error"]
        assert "argument" == error["code"]
    error = api.answer("simulate", measured | {"players": 3, "trained": files})["error"]
    assert "not for 3" in error["message"]


def test_a_move_that_wins_at_once_wins_always(api: Api):
    """Its chance is 1, and it comes first; the same games are played for every move."""
    position = with_pile(WINNING)
    where = game("card w1", position=position)
    reports: list[Any] = []
    answer = api.answer("chances", {"game": where, "budget": 60}, reports.append)
    assert "error" not in answer, answer
    best = answer["moves"][0]
    assert ("wizard s15b", 1.0, 1.0) == (best["move"], best["chance"], best["high"])
    assert all(one["low"] <= one["chance"] <= one["high"] for one in answer["moves"])
    assert reports
    assert reports[-1] == answer


def test_chances_do_not_know_what_the_player_does_not_know():
    """Positions that look the same to the player get the same chances."""
    state = load("en-capstone").start(2, seed=3)
    other = state.with_next_cards([state.draw_pile[0]])
    assert state.draw_pile != other.draw_pile
    one, two = (list(chances(s, 40, seed=5))[-1] for s in (state, other))
    assert [c.won for c in one] == [c.won for c in two]


@pytest.mark.slow
def test_a_simulation_compares_with_what_the_rules_extend(api: Api):
    """The rows have both sides and the difference; the headlines are at most three plain sentences."""
    argument = {"project": PROJECT, "players": 2, "games": 40, "bots": "random", "lang": "de"}
    report = api.answer("simulate", argument)
    assert (40, 40, ["friday", "en-capstone"]) == (
        report["games"],
        report["total"],
        report["names"],
    )
    assert 1 <= len(report["headlines"]) <= 3
    assert "Partien" in report["headlines"][0]
    assert all("(" not in line for line in report["headlines"])  # intervals are in the table
    rows = {row["id"]: row for row in report["rows"]}
    assert {"difference", "low", "high", "base", "changed"} <= set(rows["turns"])
    named = api.answer("simulate", {**argument, "against": "en-capstone"})
    assert named["rows"] == report["rows"]
    alone = api.answer("simulate", {**argument, "project": "core", "games": 5})
    assert "2 Personen, 5 Partien:" == alone["headlines"][0]
    assert "error" not in alone
    json.dumps(report, allow_nan=False)


@pytest.mark.slow
def test_a_simulation_in_german(api: Api):
    """Numbers have a decimal comma, spells their names: also one that the house rule removes."""
    rules = """ruleset house {
      extends en-capstone
      override spells.laid_out = move_wizard
      remove spell move_tower
    }"""
    argument = {"project": {"files": {"house.wtr": rules}, "main": "house.wtr"}, "lang": "de"}
    answer = api.answer("simulate", argument | {"players": 2, "games": 4, "bots": "greedy"})
    rows = {row["id"]: row for row in answer["rows"]}
    assert "Turm bewegen" == rows["cast.move_tower"]["label"]
    assert re.fullmatch(r"\d+,\d \(\d+,\d–\d+,\d\)", rows["turns"]["base"])
    assert not re.search(r"\d\.\d", " ".join(answer["headlines"]))


@pytest.mark.parametrize(
    "wrong", [{"players": 9}, {"games": 10**9}, {"bots": "me"}, {"against": "nothing"}]
)
def test_a_wrong_simulation_is_refused(api: Api, wrong: dict[str, Any]):
    """Before a game is played."""
    argument = {"project": PROJECT, "players": 2, "games": 10, **wrong}
    assert "error" in api.answer("simulate", argument)


@pytest.mark.slow
def test_a_simulation_that_is_no_longer_wanted_stops(api: Api):
    """After the current games."""
    asked: list[int] = []

    def is_cancelled() -> bool:
        asked.append(1)
        return len(asked) > 2

    argument = {"project": PROJECT, "players": 2, "games": 20_000, "bots": "random"}
    answer = api.answer("simulate", argument, None, is_cancelled)
    assert "cancelled" == answer["error"]["code"]


@pytest.mark.slow
def test_a_comparison_has_positions_that_can_be_set_up_on_both_sides(api: Api):
    """Each difference of a house rule, with both wordings and a position that shows it."""
    reports: list[Any] = []
    argument = {"left": "en-capstone", "right": PROJECT, "lang": "de"}
    answer = api.answer("diff", argument, reports.append)
    items = {item["id"]: item for item in answer["items"]}
    assert "board.capacity" in items
    capacity = items["board.capacity"]
    assert ("behaviour", "6 → 4") == (capacity["grade_id"], capacity["summary"])
    assert ("6", "4") == (capacity["left"]["says"], capacity["right"]["says"])
    witness = capacity["witness"]
    for project, position in zip(("en-capstone", PROJECT), witness["positions"], strict=True):
        where = game(*witness["moves"], position=position, players=witness["players"])
        assert "error" not in api.answer("view", {"game": {**where, "project": project}})
    assert reports
    json.dumps(answer)


@pytest.mark.slow
def test_the_rulebook_of_a_project_can_show_only_the_changes(api: Api):
    """The whole book is longer, and both name what is new."""
    whole = api.answer("rulebook", {"project": PROJECT, "lang": "de"})["html"]
    changes = api.answer("rulebook", {"project": PROJECT, "lang": "de", "only": "changes"})["html"]
    assert len(changes) < len(whole)
    assert "Zweite Luft" in whole
    assert "Zweite Luft" in changes
    assert "error" in api.answer("rulebook", {"project": PROJECT, "players": 9})


def test_a_position_that_is_possible_is_shown(api: Api):
    """A board and a seat become a whole line."""
    board = "K/Ry/N/Ry/N/R/N/R/N/R/./././././b"
    argument = {"project": "en-capstone", "players": 2, "position": f"{board} b"}
    answer = api.answer("positionCheck", argument)
    assert answer["ok"]
    assert answer["position"].startswith(f"{board} b home=4,3")
    assert answer["position"] == answer["view"]["position"]


@pytest.mark.parametrize(
    ("board", "space"),
    [
        ("K/Rbbbbbbb/N/R/N/R/N/R/N/R/./././././. b", 1),
        ("K/R/N/R/N/R/N/R/N/R/./././././x b", 15),
        ("K/R/N b", None),
        ("", None),
        ("flasks=1", None),
    ],
)
def test_a_position_that_is_not_possible_says_why(api: Api, board: str, space: int | None):
    """With the space, where there is one."""
    answer = api.answer(
        "positionCheck", {"project": "en-capstone", "players": 2, "position": board}
    )
    assert not answer["ok"]
    assert answer["problems"]
    if space is not None:
        assert space in [problem.get("space") for problem in answer["problems"]]
