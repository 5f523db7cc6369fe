"""Variables: places for values that are needed later.

In a function a variable is a name. In a procedure, which may stop at a decision, it is a field of
the state, in the procedure's frame.
"""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, Var


class Variables:
    """Makes variables."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering

    def name(self, value: Expr, code: Code) -> Expr:
        """Return a name for a value within the current block, so that it is computed once."""
        if isinstance(value, int | Var):
            return value
        name = self._lowering.fresh("x")
        code.write(p.Assign(name, value))
        return Var(name)

    def keep(self, stem: str, value: Expr, code: Code) -> Expr:
        """Return a variable that keeps a value across decisions; constants need none."""
        if isinstance(value, int):
            return value
        if code.asking:
            name = self._lowering.procedures.variable(stem)
            code.store(name, value)
            return Load(name, 0)
        if isinstance(value, Var):
            return value
        name = self._lowering.fresh(stem)
        code.write(p.Assign(name, value))
        return Var(name)

    def own(self, name: str, value: Expr, code: Code) -> Expr:
        """Return a variable that can be assigned to, as the name of a piece that moves is."""
        if code.asking:
            field = self._lowering.procedures.variable(plain(name) or name)
            code.store(field, value)
            return Load(field, 0)
        made = self._lowering.fresh(name)
        code.write(p.Assign(made, value))
        return Var(made)

    def assign(self, variable: Expr, value: Expr, code: Code) -> None:
        """Write an assignment to a variable."""
        if isinstance(variable, Var):
            code.write(p.Assign(variable.name, value))
        else:
            assert isinstance(variable, Load)
            code.write(p.Store(variable.array, variable.index, value))


def plain(variable: str) -> str:
    """Return the name a rule gives a variable, without the number that makes it unique."""
    return variable.rpartition("_")[0]
