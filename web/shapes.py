"""Write `src/shapes.ts`, the types of all calls, from `wtrules/web/shapes.py`: python web/shapes.py."""

from __future__ import annotations

import inspect
import textwrap
import types
from pathlib import Path
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from wtrules.web import shapes

FILE = Path(__file__).parent / "src" / "shapes.ts"
_WIDTH = 100
_PLAIN = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}
_NAMED = {get_args(shapes.Lang): "Lang", get_args(shapes.Severity): "Severity"}
_SAVE = "  save: [{ text: string; hash: string; lang: Lang }, Saved]; // only with a server that was given a file"


def written() -> str:
    """Return the types of all calls in TypeScript."""
    named = [
        one
        for one in vars(shapes).values()
        if is_typeddict(one) and one.__module__ == shapes.__name__
    ]
    calls = [_call(name, one) for name, one in shapes.CALLS.items()]
    return "\n".join(
        [
            "// Made by `python web/shapes.py` from wtrules/web/shapes.py, which says what each field is.",
            "",
            *(f"export type {name} = {_words(words)};" for words, name in _NAMED.items()),
            *(_object(one) for one in named),
            "",
            "/** Every call by name: what goes in, what comes out. */",
            "export interface Calls {",
            *calls,
            _SAVE,
            "}",
            "",
        ]
    )


def _object(one: Any) -> str:
    about = inspect.cleandoc(one.__doc__) if one.__doc__ and one.__doc__ != dict.__doc__ else ""
    comment = _comment(" ".join(about.split()))
    fields = get_type_hints(one, include_extras=True)
    lines = [f"  {name}{_field(hint)};" for name, hint in fields.items()]
    return "\n".join(["", f"{comment}export type {one.__name__} = {{", *lines, "};"])


def _comment(text: str) -> str:
    if not text:
        return ""
    if len(text) < _WIDTH:
        return f"/** {text} */\n"
    lines = textwrap.wrap(text, _WIDTH, initial_indent=" * ", subsequent_indent=" * ")
    return "\n".join(["/**", *lines, " */", ""])


def _field(hint: Any) -> str:
    if get_origin(hint) is NotRequired:
        return f"?: {_type(get_args(hint)[0])}"
    return f": {_type(hint)}"


def _call(name: str, one: shapes.Signature) -> str:
    fields = [f"{field}: {_type(hint)}" for field, hint in one.argument.items()]
    line = f"  {name}: [{{ {'; '.join(fields)} }}, {_type(one.answer)}];"
    if len(line) < _WIDTH:
        return line
    return "\n".join(
        [
            f"  {name}: [",
            "    {",
            *(f"      {x};" for x in fields),
            f"    }}, {_type(one.answer)}];",
        ]
    )


def _words(words: tuple[str, ...]) -> str:
    return " | ".join(f'"{word}"' for word in words)


def _type(hint: Any) -> str:
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _NAMED.get(inside) or _words(inside)
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, inside))
    if origin is list:
        inner = _type(inside[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(inside[0])}, {_type(inside[1])}>"
    return hint.__name__ if is_typeddict(hint) else _PLAIN[hint]


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
