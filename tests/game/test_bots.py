"""The bots: honest, deterministic, and the greedy one better than chance."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tests.game.helpers import Trial, broken, game
from wtrules.game.bots import BOTS, Bot, GreedyBot, RandomBot, imagine
from wtrules.game.game import State
from wtrules.game.playthrough import History

GAMES = 24


def played(bots: list[Bot], seed: int) -> History:
    """Play a game to its end."""
    history = History.begin(game(), len(bots), seed)
    while not history.state.is_over:
        history.play(bots[history.state.to_act].choose(history.state))
    return history


@pytest.mark.slow
def test_greedy_beats_random():
    """In at least three of four games, no matter who begins; in fact it wins nearly all of them."""
    won = 0
    for seed in range(GAMES):
        seat = seed % 2
        bots: list[Bot] = [RandomBot(seed), RandomBot(seed)]
        bots[seat] = GreedyBot(seed)
        result = played(bots, seed).state.result
        assert result is not None
        won += result.winners == (seat,)

    assert won >= 0.75 * GAMES


@pytest.mark.parametrize("players", [2, 4, 6])
def test_bots_keep_to_the_rules(players: int):
    """Whatever they choose is legal, and the game comes to a proper end."""
    history = played([GreedyBot(i) if i % 2 else RandomBot(i) for i in range(players)], 3)
    states = history.states

    assert [] == [w for a, b in pairwise(states) for w in broken(states[0], a, b)]


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_chooses_the_same_moves(name: str):
    """A bot has no other source of chance than its seed."""
    one, two, other = (played([BOTS[name](s), BOTS[name](9)], 4).moves for s in (1, 1, 2))

    assert one == two
    assert one != other


def positions() -> list[State]:
    """Some positions from the middle of games."""
    return [
        Trial("every-spell", 3, seed, tuple(range(0, 700, 7))).history().state for seed in range(8)
    ]


def test_greedy_uses_only_what_the_player_may_know():
    """Positions that look alike to the player are answered alike."""
    for number, state in enumerate(positions()):
        twin = imagine(state, random.Random(number))

        assert state.observation(state.to_act) == twin.observation(state.to_act)
        assert str(state) != str(twin)
        assert GreedyBot(number).choose(state) == GreedyBot(number).choose(twin)


def test_what_is_imagined_could_be():
    """The same cards in all, hands of the same size, and the same options."""
    for state in positions():
        twin = imagine(state, random.Random(1))

        assert [] == broken(state.game.start(3, 0), state, twin)
        assert state.game.position(str(twin)).options == state.options
        assert state.numbers("hand_size") == twin.numbers("hand_size")


def test_greedy_takes_a_wizard_home():
    """With a card that does it, it does not look further."""
    for seed in range(40):
        state = game().start(2, seed)
        bots = [GreedyBot(seed), GreedyBot(seed + 1)]
        while not state.is_over:
            seat = state.to_act
            here = state.numbers("home")[seat]
            entering = [
                move
                for move in state.legal_moves
                if move.rule == "card.wizard" and state.play(move).numbers("home")[seat] > here
            ]
            move = bots[seat].choose(state)
            if entering:
                assert move in entering
                return
            state = state.play(move)
    pytest.fail("no wizard ever stood before the castle")


@pytest.mark.slow
def test_a_game_that_somebody_has_won_is_not_stalled():
    """When the last wizard comes home the game is won, unless nobody has filled all flasks."""
    for seed in (1, 9, 11):
        history = played([GreedyBot(seed), GreedyBot(seed + 50)], seed)

        assert [] == broken(history.states[0], history.states[-2], history.state)
