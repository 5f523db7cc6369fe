"""What can differ between two rulesets, as values: typed changes, graded differences, the report.

Nothing here is found, judged or worded; that is for `diff.py`, `judge.py` and the reports.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from wtrules.editions.report.texts import Texts as Words
from wtrules.rules.changes import (
    Added,
    CellChanged,
    ClauseChanged,
    Removed,
    ValueChanged,
)

if TYPE_CHECKING:
    from wtrules.editions.judge.impact import Impact
    from wtrules.editions.search.witness import Searched, Witness

_ENGLISH = Words("en")
Key = tuple[str, str]  # kind and id of an entry
Mode = tuple[str, ...]  # variants chosen on top of both sides
Texts = Mapping[str, str]


class Grade(StrEnum):
    """How much a difference matters, the weightiest first."""

    BEHAVIOUR = "behaviour"
    LETTER = "letter"
    SILENCE = "silence"
    WORDING = "wording"
    COMPONENTS = "components"

    @property
    def weight(self) -> int:
        """A number that is higher for what matters more."""
        return len(Grade) - list(Grade).index(self)


# --- single changes --------------------------------------------------------------------------------


@frozen
class NameChanged(ClauseChanged):
    """A card, spell, outcome or variant is called otherwise in one language."""

    language: str = ""


@frozen
class SaysChanged(ClauseChanged):
    """It is put in other words."""


@frozen
class ConditionChanged(ClauseChanged):
    """A condition asks for more, for less, or for something else."""

    strength: str = "other"  # stronger, weaker, other


@frozen
class StatementChanged(ClauseChanged):
    """Something else is done."""


@frozen
class CitationChanged(ClauseChanged):
    """It rests on other places in the manuals, or on other assumptions."""


@frozen
class StanceChanged:
    """A manual states, implies or leaves out what the other treats otherwise."""

    topic: str
    old: str  # states, implies, omits
    new: str


@frozen
class TellingChanged:
    """Two manuals speak of one thing and say different things."""

    topic: str
    old: str
    new: str


Change: TypeAlias = ValueChanged | Added | Removed | ClauseChanged | StanceChanged | TellingChanged


def change_text(change: Change, words: Words = _ENGLISH) -> str:
    """Return what happened, without what it happened to; rules are quoted as they are written."""
    match change:
        case StanceChanged() | TellingChanged() | ValueChanged():
            return f"{change.old} → {change.new}"
        case Added():
            return words("added_there") + (f": {change.value}" if change.value is not None else "")
        case Removed():
            return words("removed")
        case NameChanged():
            return f"{words.part('name')} {change.language} “{change.old}” → “{change.new}”"
    what = words.part(change.what)
    if isinstance(change, ConditionChanged) and change.strength != "other":
        what = f"{what} {words(change.strength)}:"
    elif change.old is None and change.new is None:
        return f"{what} {words('changed')}"
    elif change.old is None:
        return f"{what} {change.new} {words('added_there')}"
    elif change.new is None:
        return f"{what} {change.old} {words('removed')}"
    return f"{what} {change.old} → {change.new}"


def type_name(change: Change) -> str:
    """Return the type of a change for other programs: `value-changed`, `condition-stronger` …"""
    match change:
        case ConditionChanged(strength="stronger" | "weaker"):
            return f"condition-{change.strength}"
        case _:
            return _TYPES[type(change)]


_TYPES: dict[type, str] = {
    ValueChanged: "value-changed",
    Added: "added",
    Removed: "removed",
    CellChanged: "cell-changed",
    ClauseChanged: "clause-changed",
    NameChanged: "name-changed",
    SaysChanged: "wording-changed",
    ConditionChanged: "condition-changed",
    StatementChanged: "statement-changed",
    CitationChanged: "citation-changed",
    StanceChanged: "stance-changed",
    TellingChanged: "telling-changed",
}

# What a rule says about itself: nothing of it can be seen in play.
TEXT_ONLY = (NameChanged, SaysChanged, CitationChanged)


# --- differences -----------------------------------------------------------------------------------


@frozen
class Telling:
    """How one side tells something: in words, with its stance and its places in the manuals."""

    says: Texts = field(factory=dict)
    cites: tuple[str, ...] = ()
    stance: str | None = None
    value: str | None = None


@frozen
class Statement:
    """An address of the atlas that two manuals treat differently."""

    topic: str
    change: StanceChanged | TellingChanged
    one: Telling
    two: Telling


@frozen
class Taken:
    """An open question that two manuals answer differently, taken by the letter."""

    question: str
    one: str  # the reading side one comes to
    two: str


@frozen
class Difference:
    """One thing that differs, with its grade and the evidence for it."""

    kind: str  # setting, rule, spell …; topic: a statement of the manuals alone
    id: str
    changes: tuple[Change, ...]
    grade: Grade
    one: Telling
    two: Telling
    mode: Mode = ()  # shows only with these variants
    statements: tuple[Statement, ...] = ()
    parts: tuple[Difference, ...] = ()  # what only exists for the sake of this one
    witness: Witness | None = None
    searched: Searched | None = None
    because: tuple[str, ...] = ()  # the smallest set of rules that explains the witness
    impact: Impact | None = None
    taken: Taken | None = None  # the witness shows the manuals by the letter, not as they are read

    @property
    def key(self) -> Key:
        """Kind and id."""
        return self.kind, self.id

    @property
    def address(self) -> str:
        """What it is called in a list: `rule castle.move`, `board.capacity`, with its mode."""
        bare = self.id if self.kind in ("setting", "topic") or self.kind == self.id else None
        name = bare or f"{self.kind} {self.id}"
        return f"{name} (+{'+'.join(self.mode)})" if self.mode else name

    @property
    def fingerprint(self) -> str:
        """A short mark of exactly this difference, the same as long as nothing about it changes."""
        parts = [self.kind, self.id, *self.mode, *(repr(change) for change in self.changes)]
        parts += [repr(statement.change) for statement in self.statements]
        parts += [part.fingerprint for part in self.parts]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


@frozen
class Report:
    """All that was found between two rulesets."""

    one: str
    two: str
    differences: tuple[Difference, ...]
    lost: tuple[str, ...] = ()  # topics of which one manual's text is lost
    modes: tuple[Mode, ...] = ()  # modes both offer; all were compared
    only_one: tuple[str, ...] = ()  # modes on offer on one side alone
    only_two: tuple[str, ...] = ()
    below: int = 0  # differences of lesser grades, which are not told
    notes: tuple[str, ...] = ()
    accepted: tuple[tuple[Difference, str], ...] = ()  # with the reason
    overall: Impact | None = None
    titles: tuple[Texts, Texts] = field(factory=lambda: ({}, {}))

    def counts(self) -> dict[Grade, int]:
        """Return how many differences there are of each grade, the weightiest first."""
        return {g: sum(d.grade is g for d in self.differences) for g in Grade}

    def of_grade(self, grade: Grade) -> tuple[Difference, ...]:
        """Return the differences of one grade."""
        return tuple(d for d in self.differences if d.grade is grade)
