"""The batch functions of a native module: many games, positions or move sequences in one call.

They are written in `arithmetic.wat` and `batches.wat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wtrules.backends.wasm.instructions import Item
from wtrules.backends.wasm.layout import Layout
from wtrules.backends.wasm.read import read_file
from wtrules.program import program as p

_FOLDER = Path(__file__).parent

# Why a module stopped, by number; `FAULTS` in native.py has the messages.
TOO_MANY_OPTIONS, ENDLESS, NO_ROOM, NO_DECISION, NO_ACTION = 1, 2, 3, 4, 5

TURN_NUMBERS = (
    16  # bytes after the state of a turn: two numbers, and nothing up to a multiple of 16
)


def below(at: str) -> str:
    """Return the body of a function of $n: a random number below it, by the generator at an address.

    It repeats `$step`, because a call within a call takes as long as the work itself.
    """
    return f"""\
    (local $z i64)
    (local.set $z (i64.add (i64.load {at}) (i64.const 0x9E3779B97F4A7C15)))
    (i64.store {at} (local.get $z))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
                           (i64.const 0xBF58476D1CE4E5B9)))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
                           (i64.const 0x94D049BB133111EB)))
    (i32.wrap_i64 (i64.shr_u
      (i64.mul (i64.shr_u (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31)))
                          (i64.const 32))
               (i64.extend_i32_u (local.get $n)))
      (i64.const 32)))"""


def arithmetic() -> Sequence[Item]:
    """Return the functions that every module begins with."""
    at = "(local.get $at)"
    return read_file(_FOLDER / "arithmetic.wat", below=below(at), MOST=p.MOST, LEAST=-p.MOST)


def batches(layout: Layout) -> Sequence[Item]:
    """Return the functions that every module ends with."""
    return read_file(
        _FOLDER / "batches.wat",
        layout=layout,
        ENTRY=p.ENTRY,
        NO_DECISION=NO_DECISION,
        NO_ROOM=NO_ROOM,
        record=layout.state_size + TURN_NUMBERS,
        count=layout.state_size + 4,
    )
