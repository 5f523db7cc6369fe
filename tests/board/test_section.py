"""The spaces of a row: those that matter, their neighbours, gaps."""

import pytest

from wtrules.board.section import section
from wtrules.game.load import load


def test_neighbours():
    """A short row has a space more at either end, around the castle's first space, too."""
    assert (1, 2, 3, 4, 5) == section(16, None, {2, 4})
    assert (14, 15, 0, 1) == section(16, None, {15, 0})


def test_all_spaces_on_the_way():
    """A longer row has what is between, so that steps can be counted."""
    assert (15, 0, 1, 2, 3, 4, 5) == section(16, None, {15, 0, 5})


def test_gaps():
    """What is far from everything that matters is left out."""
    assert (8, 9, 10, 11, None, 15, 0) == section(16, None, {0, 8, 10})


def test_too_many_spaces():
    """A row that would be too long is none."""
    assert section(16, None, set(range(12))) is None
    assert section(16, None, set()) is None


def test_a_small_ring():
    """No space is shown twice."""
    assert (0, 1, 2) == section(3, None, {0, 1, 2})
    assert (3, 0, 1) == section(4, None, {0})


def test_an_eight():
    """A row leads straight over the crossing; from there, into either loop."""
    track = load("examples/figure-eight.wtr").program(2).board.track

    assert (5, 6, 7, 0, 8, 9) == section(16, track, {6, 8})
    assert (7, 0, 8, 9, 10) == section(16, track, {0, 9})


def test_separate_rings():
    """Spaces that nothing connects are in rows of their own."""
    track = load("examples/tunnels.wtr").program(2).board.track

    assert (7, 8, 9, None, 19, 16, 17) == section(20, track, {8, 16})
    assert (15, 0, 1) == section(20, track, {0})


@pytest.mark.parametrize(
    ("needed", "shown"),
    [
        # Up to five spaces have a neighbour at either end …
        ({3}, (2, 3, 4)),
        ({3, 4}, (2, 3, 4, 5)),
        ({3, 7}, (2, 3, 4, 5, 6, 7, 8)),
        ({1, 2, 14}, (13, 14, 15, 0, 1, 2, 3)),
        # … up to seven are all there …
        ({3, 8}, (3, 4, 5, 6, 7, 8)),
        ({3, 9}, (3, 4, 5, 6, 7, 8, 9)),
        # … and of more, four or more that do not matter become a gap, between two of them.
        ({3, 10}, (3, 4, None, 9, 10)),
        ({0, 8}, (0, 1, None, 7, 8)),
        ({3, 7, 12}, (3, 4, 5, 6, 7, 8, None, 11, 12)),
        ({0, 4, 8, 12}, None),  # thirteen spaces, without a gap
    ],
)
def test_how_long_a_row_is(needed: set[int], shown: tuple[int | None, ...] | None):
    """Long enough to count steps, and short enough for a page."""
    assert shown == section(16, None, needed)


@pytest.mark.parametrize(
    ("spaces", "ends", "shown"),
    [
        (3, {0, 2}, (2, 0)),
        (4, {0, 2}, (0, 1, 2)),
        (4, {0, 3}, (2, 3, 0, 1)),
        (5, {0, 2}, (4, 0, 1, 2, 3)),
        (7, {0, 6}, (5, 6, 0, 1)),
    ],
)
def test_neighbours_on_a_small_ring(spaces: int, ends: set[int], shown: tuple[int, ...]):
    """There are neighbours only if no space is both."""
    assert shown == section(spaces, None, ends)
