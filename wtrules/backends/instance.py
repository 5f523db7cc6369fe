"""A WebAssembly module that runs, whatever engine runs it."""

from __future__ import annotations

from typing import Protocol

PAGE = 65_536  # bytes: memory grows by whole pages


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

    def view(self, at: int, size: int) -> memoryview | None:
        """Return bytes of the memory as they are now and later, until it grows.

        None where there are only copies.
        """
        ...
