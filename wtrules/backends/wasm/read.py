"""Functions and data from WebAssembly text that was written by hand.

It reads the usual form with brackets, operands inside their instruction:
`(i32.add (local.get $a) (i32.const 1))`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from wtrules.backends.wasm.instructions import (
    BEGINNINGS,
    ELSE,
    END,
    MEMORY,
    Code,
    Data,
    Function,
    Item,
)

_TOKEN = re.compile(r';;[^\n]*|[()]|"[^"]*"|[^\s()";]+')
_BYTE = re.compile(r"\\([0-9a-fA-F]{2})")


@lru_cache(maxsize=64)
def read(text: str) -> Sequence[Item]:
    """Return the functions and data of a text."""
    return tuple(map(_item, _trees(text)))


def read_file(path: Path, **values: object) -> Sequence[Item]:
    """Return the functions and data of a file, with values for what is in curly brackets."""
    return read(path.read_text("utf-8").format(**values))


def _trees(text: str) -> list[Any]:
    """Return what is in brackets as lists in lists."""
    trees: list[Any] = []
    stack = [trees]
    for token in _TOKEN.findall(text):
        if token == "(":
            inner: list[Any] = []
            stack[-1].append(inner)
            stack.append(inner)
        elif token == ")" and len(stack) > 1:
            stack.pop()
        elif not token.startswith(";;"):
            stack[-1].append(token)
    if len(stack) != 1 or ")" in trees:
        raise ValueError(f"brackets do not match in {text[:60]!r}…")
    return trees


def _item(tree: list[Any]) -> Item:
    match tree:
        case ["data", ["i32.const", at], str(content)]:
            return Data(_number(at), _BYTE.sub(_byte, content[1:-1]).encode("latin-1"))
        case ["func", *rest]:
            return _function(rest)
    raise ValueError(f"neither a function nor data: {tree!r}")


def _byte(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16))


def _function(tree: list[Any]) -> Function:
    name, export, result = "", "", ""
    parameters: list[tuple[str, str]] = []
    variables: list[tuple[str, str]] = []
    code: Code = []
    for part in tree:
        match part:
            case str() if part.startswith("$"):
                name = part[1:]
            case ["export", text]:
                export = text[1:-1]
            case ["param", local, type]:
                parameters.append((local[1:], type))
            case ["result", type]:
                result = type
            case ["local", local, type]:
                variables.append((local[1:], type))
            case _:
                _add(part, code)
    return Function(name or f"export.{export}", parameters, result, variables, code, export)


def _add(tree: Any, code: Code) -> None:
    """Add the instructions of a tree, operands first."""
    if isinstance(tree, str):
        tree = [tree]
    name = tree[0]
    if name in BEGINNINGS:
        _add_structure(name, tree[1:], code)
        return
    operands: list[Any] = []
    offset = 0
    for part in tree[1:]:
        if isinstance(part, list):
            _add(part, code)
        elif part.startswith("$"):
            operands.append(part[1:])
        elif part.startswith("offset="):
            offset = _number(part.removeprefix("offset="))
        elif part != "i32x4":
            operands.append(_number(part))
    code.append((name, offset) if name in MEMORY else (name, *operands))


def _add_structure(name: str, rest: list[Any], code: Code) -> None:
    """Add a block, a loop or an `if`."""
    label = type = ""
    if rest and isinstance(rest[0], str) and rest[0].startswith("$"):
        label, rest = rest[0][1:], rest[1:]
    if rest and rest[0][0] == "result":
        type, rest = rest[0][1], rest[1:]
    if name == "if":
        condition, *rest = rest
        _add(condition, code)
    code.append((name, label, type))
    for i, part in enumerate(rest):
        if name != "if":
            _add(part, code)
            continue
        if i:
            code.append(ELSE)
        for inner in part[1:]:
            _add(inner, code)
    code.append(END)


def _number(text: str) -> int:
    return int(text, 0)
