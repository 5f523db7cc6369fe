"""How much another reading of the rules matters: pairs of random games.

One game is played by the rules as they are, its twin by the other rules, with the same cards, rolls
and choices, until the two differ in the moves they offer or in a position. Where there is but one
move there is nothing to decide, so it is just made. Games come in; how many of the pairs parted, and
how soon, goes out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, field, frozen

if TYPE_CHECKING:
    from wtrules.game.game import Game, State
    from wtrules.program.program import Decision, Program

MOST = 3000  # decisions of one game that are compared

# What lies on the table; a reading may well add memories of its own.
_TABLE = (
    "height", "shields", "cell", "castle", "home", "wizards", "empty", "full", "spent", "hand",
    "hand_size", "pile", "pile_size", "discard", "discard_size", "laid_out", "roll", "winner",
    "points", "active", "actor",
)  # fmt: skip


@frozen
class Consequence:
    """How many of the pairs of games parted, and at which decision the earliest did."""

    games: int
    differing: int
    earliest: int | None

    @property
    def share(self) -> float:
        """The part of the games that came out differently."""
        return self.differing / self.games if self.games else 0.0


@frozen
class Step:
    """A decision of the game as it is: the position, and the number of the option chosen there."""

    state: State
    choice: int


@define
class Yardstick:
    """Random games by the rules as they are, to hold other rules against."""

    game: Game
    players: int
    games: int
    first_seed: int = 0
    _traces: dict[int, list[Step]] = field(factory=dict)

    def measure(self, other: Game) -> Consequence:
        """Return how often the games by the *other* rules part from these."""
        if other.program(self.players) == self.game.program(self.players):
            return Consequence(self.games, 0, None)
        twin = Twin(self.game, other, self.players)
        parted = [
            twin.parts(self.trace(self.first_seed + i), self.first_seed + i)
            for i in range(self.games)
        ]
        there = [step for step in parted if step is not None]
        return Consequence(self.games, len(there), min(there, default=None))

    def trace(self, seed: int) -> list[Step]:
        """Return the decisions of the game with a seed, and the position it ends with."""
        if seed not in self._traces:
            self._traces[seed] = list(_random_game(self.game.start(self.players, seed), seed))
        return self._traces[seed]


def _random_game(state: State, seed: int) -> Iterator[Step]:
    chance = random.Random(seed)
    for _ in range(MOST):
        for _ in range(MOST):
            if len(state.options) != 1:
                break
            state = state.play(state.options[0])
        if state.is_over:
            break
        choice = chance.randrange(len(state.options))
        yield Step(state, choice)
        state = state.play(state.options[choice])
    yield Step(state, 0)


class Twin:
    """The same games by other rules, played on one list of numbers for the sake of speed."""

    def __init__(self, game: Game, other: Game, players: int) -> None:
        self.game = game
        self.other = other
        self.players = players
        self.engine = other.engine(players)
        self.one, self.two = game.program(players), self.engine.program
        self.at = self.one.fields["at"].offset, self.two.fields["at"].offset
        self.slices = list(_slices(self.one, self.two))
        self.numbered_alike = (
            self.one.spells == self.two.spells and self.one.cards == self.two.cards
        )
        # Pairs of decisions whose options have the same numbers.
        self.alike: dict[tuple[int, int], bool] = {}

    def parts(self, trace: list[Step], seed: int) -> int | None:
        """Return the number of the decision at which two games with the same seed part."""
        data, options = self.engine.start(seed)
        for number, step in enumerate(trace, 1):
            for _ in range(MOST):
                if len(options) != 1:
                    break
                options = self.engine.play(data, options[0])
            there = self.matched(step.state, data, options)
            if there is None:
                return number
            if not there or number == len(trace):
                return None
            options = self.engine.play(data, there[step.choice])
        return None

    def matched(self, first: State, data: list[int], options: list[int]) -> list[int] | None:
        """Return the options of the twin in the order of *first*; None if the two differ."""
        for a, b in self.slices:
            if first.data[a] != data[b]:
                return None
        if not first.options or not options:
            alike = not first.options and not options and self.ends_alike(first, data)
            return [] if alike else None
        key = first.data[self.at[0]], data[self.at[1]]
        if key not in self.alike:
            one, two = self.one.decisions[key[0] - 1], self.two.decisions[key[1] - 1]
            self.alike[key] = self.numbered_alike and _shape(one) == _shape(two)
        if self.alike[key]:
            return options if first.options == options else None
        texts = [move.text for move in first.legal_moves]
        named = {move.text: move.option for move in self.state(data, options).legal_moves}
        if set(texts) != set(named) or len(texts) != len(options):
            return None
        return [named[text] for text in texts]

    def ends_alike(self, first: State, data: list[int]) -> bool:
        """Whether two games that are over ended the same way."""
        return first.result == self.state(data, []).result

    def state(self, data: list[int], options: list[int]) -> State:
        """Return a position of the twin."""
        from wtrules.game.game import State

        return State(self.other, self.engine, data, options)


def _slices(one: Program, two: Program) -> Iterator[tuple[slice, slice]]:
    """Yield where the things on the table lie in the states of both, neighbours drawn together."""
    before: tuple[int, int, int, int] | None = None
    for name in _TABLE:
        f, g = one.fields[name], two.fields[name]
        if name == "shields" and one.ground_shields != two.ground_shields:
            continue  # another track is no event: what comes of it will show
        if name == "laid_out" and one.spells != two.spells:
            # A spell that only one game knows lies nowhere in the other.
            for i, spell in enumerate(one.spells):
                if spell in two.spells:
                    j = g.offset + two.spells.index(spell)
                    yield slice(f.offset + i, f.offset + i + 1), slice(j, j + 1)
            continue
        here = f.offset, f.offset + f.size, g.offset, g.offset + g.size
        if before is not None and (before[1], before[3]) == (here[0], here[2]):
            before = before[0], here[1], before[2], here[3]
            continue
        if before is not None:
            yield slice(*before[:2]), slice(*before[2:])
        before = here
    assert before is not None
    yield slice(*before[:2]), slice(*before[2:])


def _shape(decision: Decision) -> list[tuple[object, ...]]:
    return [(a.words, a.kinds, a.radices) for a in decision.alternatives]
