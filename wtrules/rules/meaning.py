"""What rules mean: terms and statements with every name bound and every type known.

Made by `wtrules.rules.elaborate`, read by the lowering. Spans take no part in equality.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from attrs import field, frozen

from wtrules.node import Node
from wtrules.source import Span


@frozen(eq=False, repr=False)
class _Bound(Node):
    """A node with the place in the rule file that it was made from."""

    span: Span = field(kw_only=True, eq=False, repr=False)


# --- terms -----------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Const(_Bound):
    """A number, or the number of a symbol, spell, space …"""

    type: str
    value: int


@frozen(eq=False, repr=False)
class Local(_Bound):
    """A variable of the rule."""

    type: str
    name: str


@frozen(eq=False, repr=False)
class Recall(_Bound):
    """The value of a memory; of one kept for each player or space, the value for one of them."""

    type: str
    id: str
    of: Term | None


@frozen(eq=False, repr=False)
class Column(_Bound):
    """A table cell: in the row of the key, or of the number of players."""

    type: str
    table: str
    column: str
    key: Term | None


@frozen(eq=False, repr=False)
class ListAt(_Bound):
    """An entry of a setting that is a list."""

    type: str
    id: str
    key: Term


@frozen(eq=False, repr=False)
class Among(_Bound):
    """Whether a value is one of the constants of a list."""

    item: Term
    values: tuple[int, ...]
    type: str = "truth"


@frozen(eq=False, repr=False)
class Prim(_Bound):
    """A built-in property, predicate or constant: `owner`, `visible`, `active` …"""

    type: str
    op: str
    args: tuple[Term, ...]


@frozen(eq=False, repr=False)
class Calc(_Bound):
    """Arithmetic, comparison and logic."""

    type: str
    op: str
    args: tuple[Term, ...]


class Relation(NamedTuple):
    """`on`, `beneath` or `above` something."""

    word: str
    target: Term


@frozen(eq=False, repr=False)
class Query(_Bound):
    """A search for things; `variable` is each of them in turn."""

    kind: str
    variable: str
    relations: tuple[Relation, ...]
    direction: str | None
    origin: Term | None
    where: Term | None
    low: Term | None = None  # for numbers
    high: Term | None = None


@frozen(eq=False, repr=False)
class Search(_Bound):
    """`number of`, `any`, `no`, `first`, `next` or `random`."""

    type: str
    word: str
    query: Query


@frozen(eq=False, repr=False)
class Best(_Bound):
    """`highest`, `lowest` or `total` of a term over a query."""

    word: str
    value: Term
    query: Query
    type: str = "number"


@frozen(eq=False, repr=False)
class Conditional(_Bound):
    """One term or another."""

    type: str
    value: Term
    condition: Term
    otherwise: Term


@frozen(eq=False, repr=False)
class Possible(_Bound):
    """Whether an action is possible now."""

    action: Act
    type: str = "truth"


@frozen(eq=False, repr=False)
class Meant(_Bound):
    """A use of a defined word."""

    type: str
    id: str
    args: tuple[Term, ...]


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


# --- statements ------------------------------------------------------------------------------

Body: TypeAlias = "tuple[Statement, ...]"


@frozen(eq=False, repr=False)
class Choose(_Bound):
    """A decision over things."""

    queries: tuple[Query, ...]
    otherwise: Body | None


@frozen(eq=False, repr=False)
class May(_Bound):
    """A body, or pass."""

    body: Body
    otherwise: Body | None


@frozen(eq=False, repr=False)
class Either(_Bound):
    """One decision over the first choices of several bodies."""

    branches: tuple[Body, ...]
    otherwise: Body | None


@frozen(eq=False, repr=False)
class Option(_Bound):
    """The name of a branch."""

    name: str
    texts: tuple[tuple[str, str], ...]


@frozen(eq=False, repr=False)
class If(_Bound):
    """One body or another."""

    condition: Term
    then: Body
    otherwise: Body


@frozen(eq=False, repr=False)
class When(_Bound):
    """The rest of the body only if this is true."""

    condition: Term


@frozen(eq=False, repr=False)
class Repeat(_Bound):
    """`forever`, `times` or `while`."""

    mode: str
    term: Term | None
    body: Body


@frozen(eq=False, repr=False)
class Each(_Bound):
    """A body for everything a query finds."""

    query: Query
    body: Body


@frozen(eq=False, repr=False)
class As(_Bound):
    """A body in which another player acts."""

    player: Term
    body: Body


@frozen(eq=False, repr=False)
class Scope(_Bound):
    """A part of the game that can be ended from within."""

    word: str
    player: Term | None
    body: Body


@frozen(eq=False, repr=False)
class Perform(_Bound):
    """Carry out a rule."""

    rule: str
    args: tuple[Term, ...]


@frozen(eq=False, repr=False)
class PerformCard(_Bound):
    """Carry out a card."""

    card: Term


@frozen(eq=False, repr=False)
class PerformSpell(_Bound):
    """Carry out a spell."""

    spell: Term


@frozen(eq=False, repr=False)
class SetMemory(_Bound):
    """Set a memory."""

    id: str
    of: Term | None
    value: Term


@frozen(eq=False, repr=False)
class Let(_Bound):
    """Name a value."""

    name: str
    value: Term


@frozen(eq=False, repr=False)
class Use(_Bound):
    """Use an allowance once."""

    id: str


@frozen(eq=False, repr=False)
class Stop(_Bound):
    """Leave the nearest loop."""


@frozen(eq=False, repr=False)
class End(_Bound):
    """Leave a scope."""

    scope: str
    outcome: str | None


class Part(NamedTuple):
    """A term of an action, with the label that the record of its verb has."""

    label: str
    term: Term


@frozen(eq=False, repr=False)
class Act(_Bound):
    """Do something to the pieces."""

    verb: str
    parts: tuple[Part, ...]
    direction: str | None

    def part(self, label: str) -> Term | None:
        """Return a part by its label."""
        return next((term for name, term in self.parts if name == label), None)


Statement: TypeAlias = (
    Choose
    | May
    | Either
    | Option
    | If
    | When
    | Repeat
    | Each
    | As
    | Scope
    | Perform
    | PerformCard
    | PerformSpell
    | SetMemory
    | Let
    | Use
    | Stop
    | End
    | Act
)

_BODIES: dict[type, tuple[str, ...]] = {
    Choose: ("otherwise",),
    May: ("body", "otherwise"),
    Either: ("otherwise",),
    If: ("then", "otherwise"),
    Repeat: ("body",),
    Each: ("body",),
    As: ("body",),
    Scope: ("body",),
}


def inner_bodies(statement: Statement) -> Iterator[Body]:
    """Yield the bodies directly inside a statement."""
    if isinstance(statement, Either):
        yield from statement.branches
    for name in _BODIES.get(type(statement), ()):
        yield getattr(statement, name) or ()


# --- definitions -----------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Reaction(_Bound):
    """An event, and the variables it has in the rule."""

    event: str
    names: tuple[str, ...]


class Parameter(NamedTuple):
    """A variable that a rule, card or defined word is given."""

    name: str
    type: str


@frozen(eq=False, repr=False)
class Rule(_Bound):
    """A rule: performed by others, triggered by events, or forbidding them."""

    id: str
    parameters: tuple[Parameter, ...]
    on: tuple[Reaction, ...]
    forbids: tuple[Reaction, ...]
    after: tuple[str, ...]
    body: Body


@frozen(eq=False, repr=False)
class Card(_Bound):
    """A kind of card."""

    id: str
    code: str
    parameters: tuple[Parameter, ...]
    body: Body


@frozen(eq=False, repr=False)
class Spell(_Bound):
    """A spell tile."""

    id: str
    cost: Term
    body: Body


@frozen(eq=False, repr=False)
class Define(_Bound):
    """A defined word."""

    id: str
    parameter: Parameter | None
    type: str
    value: Term


@frozen(eq=False, repr=False)
class MemoryCell(_Bound):
    """A memory: its type, its first value, and when it is reset to it."""

    id: str
    type: str
    initial: Term
    scope: str
    each: str | None
    followed: bool = False  # it follows the piece when that moves


@frozen(eq=False, repr=False)
class AllowanceCell(_Bound):
    """An allowance: how often it can be used, and for what time."""

    id: str
    amount: Term
    scope: str
    each: str | None


@frozen(eq=False, repr=False)
class Meaning(Node):
    """A whole ruleset, bound and typed."""

    rules: Mapping[str, Rule]
    cards: Mapping[str, Card]
    spells: Mapping[str, Spell]
    defines: Mapping[str, Define]
    memories: Mapping[str, MemoryCell]
    allowances: Mapping[str, AllowanceCell]
    outcomes: tuple[str, ...]
    symbols: tuple[str, ...]
