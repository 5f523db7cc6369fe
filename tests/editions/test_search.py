"""The search itself: two back ends, two games side by side, and which position is shown."""

import random

from wtrules.editions.search.batches import _OneByOne, batches
from wtrules.editions.search.lockstep import Lockstep
from wtrules.editions.search.scene import set_up_data
from wtrules.editions.search.turns import RandomTurns, all_spells
from wtrules.game.load import load


def test_both_back_ends_play_the_same_games():
    """The same turns, and after the first option of each the same positions and options."""
    game = load("en-capstone", ["nasty"])
    (native,) = batches([game], 2)
    reference = _OneByOne(game.engine(2))

    starts = native.turns(5, 1)
    others = reference.turns(5, 1)
    states = [native.unpack(start.state) for start in starts]
    assert [(s.game, s.decisions) for s in starts] == [(s.game, s.decisions) for s in others]
    assert states == [reference.unpack(start.state) for start in others]

    firsts = [options[0] for options in native.listed(native.pack(states)).options if options]
    one = native.play(native.pack(states), firsts)
    two = reference.play(reference.pack(states), firsts)
    assert [list(x or ()) for x in one.options] == [list(x or ()) for x in two.options]
    last = len(states) - 1
    assert native.unpack(one.states, last) == reference.unpack(two.states, last)


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
