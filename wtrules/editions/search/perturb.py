"""Perturbed positions: turns of random games with something changed.

Wizards go home or crowd on one surface, flasks are filled or spent, spells are laid out. Most of
them have few wizards and few cards: there is less to try in them, and more to see. Every
piece stays in the game, so the rules could meet each of these positions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from attrs import evolve

from wtrules.board import Board, Stack
from wtrules.position.table import Table
from wtrules.program.program import Program

_ENDGAMES = 0.25  # the share of positions with everybody but one wizard at home
_SPARSE = 0.6  # of the others, those with few wizards


def perturbed(
    scene: Table,
    start: Table,
    program: Program,
    spells: Sequence[str],
    wanted: Sequence[str],
    chance: random.Random,
) -> Table:
    """Return a scene with some things changed at random.

    *start* is the beginning of a game. *spells* may be laid out; one of those in *wanted* always is.
    """
    if chance.random() < 0.5:
        scene = tidied(scene, start, program)
    if chance.random() < _ENDGAMES:
        return _with_few_cards(_finishing(scene, program, chance), chance)
    if chance.random() < _SPARSE:
        scene = _with_few_cards(_flasks(_sparse(scene, program, chance), program, chance), chance)
    else:
        for change in (_homeward, _crowded, _near_the_castle, _flasks):
            if chance.random() < 0.5:
                scene = change(scene, program, chance)
    if wanted or (spells and chance.random() < 0.7):
        scene = _spells(scene, spells, wanted, chance)
    return scene


def _sparse(scene: Table, program: Program, chance: random.Random) -> Table:
    """Send everybody home but a few, some of them near the castle, some under a tower."""
    cleared = scene.without_wizards()
    stacks, home = list(cleared.board.spaces), list(cleared.home)
    if chance.random() < 0.4:
        _stack_up(stacks, chance)
    ring = len(stacks)
    for letter in (
        scene.active,
        *chance.choices(program.board.letters, k=chance.choice((0, 1, 1, 2, 3))),
    ):
        at = chance.randrange(ring)
        if chance.random() < 0.5:
            at = (scene.castle - chance.randint(1, _reach(program))) % ring
        seat = program.board.letters.index(letter)
        if stacks[at].castle or not home[seat]:
            continue
        surfaces = list(stacks[at].surfaces)
        level = chance.choice((-1, -1, chance.randrange(len(surfaces))))
        if len(surfaces[level]) < _room_for(scene, program):
            home[seat] -= 1
            surfaces[level] = _in_order(surfaces[level] + letter, program)
            stacks[at] = stacks[at].with_surfaces(surfaces)
    return evolve(scene, board=Board(tuple(stacks)), home=tuple(home))


def _stack_up(stacks: list[Stack], chance: random.Random) -> None:
    """Put one tower on another."""
    low = [i for i, stack in enumerate(stacks) if stack.towers and not stack.castle]
    if len(low) > 1:
        one, two = chance.sample(low, 2)
        *rest, moved = stacks[one].towers
        stacks[one] = evolve(stacks[one], towers=tuple(rest))
        stacks[two] = evolve(stacks[two], towers=(*stacks[two].towers, moved))


def _with_few_cards(scene: Table, chance: random.Random) -> Table:
    """Leave one or two cards in each hand."""
    return scene.with_hands(
        tuple(
            tuple(sorted(chance.sample(hand, min(len(hand), chance.choice((1, 1, 2))))))
            for hand in scene.hands
        )
    )


def _finishing(scene: Table, program: Program, chance: random.Random) -> Table:
    """Send everybody home but one wizard of the active player, who can bring it in with a card.

    Most of the others have filled all flasks, and perhaps the active player too.
    """
    cleared = scene.without_wizards()
    stacks, home = list(cleared.board.spaces), list(cleared.home)
    seat = program.board.letters.index(scene.active)
    at = (scene.castle - chance.choice(_steps(scene, program) or [1])) % len(stacks)
    if home[seat] and not stacks[at].castle:
        home[seat] -= 1
        stacks[at] = stacks[at].with_top(scene.active)
    flasks = []
    for i, three in enumerate(scene.flasks):
        total = sum(three)
        empty = min(total, chance.randint(0, 1)) if i == seat or chance.random() < 0.3 else 0
        full = chance.randint(0, total - empty)
        flasks.append((empty, full, total - empty - full))
    return evolve(scene, board=Board(tuple(stacks)), home=tuple(home), flasks=tuple(flasks))


def _homeward(scene: Table, program: Program, chance: random.Random) -> Table:
    """Send wizards home, now and then nearly all of them."""
    share = chance.choice((0.3, 0.7, 0.95))
    home = list(scene.home)
    stacks = []
    for stack in scene.board.spaces:
        surfaces = []
        for surface in stack.surfaces:
            kept = ""
            for letter in surface:
                if chance.random() < share:
                    home[program.board.letters.index(letter)] += 1
                else:
                    kept += letter
            surfaces.append(kept)
        stacks.append(stack.with_surfaces(surfaces))
    return evolve(scene, board=Board(tuple(stacks)), home=tuple(home))


def _crowded(scene: Table, program: Program, chance: random.Random) -> Table:
    """Bring all visible wizards together on one surface, as far as there is room."""
    room = _room_for(scene, program)
    stacks = list(scene.board.spaces)
    places = [i for i, stack in enumerate(stacks) if not stack.castle]
    target, mover = chance.choice(places), None
    own = [i for i in places if scene.active in stacks[i].top]
    steps = _steps(scene, program)
    if own and steps and chance.random() < 0.5:  # somebody could move there
        mover = chance.choice(own)
        reached = (mover + chance.choice(steps)) % len(stacks)
        target = reached if reached in places else target
    for i in places:
        if i in (target, mover):
            continue
        kept = ""
        for letter in stacks[i].top:
            there = stacks[target].top
            if len(there) < room and chance.random() < 0.8:
                stacks[target] = stacks[target].with_top(_in_order(there + letter, program))
            else:
                kept += letter
        stacks[i] = stacks[i].with_top(kept)
    return evolve(scene, board=Board(tuple(stacks)))


def _near_the_castle(scene: Table, program: Program, chance: random.Random) -> Table:
    """Bring a few wizards within a card's reach of the castle."""
    stacks = list(scene.board.spaces)
    ring = len(stacks)
    room = _room_for(scene, program)
    reach = _reach(program)
    for i, stack in enumerate(stacks):
        for letter in stack.top:
            to = (scene.castle - chance.randint(1, reach)) % ring
            if to == i or stacks[to].castle or len(stacks[to].top) >= room:
                continue
            if chance.random() < 0.3 and letter in stacks[i].top:
                stacks[i] = stacks[i].with_top(stacks[i].top.replace(letter, "", 1))
                stacks[to] = stacks[to].with_top(_in_order(stacks[to].top + letter, program))
    return evolve(scene, board=Board(tuple(stacks)))


