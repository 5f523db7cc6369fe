"""Terms: values, things and questions, with every name bound; and the actions that `can` asks about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from attrs import frozen

from wtrules.language.properties import PROPERTIES
from wtrules.language.verbs import VERBS, events_of, kind_of
from wtrules.meaning.values import ARITHMETIC
from wtrules.node import Node, rewrite

_Whole = TypeVar("_Whole")


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
class Stands(Node):
    """Whether a variant is chosen, or a rule, table or deck is as others describe it: for sentences."""

    kind: str
    id: str
    type: str = "truth"


@frozen
class Meant(Node):
    """A use of a defined word."""

    type: str
    id: str
    args: tuple[Term, ...]


class Argument(NamedTuple):
    """A term of an action, with the label that the record of its verb has."""

    label: str
    term: Term


@frozen
class Act(Node):
    """Do something to the pieces."""

    verb: str
    parts: tuple[Argument, ...]
    direction: str | None

    def part(self, label: str) -> Term | None:
        """Return a part by its label."""
        return next((term for name, term in self.parts if name == label), None)

    @property
    def name(self) -> str:
        """What moves and fingerprints call it."""
        return (VERBS[self.verb].of_a_deck if self._names_deck else None) or self.verb

    @property
    def kind(self) -> str:
        """What kind of action it is."""
        what = self.part("what")
        return kind_of(self.verb, what.type if what is not None else None)

    @property
    def events(self) -> tuple[str, ...]:
        """The events it can cause, in the order they happen."""
        return events_of(self.kind, of_a_deck=self._names_deck)

    @property
    def _names_deck(self) -> bool:
        return any(
            term.type == "deck" and not (isinstance(term, Const) and term.value == 0)
            for _, term in self.parts
        )


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
    | Stands
    | Meant
)


# Properties of allowances, which are part of the operation: `left:turn.plays`.
_OF_ALLOWANCES = ("allowance", *(one.name for one in PROPERTIES if one.subject == "allowance"))


def source_of(part: object) -> tuple[str, str]:
    """Return the kind and the id of the definition that a part of a term reads; none: two empty texts."""
    match part:
        case Setting() | ListAt():
            return "setting", part.id
        case Among(setting=str(id)):
            return "setting", id
        case Column():
            return "table", part.table
        case Meant():
            return "define", part.id
        case Recall():
            return "memory", part.id
        case Prim(op=op):
            word, _, id = op.partition(":")
            if word == "list":
                return "setting", id
            return ("allowance", id) if word in _OF_ALLOWANCES and id else ("", "")
        case _:
            return "", ""


def filled(whole: _Whole, values: Mapping[str, Term]) -> _Whole:
    """Return terms or statements with values in place of some variables."""

    def change(part: object) -> Term | None:
        return values.get(part.name) if isinstance(part, Local) else None

    made: _Whole = rewrite(whole, change) if values else whole
    return made


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
