"""A module in the text format of WebAssembly, for people and for other tools."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.backends.wasm.instructions import (
    BEGINNINGS,
    MEMORY,
    Data,
    Function,
    Instruction,
    Module,
)

_ODD = re.compile(r"[^\w.]", re.ASCII)


def print_module(module: Module) -> str:
    """Return a module as text."""
    return "\n".join(_lines(module)) + "\n"


def _lines(module: Module) -> Iterator[str]:
    yield f"(module{_comment(module.comment)}"
    yield f'  (memory (export "memory") {module.pages} {module.most_pages})'
    for each in module.globals:
        first = f"(mut i32) (i32.const {each.first})"
        yield f"  (global {_id(each.name)}{_export(each.export)} {first})"
    yield from map(_data, module.data)
    for function in module.functions:
        yield from _function(function)
    yield ")"


def _data(data: Data) -> str:
    content = "".join(f"\\{byte:02x}" for byte in data.content)
    return f'  (data (i32.const {data.at}) "{content}"){_comment(data.comment)}'


def _function(function: Function) -> Iterator[str]:
    parameters = "".join(f" (param {_id(name)} {type})" for name, type in function.parameters)
    head = f"  (func {_id(function.name)}{_export(function.export)}{parameters}{_result(function.result)}"
    yield head + _comment(function.comment)
    for name, type in function.locals:
        yield f"    (local {_id(name)} {type})"
    depth = 2
    for instruction in function.code:
        name = instruction[0]
        if name in ("end", "else"):
            depth -= 1
        yield "  " * depth + _instruction(instruction)
        if name in BEGINNINGS or name == "else":
            depth += 1
    yield "  )"


def _instruction(instruction: Instruction) -> str:
    name, *rest = instruction
    if name in MEMORY:
        return f"{name} offset={rest[0]}" if rest[0] else str(name)
    if name in BEGINNINGS:
        label, type = rest
        return f"{name}{_id(label, ' ')}{_result(type)}"
    if name == "v128.const":
        name = "v128.const i32x4"
    return " ".join([name, *(_id(x) if isinstance(x, str) else str(x) for x in rest)])


def _id(name: str, before: str = "") -> str:
    return f"{before}${_ODD.sub('_', name)}" if name else ""


def _result(type: str) -> str:
    return f" (result {type})" if type else ""


def _export(name: str) -> str:
    return f' (export "{name}")' if name else ""


def _comment(text: str) -> str:
    return f" ;; {text}" if text else ""
