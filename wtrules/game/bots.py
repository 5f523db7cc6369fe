"""Bots: `random` plays any legal move, `greedy` looks one step ahead, `mcts` searches.

A bot gets a position and chooses one of its legal moves. Bots do not cheat: before a bot tries out
a move, everything it cannot know (the hands of others, the order of the draw pile, what others
have decided in secret, future dice rolls) is redrawn from the bot's own random generator. The same
seed and the same positions give the same choices.

The value of a position in points, based on fields that every ruleset has (`WEIGHTS`, shared with
native code):

| what | points |
| --- | --- |
| a wizard of your own in the castle | 100 |
| a flask that has been filled, even if spent since | 25 |
| a full flask not yet spent | 4 |
| a wizard of your own in view | −1 for every space to the castle, clockwise |
| a wizard of your own under a tower | −20 |
| another player's wizard in the castle | −10 |

A player without wizards counts all wizards as their own, as in the cooperative mode.

`greedy` tries every option, including its own next choices in the same turn, so that a card is
valued by the best piece it could move. Ties are broken at random.

`mcts` is a Monte Carlo tree search in native code (`wtrules.backends.players`). Each descent of the
tree redraws the hidden cards and ends with a few random moves. The bot plays the option tried most
often. It values a position by its lead over the other players. Before its first choice it plays a
few random games to find out which players win and lose together with it; these are partners.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Protocol

from wtrules.backends.players import DEPTH, WEIGHTS, WORLDS, Chooser
from wtrules.game.game import Game, State
from wtrules.game.moves import Move


class Bot(Protocol):
    """Chooses moves for a seat."""

    @property
    def name(self) -> str:
        """The name of the bot on the command line."""
        ...

    def choose(self, state: State) -> Move:
        """Return one of the legal moves of a position that is not over."""
        ...


class RandomBot:
    """Plays a random legal move."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return a legal move at random."""
        return state.move(self._random.choice(state.options))


class GreedyBot:
    """Plays the move with the best immediate result."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return the move with the highest value; ties are broken at random."""
        options = state.options
        if len(options) == 1:
            return state.move(options[0])
        seat = state.to_act
        worlds = [imagine(state, self._random) for _ in range(WORLDS)]
        total = dict.fromkeys(options, 0)
        for world in worlds:
            for option in options:
                total[option] += _best(world.play(option), seat, state.active, DEPTH - 1)
        most = max(total.values())
        return state.move(self._random.choice([o for o in options if total[o] == most]))


class MctsBot:
    """Plays the move that a Monte Carlo tree search prefers."""

    name = "mcts"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return the move tried most often."""
        seed = self._random.getrandbits(64)
        return state.move(_chooser(state.game, state.players).choose(self.name, state.data, seed))


@lru_cache(maxsize=4)
def _chooser(game: Game, players: int) -> Chooser:
    return Chooser(game.program(players), game.open_hands)


BOTS: Mapping[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
}


def _best(state: State, seat: int, active: int, depth: int) -> int:
    """Return the value of a position after the seat's own best next choices of this turn."""
    if not depth or state.is_over or state.to_act != seat or state.active != active:
        return value(state, seat)
    return max(_best(state.play(option), seat, active, depth - 1) for option in state.options)


def value(state: State, seat: int) -> int:
    """Return the value of a position for a seat, by the table in the module's docstring."""
    program, data = state.program, state.data
    f = program.fields
    home = f["home"].offset
    side = [seat] if data[f["wizards"].offset + seat] else range(program.players)
    points = 0
    for q in range(program.players):
        if q in side:
            full, spent = data[f["full"].offset + q], data[f["spent"].offset + q]
            points += WEIGHTS["home"] * data[home + q]
            points += WEIGHTS["filled"] * (full + spent) + WEIGHTS["in_hand"] * full
        else:
            points -= WEIGHTS["rival_home"] * data[home + q]
    castle, cell = data[f["castle"].offset], f["cell"].offset
    mask = (1 << program.bits) - 1
    for space in range(program.spaces):
        height = data[f["height"].offset + space]
        base = cell + space * program.levels
        away = WEIGHTS["step"] * program.steps(space, castle)
        for level in range(height + 1):
            here = data[base + level]
            if here:
                number = sum(here >> q * program.bits & mask for q in side)
                points -= number * (WEIGHTS["locked"] if level < height else away)
    return points


def imagine(state: State, chance: random.Random) -> State:
    """Return a position that is possible for the deciding player: hidden things are redrawn."""
    return state.observation(state.to_act).determinize(chance)
