"""Wizards: moving them, putting them somewhere, into play, home, out of the castle and away."""

from __future__ import annotations

from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.lower import actions, events, figures, followers, permissions
from wtrules.program.lower.actions import Action, is_there, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.properties import GROUPS
from wtrules.program.program import Expr, Load, Var, op
from wtrules.program.state import AT_HOME, IN_BOX


@permission("move wizard", "put wizard")
def can_move(action: Action, code: Code) -> Expr:
    """The wizard is there, and may leave, pass and land, with those who go along."""
    board, act, wizard = code.low.board, action.act, action["what"]
    to, here = actions.surface(action, code), board.surface_of(wizard)
    group = group_size(act, code)
    there = board.is_on_board(wizard)
    return permissions.may_move(act, "wizard", wizard, here, to, there, code, group)


@lowering("move wizard", "put wizard")
def move(action: Action, code: Code) -> None:
    """Move a wizard, perhaps with others from the same surface."""
    group = group_field(action.act.part("with"))
    to = actions.surface(action, code)
    tells_way = actions.tells_way(action, code)
    values = {"w": ("wizard", action["what"]), "to": ("place", to)}
    if tells_way:
        values |= actions.way(action, code)

    def write(inner: Code, args: list[Expr]) -> Expr:
        return _move(inner, args, group, tells_way)

    variation = (f"_with_{group}" if group else "") + ("_passing" if tells_way else "")
    moved = actions.call(action, values, code, write, variation, result="wizard")
    actions.follow(action.term("what"), moved, code)


def _move(code: Code, args: list[Expr], group: str | None, tells_way: bool) -> Expr:
    low = code.low
    wizard, to = args[0], args[1]
    start = code.keep("start", low.board.surface_of(wizard), "place")
    owner = code.keep("owner", low.board.owner_of(wizard), "player")
    wizard_bit = low.board.one(owner)
    code.store("cell", op("-", Load("cell", start), wizard_bit), start)
    code.store("cell", op("+", Load("cell", to), wizard_bit), to)
    figures.settle(wizard, to, code, carries=group is not None)
    if low.analysis.uses_arrivals:
        clear = tuple(p.Store("arrivals", i, 0) for i in range(low.layout.players))
        code.write(p.If(Load("arrived", 0), (*clear, p.Store("arrived", 0, 0))))
    if group is not None:
        _take_along(code, group, start, to)
    slot = low.board.slot_of(wizard)
    moved = code.keep("moved", low.board.wizard(to, owner, slot), "wizard")
    followers.wizard_moved(wizard, start, to, code)
    events.emit("wizard-leaves", [moved, start], code)
    if tells_way:
        events.emit_way("wizard", moved, start, args[2:], code)
    events.emit("wizard-lands", [moved, to], code)
    return moved


def _take_along(code: Code, group: str, start: Expr, to: Expr) -> None:
    low = code.low
    i = low.fresh("i")
    n = Var(low.fresh("n"))
    wizards = op("*", n, low.board.one(Var(i)))
    body = (
        p.Assign(n.name, _at_most(group, start, Var(i), low)),
        p.If(
            op(">", n, 0),
            (
                p.Store("cell", start, op("-", Load("cell", start), wizards)),
                p.Store("cell", to, op("+", Load("cell", to), wizards)),
                *figures.along(Var(i), n, start, to, low),
                p.Store("arrivals", Var(i), n),
                p.Store("arrived", 0, 1),
            ),
        ),
    )
    code.write(p.For(i, 0, low.layout.players, body))


@permission("place")
def can_place(action: Action, code: Code) -> Expr:
    """The box has another wizard, and there is such a place."""
    there = is_there(action.act, action["on"], code)
    return op("and", there, _has_wizard_in_box(action["owner"], code))


@lowering("place", guarded=False)
def place(action: Action, code: Code) -> None:
    """Bring a wizard from the box into play."""
    low = code.low
    on, owner = action["on"], action["owner"]
    if action.term("on").type == "space":
        on = low.board.top(on)
    on = code.name(on)
    body = (
        p.Store("cell", on, op("+", Load("cell", on), low.board.one(owner))),
        p.Store("wizards", owner, op("+", Load("wizards", owner), 1)),
        *figures.from_box(owner, on, code),
    )
    there = is_there(action.act, on, code)
    code.write(p.If(op("and", there, _has_wizard_in_box(owner, code)), body))


def _has_wizard_in_box(player: Expr, code: Code) -> Expr:
    """Return whether a player has wizards that are not in play."""
    low = code.low
    if isinstance(player, int):
        return op("<", Load("wizards", player), low.layout.board.box[player])
    low.tables["box_wizards"] = low.layout.board.box
    return op("<", Load("wizards", player), p.Entry("box_wizards", player))


@permission("bring home")
def can_bring_home(action: Action, code: Code) -> Expr:
    """The wizard is there, and no rule forbids it."""
    wizard = action["what"]
    there = code.low.board.is_on_board(wizard)
    return op("and", there, permissions.allowed("wizard-home", [wizard], code))


