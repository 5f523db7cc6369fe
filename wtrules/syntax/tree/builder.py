"""What all builders of nodes share: tokens, spans, and ways to make a node of its parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes as n

# The offsets where a construct starts and ends.
Meta: TypeAlias = tuple[int, int]

_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}


def unquote(text: str) -> str:
    """Return the text between the quotes, escapes replaced."""
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), text[1:-1])


def integer(token: str) -> int:
    """Return a whole number; absurdly long ones stop at a value that every range check refuses."""
    return int(token) if len(token) < 12 else 10**12


def singular(kind: str) -> str:
    """Return a kind of piece without its plural `s`."""
    return kind.rstrip("s")


# Directions as they are written, and as nodes have them.
DIRECTIONS = {
    "forward": "clockwise",
    "clockwise": "clockwise",
    "backward": "counterclockwise",
    "counterclockwise": "counterclockwise",
}


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

    def ident(self, token: Token) -> n.Name:
        """Return a token as a name."""
        return n.Name(str(token), span=self.at_token(token))

    def idents(self, tokens: list[Token]) -> tuple[n.Name, ...]:
        """Return tokens as names."""
        return tuple(self.ident(token) for token in tokens)

    def string(self, token: Token) -> n.Text:
        """Return a token as a text."""
        return n.Text(unquote(token), span=self.at_token(token))


# Makes a node of a construct: from its place and its parts, which are nodes, tokens, or None for an
# optional part that was left out.
Build: TypeAlias = Callable[[Builder, Meta, list[Any]], Any]

# One builder per rule of the grammar, by its name.
BUILDERS: dict[str, Build] = {}


def builds(function: Build) -> Build:
    """Register a function as the builder of the grammar rule of the same name."""
    BUILDERS[function.__name__] = function
    return function


# --- builders that only pass their parts on -------------------------------------------------------


def parts_of(kind: type) -> Build:
    """Return a builder for nodes whose fields are the parts."""
    return lambda b, m, c: kind(*c, span=b.at(m))


def list_of(kind: type) -> Build:
    """Return a builder for nodes whose one field holds all parts."""
    return lambda b, m, c: kind(tuple(c), span=b.at(m))


def name_of(kind: type) -> Build:
    """Return a builder for nodes that are one name."""
    return lambda b, m, c: kind(b.ident(c[0]), span=b.at(m))


def names_of(kind: type) -> Build:
    """Return a builder for nodes that are a list of names."""
    return lambda b, m, c: kind(b.idents(c), span=b.at(m))


def texts_of(kind: type) -> Build:
    """Return a builder for nodes that are a list of texts."""
    return lambda b, m, c: kind(tuple(b.string(token) for token in c), span=b.at(m))


def named_parts(kind: type) -> Build:
    """Return a builder for nodes that begin with a name."""
    return lambda b, m, c: kind(b.ident(c[0]), *c[1:], span=b.at(m))


def named_list(kind: type) -> Build:
    """Return a builder for nodes that are a name and a list of parts."""
    return lambda b, m, c: kind(b.ident(c[0]), tuple(c[1:]), span=b.at(m))
