"""Memories that follow pieces.

A memory holds a tower, a wizard or a surface as the number of its place. If the memory is declared
`followed`, every move of pieces is followed by an update of that number. A memory for each tower has
a value for each place a tower can be in; the values go along with the towers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wtrules.program import program as p
from wtrules.program.lower import covering
from wtrules.program.lower.actions import width
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.memories import field_of
from wtrules.program.program import NOTHING, Expr, Load, Var, op
from wtrules.program.state import WIZARD_AT

# From what is remembered, and how many numbers belong to one surface, to whether the move concerns it
# and its new number.
Update = Callable[[Expr, int], tuple[Expr, Expr]]


def tower_moved(tower: Expr, start: Expr, moved: Expr, code: Code) -> None:
    """Update after a tower, with everything above it, left the space *start* and became *moved*."""

    def carried(held: Expr, width: int) -> tuple[Expr, Expr]:
        there = _is_carried(op("//", held, width), tower, start, code)
        return there, op("+", held, op("*", op("-", moved, tower), width))

    _update(("tower", "place", "wizard"), carried, code)
    for name, first in _kept_for_towers(code):
        i = Var(code.low.fresh("i"))
        there, here = op("+", moved, i), op("+", tower, i)
        body = (p.Store(name, there, Load(name, here)), p.Store(name, here, first))
        code.write(p.For(i.name, 0, code.low.board.height_from(moved), body))
    covering.forget(op("-", tower, 1), code)
    covering.forget(op("-", moved, 1), code)


def tower_taken(tower: Expr, code: Code) -> None:
    """Update after a tower went into the box and what was on it came down."""
    start = code.low.board.space_of(tower)

    def lowered(held: Expr, width: int) -> tuple[Expr, Expr]:
        above = _is_carried(op("//", held, width), tower, start, code)
        return above, op("-", held, width)

    def gone(held: Expr, width: int) -> tuple[Expr, Expr]:
        above, lower = lowered(held, width)
        # A tower that is higher is one lower now; the tower itself is nowhere: -1.
        return above, op("-", op("*", op("+", lower, 1), op("!=", held, tower)), 1)

    covering.tower_taken(tower, code)
    _update(("tower",), gone, code)
    _update(("place", "wizard"), lowered, code)
    for name, first in _kept_for_towers(code):
        i = Var(code.low.fresh("i"))
        top = code.keep("top", op("+", code.low.board.top(start), 1), "place")
        body = (p.Store(name, i, Load(name, op("+", i, 1))),)
        code.write(p.For(i.name, tower, top, body), p.Store(name, top, first))


def _is_carried(surface: Expr, tower: Expr, start: Expr, code: Code) -> Expr:
    """Return whether a surface is that of a tower in the space *start*, or above it."""
    here = op("==", code.low.board.space_of(surface), start)
    return op("and", op(">=", surface, tower), here)


def towers_swapped(one: Expr, other: Expr, code: Code) -> None:
    """Update after two towers changed places, with the wizards on them."""

    def swapped(held: Expr, width: int) -> tuple[Expr, Expr]:
        cell = op("//", held, width)
        concerned = op("or", op("==", cell, one), op("==", cell, other))
        there = op("-", op("+", one, other), cell)
        return concerned, op("+", held, op("*", op("-", there, cell), width))

    _update(("tower", "place", "wizard"), swapped, code)
    for name, _ in _kept_for_towers(code):
        held = Var(code.low.fresh("held"))
        code.write(
            p.Assign(held.name, Load(name, one)),
            p.Store(name, one, Load(name, other)),
            p.Store(name, other, held),
        )


def wizard_moved(wizard: Expr, start: Expr, to: Expr | None, code: Code) -> None:
    """Update after a wizard, perhaps with others, left a surface for another or the track."""
    board = code.low.board

    def gone(held: Expr, _: int) -> tuple[Expr, Expr]:
        here = op("==", board.surface_of(held), start)
        if board.tells_apart:
            gone = op("!=", Load(WIZARD_AT, board.figure(held)), start)
        else:
            # Wizards of one colour are interchangeable: the remembered one has left if none is left.
            alone = op("==", board.count(start, board.owner_of(held)), 0)
            gone = op("or", op("==", held, wizard), alone)
        return op("and", here, gone), NOTHING if to is None else board.moved(held, to)

    _update(("wizard",), gone, code)


def _kept_for_towers(code: Code) -> Iterator[tuple[str, Expr]]:
    """Yield the field of each memory for each tower, and the value it has where there is none."""
    for memory in code.low.meaning.memories.values():
        if memory.each == "tower":
            yield f"memory.{memory.id}", code.expr(memory.initial)
    if covering.is_forgotten(code):
        yield p.KNOWN_SURFACE, 0


def _following(type: str, low: Lowering) -> Iterator[tuple[str, int]]:
    """Yield the fields that hold followed pieces of a type, with their sizes.

    Pieces that are neither wizards nor towers hold the place they are on.
    """
    for memory in low.meaning.memories.values():
        if memory.followed and memory.type == type:
            yield field_of(memory.id), low.layout.entries(memory.each)
    if type == "place" and low.layout.piece_count:
        yield "piece", low.layout.piece_count
    if type == "place" and low.board.tells_apart:
        yield WIZARD_AT, low.layout.entries("wizard")


def _update(types: tuple[str, ...], update: Update, code: Code) -> None:
    """Write the update of all numbers that follow pieces of these types."""
    low = code.low
    for type in types:
        for name, size in _following(type, low):
            i, held = Var(low.fresh("i")), Var(low.fresh("held"))
            concerned, now = update(held, width(type, low))
            body = (
                p.Assign(held.name, Load(name, i)),
                p.If(op(">=", held, 0), (p.If(concerned, (p.Store(name, i, now),)),)),
            )
            code.write(p.For(i.name, 0, size, body))
