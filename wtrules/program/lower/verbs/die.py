"""The die: rolling it and turning it."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower import actions, events
from wtrules.program.lower.actions import Action, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, op


@lowering("roll")
def roll(action: Action, code: Code) -> None:
    """Roll the die."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        inner.write(p.Run(p.Call("roll_die", ())))
        events.emit("die-rolled", [Load("actor", 0), Load("roll", 0)], inner)
        return 0

    actions.run(action, {}, code, write)


@permission("change die")
def can_change_die(action: Action, code: Code) -> Expr:
    """The die has such a face."""
    face = action["amount"]
    return op("and", op(">=", face, 1), op("<=", face, code.low.layout.die))


@lowering("change die")
def change_die(action: Action, code: Code) -> None:
    """Turn the die to another face."""
    code.store("roll", action["amount"])
