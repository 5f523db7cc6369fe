"""The search: which candidates are played, and with how many games.

If there are few combinations, all of them are tried; otherwise Optuna's tree of Parzen estimators
proposes them, in rounds of fixed size. All are played a little, a third of them more, a third of those to
the end, always with the same seeds. Nothing depends on the number of workers: the same request gives the
same answer. What was played is kept by what decides it, so a search that was stopped goes on.
"""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from wtrules.files import write_whole
from wtrules.game.game import Game, WrongPlayers
from wtrules.game.load import RulesetError, load
from wtrules.simulate.plan import MOST_DECISIONS
from wtrules.simulate.run import Workers
from wtrules.simulate.simulation import Simulation, planned
from wtrules.simulate.summary import Summary
from wtrules.simulate.tally import Tally
from wtrules.source import SourceFile
from wtrules.syntax.format import format_file
from wtrules.syntax.parse import parse
from wtrules.tune.changes import Change, ruleset_text
from wtrules.tune.goals import Goal, Measured, parts, total_excess
from wtrules.value import Value

ROUND = 8  # candidates proposed at a time, whatever the number of workers
_RUNGS = (16, 4, 1)  # of the games, one in so many
_KEPT = 3  # one in so many goes on to the next rung
_LEAST = 4  # but at least so many


@frozen
class Request(Value):
    """What is looked for."""

    game: Game
    extends: str  # how a candidate names the ruleset
    folder: Path | None  # of the ruleset, if it is a file
    changes: tuple[Change, ...]
    goals: tuple[Goal, ...]
    players: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    trials: int
    seed: int
    most: int = MOST_DECISIONS

    @property
    def combinations(self) -> int:
        """The number of different candidates."""
        return math.prod(len(change.values) for change in self.changes)


@define
class Candidate:
    """One combination of values, and what was found about it."""

    number: int
    values: Mapping[str, str]
    text: str  # its rule file
    faults: tuple[str, ...] = ()  # why it cannot be played
    games: int = 0
    found: dict[int, list[Measured]] = field(factory=dict)  # by number of players
    summaries: dict[int, Summary] = field(factory=dict)

    @property
    def excess(self) -> float:
        """How far goals are missed; infinite if it cannot be played."""
        return math.inf if self.faults else total_excess(self.found)

    @property
    def verdicts(self) -> Counter[str]:
        """How many parts of goals have which verdict."""
        return Counter(part.verdict for parts in self.found.values() for part in parts)

    @property
    def meets_goals(self) -> bool:
        """Whether everything that was found is within the limits."""
        return not self.faults and bool(self.found) and self.excess == 0


