"""The search itself: two games side by side, and which position is shown."""

import random

from wtrules.editions.search.turns import RandomTurns, all_spells
from wtrules.game.load import load
from wtrules.sidebyside.lockstep import Lockstep
from wtrules.sidebyside.scene import set_up_data


def test_a_game_never_differs_from_itself():
    """Whatever is played in made-up turns, both do the same."""
    game = load("en-capstone")
    turns = RandomTurns(game, 2)
    scenes = turns.made_up(40, all_spells(game, game, 2), ())
    states = [set_up_data(game, scene) for scene in scenes]
    pairs = [(state, state[:]) for state in states if state is not None]
    lockstep = Lockstep((game, game), 2)

    assert len(pairs) > 30
    assert [] == list(lockstep.partings(pairs, random.Random(0)))
    assert lockstep.compared > 1000


def test_a_turn_that_goes_on_is_seen_behind_other_cards():
    """Who discards draws at once in one game; only in the other a spell may follow the tower step."""
    one, two = load("en-abacus-24"), load("en-capstone")
    scenes = RandomTurns(one, 2).made_up(60, all_spells(one, two, 2), ())
    pairs = [
        (a, b)
        for scene in scenes
        if (a := set_up_data(one, scene)) is not None and (b := set_up_data(two, scene)) is not None
    ]
    found = list(Lockstep((one, two), 2).partings(pairs, random.Random(0)))

    assert any(not parting.is_seen for parting in found)  # the cards
    assert any("active" in parting.fields for parting in found)  # whose turn it is


def test_made_up_turns_are_the_same_for_all_who_ask():
    """More of them begin with the same ones, so that searches can share what they know of them."""
    game = load("en-capstone")
    spells = all_spells(game, game, 2)
    few = RandomTurns(game, 2).made_up(10, spells, ())
    turns = RandomTurns(game, 2)

    assert list(few) == list(turns.made_up(30, spells, ())[:10])
    assert turns.made_up(10, spells, ())[3] is turns.made_up(30, spells, ())[3]
