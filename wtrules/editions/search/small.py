"""Every small board: one wizard on any surface of the board as it is at the start, all cards in hand.

The search tries them all when nothing else has shown a difference, so that the report can say that
none of them shows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wtrules.board import Board
from wtrules.position.table import Table
from wtrules.program.program import Program


def small_scenes(start: Table, program: Program) -> Iterator[Table]:
    """Yield the beginning of a game with one wizard on the board, on each possible surface."""
    codes = [card.code for card in program.cards if not card.rolls]
    seat = program.board.letters.index(start.active)
    bare = _with_cards(start.without_wizards(), codes, seat)
    for space, stack in enumerate(bare.board.spaces):
        if stack.castle:
            continue
        stacks = list(bare.board.spaces)
        stacks[space] = stack.with_top(start.active)
        home = tuple(h - (i == seat) for i, h in enumerate(bare.home))
        yield evolve(bare, board=Board(tuple(stacks)), home=home)


def _with_cards(scene: Table, codes: list[str], seat: int) -> Table:
    """Give the active player one card of each kind, and the others none."""
    scene = scene.with_hands(tuple(() for _ in scene.hands))
    pile, discards = list(scene.deck.draw_pile), dict(scene.deck.discards)
    hand = []
    for code in codes:
        if discards.get(code):
            discards[code] -= 1
        elif code in pile:
            pile.remove(code)
        else:
            continue
        hand.append(code)
    hands = tuple(tuple(hand) if i == seat else () for i in range(scene.players))
    deck = evolve(scene.deck, draw_pile=tuple(pile), discards=discards, hands=hands)
    return scene.with_deck(deck)
