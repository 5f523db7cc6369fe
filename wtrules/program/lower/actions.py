"""Actions, and the registers of what they do: for each kind one lowering and one permission.

`verbs` fills the registers. A test compares them with the records of `wtrules.language.verbs`: a kind
has a permission unless its record says that it is always allowed. An action becomes a function or,
where a rule that reacts to one of its events needs a decision, a procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from wtrules.language.events import EVENTS
from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.lower import procedures
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.nothing import is_current
from wtrules.program.lower.procedures import WriteAction
from wtrules.program.program import Expr, Load, Var, op
from wtrules.value import Value


@frozen
class Action(Value):
    """An action with the values of its parts."""

    act: m.Act
    values: Mapping[str, Expr]  # by label; groups have none

    def __getitem__(self, label: str) -> Expr:
        return self.values[label]

    def term(self, label: str) -> m.Term:
        """Return a part as the rule has it."""
        term = self.act.part(label)
        assert term is not None
        return term

    @property
    def kind(self) -> str:
        """What kind of action it is."""
        return self.act.kind

    @property
    def events(self) -> tuple[str, ...]:
        """The events the action can cause, in the order they happen."""
        return self.act.events


ROUTE = "route"  # the label of a part that no rule writes: which way a move goes at forks

Given = tuple[str, Expr]  # the type and the value of a parameter
Write = Callable[[Action, Code], None]
Check = Callable[[Action, Code], Expr]


@frozen
class VerbLowering(Value):
    """How an action is written, and whether only behind a test of its permission."""

    write: Write
    guarded: bool


LOWERINGS: dict[str, VerbLowering] = {}
PERMISSIONS: dict[str, Check] = {}


def lowering(*kinds: str, guarded: bool = True) -> Callable[[Write], Write]:
    """Register the function that writes actions of these kinds.

    Without *guarded* it is called even if the action is not permitted, and does as much of it as
    is possible.
    """

    def register(write: Write) -> Write:
        for kind in kinds:
            assert kind not in LOWERINGS, kind
            LOWERINGS[kind] = VerbLowering(write, guarded)
        return write

    return register


def permission(*kinds: str) -> Callable[[Check], Check]:
    """Register the function that returns whether actions of these kinds are possible."""

    def register(check: Check) -> Check:
        for kind in kinds:
            assert kind not in PERMISSIONS, kind
            PERMISSIONS[kind] = check
        return check

    return register


def bind(act: m.Act, code: Code) -> Action:
    """Return an action with the values of its parts computed."""
    values = {label: code.expr(term) for label, term in act.parts if term.type != "group"}
    return Action(act, values)


def destination(act: m.Act, code: Code) -> Expr:
    """Return where an action puts a piece: the space for a tower, else the surface.

    What is put on a space goes to its uppermost surface; a place means its space to a tower.
    """
    low = code.low
    on = act.part("on")
    if on is not None:
        return code.expr(on)
    what, by = act.part("what"), act.part("by")
    assert what is not None
    assert by is not None
    steps = code.expr(by)
    here = Load("castle", 0) if what.type == "castle" else space_of(what.type, code.expr(what), low)
    steps = steps if act.direction == "clockwise" else op("-", 0, steps)
    space = low.board.walk(here, steps, route_of(act, code))
    return space if what.type == "tower" else low.board.top_after_walk(space)


def surface(action: Action, code: Code) -> Expr:
    """Return the surface on which an action puts a wizard or the castle."""
    target = destination(action.act, code)
    on = action.act.part("on")
    return code.low.board.top(target) if on is not None and on.type == "space" else target


def is_there(act: m.Act, to: Expr, code: Code) -> Expr:
    """Return whether the place or space *to*, where an action puts a piece, exists.

    A surface that a rule has remembered or named may be gone: the tower it was on has left.
    """
    exists, on = op(">=", to, 0), act.part("on")
    if on is None or on.type == "space" or is_current(on, code.low):
        return exists
    return op("and", exists, code.low.board.is_surface(code.expr(on)))


def width(kind: str, low: Lowering) -> int:
    """Return how many numbers of pieces of a kind belong to one surface."""
    return low.board.width if kind == "wizard" else 1


def space_of(kind: str, piece: Expr, low: Lowering) -> Expr:
    """Return the space that a wizard, a tower or another piece is in."""
    if kind == "piece":
        return low.board.space_of(low.board.place_of_piece(piece))
    return op("//", piece, low.layout.board.levels * width(kind, low))


def route_of(act: m.Act, code: Code) -> Expr:
    """Return the route by which an action moves a piece."""
    route = act.part(ROUTE)
    return 0 if route is None else code.expr(route)


def steps(action: Action) -> Expr:
    """Return how far an action moves a piece clockwise."""
    by = action["by"]
    return by if action.act.direction == "clockwise" else op("-", 0, by)


def tells_way(action: Action, code: Code) -> bool:
    """Return whether rules react to the way of a move."""
    told = (event for event in action.events if EVENTS[event].of_way)
    return any(code.low.analysis.reacting(event) for event in told)


def way(action: Action, code: Code) -> dict[str, Given]:
    """Return what a function must know of a move to report its way."""
    values: dict[str, Given] = {"by": ("number", steps(action))}
    if ROUTE in action.values:
        values[ROUTE] = ("number", action[ROUTE])
    return values


def call(
    action: Action, values: Mapping[str, Given], code: Code, write: WriteAction,
    variation: str = "", name: str | None = None, result: str = "number",
) -> Expr:  # fmt: skip
    """Return the result of an action's function or procedure, written when first needed.

    Actions of one kind share it, unless *variation* tells them apart. *result* is its type.
    """
    name = name or "do_" + action.kind.replace(" ", "_") + variation
    parameters = tuple(m.Parameter(label, type) for label, (type, _) in values.items())
    args = [value for _, value in values.values()]
    return procedures.call(name, parameters, args, code, action.events, write, result)


def run(
    action: Action, values: Mapping[str, Given], code: Code, write: WriteAction,
    variation: str = "", name: str | None = None,
) -> None:  # fmt: skip
    """Write the call of an action whose result is not needed."""
    _run(call(action, values, code, write, variation, name), code)


def follow(term: m.Term, moved: Expr, code: Code) -> None:
    """Let the variable that names a piece follow it to where it has moved."""
    variable = None
    if isinstance(term, m.Local):
        variable = code.env.get(code.low.stands_for.get(term.name, term.name))
    if isinstance(variable, Var | Load):
        code.assign(variable, moved)
    else:
        _run(moved, code)


def _run(result: Expr, code: Code) -> None:
    if isinstance(result, p.Call):
        code.write(p.Run(result))
