"""Statements: what rules, cards and spells do, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from wtrules.meaning.nodes.terms import Act, Column, Query, Term
from wtrules.node import Node, parts_in

Body: TypeAlias = "tuple[Statement, ...]"


@frozen
class Choose(Node):
    """A decision over things."""

    queries: tuple[Query, ...]
    otherwise: Body | None


@frozen
class May(Node):
    """A body, or pass."""

    body: Body
    otherwise: Body | None


@frozen
class Either(Node):
    """One decision over the first choices of several bodies."""

    branches: tuple[Body, ...]
    otherwise: Body | None


@frozen
class Option(Node):
    """The name of a branch."""

    name: str
    texts: tuple[tuple[str, str], ...]


@frozen
class If(Node):
    """One body or another."""

    condition: Term
    then: Body
    otherwise: Body


@frozen
class When(Node):
    """The rest of the body only if this is true."""

    condition: Term


@frozen
class Repeat(Node):
    """`forever`, `times` or `while`."""

    mode: str
    term: Term | None
    body: Body


@frozen
class Each(Node):
    """A body for everything a query finds."""

    query: Query
    body: Body


@frozen
class As(Node):
    """A body in which another player acts."""

    player: Term
    body: Body


@frozen
class Secretly(Node):
    """A body that only the player who acts sees."""

    body: Body
    together: bool = False  # all players decide, as if at the same time


@frozen
class Scope(Node):
    """A part of the game that can be ended from within."""

    word: str
    player: Term | None
    body: Body


@frozen
class Perform(Node):
    """Carry out a rule."""

    rule: str
    args: tuple[Term, ...]


@frozen
class PerformCard(Node):
    """Carry out a card."""

    card: Term


@frozen
class PerformSpell(Node):
    """Carry out a spell."""

    spell: Term


@frozen
class SetMemory(Node):
    """Set a memory."""

    id: str
    of: Term | None
    value: Term


@frozen
class Let(Node):
    """Name a value."""

    name: str
    value: Term


@frozen
class Use(Node):
    """Use an allowance once."""

    id: str


@frozen
class Stop(Node):
    """Leave the nearest loop."""


@frozen
class End(Node):
    """Leave a scope; of the game, with an outcome that is named or read in a table."""

    scope: str
    outcome: str | Column | None


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


def terms_in(statement: Statement) -> list[object]:
    """Return the terms and queries directly inside a statement."""
    return [part for part in parts_in(statement) if not _is_body(part)]


def _is_body(part: object) -> bool:
    """Whether a part of a statement is a body, or several of them."""
    return type(part) is tuple and any(type(x) is tuple or isinstance(x, Statement) for x in part)


def bodies_in(body: Body) -> Iterator[Body]:
    """Yield a body and all those inside its statements."""
    yield body
    for statement in statements_in(body):
        yield from inner_bodies(statement)


def statements_in(body: Body) -> Iterator[Statement]:
    """Yield the statements of a body, and those inside them."""
    waiting = list(body[::-1])
    while waiting:
        statement = waiting.pop()
        yield statement
        for inner in inner_bodies(statement):
            waiting += inner
