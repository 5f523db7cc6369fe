"""`wtrules replay`: games played again, and clear words for those that cannot be."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.game.helpers import Trial, game
from wtrules.cli import main
from wtrules.game.playthrough import record, result_text

Capture = pytest.CaptureFixture[str]
CHOICES = tuple(range(0, 30_000, 7))
HISTORY = Trial("en-capstone", 2, 3, CHOICES).history()
WHOLE = record(HISTORY)
TIGHT = "ruleset tight { extends en-capstone override board.capacity = 3 }"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, with a game in it."""
    monkeypatch.chdir(tmp_path)
    Path("a.game").write_text(WHOLE, "utf-8")
    return tmp_path


@pytest.mark.slow
def test_a_whole_game(capsys: Capture):
    """The rules, how it ended, and the last position."""
    assert 0 == main(["replay", "a.game"])
    out, err = capsys.readouterr()
    first, position = out.splitlines()

    assert f"en-capstone, 2 players, seed 3: {len(HISTORY.moves)} moves," in first
    assert first.endswith(result_text(HISTORY.state))
    assert str(HISTORY.state) == position
    assert "" == err


@pytest.mark.parametrize("old", ["4ce865722cc5be4f", "99:4ce865722cc5be4f"])
def test_a_hash_of_another_version(old: str, capsys: Capture) -> None:
    """It is said in one line, and the game is played to its end."""
    Path("old.game").write_text(WHOLE.replace(game().hash, old), "utf-8")
    assert 0 == main(["replay", "old.game"])
    out, err = capsys.readouterr()

    assert f"{len(HISTORY.moves)} moves" in out
    [line] = err.splitlines()
    assert line.startswith("warning: recorded by another version of wtrules")
    assert old in line
    assert game().hash in line


def test_a_hash_of_other_rules(capsys: Capture) -> None:
    """A hash of this version that differs is one of other rules."""
    Path("other.game").write_text(WHOLE.replace(game().hash, "1:4ce865722cc5be4f"), "utf-8")
    assert 0 == main(["replay", "other.game"])
    assert "warning: recorded with other rules: the file" in capsys.readouterr().err


@pytest.mark.slow
def test_all_moves_and_all_positions(capsys: Capture):
    """As much as one wants to see."""
    assert 0 == main(["replay", "a.game", "--show", "moves"])
    lines = capsys.readouterr().out.splitlines()
    assert len(HISTORY.moves) + 1 == len(lines)
    assert ["1", "blue", *HISTORY.moves[0].text.split(), "turn.action"] == lines[0].split()

    assert 0 == main(["replay", "a.game", "--show", "positions"])
    lines = capsys.readouterr().out.splitlines()
    assert [str(state) for state in HISTORY.states] == lines[:-1]


def test_for_programs(capsys: Capture):
    """Everything as JSON."""
    assert 0 == main(["replay", "a.game", "--output-format", "json", "--show", "moves"])
    answer = json.loads(capsys.readouterr().out)

    assert (True, True, True) == (answer["readable"], answer["legal"], answer["agrees"])
    assert (len(HISTORY.moves), game().hash) == (answer["moves"], answer["hash"])
    assert str(HISTORY.state) == answer["final"]
    assert HISTORY.moves[0].text == answer["played"][0]["move"]
    assert answer["stop"] is None


