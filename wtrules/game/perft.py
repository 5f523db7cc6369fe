"""Count the sequences of decisions that a position allows, by their length.

The counts are a fingerprint of the rules: if two engines give the same counts, they almost
certainly list the same moves. Chance follows the generator in the state, so the counts are the
same on every machine and on both back ends. The reference back end makes small counts, because it
is available at once. The native back end makes large ones: it is much faster, but has to be
compiled first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from wtrules.game.game import State

if TYPE_CHECKING:
    from wtrules.backends.native import Native

BACKENDS = ("auto", "native", "reference")

_FEW = 15_000  # moves; playing more takes longer than compiling
_AT_ONCE = 4  # depth of one native call; between two calls the count can be interrupted

Found = TypeVar("Found")
Count = Callable[[list[int], list[int], int], int]


class _TooManyError(Exception):
    """The count needs more moves than the reference back end should play."""


def perft(state: State, depth: int, backend: str = "auto") -> int:
    """Return the number of sequences of exactly *depth* decisions from a position.

    Games that end earlier do not count. *backend* is `auto`, `native` or `reference`.
    """
    if depth < 0:
        raise ValueError(f"depth must be at least 0, not {depth}")
    return _by(backend, state, lambda count: count(state.data, state.options, depth))


def divide(state: State, depth: int, backend: str = "auto") -> list[tuple[str, int]]:
    """Return each legal move and the number of sequences of *depth* decisions that start with it."""
    if depth < 1:
        raise ValueError(f"depth must be at least 1 to divide, not {depth}")

    def divided(count: Count) -> list[tuple[str, int]]:
        found = []
        for move in state.legal_moves:
            data = state.data[:]
            options = state.engine.play(data, move.option)
            found.append((move.text, count(data, options, depth - 1)))
        return found

    return _by(backend, state, divided)


def _by(backend: str, state: State, counted: Callable[[Count], Found]) -> Found:
    """Count with the given back end; `auto` chooses the faster one."""
    if backend not in BACKENDS:
        raise ValueError(f"backend must be {', '.join(BACKENDS[:-1])} or {BACKENDS[-1]}")
    if backend == "reference":
        return counted(_reference(state, None))
    if backend == "auto":
        try:
            return counted(_reference(state, _FEW))
        except _TooManyError:
            pass
    from wtrules.backends.native import NativeFault

    try:
        return counted(_native(state.game.native(state.players)))
    except NativeFault:
        if backend == "native":
            raise
        return counted(_reference(state, None))


def _reference(state: State, most: int | None) -> Count:
    play = state.engine.play
    left = most

    def count(data: list[int], options: list[int], depth: int) -> int:
        nonlocal left
        if depth == 0:
            return 1
        if depth == 1:
            return len(options)
        if left is not None:
            left -= len(options)
            if left < 0:
                raise _TooManyError
        total = 0
        for option in options:
            after = data[:]
            total += count(after, play(after, option), depth - 1)
        return total

    return count


def _native(native: Native) -> Count:
    def count(data: list[int], options: list[int], depth: int) -> int:
        if depth <= _AT_ONCE:
            return native.perft(data, depth)
        total = 0
        for option in options:
            after = data[:]
            total += count(after, native.play(after, option), depth - 1)
        return total

    return count
