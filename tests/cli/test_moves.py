"""`wtrules moves`: one position for people, lines of them for programs."""

import io
import json
from pathlib import Path

import pytest

from wtrules.cli import main

Capture = pytest.CaptureFixture[str]

START = "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././."


def ask(monkeypatch: pytest.MonkeyPatch, capsys: Capture, *lines: object, options=()):
    """Send lines to `wtrules moves -`; return the exit code and the answers."""
    sent = b""
    for line in lines:
        sent += (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent), "utf-8"))
    code = main(["moves", "-", *options])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == len(answers)
    return code, answers


def test_a_wrong_position_in_german(capsys: Capture):
    """What is wrong with a position is said in the language of the reader."""
    assert 2 == main(["moves", "K/x b", "--lang", "de"])
    assert "der Rundweg hat 16 Felder" in capsys.readouterr().err


def test_wrong_rules_in_german(tmp_path: Path, capsys: Capture):
    """So is what is wrong with the rules."""
    rules = tmp_path / "wrong.wtr"
    rules.write_text("ruleset wrong { extends en-capstone override board.capacty = 3 }", "utf-8")

    assert 2 == main(["moves", "-r", str(rules), "--lang", "de"])
    assert "Fehler[unknown-override]" in capsys.readouterr().err


def test_a_card(capsys: Capture):
    """A table: the move, the board it leads to, the rule."""
    assert 0 == main(["moves", START, "--seat", "y", "--card", "w3"])
    head, *rows = capsys.readouterr().out.splitlines()

    assert ["move", "board", "flask", "home", "rule"] == head.split()
    assert 4 == len(rows)
    assert ["wizard", "s1y", "K/Rbb/Nbyy/Rbby/Nyy/R/N/R/N/R/./././././.", "card.wizard"] == rows[
        0
    ].split()


def test_an_entry_and_a_flask(capsys: Capture):
    """The table also shows the other effects of a move."""
    board = "K/././././././././././././N/y/b"
    assert 0 == main(["moves", board, "--seat", "b", "--card", "t1w1"])
    out = capsys.readouterr().out

    assert "b (turn over)" in out
    assert "+1" in out


CAUGHT = "K/Rbbb/yyy/R/N/R/N/R/N/R/./././././."


def test_two_flasks(capsys: Capture):
    """Three wizards under one tower fill two flasks with the big catch."""
    question = ["moves", CAUGHT, "-s", "b", "-c", "t1", "-r", "big-catch"]
    assert 0 == main(question)
    first = capsys.readouterr().out.splitlines()[1]
    assert 0 == main([*question, "--output-format", "json"])
    moves = json.loads(capsys.readouterr().out)["moves"]

    assert ["tower", "s1", "K/./yyyRbbb/R/N/R/N/R/N/R/./././././.", "+2", "card.tower"] == (
        first.split()
    )
    assert [(True, 2), (False, 0)] == [(move["flask"], move["flasks"]) for move in moves[:2]]


def test_common_flasks(capsys: Capture):
    """In cooperative play, the flask that yellow fills is with the first player."""
    board = "K/R/bbb/R/N/R/N/R/N/R/./././././."
    assert 0 == main(["moves", board, "-s", "y", "-c", "t1", "--with", "coop,coop_spells"])
    assert "+1" in capsys.readouterr().out


def test_a_card_of_your_own(capsys: Capture):
    """A retreat card has one half, so its moves are not those of a second half."""
    assert 0 == main(["moves", START, "-s", "b", "-c", "b1", "-r", "retreat"])
    _, *rows = capsys.readouterr().out.splitlines()

    assert ["wizard s1b", "wizard s2b", "wizard s3b"] == [row[:10] for row in rows]


def test_the_seat_may_stand_behind_the_board(capsys: Capture):
    """As in a whole position."""
    assert 0 == main(["moves", f"{START} y", "--card", "tdwd", "--roll", "4"])
    assert "tower s9" in capsys.readouterr().out


