"""Places in rule files as the protocol writes them: a URI, and lines and UTF-16 units from 0."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wtrules.diagnostics.fix import TextEdit
from wtrules.source import SourceFile, Span
from wtrules.units import line_and_unit, offset_at

Json = dict[str, Any]


def position(source: SourceFile, offset: int) -> Json:
    """Return an offset as a position."""
    line, unit = line_and_unit(source, offset)
    return {"line": line, "character": unit}


def range_of(span: Span) -> Json:
    """Return a span as a range."""
    return {"start": position(span.source, span.start), "end": position(span.source, span.end)}


def offset_of(source: SourceFile, at: Json) -> int:
    """Return a position as an offset, the nearest one there is."""
    return offset_at(source, at["line"], at["character"])


def edit(one: TextEdit) -> Json:
    """Return a text edit."""
    return {"range": range_of(one.span), "newText": one.text}


def lines_apart(source: SourceFile, text: str) -> Iterable[tuple[int, int, str]]:
    """Yield the lines, from 0 and up to but not including, that become another text."""
    from difflib import SequenceMatcher

    old, new = _lines(source.text), _lines(text)
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield i, j, "".join(new[k:m])


def _lines(text: str) -> list[str]:
    """Return the lines of a text with their newlines."""
    lines = [f"{line}\n" for line in text.split("\n")]
    return [*lines[:-1], *filter(None, [lines[-1][:-1]])]
