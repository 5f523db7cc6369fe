"""Places in texts as browsers and editors count them: in UTF-16 units.

The program counts characters. The two differ behind a character beyond the basic plane, such as an
emoji, which is two units.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from wtrules.source import SourceFile

_WIDE = re.compile("[\U00010000-\U0010ffff]")


@lru_cache(maxsize=256)
def _wide(text: str) -> tuple[int, ...]:
    """Return where the characters are that count as two units."""
    return tuple(match.start() for match in _WIDE.finditer(text))


def unit_of(text: str, character: int) -> int:
    """Return the offset in units of an offset in characters."""
    return character + bisect_left(_wide(text), character)


def character_of(text: str, unit: int) -> int:
    """Return the offset in characters of an offset in units, the nearest one there is."""
    low, high = 0, len(text)
    unit = max(0, unit)
    while low < high:
        middle = (low + high) // 2
        if unit_of(text, middle) < unit:
            low = middle + 1
        else:
            high = middle
    return low


def line_and_unit(source: SourceFile, offset: int) -> tuple[int, int]:
    """Return the line of an offset, and the units before it on that line; both count from 0."""
    at = source.position(offset)
    return at.line - 1, unit_of(source.line_text(at.line), at.column - 1)


def offset_at(source: SourceFile, line: int, unit: int) -> int:
    """Return the offset of a line and unit, both from 0; the nearest one there is."""
    text = source.line_text(line + 1)
    return source.offset(line + 1, character_of(text, unit) + 1)
