"""Memories that follow a piece: what is remembered goes along when the piece moves.

A tower, a wizard or a surface is remembered by its place. For a memory `followed` each move of
pieces is followed by an update of that place; without such a memory nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from wtrules.program import program as p
from wtrules.program.lower.context import Context
from wtrules.program.lower.nothing import NOTHING
from wtrules.program.lower.permissions import Permissions
from wtrules.program.program import Expr, Load, Var, op

# Given what is remembered: whether the move concerns it, and what it is from now on.
Update = Callable[[Expr], tuple[Expr, Expr]]


@define
class Followers(Permissions):
    """Writes what memories of pieces have to learn of a move."""

    def follow_tower(self, tower: Expr, start: Expr, moved: Expr, ctx: Context) -> None:
        """A tower with all above it came from the space *start* and is now *moved*."""
        players = self.shape.players

        def carried(held: Expr, width: int) -> tuple[Expr, Expr]:
            cell = op("//", held, width)
            there = op("and", op(">=", cell, tower), op("==", self.space_of(cell), start))
            return there, op("+", held, op("*", op("-", moved, tower), width))

        self._update("tower", lambda held: carried(held, 1), ctx)
        self._update("place", lambda held: carried(held, 1), ctx)
        self._update("wizard", lambda held: carried(held, players), ctx)

    def follow_taken(self, tower: Expr, ctx: Context) -> None:
        """A tower has gone into the box, and what stood on it has come down."""
        start = self.space_of(tower)

        def lowered(held: Expr, width: int) -> tuple[Expr, Expr]:
            cell = op("//", held, width)
            above = op("and", op(">=", cell, tower), op("==", self.space_of(cell), start))
            return above, op("-", held, width)

        def gone(held: Expr) -> tuple[Expr, Expr]:
            above, lower = lowered(held, 1)
            # A tower that is higher is one lower now; the tower itself is nowhere: -1.
            return above, op("-", op("*", op("+", lower, 1), op("!=", held, tower)), 1)

        self._update("tower", gone, ctx)
        self._update("place", lambda held: lowered(held, 1), ctx)
        self._update("wizard", lambda held: lowered(held, self.shape.players), ctx)

    def follow_swap(self, one: Expr, other: Expr, ctx: Context) -> None:
        """Two towers have changed places, with whoever stood on them."""
        players = self.shape.players

        def swapped(held: Expr, width: int) -> tuple[Expr, Expr]:
            cell = op("//", held, width)
            concerned = op("or", op("==", cell, one), op("==", cell, other))
            there = op("-", op("+", one, other), cell)
            return concerned, op("+", held, op("*", op("-", there, cell), width))

        self._update("tower", lambda held: swapped(held, 1), ctx)
        self._update("place", lambda held: swapped(held, 1), ctx)
        self._update("wizard", lambda held: swapped(held, players), ctx)

    def follow_wizard(self, wizard: Expr, start: Expr, to: Expr | None, ctx: Context) -> None:
        """A wizard, and perhaps others with it, left the surface *start* for *to* or for home."""

        def gone(held: Expr) -> tuple[Expr, Expr]:
            owner = self.wizard_owner(held)
            # Those of one colour are alike: who is remembered has left if none is left.
            alone = op("==", self.count(start, owner), 0)
            here = op("==", self.wizard_cell(held), start)
            left = op("and", here, op("or", op("==", held, wizard), alone))
            return left, NOTHING if to is None else self.wizard(to, owner)

        self._update("wizard", gone, ctx)

    def _update(self, type: str, update: Update, ctx: Context) -> None:
        for memory in self.meaning.memories.values():
            if not memory.followed or memory.type != type:
                continue
            name = f"memory.{memory.id}"
            i, held = Var(self.fresh("i")), Var(self.fresh("held"))
            concerned, now = update(held)
            body = (
                p.Assign(held.name, Load(name, i)),
                p.If(op(">=", held, 0), (p.If(concerned, (p.Store(name, i, now),)),)),
            )
            size = self.shape.radix(memory.each) if memory.each else 1
            ctx.emit(p.For(i.name, 0, size, body))
