"""Where rules do not say what counts, it is worked out from the conditions under which they declare winners."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile

SMALL = (Path(__file__).parents[1] / "fuzz" / "small.wtr").read_text("utf-8")
# Of two players: the first has a wizard in the castle, the second one two of three flasks filled.
TABLE = {
    "home": (1, 0), "wizards": (2, 2), "full": (0, 2), "empty": (3, 1), "points": (7, 4),
}  # fmt: skip


def game(condition: str) -> Game:
    """Return a small game that a player wins at the end of a round under a condition."""
    rule = f"rule end.winner {{ on round ends each player p {{ if {condition} {{ do declare p winner end game won }} }} }} }}"
    text = re.sub(r"  rule end\.won \{.*", rule, SMALL, flags=re.DOTALL)
    return load(SourceFile("small.wtr", text))


def points(condition: str) -> tuple[int, int]:
    """Return what both players count, with all that a condition of a winner is about."""
    made = game(condition)
    program, engine = made.program(2), made.engine(2)
    state = list(made.start(2).data)
    for name, values in TABLE.items():
        at = program.fields[name].offset
        state[at : at + 2] = values
    function = program.worth.now
    assert function is not None
    return engine.ask(function, state, 0), engine.ask(function, state, 1)


# Two wizards are worth 200 in all: so is whatever the rules ask for, if they say how many.
CASES = {
    # What is missing for a comparison to be true.
    "home of p = wizards of p": (-100, -200),
    "home of p >= 2": (-100, -200),
    "2 <= home of p": (-100, -200),
    "home of p > 0": (0, -100),
    "points of p >= 6": (0, -66),  # 200 // 6 = 33
    "points of p > 6": (0, -84),  # 200 // 7 = 28
    "6 < points of p": (0, -84),
    "points of p <= 5": (-40, 0),
    "points of p < 5": (-60, 0),
    "points of p = 5": (-80, -40),  # 200 // 5 = 40
    "empty_flasks of p = 0": (-60, -20),
    # Each of several conditions counts.
    "points of p >= 6 and full_flasks of p >= 2": (-200, -66),
    "points of p >= 6 or full_flasks of p >= 2": (-200, -66),
    "not (points of p < 6 or full_flasks of p < 2)": (-200, -66),
    # To have most, more is better; to have least, less.
    "points of p = highest points of q for player q": (140, 80),
    "points of p >= highest points of q for player q": (140, 80),
    "highest points of q for player q <= points of p": (140, 80),
    "home of p = highest home of q for player q": (100, 0),
    "points of p = lowest points of q for player q": (-140, -80),
    "points of p <= lowest points of q for player q": (-140, -80),
    "no player q where points of q > points of p": (140, 80),
    "no player q where points of p < points of q": (140, 80),
    "no player q where home of q > home of p": (100, 0),
    "no player q where points of q < points of p": (-140, -80),
    "no player q where points of q > full_flasks of p": (-40, -40),
    # To have more decides only among those who have what they need.
    "home of p >= 2 and full_flasks of p = highest full_flasks of q for player q": (-100, -198),
}  # fmt: skip


@pytest.mark.parametrize("condition", CASES)
def test_what_counts(condition: str):
    """A condition becomes what a player lacks or has, counted by hand for both players."""
    assert CASES[condition] == points(condition)


def test_whose_wizards_come_home():
    """They walk for the player who needs them in the castle, and for nobody else."""
    for condition, expected in {
        "home of p >= 2": [[1, 0], [0, 1]],
        "no player q where home of q > home of p": [[1, 0], [0, 1]],
    }.items():
        made = game(condition)
        walks = made.program(2).worth.walks
        assert walks is not None
        state = list(made.start(2).data)
        ask = made.engine(2).ask
        assert expected == [[ask(walks, state, one, two) for two in (0, 1)] for one in (0, 1)]
    assert game("points of p > 6").program(2).worth.walks is None
