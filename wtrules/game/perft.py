"""Counting: how many sequences of so many decisions a position allows.

The counts are a fingerprint of the rules: two engines that agree on them down to some depth agree on
the moves. Chance follows the generator in the state, so the counts are the same on every machine.
"""

from __future__ import annotations

from wtrules.game.game import State


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly *depth* decisions from a position.

    A game that is over earlier has none of that length.
    """
    if depth < 0:
        raise ValueError(f"a depth is a number from 0, not {depth}")
    return _count(state, state.data, state.options, depth)


def divide(state: State, depth: int) -> list[tuple[str, int]]:
    """Return for each legal move how many sequences of *depth* decisions begin with it."""
    if depth < 1:
        raise ValueError(f"to divide takes a depth of at least 1, not {depth}")
    found = []
    for move in state.legal_moves:
        data = state.data[:]
        options = state.engine.play(data, move.option)
        found.append((move.text, _count(state, data, options, depth - 1)))
    return found


def _count(state: State, data: list[int], options: list[int], depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(options)
    play = state.engine.play
    total = 0
    for option in options:
        after = data[:]
        total += _count(state, after, play(after, option), depth - 1)
    return total