def test_a_spell(capsys: Capture):
    """Every target of a spell, laid out or not."""
    assert 0 == main(["moves", f"{START} y", "--spell", "move_castle"])
    assert "cast move_castle counterclockwise" in capsys.readouterr().out


def test_the_start(capsys: Capture):
    """Without a position: the first decision of a game."""
    assert 0 == main(["moves", "--players", "3"])
    assert "discard" in capsys.readouterr().out


@pytest.mark.slow
def test_a_whole_position(capsys: Capture):
    """A line that holds everything needs nothing else."""
    import wtrules

    state = wtrules.load().start(2, seed=3)
    assert 0 == main(["moves", str(state), "--output-format", "json"])
    answer = json.loads(capsys.readouterr().out)

    assert [move.text for move in state.legal_moves] == [move["move"] for move in answer["moves"]]
    assert "b" == answer["seat"]


def test_no_move(capsys: Capture):
    """Nothing to do is no fault."""
    assert 0 == main(["moves", "K/./bN/././././././././././././.", "-s", "b", "-c", "w1"])
    output = capsys.readouterr()

    assert "" == output.out
    assert "no legal move" in output.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([START.replace("Ny", "Xy"), "-s", "b"], "error[unknown-board-letter]: `X` is not a piece"),
        ([START, "-s", "b", "-c", "w9"], "error[unknown-card]: there is no card `w9`"),
        ([START, "-s", "g", "-p", "2"], "error[unknown-seat]: nobody plays `g`"),
        ([START], "error[unknown-seat]: it is not clear whose turn it is"),
        ([f"{START} b what"], "error[bad-position]"),
        ([START, "-s", "b", "-c", "td2"], "error[bad-roll]: the card `td2` has a die"),
        ([START, "-s", "b", "-r", "en-capston"], "did you mean `en-capstone`?"),
        ([START, "-s", "b", "--with", "nothing"], "error["),
        (["-p", "9"], "error[bad-player-count]"),
        ([f"{START} b flasks=6.0.0,6.0.0 at=nowhere"], "error[bad-position]"),
        ([f"{START} b flasks=6.0.0,6.0.0", "-s", "b"], "error[bad-position]"),
    ],
)
def test_bad_questions(arguments: list[str], words: str, capsys: Capture):
    """A position with a fault is shown with the fault marked: exit code 2."""
    assert 2 == main(["moves", *arguments])
    output = capsys.readouterr()

    assert "" == output.out
    assert words in output.err


def test_the_place_of_a_fault(capsys: Capture):
    """The message points into the position."""
    assert 2 == main(["moves", START.replace("Ny", "Xy"), "-s", "b"])
    assert "--> position:1:18" in capsys.readouterr().err


# --- lines of JSON ------------------------------------------------------------------------------


def test_a_line_for_a_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """Every question gets one answer, with exactly these keys."""
    code, (first, second) = ask(
        monkeypatch,
        capsys,
        {"board": START, "seat": "y", "card": "w3"},
        {"board": "K/././././././././././././N/y/b", "seat": 0, "card": "tdwd", "roll": 1},
    )

    assert 0 == code
    assert {"moves", "seat"} == set(first)
    assert "y" == first["seat"]
    assert {
        "move": "wizard s1y",
        "board": "K/Rbb/Nbyy/Rbby/Nyy/R/N/R/N/R/./././././.",
        "flask": False,
        "flasks": 0,
        "home": None,
        "turn_over": False,
        "rule": "card.wizard",
    } == first["moves"][0]
    assert [("b", True, False), (None, False, True)] == [
        (move["home"], move["turn_over"], move["flask"]) for move in second["moves"]
    ]


