"""Bots: `random` plays any legal move, `greedy` looks one step ahead, `mcts` searches.

A bot gets a position and chooses one of its legal moves. Bots do not cheat: before a bot tries out
a move, everything it cannot know (the hands of others, the order of the draw pile, what others
have decided in secret, future dice rolls) is redrawn from the bot's own random generator. The same
seed and the same positions give the same choices, unless there is a limit of time.

What a position is worth follows from the rules (`wtrules.backends.values`): what they say with `worth`,
else what a player still lacks before they declare a winner; how far the wizards are that have to come
home; cards in hand.

`greedy` tries every option, including its own next choices in the same turn, so that a card is
valued by the best piece it could move. Ties are broken at random.

`mcts` is a Monte Carlo tree search. Each descent of the tree redraws the hidden cards and ends with a few
random moves. The bot plays the option tried most often. It values a position by its lead over the players
who do not win together with it. `mcts:800` descends 800 times, `mcts:50ms` as often as it can in 50 ms.

All of them but `random` run in native code (`wtrules.backends.players`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Protocol

from wtrules.backends.players import MOST_DESCENTS, Chooser, Search, read_bot
from wtrules.game.game import Game, State
from wtrules.game.moves import Move

_WORLDS = 4  # possible positions in which the teams must be the same


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


class NativeBot:
    """Plays the move that a bot in native code prefers."""

    def __init__(
        self, name: str, seed: int = 0, note: Callable[[float], None] | None = None
    ) -> None:
        """*note* is called with the share of the time that is over, if the bot has a limit of time."""
        found = read_bot(name)
        if found is None:
            raise ValueError(f"there is no bot called {name}")
        self.name = name
        self._note = note
        self._bot = found
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return the move that it prefers."""
        seed = self._random.getrandbits(64)
        options = state.options
        if len(options) == 1:
            return state.move(options[0])
        descents, limit = self._bot.descents, self._bot.milliseconds
        chooser = _chooser(state.game, state.players, MOST_DESCENTS if limit else descents)
        if limit:
            return state.move(chooser.think(state.data, seed, limit, self._note))
        return state.move(chooser.choose(self._bot.kind, state.data, seed))


class GreedyBot(NativeBot):
    """Plays the move with the best immediate result."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("greedy", seed)


class MctsBot(NativeBot):
    """Plays the move that a Monte Carlo tree search prefers."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("mcts", seed)


@lru_cache(maxsize=4)
def _chooser(game: Game, players: int, descents: int) -> Chooser:
    search = Search(iterations=descents) if descents else None
    return Chooser(game.program(players), game.open_hands, search)


BOTS: Mapping[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
}


def is_bot(name: str) -> bool:
    """Whether a bot is called so."""
    return read_bot(name) is not None


def named_bot(name: str, seed: int) -> Bot:
    """Return the bot that is called so; raises ValueError."""
    return BOTS[name](seed) if name in BOTS else NativeBot(name, seed)


def teams(state: State) -> list[list[int]]:
    """Return the seats that win together, each team once, as far as every player knows it.

    There are none if all players win or lose together, or if a secret decides who does.
    """
    seats = range(state.players)
    if state.players < 3:
        return []
    found = set()
    for seat in seats:
        for chance in range(_WORLDS):
            world = state.observation(seat).determinize(random.Random(chance))
            chooser = _chooser(state.game, state.players, 0)
            partners = [chooser.partners(world.data, one) for one in seats]
            found.add(tuple(tuple(sorted([i, *others])) for i, others in enumerate(partners)))
    if len(found) != 1:
        return []
    together = sorted(set(found.pop()))
    # Each player is in one team, and there are at least two teams of which one is more than a player.
    is_split = sorted(seat for team in together for seat in team) == list(seats)
    if not is_split or len(together) < 2 or len(together) == state.players:
        return []
    return [list(team) for team in together]


def imagine(state: State, chance: random.Random) -> State:
    """Return a position that is possible for the deciding player: hidden things are redrawn."""
    return state.observation(state.to_act).determinize(chance)
