"""Modules run by wasmtime, compiled once and cached between runs.

Compiled modules are kept in the user's cache folder, under a key of the module, the version of
wasmtime and the processor. A cached module is native code, so it is used only if the folder is
private, the checksum is right, and wasmtime accepts it for this machine; otherwise the module is
compiled again.
"""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import os
import platform
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from wtrules import cache as kept
from wtrules.backends.instance import PAGE, Playing, Trap
from wtrules.program.state import signed

if TYPE_CHECKING:
    import wasmtime

_NAME = "native"
_KEPT = 64  # modules; each is about a hundred kilobytes
_FORMAT = "2"  # change it when modules are compiled with other settings

Call = Callable[..., "int | None"]

_WORDS = 2  # of 64 bits for each number: there is room for 128
_HALF = 1 << 32

_lock = threading.Lock()
_ready: dict[str, tuple[wasmtime.Engine, wasmtime.Module]] = {}
_stores: WeakSet[wasmtime.Store] = WeakSet()
_engines: list[wasmtime.Engine] = []
_forked = False


def compiled(key: str, make: Callable[[], bytes]) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Return a module and the engine it is for, compiled at most once.

    *make* returns the module as bytes; *key* is any text that identifies it.
    """
    key = hashlib.sha256("\0".join((_FORMAT, _version(), _processor(), key)).encode()).hexdigest()
    with _lock:  # only one thread compiles
        ready = _ready.get(key)
        if ready is None:
            module = _load(key) or _compile(key, make())
            ready = _ready[key] = (_engine(), module)
            if len(_ready) > _KEPT:
                del _ready[next(iter(_ready))]
    return ready


class WasmtimeInstance:
    """An instance of a module in wasmtime."""

    def __init__(self, key: str, make: Callable[[], bytes]) -> None:
        import wasmtime

        engine, module = compiled(key, make)
        self._store = wasmtime.Store(engine)
        _stores.add(self._store)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory: Any = self._exports["memory"]
        self._failures = (wasmtime.Trap, wasmtime.WasmtimeError)
        self._calls: dict[str, Call] = {}
        self._note_address()

    def call(self, name: str, *args: int) -> int | None:
        """Call an exported function."""
        return self.function(name)(*args)

    def function(self, name: str) -> Call:
        """Return an exported function, for calls that must be fast."""
        call = self._calls.get(name)
        if call is None:
            exported: Any = self._exports[name]
            call = fast_call(self._store, exported) or partial(self._call, exported)
            self._calls[name] = call
        return call

    def _call(self, function: Any, *args: int) -> int | None:
        try:
            result: int | None = function(self._store, *map(signed, args))
        except self._failures as error:
            raise Trap(str(error)) from None
        return result

    def number(self, name: str) -> int:
        """Return an exported number."""
        exported: Any = self._exports[name]
        return int(exported.value(self._store))

    def set_number(self, name: str, value: int) -> None:
        """Change an exported number."""
        exported: Any = self._exports[name]
        exported.set_value(self._store, value)

    @property
    def size(self) -> int:
        """The size of the memory in bytes."""
        return self._size

    def grow(self, pages: int) -> None:
        """Make the memory larger."""
        try:
            self._memory.grow(self._store, pages)
        except self._failures as error:
            raise Trap(f"no room for {pages * PAGE:,} more bytes: {error}") from None
        self._note_address()

    def read(self, at: int, size: int) -> bytes:
        """Return bytes of the memory."""
        self._expect(at, size)
        return ctypes.string_at(self._address + at, size)

    def write(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """Change bytes of the memory."""
        if not isinstance(data, bytes):
            data = bytes(data)
        self._expect(at, len(data))
        ctypes.memmove(self._address + at, data, len(data))

    def _expect(self, at: int, size: int) -> None:
        if at < 0 or at + size > self._size:
            raise Trap(f"the memory has {self._size:,} bytes, not {at + size:,}")

    def write_from_outside(self, at: int, value: int) -> None:
        """Change a 32-bit number of the memory, also from another thread while a call is in progress."""
        ctypes.c_int.from_address(self._address + at).value = value

    def playing(self, name: str, size: int, listed: int) -> Playing | None:
        """Return a function that writes bytes to address 0, calls another, and reads what it left."""
        call = fast_call(self._store, self._exports[name])  # type: ignore[arg-type]
        if call is None:
            return None
        address, string_at, memmove = self._address, ctypes.string_at, ctypes.memmove
        options = address + listed

        def play(packed: bytes, number: int) -> tuple[bytes, bytes]:
            memmove(address, packed, size)
            count = call(number) or 0
            return string_at(address, size), string_at(options, 4 * count)

        return play

    def view(self, at: int, size: int) -> memoryview:
        """Return bytes of the memory as they are now and later, until it grows."""
        self._expect(at, size)
        view = (ctypes.c_ubyte * size).from_address(self._address + at)
        view.owner = self  # type: ignore[attr-defined]  # the memory exists as long as its store
        return memoryview(view)

    def _note_address(self) -> None:
        """Note where the memory is and its size; it may move when it grows."""
        self._size = int(self._memory.data_len(self._store))
        self._address = ctypes.addressof(self._memory.data_ptr(self._store).contents)


def fast_call(store: wasmtime.Store, function: wasmtime.Func) -> Call | None:
    """Return a function that calls an exported one in a microsecond or two, or None.

    `wasmtime.Func` takes twenty: it asks for the type of the function and converts every number each
    time. Here this is done once. It uses parts of wasmtime that are not promised to stay: where they
    have changed, None is returned, and the usual way is used.
    """
    import wasmtime

    try:
        from wasmtime import _ffi as ffi

        unchecked: Any = ffi.dll.wasmtime_func_call_unchecked
        prototype = ctypes.CFUNCTYPE(
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_void_p,
        )
        call = prototype(ctypes.cast(unchecked, ctypes.c_void_p).value or 0)
        context = ctypes.cast(store._context(), ctypes.c_void_p).value
        held = function._func
        trapped, failed = wasmtime.Trap._from_ptr, wasmtime.WasmtimeError._from_ptr
        pointers = ctypes.POINTER(ffi.wasm_trap_t), ctypes.POINTER(ffi.wasmtime_error_t)
        is_fitting = ctypes.sizeof(ffi.wasmtime_val_raw_t) == 8 * _WORDS
    except (AttributeError, ImportError):
        return None
    type = function.type(store)
    wide = wasmtime.ValType.i64()
    parameters, results = len(type.params), list(type.results)
    size = max(parameters, len(results), 1)
    numbers = (ctypes.c_int64 * (_WORDS * size))()
    trap = ctypes.c_void_p()
    where, room, why = ctypes.addressof(held), ctypes.addressof(numbers), ctypes.addressof(trap)
    has_result, is_wide = bool(results), results == [wide]
    if not is_fitting or len(results) > 1:
        return None

    def run(*args: int) -> int | None:
        if len(args) != parameters:
            raise TypeError(f"{parameters} numbers are needed, not {len(args)}")
        for i, arg in enumerate(args):
            numbers[_WORDS * i] = arg
        error = call(context, where, room, size, why)
        if error or trap.value:
            raise Trap(str(stopped(error)))
        if not has_result:
            return None
        result: int = numbers[0]
        if is_wide:
            return result
        result %= _HALF  # the rest is not part of the number
        return result - _HALF if result >= _HALF >> 1 else result

    def stopped(error: int | None) -> object:
        if error:
            return failed(ctypes.cast(error, pointers[1]))
        reason = trapped(ctypes.cast(trap, pointers[0]))
        trap.value = None
        return reason

    run.keeps = (store, function, held)  # type: ignore[attr-defined]  # as long as it can be called
    return run


@atexit.register
def _close() -> None:
    """Close everything: a store that is still open when Python shuts down causes a warning."""
    for store in list(_stores):
        store.close()
    while _ready:
        _ready.popitem()[1][1].close()
    while _engines:
        _engines.pop().close()
    _engine.cache_clear()


def _load(key: str) -> wasmtime.Module | None:
    """Return a cached module, or None if no cached module fits."""
    import wasmtime

    data = kept.load(_NAME, key)
    if data is not None:
        with suppress(wasmtime.WasmtimeError):  # of another build or processor
            return wasmtime.Module.deserialize(_engine(), data)
    return None


def _compile(key: str, binary: bytes) -> wasmtime.Module:
    import wasmtime

    module = wasmtime.Module(_engine(), binary)
    kept.store(_NAME, key, bytes(module.serialize()), _KEPT)
    return module


@cache
def _engine() -> wasmtime.Engine:
    """Return the one engine that compiles in this process."""
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = not _forked
    # Without files in memory: where files must not grow, as on a full disk, games can be played.
    config.memory_init_cow = False
    engine = wasmtime.Engine(config)
    _engines.append(engine)
    return engine


def _start_as_fork() -> None:
    """Make a forked process compile alone: the threads that compile exist only in its parent."""
    global _lock, _forked
    _lock, _forked = threading.Lock(), True
    _engine.cache_clear()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_start_as_fork)


@cache
def _version() -> str:
    """Return a key for this build of wasmtime; it cannot run modules of another build.

    The size and time of its library will do; asking for its version takes longer than compiling.
    """
    from wasmtime import _ffi

    about = os.stat(_ffi.filename)
    return f"{about.st_size} {about.st_mtime_ns}"


@cache
def _processor() -> str:
    """Return a key for this kind of processor, because compiled modules depend on it."""
    flags = ""
    with suppress(OSError), open("/proc/cpuinfo", "rb") as stream:
        for line in stream.read(16_384).splitlines():
            if line.startswith((b"flags", b"Features")):
                flags = line.decode("ascii", "replace")
                break
    return f"{sys.platform} {platform.machine()} {flags}"