def test_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """`-` is the pipe."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WHOLE.encode())))

    assert 0 == main(["replay", "-"])


def test_other_rules_stop_it_with_the_rule_named(capsys: Capture):
    """Where, and by which rule, with what the rule says."""
    crowd = record(Trial("en-capstone", 6, 5, CHOICES[:400]).history())
    Path("six.game").write_text(crowd, "utf-8")
    Path("tight.wtr").write_text(TIGHT)

    assert 1 == main(["replay", "six.game", "--ruleset", "tight.wtr"])
    out, err = capsys.readouterr()
    assert "is not legal" in out
    assert "six.game:" in out
    assert "rule move.wizard.capacity: " in out
    assert "recorded with other rules" in err

    assert 1 == main(["replay", "six.game", "--ruleset", "tight", "--output-format", "json"])
    answer = json.loads(capsys.readouterr().out)
    assert "move.wizard.capacity" == answer["stop"]["rule"]
    assert crowd.split("\n")[answer["stop"]["line"] - 1] == answer["stop"]["text"]


def test_an_edited_move(capsys: Capture):
    """The message gives the line in the file."""
    lines = WHOLE.split("\n")
    number = next(i for i, line in enumerate(lines) if line.startswith("wizard"))
    lines[number] = "wizard s3"
    Path("a.game").write_text("\n".join(lines))

    assert 1 == main(["replay", "a.game"])
    assert f"a.game:{number + 1}: move" in capsys.readouterr().out


@pytest.mark.slow
def test_a_wrong_result(capsys: Capture):
    """What the file claims is compared with what happened."""
    Path("a.game").write_text(WHOLE.replace("\nresult: ", "\nresult: not "))

    assert 1 == main(["replay", "a.game"])
    line = len(WHOLE.rstrip("\n").split("\n"))
    assert f"a.game:{line}: the file says `not " in capsys.readouterr().out


def test_a_file_that_was_cut_short(capsys: Capture):
    """Legal as far as it goes, and a warning."""
    Path("a.game").write_text(WHOLE[: WHOLE.index("\n\n# turn 5")])

    assert 0 == main(["replay", "a.game"])
    out, err = capsys.readouterr()
    assert "open" in out
    assert "cut short" in err


def test_an_unsupported_player_count(capsys: Capture):
    """Not an unreadable file, but not a game of these rules either."""
    Path("a.game").write_text(WHOLE.replace("players: 2", "players: 9"))

    assert 1 == main(["replay", "a.game"])
    assert "a.game:3: it cannot begin: en-capstone is for 2, 3" in capsys.readouterr().out


def test_rules_beside_the_game(folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    """A house rule given as a path is found from where the game file is."""
    inner = folder / "night"
    inner.mkdir()
    (inner / "tight.wtr").write_text(TIGHT)
    text = WHOLE.replace("ruleset: en-capstone", "ruleset: tight.wtr")
    (inner / "b.game").write_text(text.partition("\n\n")[0] + "\n")

    assert 0 == main(["replay", "night/b.game"])
    assert "tight, 2 players" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "this is not a game file"),
        (b"\x00\x01\x02\x03", "not a text file"),
        (b"\xff\xfer\x00u\x00", "UTF-16"),
        (b"ruleset: en-capstone\nplayers: 2\nseed: \xff\n", "not UTF-8"),
        (b"ruleset: en-capstone\nplayers: 2\nseed: \x1b[31m1\n", "control character"),
        (b"x" * 2_000_000, "a game file may have up to 1 MiB"),
        (b"ruleset: en-capstone\nplayers: 2\n", "a.game:1:1: the line `seed: …` is missing"),
        (b"ruleset: en-capstone\nplayers: 2\nseed: 99999999999999999999\n", "a.game:3:7: "),
        (b"ruleset: en-capston\nplayers: 2\nseed: 1\n", "did you mean `en-capstone`?"),
        (b"ruleset: nowhere/x.wtr\nplayers: 2\nseed: 1\n", "there is no file"),
        (b"ruleset: en-capstone\nvariants: no\nplayers: 2\nseed: 1\n", "`no`"),
        (b"hello: you\n" * 5000, "more errors"),
    ],
)
def test_what_cannot_be_read(content: bytes, words: str, capsys: Capture):
    """Exit code 2, a message with the place, and no traceback."""
    Path("a.game").write_bytes(content)

    assert 2 == main(["replay", "a.game"])
    out, err = capsys.readouterr()
    assert "" == out
    assert words in err
    assert "rule file" not in err
    assert len(err) < 20_000

    assert 2 == main(["replay", "a.game", "--output-format", "json"])
    assert json.loads(capsys.readouterr().out)["faults"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.game"], "there is no file `nowhere.game`"),
        (["."], "is a folder, not a game file"),
        (["a.game", "--ruleset", "en-capston"], "did you mean `en-capstone`?"),
        (["a.game", "--show", "all"], "Invalid value"),
        ([], "Missing argument"),
    ],
)
def test_wrong_use(arguments: list[str], words: str, capsys: Capture):
    """Said before anything is played."""
    assert 2 == main(["replay", *arguments])
    assert words in capsys.readouterr().err
