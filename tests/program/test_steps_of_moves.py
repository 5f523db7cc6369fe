"""Each step of a move can be forbidden and reacted to, and so can the length of the move."""

from __future__ import annotations

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile

RULES = """ruleset steps {{
  extends en-capstone
  piece dragon {{ code D on space 12 }}
  {}
}}"""
BOARD = "K/R/b/./Ry/N/./R/N/R/././D/././by b flasks=6.0.0,6.0.0 hands=w1.w2.t3,w1.w1.w1 pile=t2"
BRIDGE = """
  table track {
    space | clockwise
    2     | 9 or 3
  }
"""


def game(more: str) -> Game:
    return load(SourceFile("steps.wtr", RULES.format(more)))


def moves(more: str, card: str) -> list[str]:
    """Return what can be done with a card."""
    state = game(more).position(BOARD).play(f"card {card}")
    return [move.text for move in state.legal_moves]


def test_a_way_for_some_pieces():
    """Towers cannot go from 2 to 9; wizards are asked which way to go."""
    closed = BRIDGE + "rule a { forbid tower t steps from a to b when a = space 2 and b = space 9 }"
    state = game(closed).position(BOARD)
    after = state.play("card w1").play("wizard s2b")
    towers = state.play("card t3")

    assert ["space s3", "space s9"] == [move.text for move in after.legal_moves]
    # The tower of space 1 would come to 2, and over the bridge to 9 and 10, or to 4.
    assert ["K/./b/./RyR"] == [
        state.play("card t3").play(move).board_text[:11]
        for move in towers.legal_moves
        if move.text == "tower s1"
    ]


def test_a_way_under_a_condition():
    """With a tower on space 8, the bridge is closed, so nobody is asked."""
    closed = (
        BRIDGE
        + """rule a { forbid wizard w steps from a to b
      when a = space 2 and b = space 9 and height of space 8 > 0 }"""
    )
    after = game(closed).position(BOARD).play("card w1").play("wizard s2b")

    assert "K/R/./b/Ry/N/./R/N/R" == after.board_text[:20]


@pytest.mark.parametrize(("card", "possible"), [("w1", False), ("w2", True)])
def test_the_number_of_steps(card: str, possible: bool):
    """The first step from space 2 is allowed only in moves with two steps."""
    even = """rule a { forbid wizard w steps from a to b at step n of m
      when a = space 2 and n = 1 and m mod 2 = 1 }"""

    assert possible == ("wizard s2b" in moves(even, card))


def test_the_length_of_a_move():
    """Only towers that would come to space 4 may go three spaces."""
    short = "rule a { forbid tower t moves n from a to b when n > 2 and b != space 4 }"

    assert ["tower s1"] == moves(short, "t3")


def test_each_step_is_reported():
    """A wizard goes from 2 to 3 and from 3 to 4: steps 1 and 2 of 2."""
    told = """rule a { on wizard w steps from a to b at step n of m
      do score 1000 * index of a + 100 * index of b + 10 * n + m }"""
    after = game(told).position(BOARD).play("card w2").play("wizard s2b")

    assert (2312 + 3422, 0) == after.points


def test_backwards():
    """A piece that goes back takes its steps in the other order."""
    told = """rule a { on dragon steps from a to b do score 100 * index of a + index of b }
      rule b { on wizard w lands on p do move dragon counterclockwise 1 }"""
    after = game(told).position(BOARD).play("card w1").play("wizard s2b")

    assert (1211, 0) == after.points


@pytest.mark.parametrize("players", [2, 4])
def test_both_back_ends_agree(players: int):
    """Random games are the same, number by number."""
    busy = (
        BRIDGE
        + """
      rule a { forbid tower t steps from a to b at step n of m when a = space 2 and b = space 9 and m > 2 }
      rule b { forbid wizard w moves n from a to b when n > 2 and height of b > 2 }
      rule c { on tower t steps from a to b at step n of m do score m - n }
      rule d { on wizard w moves n from a to b do score index of b - index of a }"""
    )
    trails = Trails(game(busy).engine(players), 1)

    assert trails.first_difference(1, 300) is None
    assert trails.first_difference(2, 300) is None
