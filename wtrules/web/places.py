"""Places in texts as the page names them: a file, and two offsets in UTF-16 units."""

from __future__ import annotations

from typing import Any

from wtrules.source import Span
from wtrules.units import unit_of


def place(span: Span) -> dict[str, Any]:
    """Return a span as a file and two offsets in units."""
    text = span.source.text
    return {
        "file": span.source.path,
        "from": unit_of(text, span.start),
        "to": unit_of(text, span.end),
    }
