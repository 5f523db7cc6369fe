"""Manuals read literally: where two of them would differ if each meant exactly what it says.

Where two manuals differ in words and the default readings play the same, the ledger knows the literal
reading of each manual. One of the two sides is played both ways; a position in which
that shows is what the words are about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import define, field, frozen

from wtrules.backends.reference import EndlessPlay
from wtrules.editions.changes import Key, LiteralReadings, Mode, Statement
from wtrules.editions.judge.effects import Effects, differing_keys, differs_for, spells_in
from wtrules.editions.judge.evidence import EvidenceSearch
from wtrules.editions.judge.mixtures import Mixtures
from wtrules.editions.search.turns import RandomTurns
from wtrules.editions.search.witness import (
    SAME_PROGRAM,
    Clue,
    Searched,
    SearchTask,
    Witness,
    search,
    witness,
)
from wtrules.editions.sides import Side, shipped_ledger
from wtrules.resolve import ledger
from wtrules.resolve.clauses import covered
from wtrules.value import Value
from wtrules.workers import Staged


@frozen
class LiteralResult(Value):
    """Where two manuals differ, read literally; without a witness, how far the search went."""

    readings: LiteralReadings
    witness: Witness | None
    searched: Searched


@frozen
class _Contest(Value):
    """One side played by both readings of a question, in a mode."""

    mode: Mode
    task: SearchTask


@frozen
class _Outcome(Value):
    """What the search found for a topic; plain values, because processes exchange them."""

    number: int  # of the question
    clue: Clue | None
    searched: Searched


@define
class _Topic:
    """The questions about a topic, in the order of the ledger; the games of each are made once."""

    id: str
    questions: tuple[LiteralReadings, ...]
    effects: Effects
    modes: tuple[Mode, ...]
    seed: int
    turns: Callable[[SearchTask], RandomTurns]
    _contests: dict[int, _Contest | None] = field(factory=dict)

    def contest(self, number: int) -> _Contest | None:
        """Return a question as two games; None if one cannot be played, or both are the same."""
        if number not in self._contests:
            places = ((which, mode) for which in (0, 1) for mode in ((), *self.modes))
            found = (self._contest(self.questions[number], *place) for place in places)
            self._contests[number] = next(filter(None, found), None)
        return self._contests[number]

    def search(self) -> _Outcome | None:
        """Return the first question that makes a difference; or how far the search went."""
        failed = None
        for number in range(len(self.questions)):
            contest = self.contest(number)
            if contest is None:
                reason = self._reason(self.questions[number])
                if failed is None and reason is not None:
                    failed = _Outcome(number, None, Searched(reason=reason))
                continue
            task = contest.task
            try:
                clue, searched = search(task, self.turns(task))
            except EndlessPlay:
                continue
            if clue is not None:
                return _Outcome(number, clue, searched)
            if failed is None or failed.searched.reason is not None:
                failed = _Outcome(number, None, searched)
        return failed

    def _reason(self, readings: LiteralReadings) -> str | None:
        """Return why there is nothing to search for two readings, on either side and in any mode."""
        places = [
            [side.read_as(readings.question, each, mode) for each in (readings.one, readings.two)]
            for side in (self.effects.one, self.effects.two)
            for mode in ((), *self.modes)
        ]
        alike = (
            one is not None and two is not None and not any(differing_keys(one.rules, two.rules))
            for one, two in places
        )
        return SAME_PROGRAM if all(alike) else None

    def witness(self, number: int, clue: Clue) -> Witness | None:
        """Return the witness for a question."""
        contest = self.contest(number)
        assert contest is not None
        task = contest.task
        return witness(clue, (task.one, task.two), contest.mode, task.players, self.seed)

    def _contest(self, readings: LiteralReadings, which: int, mode: Mode) -> _Contest | None:
        side = (self.effects.one, self.effects.two)[which]
        one, two = (
            side.read_as(readings.question, each, mode) for each in (readings.one, readings.two)
        )
        if one is None or two is None:
            return None
        mixtures = Mixtures(one, two, tuple(differing_keys(one.rules, two.rules)))
        keys = self._own(readings.question, mixtures)
        two = mixtures.game(keys) or two
        players = differs_for(one, two, mixtures.players[:1])
        if players is None:
            return None
        spells = tuple(spells_in(mixtures, keys))
        return _Contest(mode, SearchTask(one, two, one, two, players, self.seed, spells))

    def _own(self, question: str, mixtures: Mixtures) -> frozenset[Key]:
        """Return the changes of a reading without those that are about another topic alone.

        A question may be about several spells: each has a topic, and is shown there by itself.
        """
        topics = set(ledger.affected(shipped_ledger()[question]))
        left = set()
        for key in mixtures.keys:
            entries = (rules.entries.get(key) for rules in (mixtures.one, mixtures.two))
            about = {x for entry in entries if entry is not None for x in covered(entry.node)}
            if self.id in about or not about & topics:
                left.add(key)
        return mixtures.with_needed(frozenset(left)) if left else frozenset(mixtures.keys)


def literal_questions(one: Side, two: Side) -> dict[str, tuple[LiteralReadings, ...]]:
    """Return, by topic, the open questions that two manuals answer differently if read literally.

    The default readings agree: the two play the same, so such a topic explains no difference in play.
    """
    found: dict[str, tuple[LiteralReadings, ...]] = {}
    layers = [{layer.name for layer in side.rules.layers} for side in (one, two)]
    for id, entry in shipped_ledger().items():
        a, b = (ledger.letter(entry, names) for names in layers)
        played = {ledger.default(entry, names) for names in layers}
        if a is not None and b is not None and a != b and len(played) == 1:
            for topic in ledger.affected(entry):
                found[topic] = (*found.get(topic, ()), LiteralReadings(id, a, b))
    return found


def search_literal_readings(
    statements: Iterable[Statement], evidence: EvidenceSearch
) -> Staged[dict[str, LiteralResult]]:
    """Return where two manuals differ if read literally, for each topic in the ledger.

    The games that *evidence* has played are used again.
    """
    topics = dict(_topics(statements, evidence))
    for topic in topics.values():
        topic.contest(0)  # before the workers are forked, which share it
    outcomes = yield [topic.search for topic in topics.values()]
    found = {}
    for (id, topic), outcome in zip(topics.items(), outcomes, strict=True):
        if outcome is not None:
            number, clue = outcome.number, outcome.clue
            shown = topic.witness(number, clue) if clue is not None else None
            found[id] = LiteralResult(topic.questions[number], shown, outcome.searched)
    return found


def _topics(
    statements: Iterable[Statement], evidence: EvidenceSearch
) -> Iterator[tuple[str, _Topic]]:
    """Yield the topics that open questions are about."""
    effects = evidence.effects
    said = list(statements)
    known = literal_questions(effects.one, effects.two) if said else {}
    for statement in said:
        if questions := known.get(statement.topic, ()):
            made = (effects, evidence.modes, evidence.seed, evidence.turns)
            yield statement.topic, _Topic(statement.topic, questions, *made)
