"""Where code is being written while rules are lowered, and what names mean there."""

from __future__ import annotations

from attrs import define, field

from wtrules.program import program as p
from wtrules.program.program import Expr, Origin
from wtrules.rules import meaning as m

Rest = list[tuple[str | None, m.Body]]


@define
class Context:
    """Where code is being written, and what names mean there."""

    env: dict[str, Expr]
    out: list[p.Statement]
    origin: Origin
    leave: tuple[p.Statement, ...] = (p.Return(),)
    asking: bool = False  # the top level of the asking part: variables live in the state
    loops: tuple[int | None, ...] = ()  # block to go to for `stop`; None: a loop of this code
    active: frozenset[str] = frozenset()
    chosen: dict[str, tuple[str, Rest]] = field(factory=dict)  # spells with bound targets
    group: Expr = 1
    found: frozenset[str] = frozenset()  # variables just found on the board
    checked: m.Act | None = None  # the choice before has looked whether this is possible

    def inner(self, out: list[p.Statement] | None = None) -> Context:
        """Return a context for code nested in this one."""
        return Context(
            dict(self.env), [] if out is None else out, self.origin, self.leave, False, self.loops,
            self.active, dict(self.chosen), self.group, self.found, self.checked,
        )  # fmt: skip

    def emit(self, *statements: p.Statement) -> None:
        """Write statements."""
        for statement in statements:
            if statement.origin is p.NOWHERE:
                statement = p.placed(statement, self.origin)
            self.out.append(statement)

    def store(self, name: str, value: Expr, index: Expr = 0) -> None:
        """Write a store."""
        self.out.append(p.Store(name, index, value, origin=self.origin))

    def add(self, name: str, amount: Expr, index: Expr = 0) -> None:
        """Write that a number of the state grows, as far as rules can count."""
        self.store(name, p.op("clamp", p.op("+", p.Load(name, index), amount)), index)
