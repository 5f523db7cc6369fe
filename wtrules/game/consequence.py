"""Count the games in which another reading of the rules comes up.

One game of a pair uses the rules as they are, its twin uses the other rules. Both have the same
cards, rolls and choices until their legal moves or positions differ. Greedy players choose: random
ones get into positions that nobody meets who wants to win. A move without an alternative
is played at once and does not count as a decision. The result is the number of pairs that
diverged, and how early the first one did.

Most readings change a few rules. As long as a game runs only blocks that both programs share, its
twin is the same, and need not be played.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from wtrules.backends.players import Chooser
from wtrules.backends.reference import Run
from wtrules.program.program import ENTRY
from wtrules.program.state import ON_TABLE, FieldRole
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.game.game import Game, State
    from wtrules.program.program import Decision, Field, Program

MOST = 3000  # decisions to compare in one game
_IN_FULL = 20  # games that are recorded with all that was offered, about two megabytes each

# The fields that are compared. Memories are not: another reading may add some of its own.
COMPARED = ON_TABLE | {FieldRole.DIE, FieldRole.WINNERS, FieldRole.TURN}


@frozen
class Consequence(Value):
    """How many pairs of games diverged, and at which decision the first one did."""

    games: int
    differing: int
    earliest: int | None

    @property
    def share(self) -> float:
        """The share of the pairs that diverged, from 0 to 1."""
        return self.differing / self.games if self.games else 0.0


@frozen
class Step(Value):
    """A decision in a game with the original rules: the position and the index of the choice.

    *run* is what led here from the decision before.
    """

    state: State
    choice: int
    run: Run


@define
class Yardstick:
    """Games with the original rules, to compare other rules with."""

    game: Game
    players: int
    games: int
    first_seed: int = 0
    _traces: dict[int, list[Step]] = field(factory=dict)
    _chooser: Chooser | None = None

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
            if self._chooser is None:
                self._chooser = Chooser(self.game.program(self.players), self.game.open_hands)
            in_full = len(self._traces) < _IN_FULL
            steps = _greedy_game(self.game, self.players, self._chooser, seed, in_full)
            self._traces[seed] = list(steps)
        return self._traces[seed]


def _greedy_game(
    game: Game, players: int, chooser: Chooser, seed: int, in_full: bool
) -> Iterator[Step]:
    from wtrules.game.game import State

    engine = game.engine(players)
    chance = random.Random(seed)
    run = Run(offers=[] if in_full else None)
    data = engine.before_start(seed)
    options = engine.run_recorded(data, ENTRY, run)
    for _ in range(MOST):
        for _ in range(MOST):
            if len(options) != 1:
                break
            options = engine.run_recorded(data, engine.chosen(data, options[0]), run)
        if not options:
            break
        choice = options.index(chooser.choose("greedy", data, chance.getrandbits(64)))
        yield Step(State(game, engine, data[:], options), choice, run)
        run = Run(offers=[] if in_full else None)
        options = engine.run_recorded(data, engine.chosen(data, options[choice]), run)
    yield Step(State(game, engine, data, options), 0, run)


class Twin:
    """Plays the same games with other rules, on one mutable list of numbers for speed."""

    def __init__(self, game: Game, other: Game, players: int) -> None:
        self.game = game
        self.other = other
        self.players = players
        self.engine = other.engine(players)
        self.one, self.two = game.program(players), self.engine.program
        self.at = self.one.fields["at"].offset, self.two.fields["at"].offset
        self.slices = list(compared_slices(self.one, self.two))
        self.same_numbering = (
            self.one.words.spells == self.two.words.spells and self.one.cards == self.two.cards
        )
        # Whether the options of a pair of decisions have the same numbers.
        self.same_options: dict[tuple[int, int], bool] = {}
        self.shares_state = self._shares_state()
        # The blocks that the programs do not share, and those that differ only in what they offer.
        self.changed: set[int] = set()
        self.offering: set[int] = set()
        if self.shares_state:
            here, there = game.engine(players), self.engine
            for number, (one, two) in enumerate(zip(here.blocks, there.blocks, strict=True)):
                if one != two:
                    offers = here.offering.get(number, 1) == there.offering.get(number, 2)
                    (self.offering if offers else self.changed).add(number)

    def _shares_state(self) -> bool:
        """Return whether the states of the two programs, and their blocks, mean the same."""
        here, there = self.game.engine(self.players), self.engine
        return (
            self.same_numbering
            and len(here.blocks) == len(there.blocks)
            and [*map(_place, self.one.fields.values())] == [*map(_place, self.two.fields.values())]
            and [*map(_way_on, self.one.decisions)] == [*map(_way_on, self.two.decisions)]
            and here.before_start(0) == there.before_start(0)
        )

    def is_shared(self, run: Run) -> bool:
        """Return whether the other rules would have done the same on the way to a decision."""
        if not self.shares_state or not self.changed.isdisjoint(run.blocks):
            return False
        if self.offering.isdisjoint(run.blocks):
            return True
        return run.offers is not None and all(
            self.engine.offered(block, state) == options
            for block, state, options in run.offers
            if block in self.offering
        )

    def diverges_at(self, trace: list[Step], seed: int) -> int | None:
        """Return the number of the decision at which two games with the same seed diverge."""
        data: list[int] | None = None  # while None, the twin is where the game is
        before: Step | None = None
        there: list[int] = []
        for number, step in enumerate(trace, 1):
            if data is None and self.is_shared(step.run):
                before = step
                continue
            if before is None:
                data, options = self.engine.start(seed)
            else:
                if data is None:
                    data, there = before.state.data[:], before.state.options
                options = self.engine.play(data, there[before.choice])
            for _ in range(MOST):
                if len(options) != 1:
                    break
                options = self.engine.play(data, options[0])
            found = self.matched(step.state, data, options)
            if found is None:
                return number
            if not found:
                return None
            before, there = step, found
            if self.shares_state and data == step.state.data:
                data = None
        return None

    def matched(self, first: State, data: list[int], options: list[int]) -> list[int] | None:
        """Return the options of the twin in the order of *first*; None if the two differ."""
        here = first.data
        if not self.shares_state or here != data:  # most steps of most games are the same
            for a, b in self.slices:
                if here[a] != data[b]:
                    return None
        if not first.options or not options:
            both_over = not first.options and not options
            return [] if both_over and self.same_result(first, data) else None
        key = first.data[self.at[0]], data[self.at[1]]
        if key not in self.same_options:
            one, two = self.one.decisions[key[0] - 1], self.two.decisions[key[1] - 1]
            self.same_options[key] = self.same_numbering and option_shape(one) == option_shape(two)
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


def _place(field: Field) -> tuple[int, int, FieldRole]:
    return field.offset, field.size, field.role


def _way_on(decision: Decision) -> tuple[object, ...]:
    return decision.resume, option_shape(decision)


def compared_part(field: Field, own: Program, other: Program) -> slice:
    """Return which numbers of a state are compared: of cards, those that both games can have."""
    size = field.size if own.decks == other.decks else own.size_in_main_deck(field)
    return slice(field.offset, field.offset + size)


def compared_slices(
    one: Program, two: Program, roles: Collection[FieldRole] = COMPARED
) -> Iterator[tuple[slice, slice]]:
    """Yield the slices of both states that are compared; adjacent fields are merged."""
    before: tuple[int, int, int, int] | None = None
    for name, f in one.fields.items():
        g = two.fields.get(name)
        if f.role not in roles or g is None:
            continue
        if name == "shields" and one.board.ground_shields != two.board.ground_shields:
            continue  # only what the different track leads to counts as a difference
        if name == "laid_out" and one.words.spells != two.words.spells:
            # A spell that only one game has cannot be laid out in the other.
            for i, spell in enumerate(one.words.spells):
                if spell in two.words.spells:
                    j = g.offset + two.words.spells.index(spell)
                    yield slice(f.offset + i, f.offset + i + 1), slice(j, j + 1)
            continue
        x, y = compared_part(f, one, two), compared_part(g, two, one)
        here = x.start, x.stop, y.start, y.stop
        if before is not None and (before[1], before[3]) == (here[0], here[2]):
            before = before[0], here[1], before[2], here[3]
            continue
        if before is not None:
            yield slice(*before[:2]), slice(*before[2:])
        before = here
    assert before is not None
    yield slice(*before[:2]), slice(*before[2:])


def option_shape(decision: Decision) -> list[tuple[object, ...]]:
    """Return what the numbers of options mean."""
    return [(a.words, a.kinds, a.radices) for a in decision.alternatives]
