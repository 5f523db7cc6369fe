"""A module as bytes: the binary format of WebAssembly, which every engine reads."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from itertools import groupby

from wtrules.backends.wasm.instructions import (
    BEGINNINGS,
    CONSTANTS,
    GLOBALS,
    JUMPS,
    LANES,
    LOCALS,
    MEMORY,
    PLAIN,
    TYPES,
    Data,
    Function,
    Global,
    Instruction,
    Module,
)

_HEADER = b"\0asm\1\0\0\0"
_FUNCTION, _MEMORY, _GLOBAL = b"\0", b"\2", b"\3"  # kinds of exports


def encode(module: Module) -> bytes:
    """Return a module as bytes."""
    types: dict[bytes, int] = {}
    kinds = [types.setdefault(_type(each), len(types)) for each in module.functions]
    code = _Shared(module)
    exports = [_name("memory") + _MEMORY + _natural(0)]
    exports += _exports(_GLOBAL, module.globals) + _exports(_FUNCTION, module.functions)
    limits = b"\1" + _natural(module.pages) + _natural(module.most_pages)
    return b"".join(
        [
            _HEADER,
            _section(1, types),
            _section(3, map(_natural, kinds)),
            _section(5, [limits]),
            _section(6, map(_global, module.globals)),
            _section(7, exports),
            _section(10, [_function(each, code) for each in module.functions]),
            _section(11, map(_data, module.data)),
        ]
    )


def _type(function: Function) -> bytes:
    parameters = bytes(TYPES[type] for _, type in function.parameters)
    result = bytes([TYPES[function.result]] if function.result else [])
    return b"\x60" + _natural(len(parameters)) + parameters + _natural(len(result)) + result


def _exports(kind: bytes, items: Sequence[Function | Global]) -> list[bytes]:
    numbered = ((item.export, _natural(i)) for i, item in enumerate(items))
    return [_name(name) + kind + number for name, number in numbered if name]


def _global(item: Global) -> bytes:
    return bytes([TYPES["i32"], 1]) + _number(item.first)


def _data(item: Data) -> bytes:
    return b"\0" + _number(item.at) + _natural(len(item.content)) + item.content


def _number(value: int) -> bytes:
    """Return a constant as an expression of its own."""
    return CONSTANTS["i32.const"] + _integer(value, 32) + b"\x0b"


def _function(function: Function, shared: _Shared) -> bytes:
    runs = [(type, len(list(run))) for type, run in groupby(t for _, t in function.locals)]
    variables = _vector(_natural(size) + bytes([TYPES[type]]) for type, size in runs)
    code = _Code(function, shared)
    body = variables + b"".join(map(code.__getitem__, function.code)) + b"\x0b"
    return _natural(len(body)) + body


class _Shared(dict[Instruction, bytes]):
    """Encodes the instructions that mean the same in every function of a module, each once."""

    def __init__(self, module: Module) -> None:
        self._functions = {each.name: _natural(i) for i, each in enumerate(module.functions)}
        self._globals = {each.name: _natural(i) for i, each in enumerate(module.globals)}

    def __missing__(self, instruction: Instruction) -> bytes:
        name = instruction[0]
        if name in MEMORY:
            code = MEMORY[name] + _natural(instruction[1])
        elif name == "i32.const":
            code = CONSTANTS[name] + _integer(instruction[1], 32)
        elif name == "i64.const":
            code = CONSTANTS[name] + _integer(instruction[1], 64)
        elif name == "v128.const":
            code = CONSTANTS[name] + struct.pack("<4i", *instruction[1:])
        elif name in LANES:
            code = LANES[name] + _natural(instruction[1])
        elif name == "call":
            code = b"\x10" + self._functions[instruction[1]]
        elif name in GLOBALS:
            code = GLOBALS[name] + self._globals[instruction[1]]
        else:
            code = PLAIN[name]
        self[instruction] = code
        return code


class _Code(dict[Instruction, bytes]):
    """Encodes the instructions of one function, in their order.

    What an instruction became is remembered, except for those that depend on the place: jumps count
    the blocks that they leave.
    """

    def __init__(self, function: Function, shared: _Shared) -> None:
        self._shared = shared
        self._open: list[str] = []
        names = (name for name, _ in (*function.parameters, *function.locals))
        self._locals = {name: _natural(i) for i, name in enumerate(names)}

    def __missing__(self, instruction: Instruction) -> bytes:
        name = instruction[0]
        if name in LOCALS:
            code = LOCALS[name] + self._locals[instruction[1]]
        elif name in BEGINNINGS:
            self._open.append(instruction[1])
            return BEGINNINGS[name] + bytes([TYPES[instruction[2]]])
        elif name == "end":
            self._open.pop()
            return b"\x0b"
        elif name in JUMPS:
            return JUMPS[name] + self._blocks_to(instruction[1])
        elif name == "br_table":
            *labels, otherwise = map(self._blocks_to, instruction[1:])
            return b"\x0e" + _vector(labels) + otherwise
        else:
            code = self._shared[instruction]
        self[instruction] = code
        return code

    def _blocks_to(self, label: str) -> bytes:
        """Return how many blocks a jump to a label leaves."""
        return _natural(self._open[::-1].index(label))


def _section(id: int, items: Iterable[bytes]) -> bytes:
    content = _vector(items)
    return b"" if content == b"\0" else bytes([id]) + _natural(len(content)) + content


def _vector(items: Iterable[bytes]) -> bytes:
    listed: Sequence[bytes] = list(items)
    return _natural(len(listed)) + b"".join(listed)


def _name(text: str) -> bytes:
    data = text.encode()
    return _natural(len(data)) + data


def _natural(number: int) -> bytes:
    """Return a number from 0 on in LEB128: seven bits in each byte, the lowest first."""
    if number < 0x80:
        return bytes([number])
    encoded = bytearray()
    while number >= 0x80:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def _integer(number: int, bits: int) -> bytes:
    """Return a number in signed LEB128; it may also be given without a sign."""
    if number >> bits - 1 == 1:
        number -= 1 << bits
    encoded = bytearray()
    while not -0x40 <= number < 0x40:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number & 0x7F)
    return bytes(encoded)
