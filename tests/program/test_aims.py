"""What counts towards winning is worked out from the conditions under which rules declare winners."""

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
NEED, MORE = True, False


def game(condition: str) -> Game:
    """Return a small game that a player wins at the end of a round under a condition."""
    rule = f"rule end.winner {{ on round ends each player p {{ if {condition} {{ do declare p winner end game won }} }} }} }}"
    text = re.sub(r"  rule end\.won \{.*", rule, SMALL, flags=re.DOTALL)
    return load(SourceFile("small.wtr", text))


def aims(condition: str) -> list[tuple[bool, bool, tuple[int, int]]]:
    """Return what counts: whether it should become 0, counts wizards at home, and how much there is."""
    made = game(condition)
    program, engine = made.program(2), made.engine(2)
    state = list(made.start(2).data)
    for name, values in TABLE.items():
        at = program.fields[name].offset
        state[at : at + 2] = values
    return [
        (aim.is_need, aim.counts_homes, (engine.ask(aim.function, state, 0), engine.ask(aim.function, state, 1)))
        for aim in program.aims.aims
    ]  # fmt: skip


CASES = {
    # What is missing for a comparison to be true.
    "home of p = wizards of p": [(NEED, True, (1, 2))],
    "home of p >= 2": [(NEED, True, (1, 2))],
    "2 <= home of p": [(NEED, True, (1, 2))],
    "home of p > 0": [(NEED, True, (0, 1))],
    "points of p >= 6": [(NEED, False, (0, 2))],
    "points of p > 6": [(NEED, False, (0, 3))],
    "6 < points of p": [(NEED, False, (0, 3))],
    "points of p <= 5": [(NEED, False, (2, 0))],
    "points of p < 5": [(NEED, False, (3, 0))],
    "points of p = 5": [(NEED, False, (2, 1))],
    "empty_flasks of p = 0": [(NEED, False, (3, 1))],
    # Each of several conditions counts.
    "points of p >= 6 and full_flasks of p >= 2": [(NEED, False, (0, 2)), (NEED, False, (2, 0))],
    "points of p >= 6 or full_flasks of p >= 2": [(NEED, False, (0, 2)), (NEED, False, (2, 0))],
    "not (points of p < 6 or full_flasks of p < 2)": [(NEED, False, (0, 2)), (NEED, False, (2, 0))],
    # To have most, more is better; to have least, it should become 0.
    "points of p = highest points of q for player q": [(MORE, False, (7, 4))],
    "points of p >= highest points of q for player q": [(MORE, False, (7, 4))],
    "highest points of q for player q <= points of p": [(MORE, False, (7, 4))],
    "home of p = highest home of q for player q": [(MORE, True, (1, 0))],
    "points of p = lowest points of q for player q": [(NEED, False, (7, 4))],
    "points of p <= lowest points of q for player q": [(NEED, False, (7, 4))],
    "no player q where points of q > points of p": [(MORE, False, (7, 4))],
    "no player q where points of p < points of q": [(MORE, False, (7, 4))],
    "no player q where home of q > home of p": [(MORE, True, (1, 0))],
    "no player q where points of q < points of p": [(NEED, False, (7, 4))],
    "no player q where points of q > full_flasks of p": [(NEED, False, (2, 2))],
}  # fmt: skip


@pytest.mark.parametrize("condition", CASES)
def test_what_counts(condition: str):
    """A condition becomes what a player lacks or has, counted by hand for both players."""
    assert CASES[condition] == aims(condition)


def test_whose_wizards_come_home():
    """They walk for the player who needs them in the castle, and for nobody else."""
    for condition, expected in {
        "home of p >= 2": [[1, 0], [0, 1]],
        "no player q where home of q > home of p": [[1, 0], [0, 1]],
        "no wizard": [[1, 1], [1, 1]],
    }.items():
        made = game(condition)
        walks = made.program(2).aims.walks
        assert walks is not None
        state = list(made.start(2).data)
        ask = made.engine(2).ask
        assert expected == [[ask(walks, state, one, two) for two in (0, 1)] for one in (0, 1)]
    assert game("points of p > 6").program(2).aims.walks is None


def test_ties_and_what_is_beside_homes():
    """To have more decides among those who have what they need; other needs are beside homes."""
    home, points, most = game(
        "home of p >= 2 and points of p >= 6 and full_flasks of p = highest full_flasks of q for player q"
    ).program(2).aims.aims  # fmt: skip
    assert [False, False, True] == [aim.breaks_ties for aim in (home, points, most)]
    assert [False, True, True] == [aim.beside_homes for aim in (home, points, most)]
