"""What rules say about themselves: names, paraphrases, sources."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from wtrules.node import Node
from wtrules.syntax.nodes.terms import Expr, Name


@frozen
class Blank(Node):
    """`{turn.actions|action|actions}` in a text: a value, and the words for one and for several."""

    name: Name
    words: tuple[str, ...] = ()


@frozen
class BrokenBlank(Node):
    """A brace in a text that is not part of a blank; `fault` is a name for what is wrong."""

    fault: str


@frozen
class Phrase(Node):
    """A text for people in one language; that of `says` may have blanks, which are in the text, too."""

    language: str
    text: str
    blanks: tuple[Blank | BrokenBlank, ...] = ()


@frozen
class NameClause(Node):
    """`name en "…" de "…"`"""

    phrases: tuple[Phrase, ...]


@frozen
class Says(Node):
    """`says en "…" de "…"`: the rule in our own words; perhaps only `when` something is so."""

    condition: Expr | None
    phrases: tuple[Phrase, ...]


@frozen
class Cites(Node):
    """`cites en-capstone "Setup" p3 implies`"""

    manual: Name
    section: str | None
    page: str | None
    stance: str | None


@frozen
class Assumed(Node):
    """`assumed amb.cost.free`"""

    entries: tuple[Name, ...]


@frozen
class Covers(Node):
    """`covers castle.move.target`: the topics of the rule atlas that are stated here."""

    ids: tuple[Name, ...]


@frozen
class Suppress(Node):
    """`suppress unused-definition "reason"`"""

    code: Name
    reason: str


@frozen
class InChapter(Node):
    """`chapter castle`: the chapter a rule or a topic of the atlas belongs to."""

    name: Name


@frozen
class Holds(Node):
    """`holds spell.free`: the rulebook prints the rules whose ids begin like this with it."""

    ids: tuple[Name, ...]


@frozen
class Shows(Node):
    """`shows hand.size`: the rulebook shows these settings, or these parts of a book, here."""

    ids: tuple[Name, ...]


@frozen
class Detail(Node):
    """`detail`: the rulebook prints the rule among the details, not in the main text."""


@frozen
class Reference(Node):
    """Something outside the rules, by its name or as a text: a ruleset or the path of one, a picture."""

    name: str
    is_path: bool


@frozen
class Picture(Node):
    """`picture dragon`, `picture "🐉"`: what a piece looks like."""

    look: Reference


@frozen
class Goal(Node):
    """`goal reached`: whether players who end the game like this have done what was asked of them."""

    word: str


@frozen
class Worth(Node):
    """`worth 20 * full_flasks of actor`: the points that bots count for it."""

    value: Expr


Ground: TypeAlias = Cites | Assumed | Covers

# Clauses that describe a definition and change nothing in play.
DESCRIPTIONS = (
    NameClause, Says, Cites, Assumed, Covers, Suppress, InChapter, Holds, Shows, Detail, Goal, Worth,
    Picture,
)  # fmt: skip
