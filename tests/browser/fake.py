"""A browser made of wasmtime: what wtrules sees of JavaScript in Pyodide, and nothing that Pyodide lacks.

`install` changes the running process for good, so it is called only in processes of its own.
"""

from __future__ import annotations

import builtins
import sys
import threading
from types import ModuleType, SimpleNamespace
from typing import Any

import wasmtime

# What a browser lacks, and what a page has no use for.
MISSING = (
    "wasmtime", "typer", "click", "rich", "lark", "multiprocessing", "_multiprocessing", "resource",
    "fcntl", "termios", "readline", "ctypes", "numpy", "duckdb", "dask", "distributed",
)  # fmt: skip
_OURS = ("wasmtime", "ctypes", "tests")  # they are the browser


class JsException(Exception):
    """Something that JavaScript threw."""


class JsBigInt(int):
    """A number that JavaScript sees as a `BigInt`."""


_engine = wasmtime.Engine()


class _Module:
    @staticmethod
    def new(data: bytes) -> wasmtime.Module:
        return wasmtime.Module(_engine, data)


class _Instance:
    @staticmethod
    def new(module: wasmtime.Module) -> _Instance:
        return _Instance(module)

    def __init__(self, module: wasmtime.Module) -> None:
        store = wasmtime.Store(_engine)
        found: Any = wasmtime.Instance(store, module, []).exports(store)
        wrap = {wasmtime.Memory: _Memory, wasmtime.Global: _Global, wasmtime.Func: _Function}
        names = [exported.name for exported in module.exports]
        made = {name: wrap[type(found[name])](store, found[name]) for name in names}
        self.exports = SimpleNamespace(**made)


class _Function:
    def __init__(self, store: wasmtime.Store, function: wasmtime.Func) -> None:
        self._store, self._function = store, function
        self._wide = [type == wasmtime.ValType.i64() for type in function.type(store).params]

    def __call__(self, *args: int) -> object:
        for arg, wide in zip(args, self._wide, strict=True):
            if isinstance(arg, JsBigInt) != wide:
                raise JsException(
                    f"TypeError: Cannot convert {arg} to a {'BigInt' * wide or 'number'}"
                )
        try:
            found = self._function(self._store, *args)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise JsException(f"RuntimeError: {error}") from None
        return found


class _Global:
    def __init__(self, store: wasmtime.Store, number: wasmtime.Global) -> None:
        object.__setattr__(self, "_held", (store, number))

    def __getattr__(self, name: str) -> object:
        store, number = self._held
        return number.value(store)

    def __setattr__(self, name: str, value: object) -> None:
        store, number = self._held
        number.set_value(store, value)


class _Memory:
    def __init__(self, store: wasmtime.Store, memory: wasmtime.Memory) -> None:
        self._store, self._memory = store, memory

    @property
    def buffer(self) -> SimpleNamespace:
        size = self._memory.data_len(self._store)
        return SimpleNamespace(byteLength=size, store=self._store, memory=self._memory)

    def grow(self, pages: int) -> None:
        try:
            self._memory.grow(self._store, pages)
        except wasmtime.WasmtimeError as error:
            raise JsException(f"RangeError: {error}") from None


class _Bytes:
    @staticmethod
    def new(buffer: Any, at: int, size: int) -> _Bytes:
        return _Bytes(buffer, at, size)

    def __init__(self, buffer: Any, at: int, size: int) -> None:
        # A buffer is gone once its memory has grown.
        assert buffer.byteLength == buffer.memory.data_len(buffer.store)
        self._buffer, self._at, self._size = buffer, at, size

    def to_bytes(self) -> bytes:
        buffer, at = self._buffer, self._at
        return bytes(buffer.memory.read(buffer.store, at, at + self._size))

    def assign(self, data: bytes) -> None:
        assert len(data) == self._size
        self._buffer.memory.write(self._buffer.store, bytearray(data), self._at)


def install() -> None:
    """Make this process look like a browser to wtrules."""
    js: Any = ModuleType("js")
    js.WebAssembly = SimpleNamespace(Module=_Module, Instance=_Instance)
    js.Uint8Array = _Bytes
    ffi: Any = ModuleType("pyodide.ffi")
    ffi.JsBigInt, ffi.JsException, ffi.to_js = JsBigInt, JsException, lambda data: data
    sys.modules |= {"js": js, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi}
    usual = builtins.__import__

    def guarded(name: str, names: Any = None, *rest: Any, **more: Any) -> ModuleType:
        asking = (names or {}).get("__name__", "")
        if name.split(".")[0] in MISSING and asking.split(".")[0] not in _OURS:
            raise ModuleNotFoundError(f"a browser has no {name}, which {asking} imports")
        return usual(name, names, *rest, **more)

    builtins.__import__ = guarded
    sys.platform = "emscripten"

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    threading.Thread.start = refuse  # type: ignore[method-assign]
