"""Places in texts as the page names them: a file, and two offsets in UTF-16 units."""

from __future__ import annotations

from wtrules.source import Span
from wtrules.units import unit_of
from wtrules.web import shapes


def place(span: Span) -> shapes.Place:
    """Return a span as a file and two offsets in units."""
    text = span.source.text
    return {
        "file": span.source.path,
        "from": unit_of(text, span.start),
        "to": unit_of(text, span.end),
    }
