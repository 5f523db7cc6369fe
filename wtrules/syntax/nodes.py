"""The syntax tree: frozen values, one class per construct of the language, each with its span.

Names are still strings here; `wtrules.rules` binds them. The span never takes part in equality,
so two texts that differ only in layout have equal trees.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from wtrules.node import Node
from wtrules.source import Span


def _span() -> Span:
    value: Span = field(eq=False, repr=False, kw_only=True)
    return value


# --- terms ---------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Number(Node):
    """A whole number."""

    value: int
    span: Span = _span()


@frozen(eq=False, repr=False)
class Text(Node):
    """A quoted text, quotes and escapes already taken off."""

    value: str
    span: Span = _span()


@frozen(eq=False, repr=False)
class Name(Node):
    """A name or dotted path: a variable, setting, predicate, symbol … decided later."""

    id: str
    span: Span = _span()


@frozen(eq=False, repr=False)
class Castle(Node):
    """The castle as a piece."""

    span: Span = _span()


@frozen(eq=False, repr=False)
class PropertyOf(Node):
    """`owner of w`"""

    property: Name
    subject: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class EntryAt(Node):
    """`board.lights at s`: an entry of a list or table."""

    table: Name
    key: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Unary(Node):
    """`not x` or `-x`."""

    operator: str
    operand: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Binary(Node):
    """Two terms joined by `or and = != < <= > >= + - * / mod is`, or `is not`."""

    operator: str
    left: Expr
    right: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Relation(Node):
    """`on p`, `beneath t`, `above t`; the subject stands before `is` or is understood."""

    word: str
    target: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Course(Node):
    """`clockwise from active`: where a search begins and which way it runs."""

    direction: str
    origin: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Query(Node):
    """Pieces or places that are asked for: `wizard w on p where own and visible`."""

    kind: str
    variable: Name | None
    relations: tuple[Relation, ...]
    course: Course | None
    where: Expr | None
    low: Expr | None = None  # `number k from 1 to 3`
    high: Expr | None = None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Ask(Node):
    """A question about a query: `number of`, `any`, `no`, `first`, `next` or `random`."""

    word: str
    query: Query
    span: Span = _span()


@frozen(eq=False, repr=False)
class Extreme(Node):
    """`highest full_flasks of q for player q where …`; also `lowest` and `total`."""

    word: str
    value: Expr
    query: Query
    span: Span = _span()


@frozen(eq=False, repr=False)
class NumberedSpace(Node):
    """`space 5`: a space of the ring, counted clockwise from 0."""

    number: int
    span: Span = _span()


@frozen(eq=False, repr=False)
class Conditional(Node):
    """`(2 when sky is rain else 0)`: one term or another; 0 or nothing without `else`."""

    value: Expr
    condition: Expr
    otherwise: Expr | None = None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Can(Node):
    """`can move w clockwise 3`: whether nothing forbids it."""

    action: Do
    span: Span = _span()


@frozen(eq=False, repr=False)
class Range(Node):
    """`2..6`"""

    low: int
    high: int
    span: Span = _span()


Expr: TypeAlias = (
    Number
    | Text
    | Name
    | Castle
    | PropertyOf
    | EntryAt
    | Unary
    | Binary
    | Relation
    | Ask
    | Extreme
    | NumberedSpace
    | Conditional
    | Can
    | Range
)


@frozen(eq=False, repr=False)
class Value(Node):
    """What a setting holds: one term or a list, perhaps counted `from 1:`.

    `one of active, everyone` names all it may ever hold; the first is what it holds now.
    """

    entries: tuple[Expr, ...]
    first: int | None = None
    choices: tuple[Name, ...] = ()
    span: Span = _span()


@frozen(eq=False, repr=False)
class Unit(Node):
    """`per action for each player`"""

    scope: str
    each: str | None = None
    span: Span = _span()


# --- what a rule is about --------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Phrase(Node):
    """A text for people in one language."""

    language: str
    text: str
    span: Span = _span()


@frozen(eq=False, repr=False)
class NameClause(Node):
    """`name en "…" de "…"`"""

    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Says(Node):
    """`says en "…" de "…"`: the rule in our own words."""

    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Cites(Node):
    """`cites en-capstone "Setup" p3 implies`"""

    manual: Name
    section: str | None
    page: str | None
    stance: str | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Assumed(Node):
    """`assumed amb.cost.free`"""

    entries: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Covers(Node):
    """`covers castle.move.target`: the addresses of the rule atlas that stand here."""

    ids: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Suppress(Node):
    """`suppress unused-definition "reason"`"""

    code: Name
    reason: str
    span: Span = _span()


@frozen(eq=False, repr=False)
class InChapter(Node):
    """`chapter castle`: the chapter a rule or a topic of the atlas belongs to."""

    name: Name
    span: Span = _span()


@frozen(eq=False, repr=False)
class Holds(Node):
    """`holds spell.free`: the rulebook tells the rules whose ids begin so with this."""

    ids: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Shows(Node):
    """`shows hand.size`: the rulebook shows these settings, or these parts of a book, here."""

    ids: tuple[Name, ...]
    span: Span = _span()


Ground: TypeAlias = Cites | Assumed | Covers

# Clauses that describe a definition and change nothing in play.
DESCRIPTIONS = (NameClause, Says, Cites, Assumed, Covers, Suppress, InChapter, Holds, Shows)


# --- statements ------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Block(Node):
    """Statements in braces."""

    statements: tuple[Statement, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Choose(Node):
    """`choose wizard w where own and visible`; several queries make one decision."""

    queries: tuple[Query, ...]
    otherwise: Block | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class May(Node):
    """`may { … }`: the block, or pass."""

    body: Block
    otherwise: Block | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Either(Node):
    """`either { … } or { … }`: one decision over the first choices of all branches."""

    branches: tuple[Block, ...]
    otherwise: Block | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Option(Node):
    """`option discard`: names a branch that needs no piece to be chosen."""

    name: Name
    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class If(Node):
    """`if … { … } else { … }`"""

    condition: Expr
    then: Block
    otherwise: Block | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class When(Node):
    """`when …`: the rest of the block applies only then."""

    condition: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Repeat(Node):
    """`repeat { … }`, `repeat n times { … }`, `repeat while … { … }`."""

    mode: str
    term: Expr | None
    body: Block
    span: Span = _span()


@frozen(eq=False, repr=False)
class Each(Node):
    """`each player p clockwise from active { … }`"""

    query: Query
    body: Block
    span: Span = _span()


@frozen(eq=False, repr=False)
class As(Node):
    """`as p { … }`: player p acts and decides."""

    player: Expr
    body: Block
    span: Span = _span()


@frozen(eq=False, repr=False)
class Scope(Node):
    """`round { … }`, `turn of p { … }`, `action { … }`: what `end turn` leaves."""

    word: str
    player: Expr | None
    body: Block
    span: Span = _span()


@frozen(eq=False, repr=False)
class Perform(Node):
    """`perform dice.roll(c)`: carry out a rule, a card or a spell."""

    target: Name
    arguments: tuple[Expr, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Set(Node):
    """`set turn.played = turn.played + 1`"""

    target: Name
    player: Expr | None
    value: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Let(Node):
    """`let d = space of t`"""

    name: Name
    value: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Use(Node):
    """`use spell.casting`: take one of an allowance."""

    allowance: Name
    span: Span = _span()


@frozen(eq=False, repr=False)
class Stop(Node):
    """`stop`: leave the nearest repeat or each."""

    span: Span = _span()


@frozen(eq=False, repr=False)
class End(Node):
    """`end turn`, `end game stalled`"""

    scope: str
    outcome: Name | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Part(Node):
    """A term of an action, with the label its verb gives it."""

    label: str
    term: Expr

    def __repr__(self) -> str:
        # The hashes in recorded games are made of this text.
        return repr((self.label, self.term))


@frozen(eq=False, repr=False)
class Do(Node):
    """`do move w clockwise 3`: a verb and its parts, in the order they are written."""

    verb: str
    parts: tuple[Part, ...]
    direction: str | None = None
    span: Span = _span()

    def part(self, label: str) -> Expr | None:
        """Return a part by its label, None if it was left out."""
        return next((part.term for part in self.parts if part.label == label), None)


Statement: TypeAlias = (
    Choose
    | May
    | Either
    | Option
    | If
    | When
    | Repeat
    | Each
    | As
    | Scope
    | Perform
    | Set
    | Let
    | Use
    | Stop
    | End
    | Do
)


# --- clauses and items -----------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Event(Node):
    """`wizard w lands on p`, as the words it is written in."""

    words: tuple[str, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Trigger(Node):
    """`on wizard w enters castle`"""

    events: tuple[Event, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Forbid(Node):
    """`forbid tower t lands on s`"""

    events: tuple[Event, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class RuleAfter(Node):
    """`after castle.entry`: this rule answers an event after that one."""

    rules: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Cost(Node):
    """`cost 2`: full flasks a spell is paid with."""

    value: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Code(Node):
    """`code w`: the short form of a card in positions and moves."""

    name: Name
    span: Span = _span()


Clause: TypeAlias = (
    NameClause
    | Says
    | Cites
    | Assumed
    | Covers
    | Trigger
    | Forbid
    | RuleAfter
    | Cost
    | Code
    | Suppress
    | InChapter
    | Holds
    | Shows
    | Statement
)


@frozen(eq=False, repr=False)
class Parameter(Node):
    """`wizard w`"""

    kind: str
    name: Name
    span: Span = _span()


@frozen(eq=False, repr=False)
class Rule(Node):
    """`rule castle.entry { … }`"""

    id: Name
    parameters: tuple[Parameter, ...]
    clauses: tuple[Clause, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Card(Node):
    """`card wizard(number n) { … }`: a kind of movement card."""

    id: Name
    parameters: tuple[Parameter, ...]
    clauses: tuple[Clause, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Spell(Node):
    """`spell free_wizard { … }`"""

    id: Name
    clauses: tuple[Clause, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Define(Node):
    """`define own of wizard w = owner of w is actor`"""

    id: Name
    parameter: Parameter | None
    value: Expr
    span: Span = _span()


@frozen(eq=False, repr=False)
class Setting(Node):
    """`capacity 6`"""

    key: Name
    value: Value
    grounds: tuple[Ground, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Group(Node):
    """`board { spaces 16 … }`: settings that share a first name."""

    id: Name
    settings: tuple[Setting, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Cell(Node):
    """A table cell: number, name, text, range, `<20` or `>45`."""

    low: int | None
    high: int | None
    text: str | None = None
    quoted: bool = False
    span: Span = _span()


@frozen(eq=False, repr=False)
class Row(Node):
    """`3, 4 | 4 | 5`"""

    keys: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Table(Node):
    """`table supply { players | wizards … }`; its first row names the columns."""

    id: Name
    rows: tuple[Row, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Face(Node):
    """One half of a card: `tower 5`, `wizard die`."""

    kind: Name
    value: int | None
    die: bool = False
    span: Span = _span()


@frozen(eq=False, repr=False)
class DeckLine(Node):
    """`3 x tower die rolls 2`"""

    copies: int
    faces: tuple[Face, ...]
    rolls: int | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Deck(Node):
    """`deck 90 { … }`"""

    size: int
    lines: tuple[DeckLine, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class OneOf(Node):
    """`one of none, before, after`: the values a memory can take, the first one to begin with."""

    names: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class KindValue(Node):
    """`memory carrier = wizard`: a memory that holds a piece, nothing to begin with.

    `memory golden = tower followed`: it goes along when the piece moves.
    """

    kind: str
    followed: bool = False
    span: Span = _span()


@frozen(eq=False, repr=False)
class Memory(Node):
    """`memory turn.played = 0 per turn`"""

    id: Name
    value: Expr | OneOf | KindValue
    unit: Unit | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Allowance(Node):
    """`allowance spell.casting = 1 per turn`"""

    id: Name
    amount: Expr
    unit: Unit
    span: Span = _span()


@frozen(eq=False, repr=False)
class Outcome(Node):
    """`outcome stalled { name … }`: a way the game can end."""

    id: Name
    clauses: tuple[Clause, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class NewValue(Node):
    """`board.capacity = 4` behind `override`."""

    id: Name
    value: Value
    unit: Unit | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Override(Node):
    """`override …`: a definition or value that takes the place of an inherited one."""

    item: (
        Rule | Card | Spell | Table | Deck | Define | Memory | Outcome | Chapter | Label | NewValue
    )
    span: Span = _span()


@frozen(eq=False, repr=False)
class Remove(Node):
    """`remove spell swap_towers`"""

    kind: str
    id: Name
    span: Span = _span()


@frozen(eq=False, repr=False)
class Add(Node):
    """`add to deck { … }`, `add to rule x { … }`, `add to board.shields = 2`."""

    kind: str
    id: Name | None
    members: tuple[DeckLine | Row | Clause, ...] = ()
    value: Value | None = None
    span: Span = _span()


@frozen(eq=False, repr=False)
class Given(Node):
    """`given "board" b to move card w3 roll 2`, or `given start for 3 players`."""

    board: Text | None
    seat: str | None
    card: str | None
    roll: int | None
    spell: str | None
    players: int | None = None
    span: Span = _span()


@frozen(eq=False, repr=False)
class WhenMove(Node):
    """`when "wizard s3b"` inside an example."""

    move: Text
    span: Span = _span()


@frozen(eq=False, repr=False)
class Then(Node):
    """`then "board"`, `then forbidden by …`, `then moves 3`, `then b fills flask`, `then b home`,
    `then turn over`, `then turn continues`.
    """

    what: str
    value: str | int | None
    span: Span = _span()


@frozen(eq=False, repr=False)
class ExampleWith(Node):
    """`with nasty`: the variants an example is played with."""

    variants: tuple[Name, ...]
    span: Span = _span()


ExampleClause: TypeAlias = Says | Cites | Covers | ExampleWith | Given | WhenMove | Then


@frozen(eq=False, repr=False)
class Example(Node):
    """`example castle.next_shield { given … when … then … }`"""

    id: Name
    clauses: tuple[ExampleClause, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Evidence(Node):
    """`evidence en "…"`"""

    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class ReadingBody(Node):
    """`for abacus with nasty { override … }`: what a reading changes; no names mean everywhere."""

    rulesets: tuple[Name, ...]
    variants: tuple[Name, ...]
    items: tuple[Item, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Reading(Node):
    """`reading b en "…" { override … }`: one answer to an open question.

    It says what it changes, or in `unplayable` why it cannot be played.
    """

    name: Name
    phrases: tuple[Phrase, ...]
    bodies: tuple[ReadingBody, ...]
    unplayable: tuple[Phrase, ...] = ()
    span: Span = _span()


@frozen(eq=False, repr=False)
class DefaultReading(Node):
    """`default a`, or `default b for abacus with nasty`"""

    name: Name
    rulesets: tuple[Name, ...] = ()
    variants: tuple[Name, ...] = ()
    span: Span = _span()


@frozen(eq=False, repr=False)
class LetterReading(Node):
    """`letter b for abacus`: what manuals say, taken by the letter."""

    name: Name
    rulesets: tuple[Name, ...]
    variants: tuple[Name, ...] = ()
    span: Span = _span()


@frozen(eq=False, repr=False)
class Affects(Node):
    """`affects castle.move.target`"""

    ids: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Confidence(Node):
    """`confidence high`"""

    name: Name
    span: Span = _span()


AssumptionClause: TypeAlias = (
    Says | Evidence | Reading | DefaultReading | LetterReading | Affects | Confidence
)


@frozen(eq=False, repr=False)
class Assumption(Node):
    """`assumption amb.cost.free { … }`: an open question of the manuals."""

    id: Name
    clauses: tuple[AssumptionClause, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Topic(Node):
    """`topic castle.move.target { says … }`: an address of the rule atlas."""

    id: Name
    clauses: tuple[Says | InChapter, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class ManualLine(Node):
    """`implies turn.order "Playing the Game" p4`: what a manual does with a topic, and where.

    `differs` says what it states instead of the topic's own words.
    """

    stance: str
    topic: Name
    section: str | None
    page: str | None
    differs: tuple[Phrase, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Manual(Node):
    """`manual en-capstone { … }`: one printed manual, topic by topic."""

    id: Name
    lines: tuple[ManualLine, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Chapter(Node):
    """`chapter castle { name … holds castle }`: a chapter of the rulebook."""

    id: Name
    clauses: tuple[NameClause | Says | Holds | Shows | RuleAfter, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Word(Node):
    """`word secret en "…" de "…"`: what a value of a setting is called."""

    name: Name
    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class ColumnTitles(Node):
    """`en "Space", "Wizards"`: the titles of the columns in one language."""

    language: str
    texts: tuple[str, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Columns(Node):
    """`columns en "Space", "Wizards" de "Feld", "Magier"`"""

    titles: tuple[ColumnTitles, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Label(Node):
    """`label hand.size { name … }`: what a setting, allowance, table or manual is called."""

    id: Name
    clauses: tuple[NameClause | Says | Word | Columns, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Title(Node):
    """`title en "…" de "…"`"""

    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class EditionLanguage(Node):
    """`language de`: the language the edition is printed in."""

    language: str
    span: Span = _span()


@frozen(eq=False, repr=False)
class Reference(Node):
    """Another ruleset, by name or by a path beneath this file's folder."""

    name: str
    is_path: bool
    span: Span = _span()


