"""The castle: moving it and putting it somewhere."""

from __future__ import annotations

from wtrules.program.lower.code import Code
from wtrules.program.lower.kinds import Action
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.verbs.registry import destination, lowering, permission
from wtrules.program.program import Expr, Load, op


@permission("move castle", "put castle")
def can_move(low: Lowering, action: Action, code: Code) -> Expr:
    """There is such a place, and the castle may leave and land."""
    on = destination(low, action.act, code)
    here = low.board.top(Load("castle", 0))
    forbidden = op(
        "or",
        low.permissions.forbidden("castle-leaves", [here]),
        low.permissions.forbidden("castle-lands", [on]),
    )
    return op("and", op(">=", on, 0), op("not", forbidden))


@lowering("move castle", "put castle")
def move(low: Lowering, action: Action, code: Code) -> None:
    """Put the castle on another surface."""
    to = destination(low, action.act, code)
    on = action.act.part("on")
    if on is not None and on.type == "space":
        to = low.board.top(to)

    def write(inner: Code, args: list[Expr]) -> Expr:
        start = low.variables.keep("start", low.board.top(Load("castle", 0)), inner)
        inner.store("castle", low.board.space_of(args[0]))
        low.events.emit("castle-leaves", [start], inner)
        low.events.emit("castle-lands", [args[0]], inner)
        return args[0]

    low.actions.run(action, {"to": to}, code, write)
