"""The die: rolling it and turning it."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.kinds import Action
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.verbs.registry import lowering, permission
from wtrules.program.program import Expr, Load, op


@lowering("roll")
def roll(low: Lowering, action: Action, code: Code) -> None:
    """Roll the die."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        inner.store("roll", op("+", p.Call("random", (low.layout.die,)), 1))
        low.events.emit("die-rolled", [Load("actor", 0)], inner)
        return 0

    low.actions.run(action, {}, code, write)


@permission("change die")
def can_change_die(low: Lowering, action: Action, code: Code) -> Expr:
    """The die has such a face."""
    face = action["amount"]
    return op("and", op(">=", face, 1), op("<=", face, low.layout.die))


@lowering("change die")
def change_die(low: Lowering, action: Action, code: Code) -> None:
    """Turn the die to another face."""
    code.store("roll", action["amount"])
