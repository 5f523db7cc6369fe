"""WebAssembly as values: instructions, functions, data and whole modules.

An instruction is a tuple: its name, then what it refers to by name or number. Code is a list of
instructions in the order in which they run, operands first. `encode` turns a module into bytes, `text`
into the text format, and `read` makes functions from text written by hand.

| instruction | refers to |
| --- | --- |
| `("i32.const", n)`, `("i64.const", n)`, `("v128.const", n, n, n, n)` | numbers |
| `("local.get", name)`, `("global.set", name)`, `("call", name)` … | a local, a global, a function |
| `("i32x4.extract_lane", i)` | one of four numbers |
| `("i32.load", offset)`, `("v128.store", offset)` … | an offset that is added to the address |
| `("block", label, type)`, `("loop", label, type)`, `("if", label, type)` | what jumps call it, and the type of its result or "" |
| `("br", label)`, `("br_if", label)`, `("br_table", label, …, otherwise)` | labels |
| any other | nothing |
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from attrs import frozen

from wtrules.value import Value

Instruction = tuple[Any, ...]
Code = list[Instruction]


@frozen
class Function(Value):
    """A function; *parameters* and *locals* are names with their types."""

    name: str
    parameters: Sequence[tuple[str, str]]
    result: str  # its type, or "" for none
    locals: Sequence[tuple[str, str]]
    code: Code
    export: str = ""  # the name by which the function is called from outside
    comment: str = ""


@frozen
class Data(Value):
    """Bytes that are in memory from the beginning."""

    at: int
    content: bytes
    comment: str = ""


@frozen
class Global(Value):
    """A 32-bit number that all functions can change."""

    name: str
    first: int
    export: str = ""


@frozen
class Module(Value):
    """A whole module; it imports nothing, and exports its memory as `memory`."""

    pages: int  # of memory, 64 KiB each
    most_pages: int
    globals: Sequence[Global]
    data: Sequence[Data]
    functions: Sequence[Function]
    comment: str = ""


Item = Function | Data  # what a part adds to a module


def numbers(at: int, values: Sequence[int], comment: str = "") -> Data:
    """Return 32-bit numbers as data."""
    return Data(at, struct.pack(f"<{len(values)}i", *values), comment)


# --- instructions that are often needed ---

END: Instruction = ("end",)
ELSE: Instruction = ("else",)
RETURN: Instruction = ("return",)
UNREACHABLE: Instruction = ("unreachable",)
ADD: Instruction = ("i32.add",)
SUB: Instruction = ("i32.sub",)
MUL: Instruction = ("i32.mul",)
AND: Instruction = ("i32.and",)
SHL: Instruction = ("i32.shl",)
SHR: Instruction = ("i32.shr_s",)
EQZ: Instruction = ("i32.eqz",)
NE: Instruction = ("i32.ne",)

# The same instruction is one value wherever it is used: fewer values for the garbage collector.
_shared = lru_cache(maxsize=4096)


@_shared
def const(number: int) -> Instruction:
    """Return the instruction for a constant."""
    return ("i32.const", number)


@_shared
def get(local: str) -> Instruction:
    """Return the instruction that reads a local."""
    return ("local.get", local)


@_shared
def put(local: str) -> Instruction:
    """Return the instruction that writes a local."""
    return ("local.set", local)


@_shared
def tee(local: str) -> Instruction:
    """Return the instruction that writes a local and keeps the value."""
    return ("local.tee", local)


def block(label: str, type: str = "") -> Instruction:
    """Return the instruction that begins a block; a jump to its label leaves it."""
    return ("block", label, type)


def loop(label: str) -> Instruction:
    """Return the instruction that begins a loop; a jump to its label starts the next turn."""
    return ("loop", label, "")


def when(type: str = "") -> Instruction:
    """Return the instruction that begins an `if`."""
    return ("if", "", type)


# --- their codes ---

TYPES = {"i32": 0x7F, "i64": 0x7E, "v128": 0x7B, "": 0x40}

_COMPARED = "eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u"
_COMPUTED = (
    "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr"
)


def _row(type: str, names: str, first: int) -> Iterator[tuple[str, bytes]]:
    return ((f"{type}.{name}", bytes([code])) for name, code in zip(names.split(), count(first)))


# Instructions that refer to nothing.
PLAIN: dict[str, bytes] = {
    "unreachable": b"\x00",
    "else": b"\x05",
    "return": b"\x0f",
    "drop": b"\x1a",
    "select": b"\x1b",
    **dict(_row("i32", _COMPARED, 0x45)),
    **dict(_row("i64", _COMPARED, 0x50)),
    **dict(_row("i32", _COMPUTED, 0x67)),
    **dict(_row("i64", _COMPUTED, 0x79)),
    "i32.wrap_i64": b"\xa7",
    "i64.extend_i32_s": b"\xac",
    "i64.extend_i32_u": b"\xad",
    "memory.copy": b"\xfc\x0a\x00\x00",
    "i32x4.splat": b"\xfd\x11",
    "i32x4.shr_s": b"\xfd\xac\x01",
    "i32x4.add": b"\xfd\xae\x01",
    "i32x4.mul": b"\xfd\xb5\x01",
    "i32x4.min_s": b"\xfd\xb6\x01",
    "i32x4.max_s": b"\xfd\xb8\x01",
    "i16x8.splat": b"\xfd\x10",
    "i16x8.eq": b"\xfd\x2d",
    "i16x8.neg": b"\xfd\x81\x01",
    "i16x8.narrow_i32x4_s": b"\xfd\x85\x01",
    "i32x4.shr_u": b"\xfd\xad\x01",
    "v128.and": b"\xfd\x4e",
}

# Loads and stores, each with the alignment of what it moves, as a power of two.
MEMORY: dict[str, bytes] = {
    "i32.load": b"\x28\x02",
    "i64.load": b"\x29\x03",
    "i32.load8_s": b"\x2c\x00",
    "i32.load8_u": b"\x2d\x00",
    "i32.load16_s": b"\x2e\x01",
    "i32.load16_u": b"\x2f\x01",
    "i32.store": b"\x36\x02",
    "i64.store": b"\x37\x03",
    "i32.store8": b"\x3a\x00",
    "i32.store16": b"\x3b\x01",
    "v128.load": b"\xfd\x00\x04",
    "v128.store": b"\xfd\x0b\x04",
}

LANES = {"i32x4.extract_lane": b"\xfd\x1b"}
LOCALS = {"local.get": b"\x20", "local.set": b"\x21", "local.tee": b"\x22"}
GLOBALS = {"global.get": b"\x23", "global.set": b"\x24"}
CONSTANTS = {"i32.const": b"\x41", "i64.const": b"\x42", "v128.const": b"\xfd\x0c"}
BEGINNINGS = {"block": b"\x02", "loop": b"\x03", "if": b"\x04"}
JUMPS = {"br": b"\x0c", "br_if": b"\x0d"}
