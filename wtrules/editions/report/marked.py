"""Two sentences side by side: which of their words differ."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

Marked = tuple[tuple[str, bool], ...]  # pieces of a text, and whether they differ from the other's

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_MOST_MARKED = 0.65  # if more of a sentence differs, marks would not help
_ISLAND = 2  # so few words in common between two differences are chance
_KEPT = 4  # words around a difference that an excerpt keeps


def marked(one: str, two: str) -> tuple[Marked, Marked]:
    """Return two texts in pieces, of which those that differ are marked."""
    if not one or not two or one == two:
        return (((one, False),), ((two, False),))
    a, b = _WORD.findall(one), _WORD.findall(two)
    left: list[tuple[str, bool]] = []
    right: list[tuple[str, bool]] = []
    codes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    for at, (tag, i1, i2, j1, j2) in enumerate(codes):
        words = sum(word.isalnum() for word in a[i1:i2])
        differs = tag != "equal" or (0 < at < len(codes) - 1 and words <= _ISLAND)
        left.append(("".join(a[i1:i2]), differs))
        right.append(("".join(b[j1:j2]), differs))
    if any(_share(pieces) > _MOST_MARKED for pieces in (left, right)):
        return (((one, False),), ((two, False),))
    return _joined(left), _joined(right)


def _share(pieces: list[tuple[str, bool]]) -> float:
    """Return how much of a text differs."""
    return sum(len(text) for text, differs in pieces if differs) / len(
        "".join(x for x, _ in pieces)
    )


def _joined(pieces: list[tuple[str, bool]]) -> Marked:
    """Return pieces without empty ones, those that differ alike together."""
    found: list[tuple[str, bool]] = []
    for text, differs in pieces:
        if not text:
            continue
        if found and found[-1][1] == differs:
            found[-1] = (found[-1][0] + text, differs)
        else:
            found.append((text, differs))
    return tuple(found)


def excerpt(text: Marked) -> Marked:
    """Return a marked text with long stretches that do not differ cut out."""
    if not any(differs for _, differs in text) or len("".join(x for x, _ in text)) < 90:
        return text
    found = []
    for i, (piece, differs) in enumerate(text):
        words = piece.split(" ")
        if differs or len(words) <= 2 * _KEPT + 2:
            found.append((piece, differs))
            continue
        start = [] if i == 0 else words[:_KEPT]
        end = [] if i == len(text) - 1 else words[-_KEPT:]
        found.append((" ".join([*start, "…", *end]), False))
    return tuple(found)
