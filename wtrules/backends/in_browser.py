"""Modules run by the browser that runs Python itself, through Pyodide.

Only a web worker, or Node, can compile modules of this size at once, as is done here; the main thread
of a page may not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wtrules.backends.instance import PAGE, Trap
from wtrules.program.state import signed

_KEPT = 64  # compiled modules
_FUNCTION, _TYPES, _FUNCTIONS, _EXPORTS, _WIDE = 0, 1, 3, 7, 0x7E  # of the binary format

_ready: dict[str, tuple[Any, dict[str, tuple[bool, ...]]]] = {}


class BrowserInstance:
    """An instance of a module in the browser."""

    def __init__(self, key: str, make: Callable[[], bytes]) -> None:
        import js

        module, self._wide = _compiled(key, make)
        self._exports: Any = js.WebAssembly.Instance.new(module).exports
        self._memory: Any = self._exports.memory
        self._calls: dict[str, Callable[..., int | None]] = {}

    def call(self, name: str, *args: int) -> int | None:
        """Call an exported function."""
        from pyodide.ffi import JsBigInt, JsException

        function = self._calls.get(name)
        if function is None:
            function = self._calls[name] = getattr(self._exports, name)
        arguments = [
            JsBigInt(signed(arg)) if wide else arg
            for arg, wide in zip(args, self._wide[name], strict=True)
        ]
        try:
            result = function(*arguments)
        except JsException as error:
            raise Trap(str(error)) from None
        return None if result is None else int(result)

    def number(self, name: str) -> int:
        """Return an exported number."""
        return int(getattr(self._exports, name).value)

    def set_number(self, name: str, value: int) -> None:
        """Change an exported number."""
        getattr(self._exports, name).value = value

    @property
    def size(self) -> int:
        """The size of the memory in bytes."""
        return int(self._memory.buffer.byteLength)

    def grow(self, pages: int) -> None:
        """Make the memory larger."""
        from pyodide.ffi import JsException

        try:
            self._memory.grow(pages)
        except JsException as error:
            raise Trap(f"no room for {pages * PAGE:,} more bytes: {error}") from None

    def read(self, at: int, size: int) -> bytes:
        """Return bytes of the memory."""
        return bytes(self._bytes(at, size).to_bytes())

    def write(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """Change bytes of the memory."""
        if data:
            self._bytes(at, len(data)).assign(data)

    def write_from_outside(self, at: int, value: int) -> None:
        """Change a 32-bit number of the memory; there are no other threads."""
        self.write(at, value.to_bytes(4, "little", signed=True))

    def playing(self, name: str, size: int, listed: int) -> None:
        """Return nothing: a call of JavaScript costs more than a move."""

    def view(self, at: int, size: int) -> None:
        """Return nothing: Python has a memory of its own here."""

    def _bytes(self, at: int, size: int) -> Any:
        import js

        return js.Uint8Array.new(self._memory.buffer, at, size)  # the buffer changes when it grows


def _compiled(key: str, make: Callable[[], bytes]) -> tuple[Any, dict[str, tuple[bool, ...]]]:
    """Return a compiled module, and which numbers of its functions have 64 bits."""
    import js
    from pyodide.ffi import to_js

    ready = _ready.pop(key, None)
    if ready is None:
        binary = make()
        ready = js.WebAssembly.Module.new(to_js(binary)), wide_parameters(binary)
    _ready[key] = ready
    if len(_ready) > _KEPT:
        del _ready[next(iter(_ready))]
    return ready


def wide_parameters(binary: bytes) -> dict[str, tuple[bool, ...]]:
    """Return for each exported function which of its parameters have 64 bits.

    JavaScript does not say so, but wants those, and only those, as a `BigInt`.
    """
    sections = dict(_sections(binary))
    types = []
    stream = _Stream(sections[_TYPES])
    for _ in range(stream.number()):
        stream.byte()  # a function
        types.append(tuple(stream.byte() == _WIDE for _ in range(stream.number())))
        for _ in range(stream.number()):
            stream.byte()
    stream = _Stream(sections[_FUNCTIONS])
    functions = [types[stream.number()] for _ in range(stream.number())]
    stream = _Stream(sections[_EXPORTS])
    wide = {}
    for _ in range(stream.number()):
        name = bytes(stream.byte() for _ in range(stream.number())).decode()
        kind, index = stream.byte(), stream.number()
        if kind == _FUNCTION:
            wide[name] = functions[index]
    return wide


def _sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    stream = _Stream(binary, len(b"\0asm\1\0\0\0"))
    while stream.at < len(binary):
        id, size = stream.byte(), stream.number()
        yield id, binary[stream.at : stream.at + size]
        stream.at += size


class _Stream:
    """Bytes that are read one after the other."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self._data = data
        self.at = at

    def byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

    def number(self) -> int:
        """Return a number in LEB128."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7
