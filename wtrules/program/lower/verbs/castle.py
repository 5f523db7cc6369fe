"""The castle: moving it and putting it somewhere."""

from __future__ import annotations

from wtrules.program.lower import actions, events, permissions
from wtrules.program.lower.actions import Action, is_there, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, op


@permission("move castle", "put castle")
def can_move(action: Action, code: Code) -> Expr:
    """There is such a place, and the castle may leave and land."""
    on = actions.surface(action, code)
    here = code.low.board.top(Load("castle", 0))
    forbidden = op(
        "or",
        permissions.forbidden("castle-leaves", [here], code),
        permissions.forbidden("castle-lands", [on], code),
    )
    return op("and", is_there(action.act, on, code), op("not", forbidden))


@lowering("move castle", "put castle")
def move(action: Action, code: Code) -> None:
    """Put the castle on another surface."""
    low = code.low
    to = actions.surface(action, code)

    def write(inner: Code, args: list[Expr]) -> Expr:
        start = inner.keep("start", low.board.top(Load("castle", 0)), "place")
        inner.store("castle", low.board.space_of(args[0]))
        events.emit("castle-leaves", [start], inner)
        events.emit("castle-lands", [args[0]], inner)
        return args[0]

    actions.run(action, {"to": ("place", to)}, code, write)
