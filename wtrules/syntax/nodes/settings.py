"""Settings, tables, decks, memories and allowances."""

from __future__ import annotations

from attrs import frozen

from wtrules.node import Node
from wtrules.syntax.nodes.about import Ground, Worth
from wtrules.syntax.nodes.terms import Expr, Kind, Name, Unit, Value


@frozen
class Setting(Node):
    """`capacity 6`"""

    key: Name
    value: Value
    grounds: tuple[Ground, ...]


@frozen
class Group(Node):
    """`board { spaces 16 … }`: settings that share a first name."""

    id: Name
    settings: tuple[Setting, ...]


@frozen
class Cell(Node):
    """A table cell: number, name, text, range, `<20` or `>45`.

    In the table of the track also `6 or 13`, several ways on, and `5 coming from 4`.
    """

    low: int | None
    high: int | None
    text: str | None = None
    quoted: bool = False
    ways: tuple[int, ...] = ()  # all of them; the first is `low` and `high` too
    coming_from: tuple[int, ...] = ()

    @property
    def is_about_ways(self) -> bool:
        """Whether only the table of the track can have such a cell."""
        return bool(self.ways or self.coming_from)


@frozen
class Row(Node):
    """`3, 4 | 4 | 5`"""

    keys: tuple[Cell, ...]
    cells: tuple[Cell, ...]


@frozen
class Table(Node):
    """`table supply { players | wizards … }`; its first row names the columns."""

    id: Name
    rows: tuple[Row, ...]


@frozen
class Face(Node):
    """One half of a card: `tower 5`, `wizard die`."""

    kind: Name
    value: int | None
    die: bool = False


@frozen
class DeckLine(Node):
    """`3 x tower die rolls 2`"""

    copies: int
    faces: tuple[Face, ...]
    rolls: int | None


@frozen
class Deck(Node):
    """`deck 90 { … }`, or `deck weather 8 { … }` for one with a name; the size may be left out."""

    size: int | None
    lines: tuple[DeckLine, ...]
    id: Name | None = None

    @property
    def copies(self) -> int:
        """How many cards its lines add up to."""
        return sum(line.copies for line in self.lines)


@frozen
class OneOf(Node):
    """`one of none, before, after`: the values a memory can take, the first one to begin with."""

    names: tuple[Name, ...]


@frozen
class KindValue(Node):
    """`memory carrier = wizard`: a memory that holds a piece, nothing to begin with.

    `memory golden = tower followed`: it goes along when the piece moves.
    """

    kind: Kind
    followed: bool = False


@frozen
class Memory(Node):
    """`memory turn.played = 0 per turn`, `secret memory role = one of loyal, traitor`"""

    id: Name
    value: Expr | OneOf | KindValue
    unit: Unit | None
    secret: bool = False
    worth: Worth | None = None


@frozen
class Allowance(Node):
    """`allowance spell.casting = 1 per turn`"""

    id: Name
    amount: Expr
    unit: Unit