@lowering("bring home")
def bring_home(action: Action, code: Code) -> None:
    """Put a wizard into the castle, perhaps with others from the same surface."""
    group = group_field(action.act.part("with"))

    def write(inner: Code, args: list[Expr]) -> Expr:
        return _bring_home(inner, args[0], group)

    variation = f"_with_{group}" if group else ""
    actions.run(action, {"w": ("wizard", action["what"])}, code, write, variation)


def _bring_home(code: Code, wizard: Expr, group: str | None) -> Expr:
    low = code.low
    start = code.keep("start", low.board.surface_of(wizard), "place")
    owner = code.keep("owner", low.board.owner_of(wizard), "player")
    code.store("cell", op("-", Load("cell", start), low.board.one(owner)), start)
    code.store("home", op("+", Load("home", owner), 1), owner)
    figures.settle(wizard, AT_HOME, code, carries=group is not None)
    if group is not None:
        i = low.fresh("i")
        n = Var(low.fresh("n"))
        wizards = op("*", n, low.board.one(Var(i)))
        body = (
            p.Assign(n.name, _at_most(group, start, Var(i), low)),
            p.Store("cell", start, op("-", Load("cell", start), wizards)),
            p.Store("home", Var(i), op("+", Load("home", Var(i)), n)),
            *figures.along(Var(i), n, start, AT_HOME, low),
        )
        loop = p.For(i, 0, low.layout.players, body)
        code.write(p.If(Load("arrived", 0), (loop,)) if group == "arrivals" else loop)
    followers.wizard_moved(wizard, start, None, code)
    events.emit("wizard-home", [wizard], code)
    return wizard


@permission("release")
def can_release(action: Action, code: Code) -> Expr:
    """The player has a wizard in the castle, and it may land there."""
    on = actions.surface(action, code)
    owner = action["owner"]
    wizard = code.low.board.wizard(on, owner, figures.slot_at_home(owner, code.low))
    allowed = permissions.allowed("wizard-lands", [wizard, on], code)
    there = op("and", is_there(action.act, on, code), op(">", Load("home", owner), 0))
    return op("and", there, allowed)


@lowering("release")
def release(action: Action, code: Code) -> None:
    """Bring a wizard out of the castle."""

    low = code.low

    def write(inner: Code, args: list[Expr]) -> Expr:
        owner, to = args
        inner.store("home", op("-", Load("home", owner), 1), owner)
        inner.store("cell", op("+", Load("cell", to), low.board.one(owner)), to)
        slot = figures.slot_at_home(owner, low)
        moved = inner.keep("moved", low.board.wizard(to, owner, slot), "wizard")
        figures.settle(moved, to, inner)
        events.emit("wizard-released", [moved], inner)
        events.emit("wizard-lands", [moved, to], inner)
        return moved

    to = actions.surface(action, code)
    actions.run(action, {"who": ("player", action["owner"]), "to": ("place", to)}, code, write)


@permission("take back wizard")
def can_take_back(action: Action, code: Code) -> Expr:
    """The wizard is on the board and may leave."""
    low = code.low
    wizard = action["what"]
    surface = low.board.surface_of(wizard)
    there = low.board.is_on_board(wizard)
    return op("and", there, permissions.allowed("wizard-leaves", [wizard, surface], code))


@lowering("take back wizard")
def take_back(action: Action, code: Code) -> None:
    """Put a wizard back into the box."""

    low = code.low

    def write(inner: Code, args: list[Expr]) -> Expr:
        wizard = args[0]
        start = inner.keep("start", low.board.surface_of(wizard), "place")
        owner = inner.keep("owner", low.board.owner_of(wizard), "player")
        inner.store("cell", op("-", Load("cell", start), low.board.one(owner)), start)
        inner.store("wizards", op("-", Load("wizards", owner), 1), owner)
        figures.settle(wizard, IN_BOX, inner)
        followers.wizard_moved(wizard, start, None, inner)
        events.emit("wizard-leaves", [wizard, start], inner)
        return wizard

    actions.run(action, {"w": ("wizard", action["what"])}, code, write)


def _at_most(group: str, surface: Expr, player: Expr, low: Lowering) -> Expr:
    """Return how many wizards of a player's group are on a surface; a memory may be negative."""
    return op("max", 0, op("min", Load(group, player), low.board.count(surface, player)))


# --- groups ----------------------------------------------------------------------------------


def group_field(term: m.Term | None) -> str | None:
    """Return the field that counts the wizards of a group by player; None: the group is empty."""
    if isinstance(term, m.Recall):
        return f"memory.{term.id}"
    return GROUPS[term.op] if isinstance(term, m.Prim) else None


def group_size(act: m.Act, code: Code) -> Expr:
    """Return how many wizards move together."""
    name = group_field(act.part("with"))
    if name is None:
        return 1
    total: Expr = 1
    for player in range(code.low.layout.players):
        # A memory may hold numbers so large that their sum is not one that rules can count to.
        total = op("clamp", op("+", total, Load(name, player)))
    return total
