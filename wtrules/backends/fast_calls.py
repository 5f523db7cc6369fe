"""Calls into wasmtime that cost a microsecond or two instead of twenty.

`wasmtime.Func` asks for the type of the function and converts every number each time it is called. Here
this is done once; a call fills in its numbers and goes on. It uses parts of wasmtime that are not
promised to stay: where they have changed, `fast_call` returns None, and the usual way is used.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wtrules.backends.instance import Trap

if TYPE_CHECKING:
    import wasmtime

Call = Callable[..., "int | None"]

_WORDS = 2  # of 64 bits for each number: there is room for 128
_HALF = 1 << 32


def fast_call(store: wasmtime.Store, function: wasmtime.Func) -> Call | None:
    """Return a function that calls an exported one, or None if this wasmtime is unknown."""
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
