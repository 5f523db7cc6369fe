"""A typed program that uses the public names; `tests/test_public.py` has mypy check it.

Each `assert_type` fails the check if a public name loses its type.
"""

import random
from typing import assert_type

from wtrules import (
    BadPosition,
    Decision,
    Flasks,
    Game,
    IllegalMove,
    Move,
    Moves,
    Observation,
    Result,
    RulesChanged,
    RulesetError,
    State,
    load,
)


def best(seen: Observation, chance: random.Random, worlds: int = 3) -> Move:
    """Return the move after which most wizards are home, on average."""
    assert_type(seen.legal_moves, Moves)
    totals: dict[Move, float] = dict.fromkeys(seen.legal_moves, 0.0)
    for _ in range(worlds):
        world = seen.determinize(chance)
        for move in totals:
            for probability, after, rolls in world.outcomes(move):
                assert_type(rolls, tuple[int, ...])
                totals[move] += probability * after.home[seen.seat]
    return max(totals, key=lambda move: totals[move])


def play(game: Game, seed: int) -> Result | None:
    """Play a whole game."""
    state = game.start(players=2, seed=seed)
    chance = random.Random(seed)
    while not state.is_over:
        state = state.play(best(state.observation(state.to_act), chance))
    return state.result


def look(state: State) -> list[str]:
    """Read everything once."""
    assert_type(state.hands, tuple[tuple[str, ...], ...])
    assert_type(state.draw_pile, tuple[str, ...])
    assert_type(state.discards, dict[str, int])
    assert_type(state.spells, tuple[str, ...])
    assert_type(state.flasks, tuple[Flasks, ...])
    assert_type(state.home, tuple[int, ...])
    assert_type(state.roll, int | None)
    assert_type(state.decision, Decision | None)
    assert_type(state.legal_moves[0], Move)
    assert_type(state.legal_moves[1:], tuple[Move, ...])
    assert_type(state.play("discard"), State)
    assert_type(state.play(state.legal_moves[0], roll=3), State)
    return [move.text for move in state.legal_moves]


def safe(ruleset: str, line: str) -> State | None:
    """Return a position, None if it cannot be read."""
    try:
        return load(ruleset, variants=["nasty"]).position(line).play("discard")
    except (RulesetError, RulesChanged, BadPosition, IllegalMove) as error:
        print(error)
        return None
