"""Terms: numbers, names, queries, conditions, actions."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from wtrules.node import Node

# A kind of piece, in the singular.
Kind: TypeAlias = str


@frozen
class Number(Node):
    """A whole number."""

    value: int


@frozen
class Text(Node):
    """A quoted text, quotes and escapes already taken off."""

    value: str


@frozen
class Name(Node):
    """A name or dotted path: a variable, setting, predicate, symbol … decided later."""

    id: str


@frozen
class Castle(Node):
    """The castle as a piece."""


@frozen
class PropertyOf(Node):
    """`owner of w`"""

    property: Name
    subject: Expr


@frozen
class Applied(Node):
    """`far(w, 3)`: a word that is defined for several things."""

    word: Name
    arguments: tuple[Expr, ...]


@frozen
class Pair(Node):
    """`(p, s)` behind a memory that is kept for each player and space."""

    first: Expr
    second: Expr


@frozen
class EntryAt(Node):
    """`board.lights at s`: an entry of a list or table."""

    table: Name
    key: Expr


@frozen
class Unary(Node):
    """`not x` or `-x`."""

    operator: str
    operand: Expr


@frozen
class Binary(Node):
    """Two terms joined by `or and = != < <= > >= + - * / mod is`, or `is not`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Relation(Node):
    """`on p`, `beneath t`, `above t`; the subject is before `is`, or is the piece that a query asks for."""

    word: str
    target: Expr


@frozen
class Course(Node):
    """`clockwise from active`: where a search begins and which way it runs."""

    direction: str
    origin: Expr


@frozen
class Rank(Node):
    """`whose points is highest`: only those for which a number is largest, or smallest."""

    value: Expr
    word: str


@frozen
class Query(Node):
    """Pieces or places that are asked for: `wizard w on p where own and visible`."""

    kind: Kind
    variable: Name | None
    relations: tuple[Relation, ...]
    course: Course | None
    where: Expr | None
    low: Expr | None = None  # `number k from 1 to 3`
    high: Expr | None = None
    excluded: tuple[Expr, ...] = ()  # `player q except active`
    rank: Rank | None = None
    opponents: bool = False  # `opponent q`: only those players


@frozen
class Ask(Node):
    """A question about a query: `number of`, `any`, `no`, `first`, `next` or `random`."""

    word: str
    query: Query


@frozen
class Extreme(Node):
    """`highest full_flasks of q for player q where …`; also `lowest` and `total`."""

    word: str
    value: Expr
    query: Query


@frozen
class NumberedSpace(Node):
    """`space 5`, `space (n + 1)`: a space of the ring, counted clockwise from 0."""

    number: Expr


@frozen
class Conditional(Node):
    """`(2 when sky is rain else 0)`: one term or another; 0 or nothing without `else`."""

    value: Expr
    condition: Expr
    otherwise: Expr | None = None


@frozen
class Part(Node):
    """A term of an action, with the label its verb gives it."""

    label: str
    term: Expr


@frozen
class Do(Node):
    """`do move w clockwise 3`: a verb and its parts, in the order they are written."""

    verb: str
    parts: tuple[Part, ...]
    direction: str | None = None

    def part(self, label: str) -> Expr | None:
        """Return a part by its label, None if it was left out."""
        return next((part.term for part in self.parts if part.label == label), None)


@frozen
class Can(Node):
    """`can move w clockwise 3`: whether nothing forbids it."""

    action: Do


@frozen
class Range(Node):
    """`2..6`"""

    low: int
    high: int


Expr: TypeAlias = (
    Number
    | Text
    | Name
    | Castle
    | PropertyOf
    | Pair
    | EntryAt
    | Applied
    | Unary
    | Binary
    | Relation
    | Ask
    | Extreme
    | NumberedSpace
    | Conditional
    | Can
    | Range
)


@frozen
class Value(Node):
    """What a setting holds: one term or a list, perhaps counted `from 1:`.

    `one of active, everyone` names all it may ever hold; the first is what it holds now.
    """

    entries: tuple[Expr, ...]
    first: int | None = None
    choices: tuple[Name, ...] = ()


@frozen
class Unit(Node):
    """`per action for each player`"""

    scope: str
    each: Kind | None = None
