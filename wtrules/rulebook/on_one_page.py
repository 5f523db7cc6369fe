"""The whole book on one page: what the main text says, chapter by chapter, without pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from wtrules.rulebook.parts import Block, Cards, Chapter, Group, Paragraph, Summary

# How many characters of one point a page has room for; what a heading and a line need in addition.
_PAGE, _HEADING, _LINE = 410_000, 60, 22
_SMALLEST, _LARGEST = 5.5, 10.0  # points

# Chapters that show one of these are to look things up in.
_NOT_MAIN = {"cover", "box", "details", "variants", "questions", "summary"}


def summary_of(chapters: Iterable[Chapter], shows: Mapping[str, Sequence[str]]) -> Summary:
    """Return the main text of the chapters, short; *shows* says what each of them shows."""
    groups = []
    for chapter in chapters:
        if _NOT_MAIN & set(shows.get(chapter.name, ())):
            continue
        lines = tuple(line for block in chapter.blocks for line in _lines(block))
        if lines:
            groups.append(Group(chapter.heading, chapter.number, lines))
    return Summary(tuple(groups), _size(groups))


def _size(groups: Iterable[Group]) -> float:
    """Return the size of letters with which a page is enough for all of it."""
    length = 1
    for group in groups:
        length += _HEADING + len(group.heading) + sum(len(line) + _LINE for line in group.lines)
    return round(min(_LARGEST, max(_SMALLEST, math.sqrt(_PAGE / length))), 1)


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Paragraph() if block.id and block.text and block.mark != "removed":
            yield _line(block)
        case Cards():
            yield from (_line(card.paragraph) for card in block.cards)


def _line(paragraph: Paragraph) -> str:
    title = paragraph.title
    if title and paragraph.aside:
        title = f"{title} ({paragraph.aside})"
    text = paragraph.text
    return f"{title}: {text}" if title else text
