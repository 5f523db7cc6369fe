"""What a search has found, from numbers written by hand: as text, as values, and as a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from wtrules.cli import main
from wtrules.game.game import Game
from wtrules.simulate.statistics import Estimate
from wtrules.texts import Texts
from wtrules.tune.changes import Change
from wtrules.tune.goals import Measured, read_goal
from wtrules.tune.results import _pictures, best, findings, lines, to_json
from wtrules.tune.search import Candidate, Request

TURNS, SEAT = read_goal("turns 28..32"), read_goal("seat <= 60%")
GAME = cast("Game", SimpleNamespace(name="friday", hash="abc"))
CHANGES = (Change("board.capacity", ("3", "4", "5")), Change("hand.size", ("2", "3")))
WANTED = Request(
    GAME, "friday", None, CHANGES, (TURNS, SEAT), (2,), ("random",), 100, 6, seed=7
)  # fmt: skip


def candidate(number: int, turns: float, seat: float, games: int = 100) -> Candidate:
    """Return a candidate with what was found for both goals, one turn and one percent more or less."""
    parts = [
        Measured(TURNS, 2, "turns", "mean", Estimate(turns, turns - 1, turns + 1, games)),
        Measured(SEAT, 2, "seat 1 wins", "share", Estimate(seat, seat - 0.01, seat + 0.01, games)),
    ]
    values = {"board.capacity": str(number), "hand.size": "3"}
    return Candidate(number, values, f"ruleset c{number} {{ }}", (), games, {2: parts})


GOOD, SLOW, SHORT = candidate(3, 30, 0.5), candidate(4, 40, 0.55), candidate(5, 30, 0.5, games=10)
BROKEN = Candidate(6, {"hand.size": "0"}, "ruleset c6 { }", ("no cards",))


def test_goals_are_met_if_every_number_is_within_its_limits():
    """What was missed counts as a part of the limit: 40 turns are a quarter more than 32."""
    assert [0, 0.25, math.inf] == [one.excess for one in (GOOD, SLOW, BROKEN)]
    assert [True, False, False] == [one.meets_goals for one in (GOOD, SLOW, BROKEN)]
    assert not Candidate(1, {}, "").meets_goals  # nothing was played
    assert {"met": 1, "missed": 1} == SLOW.verdicts
    assert 6 == WANTED.combinations


def test_the_best_are_those_that_meet_all_goals():
    """Of those that played all games; if none does, the first ones."""
    assert [GOOD] == best([GOOD, SLOW, SHORT, BROKEN])
    assert [SLOW] == best([SLOW, SHORT, BROKEN])
    assert 8 == len(best([SLOW] * 9))
    assert [] == best([BROKEN])


def test_what_was_found_in_words():
    """Candidates that cannot be played come with the reason."""
    texts = Texts("en")
    broken = "cannot be played: hand.size = 0: no cards"
    assert [broken, "One candidate meets all goals:"] == list(findings([GOOD, BROKEN], texts))
    assert ["No candidate meets all goals. The best ones:"] == list(findings([SLOW], texts))
    assert [broken] == list(findings([BROKEN], texts))


def test_the_report():
    """A head, what was found, a row for each candidate, and what the words mean."""
    head, found, heading, *rows, legend = lines(WANTED, [GOOD, SLOW], Texts("en"))
    assert (
        "friday: 2 of 6 combinations tried, 2 of them with 100 games for 2 players; bots random, seed 7"
        == head
    )
    assert "One candidate meets all goals:" == found
    assert "candidate board.capacity hand.size turns seat 1 wins" == " ".join(heading.split())
    assert "c3 3 3 30.0 (29.0–31.0) ok 50.0 % (49.0–51.0) ok" == " ".join(rows[-1].split())
    assert legend.startswith("ok: ")
    *_, row, _ = lines(WANTED, [SLOW], Texts("en"))
    assert "c4 4 3 40.0 (39.0–41.0) no 55.0 % (54.0–56.0) ok" == " ".join(row.split())


def test_plain_values():
    """Everything in the report, for programs."""
    found = to_json(WANTED, [SLOW, BROKEN])
    assert {"board.capacity": ["3", "4", "5"], "hand.size": ["2", "3"]} == found["vary"]
    assert {"name": "friday", "hash": "abc"} == found["ruleset"]
    assert (["turns 28..32", "seat <= 60%"], [2], ["random"]) == (
        found["goals"], found["players"], found["bots"],
    )  # fmt: skip
    assert (100, 6, 7, 6) == tuple(
        found[name] for name in ("games", "trials", "seed", "combinations")
    )
    slow, broken = found["candidates"]
    assert ("c4", 100, False, 0.25) == tuple(
        slow[name] for name in ("name", "games", "meets_goals", "excess")
    )
    turns = {"goal": "turns 28..32", "players": 2, "label": "turns"}
    turns |= {"value": 40, "low": 39, "high": 41, "verdict": "missed"}
    assert turns == slow["found"][0]
    assert "faults" not in slow
    assert (None, ["no cards"], []) == (broken["excess"], broken["faults"], broken["found"])
    assert {"hand.size": "0"} == broken["values"]


def fields(chart: Any) -> Iterator[str]:
    """Yield the fields that a chart shows."""
    for key, value in chart.items() if isinstance(chart, dict) else enumerate(chart):
        if key == "field":
            yield value
        elif key != "data" and isinstance(value, dict | list):
            yield from fields(value)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_picture_shows_what_was_found(lang: str):
    """Each mark shows numbers that its rows have: values, intervals and limits, shares in percent."""
    (picture,) = _pictures(WANTED, [GOOD, SLOW, BROKEN], Texts(lang))
    band, *marks = picture.chart["layer"]
    for layer in picture.chart["layer"]:
        for row in layer["data"]["values"]:
            assert set(fields(layer)) <= set(row)
    assert [{"x": 28, "x2": 32, "y": 0, "y2": pytest.approx(1.05 * 56)}] == band["data"]["values"]
    good, slow = marks[0]["data"]["values"]
    assert ("c3", True, 30, 29, 31) == tuple(
        good[name] for name in ("candidate", "meets", "x", "xlow", "xhigh")
    )
    assert ("c4", False, 55) == (slow["candidate"], slow["meets"], pytest.approx(slow["y"]))
    assert "board.capacity = 4, hand.size = 3" == slow["values"]
    assert ["turns", "seat 1 wins"] == [marks[2]["encoding"][axis]["title"] for axis in ("x", "y")]


def test_numbers_of_one_game_are_not_drawn():
    """An interval without limits has no place in the picture."""
    alone = candidate(4, 40, 0.5)
    alone.found[2][0] = Measured(TURNS, 2, "turns", "mean", Estimate(40, -math.inf, math.inf, 1))
    (picture,) = _pictures(WANTED, [alone], Texts("en"))
    assert [[], [], []] == [mark["data"]["values"] for mark in picture.chart["layer"][1:]]


def test_a_file_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Without `--force`, a page that exists stays as it is."""
    pytest.importorskip("optuna")
    path = tmp_path / "page.html"
    path.write_text("mine")
    assert 2 == main(["tune", "-g", "turns 1..2", "--vary", "hand.size=3", "-o", str(path)])
    assert "page.html already exists" in capsys.readouterr().err.replace("`", "")
    assert "mine" == path.read_text()
