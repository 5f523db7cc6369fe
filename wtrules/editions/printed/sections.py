"""Cited sections in the text of a manual: their headings, and what is printed below them.

Texts differ from what is cited in capitals, marks of Markdown, letters that a scan got wrong, and
noise beside a heading. So headings are compared without any of that, by how similar they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from attrs import frozen

from wtrules.value import Value

_LEAST_SIMILAR = 0.8
_TAG = re.compile(r"<[^<>\n]{1,80}>")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]+")
_WORD = re.compile(r"[^\W_]+")
_CONTINUED = re.compile(r"\W+(?:continued|cont|fortsetzung|forts)\W*$", re.IGNORECASE)


@frozen
class Section(Value):
    """A section of a manual: its heading as printed, and its lines."""

    heading: str
    lines: tuple[str, ...]


@frozen
class _Heading(Value):
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
    bare = _without_body(lines, found)
    chosen: dict[str, list[int]] = {}
    for title in dict.fromkeys(heading.title for heading in found):
        same = [heading for heading in found if heading.title == title]
        best = max(same, key=lambda h: (h.line not in bare, round(h.similarity, 1), -h.line))
        more = [h.line for h in same if h is not best and _CONTINUED.search(lines[h.line])]
        chosen[title] = [best.line, *more]
    starts = sorted(line for part in chosen.values() for line in part)
    ends = dict(pairwise([*starts, len(lines)]))
    return {
        title: Section(
            plain(lines[places[0]]),
            tuple(lines[i] for at in places for i in range(at + 1, ends[at]) if i not in bare),
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
    longest = 4 * max(map(len, titles), default=0)
    known: dict[str, tuple[float, str]] = {}
    found: list[_Heading] = []
    for number, line in enumerate(lines):
        bare = " ".join(key_words(_CONTINUED.sub("", line))) if len(line) < longest else ""
        if bare not in known:
            scores = [(_similarity(bare, words), title) for title, words in wanted]
            known[bare] = max(scores, default=(0.0, ""))
        best, title = known[bare]
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


def _without_body(lines: Sequence[str], headings: Sequence[_Heading]) -> set[int]:
    """Return the headings right above another one, as in a list of contents."""
    places = {heading.line for heading in headings}
    printed = [number for number, line in enumerate(lines) if line.strip()]
    return {line for line, below in pairwise(printed) if line in places and below in places}
