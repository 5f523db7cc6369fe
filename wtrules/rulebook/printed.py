"""Which topics of the atlas a book has a sentence about.

A book and its rules come in. A topic is printed if a paragraph of the book is about a rule, card, spell
or variant that covers it, or about the topic itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from wtrules.rulebook.book import Book
from wtrules.rulebook.parts import Paragraph, Variant
from wtrules.rules.clauses import covered
from wtrules.rules.model import Rules


def printed_topics(book: Book, rules: Rules) -> set[str]:
    """Return the topics that a book with these rules says something about."""
    found: set[str] = set()
    for paragraph in _paragraphs((*book.on_cover, *book.chapters)):
        # What a house rule has removed is printed, but no longer said.
        if paragraph.id and paragraph.text and paragraph.mark != "removed":
            found.update(_topics(paragraph.id, rules))
    return found


def _paragraphs(value: Any) -> Iterator[Paragraph]:
    """Yield all paragraphs in a part of a book, except for those of variants on offer.

    A variant has a book of its own, with more than what it changes.
    """
    if isinstance(value, Paragraph):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _paragraphs(part)
    elif attrs.has(kind := type(value)) and not isinstance(value, Variant):
        for field in attrs.fields(kind):
            yield from _paragraphs(getattr(value, field.name))


def _topics(id: str, rules: Rules) -> list[str]:
    """Return what the definition behind a paragraph covers; a topic covers itself."""
    kind, _, name = id.rpartition(" ")
    if kind == "variant":
        return covered(rules.variants[name].node)
    entry = rules.get(kind or "rule", name)
    return covered(entry.node) if entry is not None else [name]