class Search:
    """A search in progress."""

    def __init__(
        self,
        request: Request,
        workers: Callable[[], Workers],
        kept: Path | None = None,
        note: Callable[[Candidate, int], None] = lambda candidate, games: None,
        lang: str = "en",
    ) -> None:
        self.request = request
        self.candidates: list[Candidate] = []
        self._workers = workers
        self._kept = kept
        self._note = note
        self._lang = lang
        self._games: dict[int, Game] = {}  # by number of the candidate
        self._offered: dict[tuple[int, int], frozenset[str]] = {}

    def run(self) -> list[Candidate]:
        """Search, and return all candidates, the best first."""
        request = self.request
        steps = [max(1, request.games // part) for part in _RUNGS]
        for values, tell in _proposals(request):
            candidate = self._candidate(values)
            self._measure(candidate, steps[0])
            tell(candidate.excess)
        for games in steps[1:]:
            able = sorted(self._able(), key=_rank)
            for candidate in able[: max(_LEAST, -(-len(able) // _KEPT))]:
                self._measure(candidate, games)
        return self.ranked()

    def ranked(self) -> list[Candidate]:
        """Return all candidates, the best first; those with most games come first."""
        return sorted(self.candidates, key=lambda one: (-one.games, *_rank(one)))

    def _able(self) -> list[Candidate]:
        most = max((one.games for one in self.candidates), default=0)
        return [one for one in self.candidates if not one.faults and one.games == most]

    def _candidate(self, values: Mapping[str, str]) -> Candidate:
        request, number = self.request, len(self.candidates) + 1
        name = f"{request.extends.partition('+')[0].removesuffix('.wtr')}-{number}"
        text = ruleset_text(name, request.game, request.extends, values)
        path = f"{name}.wtr" if request.folder is None else str(request.folder / f"{name}.wtr")
        source = SourceFile(path, text)
        candidate = Candidate(number, values, text)
        self.candidates.append(candidate)
        tree, mistakes = parse(source)
        if not mistakes:  # or what was not understood would be left out
            candidate.text = format_file(tree)
        try:
            game = load(SourceFile(path, candidate.text))
            for count in request.players:
                game.expect_players(count)
        except RulesetError as error:
            candidate.faults = tuple(fault.message for fault in error.diagnostics)
            return candidate
        except WrongPlayers as error:
            candidate.faults = (str(error),)
            return candidate
        self._games[number] = game
        return candidate

    def _measure(self, candidate: Candidate, games: int) -> None:
        """Play a candidate until it has so many games."""
        if candidate.faults:
            self._note(candidate, 0)
            return
        request, game = self.request, self._games[candidate.number]
        for count in request.players:
            simulation = planned(
                (game,), (count,), request.bots, games=games, seed=request.seed, most=request.most
            )
            self._play(simulation)
            [summary] = simulation.summaries(self._lang)
            candidate.summaries[count] = summary
            candidate.found[count] = parts(
                request.goals, summary, self._spells(candidate.number, count)
            )
        candidate.games = games
        self._note(candidate, games)

    def _spells(self, number: int, players: int) -> frozenset[str]:
        """Return the spells that are laid out, in any of some games."""
        key = number, players
        if key not in self._offered:
            found: set[str] = set()
            for seed in range(8):
                state = self._games[number].start(players, seed)
                pairs = zip(state.program.words.spells, state.numbers("laid_out"), strict=False)
                found |= {spell for spell, is_out in pairs if is_out}
            self._offered[key] = frozenset(found)
        return self._offered[key]

    # --- what is kept ---

    def _play(self, simulation: Simulation) -> None:
        """Play games, unless they are kept."""
        [records] = simulation.records.values()
        file = self._file(simulation)
        known = self._read(file, simulation.plan.games)
        if known is not None:
            records.tally.add(known)
            return
        simulation.run(self._workers())
        if file is not None:
            _write(file, records.tally)

    def _file(self, simulation: Simulation) -> Path | None:
        if self._kept is None:
            return None
        plan, [[arena]] = simulation.plan, simulation.arenas.values()
        # Which games, by the key of the code that plays them, and how many: plain numbers and words.
        facts = [arena.fingerprint, plan.players, plan.bots, plan.seed, plan.most, plan.games]
        return self._kept / f"{sha256(repr(facts).encode()).hexdigest()[:24]}.json"

    def _read(self, file: Path | None, games: int | None) -> Tally | None:
        if file is None or not file.is_file():
            return None
        try:
            kept = json.loads(file.read_text("utf-8"))
            sides = {
                id: [Counter(dict(one)) for one in counts] for id, counts in kept["sides"].items()
            }
            return Tally(kept["games"], sides) if kept["games"] == games else None
        except (OSError, ValueError, KeyError, TypeError):
            return None  # played again


def _write(file: Path, tally: Tally) -> None:
    sides = {
        id: [[[value, number] for value, number in one.items()] for one in counts]
        for id, counts in tally.sides.items()
    }
    write_whole(file, json.dumps({"games": tally.games, "sides": sides}).encode())


def _rank(one: Candidate) -> tuple[float, int, int]:
    return one.excess, -one.verdicts["met"], one.number


Proposal = tuple[Mapping[str, str], Callable[[float], None]]


def _proposals(request: Request) -> Iterator[Proposal]:
    """Yield combinations to try, each with a function that takes how far it misses the goals."""
    if request.combinations <= request.trials:
        names = [change.name for change in request.changes]
        for values in itertools.product(*(change.values for change in request.changes)):
            yield dict(zip(names, values, strict=True)), lambda excess: None
        return
    yield from _proposed(request)


def _proposed(request: Request) -> Iterator[Proposal]:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=request.seed, n_startup_trials=2 * ROUND)
    study: Any = optuna.create_study(sampler=sampler)
    seen: dict[tuple[str, ...], float] = {}
    asked = 0
    while len(seen) < request.trials and asked < 20 * request.trials:
        waiting: list[tuple[Any, tuple[str, ...]]] = []
        fresh: dict[tuple[str, ...], Mapping[str, str]] = {}
        while len(fresh) < min(ROUND, request.trials - len(seen)) and asked < 20 * request.trials:
            trial, asked = study.ask(), asked + 1
            chosen = {change.name: _suggested(trial, change) for change in request.changes}
            key = tuple(chosen.values())
            if key in seen:
                study.tell(trial, _finite(seen[key]))
                continue
            waiting.append((trial, key))
            fresh[key] = chosen
        for key, values in fresh.items():
            yield values, partial(seen.__setitem__, key)
        for trial, key in waiting:
            study.tell(trial, _finite(seen[key]))


def _finite(excess: float) -> float:
    return min(excess, 1000.0)  # for what cannot be played


def _suggested(trial: Any, change: Change) -> str:
    """Return a value of a change; numbers have an order that the sampler can use."""
    if all(value.isdecimal() for value in change.values):
        numbers = sorted(map(int, change.values))
        at: int = trial.suggest_int(change.name, 0, len(numbers) - 1)
        return str(numbers[at])
    chosen: str = trial.suggest_categorical(change.name, change.values)
    return chosen


def written(candidates: Sequence[Candidate]) -> dict[str, str]:
    """Return the rule files of candidates, by name."""
    return {
        f"{candidate.text.split()[1]}.wtr": candidate.text
        for candidate in candidates
        if not candidate.faults
    }
