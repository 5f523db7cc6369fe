"""The rule atlas and the rulebook: topics, manuals, chapters, labels."""

from __future__ import annotations

from attrs import frozen

from wtrules.node import Node
from wtrules.syntax.nodes.about import Holds, InChapter, NameClause, Phrase, Says, Shows
from wtrules.syntax.nodes.rules import RuleAfter
from wtrules.syntax.nodes.terms import Name


@frozen
class Topic(Node):
    """`topic castle.move.target { name … says … }`: an address of the rule atlas."""

    id: Name
    clauses: tuple[NameClause | Says | InChapter, ...]


@frozen
class Aspect(Node):
    """`modality must`, `term en "…" de "…"`, `no example`: one aspect of how a manual puts something.

    An aspect with fixed words has a word (`example` is `yes`, `no example` is `no`), any other one phrases.
    """

    name: str
    word: Name | None
    phrases: tuple[Phrase, ...]


@frozen
class ManualLine(Node):
    """`implies turn.order "Playing the Game" p4`: what a manual does with a topic, and where.

    `differs` says what it states instead of the topic's own words, `phrased` how it puts it.
    """

    stance: str
    topic: Name
    section: str | None
    page: str | None
    differs: tuple[Phrase, ...]
    phrased: tuple[Aspect, ...]


@frozen
class Manual(Node):
    """`manual en-capstone { … }`: one printed manual, topic by topic."""

    id: Name
    lines: tuple[ManualLine, ...]


@frozen
class Chapter(Node):
    """`chapter castle { name … holds castle }`: a chapter of the rulebook."""

    id: Name
    clauses: tuple[NameClause | Says | Holds | Shows | RuleAfter, ...]


@frozen
class Word(Node):
    """`word secret en "…" de "…"`: what a value of a setting is called."""

    name: Name
    phrases: tuple[Phrase, ...]


@frozen
class ColumnTitles(Node):
    """`en "Space", "Wizards"`: the titles of the columns in one language."""

    language: str
    texts: tuple[str, ...]


@frozen
class Columns(Node):
    """`columns en "Space", "Wizards" de "Feld", "Magier"`"""

    titles: tuple[ColumnTitles, ...]


@frozen
class Label(Node):
    """`label hand.size { name … }`: what a setting, allowance, table or manual is called."""

    id: Name
    clauses: tuple[NameClause | Says | Word | Columns, ...]
