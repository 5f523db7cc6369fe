"""Code being written while rules are lowered, and what names mean in it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field, frozen

from wtrules.program import program as p
from wtrules.program.program import Expr, Origin
from wtrules.rules import meaning as m


@frozen
class Continuation:
    """Statements to carry out after a choice, and the rule they belong to if it is another one."""

    body: m.Body
    rule: str | None = None


@frozen
class ChosenSpell:
    """A spell that was chosen together with its targets, and what is left of it to carry out."""

    id: str
    rest: tuple[Continuation, ...]


@define
class Code:
    """Statements in the order they were written, and what names mean at their end."""

    env: dict[str, Expr]
    out: list[p.Statement]
    origin: Origin
    leave: tuple[p.Statement, ...] = (p.Return(),)
    asking: bool = False  # part of a procedure: variables are kept in the state
    loops: tuple[int | None, ...] = ()  # block to go to for `stop`; None: a loop of this code
    active: frozenset[str] = frozenset()  # rules that are reacting to an event
    chosen: Mapping[str, ChosenSpell] = field(factory=dict)  # by the variable that names it
    group: Expr = 1
    found: frozenset[str] = frozenset()  # variables of pieces a loop has just found on the board
    checked: m.Act | None = None  # the decision before offered only what makes this possible

    def inner(self) -> Code:
        """Return empty code to be nested in this one."""
        return Code(
            dict(self.env), [], self.origin, self.leave, False, self.loops, self.active,
            self.chosen, self.group, self.found, self.checked,
        )  # fmt: skip

    def write(self, *statements: p.Statement) -> None:
        """Append statements."""
        for statement in statements:
            if statement.origin is p.NOWHERE:
                statement = p.placed(statement, self.origin)
            self.out.append(statement)

    def store(self, name: str, value: Expr, index: Expr = 0) -> None:
        """Append a store."""
        self.out.append(p.Store(name, index, value, origin=self.origin))

    def add(self, name: str, amount: Expr, index: Expr = 0) -> None:
        """Append the addition to a number of the state, within the limits of what rules count."""
        self.store(name, p.op("clamp", p.op("+", p.Load(name, index), amount)), index)

    def leave_if_ended(self) -> None:
        """Append a jump out of the scope that has been ended."""
        self.write(p.If(p.Load("ending", 0), self.leave))
