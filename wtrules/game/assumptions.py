"""The open questions of a ruleset: how each is read, and how much another reading matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import define, evolve, field, frozen

from wtrules.diagnostics import has_errors
from wtrules.game.consequence import Consequence, Yardstick
from wtrules.game.game import Game
from wtrules.pipeline import open_ruleset
from wtrules.rules.ledger import Assume, affected, body_of, default, ledger_of, readings
from wtrules.rules.library import Library, LoadedFile
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n
from wtrules.workers import run_all


@frozen
class Reading:
    """One reading of a question, for one ruleset."""

    node: n.Reading
    played: bool
    playable: bool
    consequence: Consequence | None = None

    @property
    def name(self) -> str:
        """The form that `--assume` takes: question and reading."""
        return self.node.name.id


@frozen
class Assumption:
    """A question of the ledger that the ruleset depends on."""

    node: n.Assumption
    named_by: tuple[str, ...]
    readings: tuple[Reading, ...]

    @property
    def id(self) -> str:
        """The id that `assumed` clauses and `--assume` use."""
        return self.node.id.id

    @property
    def share(self) -> float | None:
        """The largest share of games that another reading changed; None if not measured."""
        shares = [r.consequence.share for r in self.readings if r.consequence is not None]
        return max(shares, default=None)

    @property
    def weight(self) -> tuple[float, int]:
        """A sort key for importance: questions that change more games, and earlier, matter more."""
        found = [r.consequence for r in self.readings if r.consequence is not None]
        weights = [(c.share, -(c.earliest or 0)) for c in found]
        return max(weights, default=(-1.0, 0))


@define
class OpenQuestions:
    """The questions of the ledger that a ruleset depends on, and how to measure their readings."""

    game: Game
    ruleset: str
    assume: Assume
    players: int
    games: int
    unlisted: tuple[str, ...] = ()
    _files: dict[Any, LoadedFile | None] = field(factory=dict)

    def listed(self) -> list[Assumption]:
        """Return the questions the ruleset depends on, in the order of the ledger."""
        rules = self.game.rules
        named = assumed_by(rules)
        ids = {entry.id for entry in rules.entries.values()} | set(rules.chosen) | _covered(rules)
        ledger = ledger_of(rules, self._library())
        self.unlisted = tuple(id for id in named if id not in ledger)
        layers = {layer.name for layer in rules.layers}
        chosen = dict(rules.assumed)
        found = []
        for id, node in ledger.items():
            comes_up = not (spoken := _variants(node, rules)) or spoken.intersection(rules.chosen)
            if id in named or id in chosen or (comes_up and ids.intersection(affected(node))):
                played = chosen.get(id, default(node, layers))
                offered = tuple(self._readings(node, played, layers))
                found.append(Assumption(node, named.get(id, ()), offered))
        return found

    def _readings(
        self, node: n.Assumption, played: str | None, layers: set[str]
    ) -> Iterator[Reading]:
        for name, reading in readings(node).items():
            yield Reading(reading, name == played, body_of(reading, layers) is not None)

    def measured(
        self,
        listed: list[Assumption],
        progress: Callable[[int, int, str], None],
        jobs: int | None = None,
    ) -> list[Assumption]:
        """Return the list with the measured consequences of the other readings.

        *progress* is called before each reading with its number, the total and its name; *jobs*
        is the number of processes.
        """
        yardstick = Yardstick(self.game, self.players, self.games)
        wanted = [
            (assumption.id, reading.name)
            for assumption in listed
            for reading in assumption.readings
            if reading.playable and not reading.played
        ]
        if wanted:
            yardstick.prepare()  # once for all workers
        tasks = [partial(self._consequence, yardstick, *pair) for pair in wanted]
        results = run_all(tasks, jobs)
        found: dict[tuple[str, str], Consequence | None] = {}
        for done, (id, name) in enumerate(wanted, 1):
            progress(done, len(wanted), f"{id}={name}")
            found[id, name] = next(results)
        return [
            evolve(
                assumption,
                readings=tuple(
                    evolve(reading, consequence=found.get((assumption.id, reading.name)))
                    for reading in assumption.readings
                ),
            )
            for assumption in listed
        ]

    def _consequence(self, yardstick: Yardstick, id: str, reading: str) -> Consequence | None:
        other = self._other(id, reading)
        return yardstick.measure(other) if other is not None else None

    def _other(self, id: str, reading: str) -> Game | None:
        """Return the game with one reading changed; None if it cannot be played."""
        kept = [pair for pair in self.game.rules.assumed if pair[0] != id]
        opened = open_ruleset(self.ruleset, self._library())
        made = opened.compile(opened.chosen, [*kept, (id, reading)])
        if made is None or has_errors((*opened.diagnostics, *made.elaborated[1])):
            return None
        return Game(made)

    def _library(self) -> Library:
        """Return a library that reads every file only once."""
        return Library(files=self._files)


def _variants(node: n.Assumption, rules: Rules) -> set[str]:
    """Return the variants that a question is about; none if it also comes up without variants."""
    bodies = [body for r in readings(node).values() for body in r.bodies if body.items]
    if bodies and all(body.variants for body in bodies):
        return {name.id for body in bodies for name in body.variants}
    return set(affected(node)).intersection(rules.variants)


def assumed_by(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return the assumptions that a ruleset names, each with the entries that name it."""
    found: dict[str, list[str]] = {}
    for id, clauses in _grounds(rules):
        for clause in clauses:
            if isinstance(clause, n.Assumed):
                for name in clause.entries:
                    found.setdefault(name.id, []).append(id)
    return {id: tuple(dict.fromkeys(places)) for id, places in found.items()}


def _covered(rules: Rules) -> set[str]:
    return {
        name.id
        for _, clauses in _grounds(rules)
        for clause in clauses
        if isinstance(clause, n.Covers)
        for name in clause.ids
    }


def _grounds(rules: Rules) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the clauses of every entry and chosen variant."""
    for entry in rules.entries.values():
        yield entry.id, (*entry.clauses(), *getattr(entry.node, "grounds", ()))
    for name in rules.chosen:
        if name in rules.variants:
            yield f"variant {name}", rules.variants[name].node.members
