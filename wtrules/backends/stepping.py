"""Single moves, played in native code as soon as it pays to compile it.

The reference back end plays a move in about ten microseconds, native code in three, but it has to be
compiled first. So the reference back end plays the first few thousand moves of a program. Afterwards a
state is passed on as the bytes that native code has for it; its numbers are unpacked when somebody
asks for them.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from wtrules.value import Value

PLAYED_FIRST = 3_000  # moves of the reference back end; compiling takes as long as a few thousand


@frozen
class Steps(Value):
    """Native code that plays single moves; states are bytes."""

    play: Callable[[bytes, int], tuple[bytes, list[int]]]  # the next state and its options
    pack: Callable[[list[int]], bytes]
    unpack: Callable[[bytes], list[int]]
    number: Callable[[bytes, str], int]  # the first number of a field


class Stepper:
    """Counts the moves of the reference back end; `steps` is set once native code plays them.

    *make* compiles native code; it returns None where that cannot be, or would not be faster.
    """

    __slots__ = ("_left", "_make", "steps")

    steps: Steps | None

    def __init__(self, make: Callable[[], Steps | None] | None = None) -> None:
        self._make = make
        self._left = PLAYED_FIRST
        self.steps = None

    def count(self) -> None:
        """Note that the reference back end plays a move; perhaps it is the last one it has to."""
        self._left -= 1
        if self._left == 0:
            self.compile()

    def compile(self) -> None:
        """Play in native code from now on, where that is possible."""
        if self._make is not None:
            self.steps = self._make()
