"""The open questions of a ruleset, and how each is read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from wtrules.diagnostics import has_errors
from wtrules.game.game import Game
from wtrules.game.load import load_atlas
from wtrules.meaning.fingerprint import changes_fingerprint
from wtrules.pipeline import open_ruleset
from wtrules.resolve import coverage
from wtrules.resolve.ledger import affected, body_of, default, ledger_of, readings, stated
from wtrules.resolve.library import Library, LoadedFile
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

_USUAL_PLAYERS = 3


@frozen
class Reading(Value):
    """One reading of a question, for one ruleset."""

    node: n.Reading
    played: bool
    body: n.ReadingBody | None  # what it changes here; None: it cannot be played here

    @property
    def name(self) -> str:
        """The name that `--assume` takes behind the equals sign."""
        return self.node.name.id

    @property
    def fingerprint(self) -> str | None:
        """A hash of what it changes here, whatever its words are; None: it cannot be played here."""
        return changes_fingerprint(self.body.changes) if self.body is not None else None


@frozen
class Assumption(Value):
    """A question of the ledger that the ruleset depends on."""

    node: n.Assumption
    named_by: tuple[str, ...]
    readings: tuple[Reading, ...]

    @property
    def id(self) -> str:
        """The id that `assumed` clauses and `--assume` use."""
        return self.node.id.id

    @property
    def others(self) -> tuple[Reading, ...]:
        """The readings that could be played instead."""
        return tuple(r for r in self.readings if r.body is not None and not r.played)


@define
class OpenQuestions:
    """The questions of the ledger that a ruleset depends on, and the games of their readings."""

    game: Game
    ruleset: str
    unlisted: tuple[str, ...] = ()  # what rules assume and no ledger explains
    _files: dict[Any, LoadedFile | None] = field(factory=dict)

    def listed(self) -> list[Assumption]:
        """Return the questions the ruleset depends on, in the order of the ledger."""
        rules = self.game.rules
        self.unlisted = tuple(id for id in assumed_by(rules) if id not in self.ledger)
        return list(_listed(rules, self.ledger))

    def without(self, variants: Collection[str]) -> set[str]:
        """Return the questions that would come up without some of the variants, too."""
        opened = open_ruleset(self.ruleset, self._library())
        chosen = [name for name in opened.chosen if name not in variants]
        made = opened.compile(chosen, self.game.rules.assumed)
        return {one.id for one in _listed(made.rules, self.ledger)} if made is not None else set()

    @cached_property
    def ledger(self) -> dict[str, n.Assumption]:
        """All questions there are, by id."""
        return ledger_of(self.game.rules, self._library())

    def stated(self, assumption: Assumption) -> tuple[coverage.Reading, ...]:
        """Return where the edition's manual states how a question is read; nothing if it is open."""
        return stated(assumption.node, self.game.rules, self._coverage)

    @cached_property
    def _coverage(self) -> coverage.Coverage:
        return coverage.coverage(load_atlas(), [self.game.rules])

    def other(self, id: str, reading: str) -> Game | None:
        """Return the game with one reading changed; None if it does not fit these rules."""
        kept = [pair for pair in self.game.rules.assumed if pair[0] != id]
        opened = open_ruleset(self.ruleset, self._library())
        made = opened.compile(opened.chosen, [*kept, (id, reading)])
        if made is None or has_errors((*opened.diagnostics, *made.senseless)):
            return None
        return Game(made)

    def _library(self) -> Library:
        """Return a library that reads every file only once."""
        return Library(files=self._files)


def _listed(rules: Rules, ledger: Mapping[str, n.Assumption]) -> Iterator[Assumption]:
    named = assumed_by(rules)
    ids = {entry.id for entry in rules.entries.values()} | set(rules.chosen) | _covered(rules)
    layers = {layer.name for layer in rules.layers}
    chosen = dict(rules.assumed)
    for id, node in ledger.items():
        comes_up = not (spoken := _variants(node, rules)) or spoken.intersection(rules.chosen)
        if id in named or id in chosen or (comes_up and ids.intersection(affected(node))):
            played = chosen.get(id, default(node, layers))
            offered = (
                Reading(reading, name == played, body_of(reading, layers))
                for name, reading in readings(node).items()
            )
            yield Assumption(node, named.get(id, ()), tuple(offered))


def usual_players(game: Game) -> int:
    """Return the number of players for which readings are compared, unless another one is given."""
    return _USUAL_PLAYERS if _USUAL_PLAYERS in game.players else game.players[0]


def _variants(node: n.Assumption, rules: Rules) -> set[str]:
    """Return the variants that a question is about; none if it also comes up without variants."""
    bodies = [body for r in readings(node).values() for body in r.bodies if body.changes]
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
