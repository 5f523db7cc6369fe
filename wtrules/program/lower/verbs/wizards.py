"""Wizards: moving them, putting them somewhere, into play, home, out of the castle and away."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.kinds import Action
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.properties import GROUPS
from wtrules.program.lower.verbs.registry import destination, lowering, permission, steps
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m


def _surface(low: Lowering, action: Action, code: Code) -> Expr:
    """Return the surface an action puts a wizard on."""
    target = destination(low, action.act, code)
    on = action.act.part("on")
    return low.board.top(target) if on is not None and on.type == "space" else target


@permission("move wizard", "put wizard")
def can_move(low: Lowering, action: Action, code: Code) -> Expr:
    """The wizard is there, and may leave, pass and land, with those who go along."""
    act, wizard = action.act, action["what"]
    on = destination(low, act, code)
    surface = low.board.surface_of(wizard)
    if act.part("on") is not None and action.term("on").type == "space":
        on = low.board.top(on)
    group = group_size(low, act)
    forbidden = op(
        "or",
        low.permissions.forbidden("wizard-leaves", [wizard, surface], group),
        low.permissions.forbidden("wizard-lands", [wizard, on], group),
    )
    if act.verb == "move" and low.analysis.forbidding("wizard-passes"):
        forbidden = op("or", forbidden, low.permissions.passing(act, "wizard", wizard, code))
    there: Expr = 1
    if not low.permissions.was_found(act, code):
        there = low.board.is_on_board(wizard)
    if act.verb == "put":
        there = op("and", there, op(">=", on, 0))
    return op("and", there, op("not", forbidden))


@lowering("move wizard", "put wizard")
def move(low: Lowering, action: Action, code: Code) -> None:
    """Move a wizard, perhaps with others from the same surface."""
    group = group_field(action.act.part("with"))
    to = _surface(low, action, code)
    passes = action.act.verb == "move" and bool(low.analysis.reacting("wizard-passes"))
    parameters = {"w": action["what"], "to": to}
    if passes:
        parameters["by"] = steps(action)

    def write(inner: Code, args: list[Expr]) -> Expr:
        return _move(low, inner, args, group, passes)

    variation = (f"_with_{group}" if group else "") + ("_passing" if passes else "")
    moved = low.actions.call(action, parameters, code, write, variation)
    low.actions.follow(action.term("what"), moved, code)


def _move(low: Lowering, code: Code, args: list[Expr], group: str | None, passes: bool) -> Expr:
    wizard, to = args[0], args[1]
    start = low.variables.keep("start", low.board.surface_of(wizard), code)
    owner = low.variables.keep("owner", low.board.owner_of(wizard), code)
    one = low.board.one(owner)
    code.store("cell", op("-", Load("cell", start), one), start)
    code.store("cell", op("+", Load("cell", to), one), to)
    if low.analysis.uses_arrivals:
        clear = tuple(p.Store("arrivals", i, 0) for i in range(low.layout.players))
        code.write(p.If(Load("arrived", 0), (*clear, p.Store("arrived", 0, 0))))
    if group is not None:
        _take_along(low, code, group, start, to)
    moved = low.variables.keep("moved", low.board.wizard(to, owner), code)
    low.followers.wizard_moved(wizard, start, to, code)
    low.events.emit("wizard-leaves", [moved, start], code)
    if passes:
        low.events.emit_passing("wizard", moved, start, args[2], code)
    low.events.emit("wizard-lands", [moved, to], code)
    return moved


def _take_along(low: Lowering, code: Code, group: str, start: Expr, to: Expr) -> None:
    i = low.fresh("i")
    n = Var(low.fresh("n"))
    wizards = op("*", n, low.board.one(Var(i)))
    body = (
        p.Assign(n.name, op("min", Load(group, Var(i)), low.board.count(start, Var(i)))),
        p.If(
            op(">", n, 0),
            (
                p.Store("cell", start, op("-", Load("cell", start), wizards)),
                p.Store("cell", to, op("+", Load("cell", to), wizards)),
                p.Store("arrivals", Var(i), n),
                p.Store("arrived", 0, 1),
            ),
        ),
    )
    code.write(p.For(i, 0, low.layout.players, body))


@permission("place")
def can_place(low: Lowering, action: Action, code: Code) -> Expr:
    """The box has another wizard, and there is such a place."""
    on = destination(low, action.act, code)
    return op("and", op(">=", on, 0), _has_wizard_in_box(low, action["owner"]))


@lowering("place", guarded=False)
def place(low: Lowering, action: Action, code: Code) -> None:
    """Bring a wizard from the box into play."""
    on, owner = action["on"], action["owner"]
    if action.term("on").type == "space":
        on = low.board.top(on)
    on = low.variables.name(on, code)
    body = (
        p.Store("cell", on, op("+", Load("cell", on), low.board.one(owner))),
        p.Store("wizards", owner, op("+", Load("wizards", owner), 1)),
    )
    code.write(p.If(op("and", op(">=", on, 0), _has_wizard_in_box(low, owner)), body))


def _has_wizard_in_box(low: Lowering, player: Expr) -> Expr:
    """Return whether a player has wizards that are not in play."""
    if isinstance(player, int):
        return op("<", Load("wizards", player), low.layout.box[player])
    low.tables["box_wizards"] = low.layout.box
    return op("<", Load("wizards", player), p.Entry("box_wizards", player))


@permission("bring home")
def can_bring_home(low: Lowering, action: Action, code: Code) -> Expr:
    """No rule forbids it."""
    return op("not", low.permissions.forbidden("wizard-home", [action["what"]]))


@lowering("bring home")
def bring_home(low: Lowering, action: Action, code: Code) -> None:
    """Put a wizard into the castle, perhaps with others from the same surface."""
    group = group_field(action.act.part("with"))

    def write(inner: Code, args: list[Expr]) -> Expr:
        return _bring_home(low, inner, args[0], group)

    variation = f"_with_{group}" if group else ""
    low.actions.run(action, {"w": action["what"]}, code, write, variation)


def _bring_home(low: Lowering, code: Code, wizard: Expr, group: str | None) -> Expr:
    start = low.variables.keep("start", low.board.surface_of(wizard), code)
    owner = low.variables.keep("owner", low.board.owner_of(wizard), code)
    code.store("cell", op("-", Load("cell", start), low.board.one(owner)), start)
    code.store("home", op("+", Load("home", owner), 1), owner)
    if group is not None:
        i = low.fresh("i")
        n = Var(low.fresh("n"))
        wizards = op("*", n, low.board.one(Var(i)))
        body = (
            p.Assign(n.name, op("min", Load(group, Var(i)), low.board.count(start, Var(i)))),
            p.Store("cell", start, op("-", Load("cell", start), wizards)),
            p.Store("home", Var(i), op("+", Load("home", Var(i)), n)),
        )
        loop = p.For(i, 0, low.layout.players, body)
        code.write(p.If(Load("arrived", 0), (loop,)) if group == "arrivals" else loop)
    low.followers.wizard_moved(wizard, start, None, code)
    low.events.emit("wizard-home", [wizard], code)
    return wizard


@permission("release")
def can_release(low: Lowering, action: Action, code: Code) -> Expr:
    """The player has a wizard in the castle, and it may land there."""
    on = destination(low, action.act, code)
    owner = action["owner"]
    wizard = low.board.wizard(on, owner)
    allowed = op("not", low.permissions.forbidden("wizard-lands", [wizard, on]))
    there = op("and", op(">=", on, 0), op(">", Load("home", owner), 0))
    return op("and", there, allowed)


@lowering("release")
def release(low: Lowering, action: Action, code: Code) -> None:
    """Bring a wizard out of the castle."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        owner, to = args
        inner.store("home", op("-", Load("home", owner), 1), owner)
        inner.store("cell", op("+", Load("cell", to), low.board.one(owner)), to)
        moved = low.variables.keep("moved", low.board.wizard(to, owner), inner)
        low.events.emit("wizard-released", [moved], inner)
        low.events.emit("wizard-lands", [moved, to], inner)
        return moved

    to = _surface(low, action, code)
    low.actions.run(action, {"who": action["owner"], "to": to}, code, write)


