"""Statements of the program form: what changes something.

Every statement knows the rule it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import is_
from typing import Any, TypeAlias, TypeVar

from attrs import field, frozen

from wtrules.program.expressions import At, Call, Emitted, Entry, Expr, Load, Op, Var, op
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
_Part = TypeVar("_Part")


# --- walking and rewriting -------------------------------------------------------------------

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
} | {int: (), At: (), Decide: ()}
_BODIES = frozenset({"then", "otherwise", "body"})


def placed(statement: Statement, origin: Origin) -> Statement:
    """Return a statement as one that serves another rule."""
    kind = type(statement)
    return kind(*[getattr(statement, name) for name in PARTS[kind]], origin=origin)


def inside(part: Statement | Expr) -> list[Any]:
    """Return the expressions and statements that a part is made of, without those inside of them."""
    found: list[Any] = []
    for name in _INSIDE[type(part)]:
        inner = getattr(part, name)
        if type(inner) is tuple:
            found += inner
        else:
            found.append(inner)
    return found


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


def rebuilt(
    part: _Part, expr: Callable[[Expr], Expr] | None, body: Callable[[Body], Body] | None = None
) -> _Part:
    """Return a part with its expressions and bodies put through functions, one level deep.

    Of a function that is called for what it does only the arguments are. What does not change stays
    the same object.
    """
    kind: Any = type(part)
    changed: dict[str, object] = {}
    for name in _INSIDE[kind]:
        inner = getattr(part, name)
        new: object = inner
        if name in _BODIES:
            new = body(inner) if body is not None else inner
        elif expr is None:
            continue
        elif kind is Run:
            new = rebuilt(inner, expr)
        elif type(inner) is tuple:
            args = tuple([expr(arg) for arg in inner])
            new = inner if all(map(is_, args, inner)) else args
        else:
            new = expr(inner)
        if new is not inner:
            changed[name] = new
    if not changed:
        return part
    values = [changed.get(name, getattr(part, name)) for name in PARTS[kind]]
    origin = getattr(part, "origin", None)
    new_part: _Part = kind(*values) if origin is None else kind(*values, origin=origin)
    return new_part


def rewrite(body: Body, change: Callable[[Statement], Statement | None]) -> Body:
    """Return a body with statements replaced wherever *change* gives a replacement.

    Nested statements are replaced too; what does not change stays the same object.
    """

    def within(inner: Body) -> Body:
        return rewrite(inner, change)

    new = tuple([change(statement) or rebuilt(statement, None, within) for statement in body])
    return body if all(map(is_, new, body)) else new


def rewrite_exprs(body: Body, change: Callable[[Expr], Expr | None]) -> Body:
    """Return a body with expressions replaced wherever *change* gives a replacement.

    A function that is called for what it does is still called: only its arguments are replaced. What
    does not change stays the same object.
    """

    def expr(inner: Expr) -> Expr:
        return rewrite_expr(inner, change)

    def within(inner: Body) -> Body:
        return rewrite_exprs(inner, change)

    new = tuple([rebuilt(statement, expr, within) for statement in body])
    return body if all(map(is_, new, body)) else new


def rewrite_expr(expr: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    """Return an expression with parts replaced wherever *change* gives a replacement.

    Operations on constants that come up are folded; what does not change stays the same object.
    """
    if type(expr) is int:
        return expr
    new = change(expr)
    if new is not None:
        return new
    new = rebuilt(expr, lambda inner: rewrite_expr(inner, change))
    return op(new.op, *new.args) if type(new) is Op and new is not expr else new
