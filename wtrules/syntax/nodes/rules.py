"""Rules, cards and spells: when they apply, and what they consist of."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from wtrules.node import Node
from wtrules.syntax.nodes.about import (
    Assumed,
    Cites,
    Covers,
    Detail,
    Goal,
    Holds,
    InChapter,
    NameClause,
    Picture,
    Says,
    Shows,
    Suppress,
    Worth,
)
from wtrules.syntax.nodes.statements import Statement
from wtrules.syntax.nodes.terms import Expr, Kind, Name, Range


@frozen
class Event(Node):
    """`wizard w lands on p`, as the words it is written in."""

    words: tuple[str, ...]


@frozen
class Trigger(Node):
    """`on wizard w enters castle`"""

    events: tuple[Event, ...]


@frozen
class Forbid(Node):
    """`forbid tower t lands on s`"""

    events: tuple[Event, ...]


@frozen
class RuleAfter(Node):
    """`after castle.entry`: this rule answers an event after that one."""

    rules: tuple[Name, ...]


@frozen
class Cost(Node):
    """`cost 2`: full flasks a spell is paid with."""

    value: Expr


@frozen
class Code(Node):
    """`code w`: the short form of a card in positions and moves."""

    name: Name


@frozen
class PieceOn(Node):
    """`on spaces 3, 7`: where pieces start; one on each of these spaces."""

    spaces: tuple[Range, ...]


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
    | PieceOn
    | Picture
    | Suppress
    | InChapter
    | Holds
    | Shows
    | Detail
    | Goal
    | Worth
    | Statement
)


@frozen
class Parameter(Node):
    """`wizard w`"""

    kind: Kind
    name: Name


@frozen
class Rule(Node):
    """`rule castle.entry { … }`"""

    id: Name
    parameters: tuple[Parameter, ...]
    clauses: tuple[Clause, ...]


@frozen
class Card(Node):
    """`card wizard(number n) { … }`: a kind of movement card."""

    id: Name
    parameters: tuple[Parameter, ...]
    clauses: tuple[Clause, ...]


@frozen
class Spell(Node):
    """`spell free_wizard { … }`"""

    id: Name
    clauses: tuple[Clause, ...]


@frozen
class Define(Node):
    """`define own of wizard w = owner of w is actor`; `define far(wizard w, number n) = …`"""

    id: Name
    parameters: tuple[Parameter, ...]
    value: Expr
    worth: Worth | None = None
    more: tuple[Addition, ...] = ()


@frozen
class Addition(Node):
    """`add to define far = 1`: what a layer adds; without parameters, they are called as before."""

    parameters: tuple[Parameter, ...]
    value: Expr


@frozen
class Piece(Node):
    """`piece boulder 5 { name … code B on spaces 3, 7 }`: one or more pieces of a kind."""

    id: Name
    number: int | None
    clauses: tuple[Clause, ...]


@frozen
class Outcome(Node):
    """`outcome stalled { name … goal missed worth 50 }`: a way the game can end."""

    id: Name
    clauses: tuple[Clause, ...]
