"""Wizards that can be told apart, in rulesets with a memory for each wizard.

The field `wizard_at` says where each of them is. Questions find each wizard. Of several wizards of one
player on one surface, a decision offers only the first of those for which all memories have the same
values, as in all other rulesets. Where a number of wizards moves along with another, those go
first that players have chosen in this action. In other rulesets, nothing here writes any code.
"""

from __future__ import annotations

from collections.abc import Callable

from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, Var, chain, op
from wtrules.program.state import AT_HOME, IN_BOX, PICKED, WIZARD_AT

# Writes what is done only for the first of several equal wizards.
Once = Callable[[Code, Callable[[Code], None]], None]


def slot_at_home(player: Expr, low: Lowering) -> Expr:
    """Return which wizard of a player comes out of the castle: the first one there."""
    return p.Call("slot_at", (player, AT_HOME)) if low.board.tells_apart else 0


def settle(wizard: Expr, place: Expr, code: Code, *, carries: bool = False) -> None:
    """Write where a wizard is now: on a surface, in the box or in the castle.

    It was chosen for this move, and no longer is; but if it *carries* others, those that are like it
    may have been meant.
    """
    board = code.low.board
    if not board.tells_apart:
        return
    code.store(WIZARD_AT, place, board.figure(wizard))
    if not carries:
        bit, owner = op("<<", 1, board.slot_of(wizard)), board.owner_of(wizard)
        code.store(PICKED, op("&", Load(PICKED, owner), op("-", -1, bit)), owner)


def along(player: Expr, number: Expr, start: Expr, to: Expr, low: Lowering) -> p.Body:
    """Return the statements with which some wizards of a player go along from a surface."""
    if not low.board.tells_apart:
        return ()
    return (p.Run(p.Call("go_along", (player, number, start, to))),)


def reset(scope: str, code: Code) -> None:
    """Write where wizards are when a game begins, and that none is chosen when an action does."""
    low = code.low
    if not low.board.tells_apart:
        return
    if scope == "game":
        x = Var(low.fresh("x"))
        code.write(p.For(x.name, 0, low.layout.entries("wizard"), (p.Store(WIZARD_AT, x, IN_BOX),)))
    if scope == "action":
        code.write(*(p.Store(PICKED, player, 0) for player in range(low.layout.players)))


def pick(wizard: Expr, code: Code) -> None:
    """Write that a player has chosen a wizard."""
    low = code.low
    if low.board.tells_apart:
        owner = code.name(low.board.owner_of(wizard))
        bit = op("<<", 1, low.board.slot_of(wizard))
        code.store(PICKED, op("|", Load(PICKED, owner), bit), owner)


def from_box(player: Expr, on: Expr, code: Code) -> p.Body:
    """Return the statements with which a wizard comes from the box: it has the initial values."""
    low = code.low
    figure, statements = player, list[p.Statement]()
    if low.board.tells_apart:
        figure = Var(low.fresh("figure"))
        slot = p.Call("slot_at", (player, IN_BOX))
        statements.append(p.Assign(figure.name, low.board.figure_of(player, slot)))
        statements.append(p.Store(WIZARD_AT, figure, on))
    statements += [p.Store(f"memory.{x.id}", figure, code.expr(x.initial)) for x in kept(low)]
    return tuple(statements)


def visit_each(
    code: Code, cell: Expr, player: Expr, visit: Callable[[Code, Expr, Once], None]
) -> None:
    """Write a loop over the wizards of a player on a surface.

    *visit* writes the code for one of them. It is given how to write what is done only for the
    first of several wizards with equal values.
    """
    low = code.low
    slot, seen = Var(low.fresh("slot")), Var(low.fresh("seen"))
    code.write(p.Assign(seen.name, 0))

    def once(inner: Code, write: Callable[[Code], None]) -> None:
        figure = low.board.figure_of(player, slot)
        with inner.when(op("not", p.Call("like_one_of", (figure, seen)))) as first:
            first.write(p.Assign(seen.name, op("|", seen, op("<<", 1, slot))))
            write(first)

    with code.loop(slot.name, 0, low.layout.slots) as inner:
        there = op("==", Load(WIZARD_AT, low.board.figure_of(player, slot)), cell)
        with inner.when(there) as inside:
            visit(inside, inside.name(low.board.wizard(cell, player, slot)), once)


def define_alike(low: Lowering) -> None:
    """Define the function that says whether two wizards have the same values."""
    one, other = Var("one"), Var("other")
    names = [f"memory.{memory.id}" for memory in kept(low)]
    same = chain("and", [op("==", Load(name, one), Load(name, other)) for name in names])
    low.define(p.Function("alike", (one.name, other.name), (p.Return(same),)))


def kept(low: Lowering) -> list[m.MemoryCell]:
    """Return the memories for each wizard."""
    return [memory for memory in low.meaning.memories.values() if memory.each == "wizard"]