@frozen(eq=False, repr=False)
class Extends(Node):
    """`extends en-capstone with nasty`"""

    bases: tuple[Reference, ...]
    variants: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Includes(Node):
    """`includes "board.wtr", "setup.wtr"`"""

    paths: tuple[Text, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Examples(Node):
    """`examples "examples.wtr"`: files read only when examples are run."""

    paths: tuple[Text, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Players(Node):
    """`players 2..6`"""

    ranges: tuple[Range, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class LayerAfter(Node):
    """`after nasty`: this layer changes things after that one."""

    layers: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Needs(Node):
    """`needs nasty`"""

    variants: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Excludes(Node):
    """`excludes solo`"""

    variants: tuple[Name, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Variant(Node):
    """`variant nasty for 2..6 players { … }`"""

    id: Name
    players: tuple[Range, ...]
    members: tuple[VariantMember, ...]
    span: Span = _span()


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


@frozen(eq=False, repr=False)
class Ruleset(Node):
    """`ruleset friday { … }`"""

    id: Name
    members: tuple[RulesetMember, ...]
    span: Span = _span()


@frozen(eq=False, repr=False)
class Comment(Node):
    """A comment with its `#`; the formatter puts it back where it stood."""

    text: str
    span: Span = _span()


@frozen(eq=False, repr=False)
class File(Node):
    """One rule file: its ruleset block and items, and beside them its comments."""

    members: tuple[Ruleset | Item, ...]
    comments: tuple[Comment, ...] = field(default=(), eq=False)
    span: Span = _span()
