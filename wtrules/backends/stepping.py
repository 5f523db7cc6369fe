"""Single moves, played in native code as soon as it pays to compile it.

The reference back end plays a move in about ten microseconds, native code in three, but it has to be
compiled first. So the reference back end plays the first few thousand moves of a program. Afterwards a
state is passed on as the bytes that native code has for it; its numbers are unpacked when somebody
asks for them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wtrules.backends.native import Native
    from wtrules.backends.reference import Reference

PLAYED_FIRST = 3_000  # moves of the reference back end; compiling takes as long as a few thousand

# Returns a state after an option, as bytes, and the options of its decision.
Step = Callable[[bytes, int], tuple[bytes, list[int]]]


class Stepper:
    """Plays single moves of a program; `step` is set while native code does it."""

    __slots__ = ("_engine", "_left", "_native", "step")

    step: Step | None
    _native: Native | None

    def __init__(self, engine: Reference) -> None:
        self._engine = engine
        self._left = PLAYED_FIRST
        self._native = None
        self.step = None

    def count(self) -> None:
        """Note that the reference back end plays a move; perhaps it is the last one it has to."""
        self._left -= 1
        if self._left == 0:
            self.compile()

    def compile(self) -> None:
        """Play in native code from now on, where that is possible."""
        from wtrules.backends.native import Native, NotNative

        try:
            self._native = Native(self._engine.program)
        except NotNative:
            return
        self.step = _step(self._native)

    def pack(self, data: list[int]) -> bytes:
        """Return the numbers of a state as bytes."""
        assert self._native is not None
        return self._native.layout.state.pack(*data)

    def unpack(self, packed: bytes) -> list[int]:
        """Return the numbers of a state."""
        assert self._native is not None
        return list(self._native.layout.state.unpack(packed))

    def number(self, packed: bytes, field: str) -> int:
        """Return the first number of a field of the state."""
        assert self._native is not None
        at = self._native.layout.fields[field]
        return int.from_bytes(packed[at : at + 4], "little", signed=True)


def _step(native: Native) -> Step | None:
    """Return a function that plays one move; None where calls are not fast enough for that."""
    fast = native.fast_play()
    if fast is None:
        return None
    lock = Lock()  # the module has one memory for all threads

    def step(packed: bytes, option: int) -> tuple[bytes, list[int]]:
        with lock:
            after, listed = fast(packed, option)
        return after, array("i", listed).tolist()

    return step
