"""A WebAssembly module that runs, whatever engine runs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

PAGE = 65_536  # bytes: memory grows by whole pages


# A state and a number come in, the next state and a list of numbers go out.
Playing = Callable[[bytes, int], tuple[bytes, bytes]]


class Trap(Exception):
    """A module stopped, or could not go on."""


class Instance(Protocol):
    """A module with its own memory, for one thread at a time."""

    def call(self, name: str, *args: int) -> int | None:
        """Call an exported function; raises Trap. Numbers of 64 bits may be given without a sign."""
        ...

    def number(self, name: str) -> int:
        """Return an exported number."""
        ...

    def set_number(self, name: str, value: int) -> None:
        """Change an exported number."""
        ...

    @property
    def size(self) -> int:
        """The size of the memory in bytes."""
        ...

    def grow(self, pages: int) -> None:
        """Make the memory larger; raises Trap if there is no more."""
        ...

    def read(self, at: int, size: int) -> bytes | bytearray:
        """Return bytes of the memory."""
        ...

    def write(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """Change bytes of the memory."""
        ...

    def write_from_outside(self, at: int, value: int) -> None:
        """Change a 32-bit number of the memory, also from another thread while a call is in progress."""
        ...

    def playing(self, name: str, size: int, listed: int) -> Playing | None:
        """Return a function for many short calls, or None where a call costs more than what it does.

        It writes bytes to address 0, calls an exported function with a number, and returns *size*
        bytes from address 0 and the 32-bit numbers at *listed*, as many as the call returned.
        """
        ...

    def view(self, at: int, size: int) -> memoryview | None:
        """Return bytes of the memory as they are now and later, until it grows.

        None where there are only copies.
        """
        ...
