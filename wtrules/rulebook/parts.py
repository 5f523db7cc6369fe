"""The blocks a rulebook consists of, as values that the templates print."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen


@frozen
class Notes:
    """Where a paragraph comes from: places in manuals, open questions, or a house rule."""

    sources: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


@frozen
class Value:
    """A number a rule needs, and what it was before a house rule changed it."""

    label: str
    value: str
    was: str | None = None


@frozen
class Paragraph:
    """One rule in words. A sentence of the book itself has no id and no number."""

    text: str
    id: str = ""
    anchor: str = ""
    number: str = ""
    title: str = ""
    aside: str = ""
    values: tuple[Value, ...] = ()
    items: tuple[str, ...] = ()
    notes: Notes = Notes()
    mark: str | None = None  # added, changed, removed
    was: str | None = None
    remark: str = ""  # printed where a rule has no words, or words that are out of date
    code: str = ""  # the rule as it is written
    kind = "paragraph"


@frozen
class Heading:
    """A heading inside a chapter."""

    text: str
    kind = "heading"


@frozen
class Table:
    """A table with a caption."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()  # the columns that hold numbers
    swatches: tuple[str, ...] = ()  # the colours of the rows, by letter
    mark: str | None = None
    kind = "table"


@frozen
class Picture:
    """A start position, as a picture and as a drawing of characters."""

    caption: str
    svg: str
    drawing: str
    kind = "picture"


@frozen
class Variant:
    """A variant on offer and what it changes."""

    paragraph: Paragraph
    players: str
    remarks: tuple[str, ...]
    values: tuple[Value, ...]
    rules: tuple[Paragraph, ...]
    dropped: tuple[Paragraph, ...]
    kind = "variant"


@frozen
class Question:
    """An open question and how it is read here."""

    id: str
    question: str
    answer: str
    kind = "question"


@frozen
class Line:
    """One line of the list of changes."""

    text: str
    mark: str


Block: TypeAlias = Paragraph | Heading | Table | Picture | Variant | Question


@frozen
class Chapter:
    """A chapter: its name in the rule files, its heading, its blocks, and its number once it is counted."""

    name: str
    heading: str
    blocks: tuple[Block, ...]
    number: str = ""
