"""The blocks a rulebook consists of, as values that the templates print."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from wtrules.value import Value


@frozen
class Asked(Value):
    """An open question behind a paragraph; `confidence` says how sure its answer is, if it is a fact."""

    id: str
    confidence: str = ""


@frozen
class Notes(Value):
    """Where a paragraph comes from: places in manuals, open questions, or a house rule."""

    sources: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()
    is_assumed: bool = False  # no manual has it

    @property
    def facts(self) -> tuple[Asked, ...]:
        """What no manual prints, once for each degree of how sure it is."""
        return tuple({each.confidence: each for each in self.asked if each.confidence}.values())

    @property
    def questions(self) -> tuple[Asked, ...]:
        """The other open questions."""
        return tuple(asked for asked in self.asked if not asked.confidence)


@frozen
class LabelledValue(Value):
    """A number a rule needs, and what it was before a house rule changed it."""

    label: str
    value: str
    was: str | None = None
    notes: Notes = Notes()


@frozen
class Run(Value):
    """Words of a sentence; `was` is what a house rule has put them in the place of."""

    text: str
    was: str | None = None


@frozen
class Picture(Value):
    """A picture, and the same drawn with characters."""

    caption: str
    svg: str
    drawing: str = ""
    width: int = 1  # beside other pictures
    kind = "picture"


@frozen
class Figure(Value):
    """An example as pictures, one after the other; what is forbidden is crossed out."""

    id: str
    caption: str
    pictures: tuple[Picture, ...]
    heading: str = ""
    reason: str = ""  # why it is forbidden
    is_forbidden: bool = False
    kind = "figure"


@frozen
class Table(Value):
    """A table with a caption; `about` are the definitions that it shows, by kind and id."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()  # the columns that hold numbers
    swatches: tuple[str, ...] = ()  # the colours of the rows, by letter
    notes: Notes = Notes()
    mark: str | None = None
    about: tuple[tuple[str, str], ...] = ()
    kind = "table"


@frozen
class Paragraph(Value):
    """One rule in words. A sentence of the book itself has no id and no number."""

    text: str
    id: str = ""
    anchor: str = ""
    number: str = ""
    title: str = ""
    aside: str = ""
    runs: tuple[Run, ...] = ()  # the text, where a house rule has changed words of it
    values: tuple[LabelledValue, ...] = ()
    items: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    notes: Notes = Notes()
    mark: str | None = None  # added, changed, removed
    was: str | None = None
    remark: str = ""  # printed where a rule has no words, or words that are out of date
    code: str = ""  # the rule as it is written
    step: int = 0  # of a list of steps
    is_repeated: bool = False  # another chapter says it in more detail
    kind = "paragraph"


@frozen
class Heading(Value):
    """A heading inside a chapter."""

    text: str
    kind = "heading"


@frozen
class Piece(Value):
    """Something in the box: how many there are, what it is, and a picture."""

    number: str
    name: str
    svg: str = ""
    notes: Notes = Notes()


@frozen
class Pieces(Value):
    """Pieces with their pictures, and a table that says the same where there are no pictures."""

    table: Table
    pieces: tuple[Piece, ...]
    is_deck: bool = False
    kind = "pieces"


@frozen
class Card(Value):
    """A card or a spell: its paragraph, how many flasks it costs, its picture, and rules about it."""

    paragraph: Paragraph
    cost: int | None = None
    flask: str = ""  # the picture of one flask
    svg: str = ""
    rules: tuple[Paragraph, ...] = ()


@frozen
class Cards(Value):
    """Cards or spells side by side; below each other if they have examples."""

    cards: tuple[Card, ...]
    is_spare: bool = False  # they stay in the box
    kind = "cards"

    @property
    def is_illustrated(self) -> bool:
        """Whether one of them has an example."""
        return any(card.paragraph.figures for card in self.cards)


@frozen
class Variant(Value):
    """A variant on offer and what it changes."""

    paragraph: Paragraph
    players: str
    remarks: tuple[str, ...]
    values: tuple[LabelledValue, ...]
    rules: tuple[Paragraph, ...]
    dropped: tuple[Paragraph, ...]
    kind = "variant"


@frozen
class Question(Value):
    """An open question and how it is read here."""

    id: str
    question: str
    answer: str
    confidence: str = ""
    number: str = ""
    kind = "question"


@frozen
class Line(Value):
    """One thing that a house rule changes."""

    text: str
    mark: str
    thing: str  # rule, spell, value …
    id: str
    figures: tuple[Figure, ...] = ()
    pieces: tuple[Piece, ...] = ()  # cards or spells, with how many there were and are


@frozen
class Brief(Value):
    """One rule in the summary, and whether a house rule has added or changed it."""

    title: str
    text: str
    mark: str | None = None


@frozen
class Group(Value):
    """What the summary says about one chapter."""

    heading: str
    number: str
    lines: tuple[Brief, ...]


@frozen
class Summary(Value):
    """The whole book on one page."""

    groups: tuple[Group, ...]
    size: float = 8.0  # of the letters, in points, so that a page is enough
    kind = "summary"


Block: TypeAlias = (
    Paragraph | Heading | Table | Picture | Figure | Pieces | Cards | Variant | Question | Summary
)


@frozen
class Chapter(Value):
    """A chapter: its name in the rule files, its heading, its blocks, and its number once it is counted."""

    name: str
    heading: str
    blocks: tuple[Block, ...]
    number: str = ""
    is_summary: bool = False

    @property
    def is_short(self) -> bool:
        """Whether it is only rules, with a picture at most, which are printed on one page."""
        rules = [block for block in self.blocks if isinstance(block, Paragraph)]
        return len(rules) == len(self.blocks) <= 12 and sum(len(x.figures) for x in rules) <= 1


def paragraphs_of(block: Block) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a block, in the order of the page."""
    match block:
        case Paragraph():
            return (block,)
        case Cards():
            return tuple(p for card in block.cards for p in (card.paragraph, *card.rules))
        case Variant():
            return (block.paragraph, *block.rules, *block.dropped)
        case _:
            return ()
