"""Positions on the board as everybody knows it: towers and castle as they are at the beginning."""

from __future__ import annotations

from attrs import evolve

from wtrules.board import Board
from wtrules.position.table import Table
from wtrules.program.program import Program


def tidied(scene: Table, start: Table, program: Program, shift: int = 0) -> Table:
    """Return a scene with towers and castle where they are at the beginning, and the same wizards.

    Each is as many spaces further on as *shift* says, on top of what is there. Those for whom there is
    no room go home.
    """
    room = room_for(scene, program)
    home = list(scene.home)
    stacks = []
    for space, first in enumerate(start.board.spaces):
        there = "".join(scene.board.spaces[space - shift].surfaces)
        stays = 0 if first.castle else room
        for letter in there[stays:]:
            home[program.board.letters.index(letter)] += 1
        bare = first.with_surfaces([""] * len(first.surfaces))
        stacks.append(bare.with_top(in_order(there[:stays], program)))
    return evolve(scene, board=Board(tuple(stacks)), home=tuple(home))


def room_for(scene: Table, program: Program) -> int:
    """Return how many wizards fit on a surface: all of them if the rules set no limit."""
    return program.board.capacity or sum(scene.board.wizards.values())


def in_order(letters: str, program: Program) -> str:
    """Return wizards in the order of the seats."""
    return "".join(sorted(letters, key=program.board.letters.index))
