"""Modules ready to run: WebAssembly text compiled, and kept between runs.

Comes in: the text of a module, or what it is printed from. Goes out: wasmtime's engine and the
compiled module. Compiled modules are kept in the user's cache folder, under a name that says for which
text, version of wasmtime and processor they were made. What is read from there is native code, so it is taken only if the folder
is private, the checksum is right, and wasmtime finds it fit for this machine; anything else is
compiled anew.
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
_FORMAT = "1"  # changes when modules are compiled with other settings

_lock = threading.Lock()
_ready: dict[str, wasmtime.Module] = {}
_stores: WeakSet[wasmtime.Store] = WeakSet()


def compiled(
    text: str, printed: Callable[[], str] | None = None
) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Return the engine of this process and a module for it, compiled at most once.

    With *printed*, which gives the text, *text* is any other that tells the module from all others.
    """
    key = hashlib.sha256("\0".join((_FORMAT, _version(), _processor(), text)).encode()).hexdigest()
    with _lock:  # once, however many threads ask
        module = _ready.get(key)
        if module is None:
            module = _load(key) or _compile(key, text if printed is None else printed())
            _ready[key] = module
            if len(_ready) > _KEPT:
                del _ready[next(iter(_ready))]
    return _engine(), module


def new_store(engine: wasmtime.Engine) -> wasmtime.Store:
    """Return the memory and the tables of one instance, given back before Python ends.

    What is left over until Python takes itself apart would be given back with a complaint.
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
        _ready.popitem()[1].close()
    if _engine.cache_info().currsize:
        _engine().close()
        _engine.cache_clear()


def _load(key: str) -> wasmtime.Module | None:
    """Return a kept module, None if there is none that fits."""
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
    """Return the one engine of this process."""
    import wasmtime

    return wasmtime.Engine()


@cache
def _version() -> str:
    """Return what tells builds of wasmtime apart; modules of another one are of no use.

    Its library says so by size and time; asking for the number takes longer than compiling.
    """
    from wasmtime import _ffi

    about = os.stat(_ffi.filename)
    return f"{about.st_size} {about.st_mtime_ns}"


@cache
def _processor() -> str:
    """Return what tells processors apart that run different code."""
    flags = ""
    with suppress(OSError), open("/proc/cpuinfo", "rb") as stream:
        for line in stream.read(16_384).splitlines():
            if line.startswith((b"flags", b"Features")):
                flags = line.decode("ascii", "replace")
                break
    return f"{sys.platform} {platform.machine()} {flags}"
