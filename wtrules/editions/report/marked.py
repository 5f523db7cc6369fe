"""Two sentences side by side: which of their words differ."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

Marked = tuple[tuple[str, bool], ...]  # pieces of a text, and whether they differ from the other's

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_LEAST_SHARED = 0.5  # below this, two sentences have little in common, and nothing is marked
_KEPT = 4  # words around a difference that an excerpt keeps


def marked(one: str, two: str) -> tuple[Marked, Marked]:
    """Return two texts in pieces, of which those that differ are marked."""
    if not one or not two or one == two:
        return (((one, False),), ((two, False),))
    a, b = _WORD.findall(one), _WORD.findall(two)
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.ratio() < _LEAST_SHARED:
        return (((one, False),), ((two, False),))
    left: list[tuple[str, bool]] = []
    right: list[tuple[str, bool]] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        left.append(("".join(a[i1:i2]), tag != "equal"))
        right.append(("".join(b[j1:j2]), tag != "equal"))
    return _joined(left), _joined(right)


def _joined(pieces: list[tuple[str, bool]]) -> Marked:
    """Return pieces without empty ones; a blank between two marked ones is marked, too."""
    found: list[tuple[str, bool]] = []
    for i, (text, differs) in enumerate(pieces):
        if not text:
            continue
        near = (pieces[j][1] for j in (i - 1, i + 1) if 0 <= j < len(pieces))
        differs = differs or (not text.strip() and all(near))
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
