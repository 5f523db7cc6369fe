"""The registers of verbs: for each kind of action one lowering and one permission.

A test compares them with the records of `wtrules.language.verbs`: a kind has a permission unless
its record says that it is always allowed.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from wtrules.program.lower.code import Code
from wtrules.program.lower.kinds import Action, kind_of_act
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, op
from wtrules.rules import meaning as m

Write = Callable[[Lowering, Action, Code], None]
Check = Callable[[Lowering, Action, Code], Expr]


@frozen
class VerbLowering:
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


def bind(low: Lowering, act: m.Act, code: Code) -> Action:
    """Return an action with the values of its parts computed."""
    values = {
        label: low.terms.expr(term, code) for label, term in act.parts if term.type != "group"
    }
    return Action(kind_of_act(act), act, values)


def destination(low: Lowering, act: m.Act, code: Code) -> Expr:
    """Return where an action puts a piece: the space for a tower, else the surface.

    What is put on a space goes to its uppermost surface; a place means its space to a tower.
    """
    on = act.part("on")
    if on is not None:
        return low.terms.expr(on, code)
    what, by = act.part("what"), act.part("by")
    assert what is not None
    assert by is not None
    steps = low.terms.expr(by, code)
    here: Expr
    if what.type == "castle":
        here = Load("castle", 0)
    else:
        piece = low.terms.expr(what, code)
        here = op("//", piece, low.layout.levels * width(low, what.type))
    space = low.board.ring(here, steps if act.direction == "clockwise" else op("-", 0, steps))
    return space if what.type == "tower" else low.board.top(space)


def width(low: Lowering, kind: str) -> int:
    """Return how many numbers of pieces of a kind belong to one surface."""
    return low.layout.players if kind == "wizard" else 1


def steps(action: Action) -> Expr:
    """Return how far an action moves a piece clockwise."""
    by = action["by"]
    return by if action.act.direction == "clockwise" else op("-", 0, by)
