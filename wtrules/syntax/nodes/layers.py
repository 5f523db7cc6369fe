"""Files, rulesets and variants, and what they change; assumptions."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from wtrules.node import Node
from wtrules.syntax.nodes.about import (
    Covers,
    Ground,
    NameClause,
    Phrase,
    Reference,
    Says,
    Suppress,
)
from wtrules.syntax.nodes.atlas import Chapter, Label, Manual, Topic
from wtrules.syntax.nodes.examples import Example
from wtrules.syntax.nodes.rules import Addition, Card, Clause, Define, Outcome, Piece, Rule, Spell
from wtrules.syntax.nodes.settings import Allowance, Deck, DeckLine, Group, Memory, Row, Table
from wtrules.syntax.nodes.terms import Name, Range, Text, Unit, Value


@frozen
class NewValue(Node):
    """`board.capacity = 4` after `override`."""

    id: Name
    value: Value
    unit: Unit | None


@frozen
class Override(Node):
    """`override …`: a definition or value that takes the place of an inherited one."""

    item: (
        Rule
        | Card
        | Spell
        | Table
        | Deck
        | Define
        | Memory
        | Outcome
        | Piece
        | Chapter
        | Label
        | NewValue
    )


@frozen
class Remove(Node):
    """`remove spell swap_towers`"""

    kind: str
    id: Name


@frozen
class Add(Node):
    """`add to deck weather { … }`, `add to rule x { … }`, `add to board.shields = 2`, `add to define x = 1`."""

    kind: str
    id: Name | None
    members: tuple[DeckLine | Row | Clause, ...] = ()
    value: Value | None = None
    meaning: Addition | None = None


@frozen
class Evidence(Node):
    """`evidence en "…"`"""

    phrases: tuple[Phrase, ...]


@frozen
class ReadingBody(Node):
    """`for abacus with nasty { override … }`: what a reading changes; no names mean everywhere.

    Its examples change nothing: they prove the reading.
    """

    rulesets: tuple[Name, ...]
    variants: tuple[Name, ...]
    items: tuple[Item, ...]

    @property
    def changes(self) -> tuple[Item, ...]:
        """What it changes in a ruleset."""
        return tuple(item for item in self.items if not isinstance(item, Example))

    @property
    def examples(self) -> tuple[Example, ...]:
        """What is true if the question is read this way."""
        return tuple(item for item in self.items if isinstance(item, Example))


@frozen
class Reading(Node):
    """`reading b en "…" { override … }`: one answer to an open question.

    It says what it changes, or in `unplayable` why it cannot be played.
    """

    name: Name
    phrases: tuple[Phrase, ...]
    bodies: tuple[ReadingBody, ...]
    unplayable: tuple[Phrase, ...] = ()


@frozen
class DefaultReading(Node):
    """`default a`, or `default b for abacus with nasty`"""

    name: Name
    rulesets: tuple[Name, ...] = ()
    variants: tuple[Name, ...] = ()


@frozen
class LetterReading(Node):
    """`letter b for abacus`: what manuals say when they are read literally."""

    name: Name
    rulesets: tuple[Name, ...]
    variants: tuple[Name, ...] = ()


@frozen
class Affects(Node):
    """`affects castle.move.target`"""

    ids: tuple[Name, ...]


@frozen
class Confidence(Node):
    """`confidence high`"""

    name: Name


@frozen
class QuestionKind(Node):
    """`kind fact`: what kind of question it is."""

    name: Name


AssumptionClause: TypeAlias = (
    Says
    | Covers
    | Evidence
    | Reading
    | DefaultReading
    | LetterReading
    | Affects
    | Confidence
    | QuestionKind
)


@frozen
class Assumption(Node):
    """`assumption amb.cost.free { … }`: an open question of the manuals."""

    id: Name
    clauses: tuple[AssumptionClause, ...]


@frozen
class Title(Node):
    """`title en "…" de "…"`"""

    phrases: tuple[Phrase, ...]


@frozen
class EditionLanguage(Node):
    """`language de`: the language the edition is printed in."""

    language: str


@frozen
class Extends(Node):
    """`extends en-capstone with nasty`"""

    bases: tuple[Reference, ...]
    variants: tuple[Name, ...]


@frozen
class Includes(Node):
    """`includes "board.wtr", "setup.wtr"`"""

    paths: tuple[Text, ...]


@frozen
class Examples(Node):
    """`examples "examples.wtr"`: files read only when examples are run."""

    paths: tuple[Text, ...]


@frozen
class Players(Node):
    """`players 2..6`"""

    ranges: tuple[Range, ...]


@frozen
class LayerAfter(Node):
    """`after nasty`: this layer changes things after that one."""

    layers: tuple[Name, ...]


@frozen
class Needs(Node):
    """`needs nasty`"""

    variants: tuple[Name, ...]


@frozen
class Excludes(Node):
    """`excludes solo`"""

    variants: tuple[Name, ...]


@frozen
class Variant(Node):
    """`variant nasty for 2..6 players { … }`"""

    id: Name
    players: tuple[Range, ...]
    members: tuple[VariantMember, ...]


Item: TypeAlias = (
    Group
    | Table
    | Deck
    | Card
    | Spell
    | Rule
    | Define
    | Memory
    | Allowance
    | Outcome
    | Piece
    | Variant
    | Override
    | Remove
    | Add
    | Example
    | Suppress
    | Assumption
    | Topic
    | Manual
    | Chapter
    | Label
)


VariantMember: TypeAlias = NameClause | Says | Ground | Needs | Excludes | LayerAfter | Item


RulesetMember: TypeAlias = (
    Title | EditionLanguage | Extends | Includes | Examples | Players | LayerAfter | Item
)


@frozen
class Ruleset(Node):
    """`ruleset friday { … }`"""

    id: Name
    members: tuple[RulesetMember, ...]


@frozen
class Comment(Node):
    """A comment with its `#`; the formatter puts it back where it stood."""

    text: str


@frozen
class File(Node):
    """One rule file: its ruleset block and items, and beside them its comments."""

    members: tuple[Ruleset | Item, ...]
    comments: tuple[Comment, ...] = field(default=(), eq=False, repr=False)
