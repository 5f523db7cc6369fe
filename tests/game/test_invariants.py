"""What holds in every position of every game, seen in games played at random.

`WTRULES_GAMES=10000 pytest tests/game/test_invariants.py` plays more of them; add `-n 4` to play
on four cores. A game in which something is wrong is shortened and printed as a game file.
"""

from __future__ import annotations

import os
import random

import pytest

from tests.game.helpers import (
    Trial,
    broken,
    broken_anywhere,
    broken_as_text,
    choose,
    faults,
    game,
    play_and_check,
    random_trial,
    shrink,
)
from tests.modes import EDITIONS, modes
from tests.sampling import sampled
from wtrules.game.game import State

GAMES = int(os.environ.get("WTRULES_GAMES", "20"))
COUNTS = (2, 3, 4, 5, 6)
BATCHES = max(1, GAMES // 1000)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("ruleset", ["en-capstone", "every-spell"])
def test_random_games_keep_the_rules_of_matter(ruleset: str, players: int, batch: int):
    """No piece, card or flask is lost or made; every game ends; every position can be written."""
    number = -(-GAMES // (2 * len(COUNTS) * BATCHES))
    for seed in range(batch * number, (batch + 1) * number):
        assert play_and_check(ruleset, players, seed, text_every=40, again=seed % 4 == 0) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset",
    sampled(["+".join((edition, *chosen)) for edition in EDITIONS for chosen in modes(edition)], 6),
)
def test_every_edition_and_mode_keeps_the_rules_of_matter(ruleset: str):
    """For every number of players: nothing is lost, every position can be written and read."""
    for players in game(ruleset).players:
        rng = random.Random(players)
        first = state = game(ruleset).start(players, players)
        for number in range(150):
            if state.is_over:
                break
            before = state
            state = before.play(before.options[choose(before, rng) % len(before.options)])
            assert [] == broken_anywhere(first, before, state)
            if number % 10 == 0:
                assert [] == broken_as_text(state)


@pytest.mark.slow
@pytest.mark.parametrize("players", COUNTS)
def test_every_position_of_a_game_can_be_written(players: int):
    """A line read again offers the same options, and they do the same."""
    states = Trial("every-spell", players, players, tuple(range(0, 3000, 11))).history().states

    assert [] == [wrong for state in states for wrong in broken_as_text(state)]


def test_the_supply_is_that_of_the_table():
    """What must stay the same is right to begin with."""
    for players, wizards, flasks in ((2, 5, 6), (3, 4, 5), (4, 4, 5), (5, 3, 4), (6, 3, 4)):
        state = game().start(players, 0)

        assert [wizards] * players == state.numbers("wizards")
        assert [flasks] * players == state.numbers("empty")
        assert [3] * players == state.numbers("hand_size")
        assert 9 == sum(state.numbers("height"))


# --- the checks themselves ---


def spoilt(state: State, field: str, index: int, by: int) -> State:
    """Return a position in which one number is wrong."""
    data = state.data[:]
    data[state.program.fields[field].offset + index] += by
    return State(state.game, state.engine, data, state.options)


@pytest.mark.parametrize(
    ("field", "index", "by", "words"),
    [
        ("home", 0, 1, "wizards of"),
        ("height", 3, -1, "towers"),
        ("shields", 5, -2, "towers"),
        ("cell", 0, 1, "shares a surface with the castle"),
        ("castle", 0, 16, "castle has left"),
        ("hand", 0, 1, "miscounted"),
        ("discard", 2, 1, "of 4 cards"),
        ("full", 1, 1, "flasks of seat 1"),
        ("empty", 1, -7, "flasks of seat 1"),
    ],
)
def test_a_spoilt_position_is_noticed(field: str, index: int, by: int, words: str):
    """The checks see a wrong number wherever it is."""
    state = Trial("en-capstone", 2, 1, (0, 0, 0, 0)).history().state
    assert [] == broken(state, state, state)
    wrong = broken(state, state, spoilt(state, field, index, by))

    assert any(words in each for each in wrong)


def test_an_option_for_a_foreign_wizard_is_noticed():
    """A card moves one's own wizards."""
    states = random_trial("en-capstone", 2, 1).history().states
    state = next(s for s in states if any(m.text.startswith("wizard") for m in s.legal_moves))
    data = state.data[:]
    data[state.program.fields["actor"].offset] ^= 1
    wrong = broken(states[0], state, State(state.game, state.engine, data, state.options))

    assert any("no visible wizard of seat" in each for each in wrong)


def test_a_game_with_a_fault_is_made_short():
    """What is printed is the shortest game that could be found, not the one that was played."""

    def never_covered(first: State, before: State, state: State) -> list[str]:
        return ["somebody filled a flask"] if any(state.numbers("full")) else []

    long = Trial("en-capstone", 2, 5, tuple(range(0, 9000, 7)))
    number, wrong = faults(long, never_covered)
    short = shrink(long, never_covered)

    assert wrong
    assert faults(short, never_covered)[1]
    assert len(short.choices) <= min(number, 6)
    assert str(short).startswith("ruleset: en-capstone\n")
