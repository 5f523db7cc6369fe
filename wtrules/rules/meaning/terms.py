"""Terms: values, things and questions, with every name bound; and the actions that `can` asks about."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from attrs import frozen

from wtrules.node import Node
from wtrules.rules.values import ARITHMETIC


@frozen
class Const(Node):
    """A number, or the number of a symbol, spell, space …"""

    type: str
    value: int


@frozen
class Setting(Const):
    """The value of a setting; it can be used like any constant, but says where it comes from."""

    id: str


@frozen
class Local(Node):
    """A variable of the rule."""

    type: str
    name: str


@frozen
class Recall(Node):
    """The value of a memory; of one kept for each player or space, the value for one of them."""

    type: str
    id: str
    of: Term | None


@frozen
class Column(Node):
    """A table cell: in the row of the key, or of the number of players."""

    type: str
    table: str
    column: str
    key: Term | None


@frozen
class ListAt(Node):
    """An entry of a setting that is a list."""

    type: str
    id: str
    key: Term


@frozen
class Among(Node):
    """Whether a value is in one of the ranges of a list; a single constant is a range of one."""

    item: Term
    ranges: tuple[range, ...]
    setting: str | None = None  # that is the list
    type: str = "truth"


@frozen
class Prim(Node):
    """A built-in property, predicate or constant: `owner`, `visible`, `active` …"""

    type: str
    op: str
    args: tuple[Term, ...]


@frozen
class Calc(Node):
    """Arithmetic, comparison and logic."""

    type: str
    op: str
    args: tuple[Term, ...]


class Relation(NamedTuple):
    """`on`, `beneath` or `above` something, or `from` a deck."""

    word: str
    target: Term


@frozen
class Query(Node):
    """A search for things; `variable` is each of them in turn."""

    kind: str
    variable: str
    relations: tuple[Relation, ...]
    direction: str | None
    origin: Term | None
    where: Term | None
    low: Term | None = None  # for numbers
    high: Term | None = None


@frozen
class Search(Node):
    """`number of`, `any`, `no`, `first`, `next` or `random`."""

    type: str
    word: str
    query: Query


@frozen
class Best(Node):
    """`highest`, `lowest` or `total` of a term over a query."""

    word: str
    value: Term
    query: Query
    type: str = "number"


@frozen
class Conditional(Node):
    """One term or another."""

    type: str
    value: Term
    condition: Term
    otherwise: Term


@frozen
class Possible(Node):
    """Whether an action is possible now."""

    action: Act
    type: str = "truth"


@frozen
class Meant(Node):
    """A use of a defined word."""

    type: str
    id: str
    args: tuple[Term, ...]


class Part(NamedTuple):
    """A term of an action, with the label that the record of its verb has."""

    label: str
    term: Term


@frozen
class Act(Node):
    """Do something to the pieces."""

    verb: str
    parts: tuple[Part, ...]
    direction: str | None

    def part(self, label: str) -> Term | None:
        """Return a part by its label."""
        return next((term for name, term in self.parts if name == label), None)


Term: TypeAlias = (
    Const
    | Local
    | Recall
    | Column
    | ListAt
    | Among
    | Prim
    | Calc
    | Search
    | Best
    | Conditional
    | Possible
    | Meant
)


def constant(term: Term) -> int | None:
    """Return the value of a term that needs only numbers and settings; None for all others."""
    match term:
        case Const():
            return term.value
        case Calc(type="number", op="-", args=(inner,)):
            value = constant(inner)
            return -value if value is not None else None
        case Calc(type="number", op=op, args=(left, right)) if op in ARITHMETIC:
            one = constant(left)
            two = constant(right) if one is not None else None
            return ARITHMETIC[op](one, two) if one is not None and two is not None else None
        case _:
            return None
