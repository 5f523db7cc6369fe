"""Manuals read literally: where two of them would differ if each meant exactly what it says.

Where two manuals differ in words and the default readings play the same, the ledger knows the literal
reading of each manual. One of the two sides is played both ways; a position in which
that shows is what the words are about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wtrules.backends.reference import EndlessPlay
from wtrules.editions.changes import LiteralReadings, Mode, Statement, TellingChanged
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
from wtrules.editions.sides import shipped_ledger
from wtrules.rules import ledger
from wtrules.value_classes import define, field, frozen
from wtrules.workers import Staged


@frozen
class LiteralResult:
    """Where two manuals differ, read literally; without a witness, how far the search went."""

    readings: LiteralReadings
    witness: Witness | None
    searched: Searched


@frozen
class _Contest:
    """One side played by both readings of a question, in a mode."""

    mode: Mode
    task: SearchTask


@frozen
class _Outcome:
    """What the search found for a topic; plain values, because processes exchange them."""

    number: int  # of the question
    clue: Clue | None
    searched: Searched


@define
class _Topic:
    """The questions about a topic, in the order of the ledger; the games of each are made once."""

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
                if failed is None and self._is_same_game(self.questions[number]):
                    failed = _Outcome(number, None, Searched(reason=SAME_PROGRAM))
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

    def _is_same_game(self, readings: LiteralReadings) -> bool:
        """Whether two readings change no rule at all, on either side and in any mode."""
        for side in (self.effects.one, self.effects.two):
            for mode in ((), *self.modes):
                one, two = (
                    side.read_as(readings.question, each, mode)
                    for each in (readings.one, readings.two)
                )
                if one is None or two is None or any(differing_keys(one.rules, two.rules)):
                    return False
        return True

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
        players = differs_for(one, two, mixtures.players[:1])
        if players is None:
            return None
        spells = tuple(spells_in(mixtures, frozenset(mixtures.keys)))
        return _Contest(mode, SearchTask(one, two, one, two, players, self.seed, spells))


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
    effects = evidence.effects
    topics = [s.topic for s in statements if isinstance(s.change, TellingChanged)]
    entries = shipped_ledger() if topics else {}
    layers = [{layer.name for layer in side.rules.layers} for side in (effects.one, effects.two)]
    for topic in topics:
        questions = []
        for id, entry in entries.items():
            a, b = (ledger.letter(entry, names) for names in layers)
            if topic in ledger.affected(entry) and a is not None and b is not None and a != b:
                questions.append(LiteralReadings(id, a, b))
        if questions:
            yield (
                topic,
                _Topic(tuple(questions), effects, evidence.modes, evidence.seed, evidence.turns),
            )
