"""What is known of the numbers of one function while it is being printed.

Variables become locals of the WebAssembly function; of each local the bounds are known, and for many
how they were made: a surface is a space times the levels plus a level, so its space need not be
worked out by dividing.
"""

from __future__ import annotations

from typing import Protocol

from attrs import define, frozen

from wtrules.backends.bounds import ANY, TRUTH, Bounds, Span, span_of
from wtrules.backends.layout import MOST_OPTIONS, Layout
from wtrules.program import program as p
from wtrules.program.optimise.effort import Effort

TRUTHS = frozenset(("==", "!=", "<", "<=", ">", ">=", "and", "or", "not"))
MOST_TURNS = 8  # of a loop that is written out turn by turn
_EASY = 16  # parts of a condition that is worked out rather than guessed


class Module(Protocol):
    """What a function asks the module about."""

    program: p.Program
    layout: Layout
    bounds: Bounds
    effort: Effort
    names: dict[str, str]

    def is_inlined(self, function: str) -> bool:
        """Return whether a function is written out where it is called."""

    def changes(self, function: str, name: str) -> bool:
        """Return whether a variable is given more than one value."""

    def is_still(self, body: p.Body) -> bool:
        """Return whether a body leaves the state as it is."""

    def places(self, body: p.Body) -> set[tuple[str, int]]:
        """Return the fixed numbers of the state that a body loads."""


@frozen
class Local(p.Var):
    """A variable by the name of its local, whatever function it belongs to."""


@frozen
class Made:
    """How a variable was made: *base* times *by*, plus a *rest* from 0 up to less than *by*."""

    base: p.Expr
    by: int
    rest: p.Expr


@define
class Scope:
    """The variables of one function, or of one written-out call of it."""

    function: str
    names: dict[str, str]  # variables as locals of the WebAssembly function
    fixed: dict[str, int]  # variables that stand for a number
    label: str | None = None  # where a written-out call ends


