"""A card that one player has chosen, in the hands of another who acts."""

from __future__ import annotations

from functools import cache

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile

LINE = "K/R/N/R/N/R/N/R/N/R/y/././././b b flasks=5.1.0,5.1.0 hands=w1.w2.w3,t1.t2.t3"

# The other player accepts the card; what follows is done with the card of the first one.
OFFER = """
  rule offer {
    on turn begins
    may {
      choose card c, player q where q is not active
      as q {
        either { option accept en "accept"  ACTION }
        or { option refuse en "refuse" }
      }
    }
  }
"""


@cache
def game(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{body}\n}}"))


def accepted(action: str) -> State:
    """The position after yellow has accepted blue's offer of a card w2."""
    rules = OFFER.replace("ACTION", action)
    return game(rules).position(LINE).play("card w2 player y").play("accept")


@pytest.mark.parametrize(
    ("action", "blue", "yellow"),
    [
        ("do hand c to q", "w1 w3", "t1 t2 t3 w2"),
        ("do hand c to actor", "w1 w3", "t1 t2 t3 w2"),
        ("let d = c  do hand d to q", "w1 w3", "t1 t2 t3 w2"),
        ("do discard c", "w1 w3", "t1 t2 t3"),
        ("do play c", "w1 w3", "t1 t2 t3"),
        ("as active { do hand c to q }", "w1 w3", "t1 t2 t3 w2"),
        ("let d = first card  do discard d", "w1 w2 w3", "t2 t3"),
    ],
)
def test_a_card_stays_in_the_hand_it_was_chosen_from(action: str, blue: str, yellow: str) -> None:
    """Whoever acts, the card that blue chose is handed over, discarded or played from blue's hand."""
    state = accepted(action)
    assert (sorted(blue.split()), sorted(yellow.split())) == tuple(map(sorted, state.hands))


def test_a_card_two_players_away() -> None:
    """Blue's card goes to yellow although two others have been asked in between."""
    rules = """
  rule offer {
    on turn begins
    choose card c
    else { }
    as next_player of active {
      choose card d
      else { }
      as next_player of actor {
        do hand c to next_player of active
        do hand d to active
      }
    }
  }
"""
    state = game(rules).position(LINE).play("card w2").play("card t3")
    assert (["t3", "w1", "w3"], ["t1", "t2", "w2"]) == tuple(map(sorted, state.hands))


def test_both_back_ends_agree() -> None:
    """Games in lockstep: the same options and the same states."""
    rules = OFFER.replace("ACTION", "do give 1 flask of q to active  do hand c to actor")
    trails = Trails(game(rules).engine(3))
    assert [None] * 3 == [trails.first_difference(seed, 300) for seed in range(3)]
