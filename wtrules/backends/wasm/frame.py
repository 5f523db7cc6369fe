"""The frame of one WebAssembly function: its locals, its labels, and the variables they stand for.

Variables of the program become locals of the WebAssembly function. A function that is inlined brings
a scope of its own, but shares the frame of the function it is inlined into.
"""

from __future__ import annotations

from attrs import define, field, frozen

from wtrules.backends.wasm.context import Context
from wtrules.intervals import ANY, Span
from wtrules.program import program as p
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
        return self.context.bounds.of(p.Var(name), {}, self.scope.function)