def _steps(scene: Table, program: Program) -> list[int]:
    """Return the numbers on the cards of the active player."""
    hand = scene.hands[program.board.letters.index(scene.active)]
    held = [card for card in program.cards if card.code in hand]
    return [face.value for card in held for face in card.faces if face.value > 0]


def _reach(program: Program) -> int:
    """Return the highest number on a card; without numbers a card may reach any space."""
    highest = max((face.value for card in program.cards for face in card.faces), default=0)
    return highest if highest > 0 else program.board.spaces - 1


def _flasks(scene: Table, program: Program, chance: random.Random) -> Table:
    flasks = []
    for three in scene.flasks:
        total = sum(three)
        empty = chance.choice((0, 0, chance.randint(0, total)))
        full = chance.randint(0, total - empty)
        flasks.append((empty, full, total - empty - full))
    return evolve(scene, flasks=tuple(flasks))


def _spells(
    scene: Table, spells: Sequence[str], wanted: Sequence[str], chance: random.Random
) -> Table:
    """Lay out other spells, mostly few, and fill flasks to cast them."""
    laid = set(chance.sample(spells, min(len(spells), chance.choice((1, 1, 2, len(spells))))))
    if wanted:
        laid = {
            chance.choice(wanted),
            *chance.sample(sorted(laid), chance.choice((0, 0, len(laid)))),
        }
    flasks = tuple((e // 2, f + e - e // 2, s) for e, f, s in scene.flasks)
    named = tuple(spell for spell in spells if spell in laid)
    return evolve(scene, spells=named, flasks=flasks)


def tidied(scene: Table, start: Table, program: Program, shift: int = 0) -> Table:
    """Return a scene with towers and castle where they are at the beginning, and the same wizards.

    Each is as many spaces further on as *shift* says, on top of what is there. Those for whom there is
    no room go home.
    """
    room = _room_for(scene, program)
    home = list(scene.home)
    stacks = []
    for space, first in enumerate(start.board.spaces):
        there = "".join(scene.board.spaces[space - shift].surfaces)
        stays = 0 if first.castle else room
        for letter in there[stays:]:
            home[program.board.letters.index(letter)] += 1
        bare = first.with_surfaces([""] * len(first.surfaces))
        stacks.append(bare.with_top(_in_order(there[:stays], program)))
    return evolve(scene, board=Board(tuple(stacks)), home=tuple(home))


def _room_for(scene: Table, program: Program) -> int:
    """Return how many wizards fit on a surface: all of them if the rules set no limit."""
    return program.board.capacity or sum(scene.board.wizards.values())


def _in_order(letters: str, program: Program) -> str:
    """Return wizards in the order of the seats."""
    return "".join(sorted(letters, key=program.board.letters.index))
