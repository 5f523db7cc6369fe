"""Towers: moving, putting, swapping, lifting them, and taking them from and to the box."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.kinds import Action
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.verbs.registry import destination, lowering, permission, steps
from wtrules.program.program import Expr, Load, op

_TOWERS_IN_BOX = p.Call("towers_in_box", ())
_SHIELDED_IN_BOX = p.Call("shielded_towers_in_box", ())


def _space(low: Lowering, action: Action, code: Code) -> Expr:
    """Return the space an action puts a tower in."""
    target = destination(low, action.act, code)
    on = action.act.part("on")
    return low.board.space_of(target) if on is not None and on.type == "place" else target


@permission("move tower", "put tower")
def can_move(low: Lowering, action: Action, code: Code) -> Expr:
    """The tower is there, and may leave, pass and land."""
    act, tower = action.act, action["what"]
    to = _space(low, action, code)
    here = low.board.space_of(tower)
    forbidden = op(
        "or",
        low.permissions.forbidden("tower-leaves", [tower, here]),
        low.permissions.forbidden("tower-lands", [tower, to]),
    )
    if act.verb == "move" and low.analysis.forbidding("tower-passes"):
        forbidden = op("or", forbidden, low.permissions.passing(act, "tower", tower, code))
    there: Expr = 1
    if not low.permissions.was_found(act, code):
        there = op("and", op(">=", tower, 0), _exists(low, tower))
    if act.verb == "put":
        there = op("and", there, op(">=", to, 0))
    return op("and", there, op("not", forbidden))


def _exists(low: Lowering, tower: Expr) -> Expr:
    """Return whether there are enough towers in its space for this one to be there."""
    return op("<=", low.board.level_of(tower), Load("height", low.board.space_of(tower)))


@lowering("move tower", "put tower")
def move(low: Lowering, action: Action, code: Code) -> None:
    """Move a tower with everything above it."""
    to = _space(low, action, code)
    passes = action.act.verb == "move" and bool(low.analysis.reacting("tower-passes"))
    parameters = {"t": action["what"], "to": to}
    if passes:
        parameters["by"] = steps(action)

    def write(inner: Code, args: list[Expr]) -> Expr:
        return _move(low, inner, args, passes)

    moved = low.actions.call(action, parameters, code, write, "_passing" if passes else "")
    low.actions.follow(action.term("what"), moved, code)


def _move(low: Lowering, code: Code, args: list[Expr], passes: bool) -> Expr:
    tower, to = args[0], args[1]
    start = low.variables.keep("start", low.board.space_of(tower), code)
    # Once around the ring and back to its place: nothing has moved.
    unmoved = code.leave if code.asking else (p.Return(tower),)
    code.write(p.If(op("==", start, to), unmoved))
    hidden = low.variables.keep("hidden", low.board.top(to), code)
    floor = low.variables.keep("floor", op("-", tower, 1), code)
    moved = low.variables.keep("moved", p.Call("carry", (tower, to)), code)
    low.followers.tower_moved(tower, start, moved, code)
    low.events.emit("tower-leaves", [moved, start], code)
    low.events.emit("tower-reveals", [moved, floor], code)
    if passes:
        ground = op("*", start, low.layout.levels)
        low.events.emit_passing("tower", moved, ground, args[2], code)
    low.events.emit("tower-lands", [moved, to], code)
    low.events.emit("tower-hides", [moved, hidden], code)
    return moved


@permission("swap")
def can_swap(low: Lowering, action: Action, code: Code) -> Expr:
    """The towers are in different spaces, and each may go where the other is."""
    one, other = action["what"], action["with"]
    apart = op("!=", low.board.space_of(one), low.board.space_of(other))

    def forbidden(tower: Expr, goes_to: Expr) -> Expr:
        space = low.board.space_of(goes_to)
        return low.permissions.forbidden("tower-swapped", [tower, space])

    either = op("or", forbidden(one, other), forbidden(other, one))
    there = op("and", op(">=", one, 0), op(">=", other, 0))
    return op("and", op("and", apart, there), op("not", either))


@lowering("swap")
def swap(low: Lowering, action: Action, code: Code) -> None:
    """Let two towers change places, with the wizards on them."""
    one, other = action["what"], action["with"]
    code.write(p.Run(p.Call("exchange", (one, other))))
    low.followers.towers_swapped(one, other, code)
    # Each is now where the other was.
    low.events.emit("tower-swapped", [other, low.board.space_of(other)], code)
    low.events.emit("tower-swapped", [one, low.board.space_of(one)], code)


@lowering("lift", guarded=False)
def lift(low: Lowering, action: Action, code: Code) -> None:
    """Look under a tower: that everybody saw it is not part of the state."""


@permission("place tower")
def can_place(low: Lowering, action: Action, code: Code) -> Expr:
    """A tower is in the box, and there is such a place."""
    on = destination(low, action.act, code)
    return op("and", op(">=", on, 0), op(">", _TOWERS_IN_BOX, 0))


@lowering("place tower")
def place(low: Lowering, action: Action, code: Code) -> None:
    """Bring a tower from the box onto the top of a space, without a shield if there is one."""
    shielded = op("==", _TOWERS_IN_BOX, _SHIELDED_IN_BOX)  # all of them
    code.write(p.Run(p.Call("place_tower", (_placed_on(low, action), shielded))))


@permission("place shielded tower")
def can_place_shielded(low: Lowering, action: Action, code: Code) -> Expr:
    """A tower with a shield is in the box, and there is such a place."""
    on = destination(low, action.act, code)
    return op("and", op(">=", on, 0), op(">", _SHIELDED_IN_BOX, 0))


@lowering("place shielded tower")
def place_shielded(low: Lowering, action: Action, code: Code) -> None:
    """Bring a tower with a shield from the box onto the top of a space."""
    code.write(p.Run(p.Call("place_tower", (_placed_on(low, action), 1))))


def _placed_on(low: Lowering, action: Action) -> Expr:
    """Return the space on top of which a tower is placed."""
    on = action["on"]
    return on if action.term("on").type == "space" else low.board.space_of(on)


@permission("take back tower")
def can_take_back(low: Lowering, action: Action, code: Code) -> Expr:
    """The tower is on the board and may leave."""
    tower = action["what"]
    exists = _exists(low, tower)
    forbidden = low.permissions.forbidden("tower-leaves", [tower, low.board.space_of(tower)])
    return op("and", op("and", op(">=", tower, 0), exists), op("not", forbidden))


@lowering("take back tower")
def take_back(low: Lowering, action: Action, code: Code) -> None:
    """Put a single tower back into the box; what is on it comes down."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        tower = args[0]
        space = low.variables.keep("start", low.board.space_of(tower), inner)
        inner.write(p.Run(p.Call("take_tower", (tower,))))
        low.followers.tower_taken(tower, inner)
        low.events.emit("tower-leaves", [tower, space], inner)
        floor = low.variables.keep("floor", op("-", tower, 1), inner)
        bare = op("==", floor, low.board.top(space))  # else a tower that was above is there now
        low.events.emit_if(bare, "tower-reveals", [tower, floor], inner)
        return tower

    low.actions.run(action, {"t": action["what"]}, code, write)
