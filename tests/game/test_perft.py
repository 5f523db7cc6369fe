"""Counts of decisions, which no mistake in the rules survives."""

import random
from functools import cache

import pytest

from tests.game.perft_cases import FOLDER, Case, count, mirror, read_case, start
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.game.perft import divide, perft

CASES = [read_case(path) for path in sorted(FOLDER.glob("*.perft"))]


@cache
def game() -> Game:
    """The ordinary game."""
    return load("en-capstone")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_counts(case: Case):
    """The rule files give as many sequences of decisions as was counted without them."""
    state = case.state(game())

    assert case.counts == {depth: perft(state, depth) for depth in case.counts}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_counts_of_the_oracle(case: Case):
    """The engine written by hand gives the counts in the files."""
    players = int(case.keys["players"])
    if case.keys["board"] == "start":
        theirs = start(game(), players, int(case.keys["seed"]))
    else:
        theirs = mirror(case.state(game()))

    assert case.counts == {depth: count(theirs, depth) for depth in case.counts}


def test_every_number_of_players_has_a_start():
    """The set-up is counted for two to six."""
    starts = {int(case.keys["players"]) for case in CASES if case.keys["board"] == "start"}

    assert set(game().players) == starts


def test_no_decision_is_one_sequence():
    """Nothing to decide is one way to do it."""
    assert 1 == perft(game().start(2), 0)


def test_divide_adds_up():
    """What begins with each move is all there is."""
    state = game().start(3, seed=5)
    found = divide(state, 3)

    assert [move.text for move in state.legal_moves] == [text for text, _ in found]
    assert perft(state, 3) == sum(number for _, number in found)


def test_a_finished_game_has_no_sequences():
    """Nothing can be decided any more."""
    rng, state = random.Random(1), game().start(2)
    while not state.is_over:
        state = state.play(rng.choice(state.options))

    assert [1, 0, 0] == [perft(state, depth) for depth in range(3)]


@pytest.mark.parametrize("call", [lambda s: perft(s, -1), lambda s: divide(s, 0)])
def test_depths_that_make_no_sense(call):
    """A depth below the least is refused in words."""
    with pytest.raises(ValueError, match="depth"):
        call(game().start(2))
