"""The syntax tree: frozen values, one class per construct of the language, each with its span.

Names are still strings here; `wtrules.rules` binds them. The span never takes part in equality,
so two texts that differ only in layout have equal trees.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from wtrules.source import Span


def _span() -> Span:
    value: Span = field(eq=False, repr=False, kw_only=True)
    return value


# --- terms ---------------------------------------------------------------------------------


@frozen
class Number:
    """A whole number."""

    value: int
    span: Span = _span()


@frozen
class Text:
    """A quoted text, quotes and escapes already taken off."""

    value: str
    span: Span = _span()


@frozen
class Name:
    """A name or dotted path: a variable, setting, predicate, symbol … decided later."""

    id: str
    span: Span = _span()


@frozen
class Castle:
    """The castle as a piece."""

    span: Span = _span()


@frozen
class PropertyOf:
    """`owner of w`"""

    property: Name
    subject: Expr
    span: Span = _span()


@frozen
class EntryAt:
    """`board.lights at s`: an entry of a list or table."""

    table: Name
    key: Expr
    span: Span = _span()


@frozen
class Unary:
    """`not x` or `-x`."""

    operator: str
    operand: Expr
    span: Span = _span()


@frozen
class Binary:
    """Two terms joined by `or and = != < <= > >= + - * / mod is`, or `is not`."""

    operator: str
    left: Expr
    right: Expr
    span: Span = _span()


@frozen
class Relation:
    """`on p`, `beneath t`, `above t`; the subject stands before `is` or is understood."""

    word: str
    target: Expr
    span: Span = _span()


@frozen
class Course:
    """`clockwise from active`: where a search begins and which way it runs."""

    direction: str
    origin: Expr
    span: Span = _span()


@frozen
class Query:
    """Pieces or places that are asked for: `wizard w on p where own and visible`."""

    kind: str
    variable: Name | None
    relations: tuple[Relation, ...]
    course: Course | None
    where: Expr | None
    low: Expr | None = None  # `number k from 1 to 3`
    high: Expr | None = None
    span: Span = _span()


@frozen
class Ask:
    """A question about a query: `number of`, `any`, `no`, `first`, `next` or `random`."""

    word: str
    query: Query
    span: Span = _span()


@frozen
class Extreme:
    """`highest full_flasks of q for player q where …`; also `lowest` and `total`."""

    word: str
    value: Expr
    query: Query
    span: Span = _span()


@frozen
class Can:
    """`can move w clockwise 3`: whether nothing forbids it."""

    action: Do
    span: Span = _span()


@frozen
class Range:
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
    | Can
    | Range
)


@frozen
class Value:
    """What a setting holds: one term or a list, perhaps counted `from 1:`.

    `one of active, everyone` names all it may ever hold; the first is what it holds now.
    """

    entries: tuple[Expr, ...]
    first: int | None = None
    choices: tuple[Name, ...] = ()
    span: Span = _span()


@frozen
class Unit:
    """`per action for each player`"""

    scope: str
    each_player: bool = False
    span: Span = _span()


# --- what a rule is about --------------------------------------------------------------------


@frozen
class Phrase:
    """A text for people in one language."""

    language: str
    text: str
    span: Span = _span()


@frozen
class NameClause:
    """`name en "…" de "…"`"""

    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen
class Says:
    """`says en "…" de "…"`: the rule in our own words."""

    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen
class Cites:
    """`cites en-capstone "Setup" p3 implies`"""

    manual: Name
    section: str | None
    page: str | None
    stance: str | None
    span: Span = _span()


@frozen
class Assumed:
    """`assumed amb.cost.free`"""

    entries: tuple[Name, ...]
    span: Span = _span()


@frozen
class Covers:
    """`covers castle.move.target`: the addresses of the rule atlas that stand here."""

    ids: tuple[Name, ...]
    span: Span = _span()


@frozen
class Suppress:
    """`suppress unused-definition "reason"`"""

    code: Name
    reason: str
    span: Span = _span()


Ground: TypeAlias = Cites | Assumed | Covers


# --- statements ------------------------------------------------------------------------------


@frozen
class Block:
    """Statements in braces."""

    statements: tuple[Statement, ...]
    span: Span = _span()


@frozen
class Choose:
    """`choose wizard w where own and visible`; several queries make one decision."""

    queries: tuple[Query, ...]
    otherwise: Block | None
    span: Span = _span()


@frozen
class May:
    """`may { … }`: the block, or pass."""

    body: Block
    otherwise: Block | None
    span: Span = _span()


@frozen
class Either:
    """`either { … } or { … }`: one decision over the first choices of all branches."""

    branches: tuple[Block, ...]
    otherwise: Block | None
    span: Span = _span()


@frozen
class Option:
    """`option discard`: names a branch that needs no piece to be chosen."""

    name: Name
    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen
class If:
    """`if … { … } else { … }`"""

    condition: Expr
    then: Block
    otherwise: Block | None
    span: Span = _span()


@frozen
class When:
    """`when …`: the rest of the block applies only then."""

    condition: Expr
    span: Span = _span()


@frozen
class Repeat:
    """`repeat { … }`, `repeat n times { … }`, `repeat while … { … }`."""

    mode: str
    term: Expr | None
    body: Block
    span: Span = _span()


@frozen
class Each:
    """`each player p clockwise from active { … }`"""

    query: Query
    body: Block
    span: Span = _span()


@frozen
class As:
    """`as p { … }`: player p acts and decides."""

    player: Expr
    body: Block
    span: Span = _span()


@frozen
class Scope:
    """`round { … }`, `turn of p { … }`, `action { … }`: what `end turn` leaves."""

    word: str
    player: Expr | None
    body: Block
    span: Span = _span()


@frozen
class Perform:
    """`perform dice.roll(c)`: carry out a rule, a card or a spell."""

    target: Name
    arguments: tuple[Expr, ...]
    span: Span = _span()


@frozen
class Set:
    """`set turn.played = turn.played + 1`"""

    target: Name
    player: Expr | None
    value: Expr
    span: Span = _span()


@frozen
class Let:
    """`let d = space of t`"""

    name: Name
    value: Expr
    span: Span = _span()


@frozen
class Use:
    """`use spell.casting`: take one of an allowance."""

    allowance: Name
    span: Span = _span()


@frozen
class Stop:
    """`stop`: leave the nearest repeat or each."""

    span: Span = _span()


@frozen
class End:
    """`end turn`, `end game stalled`"""

    scope: str
    outcome: Name | None
    span: Span = _span()


@frozen
class Do:
    """`do move w clockwise 3`: a verb and its named parts, in the order they are written."""

    verb: str
    parts: tuple[tuple[str, Expr], ...]
    direction: str | None = None
    span: Span = _span()


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


@frozen
class Event:
    """`wizard w lands on p`, as the words it is written in."""

    words: tuple[str, ...]
    span: Span = _span()


@frozen
class Trigger:
    """`on wizard w enters castle`"""

    events: tuple[Event, ...]
    span: Span = _span()


@frozen
class Forbid:
    """`forbid tower t lands on s`"""

    events: tuple[Event, ...]
    span: Span = _span()


@frozen
class RuleAfter:
    """`after castle.entry`: this rule answers an event after that one."""

    rules: tuple[Name, ...]
    span: Span = _span()


@frozen
class Cost:
    """`cost 2`: full flasks a spell is paid with."""

    value: Expr
    span: Span = _span()


@frozen
class Code:
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
    | Statement
)


@frozen
class Parameter:
    """`wizard w`"""

    kind: str
    name: Name
    span: Span = _span()


@frozen
class Rule:
    """`rule castle.entry { … }`"""

    id: Name
    parameters: tuple[Parameter, ...]
    clauses: tuple[Clause, ...]
    span: Span = _span()


@frozen
class Card:
    """`card wizard(number n) { … }`: a kind of movement card."""

    id: Name
    parameters: tuple[Parameter, ...]
    clauses: tuple[Clause, ...]
    span: Span = _span()


@frozen
class Spell:
    """`spell free_wizard { … }`"""

    id: Name
    clauses: tuple[Clause, ...]
    span: Span = _span()


@frozen
class Define:
    """`define own of wizard w = owner of w is actor`"""

    id: Name
    parameter: Parameter | None
    value: Expr
    span: Span = _span()


@frozen
class Setting:
    """`capacity 6`"""

    key: Name
    value: Value
    grounds: tuple[Ground, ...]
    span: Span = _span()


@frozen
class Group:
    """`board { spaces 16 … }`: settings that share a first name."""

    id: Name
    settings: tuple[Setting, ...]
    span: Span = _span()


@frozen
class Cell:
    """A table cell: number, name, text, range, `<20` or `>45`."""

    low: int | None
    high: int | None
    text: str | None = None
    quoted: bool = False
    span: Span = _span()


@frozen
class Row:
    """`3, 4 | 4 | 5`"""

    keys: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    span: Span = _span()


@frozen
class Table:
    """`table supply { players | wizards … }`; its first row names the columns."""

    id: Name
    rows: tuple[Row, ...]
    span: Span = _span()


@frozen
class Face:
    """One half of a card: `tower 5`, `wizard die`."""

    kind: Name
    value: int | None
    die: bool = False
    span: Span = _span()


@frozen
class DeckLine:
    """`3 x tower die rolls 2`"""

    copies: int
    faces: tuple[Face, ...]
    rolls: int | None
    span: Span = _span()


@frozen
class Deck:
    """`deck 90 { … }`"""

    size: int
    lines: tuple[DeckLine, ...]
    span: Span = _span()


@frozen
class OneOf:
    """`one of none, before, after`: the values a memory can take, the first one to begin with."""

    names: tuple[Name, ...]
    span: Span = _span()


@frozen
class KindValue:
    """`memory carrier = wizard`: a memory that holds a piece, nothing to begin with."""

    kind: str
    span: Span = _span()


@frozen
class Memory:
    """`memory turn.played = 0 per turn`"""

    id: Name
    value: Expr | OneOf | KindValue
    unit: Unit | None
    span: Span = _span()


@frozen
class Allowance:
    """`allowance spell.casting = 1 per turn`"""

    id: Name
    amount: Expr
    unit: Unit
    span: Span = _span()


@frozen
class Outcome:
    """`outcome stalled { name … }`: a way the game can end."""

    id: Name
    clauses: tuple[Clause, ...]
    span: Span = _span()


@frozen
class NewValue:
    """`board.capacity = 4` behind `override`."""

    id: Name
    value: Value
    unit: Unit | None
    span: Span = _span()


@frozen
class Override:
    """`override …`: a definition or value that takes the place of an inherited one."""

    item: Rule | Card | Spell | Table | Deck | Define | Memory | Outcome | NewValue
    span: Span = _span()


@frozen
class Remove:
    """`remove spell swap_towers`"""

    kind: str
    id: Name
    span: Span = _span()


@frozen
class Add:
    """`add to deck { … }`, `add to rule x { … }`, `add to board.shields = 2`."""

    kind: str
    id: Name | None
    members: tuple[DeckLine | Row | Clause, ...] = ()
    value: Value | None = None
    span: Span = _span()


@frozen
class Given:
    """`given "board" b to move card w3 roll 2`, or `given start for 3 players`."""

    board: Text | None
    seat: str | None
    card: str | None
    roll: int | None
    spell: str | None
    players: int | None = None
    span: Span = _span()


@frozen
class WhenMove:
    """`when "wizard s3b"` inside an example."""

    move: Text
    span: Span = _span()


@frozen
class Then:
    """`then "board"`, `then forbidden by …`, `then moves 3`, `then b fills flask`, `then b home`,
    `then turn over`, `then turn continues`.
    """

    what: str
    value: str | int | None
    span: Span = _span()


@frozen
class ExampleWith:
    """`with nasty`: the variants an example is played with."""

    variants: tuple[Name, ...]
    span: Span = _span()


ExampleClause: TypeAlias = Says | Cites | Covers | ExampleWith | Given | WhenMove | Then


@frozen
class Example:
    """`example castle.next_shield { given … when … then … }`"""

    id: Name
    clauses: tuple[ExampleClause, ...]
    span: Span = _span()


@frozen
class Evidence:
    """`evidence en "…"`"""

    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen
class ReadingBody:
    """`for abacus with nasty { override … }`: what a reading changes; no names mean everywhere."""

    rulesets: tuple[Name, ...]
    variants: tuple[Name, ...]
    items: tuple[Item, ...]
    span: Span = _span()


@frozen
class Reading:
    """`reading b en "…" { override … }`: one answer to an open question.

    It says what it changes, or in `unplayable` why it cannot be played.
    """

    name: Name
    phrases: tuple[Phrase, ...]
    bodies: tuple[ReadingBody, ...]
    unplayable: tuple[Phrase, ...] = ()
    span: Span = _span()


@frozen
class DefaultReading:
    """`default a`, or `default b for abacus`"""

    name: Name
    rulesets: tuple[Name, ...] = ()
    span: Span = _span()


@frozen
class Affects:
    """`affects castle.move.target`"""

    ids: tuple[Name, ...]
    span: Span = _span()


@frozen
class Confidence:
    """`confidence high`"""

    name: Name
    span: Span = _span()


AssumptionClause: TypeAlias = Says | Evidence | Reading | DefaultReading | Affects | Confidence


@frozen
class Assumption:
    """`assumption amb.cost.free { … }`: an open question of the manuals."""

    id: Name
    clauses: tuple[AssumptionClause, ...]
    span: Span = _span()


@frozen
class Chapter:
    """`chapter castle`: the part of the atlas a topic belongs to."""

    name: Name
    span: Span = _span()


@frozen
class Topic:
    """`topic castle.move.target { says … }`: an address of the rule atlas."""

    id: Name
    clauses: tuple[Says | Chapter, ...]
    span: Span = _span()


@frozen
class ManualLine:
    """`implies turn.order "Playing the Game" p4`: what a manual does with a topic, and where.

    `differs` says what it states instead of the topic's own words.
    """

    stance: str
    topic: Name
    section: str | None
    page: str | None
    differs: tuple[Phrase, ...]
    span: Span = _span()


@frozen
class Manual:
    """`manual en-capstone { … }`: one printed manual, topic by topic."""

    id: Name
    lines: tuple[ManualLine, ...]
    span: Span = _span()


@frozen
class Title:
    """`title en "…" de "…"`"""

    phrases: tuple[Phrase, ...]
    span: Span = _span()


@frozen
class Reference:
    """Another ruleset, by name or by a path beneath this file's folder."""

    name: str
    is_path: bool
    span: Span = _span()