def test_spells_positions_and_rulesets(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """All that the command knows, a line can ask for."""
    import wtrules

    state = wtrules.load("friday").start(3, seed=1)
    code, answers = ask(
        monkeypatch,
        capsys,
        {"board": START, "seat": "b", "spell": "free_wizard"},
        {"board": START, "seat": "b", "card": "w1", "spell": "piggyback", "players": 2},
        {"position": str(state), "ruleset": "friday"},
        {"board": START, "seat": "b", "card": None, "roll": None, "spell": None},
    )

    assert 0 == code
    assert [9, 2, len(state.options), 4] == [len(answer["moves"]) for answer in answers]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad-json"),
        (b"{", "bad-json"),
        (b"\xff\xfe", "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b"1" * 10_000, "bad-json"),
        (b"null", "bad-question"),
        (b"[]", "bad-question"),
        ({}, "bad-question"),
        ({"seat": "b"}, "bad-question"),
        ({"board": 3, "seat": "b"}, "bad-question"),
        ({"board": START, "seat": True}, "bad-question"),
        ({"board": START, "seat": "b", "dice": 3}, "bad-question"),
        ({"board": START}, "unknown-seat"),
        ({"board": START, "seat": "z"}, "unknown-seat"),
        ({"board": START, "seat": 99999999999999999999}, "unknown-seat"),
        ({"board": START, "seat": -1}, "unknown-seat"),
        ({"board": "", "seat": "b"}, "empty-board"),
        ({"board": "K/K", "seat": "b"}, "wrong-space-count"),
        ({"board": "x" * 5_000, "seat": "b"}, "board-too-long"),
        ({"board": START.replace("K", "\ud800"), "seat": "b"}, "unknown-board-letter"),
        ({"board": START, "seat": "b", "card": "w0"}, "unknown-card"),
        ({"board": START, "seat": "b", "card": "td3", "roll": 9}, "bad-roll"),
        ({"board": START, "seat": "b", "spell": "x"}, "unknown-spell"),
        ({"board": START, "seat": "b", "players": 40}, "bad-player-count"),
        ({"board": START, "seat": "b", "ruleset": "nowhere"}, "unknown-ruleset"),
        ({"position": "K b x=3"}, "bad-position"),
    ],
)
def test_a_bad_line_stops_nothing(
    line: object, code: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    """It gets an error as its answer, the next one its moves, and the exit code is 1."""
    good = {"board": START, "seat": "b", "card": "w1"}
    exit_code, (before, bad, after) = ask(monkeypatch, capsys, good, line, good)

    assert 1 == exit_code
    assert before == after
    assert {"error"} == set(bad)
    assert {"code", "message", "offset", "help"} == set(bad["error"])
    assert code == bad["error"]["code"]


def test_the_offset_of_a_fault(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """It counts from the beginning of the board."""
    _, (answer,) = ask(monkeypatch, capsys, {"board": START.replace("Ny", "Xy"), "seat": "b"})

    assert 17 == answer["error"]["offset"]


def test_house_rules_for_all_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    """A ruleset of the command counts for every line that names none."""
    rules = tmp_path / "crowd.wtr"
    rules.write_text(
        "ruleset crowd { extends en-capstone override board.capacity = 3 }", encoding="utf-8"
    )
    question = {"board": "K/b/byy/" + "/".join("." * 13), "seat": "b", "card": "w1"}
    _, (ordinary,) = ask(monkeypatch, capsys, question)
    _, (crowded,) = ask(monkeypatch, capsys, question, options=["-r", str(rules)])

    assert ["wizard s1b", "wizard s2b"] == [move["move"] for move in ordinary["moves"]]
    assert ["wizard s2b"] == [move["move"] for move in crowded["moves"]]


@pytest.mark.slow
def test_many_lines(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """A thousand questions are no matter."""
    asked = [{"board": START, "seat": "by"[i % 2], "card": f"w{1 + i % 5}"} for i in range(1000)]
    code, answers = ask(monkeypatch, capsys, *asked)

    assert 0 == code
    assert all(answer["moves"] for answer in answers)
