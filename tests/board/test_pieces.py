"""Towers, stacks and the ring as values."""

from collections import Counter

import pytest
from attrs.exceptions import FrozenInstanceError

from wtrules.board.pieces import Board, Stack, Tower

PLAIN, RAVEN = Tower(shield=False), Tower(shield=True)
STACKED = Stack("br", (Tower(True, "y"), Tower(False, "gg")))


def test_height_counts_towers() -> None:
    """The castle is no tower and adds nothing to the height."""
    board = Board((Stack(castle=True), Stack("b", (RAVEN, PLAIN), castle=True)))
    assert [0, 2] == [board.height(space) for space in (0, 1)]


def test_top_of_ground_and_stack() -> None:
    """Wizards are in view on the ground, or on the topmost tower of a stack."""
    board = Board((Stack("br"), STACKED, Stack("br", (PLAIN,))))
    assert ["br", "gg", ""] == [board.top(space) for space in (0, 1, 2)]


def test_beneath() -> None:
    """Everyone below the topmost surface is hidden."""
    assert ("bry", ("br", "y", "gg")) == (STACKED.beneath, STACKED.surfaces)
    assert "" == Stack("br").beneath


def test_counts() -> None:
    """Every wizard on the board counts, in view or hidden."""
    assert Counter("ggbgbry") == Board((STACKED, Stack("bg"))).wizards


def test_tower_and_castle_counts() -> None:
    """Plain and raven towers are counted apart, in stacks too."""
    board = Board((Stack(castle=True), STACKED, Stack("", (RAVEN,)), Stack(castle=True)))
    assert (1, 2) == board.tower_counts
    assert (0, 3) == board.castles


def test_frozen_and_hashable() -> None:
    """A position never changes under the hand; equal positions are one key."""
    board = Board((STACKED,))
    with pytest.raises(FrozenInstanceError):
        board.spaces = ()  # type: ignore[misc]
    assert {board: "same"}[Board((Stack("br", (Tower(True, "y"), Tower(False, "gg"))),))] == "same"
