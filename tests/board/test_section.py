"""The spaces of a row: those that matter, their neighbours, gaps."""

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
    track = load("examples/figure-eight.wtr").program(2).track

    assert (5, 6, 7, 0, 8, 9) == section(16, track, {6, 8})
    assert (7, 0, 8, 9, 10) == section(16, track, {0, 9})


def test_separate_rings():
    """Spaces that nothing connects are in rows of their own."""
    track = load("examples/tunnels.wtr").program(2).track

    assert (7, 8, 9, None, 19, 16, 17) == section(20, track, {8, 16})
    assert (15, 0, 1) == section(20, track, {0})