class Known:
    """Knows the variables of one WebAssembly function."""

    def __init__(self, module: Module, function: str) -> None:
        self.module = module
        self.layout = module.layout
        self.locals: list[str] = []
        self.count = 0
        self.spans: dict[str, Span] = {}
        self.made: dict[str, Made] = {}
        self.kept: dict[tuple[str, int], str] | None = None  # numbers of the state held in locals
        self.scope = Scope(function, {}, {})
        self.out = ""  # the label that leaves the nearest loop

    def fresh(self, stem: str) -> str:
        """Return a name that is new in the function."""
        self.count += 1
        return f"{stem.replace(' ', '_')}.{self.count}"

    def local(self, stem: str, span: Span = ANY) -> Local:
        """Return a new local of the function."""
        name = self.fresh(stem)
        self.locals.append(name)
        self.spans[name] = span
        return Local(name)

    def resolved(self, expr: p.Expr) -> p.Expr:
        """Return a variable as its local, or as the number it stands for."""
        if isinstance(expr, p.Var) and not isinstance(expr, Local):
            fixed = self.scope.fixed.get(expr.name)
            return fixed if fixed is not None else Local(self.scope.names[expr.name])
        return expr

    def span(self, expr: p.Expr) -> Span:
        """Return the bounds of an expression."""
        match expr:
            case int():
                return (expr, expr)
            case Local():
                return self.spans[expr.name]
            case p.Var():
                return self.span(self.resolved(expr))
            case p.Op():
                return self._span_of(expr)
        return self.module.bounds.of(expr, {})

    def _span_of(self, expr: p.Op) -> Span:
        match expr:
            case p.Op(op="//" | "%", args=(left, int(by))):
                easier = (self.quotient if expr.op == "//" else self.remainder)(left, by)
                if easier is not None:
                    return self.span(easier)
        return TRUTH if expr.op in TRUTHS else span_of(expr.op, [*map(self.span, expr.args)])

    def split(self, expr: p.Expr) -> Made | None:
        """Return how an expression is made of a base and a rest."""
        match expr:
            case p.Var():
                known = self.resolved(expr)
                return self.made.get(known.name) if isinstance(known, Local) else None
            case p.Op(op="+", args=(p.Op(op="*", args=(base, int(by))), rest)):
                low, high = self.span(rest)
                return Made(base, by, rest) if low >= 0 and high < by else None
        return None

    def quotient(self, expr: p.Expr, by: int) -> p.Expr | None:
        """Return something easier than `expr // by`."""
        made = self.split(expr)
        if made is None or by % made.by:
            return None
        return made.base if by == made.by else p.Op("//", (made.base, by // made.by))

    def remainder(self, expr: p.Expr, by: int) -> p.Expr | None:
        """Return something easier than `expr % by`."""
        low, high = self.span(expr)
        if low >= 0 and high < by:
            return expr
        made = self.split(expr)
        if made is None or made.by % by:
            return None
        return made.rest if made.by == by else p.Op("%", (made.rest, by))

    def depends(self, expr: p.Expr, name: str) -> bool:
        """Return whether an expression depends on a local, directly or by what is made of it."""
        match expr:
            case p.Var():
                known = self.resolved(expr)
                made = self.made.get(name)
                own = (name, made.rest.name if made and isinstance(made.rest, Local) else name)
                return isinstance(known, Local) and known.name in own
            case p.Load() | p.Entry():
                return self.depends(expr.index, name)
            case p.Op(op="//" | "%", args=(left, int(by))):
                easier = (self.quotient if expr.op == "//" else self.remainder)(left, by)
                if easier is not None and easier is not left:
                    return self.depends(easier, name)
                return self.depends(left, name)
            case p.Op():
                return any(self.depends(arg, name) for arg in expr.args)
            case p.Call():
                return True
        return False

    def slope(self, expr: p.Expr, name: str) -> int | None:
        """Return by how much an expression grows with a local; None: not evenly."""
        match expr:
            case p.Var():
                return int(self.depends(expr, name))
            case p.Op(op="+", args=(left, right)):
                one, other = self.slope(left, name), self.slope(right, name)
                return None if one is None or other is None else one + other
            case p.Op(op="*", args=(left, int(by))):
                one = self.slope(left, name)
                return None if one is None else one * by
        return None if self.depends(expr, name) else 0

    def is_easy(self, expr: p.Expr) -> bool:
        """Return whether working out a condition costs less than a wrong guess, and does no harm."""
        return size_of(expr) <= _EASY and self.is_safe(expr)

    def is_safe(self, expr: p.Expr) -> bool:
        """Return whether an expression may be worked out where it has no meaning."""
        match expr:
            case p.Call():
                return False
            case p.Load() | p.Entry():
                low, high = self.span(expr.index)
                return low >= 0 and high <= MOST_OPTIONS and self.is_safe(expr.index)
            case p.Op(op="//" | "%", args=(_, by)) if not isinstance(by, int):
                return False
            case p.Op():
                return all(map(self.is_safe, expr.args))
        return True


def size_of(part: p.Statement | p.Expr | p.Body) -> int:
    """Return how many parts there are to print, short loops with all their turns."""
    match part:
        case tuple():
            return sum(map(size_of, part))
        case p.Assign() | p.Return() | p.Emit():
            return 1 + size_of(part.value)
        case p.Store():
            return 1 + size_of(part.index) + size_of(part.value)
        case p.If():
            return 1 + size_of(part.condition) + size_of(part.then) + size_of(part.otherwise)
        case p.While():
            return 2 + size_of(part.condition) + size_of(part.body)
        case p.For():
            size = 2 + size_of(part.start) + size_of(part.stop) + size_of(part.body)
            if isinstance(part.start, int) and isinstance(part.stop, int):
                turns = part.stop - part.start
                return size * turns if turns <= MOST_TURNS else size
            return size
        case p.Run():
            return size_of(part.call)
        case p.Load() | p.Entry():
            return 1 + size_of(part.index)
        case p.Op() | p.Call():
            return 1 + sum(map(size_of, part.args))
    return 1


def is_truth(expr: p.Expr) -> bool:
    """Return whether an expression is 1 or 0."""
    return isinstance(expr, p.Op) and expr.op in TRUTHS
