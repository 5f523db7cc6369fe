"""Counting: how often each number occurs in the games, for everything that is measured.

Takes the records of a chunk and returns a tally; tallies are added up. Means, quantiles and their
intervals follow from it, so games need not be kept: the memory a simulation takes does not grow with
the number of games, and a worker far away sends little.

What is measured follows from the program that was played: its seats, outcomes, spells and options,
and counts that every game has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from wtrules.simulate.games import MARKS, Arena
from wtrules.value import Value

Values = Sequence[float | None]  # by game; None where there is nothing to measure
Counts = Mapping[float, int]  # how often each number occurs

MARKED = ("fill", "enter")  # rounds in which flasks were filled and wizards came home


@frozen
class Block(Value):
    """Some games of one side, as records."""

    arena: Arena
    records: bytes

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.records) // self.arena.record_size

    def column(self, name: str) -> list[int]:
        """Return a column; zeros if the program has none of that name."""
        if name not in self.arena.columns:
            return [0] * self.games
        at = self.arena.columns.index(name)
        return memoryview(self.records).cast("i")[at :: len(self.arena.columns)].tolist()

    def seats(self, name: str) -> list[tuple[int, ...]]:
        """Return a column of each seat, game by game."""
        seats = range(self.arena.players)
        return list(zip(*(self.column(f"{name}.{seat}") for seat in seats), strict=True))


@frozen
class Measure(Value):
    """Something that can be asked of each game."""

    id: str
    group: str
    kind: str  # `share` of games, `part` (a mean of shares), or `mean`
    of: Callable[[Block], Values]
    name: str = ""  # of the outcome, spell, option or bot


@define
class Tally:
    """How often each number occurs, by the id of the measure."""

    games: int = 0
    sides: dict[str, list[Counter[float]]] = field(factory=dict)
    differences: dict[str, Counter[float]] = field(factory=dict)  # of two sides, game by game
    partings: Counter[float] = field(factory=Counter)  # turns of the first difference, 0 for none

    def add(self, other: Tally) -> None:
        """Add what was counted in other games."""
        self.games += other.games
        for id, counters in other.sides.items():
            mine = self.sides.setdefault(id, [Counter() for _ in counters])
            for counter, more in zip(mine, counters, strict=True):
                counter.update(more)
        for id, more in other.differences.items():
            self.differences.setdefault(id, Counter()).update(more)
        self.partings.update(other.partings)

    def counts(self, id: str, side: int = 0) -> Counts:
        """Return how often each number occurs for one side."""
        found = self.sides.get(id)
        return found[side] if found else {}


def tally(arenas: Sequence[Arena], records: Sequence[bytes], partings: Sequence[int]) -> Tally:
    """Count what happened in some games."""
    blocks = [Block(arena, data) for arena, data in zip(arenas, records, strict=True)]
    made = Tally(blocks[0].games, partings=Counter(partings))
    for measure in measures(arenas):
        values = [measure.of(block) for block in blocks]
        made.sides[measure.id] = [_counted(one) for one in values]
        if len(values) == 2:
            made.differences[measure.id] = _differences(*values)
    for name in MARKED:
        made.sides[name] = [_marks(block, name) for block in blocks]
    return made


def _counted(values: Values) -> Counter[float]:
    counter: Counter[Any] = Counter(values)
    del counter[None]
    return counter


def _differences(values: Values, base: Values) -> Counter[float]:
    pairs = zip(values, base, strict=True)
    return Counter(a - b for a, b in pairs if a is not None and b is not None)


def _marks(block: Block, name: str) -> Counter[float]:
    counter: Counter[float] = Counter()
    for i in range(MARKS):
        column = block.column(f"{name}.{i}")
        if not any(column):  # no later one either
            break
        counter.update(column)
    del counter[0]
    return counter


# --- what is measured ---------------------------------------------------------------------------

GOAL = "goal"  # the measure of games in which the goal is reached
_GROUPS = {"cast": "spells cast", "card": "cards played", "option": "options chosen"}


def measures(arenas: Sequence[Arena]) -> Iterator[Measure]:
    """Yield everything that is measured, in the order in which it is shown."""
    seats = range(arenas[0].players)
    for seat in seats:
        yield Measure(f"win.{seat + 1}", "wins", "share", _column(f"winner.{seat}"))
    yield Measure("win.shared", "wins", "share", _winners(2))
    yield Measure("win.nobody", "wins", "share", _winners(0))
    yield Measure("win.alike", "wins", "share", _alike)
    bots = dict.fromkeys(bot for one in arenas for bot in one.lineup)
    for bot in bots if len(bots) > 1 else ():
        yield Measure(f"bot.{bot}", "wins", "part", _won_by(bot), bot)

    if all(any(goal is not None for goal in one.goals) for one in arenas):
        yield Measure(GOAL, "wins", "share", _goal)

    for name in dict.fromkeys(name for one in arenas for name in one.outcomes):
        yield Measure(f"outcome.{name}", "outcomes", "share", _outcome(name), name)
    yield Measure("outcome.endless", "outcomes", "share", _without_outcome)
    yield Measure("cut", "outcomes", "share", _column("cut"))

    for id in ("turns", "rounds", "decisions"):
        yield Measure(id, "length", "mean", _column(id))
    yield Measure("first_home", "length", "mean", _known("enter.0"))
    for id in ("filled", "spent"):
        yield Measure(id, "flasks", "mean", _column(id))
    choices = dict.fromkeys(choice.column for one in arenas for choice in one.choices)
    for start, group in _GROUPS.items():
        for column in choices:
            kind, _, name = column.partition(" ")
            if kind == start:
                yield Measure(f"{kind}.{name}", group, "mean", _column(column), name)
    for id in ("castle", "leads", "stuck", "idle"):
        yield Measure(id, "events", "mean", _column(id))
    for seat in seats:
        yield Measure(f"points.{seat + 1}", "points", "mean", _column(f"points.{seat}"))


def _column(name: str) -> Callable[[Block], Values]:
    return lambda block: block.column(name)


def _known(name: str) -> Callable[[Block], Values]:
    return lambda block: [value or None for value in block.column(name)]


def _without_outcome(block: Block) -> Values:
    return [int(code < 0) for code in block.column("outcome")]


def _goal(block: Block) -> Values:
    """Return whether players have reached the goal, where outcomes say so."""
    reached = {code for code, goal in enumerate(block.arena.goals, 1) if goal}
    return [int(code in reached) for code in block.column("outcome")]


def _outcome(name: str) -> Callable[[Block], Values]:
    def of(block: Block) -> Values:
        outcomes = block.arena.outcomes
        code = outcomes.index(name) + 1 if name in outcomes else 0
        return [int(value == code > 0) for value in block.column("outcome")]

    return of


def _winners(number: int) -> Callable[[Block], Values]:
    """Return whether so many seats have won; from 2 on, at least so many."""

    def of(block: Block) -> Values:
        games = (sum(won) for won in block.seats("winner"))
        return [int(won >= number if number else won == 0) for won in games]

    return of


def _alike(block: Block) -> Values:
    """Return whether all seats have won, or none."""
    return [int(sum(won) in (0, len(won))) for won in block.seats("winner")]


def _won_by(bot: str) -> Callable[[Block], Values]:
    """Return how many of a bot's seats have won, as a part of its seats in the game."""

    def of(block: Block) -> Values:
        numbers = dict(zip(block.arena.lineup, block.arena.numbers, strict=True))
        number = numbers.get(bot)
        found: list[float | None] = []
        for winner, seated in zip(block.seats("winner"), block.seats("bot"), strict=True):
            own = [won for won, who in zip(winner, seated, strict=True) if who == number]
            found.append(sum(own) / len(own) if own else None)
        return found

    return of
