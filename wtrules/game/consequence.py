"""Measure how much another reading of the rules matters, in pairs of random games.

One game of a pair uses the rules as they are, its twin uses the other rules. Both have the same
cards, rolls and choices until their legal moves or positions differ. A move without an alternative
is played at once and does not count as a decision. The result is the number of pairs that
diverged, and how early the first one did.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from wtrules.program.state import ON_TABLE, FieldRole

if TYPE_CHECKING:
    from wtrules.game.game import Game, State
    from wtrules.program.program import Decision, Program

MOST = 3000  # decisions to compare in one game

# The fields that are compared. Memories are not: another reading may add some of its own.
_COMPARED = ON_TABLE | {FieldRole.DIE, FieldRole.WINNERS, FieldRole.TURN}


@frozen
class Consequence:
    """How many pairs of games diverged, and at which decision the first one did."""

    games: int
    differing: int
    earliest: int | None

    @property
    def share(self) -> float:
        """The share of the pairs that diverged, from 0 to 1."""
        return self.differing / self.games if self.games else 0.0


@frozen
class Step:
    """A decision in a game with the original rules: the position and the index of the choice."""

    state: State
    choice: int


@define
class Yardstick:
    """Random games with the original rules, to compare other rules with."""

    game: Game
    players: int
    games: int
    first_seed: int = 0
    _traces: dict[int, list[Step]] = field(factory=dict)

    def prepare(self) -> None:
        """Play all games now, not when they are first needed."""
        for i in range(self.games):
            self.trace(self.first_seed + i)

    def measure(self, other: Game) -> Consequence:
        """Return how often games with the *other* rules diverge from these."""
        if other.program(self.players) == self.game.program(self.players):
            return Consequence(self.games, 0, None)
        twin = Twin(self.game, other, self.players)
        numbers = [
            twin.diverges_at(self.trace(self.first_seed + i), self.first_seed + i)
            for i in range(self.games)
        ]
        diverged = [number for number in numbers if number is not None]
        return Consequence(self.games, len(diverged), min(diverged, default=None))

    def trace(self, seed: int) -> list[Step]:
        """Return the decisions of the game with this seed, followed by its final position."""
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
    """Plays the same games with other rules, on one mutable list of numbers for speed."""

    def __init__(self, game: Game, other: Game, players: int) -> None:
        self.game = game
        self.other = other
        self.players = players
        self.engine = other.engine(players)
        self.one, self.two = game.program(players), self.engine.program
        self.at = self.one.fields["at"].offset, self.two.fields["at"].offset
        self.slices = list(_slices(self.one, self.two))
        self.same_numbering = (
            self.one.spells == self.two.spells and self.one.cards == self.two.cards
        )
        # Whether the options of a pair of decisions have the same numbers.
        self.same_options: dict[tuple[int, int], bool] = {}

    def diverges_at(self, trace: list[Step], seed: int) -> int | None:
        """Return the number of the decision at which two games with the same seed diverge."""
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
            both_over = not first.options and not options
            return [] if both_over and self.same_result(first, data) else None
        key = first.data[self.at[0]], data[self.at[1]]
        if key not in self.same_options:
            one, two = self.one.decisions[key[0] - 1], self.two.decisions[key[1] - 1]
            self.same_options[key] = self.same_numbering and _shape(one) == _shape(two)
        if self.same_options[key]:
            return options if first.options == options else None
        texts = [move.text for move in first.legal_moves]
        named = {move.text: move.option for move in self.state(data, options).legal_moves}
        if set(texts) != set(named) or len(texts) != len(options):
            return None
        return [named[text] for text in texts]

    def same_result(self, first: State, data: list[int]) -> bool:
        """Whether two finished games have the same result."""
        return first.result == self.state(data, []).result

    def state(self, data: list[int], options: list[int]) -> State:
        """Return a position of the twin."""
        from wtrules.game.game import State

        return State(self.other, self.engine, data, options)


def _slices(one: Program, two: Program) -> Iterator[tuple[slice, slice]]:
    """Yield the slices of both states that are compared; adjacent fields are merged."""
    before: tuple[int, int, int, int] | None = None
    for name, f in one.fields.items():
        if f.role not in _COMPARED:
            continue
        g = two.fields[name]
        if name == "shields" and one.ground_shields != two.ground_shields:
            continue  # only what the different track leads to counts as a difference
        if name == "laid_out" and one.spells != two.spells:
            # A spell that only one game has cannot be laid out in the other.
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
