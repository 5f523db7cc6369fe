"""What another reading of the rules does to games: pairs of games between greedy players.

Both games of a pair have the same seed. The readings of the shipped rulesets have been measured by
`benchmarks/readings.py`, which wrote `readings.json`; `known_effects` finds them there by what decides
the games: the rules, the number of players, and what the reading changes.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

from attrs import field, frozen

from wtrules.backends.players import Chooser
from wtrules.backends.reference import EndlessPlay
from wtrules.game.assumptions import Assumption, OpenQuestions, Reading
from wtrules.game.game import Game
from wtrules.program.program import Function, Load, Program, parts_of
from wtrules.sidebyside.batches import MOST, batches
from wtrules.sidebyside.compared import partings
from wtrules.sidebyside.lockstep import Lockstep
from wtrules.simulate.games import TRACE, Arena, Table, arena
from wtrules.simulate.plan import MOST_DECISIONS, first_seed
from wtrules.simulate.statistics import Estimate, mean_of, share
from wtrules.simulate.tally import Block
from wtrules.value import Value
from wtrules.workers import run_all

BOT = "greedy"
GAMES = 300  # pairs of a reading
_FOLLOWED = 100  # games of which every decision is compared
FILE = Path(__file__).with_name("readings.json")


@frozen
class Effect(Value):
    """How games with another reading differ from games with the same seeds and the rules as they are.

    The bots learn their goal from the rules. If another reading only makes them follow another goal,
    their games say nothing about it, and there is nothing but `comes_up`.
    """

    comes_up: Estimate  # the share of games in which a player could notice it
    result: (
        Estimate | None
    )  # the share of games that somebody else wins, or that end in another way
    turns: Estimate | None  # by how many a game is longer
    casts: Estimate | None  # how many more spells are cast in a game

    @property
    def size(self) -> float | None:
        """How much it matters, from 0 to 1: the share of games with another result."""
        return self.result.value if self.result is not None else None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {name: _numbers(getattr(self, name)) for name in _NUMBERS}

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Effect:
        """Return the effect that plain values describe."""
        comes_up, *others = (_estimate(found[name]) for name in _NUMBERS)
        assert comes_up is not None
        return cls(comes_up, *others)


_NUMBERS = ("comes_up", "result", "turns", "casts")


def _numbers(estimate: Estimate | None) -> list[float | None] | None:
    if estimate is None:
        return None
    numbers = (estimate.value, estimate.low, estimate.high)
    plain = (round(number, 4) if math.isfinite(number) else None for number in numbers)
    return [*plain, estimate.games]


def _estimate(numbers: list[Any] | None) -> Estimate | None:
    if numbers is None:
        return None
    value, low, high, games = numbers
    return Estimate(
        math.nan if value is None else value,
        -math.inf if low is None else low,
        math.inf if high is None else high,
        games,
    )


# --- measuring -----------------------------------------------------------------------------------


@frozen
class Measuring(Value):
    """Games with the rules as they are, played once, to compare games with other readings with."""

    game: Game
    players: int
    games: int
    seed: int = 0
    _ours: _Played = field(init=False, repr=False)
    _lines: tuple[tuple[int, ...], ...] = field(init=False, repr=False)  # what is chosen in games

    @_ours.default
    def _played(self) -> _Played:
        return _Table(self.game, self.players, self.seed).play(0, self.games)

    @_lines.default
    def _chosen(self) -> tuple[tuple[int, ...], ...]:
        return greedy_lines(self.game, self.players, self.seed, min(self.games, _FOLLOWED))

    def effect(self, other: Game) -> Effect:
        """Return what other rules do to the games."""
        followed = len(self._lines)
        met = share(self._coming_up(other), followed)
        none = mean_of({0: followed})
        one, two = self.game.program(self.players), other.program(self.players)
        if one == two and self.game.open_hands == other.open_hands:
            return Effect(met, met, none, none)
        table = _Table(other, self.players, self.seed)
        theirs = table.play(0, followed)
        if not met.value and not _parted(self._ours, theirs):
            return Effect(met, met, none, none)  # not worth more games
        theirs = theirs.followed_by(table.play(followed, self.games - followed))
        apart = share(_parted(self._ours, theirs), self.games)
        if _goal(one) != _goal(two) and apart.low > met.high:
            # More games differ than the rules explain: the bots follow another goal.
            return Effect(met, None, None, None)
        ours = self._ours.block
        results = zip(_results(ours), _results(theirs.block), strict=True)
        return Effect(
            met,
            share(sum(a != b for a, b in results), self.games),
            _change(ours, theirs.block, _turns),
            _change(ours, theirs.block, _casts),
        )

    def _coming_up(self, other: Game) -> int:
        """Return in how many games a player could tell other rules from these."""
        if self.game.open_hands != other.open_hands and self.players > 1:
            return len(self._lines)  # everybody sees more, or less
        if self.game.program(self.players) == other.program(self.players):
            return 0
        return len(Lockstep((self.game, other), self.players).parted(self.seed, self._lines))


def greedy_lines(game: Game, players: int, seed: int, games: int) -> tuple[tuple[int, ...], ...]:
    """Return what greedy players choose in some games, without forced moves."""
    (runner,) = batches([game], players)
    chooser = Chooser(runner.program, game.open_hands)
    chances = [random.Random(seed + number) for number in range(games)]
    lines: list[list[int]] = [[] for _ in range(games)]
    going, positions = list(range(games)), runner.settled(runner.starts(seed, games))
    for _ in range(MOST):
        open = [i for i in range(len(going)) if positions.options[i]]
        if not open:
            break
        for i in open:
            chance = chances[going[i]].getrandbits(64)
            lines[going[i]].append(
                chooser.choose("greedy", runner.unpack(positions.states, i), chance)
            )
        going = [going[i] for i in open]
        states = (positions.states[i * runner.size : (i + 1) * runner.size] for i in open)
        positions = runner.settled(
            runner.play(b"".join(states), [lines[game][-1] for game in going])
        )
    return tuple(map(tuple, lines))


def _goal(program: Program) -> tuple[object, ...]:
    """Return what the bots play for; the names of functions differ from program to program."""
    worth = program.worth
    names = (worth.now, worth.coming, worth.ending, worth.walks)
    return tuple(name and _read(program.functions[name]) for name in names)


def _read(function: Function) -> tuple[str, ...]:
    """Return the numbers of the state that a function reads."""
    return tuple(part.array for part in parts_of(function.body) if isinstance(part, Load))


@frozen
class _Played(Value):
    """Games of one side: their records, and what is on the table at each turn."""

    block: Block
    traces: bytes

    def followed_by(self, more: _Played) -> _Played:
        """Return these games and more of the same side."""
        records = self.block.records + more.block.records
        return _Played(Block(self.block.arena, records), self.traces + more.traces)


class _Table:
    """Where the games of one side are played."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self._arena = arena(game.program(players), (BOT,), game.open_hands)
        self._table = Table(self._arena)
        self._first_seed = first_seed(seed)

    def play(self, first: int, number: int) -> _Played:
        """Play games, numbered from 0."""
        records, traces = self._table.play(
            self._first_seed, first, number, MOST_DECISIONS, traced=True
        )
        return _Played(Block(self._arena, records), traces)


