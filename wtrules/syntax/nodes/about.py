"""What rules say about themselves: names, paraphrases, sources."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from wtrules.node import Node
from wtrules.syntax.nodes.terms import Name


@frozen(eq=False, repr=False)
class Phrase(Node):
    """A text for people in one language."""

    language: str
    text: str


@frozen(eq=False, repr=False)
class NameClause(Node):
    """`name en "…" de "…"`"""

    phrases: tuple[Phrase, ...]


@frozen(eq=False, repr=False)
class Says(Node):
    """`says en "…" de "…"`: the rule in our own words."""

    phrases: tuple[Phrase, ...]


@frozen(eq=False, repr=False)
class Cites(Node):
    """`cites en-capstone "Setup" p3 implies`"""

    manual: Name
    section: str | None
    page: str | None
    stance: str | None


@frozen(eq=False, repr=False)
class Assumed(Node):
    """`assumed amb.cost.free`"""

    entries: tuple[Name, ...]


@frozen(eq=False, repr=False)
class Covers(Node):
    """`covers castle.move.target`: the topics of the rule atlas that are stated here."""

    ids: tuple[Name, ...]


@frozen(eq=False, repr=False)
class Suppress(Node):
    """`suppress unused-definition "reason"`"""

    code: Name
    reason: str


@frozen(eq=False, repr=False)
class InChapter(Node):
    """`chapter castle`: the chapter a rule or a topic of the atlas belongs to."""

    name: Name


@frozen(eq=False, repr=False)
class Holds(Node):
    """`holds spell.free`: the rulebook prints the rules whose ids begin like this with it."""

    ids: tuple[Name, ...]


@frozen(eq=False, repr=False)
class Shows(Node):
    """`shows hand.size`: the rulebook shows these settings, or these parts of a book, here."""

    ids: tuple[Name, ...]


Ground: TypeAlias = Cites | Assumed | Covers

# Clauses that describe a definition and change nothing in play.
DESCRIPTIONS = (NameClause, Says, Cites, Assumed, Covers, Suppress, InChapter, Holds, Shows)
