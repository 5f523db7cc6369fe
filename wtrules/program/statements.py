"""Statements of the program form: what changes something.

Every statement knows the rule it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import is_
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from wtrules.program.expressions import At, Call, Emitted, Entry, Expr, Load, Op, Var, rewrite_expr
from wtrules.source import Span
from wtrules.value import Value


@frozen
class Origin(Value):
    """The rule a statement serves, and its place in a rule file."""

    rule: str
    span: Span | None = field(default=None, eq=False, repr=False)


NOWHERE = Origin("physics")


@frozen
class Assign(Value):
    """Give a variable a value."""

    name: str
    value: Expr
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Store(Value):
    """Change a number of the state."""

    array: str
    index: Expr
    value: Expr
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class If(Value):
    """One body or another."""

    condition: Expr
    then: Body
    otherwise: Body = ()
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class While(Value):
    """Repeat a body as long as a condition is true."""

    condition: Expr
    body: Body
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class For(Value):
    """Count a variable from *start* up to, not including, *stop*."""

    name: str
    start: Expr
    stop: Expr
    body: Body
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Break(Value):
    """Leave the nearest loop."""

    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Return(Value):
    """Leave the function with a value."""

    value: Expr = 0
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Run(Value):
    """Call a function for what it does."""

    call: Call
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Emit(Value):
    """Add an option to the list that is being made."""

    value: Expr
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Goto(Value):
    """Go on with another block; only in blocks."""

    block: Expr
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Decide(Value):
    """Ask; go on with *otherwise* if there is nothing to choose from. Only in blocks."""

    decision: int
    otherwise: int
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


Statement: TypeAlias = (
    Assign | Store | If | While | For | Break | Return | Run | Emit | Goto | Decide
)
Body: TypeAlias = "tuple[Statement, ...]"
_LOOPS = (While, For)


# What statements and expressions are made of, in order.
PARTS: Mapping[type, tuple[str, ...]] = {
    kind: tuple(part.name for part in kind.__attrs_attrs__ if part.name != "origin")
    for kind in (
        Var, Load, Entry, Op, Call, Emitted, At,
        Assign, Store, If, While, For, Break, Return, Run, Emit, Goto, Decide,
    )
}  # fmt: skip


# Which of them are statements and expressions, or bodies.
_INSIDE: Mapping[type, tuple[str, ...]] = {
    kind: tuple(name for name in names if name not in ("name", "array", "table", "op", "function"))
    for kind, names in PARTS.items()
} | {At: (), Decide: ()}


def placed(statement: Statement, origin: Origin) -> Statement:
    """Return a statement as one that serves another rule."""
    kind = type(statement)
    return kind(*[getattr(statement, name) for name in PARTS[kind]], origin=origin)


def parts_of(*parts: Body | Statement | Expr) -> list[Statement | Expr]:
    """Return statements and expressions with all that are inside them, in order, except numbers."""
    collected: list[Statement | Expr] = []
    for part in parts:
        _collect(part if type(part) is tuple else (part,), collected)
    return collected


def _collect(parts: Iterable[Any], collected: list[Statement | Expr]) -> None:
    for part in parts:
        if type(part) is not int:
            collected.append(part)
            for name in _INSIDE[type(part)]:
                inner = getattr(part, name)
                if type(inner) is not int:  # half of all parts
                    _collect(inner if type(inner) is tuple else (inner,), collected)


def walk(*bodies: Body) -> Iterator[Statement]:
    """Yield all statements of some bodies in order, nested ones too."""
    waiting = [statement for body in reversed(bodies) for statement in reversed(body)]
    while waiting:
        statement = waiting.pop()
        yield statement
        if isinstance(statement, If):
            waiting += statement.otherwise[::-1]
            waiting += statement.then[::-1]
        elif isinstance(statement, _LOOPS):
            waiting += statement.body[::-1]


def rewrite(body: Body, change: Callable[[Statement], Statement | None]) -> Body:
    """Return a body with statements replaced wherever *change* gives a replacement.

    Nested statements are replaced too; what does not change stays the same object.
    """
    rewritten: list[Statement] = []
    changed = False
    for statement in body:
        new = change(statement)
        if new is None:
            new = statement
            if isinstance(statement, If):
                then = rewrite(statement.then, change)
                otherwise = rewrite(statement.otherwise, change)
                if then is not statement.then or otherwise is not statement.otherwise:
                    new = If(statement.condition, then, otherwise, origin=statement.origin)
            elif isinstance(statement, _LOOPS):
                inner = rewrite(statement.body, change)
                if inner is not statement.body:
                    new = evolve(statement, body=inner)
        changed = changed or new is not statement
        rewritten.append(new)
    return tuple(rewritten) if changed else body


def rewrite_exprs(body: Body, change: Callable[[Expr], Expr | None]) -> Body:
    """Return a body with expressions replaced wherever *change* gives a replacement.

    A function that is called for what it does is still called: only its arguments are replaced. What
    does not change stays the same object.
    """
    rewritten = tuple([_with_exprs(statement, change) for statement in body])
    return body if all(map(is_, rewritten, body)) else rewritten


def _with_exprs(statement: Statement, change: Callable[[Expr], Expr | None]) -> Statement:
    kind = type(statement)
    new: dict[str, Any] = {}
    for name in _INSIDE[kind]:
        part = getattr(statement, name)
        if type(part) is int or type(part) is Var:
            continue
        if type(part) is tuple:  # a body
            rewritten: object = rewrite_exprs(part, change)
        elif kind is Run:
            args = tuple([rewrite_expr(arg, change) for arg in part.args])
            rewritten = part if all(map(is_, args, part.args)) else Call(part.function, args)
        else:
            rewritten = rewrite_expr(part, change)
        if rewritten is not part:
            new[name] = rewritten
    if not new:
        return statement
    parts = [new.get(name, getattr(statement, name)) for name in PARTS[kind]]
    return kind(*parts, origin=statement.origin)
