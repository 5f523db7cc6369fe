"""A memory for two things: a value for each pair, wherever a memory can be used."""

from __future__ import annotations

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game
from wtrules.game.load import RulesetError, load
from wtrules.source import SourceFile

RULES = """ruleset pairs {{
  extends en-capstone
  memory visits = 0 for each player and space
  memory met = not yes for each player and player
  memory plays = 0 per turn for each player and card
  rule visit {{
    on   wizard w lands on p
    do add 1 to visits(owner of w, p)
    when visits(owner of w, p) > 1
    do score 10 for owner of w
  }}
  rule meet {{
    on   wizard w lands on p
    each opponent q {{
      if not met(owner of w, q) and any wizard v on p where owner of v is q {{
        set met(owner of w, q) = yes
        do score 1 for owner of w
      }}
    }}
  }}
  rule count {{
    on   player p plays c
    do add 1 to plays(p, c)
  }}
  {}
}}"""
BOARD = "K/R/N/R/N/R/b/R/y/R/./././././b b flasks=6.0.0,6.0.0 hands=w2.w2.t1,w1.w1.w1 pile=t2"


def game(more: str = "") -> Game:
    return load(SourceFile("pairs.wtr", RULES.format(more)))


def test_each_pair_has_a_value():
    """Blue meets yellow on space 8, where blue was once before; yellow has met nobody."""
    begun = "rule begun { on setup ends set visits(first player, space 8) = 1 }"
    after = game(begun).position(BOARD).play("card w2").play("wizard s6b")

    assert (11, 0) == after.points
    assert 2 == after.memories["visits"]["b.s8"]
    assert 0 == after.memories["visits"]["y.s8"]
    assert [True, False] == [after.memories["met"][pair] for pair in ("b.y", "y.b")]
    assert 1 == after.memories["plays"]["b.w2"]


def test_a_position_is_read_back():
    """A line names the two things with a dot."""
    state = game().position(BOARD).play("card w2").play("wizard s6b")

    assert ",visits/b.s8:1,met/b.y:1,plays/b.w2:1" in str(state)
    assert state == game().position(str(state))


@pytest.mark.parametrize("players", [2, 3])
def test_both_back_ends_agree(players: int):
    """Random games are the same, number by number."""
    trails = Trails(game().engine(players), 1)

    assert trails.first_difference(1, 300) is None
    assert trails.first_difference(2, 300) is None


@pytest.mark.parametrize(
    "more",
    [
        "rule a { on turn begins do score visits of active }",
        "rule a { on turn begins set visits of active = 1 }",
        "rule a { on turn begins when visits > 1 do score 1 }",
        "rule a { on turn begins do score visits(active, active) }",
        "memory wrong = 0 for each player and tower",
        "memory one = 0 for each player  rule a { on turn begins set one(active, active) = 1 }",
    ],
)
def test_what_is_no_pair_is_reported(more: str):
    """A memory for two things takes two things, of its kinds; no other memory does."""
    with pytest.raises(RulesetError) as error:
        game(more)

    assert ["type-error"] == [fault.code for fault in error.value.diagnostics]


def test_nothing_has_no_value():
    """A pair with nothing in it is 0, and cannot be set."""
    more = """memory lost = player
      rule a { on turn begins set visits(lost, space 1) = 7 do score visits(lost, space 1) }"""
    state = game(more).start(2, seed=1)

    assert (0, 0) == state.points
    assert not any(state.memories["visits"].values())
