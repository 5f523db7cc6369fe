"""Flasks: taking, filling, emptying, spending, recovering and giving them."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower import actions, events, permissions
from wtrules.program.lower.actions import Action, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, Var, op


@lowering("take", guarded=False)
def take(action: Action, code: Code) -> None:
    """Take empty flasks from the box, which has enough."""
    code.add("empty", op("max", 0, action["amount"]), action["player"])


@permission("fill")
def can_fill(action: Action, code: Code) -> Expr:
    """The player has an empty flask, and no rule forbids it."""
    player = action["player"]
    allowed = permissions.allowed("flask-filled", [player], code)
    return op("and", op(">", Load("empty", player), 0), allowed)


@lowering("fill")
def fill(action: Action, code: Code) -> None:
    """Turn empty flasks to their full side, as many as there are."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        amount, player = args
        if code.low.analysis.forbidding("flask-filled"):
            filled = _fill_one_by_one(inner, amount, player)
        else:
            filled = inner.keep("filled", p.Call("fill", (amount, player)))
        events.emit_own(action, op("!=", filled, 0), [player, filled], inner)
        return filled

    values = {"n": ("number", action["amount"]), "who": ("player", action["player"])}
    actions.run(action, values, code, write)


def _fill_one_by_one(code: Code, amount: Expr, player: Expr) -> Expr:
    """Write the filling of flasks with a test, before each, whether a rule forbids it."""
    low = code.low
    filled, more = Var(low.fresh("filled")), Var(low.fresh("more"))
    code.write(p.Assign(filled.name, 0), p.Assign(more.name, op(">", amount, 0)))
    step = (
        p.If(permissions.forbidden("flask-filled", [player], code), (p.Break(),)),
        p.Assign(more.name, p.Call("fill", (1, player))),
        p.Assign(filled.name, op("+", filled, more)),
        p.If(op(">=", filled, amount), (p.Break(),)),
    )
    code.write(p.While(more, step))
    return code.keep("filled", filled)


@permission("spend")
def can_spend(action: Action, code: Code) -> Expr:
    """The player has that many full flasks, and no rule forbids it."""
    player = action["player"]
    allowed = permissions.allowed("flask-spent", [player, action["amount"]], code)
    return op("and", op(">=", Load("full", player), action["amount"]), allowed)


@lowering("spend")
def spend(action: Action, code: Code) -> None:
    """Give up full flasks for good."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        amount, player = args
        spent = inner.keep("spent", _at_most("full", amount, player))
        inner.store("full", op("-", Load("full", player), spent), player)
        inner.add("spent", spent, player)
        events.emit_own(action, op("!=", spent, 0), [player, spent], inner)
        return spent

    values = {"n": ("number", action["amount"]), "who": ("player", action["player"])}
    actions.run(action, values, code, write)


@permission("empty", "give flasks")
def has_full(action: Action, code: Code) -> Expr:
    """The player has that many full flasks."""
    return op(">=", Load("full", action["player"]), action["amount"])


@lowering("empty", guarded=False)
def empty(action: Action, code: Code) -> None:
    """Turn full flasks back to their empty side, as many as there are."""
    _turn(action, code, "full")


@permission("recover")
def can_recover(action: Action, code: Code) -> Expr:
    """The player has a spent flask."""
    return op(">", Load("spent", action["player"]), 0)


@lowering("recover", guarded=False)
def recover(action: Action, code: Code) -> None:
    """Take spent flasks back, empty, as many as there are."""
    _turn(action, code, "spent")


def _turn(action: Action, code: Code, field: str) -> None:
    """Make flasks of a field empty ones."""
    player = action["player"]
    n = code.name(_at_most(field, action["amount"], player))
    code.store(field, op("-", Load(field, player), n), player)
    code.add("empty", n, player)
    events.emit_own(action, op(">", n, 0), [player, n], code)


@lowering("give flasks", guarded=False)
def give(action: Action, code: Code) -> None:
    """Hand full flasks to another player, as many as there are."""
    player, to = action["player"], action["to"]
    n = code.name(_at_most("full", action["amount"], player))
    code.store("full", op("-", Load("full", player), n), player)
    code.add("full", n, to)
    events.emit_own(action, op(">", n, 0), [to, n], code)


def _at_most(field: str, amount: Expr, player: Expr) -> Expr:
    """Return an amount, or what a player has if that is less."""
    return op("max", 0, op("min", amount, Load(field, player)))
