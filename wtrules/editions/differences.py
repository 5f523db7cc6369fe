"""What a comparison results in, as values: graded differences with their evidence, and the report."""

from __future__ import annotations

import math

from attrs import field, frozen

from wtrules.canonical import canonical, fingerprint
from wtrules.editions.changes import (
    TEXT_ONLY,
    Change,
    EvidenceKind,
    Grade,
    Key,
    LiteralReadings,
    Mode,
    Statement,
    Wording,
)
from wtrules.editions.phrasing import Phrasing
from wtrules.editions.printed.passage import Gap
from wtrules.editions.search.choices import Choice
from wtrules.editions.search.witness import SAME_PROGRAM, SET_UP_ONLY, Searched, Witness
from wtrules.notebook import shown
from wtrules.prove.result import Proof
from wtrules.resolve.model import Rules
from wtrules.simulate.statistics import Estimate, Z
from wtrules.simulate.summary import Statistic
from wtrules.value import Value

# What counts for the order of differences: how a game goes as a whole. Of a new spell, every cast is new.
_RANKED = ("wins", "outcomes", "length", "flasks")
_MOST_EFFECT = 10.0  # where a number does not vary at all


@frozen
class Run(Value):
    """How pairs of games between bots of one kind compare: two minus one."""

    bot: str
    games: int
    share: Estimate  # of pairs that differ
    statistics: tuple[Statistic, ...]  # side two first; the difference is two minus one

    def get(self, id: str) -> Statistic | None:
        """Return a statistic by its id."""
        return next((one for one in self.statistics if one.id == id), None)


@frozen
class Impact(Value):
    """What a difference does to games, for one number of players; no runs if they cannot be played."""

    players: int
    runs: tuple[Run, ...]

    @property
    def effect(self) -> float:
        """The largest change of how a game goes, in standard deviations between games."""
        found = (one for run in self.runs for one in run.statistics if one.group in _RANKED)
        return max((effect_of(one) for one in found), default=0.0)


def effect_of(statistic: Statistic) -> float:
    """Return how much a number changes, by how much it varies; 0 if that may be chance."""
    change = statistic.difference
    if change is None or change.low <= 0 <= change.high:
        return 0.0
    varies = max(_deviation(side, statistic.kind) for side in statistic.sides)
    return min(_MOST_EFFECT, abs(change.value) / varies) if varies else _MOST_EFFECT


def _deviation(estimate: Estimate, kind: str) -> float:
    """Return the standard deviation behind an estimate."""
    if kind == "share":
        return math.sqrt(max(0.0, estimate.value * (1 - estimate.value)))
    return estimate.margin * math.sqrt(estimate.games) / Z


@frozen
class Difference(Value):
    """One thing that differs, with its grade and the evidence for it."""

    kind: str  # setting, rule, spell …; topic: a statement of the manuals alone
    id: str
    changes: tuple[Change, ...]
    grade: Grade
    one: Wording
    two: Wording
    mode: Mode = ()  # observable only with these variants
    statements: tuple[Statement, ...] = ()
    parts: tuple[Difference, ...] = ()  # entries that only serve this one
    witness: Witness | None = None
    searched: Searched | None = None
    because: tuple[str, ...] = ()  # the smallest set of rules that explains the witness
    impact: Impact | None = None
    choice: Choice | None = None  # what only one side lets you choose before the game
    taken: LiteralReadings | None = None  # the witness shows the manuals read literally
    proofs: tuple[Proof, ...] = ()  # by mode and number of players

    @property
    def key(self) -> Key:
        """Kind and id."""
        return self.kind, self.id

    @property
    def is_of_variant(self) -> bool:
        """Whether it comes after the differences of the game without variants."""
        return bool(self.mode) or self.kind == "variant"

    @property
    def evidence(self) -> EvidenceKind:
        """What is known about it, and how."""
        if self.witness is not None:
            return EvidenceKind.WITNESS
        if self.choice is not None:
            return EvidenceKind.CHOICE
        if self.is_proved:
            return EvidenceKind.PROVED
        if self.searched is not None:
            if self.searched.reason == SAME_PROGRAM:
                return EvidenceKind.SAME_PROGRAM
            known = self.searched.reason in (None, SET_UP_ONLY)
            return EvidenceKind.SEARCHED if known else EvidenceKind.NOT_SEARCHED
        is_text = self.topic is not None or all(isinstance(c, TEXT_ONLY) for c in self.changes)
        return EvidenceKind.WORDS if is_text else EvidenceKind.NOT_SEARCHED

    @property
    def is_proved(self) -> bool:
        """Whether it is proved to make no difference, for all players and in all modes."""
        return bool(self.proofs) and all(proof.is_whole for proof in self.proofs)

    @property
    def topic(self) -> str | None:
        """The topic it is about, if it is a statement of the manuals."""
        return self.id if self.kind == "topic" else None

    @property
    def phrasings(self) -> tuple[Phrasing, ...]:
        """The aspects that the two manuals put differently; its statements have their own."""
        return self.one.phrasings(self.two)

    @property
    def address(self) -> str:
        """Its name in a list: `rule castle.move`, `board.capacity`, with its mode."""
        bare = self.id if self.kind in ("setting", "topic") or self.kind == self.id else None
        name = bare or f"{self.kind} {self.id}"
        return f"{name} (+{'+'.join(self.mode)})" if self.mode else name

    @property
    def fingerprint(self) -> str:
        """A short hash that stays the same as long as nothing about the difference changes."""
        about = self.kind, self.id, self.mode
        statements = (statement.change for statement in self.statements)
        parts = (part.fingerprint for part in self.parts)
        return fingerprint(canonical(*about, *self.changes, *statements, *parts), 12)


@frozen
class Report(Value):
    """Everything that differs between two rulesets."""

    one: str
    two: str
    differences: tuple[Difference, ...]
    lost: tuple[str, ...] = ()  # topics of which one manual's text is lost
    modes: tuple[Mode, ...] = ()  # modes both offer, in which they were compared
    only_one: tuple[str, ...] = ()  # modes that only one side offers
    only_two: tuple[str, ...] = ()
    below: int = 0  # number of differences of lesser grades, which are left out
    accepted: tuple[tuple[Difference, str], ...] = ()  # with the reason
    overall: Impact | None = None
    rules: tuple[Rules, ...] = field(default=(), eq=False, repr=False)  # of both sides, for names
    gaps: tuple[Gap, ...] = ()  # what is missing of the texts of the manuals, if asked for
    left_out: tuple[Mode, ...] = ()  # modes both may offer, but there were too many to compare
    # For every number of players, as given and in all modes, both are the same program.
    is_same_game: bool = False

    def _repr_html_(self) -> str:
        return shown("wtrules.editions.report.html:notebook_html", self)

    def _repr_markdown_(self) -> str:
        return shown("wtrules.editions.report.markdown:markdown", self)

    def evidence(self) -> dict[EvidenceKind, int]:
        """Return how many differences there are of each kind of evidence."""
        return {e: sum(d.evidence is e for d in self.differences) for e in EvidenceKind}

    def counts(self) -> dict[Grade, int]:
        """Return how many differences there are of each grade, the most serious first."""
        return {g: sum(d.grade is g for d in self.differences) for g in Grade}

    def of_grade(self, grade: Grade) -> tuple[Difference, ...]:
        """Return the differences of one grade."""
        return tuple(d for d in self.differences if d.grade is grade)
