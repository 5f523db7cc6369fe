"""What a rulebook is put together from."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen


@frozen
class Notes:
    """Where a paragraph comes from: places in manuals, entries of the ledger, or a house."""

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
    """One rule in words. Without an id it is a sentence of the book's own and has no number."""

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
    remark: str = ""  # what the book has to say where a rule has no words, or old ones
    code: str = ""  # the rule as it is written
    sort = "paragraph"


@frozen
class Heading:
    """A heading inside a chapter."""

    text: str
    sort = "heading"


@frozen
class Table:
    """A table with a caption."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()  # the columns that hold numbers
    swatches: tuple[str, ...] = ()  # the colours of the rows, by letter
    anchor: str = ""
    mark: str | None = None
    sort = "table"


@frozen
class Picture:
    """A start position, as a picture and as a drawing of characters."""

    caption: str
    svg: str
    drawing: str
    sort = "picture"


@frozen
class Variant:
    """A variant on offer and what it changes."""

    paragraph: Paragraph
    players: str
    remarks: tuple[str, ...]
    values: tuple[Value, ...]
    rules: tuple[Paragraph, ...]
    dropped: tuple[Paragraph, ...]
    sort = "variant"


@frozen
class Question:
    """An open question and how it is read here."""

    id: str
    question: str
    answer: str
    sort = "question"


@frozen
class Line:
    """One line of a list of changes, with the place in the book it leads to."""

    text: str
    anchor: str
    mark: str


Block: TypeAlias = Paragraph | Heading | Table | Picture | Variant | Question


@frozen
class Chapter:
    """A chapter: its name, its heading, what stands in it, and its number once it is counted."""

    name: str
    heading: str
    blocks: tuple[Block, ...]
    number: str = ""
