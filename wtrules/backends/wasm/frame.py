"""The frame of one WebAssembly function: its locals, its labels, and the variables they stand for.

Variables of the program become locals of the WebAssembly function. A function that is inlined brings
a scope of its own, but shares the frame of the function it is inlined into.

Every local has bounds, and for many it is known how they were computed: a surface is a space times
the levels plus a level, so its space need not be computed by a division.
"""

from __future__ import annotations

from attrs import define, field, frozen

from wtrules.backends.wasm.bounds import span_of
from wtrules.backends.wasm.context import Context, size_of
from wtrules.intervals import ANY, Span
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.value import Value


@frozen
class Local(p.Var):
    """A local of the WebAssembly function, whatever scope it was made in."""


@frozen
class Composition(Value):
    """How a variable was computed: *base* times *by*, plus a *rest* from 0 up to less than *by*."""

    base: p.Expr
    by: int
    rest: p.Expr


@define
class Scope:
    """The variables of one function, or of one inlined call of it."""

    function: str
    names: dict[str, str]  # variables as locals of the WebAssembly function
    constants: dict[str, int]  # variables with a known value
    label: str = ""  # where an inlined call ends


@define
class Frame:
    """The locals, labels and variables of a WebAssembly function while its code is made."""

    context: Context
    scope: Scope
    locals: list[str] = field(factory=list)
    spans: dict[str, Span] = field(factory=dict)
    compositions: dict[str, Composition] = field(factory=dict)
    cached: dict[tuple[str, int], str] | None = None  # state fields held in locals during a loop
    loop_exit: str = ""  # the label that leaves the innermost loop
    copies: int = 1  # how often the code is written, because loops around it are unrolled
    _names: int = 0

    def fresh(self, stem: str) -> str:
        """Return a name that is new in the function."""
        self._names += 1
        return f"{stem.replace(' ', '_')}.{self._names}"

    def local(self, stem: str, span: Span = ANY) -> Local:
        """Return a new local of the function."""
        name = self.fresh(stem)
        self.locals.append(name)
        self.spans[name] = span
        return Local(name)

    def resolved(self, expr: p.Expr) -> p.Expr:
        """Return a variable as its local, or as its value where that is known."""
        if isinstance(expr, p.Var) and not isinstance(expr, Local):
            constant = self.scope.constants.get(expr.name)
            return constant if constant is not None else Local(self.scope.names[expr.name])
        return expr

    def is_reassigned(self, name: str) -> bool:
        """Return whether a variable of the scope is given more than one value."""
        return self.context.is_reassigned(self.scope.function, name)

    def span_of_variable(self, name: str) -> Span:
        """Return the bounds of a variable of the scope over the whole program."""
        return self.context.bounds.of(p.Var(name), self.scope.function)


# --- what is known of the numbers of a function -----------------------------------------------------

# The bounds of the expressions met while one question is answered, by identity: in a chain of
# remainders, each would otherwise ask for the bounds of the next one twice.
Known = dict[int, tuple[p.Expr, Span]]

_EASY = 16  # parts of a condition that is computed rather than branched on


@frozen
class Facts(Value):
    """Answers questions about the expressions of one WebAssembly function."""

    frame: Frame

    def span(self, expr: p.Expr) -> Span:
        """Return the bounds of an expression."""
        return self._span(expr, {})

    def _span(self, expr: p.Expr, spans: Known) -> Span:
        match expr:
            case int():
                return (expr, expr)
            case Local():
                return self.frame.spans[expr.name]
            case p.Var():
                return self._span(self.frame.resolved(expr), spans)
            case p.Op():
                if id(expr) not in spans:
                    spans[id(expr)] = expr, self._span_of(expr, spans)
                return spans[id(expr)][1]
        return self.frame.context.bounds.of(expr)

    def _span_of(self, expr: p.Op, spans: Known) -> Span:
        match expr:
            case p.Op(op="//" | "%", args=(left, int(by))):
                easier = (self._quotient if expr.op == "//" else self._remainder)(left, by, spans)
                if easier is not None:
                    return self._span(easier, spans)
        return span_of(expr, [self._span(arg, spans) for arg in expr.args])

    def composition(self, expr: p.Expr) -> Composition | None:
        """Return how an expression is composed of a base and a rest."""
        return self._composition(expr, {})

    def _composition(self, expr: p.Expr, spans: Known) -> Composition | None:
        match expr:
            case p.Var():
                resolved = self.frame.resolved(expr)
                return (
                    self.frame.compositions.get(resolved.name)
                    if isinstance(resolved, Local)
                    else None
                )
            case p.Op(op="+", args=(p.Op(op="*", args=(base, int(by))), rest)):
                low, high = self._span(rest, spans)
                return Composition(base, by, rest) if low >= 0 and high < by else None
        return None

    def quotient(self, expr: p.Expr, by: int) -> p.Expr | None:
        """Return a cheaper expression for `expr // by`, if there is one."""
        return self._quotient(expr, by, {})

    def _quotient(self, expr: p.Expr, by: int, spans: Known) -> p.Expr | None:
        composed = self._composition(expr, spans)
        if composed is None or by % composed.by:
            return None
        return (
            composed.base if by == composed.by else p.Op("//", (composed.base, by // composed.by))
        )

    def remainder(self, expr: p.Expr, by: int) -> p.Expr | None:
        """Return a cheaper expression for `expr % by`, if there is one."""
        return self._remainder(expr, by, {})

    def _remainder(self, expr: p.Expr, by: int, spans: Known) -> p.Expr | None:
        low, high = self._span(expr, spans)
        if low >= 0 and high < by:
            return expr
        composed = self._composition(expr, spans)
        if composed is None or composed.by % by:
            return None
        return composed.rest if composed.by == by else p.Op("%", (composed.rest, by))

    def depends(self, expr: p.Expr, name: str) -> bool:
        """Return whether an expression depends on a local, directly or through a composition."""
        match expr:
            case p.Var():
                resolved = self.frame.resolved(expr)
                composed = self.frame.compositions.get(name)
                own = (
                    name,
                    composed.rest.name if composed and isinstance(composed.rest, Local) else name,
                )
                return isinstance(resolved, Local) and resolved.name in own
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
        """Return by how much an expression grows per unit of a local; None if it is not linear."""
        match expr:
            case p.Var():
                return int(self.depends(expr, name))
            case p.Op(op="+", args=(left, right)):
                first, other = self.slope(left, name), self.slope(right, name)
                return None if first is None or other is None else first + other
            case p.Op(op="*", args=(left, int(by))):
                first = self.slope(left, name)
                return None if first is None else first * by
        return None if self.depends(expr, name) else 0

    def is_easy(self, expr: p.Expr) -> bool:
        """Return whether computing a condition costs less than a mispredicted branch, and is safe."""
        return size_of(expr) <= _EASY and self.is_safe(expr)

    def is_safe(self, expr: p.Expr) -> bool:
        """Return whether an expression can be computed even where its value is not needed."""
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
