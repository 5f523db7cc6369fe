"""An event says how far something has moved, no matter who moved it and which way."""

from __future__ import annotations

import pytest

from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile

RULES = """ruleset far {{
  extends en-capstone
  memory steps = 0
  piece dragon {{ code D on space 12 }}
  rule far.told {{ on {} set steps = 10 * steps + n }}
  {}
}}"""
BOARD = "K/Rb/N/R/N/Ry/N/R/N/R/././D/./b/. b home=3,4 flasks=0.6.0,0.6.0 hands=w3.t5.t1,w1.w1.w1"


def far(event: str, more: str = "") -> Game:
    return load(SourceFile("far.wtr", RULES.format(event, more)))


def steps(game: Game, *moves: str) -> int:
    """Return the digits that the rule has noted, one for each move that was reported."""
    state = game.position(BOARD)
    for move in moves:
        state = state.play(move)
    return state.data[game.program(2).fields["memory.steps"].offset]


BACK = "rule far.back { on wizard w lands on p when number of wizards on p = 1 do move dragon counterclockwise 4 }"
PUT = "rule far.put { on wizard w lands on p do put dragon on space 3 }"


@pytest.mark.parametrize(
    ("event", "more", "moves", "expected"),
    [
        ("wizard w moves n", "", ("card w3", "wizard s1b"), 3),
        ("wizard w moves n", "", ("card t5", "tower s9"), 0),
        ("tower t moves n", "", ("card t5", "tower s9"), 5),
        ("tower t moves n", "", ("card w3", "wizard s1b"), 0),
        # Both ways are counted alike, and what is put somewhere has not moved along the track.
        ("dragon moves n", BACK, ("card w3", "wizard s1b"), 4),
        ("dragon moves n", PUT, ("card w3", "wizard s1b"), 0),
    ],
)
def test_how_far_it_moves(event: str, more: str, moves: tuple[str, ...], expected: int):
    """The number is that of the spaces, and only the piece that is asked about counts."""
    assert expected == steps(far(event, more), *moves)


def test_it_comes_between_the_spaces_passed_and_the_landing():
    """A wizard passes two spaces, 1 each, has moved three, and lands, 9."""
    more = """rule far.passed { on wizard w passes s set steps = 10 * steps + 1 }
      rule far.landed { on wizard w lands on p set steps = 10 * steps + 9 }"""
    assert 1139 == steps(far("wizard w moves n", more), "card w3", "wizard s1b")


def test_a_player_may_be_asked():
    """A rule on it can wait for a decision: here the number is noted twice, if the player wants."""
    more = 'rule far.asked { on wizard w moves n may { option again en "again" de "nochmal" set steps = 10 * steps + n } }'
    game = far("wizard w moves n", more)
    assert 33 == steps(game, "card w3", "wizard s1b", "again")
    assert 3 == steps(game, "card w3", "wizard s1b", "pass")
