"""Towers: moving, putting, swapping, lifting them, and taking them from and to the box."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower import actions, covering, events, followers, permissions, procedures
from wtrules.program.lower.actions import Action, destination, is_there, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, op

_TOWERS_IN_BOX = p.Call("towers_in_box", ())
_SHIELDED_IN_BOX = p.Call("shielded_towers_in_box", ())


def _space(action: Action, code: Code) -> Expr:
    """Return the space an action puts a tower in."""
    target = destination(action.act, code)
    on = action.act.part("on")
    return code.low.board.space_of(target) if on is not None and on.type == "place" else target


@permission("move tower", "put tower")
def can_move(action: Action, code: Code) -> Expr:
    """The tower is there, and may leave, pass and land."""
    tower, to = action["what"], _space(action, code)
    here, there = code.low.board.space_of(tower), code.low.board.is_tower(tower)
    return permissions.may_move(action.act, "tower", tower, here, to, there, code)


@lowering("move tower", "put tower")
def move(action: Action, code: Code) -> None:
    """Move a tower with everything above it."""
    to = _space(action, code)
    tells_way = actions.tells_way(action, code)
    values = {"t": ("tower", action["what"]), "to": ("space", to)}
    if tells_way:
        values |= actions.way(action, code)

    def write(inner: Code, args: list[Expr]) -> Expr:
        return _move(inner, args, tells_way)

    variation = "_passing" if tells_way else ""
    moved = actions.call(action, values, code, write, variation, result="tower")
    actions.follow(action.term("what"), moved, code)


def _move(code: Code, args: list[Expr], tells_way: bool) -> Expr:
    low = code.low
    tower, to = args[0], args[1]
    start = code.keep("start", low.board.space_of(tower), "space")
    # Once around the ring and back to its place: nothing has moved.
    code.write(p.If(op("==", start, to), procedures.leave_with(tower, code)))
    hidden = code.keep("hidden", low.board.top(to), "place")
    floor = code.keep("floor", op("-", tower, 1), "place")
    moved = code.keep("moved", p.Call("carry", (tower, to)), "tower")
    followers.tower_moved(tower, start, moved, code)
    events.emit("tower-leaves", [moved, start], code)
    events.emit("tower-reveals", [moved, floor], code)
    if tells_way:
        ground = op("*", start, low.layout.board.levels)
        events.emit_way("tower", moved, ground, args[2:], code)
    events.emit("tower-lands", [moved, to], code)
    events.emit("tower-hides", [moved, hidden], code)
    return moved


@permission("swap")
def can_swap(action: Action, code: Code) -> Expr:
    """The towers are in different spaces, and each may go where the other is."""
    low = code.low
    one, other = action["what"], action["with"]
    apart = op("!=", low.board.space_of(one), low.board.space_of(other))

    def forbidden(tower: Expr, goes_to: Expr) -> Expr:
        space = low.board.space_of(goes_to)
        return permissions.forbidden("tower-swapped", [tower, space], code)

    either = op("or", forbidden(one, other), forbidden(other, one))
    there = op("and", _is_there(action, "what", code), _is_there(action, "with", code))
    return op("and", op("and", apart, there), op("not", either))


def _is_there(action: Action, label: str, code: Code) -> Expr:
    """Return whether a tower exists; it does if a loop has just found it."""
    return 1 if code.has_found(action.term(label)) else code.low.board.is_tower(action[label])


@lowering("swap")
def swap(action: Action, code: Code) -> None:
    """Let two towers change places, with the wizards on them."""
    low = code.low

    def write(inner: Code, args: list[Expr]) -> Expr:
        one, other = args
        inner.write(p.Run(p.Call("exchange", (one, other))))
        followers.towers_swapped(one, other, inner)
        # Each is now where the other was.
        events.emit("tower-swapped", [other, low.board.space_of(other)], inner, again=True)
        events.emit("tower-swapped", [one, low.board.space_of(one)], inner)
        return 0

    values = {"one": ("tower", action["what"]), "other": ("tower", action["with"])}
    actions.run(action, values, code, write)


@lowering("lift", guarded=False)
def lift(action: Action, code: Code) -> None:
    """Look under a tower; where everybody remembers what was covered, that is nothing new."""
    viewer = action["for"] if action.act.part("for") is not None else None
    covering.show(op("-", action["what"], 1), viewer, code)


@permission("place tower")
def can_place(action: Action, code: Code) -> Expr:
    """A tower is in the box, and there is such a place."""
    return op("and", is_there(action.act, action["on"], code), op(">", _TOWERS_IN_BOX, 0))


@lowering("place tower")
def place(action: Action, code: Code) -> None:
    """Bring a tower from the box onto the top of a space, without a shield if there is one."""
    shielded = op("==", _TOWERS_IN_BOX, _SHIELDED_IN_BOX)  # all of them
    _place(action, shielded, code)


@permission("place shielded tower")
def can_place_shielded(action: Action, code: Code) -> Expr:
    """A tower with a shield is in the box, and there is such a place."""
    return op("and", is_there(action.act, action["on"], code), op(">", _SHIELDED_IN_BOX, 0))


@lowering("place shielded tower")
def place_shielded(action: Action, code: Code) -> None:
    """Bring a tower with a shield from the box onto the top of a space."""
    _place(action, 1, code)


def _place(action: Action, shield: Expr, code: Code) -> None:
    space = _placed_on(action, code)
    code.write(p.Run(p.Call("place_tower", (space, shield))))
    covering.forget(op("-", code.low.board.top(space), 1), code)


def _placed_on(action: Action, code: Code) -> Expr:
    """Return the space on top of which a tower is placed."""
    on = action["on"]
    return on if action.term("on").type == "space" else code.low.board.space_of(on)


@permission("take back tower")
def can_take_back(action: Action, code: Code) -> Expr:
    """The tower is on the board and may leave."""
    tower = action["what"]
    args = [tower, code.low.board.space_of(tower)]
    return op(
        "and", code.low.board.is_tower(tower), permissions.allowed("tower-leaves", args, code)
    )


@lowering("take back tower")
def take_back(action: Action, code: Code) -> None:
    """Put a single tower back into the box; what is on it comes down."""

    low = code.low

    def write(inner: Code, args: list[Expr]) -> Expr:
        tower = args[0]
        space = inner.keep("start", low.board.space_of(tower), "space")
        inner.write(p.Run(p.Call("take_tower", (tower,))))
        followers.tower_taken(tower, inner)
        events.emit("tower-leaves", [tower, space], inner)
        floor = inner.keep("floor", op("-", tower, 1), "place")
        bare = op("==", floor, low.board.top(space))  # else a tower that was above is there now
        events.emit_if(bare, "tower-reveals", [tower, floor], inner)
        return tower

    actions.run(action, {"t": ("tower", action["what"])}, code, write)
