"""What a comparison results in, as values: graded differences with their evidence, and the report."""

from __future__ import annotations

import hashlib

from attrs import frozen

from wtrules.editions.changes import (
    Change,
    Grade,
    Key,
    LiteralReadings,
    Mode,
    Statement,
    Wording,
)
from wtrules.editions.phrasing import Phrasing
from wtrules.editions.search.choices import Choice
from wtrules.editions.search.witness import Searched, Witness
from wtrules.notebook import shown
from wtrules.simulate.statistics import Estimate
from wtrules.texts import Texts


@frozen
class Impact:
    """How pairs of games compare: two minus one."""

    games: int
    players: int
    share: Estimate  # of pairs that end differently
    length: Estimate  # change of length, in decisions
    seat: Estimate  # change of the first seat's share of wins

    def text(self, words: Texts) -> str:
        """Return it in one line."""
        return words(
            "report.impact.line",
            share=_percent(self.share),
            games=self.games,
            length=_signed(self.length),
            seat=_signed(self.seat, 100, " %"),
        )


@frozen
class Difference:
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

    @property
    def key(self) -> Key:
        """Kind and id."""
        return self.kind, self.id

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
        parts = [self.kind, self.id, *self.mode, *(repr(change) for change in self.changes)]
        parts += [repr(statement.change) for statement in self.statements]
        parts += [part.fingerprint for part in self.parts]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


@frozen
class Report:
    """Everything that differs between two rulesets."""

    one: str
    two: str
    differences: tuple[Difference, ...]
    lost: tuple[str, ...] = ()  # topics of which one manual's text is lost
    modes: tuple[Mode, ...] = ()  # modes both offer; all were compared
    only_one: tuple[str, ...] = ()  # modes that only one side offers
    only_two: tuple[str, ...] = ()
    below: int = 0  # number of differences of lesser grades, which are left out
    accepted: tuple[tuple[Difference, str], ...] = ()  # with the reason
    overall: Impact | None = None

    def _repr_html_(self) -> str:
        return shown("wtrules.editions.report.html:notebook_html", self)

    def _repr_markdown_(self) -> str:
        return shown("wtrules.editions.report.text:markdown", self)

    def counts(self) -> dict[Grade, int]:
        """Return how many differences there are of each grade, the most serious first."""
        return {g: sum(d.grade is g for d in self.differences) for g in Grade}

    def of_grade(self, grade: Grade) -> tuple[Difference, ...]:
        """Return the differences of one grade."""
        return tuple(d for d in self.differences if d.grade is grade)


def _percent(estimate: Estimate) -> str:
    """Return `12.0 % (9.8 to 14.5)`."""
    mean, low, high = (100 * x for x in (estimate.value, estimate.low, estimate.high))
    return f"{mean:.1f} % ({low:.1f} … {high:.1f})"


def _signed(estimate: Estimate, factor: float = 1, unit: str = "") -> str:
    """Return `+1.2 (-0.4 to +2.8)`."""
    values = (factor * x for x in (estimate.value, estimate.low, estimate.high))
    mean, low, high = (f"{x:+.1f}".replace("+0.0", "0.0").replace("-0.0", "0.0") for x in values)
    # An interval that is too narrow to be seen says nothing.
    return f"{mean}{unit} ({low} … {high})" if low != high else f"{mean}{unit}"
