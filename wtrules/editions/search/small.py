"""Every small board: one wizard on any surface of the board as it is at the start, all cards in hand.

The search tries them all when nothing else has shown a difference, so that the report can say that
none of them shows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wtrules.board import Board
from wtrules.program.program import Program
from wtrules.sidebyside.scene import Scene


def small_scenes(start: Scene, program: Program) -> Iterator[Scene]:
    """Yield the beginning of a game with one wizard on the board, on each possible surface."""
    codes = [card.code for card in program.cards if not card.rolls]
    seat = program.board.letters.index(start.active)
    bare = _with_cards(_cleared(start, program), codes, seat)
    for space, stack in enumerate(bare.board.spaces):
        if stack.castle:
            continue
        stacks = list(bare.board.spaces)
        stacks[space] = stack.with_top(start.active)
        home = tuple(h - (i == seat) for i, h in enumerate(bare.home))
        yield evolve(bare, board=Board(tuple(stacks)), home=home)


def _cleared(scene: Scene, program: Program) -> Scene:
    there = scene.board.wizards
    home = tuple(h + there[x] for x, h in zip(program.board.letters, scene.home, strict=True))
    stacks = (stack.with_surfaces([""] * len(stack.surfaces)) for stack in scene.board.spaces)
    return evolve(scene, board=Board(tuple(stacks)), home=home)


def _with_cards(scene: Scene, codes: list[str], seat: int) -> Scene:
    """Give the active player one card of each kind, and the others none."""
    scene = scene.with_hands(tuple(() for _ in scene.hands))
    pile, discard = list(scene.pile), dict(scene.discard)
    hand = []
    for code in codes:
        if discard.get(code):
            discard[code] -= 1
        elif code in pile:
            pile.remove(code)
        else:
            continue
        hand.append(code)
    hands = tuple(tuple(hand) if i == seat else () for i in range(scene.players))
    return evolve(scene, pile=tuple(pile), discard=tuple(sorted(discard.items())), hands=hands)
