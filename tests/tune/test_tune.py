"""`wtrules tune`: goals, what may vary, and candidates that are rule files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from wtrules.cli import main
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.simulate.statistics import Estimate
from wtrules.tune.changes import BadChange, read_change, ruleset_text
from wtrules.tune.goals import BadGoal, read_goal

pytest.importorskip("optuna", reason="the extra `tune` is not installed")

FAST = ("--bots", "random", "-n", "32", "-j", "1")


@cache
def friday() -> Game:
    return load("friday")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command and return exit code, output and messages."""
    code = main(["tune", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


# --- goals ---


@pytest.mark.parametrize(
    ("text", "name", "low", "high"),
    [
        ("turns 28..32", "turns", 28, 32),
        ("seat <= 52%", "seat", 0, 0.52),
        ("cast each >= 0.5", "cast each", 0.5, float("inf")),
        ("won 40% .. 60 %", "won", 0.4, 0.6),
        ("goal reached in 40..60 %", "goal reached", 0.4, 0.6),
        ("changes of the lead>=2", "changes of the lead", 2, float("inf")),
    ],
)
def test_how_goals_are_written(text: str, name: str, low: float, high: float) -> None:
    """A name and limits; percent for shares."""
    goal = read_goal(text)

    assert (name, low, high) == (goal.name, goal.low, goal.high)


@pytest.mark.parametrize("text", ["turns", "28..32", "turns 30", "turns < 3", "turns 32..28", ""])
def test_what_is_no_goal(text: str) -> None:
    """The message shows how one is written."""
    with pytest.raises(BadGoal, match="write"):
        read_goal(text)


def test_four_verdicts() -> None:
    """Inside with the whole interval, inside, perhaps inside, outside."""
    goal = read_goal("turns 28..32")
    found = [Estimate(29, 28.5, 29.5, 9), Estimate(29, 27, 31, 9), Estimate(27, 26, 28.5, 9)]

    assert ["met", "likely", "unlikely"] == [goal.verdict(one) for one in found]
    assert "missed" == goal.verdict(Estimate(20, 19, 21, 9))
    # 21 turns are a quarter of 28 too few; 40 a quarter of 32 too many.
    assert (0.25, 0.0, 0.25) == (goal.excess(21), goal.excess(30), goal.excess(40))


# --- what may vary ---


def test_what_may_vary() -> None:
    """Ranges and lists of values, of settings, costs and cells."""
    assert ("3", "4", "5") == read_change("board.capacity=3..5", friday()).values
    assert ("allowed", "barred") == read_change("turn.discard = allowed|barred", friday()).values
    assert ("1", "3") == read_change("spell.second_wind.cost=1|3", friday()).values
    assert ("0, 8", "0, 4, 8") == read_change("board.shields=0, 8|0, 4, 8", friday()).values
    assert ("5", "6", "7") == read_change("supply.flasks[2]=5..7", friday()).values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("board.capasity=3", "did you mean `board.capacity`"),
        ("spell.second_wint.cost=1", "did you mean `spell.second_wind.cost`"),
        ("supply.flask[2]=1", r"did you mean `supply.flasks\[2\]`"),
        ("board.capacity", "write NAME=VALUES"),
        ("board.capacity=5..3", "is not a range of values"),
        ("board.capacity=3} rule x {", "write NAME=VALUES"),
    ],
)
def test_what_cannot_vary(text: str, said: str) -> None:
    """Each message says what to write instead."""
    with pytest.raises(BadChange, match=said):
        read_change(text, friday())


def test_a_candidate_is_a_rule_file() -> None:
    """It extends the ruleset; a cell for some numbers of players leaves the others as they are."""
    chosen = {"board.capacity": "5", "spell.second_wind.cost": "2", "supply.flasks[3]": "3"}
    game = load(_source("friday-1", ruleset_text("friday-1", friday(), "friday", chosen)))

    assert "5" in game.rules.get("setting", "board.capacity").node.value.span.text  # type: ignore[union-attr]
    # In `core`, two players take 6 flasks each, three or four take 5.
    flasks = [game.start(count, 1).numbers("empty") for count in (2, 3, 4)]
    assert [[6, 6], [3, 3, 3], [5, 5, 5, 5]] == flasks


