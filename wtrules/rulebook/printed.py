"""Which topics of the atlas a book has a sentence about.

Takes a book and its rules. A topic is printed if a paragraph of the book is about a rule, card, spell
or variant that covers it, or about the topic itself. A paragraph that refers to a table, or ends the
game with a grade, says it in full only if that table or those grades are in the book, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import attrs

from wtrules.meaning import values
from wtrules.meaning.chapters import shown
from wtrules.resolve.clauses import covered
from wtrules.resolve.model import Entry, Rules
from wtrules.rulebook.book import Book
from wtrules.rulebook.paragraphs import outcomes
from wtrules.rulebook.parts import Paragraph, Table, Variant
from wtrules.rulebook.wording import Wording

_Key = tuple[str, str]  # kind and id of a definition
_Part = TypeVar("_Part", Paragraph, Table)


def printed_topics(book: Book, rules: Rules) -> set[str]:
    """Return the topics that a book with these rules says something about."""
    parts = (*book.on_cover, *book.chapters)
    tables = {key for table in _parts(parts, Table) for key in table.about if table.rows}
    found = {topic for key in tables if (entry := rules.get(*key)) for topic in covered(entry.node)}
    wording = Wording(rules, book.texts, sorted(rules.players))
    for paragraph in _parts(parts, Paragraph):
        # What a house rule has removed is printed, but no longer said.
        if paragraph.id and paragraph.text and paragraph.mark != "removed":
            kind, _, name = paragraph.id.rpartition(" ")
            entry = rules.get(kind or "rule", name)
            if kind == "variant":
                found.update(covered(rules.variants[name].node))
            elif entry is None:
                found.add(name)  # a topic
            elif _is_complete(paragraph, entry, tables, wording):
                found.update(covered(entry.node))
    return found


def _parts(value: Any, kind: type[_Part]) -> Iterator[_Part]:
    """Yield all paragraphs or tables in a part of a book, except for those of variants on offer.

    A variant has a book of its own, with more than what it changes.
    """
    if isinstance(value, kind):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from _parts(part, kind)
    elif attrs.has(type(value)) and not isinstance(value, Variant):
        for field in attrs.fields(type(value)):
            yield from _parts(getattr(value, field.name), kind)


def _is_complete(paragraph: Paragraph, entry: Entry, tables: set[_Key], wording: Wording) -> bool:
    """Whether the tables and grades to which a paragraph refers are in the book."""
    grades = outcomes(wording.rules, entry, wording.texts)
    return set(_tables_of(entry, wording)) <= tables and set(grades) <= set(paragraph.items)


def _tables_of(entry: Entry, wording: Wording) -> Iterator[_Key]:
    """Yield the tables to which a rule refers: lists, and those of which a sentence prints a range."""
    rules = wording.rules
    for id in shown(entry):
        if values.list_of(rules, id) is not None:
            yield "setting", id
    for id in wording.blanks(entry.node):
        name, _, column = id.rpartition(".")
        table = values.table(rules, name)
        if table is not None and len({table.cell(n, column) for n in wording.counts}) > 1:
            yield "table", name
