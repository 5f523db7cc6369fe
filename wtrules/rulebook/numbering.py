"""Numbers for chapters, rules and questions, and the list of sources that goes by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from wtrules.rulebook.parts import (
    Block,
    Card,
    Cards,
    Chapter,
    Paragraph,
    Question,
    Variant,
    paragraphs_of,
)
from wtrules.texts import Texts
from wtrules.value import Value


@frozen
class Numbered(Value):
    """A numbered paragraph of the book."""

    number: str
    anchor: str
    id: str


@frozen
class Source(Value):
    """A place that paragraphs of a chapter come from."""

    text: str
    rules: tuple[Numbered, ...]


@frozen
class SourceGroup(Value):
    """The sources of one chapter."""

    number: str
    heading: str
    sources: tuple[Source, ...]


def numbered(chapters: Iterable[Chapter]) -> list[Chapter]:
    """Return chapters with their numbers, and all that is in them numbered."""
    return [
        evolve(chapter, number=str(i), blocks=tuple(_Counter(i).blocks(chapter.blocks)))
        for i, chapter in enumerate(chapters, 1)
    ]


class _Counter:
    """Counts what has a number in one chapter."""

    def __init__(self, chapter: int) -> None:
        self._chapter = chapter
        self._last = 0

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        for block in blocks:
            match block:
                case Paragraph() if block.id:
                    yield self._paragraph(block)
                case Cards():
                    yield evolve(block, cards=tuple(map(self._card, block.cards)))
                case Variant():
                    first = self._paragraph(block.paragraph)
                    rules = tuple(map(self._paragraph, block.rules))
                    dropped = tuple(map(self._paragraph, block.dropped))
                    yield evolve(block, paragraph=first, rules=rules, dropped=dropped)
                case Question():
                    yield evolve(block, number=self._next())
                case _:
                    yield block

    def _card(self, card: Card) -> Card:
        paragraph = self._paragraph(card.paragraph)
        return evolve(card, paragraph=paragraph, rules=tuple(map(self._paragraph, card.rules)))

    def _paragraph(self, paragraph: Paragraph) -> Paragraph:
        return evolve(paragraph, number=self._next())

    def _next(self) -> str:
        self._last += 1
        return f"{self._chapter}.{self._last}"


def source_groups(chapters: Iterable[Chapter], texts: Texts) -> tuple[SourceGroup, ...]:
    """Return where all numbered paragraphs come from, chapter by chapter and place by place."""
    groups = []
    for chapter in chapters:
        places: dict[str, list[Numbered]] = {}
        for block in chapter.blocks:
            for each in paragraphs_of(block):
                if each.number:
                    words = " · ".join(each.notes.sources) or texts("rulebook.assumed")
                    found = Numbered(each.number, each.anchor, each.id)
                    places.setdefault(words, []).append(found)
        if places:
            sources = tuple(Source(words, tuple(rules)) for words, rules in places.items())
            groups.append(SourceGroup(chapter.number, chapter.heading, sources))
    return tuple(groups)