def _source(name: str, text: str) -> Any:
    from wtrules.source import SourceFile

    return SourceFile(f"{name}.wtr", text)


# --- the command ---


@pytest.mark.slow
def test_candidates_that_meet_the_goals(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """They are written as files that load; what cannot be played is reported; a second run plays nothing."""
    vary = ("--vary", "board.capacity=4|none|6", "--vary", "hand.size=3")
    wanted = ("friday", "-g", "decisions >= 1", *vary, *FAST, "--data", str(tmp_path / "out"))
    code, out, _ = run(capsys, *wanted)

    assert 0 == code
    assert "2 candidates meet all goals:" in out
    assert "cannot be played: board.capacity = none" in out
    files = sorted(path.name for path in (tmp_path / "out" / "candidates").iterdir())
    assert ["friday-1.wtr", "friday-3.wtr"] == files
    assert 0 == main(["fmt", "--check", str(tmp_path / "out" / "candidates" / "friday-3.wtr")])
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "games").iterdir()}
    capsys.readouterr()
    assert (0, out) == run(capsys, *wanted)[:2]
    assert kept == {
        path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "games").iterdir()
    }


@pytest.mark.slow
def test_candidates_have_all_files_that_they_need(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A local file is copied with what it extends and includes, also if it is named like a ruleset."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "hand.wtr").write_text("override hand.size = 4\n")
    (tmp_path / "ours.wtr").write_text(
        'ruleset ours {\n  extends en-capstone\n  includes "parts/hand.wtr"\n}\n'
    )
    (tmp_path / "friday.wtr").write_text("ruleset friday {\n  extends ours\n}\n")
    wanted = ("-g", "decisions >= 1", "--vary", "board.capacity=5", *FAST)
    for number, name in enumerate(("friday", "friday.wtr", str(tmp_path / "friday.wtr"))):
        assert 0 == run(capsys, name, *wanted, "--data", f"out{number}")[0]
        found = tmp_path / f"out{number}" / "candidates"
        names = {path.relative_to(found).as_posix() for path in found.rglob("*.wtr")}
        assert {"friday-1.wtr", "friday.wtr", "ours.wtr", "parts/hand.wtr"} == names
        game = load(found / "friday-1.wtr")
        assert [4, 4] == game.start(2, 1).numbers("hand_size")


@pytest.mark.slow
def test_a_search_does_not_depend_on_the_workers(capsys: pytest.CaptureFixture[str]) -> None:
    """Of more combinations than trials, Optuna proposes some; always the same."""
    wanted = ("--vary", "board.capacity=3..8", "--vary", "hand.size=2..5", "--trials", "6")
    goals = ("-g", "turns <= 10", "-g", "seat <= 60%", "--output-format", "json")
    one, two = (
        run(capsys, *goals, *wanted, "--bots", "random", "-n", "32", "-j", jobs)
        for jobs in ("1", "2")
    )

    assert one == two
    assert 1 == one[0]
    found = json.loads(one[1])
    assert (24, 6) == (found["combinations"], len(found["candidates"]))
    assert 6 == len({tuple(each["values"].values()) for each in found["candidates"]})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-g", "turns 1..2"), "name at least one goal with --goal"),
        (("-g", "turms 1..2", "--vary", "hand.size=3"), "did you mean `turns`?"),
        (("-g", "turns <= 5%", "--vary", "hand.size=3"), "turns is a number, not a share"),
        (("-g", "seat <= 5", "--vary", "hand.size=3"), "write its limits with %"),
        (("-g", "turns 1..2", "--vary", "hand.size=3", "-o", "x.pdf"), "must end in .html"),
    ],
)
def test_bad_requests(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    """Exit code 2, the cause, and what to write."""
    code, out, err = run(capsys, *arguments, "--bots", "random", "-n", "16", "-j", "1")

    assert (2, "") == (code, out)
    assert said in err


def test_a_missing_library_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, with the command that installs it."""
    monkeypatch.setattr("wtrules.cli.tune.find_spec", lambda name: None)

    code, _, err = run(capsys, "-g", "turns 1..2", "--vary", "hand.size=3")
    said = "wtrules: this needs optuna; install it with: pip install 'wtrules[tune]'\n"
    assert (2, said) == (code, err)
