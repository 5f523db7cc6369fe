"""What can change from one ruleset to another, as values: single changes, and what manuals say."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from attrs import field, frozen

from wtrules.editions.phrasing import Phrased, Phrasing, PhrasingChanged, compare_phrasing
from wtrules.editions.printed.passage import Passage
from wtrules.meaning.changes import (
    Added,
    CellChanged,
    CitationChanged,
    ClauseChanged,
    ConditionChanged,
    NameChanged,
    Removed,
    ValueChanged,
)
from wtrules.resolve.citations import Citation
from wtrules.value import Value

Key = tuple[str, str]  # kind and id of an entry
Mode = tuple[str, ...]  # variants chosen on top of both sides
Phrases = Mapping[str, str]  # by language


class Grade(StrEnum):
    """How much a difference matters, the most serious first."""

    BEHAVIOUR = "behaviour"
    UNSETTLED = "unsettled"
    LETTER = "letter"
    SILENCE = "silence"
    WORDING = "wording"
    PHRASING = "phrasing"
    COMPONENTS = "components"

    @property
    def weight(self) -> int:
        """A number that is higher for what matters more."""
        return len(Grade) - list(Grade).index(self)

    def reaches(self, other: Grade) -> bool:
        """Whether it is as serious as another grade, or more so.

        What is unsettled may be a difference in play, so it counts as one.
        """
        own = Grade.BEHAVIOUR if self is Grade.UNSETTLED else self
        return own.weight >= other.weight


class EvidenceKind(StrEnum):
    """What a difference is known from, or that there is none in play."""

    WITNESS = "witness"  # a position in which the two rulesets answer differently
    CHOICE = "choice"  # what only one side lets you choose before the game
    SAME_PROGRAM = "same-program"  # the two programs are the same but for names
    PROVED = "proved"  # to make no difference, within stated bounds
    SEARCHED = "searched"  # no position was found; there may be one
    NOT_SEARCHED = "not-searched"
    WORDS = "words"  # nothing that is played differs


# --- single changes --------------------------------------------------------------------------------


@frozen
class SaysChanged(ClauseChanged):
    """The paraphrase has other words."""


@frozen
class StatementChanged(ClauseChanged):
    """Something else is done."""


@frozen
class StanceChanged(Value):
    """A manual states, implies or leaves out something, and the other does not do the same."""

    topic: str
    old: str  # states, implies, omits
    new: str


@frozen
class TellingChanged(Value):
    """Two manuals say different things about one topic."""

    topic: str
    old: str
    new: str


Change: TypeAlias = (
    ValueChanged
    | Added
    | Removed
    | ClauseChanged
    | StanceChanged
    | TellingChanged
    | PhrasingChanged
)


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
    PhrasingChanged: "phrasing-changed",
}

# What a rule says about itself; it has no effect in play.
TEXT_ONLY = (NameChanged, SaysChanged, CitationChanged)


# --- what the manuals say -----------------------------------------------------------------------------------


@frozen
class ReadAs(Value):
    """How an open question is read although a manual, read literally, answers it differently."""

    question: str
    reading: str


@frozen
class Wording(Value):
    """How one side words something, with its stance and its places in the manuals."""

    says: Phrases = field(factory=dict)
    cites: tuple[Citation, ...] = ()
    stance: str | None = None
    value: str | None = None
    phrased: Phrased = field(factory=dict)  # how the manual puts it
    language: str | None = None  # the one the manual is printed in
    sections: tuple[str, ...] = ()  # of the manual, in which it is
    passage: Passage | None = None  # what is printed there, if its text is at hand
    read_as: ReadAs | None = None  # it is not played as it is worded

    def phrasings(self, other: Wording) -> tuple[Phrasing, ...]:
        """Return the aspects that another manual puts differently."""
        return compare_phrasing(self.phrased, other.phrased, (self.language, other.language))


@frozen
class Statement(Value):
    """An address of the atlas that two manuals treat differently."""

    topic: str
    change: StanceChanged | TellingChanged | PhrasingChanged
    one: Wording
    two: Wording

    @property
    def phrasings(self) -> tuple[Phrasing, ...]:
        """The aspects that the two put differently."""
        return self.one.phrasings(self.two)

    @property
    def is_silent(self) -> bool:
        """Whether one of the two leaves it out."""
        return "omits" in (self.one.stance, self.two.stance)


@frozen
class LiteralReadings(Value):
    """An open question that two manuals answer differently, read literally."""

    question: str
    one: str  # the literal reading of side one
    two: str
