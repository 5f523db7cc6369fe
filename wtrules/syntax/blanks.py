"""Blanks in texts: `Draw back up to {hand.size} cards.`, `{turn.actions|action|actions}`.

A text comes in; its pieces go out, in order: plain text and blanks. `{{` and `}}` stand for a brace.
`wtrules.meaning.sentences` fills the blanks in, and reads the text in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from wtrules.source import Span
from wtrules.syntax import nodes as n

_PIECE = re.compile(r"\{\{|\}\}|\{(?P<inside>[^{}]*)\}|[{}]")
_NAME = re.compile(r"[^\W\d]\w*(-\w+)*(\.\w+(-\w+)*)*")


class Written(NamedTuple):
    """A blank as it is written, or a brace that is none: what is wrong with it is its `fault`."""

    name: str
    words: tuple[str, ...]
    start: int  # of the brace
    end: int
    name_start: int
    written: str
    fault: str = ""  # the name of what is wrong, as in `meaning/bind_sentences.py`


def pieces(text: str) -> Iterator[str | Written]:
    """Yield the parts of a text: plain text, and blanks, those with mistakes too."""
    after = 0
    for match in _PIECE.finditer(text):
        if match.start() > after:
            yield text[after : match.start()]
        after = match.end()
        if match[0] in ("{{", "}}"):
            yield match[0][0]
        else:
            yield _written(match)
    if after < len(text):
        yield text[after:]


def _written(match: re.Match[str]) -> Written:
    start, end = match.span()
    inside = match["inside"]
    if inside is None:
        return Written(
            "", (), start, end, start, match[0], "unclosed" if match[0] == "{" else "unopened"
        )
    named, *words = inside.split("|")
    name = named.strip()
    fault = ""
    if not _NAME.fullmatch(name):
        fault = "not_a_name" if name else "empty"
    elif words and (len(words) != 2 or not all(words)):
        fault = "forms"
    place = start + 1 + (len(named) - len(named.lstrip()))
    return Written(name, tuple(words), start, end, place, match[0], fault)


def blanks_in(text: str, at: Callable[[int, int], Span]) -> tuple[n.Blank | n.BrokenBlank, ...]:
    """Return the blanks of a text as nodes; *at* returns where some of its characters are."""
    blanks: list[n.Blank | n.BrokenBlank] = []
    for piece in pieces(text):
        if isinstance(piece, str):
            continue
        place = at(piece.start, piece.end)
        if piece.fault:
            blanks.append(n.BrokenBlank(piece.fault, span=place))
        else:
            named = at(piece.name_start, piece.name_start + len(piece.name))
            blanks.append(n.Blank(n.Name(piece.name, span=named), piece.words, span=place))
    return tuple(blanks)
