"""Statements: what a rule does, step by step."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from wtrules.node import Node, parts_in
from wtrules.syntax.nodes.about import Phrase
from wtrules.syntax.nodes.terms import Do, EntryAt, Expr, Name, PropertyOf, Query


@frozen
class Block(Node):
    """Statements in braces."""

    statements: tuple[Statement, ...]


@frozen
class Choose(Node):
    """`choose wizard w where own and visible`; several queries make one decision."""

    queries: tuple[Query, ...]
    otherwise: Block | None


@frozen
class May(Node):
    """`may { … }`: the block, or pass."""

    body: Block
    otherwise: Block | None


@frozen
class Either(Node):
    """`either { … } or { … }`: one decision over the first choices of all branches."""

    branches: tuple[Block, ...]
    otherwise: Block | None


@frozen
class Option(Node):
    """`option discard`: names a branch that needs no piece to be chosen."""

    name: Name
    phrases: tuple[Phrase, ...]


@frozen
class If(Node):
    """`if … { … } else { … }`"""

    condition: Expr
    then: Block
    otherwise: Block | None


@frozen
class When(Node):
    """`when …`: the rest of the block applies only then."""

    condition: Expr


@frozen
class Repeat(Node):
    """`repeat { … }`, `repeat n times { … }`, `repeat while … { … }`."""

    mode: str
    term: Expr | None
    body: Block


@frozen
class Each(Node):
    """`each player p clockwise from active { … }`"""

    query: Query
    body: Block


@frozen
class As(Node):
    """`as p { … }`: player p acts and decides."""

    player: Expr
    body: Block


@frozen
class Secretly(Node):
    """`secretly { … }`, `secretly each player q { … }`: nobody sees what the deciding player does."""

    query: Query | None
    body: Block


@frozen
class Scope(Node):
    """`round { … }`, `turn of p { … }`, `action { … }`: what `end turn` leaves."""

    word: str
    player: Expr | None
    body: Block


@frozen
class Perform(Node):
    """`perform dice.roll(c)`, `perform revealed of weather`: carry out a rule, a card or a spell."""

    target: Name | PropertyOf
    arguments: tuple[Expr, ...]

    @property
    def name(self) -> str:
        """The name of what is performed; empty if that is a property of something."""
        return self.target.id if isinstance(self.target, Name) else ""


@frozen
class Set(Node):
    """`set turn.played = turn.played + 1`"""

    target: Name
    player: Expr | None
    value: Expr


@frozen
class Let(Node):
    """`let d = space of t`"""

    name: Name
    value: Expr


@frozen
class Use(Node):
    """`use spell.casting`: take one of an allowance."""

    allowance: Name


@frozen
class Stop(Node):
    """`stop`: leave the nearest repeat or each."""


@frozen
class End(Node):
    """`end turn`, `end game stalled`, `end game grades.grade at cards`"""

    scope: str
    outcome: Name | EntryAt | None


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
    | Set
    | Let
    | Use
    | Stop
    | End
    | Do
)


def inner_blocks(statement: Node) -> tuple[Block, ...]:
    """Return the blocks directly inside a statement, in the order of the text."""
    found: list[Block] = []
    for part in parts_in(statement):
        many = part if isinstance(part, tuple) else (part,)
        found += [one for one in many if isinstance(one, Block)]
    return tuple(found)