@frozen
class Extends:
    """`extends en-capstone with nasty`"""

    bases: tuple[Reference, ...]
    variants: tuple[Name, ...]
    span: Span = _span()


@frozen
class Includes:
    """`includes "board.wtr", "setup.wtr"`"""

    paths: tuple[Text, ...]
    span: Span = _span()


@frozen
class Players:
    """`players 2..6`"""

    ranges: tuple[Range, ...]
    span: Span = _span()


@frozen
class LayerAfter:
    """`after nasty`: this layer changes things after that one."""

    layers: tuple[Name, ...]
    span: Span = _span()


@frozen
class Needs:
    """`needs nasty`"""

    variants: tuple[Name, ...]
    span: Span = _span()


@frozen
class Excludes:
    """`excludes solo`"""

    variants: tuple[Name, ...]
    span: Span = _span()


@frozen
class Variant:
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
)
VariantMember: TypeAlias = NameClause | Says | Ground | Needs | Excludes | LayerAfter | Item
RulesetMember: TypeAlias = Title | Extends | Includes | Players | LayerAfter | Item


@frozen
class Ruleset:
    """`ruleset friday { … }`"""

    id: Name
    members: tuple[RulesetMember, ...]
    span: Span = _span()


@frozen
class Comment:
    """A comment with its `#`; the formatter puts it back where it stood."""

    text: str
    span: Span = _span()


@frozen
class File:
    """One rule file: its ruleset block and items, and beside them its comments."""

    members: tuple[Ruleset | Item, ...]
    comments: tuple[Comment, ...] = field(default=(), eq=False)
    span: Span = _span()
