"""Cited sections in the text of a manual: their headings, and what is printed below them.

Texts differ from what is cited in capitals, marks of Markdown, letters that a scan got wrong, and
noise beside a heading. So headings are compared without any of that, by how similar they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from attrs import frozen

_LEAST_SIMILAR = 0.8
_TAG = re.compile(r"<[^<>\n]{1,80}>")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]+")
_WORD = re.compile(r"[^\W_]+")
_CONTINUED = re.compile(r"\W+(?:continued|cont|fortsetzung|forts)\W*$", re.IGNORECASE)


@frozen
class Section:
    """A section of a manual: its heading as printed, and its lines."""

    heading: str
    lines: tuple[str, ...]


@frozen
class _Heading:
    """A line that looks like the heading of a cited section."""

    line: int
    title: str
    similarity: float


def find_sections(text: str, titles: Iterable[str]) -> Mapping[str, Section]:
    """Return the sections with these titles, as far as the text has them.

    A section ends where the next one of them begins; one that is continued elsewhere has all parts.
    """
    lines = _CONTROL.sub(" ", _TAG.sub("\n", text)).split("\n")
    found = _headings(lines, tuple(titles))
    chosen: dict[str, list[int]] = {}
    for title in dict.fromkeys(heading.title for heading in found):
        same = [heading for heading in found if heading.title == title]
        best = max(
            same, key=lambda h: (_has_body(h, lines, found), round(h.similarity, 1), -h.line)
        )
        more = [h.line for h in same if h is not best and _CONTINUED.search(lines[h.line])]
        chosen[title] = [best.line, *more]
    starts = sorted(line for part in chosen.values() for line in part)
    ends = dict(zip(starts, [*starts[1:], len(lines)], strict=True))
    return {
        title: Section(
            plain(lines[places[0]]),
            tuple(line for at in places for line in lines[at + 1 : ends[at]]),
        )
        for title, places in chosen.items()
    }


def plain(line: str) -> str:
    """Return a line without marks of Markdown and doubled blanks."""
    return " ".join(re.sub(r"^\s*#+\s+|\*+|(?<!\w)_+|_+(?!\w)|`+", "", line).split())


def key_words(text: str) -> list[str]:
    """Return the words of a text in small letters without accents."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(c for c in bare if not unicodedata.combining(c)))


def _headings(lines: Sequence[str], titles: Sequence[str]) -> list[_Heading]:
    wanted = [(title, " ".join(key_words(title))) for title in titles]
    found: list[_Heading] = []
    for number, line in enumerate(lines):
        bare = " ".join(key_words(_CONTINUED.sub("", line)))
        scores = [(_similarity(bare, known), title) for title, known in wanted]
        best, title = max(scores, default=(0.0, ""))
        if best >= _LEAST_SIMILAR:
            found.append(_Heading(number, title, best))
    return found


def _similarity(line: str, title: str) -> float:
    if not line or not title or not 0.5 < len(line) / len(title) < 2:
        return 0.0
    matcher = SequenceMatcher(None, line, title, autojunk=False)
    if matcher.quick_ratio() < _LEAST_SIMILAR:
        return 0.0
    return matcher.ratio()


def _has_body(heading: _Heading, lines: Sequence[str], headings: Sequence[_Heading]) -> bool:
    """Whether something is printed below a heading; entries of a list of contents have nothing."""
    below = next((i for i in range(heading.line + 1, len(lines)) if lines[i].strip()), None)
    return below is not None and all(other.line != below for other in headings)