def _parted(ours: _Played, theirs: _Played) -> int:
    """Return in how many games the tables differ, of as many as theirs are."""
    return sum(turn > 0 for turn in partings(ours.traces, theirs.traces, TRACE))


def _results(block: Block) -> list[tuple[object, ...]]:
    """Return how each game ended: who won, and the outcome by name."""
    names = dict(enumerate(block.arena.outcomes, 1))
    outcomes = (names.get(code) for code in block.column("outcome"))
    return list(zip(block.seats("winner"), outcomes, strict=True))


def _casts(block: Block) -> list[int]:
    columns = [block.column(name) for name in _cast_columns(block.arena)]
    return [sum(row) for row in zip(*columns, strict=True)] if columns else [0] * block.games


def _cast_columns(arena: Arena) -> list[str]:
    return [choice.column for choice in arena.choices if choice.column.startswith("cast ")]


def _turns(block: Block) -> list[int]:
    return block.column("turns")


def _change(ours: Block, theirs: Block, count: Callable[[Block], list[int]]) -> Estimate:
    """Return by how much a number changes, without pairs of which a game was cut off."""
    cut = zip(ours.column("cut"), theirs.column("cut"), strict=True)
    pairs = zip(count(ours), count(theirs), cut, strict=True)
    return mean_of(Counter(b - a for a, b, was_cut in pairs if not any(was_cut)))


# --- the readings of a ruleset -----------------------------------------------------------------------

# By question and reading. None: it does not fit the rules, or games never end with it.
Effects = dict[tuple[str, str], Effect | None]


def measured_effects(
    questions: OpenQuestions,
    listed: Iterable[Assumption],
    players: int,
    *,
    games: int = GAMES,
    seed: int = 0,
    progress: Callable[[int, int, str], None] = lambda done, total, reading: None,
    jobs: int | None = None,
) -> Effects:
    """Measure every reading that could be played instead.

    *progress* is called before each reading with its number, the total and its name; *jobs* is the
    number of processes.
    """
    wanted = [(one.id, reading.name) for one in listed for reading in one.others]
    if not wanted:
        return {}
    measuring = Measuring(questions.game, players, games, seed)  # once for all workers
    results = run_all([partial(_effect, questions, measuring, *pair) for pair in wanted], jobs)
    found: Effects = {}
    for done, (id, reading) in enumerate(wanted, 1):
        progress(done, len(wanted), f"{id}={reading}")
        found[id, reading] = next(results)
    return found


def _effect(questions: OpenQuestions, measuring: Measuring, id: str, reading: str) -> Effect | None:
    other = questions.other(id, reading)
    try:
        return measuring.effect(other) if other is not None else None
    except EndlessPlay:
        return None


def known_effects(game: Game, listed: Iterable[Assumption], players: int) -> Effects:
    """Return the effects that have been measured for these rules and this number of players."""
    effects = known().effects
    return {
        (one.id, reading.name): effects[key]
        for one in listed
        for reading in one.others
        if (key := effect_key(game, players, reading)) in effects
    }


def effect_key(game: Game, players: int, reading: Reading) -> str:
    """Return what decides the games that are compared, as a text; no wording is part of it."""
    return f"{game.hash} {players} {reading.fingerprint}"


@frozen
class Known(Value):
    """The effects that `benchmarks/readings.py` has measured for the shipped rulesets."""

    games: int
    seed: int
    effects: dict[str, Effect | None]  # by `effect_key`


@cache
def known() -> Known:
    """Return what has been measured."""
    content = json.loads(FILE.read_text("utf-8"))
    effects = {
        key: Effect.from_json(found) if found is not None else None
        for key, found in content["effects"].items()
    }
    return Known(content["games"], content["seed"], effects)
