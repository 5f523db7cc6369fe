"""How a construct of the grammar becomes a node: tokens, spans, and parts as fields."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import NOTHING

from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes as n

# The offsets where a construct starts and ends.
Meta: TypeAlias = tuple[int, int]

_ESCAPE = re.compile(r"\\(.)")
CHARACTER = re.compile(r"\\.|.", re.DOTALL)  # of a quoted text


class Token(str):
    """A word as the grammar sees it: its text, the terminal it stands for, its place."""

    __slots__ = ("end_pos", "start_pos", "type")

    def __new__(cls, type: str, text: str, start: int, end: int) -> Token:
        token = super().__new__(cls, text)
        token.type = type
        token.start_pos = start
        token.end_pos = end
        return token

    type: str
    start_pos: int
    end_pos: int


class Builder:
    """The source whose constructs are turned into nodes."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source

    def at(self, meta: Meta) -> Span:
        """Return the span of a construct."""
        return Span(self.source, meta[0], meta[1])

    def at_token(self, token: Token) -> Span:
        """Return the span of a token."""
        return Span(self.source, token.start_pos, token.end_pos)

    def name(self, token: Token) -> n.Name:
        """Return a token as a name."""
        return n.Name(str(token), span=self.at_token(token))

    def names(self, tokens: list[Token]) -> tuple[n.Name, ...]:
        """Return tokens as names."""
        return tuple(map(self.name, tokens))

    def text(self, token: Token) -> n.Text:
        """Return a token as a text."""
        return n.Text(unquote(token), span=self.at_token(token))


# Makes a node of a construct: from its place and its parts, which are nodes, tokens, or None for an
# optional part that was left out.
Build: TypeAlias = Callable[[Builder, Meta, list[Any]], Any]


def unquote(text: str) -> str:
    """Return the text between the quotes, escapes replaced."""
    text = text[1:-1]
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def integer(token: str) -> int:
    """Return a whole number; absurdly long ones stop at a value that every range check refuses."""
    return int(token) if len(token) < 12 else 10**12


def singular(kind: str) -> str:
    """Return a kind of piece without its plural `s`."""
    return kind.rstrip("s")


def node(kind: type, *first: Any) -> Build:
    """Return the builder of a class of nodes: the parts of the construct are its fields, in order.

    *first* are the values of the first fields if there are no parts for them. The last field that is
    a tuple takes all parts that the other fields do not need.
    """
    fields = [field for field in kind.__attrs_attrs__ if field.eq][len(first) :]  # type: ignore[attr-defined]
    lists = [index for index, field in enumerate(fields) if str(field.type).startswith("tuple")]
    start = lists[-1] if lists else 0
    after = sum(field.default is NOTHING for field in fields[start + 1 :])
    conversions = [
        (index, convert)
        for index, field in enumerate(fields)
        if (convert := _conversion(str(field.type))) is not None
    ]

    def build(b: Builder, m: Meta, c: list[Any]) -> Any:
        if lists:
            stop = len(c) - after
            c[start:stop] = [c[start:stop]]
        for index, convert in conversions:
            if index < len(c):
                c[index] = convert(b, c[index])
        return kind(*first, *c, span=Span(b.source, m[0], m[1]))

    return build


_Conversion: TypeAlias = Callable[[Builder, Any], Any]

_PLAIN: dict[str, Callable[[Token], str | int]] = {
    "INT": integer,
    "COPIES": lambda token: integer(token.rstrip("x \t")),
    "STRING": unquote,
}


def plain(b: Builder, token: Token | None) -> str | int | None:
    """Return a token as a number, a text without its quotes, or a word."""
    return None if token is None else _PLAIN.get(token.type, str)(token)


# How a token, or None, becomes the value of a field, by the type of the field.
_FROM_TOKEN: dict[str, _Conversion] = {
    "str": plain,
    "int": plain,
    "bool": lambda b, token: token is not None,
    "Kind": lambda b, token: None if token is None else singular(token),
    "Name": lambda b, part: b.name(part) if isinstance(part, Token) else part,
    "Text": lambda b, token: None if token is None else b.text(token),
}


def _conversion(type: str) -> _Conversion | None:
    """Return how a part becomes the value of a field of this type; None for parts that are nodes."""
    if not type.startswith("tuple["):
        return _FROM_TOKEN.get(type.split(" | ")[0])
    convert = _FROM_TOKEN.get(type.removeprefix("tuple[").removesuffix(", ...]"))

    def convert_all(b: Builder, parts: Any) -> tuple[Any, ...]:
        if not parts:
            return ()
        if len(parts) == 1 and (parts[0] is None or isinstance(parts[0], tuple)):
            return parts[0] or ()  # a list that can be left out is one part
        return tuple(parts) if convert is None else tuple([convert(b, part) for part in parts])

    return convert_all
