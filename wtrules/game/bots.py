"""Players made of code: `random` plays anything, `greedy` looks one step ahead.

A bot is given a position and chooses one of its legal moves. It is honest: before it tries a move
out, everything it cannot know (the other hands, the order of the draw pile, the dice to come) is
dealt anew from its own generator. The same seed and the same positions give the same choices.

How `greedy` values a position, in points, with names that every ruleset has:

| what | points |
| --- | --- |
| an own wizard in the castle | 100 |
| a flask that has been filled, spent since or not | 25 |
| a full flask still in hand | 4 |
| an own wizard in view | −1 for every space to the castle, clockwise |
| an own wizard under a tower | −20 |
| a wizard of somebody else in the castle | −10 |

It tries every option and follows its own next choice of the same turn, so that a card is judged
by the best piece it could move. Options of equal value are drawn by lot.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Protocol

from wtrules.game.game import Move, State

HOME = 100
FILLED = 25
IN_HAND = 4
STEP = 1
LOCKED = 20
RIVAL_HOME = 10

_IMAGINED = 3  # dice and draws tried for each choice
_DEPTH = 2  # own decisions looked at: a card, and what it moves


class Bot(Protocol):
    """Somebody who chooses."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        ...

    def choose(self, state: State) -> Move:
        """Return one of the legal moves of a position that is not over."""
        ...


class RandomBot:
    """Plays any legal move, all alike."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return a legal move at random."""
        return state.move(self._random.choice(state.options))


class GreedyBot:
    """Plays what leaves it best off at once."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return the move of highest value, ties drawn by lot."""
        options = state.options
        if len(options) == 1:
            return state.move(options[0])
        seat = state.to_act
        worlds = [imagine(state, self._random) for _ in range(_IMAGINED)]
        total = dict.fromkeys(options, 0)
        for world in worlds:
            for option in options:
                total[option] += _best(world.play(option), seat, state.active, _DEPTH - 1)
        most = max(total.values())
        return state.move(self._random.choice([o for o in options if total[o] == most]))


BOTS: Mapping[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def _best(state: State, seat: int, active: int, depth: int) -> int:
    """Return the value of a position after the seat's own best next choices of this turn."""
    if not depth or state.is_over or state.to_act != seat or state.active != active:
        return value(state, seat)
    return max(_best(state.play(option), seat, active, depth - 1) for option in state.options)


def value(state: State, seat: int) -> int:
    """Return what a position is worth to a seat; the table at the top says how."""
    program, data = state.program, state.data
    f = program.fields
    home = f["home"].offset
    others = sum(data[home : home + program.players]) - data[home + seat]
    points = HOME * data[home + seat] - RIVAL_HOME * others
    full = data[f["full"].offset + seat]
    points += FILLED * (full + data[f["spent"].offset + seat]) + IN_HAND * full
    castle, cell = data[f["castle"].offset], f["cell"].offset
    shift, mask = seat * program.bits, (1 << program.bits) - 1
    for space in range(program.spaces):
        height = data[f["height"].offset + space]
        base = cell + space * program.levels
        in_view = data[base + height] >> shift & mask
        points -= STEP * in_view * ((castle - space) % program.spaces)
        for level in range(height):
            points -= LOCKED * (data[base + level] >> shift & mask)
    return points


def imagine(state: State, chance: random.Random) -> State:
    """Return a position as it may be for whoever decides: what is hidden is dealt anew."""
    program = state.program
    f = program.fields
    data = state.data[:]
    cards = len(program.cards)
    others = [seat for seat in range(program.players) if seat != state.to_act]
    pile, size = f["pile"].offset, data[f["pile_size"].offset]
    unseen = data[pile : pile + size]
    for seat in others:
        start = f["hand"].offset + seat * cards
        for card, number in enumerate(data[start : start + cards]):
            unseen += [card] * number
            data[start + card] = 0
    # Sorted first, so that the true order leaves no trace in the new one.
    unseen.sort()
    chance.shuffle(unseen)
    data[pile : pile + size] = unseen[:size]
    rest = iter(unseen[size:])
    for seat in others:
        for _ in range(data[f["hand_size"].offset + seat]):
            data[f["hand"].offset + seat * cards + next(rest)] += 1
    data[f["rng"].offset] = chance.getrandbits(64)
    return State(state.game, state.engine, data, state.options)
