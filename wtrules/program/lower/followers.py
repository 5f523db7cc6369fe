"""Memories that follow pieces.

A memory holds a tower, a wizard or a surface as the number of its place. If the memory is declared
`followed`, every move of pieces is followed by an update of that number. A memory for each tower has
a value for each place a tower can be in; the values go along with the towers.

A loop over pieces has listed them as such numbers, too. Its list is updated in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wtrules.program import program as p
from wtrules.program.lower import covering
from wtrules.program.lower.actions import width
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering, PieceList
from wtrules.program.lower.memories import field_of
from wtrules.program.program import NOTHING, Expr, Load, Var, op
from wtrules.program.state import WIZARD_AT

# From what is remembered, and how many numbers belong to one surface, to whether the move concerns it
# and its new number.
Update = Callable[[Expr, int], tuple[Expr, Expr]]
Updates = dict[str, Update]  # by the type of what is remembered
Args = tuple[Expr, ...]  # what was moved, from where and where to


def tower_moved(tower: Expr, start: Expr, moved: Expr, code: Code) -> None:
    """Update after a tower, with everything above it, left the space *start* and became *moved*."""
    _update("tower_moved", (tower, start, moved), _towers_carry, code)
    for name, first in _kept_for_towers(code):
        i = Var(code.low.fresh("i"))
        there, here = op("+", moved, i), op("+", tower, i)
        body = (p.Store(name, there, Load(name, here)), p.Store(name, here, first))
        code.write(p.For(i.name, 0, code.low.board.height_from(moved), body))
    covering.forget(op("-", tower, 1), code)
    covering.forget(op("-", moved, 1), code)


def _towers_carry(args: Args, code: Code) -> Updates:
    tower, start, moved = args

    def carried(held: Expr, width: int) -> tuple[Expr, Expr]:
        there = _is_carried(op("//", held, width), tower, start, code)
        return there, op("+", held, op("*", op("-", moved, tower), width))

    return {"tower": carried, "place": carried, "wizard": carried}


def tower_taken(tower: Expr, code: Code) -> None:
    """Update after a tower went into the box and what was on it came down."""
    start = code.low.board.space_of(tower)
    covering.tower_taken(tower, code)
    _update("tower_taken", (tower,), _towers_come_down, code)
    for name, first in _kept_for_towers(code):
        i = Var(code.low.fresh("i"))
        top = code.keep("top", op("+", code.low.board.top(start), 1), "place")
        body = (p.Store(name, i, Load(name, op("+", i, 1))),)
        code.write(p.For(i.name, tower, top, body), p.Store(name, top, first))


def _towers_come_down(args: Args, code: Code) -> Updates:
    (tower,) = args
    start = code.low.board.space_of(tower)

    def lowered(held: Expr, width: int) -> tuple[Expr, Expr]:
        above = _is_carried(op("//", held, width), tower, start, code)
        return above, op("-", held, width)

    def gone(held: Expr, width: int) -> tuple[Expr, Expr]:
        above, lower = lowered(held, width)
        # A tower that is higher is one lower now; the tower itself is nowhere: -1.
        return above, op("-", op("*", op("+", lower, 1), op("!=", held, tower)), 1)

    return {"tower": gone, "place": lowered, "wizard": lowered}


def _is_carried(surface: Expr, tower: Expr, start: Expr, code: Code) -> Expr:
    """Return whether a surface is that of a tower in the space *start*, or above it."""
    here = op("==", code.low.board.space_of(surface), start)
    return op("and", op(">=", surface, tower), here)


def towers_swapped(one: Expr, other: Expr, code: Code) -> None:
    """Update after two towers changed places, with the wizards on them."""
    _update("towers_swapped", (one, other), _towers_swap, code)
    for name, _ in _kept_for_towers(code):
        held = Var(code.low.fresh("held"))
        code.write(
            p.Assign(held.name, Load(name, one)),
            p.Store(name, one, Load(name, other)),
            p.Store(name, other, held),
        )


def _towers_swap(args: Args, code: Code) -> Updates:
    one, other = args

    def swapped(held: Expr, width: int) -> tuple[Expr, Expr]:
        cell = op("//", held, width)
        concerned = op("or", op("==", cell, one), op("==", cell, other))
        there = op("-", op("+", one, other), cell)
        return concerned, op("+", held, op("*", op("-", there, cell), width))

    return {"tower": swapped, "place": swapped, "wizard": swapped}


def wizard_moved(wizard: Expr, start: Expr, to: Expr | None, code: Code) -> None:
    """Update after a wizard, perhaps with others, left a surface for another or the track."""
    if to is None:
        _update("wizard_gone", (wizard, start), _wizards_leave, code)
    else:
        _update("wizard_moved", (wizard, start, to), _wizards_leave, code)


def _wizards_leave(args: Args, code: Code) -> Updates:
    board = code.low.board
    wizard, start, *to = args

    def gone(held: Expr, _: int) -> tuple[Expr, Expr]:
        here = op("==", board.surface_of(held), start)
        if board.tells_apart:
            gone = op("!=", Load(WIZARD_AT, board.figure(held)), start)
        else:
            # Wizards of one colour are interchangeable: the remembered one has left if none is left.
            alone = op("==", board.count(start, board.owner_of(held)), 0)
            gone = op("or", op("==", held, wizard), alone)
        return op("and", here, gone), board.moved(held, to[0]) if to else NOTHING

    return {"wizard": gone}


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
    if type == "place" and low.layout.board.piece_count:
        yield "piece", low.layout.board.piece_count
    if type == "place" and low.board.tells_apart:
        yield WIZARD_AT, low.layout.entries("wizard")


def _update(name: str, args: Args, updates: Callable[[Args, Code], Updates], code: Code) -> None:
    """Write the update of all numbers that follow pieces, after a move with this name and values."""
    low = code.low
    by_type = updates(args, code)
    for type, update in by_type.items():
        for field, size in _following(type, low):
            code.write(_updated(field, 0, size, type, update, low))
    if low.analysis.listed_kinds.isdisjoint(by_type):
        return
    function = f"listed_{name}"
    low.list_updates[function] = len(args), updates
    code.write(p.Run(p.Call(function, args)))


def define_list_updates(low: Lowering) -> None:
    """Write the functions that let listed pieces follow moves, now that all lists are known."""
    for function, (count, updates) in low.list_updates.items():
        parameters = tuple(f"a_{i}" for i in range(count))
        code = Code(low, {}, p.NOWHERE)
        args = tuple(map(Var, parameters))
        by_type = updates(args, code)
        for pieces in low.piece_lists:
            if updates is _wizards_leave and not low.board.tells_apart:
                if pieces.kind == "wizard":
                    code.write(_left(pieces, args, low))
            elif pieces.kind in by_type:
                # Those that have had their turn need not be followed.
                first, end = Load(pieces.turn, 0), Load(pieces.count, 0)
                update = by_type[pieces.kind]
                code.write(_updated(pieces.pieces, first, end, pieces.kind, update, low))
        code.write(p.Return(0))
        low.define(p.Function(function, parameters, tuple(code.out)))


def _updated(
    field: str, first: Expr, end: Expr, type: str, update: Update, low: Lowering
) -> p.Statement:
    i, held = Var(low.fresh("i")), Var(low.fresh("held"))
    concerned, now = update(held, width(type, low))
    body = (
        p.Assign(held.name, Load(field, i)),
        p.If(op(">=", held, 0), (p.If(concerned, (p.Store(field, i, now),)),)),
    )
    return p.For(i.name, first, end, body)


def _left(pieces: PieceList, args: Args, low: Lowering) -> p.Statement:
    """Return the update of listed wizards, some of which have left a surface.

    Wizards of one colour on one surface are listed as equal numbers. As many of these stay as there
    are wizards left.
    """
    _, start, *to = args
    board = low.board
    i, j, held, before = (Var(low.fresh(stem)) for stem in ("i", "j", "held", "before"))
    first, end = Load(pieces.turn, 0), Load(pieces.count, 0)
    same = p.If(
        op("==", Load(pieces.pieces, j), held), (p.Assign(before.name, op("+", before, 1)),)
    )
    now = board.moved(held, to[0]) if to else NOTHING
    moved = p.If(
        op(">=", before, board.count(start, board.owner_of(held))),
        (p.Store(pieces.pieces, i, now),),
    )
    here = op("and", op(">=", held, 0), op("==", board.surface_of(held), start))
    body = (
        p.Assign(held.name, Load(pieces.pieces, i)),
        p.If(here, (p.Assign(before.name, 0), p.For(j.name, first, i, (same,)), moved)),
    )
    return p.For(i.name, first, end, body)
