"""Positions that show a difference become simpler: stacks are taken apart."""

import pytest

from wtrules.board.pieces import Board, Stack, Tower
from wtrules.editions.search.shrink import _taken_down
from wtrules.position.table import Table

LOW, TOP = Tower("b"), Tower("y")


def scene(*spaces: Stack) -> Table:
    """Return a scene with a board, and nothing else that matters."""
    return Table("by", Board(spaces), "b", "b", (), (), {})


@pytest.mark.parametrize(
    ("stack", "spaces", "goes_to"),
    [
        (1, (Stack(), Stack("", (LOW, TOP)), Stack("r"), Stack(), Stack(castle=True)), 3),
        (3, (Stack("r"), Stack(), Stack(castle=True), Stack("", (LOW, TOP)), Stack("g")), 1),
        (0, (Stack("", (LOW, TOP)), Stack("r"), Stack(castle=True)), None),
        (0, (Stack("", (LOW,)), Stack()), None),
        (0, (Stack("", (LOW, TOP), castle=True), Stack()), None),
    ],
)
def test_the_top_tower_goes_down_to_the_next_empty_space(
    stack: int, spaces: tuple[Stack, ...], goes_to: int | None
):
    """It takes its wizards along, around the ring if need be; the castle and single towers stay."""
    found = _taken_down(scene(*spaces), stack)
    if goes_to is None:
        assert found is None
        return
    assert found is not None
    expected = list(spaces)
    expected[stack], expected[goes_to] = Stack("", (LOW,)), Stack("", (TOP,))
    assert tuple(expected) == found.board.spaces
