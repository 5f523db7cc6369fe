"""What rules mean: terms and statements with every name bound and every type known.

Made by `wtrules.rules.elaborate`, read by the lowering. Spans take no part in equality.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, TypeAlias

from attrs import frozen

from wtrules.diagnostics import Diagnostic
from wtrules.node import Node, added_later, walk
from wtrules.source import Span

# --- terms -----------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Const(Node):
    """A number, or the number of a symbol, spell, space …"""

    type: str
    value: int


@frozen(eq=False, repr=False)
class Local(Node):
    """A variable of the rule."""

    type: str
    name: str


@frozen(eq=False, repr=False)
class Recall(Node):
    """The value of a memory; of one kept for each player or space, the value for one of them."""

    type: str
    id: str
    of: Term | None


@frozen(eq=False, repr=False)
class Column(Node):
    """A table cell: in the row of the key, or of the number of players."""

    type: str
    table: str
    column: str
    key: Term | None


@frozen(eq=False, repr=False)
class ListAt(Node):
    """An entry of a setting that is a list."""

    type: str
    id: str
    key: Term


@frozen(eq=False, repr=False)
class Among(Node):
    """Whether a value is in one of the ranges of a list; a single constant is a range of one."""

    item: Term
    ranges: tuple[range, ...]
    type: str = "truth"


@frozen(eq=False, repr=False)
class Prim(Node):
    """A built-in property, predicate or constant: `owner`, `visible`, `active` …"""

    type: str
    op: str
    args: tuple[Term, ...]


@frozen(eq=False, repr=False)
class Calc(Node):
    """Arithmetic, comparison and logic."""

    type: str
    op: str
    args: tuple[Term, ...]


class Relation(NamedTuple):
    """`on`, `beneath` or `above` something, or `from` a deck."""

    word: str
    target: Term


@frozen(eq=False, repr=False)
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


@frozen(eq=False, repr=False)
class Search(Node):
    """`number of`, `any`, `no`, `first`, `next` or `random`."""

    type: str
    word: str
    query: Query


@frozen(eq=False, repr=False)
class Best(Node):
    """`highest`, `lowest` or `total` of a term over a query."""

    word: str
    value: Term
    query: Query
    type: str = "number"


@frozen(eq=False, repr=False)
class Conditional(Node):
    """One term or another."""

    type: str
    value: Term
    condition: Term
    otherwise: Term


@frozen(eq=False, repr=False)
class Possible(Node):
    """Whether an action is possible now."""

    action: Act
    type: str = "truth"


@frozen(eq=False, repr=False)
class Meant(Node):
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
class Choose(Node):
    """A decision over things."""

    queries: tuple[Query, ...]
    otherwise: Body | None


@frozen(eq=False, repr=False)
class May(Node):
    """A body, or pass."""

    body: Body
    otherwise: Body | None


@frozen(eq=False, repr=False)
class Either(Node):
    """One decision over the first choices of several bodies."""

    branches: tuple[Body, ...]
    otherwise: Body | None


@frozen(eq=False, repr=False)
class Option(Node):
    """The name of a branch."""

    name: str
    texts: tuple[tuple[str, str], ...]


@frozen(eq=False, repr=False)
class If(Node):
    """One body or another."""

    condition: Term
    then: Body
    otherwise: Body


@frozen(eq=False, repr=False)
class When(Node):
    """The rest of the body only if this is true."""

    condition: Term


@frozen(eq=False, repr=False)
class Repeat(Node):
    """`forever`, `times` or `while`."""

    mode: str
    term: Term | None
    body: Body


@frozen(eq=False, repr=False)
class Each(Node):
    """A body for everything a query finds."""

    query: Query
    body: Body


@frozen(eq=False, repr=False)
class As(Node):
    """A body in which another player acts."""

    player: Term
    body: Body


@frozen(eq=False, repr=False)
class Secretly(Node):
    """A body that only the player who acts sees."""

    body: Body
    together: bool = added_later(False)  # all players decide, as if at the same time


@frozen(eq=False, repr=False)
class Scope(Node):
    """A part of the game that can be ended from within."""

    word: str
    player: Term | None
    body: Body


@frozen(eq=False, repr=False)
class Perform(Node):
    """Carry out a rule."""

    rule: str
    args: tuple[Term, ...]


@frozen(eq=False, repr=False)
class PerformCard(Node):
    """Carry out a card."""

    card: Term


@frozen(eq=False, repr=False)
class PerformSpell(Node):
    """Carry out a spell."""

    spell: Term


@frozen(eq=False, repr=False)
class SetMemory(Node):
    """Set a memory."""

    id: str
    of: Term | None
    value: Term


@frozen(eq=False, repr=False)
class Let(Node):
    """Name a value."""

    name: str
    value: Term


@frozen(eq=False, repr=False)
class Use(Node):
    """Use an allowance once."""

    id: str


@frozen(eq=False, repr=False)
class Stop(Node):
    """Leave the nearest loop."""


@frozen(eq=False, repr=False)
class End(Node):
    """Leave a scope."""

    scope: str
    outcome: str | None


class Part(NamedTuple):
    """A term of an action, with the label that the record of its verb has."""

    label: str
    term: Term


@frozen(eq=False, repr=False)
class Act(Node):
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
    | Secretly
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


def inner_bodies(statement: Statement) -> tuple[Body, ...]:
    """Return the bodies directly inside a statement."""
    match statement:
        case Choose():
            return (statement.otherwise or (),)
        case May():
            return (statement.body, statement.otherwise or ())
        case Either():
            return (*statement.branches, statement.otherwise or ())
        case If():
            return (statement.then, statement.otherwise)
        case Repeat() | Each() | As() | Secretly() | Scope():
            return (statement.body,)
        case _:
            return ()


def statements_in(body: Body) -> Iterator[Statement]:
    """Yield the statements of a body, and those inside them."""
    waiting = list(body[::-1])
    while waiting:
        statement = waiting.pop()
        yield statement
        for inner in inner_bodies(statement):
            waiting += inner


# Actions that let single players see cards.
_SHOWING = (
    "show hand", "reveal hand", "show hand from", "reveal hand from", "show top", "show top from",
)  # fmt: skip


# --- definitions -----------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Reaction(Node):
    """An event, and the variables it has in the rule; *condition* says which pieces it is about."""

    event: str
    names: tuple[str, ...]
    condition: Term | None = None


class Parameter(NamedTuple):
    """A variable that a rule, card or defined word is given."""

    name: str
    type: str


@frozen(eq=False, repr=False)
class Rule(Node):
    """A rule: performed by others, triggered by events, or forbidding them."""

    id: str
    parameters: tuple[Parameter, ...]
    on: tuple[Reaction, ...]
    forbids: tuple[Reaction, ...]
    after: tuple[str, ...]
    body: Body


@frozen(eq=False, repr=False)
class Card(Node):
    """A kind of card."""

    id: str
    code: str
    parameters: tuple[Parameter, ...]
    body: Body


@frozen(eq=False, repr=False)
class Spell(Node):
    """A spell tile."""

    id: str
    cost: Term
    body: Body


@frozen(eq=False, repr=False)
class Define(Node):
    """A defined word."""

    id: str
    parameters: tuple[Parameter, ...]
    type: str
    value: Term


@frozen(eq=False, repr=False)
class MemoryCell(Node):
    """A memory: its type, its first value, and when it is reset to it."""

    id: str
    type: str
    initial: Term
    scope: str
    each: str | None
    followed: bool = False  # it follows the piece when that moves
    secret: bool = False  # not everybody sees its value


@frozen(eq=False, repr=False)
class AllowanceCell(Node):
    """An allowance: how often it can be used, and for what time."""

    id: str
    amount: Term
    scope: str
    each: str | None


Halves: TypeAlias = tuple[str, ...]  # of a card: their kinds

# --- examples --------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Listing(Node):
    """All cards of a hand, all spells laid out, or the next cards of the draw pile."""

    what: str
    written: str  # `hand of y`
    of: Term | None
    entries: tuple[Entry, ...]


class Entry(NamedTuple):
    """A card or spell of a list, by name, and its place."""

    name: str
    span: Span


@frozen(eq=False, repr=False)
class Assigned(Node):
    """`full_flasks of b = 2`: a number of the position that is no memory."""

    target: Term
    value: Term


@frozen(eq=False, repr=False)
class Knows(Node):
    """Whether a player has been shown something; *shown* would show it."""

    who: Term
    is_so: bool
    shown: Act


Given: TypeAlias = SetMemory | Assigned | Listing | Knows  # what `with` says of a position
Fact: TypeAlias = Term | Listing | Knows  # what `then` says of one


@frozen(eq=False)
class Example:
    """What an example says in terms of its rules, and what is wrong with that."""

    given: tuple[Given, ...]
    facts: tuple[tuple[Fact, ...], ...]  # for each `then`, in order
    faults: tuple[Diagnostic, ...]


SEAT = "seat "  # begins the name of the variable that stands for a player in an example


@frozen
class Meaning:
    """A whole ruleset, bound and typed."""

    rules: Mapping[str, Rule]
    cards: Mapping[str, Card]
    spells: Mapping[str, Spell]
    defines: Mapping[str, Define]  # each after those that it uses
    memories: Mapping[str, MemoryCell]
    allowances: Mapping[str, AllowanceCell]
    outcomes: tuple[str, ...]
    symbols: tuple[str, ...]
    decks: Mapping[str, tuple[Halves, ...]]  # the cards in each, the main deck first
    examples: Mapping[str, Example]
    # The decks that cards come from: by the name of a variable, or of a memory with a dot before it.
    card_origins: Mapping[str, frozenset[str]] = {}
    card_places: Mapping[str, str] = {}  # by variable: chosen where `revealed` or `discarded`

    @cached_property
    def chances(self) -> Mapping[str, Search]:
        """The defined words that are left to chance, each with a `random` search in it."""
        found: dict[str, Search] = {}
        for define in self.defines.values():
            for part in walk(define.value):
                if isinstance(part, Search) and part.word == "random":
                    found[define.id] = part
                elif isinstance(part, Meant) and part.id in found:
                    found[define.id] = found[part.id]
                else:
                    continue
                break
        return found

    @cached_property
    def shows_cards(self) -> bool:
        """Whether hands or the draw pile are shown to single players."""
        return any(
            isinstance(statement, Act) and statement.verb in _SHOWING
            for many in (self.rules, self.cards, self.spells)
            for one in many.values()
            for statement in statements_in(one.body)
        )

    @cached_property
    def has_secret_parts(self) -> bool:
        """Whether anything is done `secretly`."""
        return any(
            isinstance(statement, Secretly)
            for many in (self.rules, self.cards, self.spells)
            for one in many.values()
            for statement in statements_in(one.body)
        )

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many terms each defined word means, with all defined words in it written out."""
        found: dict[str, int] = {}
        for define in self.defines.values():
            parts = walk(define.value)
            found[define.id] = sum(
                found[part.id] if isinstance(part, Meant) else 1 for part in parts
            )
        return found


def words_in(part: object) -> Iterator[str]:
    """Yield the defined words that occur in terms or statements."""
    return (inner.id for inner in walk(part) if isinstance(inner, Meant))
