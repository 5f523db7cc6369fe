"""Compiled WebAssembly modules, cached between runs.

Compiled modules are kept in the user's cache folder, under a key of the text, the version of
wasmtime and the processor. A cached module is native code, so it is used only if the folder is
private, the checksum is right, and wasmtime accepts it for this machine; otherwise the text is
compiled again.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING
from weakref import WeakSet

from wtrules import cache as kept

if TYPE_CHECKING:
    import wasmtime

_NAME = "native"
_KEPT = 64  # modules; each is about a hundred kilobytes
_FORMAT = "1"  # change it when modules are compiled with other settings

_lock = threading.Lock()
_ready: dict[str, tuple[wasmtime.Engine, wasmtime.Module]] = {}
_stores: WeakSet[wasmtime.Store] = WeakSet()
_engines: list[wasmtime.Engine] = []
_forked = False


def compiled(
    text: str, printed: Callable[[], str] | None = None
) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Return a module and the engine it is for, compiled at most once.

    With *printed*, which returns the text, *text* may be any key that identifies the module.
    """
    key = hashlib.sha256("\0".join((_FORMAT, _version(), _processor(), text)).encode()).hexdigest()
    with _lock:  # only one thread compiles
        found = _ready.get(key)
        if found is None:
            module = _load(key) or _compile(key, text if printed is None else printed())
            found = _ready[key] = (_engine(), module)
            if len(_ready) > _KEPT:
                del _ready[next(iter(_ready))]
    return found


def new_store(engine: wasmtime.Engine) -> wasmtime.Store:
    """Return a store for one instance; it is closed before Python exits.

    A store that is still open when Python shuts down causes a warning.
    """
    import wasmtime

    store = wasmtime.Store(engine)
    _stores.add(store)
    return store


@atexit.register
def _close() -> None:
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


def _compile(key: str, text: str) -> wasmtime.Module:
    import wasmtime

    module = wasmtime.Module(_engine(), bytes(wasmtime.wat2wasm(text)))
    kept.store(_NAME, key, bytes(module.serialize()), _KEPT)
    return module


@cache
def _engine() -> wasmtime.Engine:
    """Return the one engine that compiles in this process."""
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = not _forked
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
