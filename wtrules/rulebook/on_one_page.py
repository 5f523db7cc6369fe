"""The whole book on one page: what the main text says, chapter by chapter, without pictures.

The letters are never too small to read. If a page is not enough for everything, spells that stay in
the box are left out, and then the set-up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from wtrules.rulebook.parts import Block, Brief, Cards, Chapter, Group, Paragraph, Summary

# The columns of the page in points: as narrow as on A4 and as short as on Letter, to fit on both.
_COLUMNS, _WIDTH, _HEIGHT = 3, 174.0, 708.0
# A letter on average, with what the ends of lines lose; a line; the gap below a rule; a heading.
_LETTER, _LINE, _GAP, _HEADING = 0.505, 1.2, 0.22, 2.1  # in units of the size
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0)  # of letters, in points; smaller ones are hard to read

# Chapters that show one of these are to look things up in.
_NOT_MAIN = {"cover", "box", "details", "variants", "questions", "summary"}

_ONCE = "steps"  # a chapter that shows these is over before the game begins


def summary_of(chapters: Iterable[Chapter], shows: Mapping[str, Sequence[str]]) -> Summary:
    """Return the main text of the chapters, short; *shows* says what each of them shows."""
    main = [each for each in chapters if not _NOT_MAIN & set(shows.get(each.name, ()))]
    later = [each for each in main if _ONCE not in shows.get(each.name, ())]
    groups: tuple[Group, ...] = ()
    for shown, with_spare in ((main, True), (main, False), (later, False)):
        groups = tuple(_groups(shown, with_spare=with_spare))
        for size in _SIZES:
            if _height(groups, size) <= _COLUMNS * _HEIGHT:
                return Summary(groups, size)
    return Summary(groups, _SIZES[-1])


def _groups(chapters: Iterable[Chapter], *, with_spare: bool) -> Iterator[Group]:
    for chapter in chapters:
        lines = tuple(line for block in chapter.blocks for line in _lines(block, with_spare))
        if lines:
            yield Group(chapter.heading, chapter.number, lines)


def _height(groups: Iterable[Group], size: float) -> float:
    """Return how high one column would be with letters of this size."""
    letters = _WIDTH / (size * _LETTER)
    height = 0.0
    for group in groups:
        height += _HEADING
        for line in group.lines:
            length = len(line.title) * 1.1 + len(line.text)  # titles are bold
            height += math.ceil(length / letters) * _LINE + _GAP
    return height * size


def _lines(block: Block, with_spare: bool) -> Iterator[Brief]:
    match block:
        case Paragraph() if block.id and block.text and block.mark != "removed":
            yield from () if block.is_repeated else (_line(block),)
        case Cards() if with_spare or not block.is_spare:
            there = (card.paragraph for card in block.cards)
            yield from (_line(each) for each in there if each.mark != "removed")


def _line(paragraph: Paragraph) -> Brief:
    title = paragraph.title
    if title and paragraph.aside:
        title = f"{title} ({paragraph.aside})"
    mark = paragraph.mark or ("changed" if paragraph.runs else None)
    return Brief(title, paragraph.text, mark)
