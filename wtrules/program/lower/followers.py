"""Memories that follow a piece.

A memory holds a tower, a wizard or a surface as the number of its place. If the memory is declared
`followed`, every move of pieces is followed by an update of that number.
"""

from __future__ import annotations

from collections.abc import Callable

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.nothing import NOTHING
from wtrules.program.program import Expr, Load, Var, op

# From what is remembered to whether the move concerns it, and its new number.
Update = Callable[[Expr], tuple[Expr, Expr]]


def tower_moved(tower: Expr, start: Expr, moved: Expr, code: Code) -> None:
    """Update after a tower, with everything above it, left the space *start* and became *moved*."""
    low = code.low
    players = low.layout.players

    def carried(held: Expr, width: int) -> tuple[Expr, Expr]:
        cell = op("//", held, width)
        there = op("and", op(">=", cell, tower), op("==", low.board.space_of(cell), start))
        return there, op("+", held, op("*", op("-", moved, tower), width))

    _update("tower", lambda held: carried(held, 1), code)
    _update("place", lambda held: carried(held, 1), code)
    _update("wizard", lambda held: carried(held, players), code)


def tower_taken(tower: Expr, code: Code) -> None:
    """Update after a tower went into the box and what was on it came down."""
    low = code.low
    start = low.board.space_of(tower)

    def lowered(held: Expr, width: int) -> tuple[Expr, Expr]:
        cell = op("//", held, width)
        above = op("and", op(">=", cell, tower), op("==", low.board.space_of(cell), start))
        return above, op("-", held, width)

    def gone(held: Expr) -> tuple[Expr, Expr]:
        above, lower = lowered(held, 1)
        # A tower that is higher is one lower now; the tower itself is nowhere: -1.
        return above, op("-", op("*", op("+", lower, 1), op("!=", held, tower)), 1)

    _update("tower", gone, code)
    _update("place", lambda held: lowered(held, 1), code)
    _update("wizard", lambda held: lowered(held, low.layout.players), code)


def towers_swapped(one: Expr, other: Expr, code: Code) -> None:
    """Update after two towers changed places, with the wizards on them."""
    players = code.low.layout.players

    def swapped(held: Expr, width: int) -> tuple[Expr, Expr]:
        cell = op("//", held, width)
        concerned = op("or", op("==", cell, one), op("==", cell, other))
        there = op("-", op("+", one, other), cell)
        return concerned, op("+", held, op("*", op("-", there, cell), width))

    _update("tower", lambda held: swapped(held, 1), code)
    _update("place", lambda held: swapped(held, 1), code)
    _update("wizard", lambda held: swapped(held, players), code)


def wizard_moved(wizard: Expr, start: Expr, to: Expr | None, code: Code) -> None:
    """Update after a wizard, perhaps with others, left a surface for another or the track."""

    low = code.low

    def gone(held: Expr) -> tuple[Expr, Expr]:
        owner = low.board.owner_of(held)
        # Wizards of one colour are interchangeable: the remembered one has left if none is left.
        alone = op("==", low.board.count(start, owner), 0)
        here = op("==", low.board.surface_of(held), start)
        left = op("and", here, op("or", op("==", held, wizard), alone))
        return left, NOTHING if to is None else low.board.wizard(to, owner)

    _update("wizard", gone, code)


def _update(type: str, update: Update, code: Code) -> None:
    low = code.low
    for memory in low.meaning.memories.values():
        if not memory.followed or memory.type != type:
            continue
        name = f"memory.{memory.id}"
        i, held = Var(low.fresh("i")), Var(low.fresh("held"))
        concerned, now = update(held)
        body = (
            p.Assign(held.name, Load(name, i)),
            p.If(op(">=", held, 0), (p.If(concerned, (p.Store(name, i, now),)),)),
        )
        size = low.layout.radix(memory.each) if memory.each else 1
        code.write(p.For(i.name, 0, size, body))