@permission("take back wizard")
def can_take_back(low: Lowering, action: Action, code: Code) -> Expr:
    """The wizard is on the board and may leave."""
    wizard = action["what"]
    surface = low.board.surface_of(wizard)
    there = low.board.is_on_board(wizard)
    return op(
        "and", there, op("not", low.permissions.forbidden("wizard-leaves", [wizard, surface]))
    )


@lowering("take back wizard")
def take_back(low: Lowering, action: Action, code: Code) -> None:
    """Put a wizard back into the box."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        wizard = args[0]
        start = low.variables.keep("start", low.board.surface_of(wizard), inner)
        owner = low.variables.keep("owner", low.board.owner_of(wizard), inner)
        inner.store("cell", op("-", Load("cell", start), low.board.one(owner)), start)
        inner.store("wizards", op("-", Load("wizards", owner), 1), owner)
        low.followers.wizard_moved(wizard, start, None, inner)
        low.events.emit("wizard-leaves", [wizard, start], inner)
        return wizard

    low.actions.run(action, {"w": action["what"]}, code, write)


# --- groups ----------------------------------------------------------------------------------


def group_field(term: m.Term | None) -> str | None:
    """Return the field that counts the wizards of a group by player; None: the group is empty."""
    if isinstance(term, m.Recall):
        return f"memory.{term.id}"
    return GROUPS[term.op] if isinstance(term, m.Prim) else None


def group_size(low: Lowering, act: m.Act) -> Expr:
    """Return how many wizards move together."""
    name = group_field(act.part("with"))
    if name is None:
        return 1
    total: Expr = 1
    for player in range(low.layout.players):
        total = op("+", total, Load(name, player))
    return total
