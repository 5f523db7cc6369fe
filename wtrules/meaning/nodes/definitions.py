"""Definitions: rules, cards, spells, words, memories and allowances."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from attrs import frozen

from wtrules.meaning.nodes.statements import Body
from wtrules.meaning.nodes.terms import Term
from wtrules.node import Node


@frozen
class Reaction(Node):
    """An event, and the variables it has in the rule; *condition* says which pieces it is about."""

    event: str
    names: tuple[str, ...]
    condition: Term | None = None


class Parameter(NamedTuple):
    """A variable that a rule, card or defined word is given."""

    name: str
    type: str


@frozen
class Rule(Node):
    """A rule: performed by others, triggered by events, or forbidding them."""

    id: str
    parameters: tuple[Parameter, ...]
    on: tuple[Reaction, ...]
    forbids: tuple[Reaction, ...]
    after: tuple[str, ...]
    body: Body

    def reaction(self, event: str) -> Reaction | None:
        """Return how it reacts to an event; None if it does not."""
        return next((one for one in self.on if one.event == event), None)


@frozen
class Card(Node):
    """A kind of card."""

    id: str
    code: str
    parameters: tuple[Parameter, ...]
    body: Body


@frozen
class Spell(Node):
    """A spell tile."""

    id: str
    cost: Term
    body: Body


@frozen
class Define(Node):
    """A defined word."""

    id: str
    parameters: tuple[Parameter, ...]
    type: str
    value: Term


@frozen
class MemoryCell(Node):
    """A memory: its type, its first value, and when it is reset to it."""

    id: str
    type: str
    initial: Term
    scope: str
    each: str | None
    followed: bool = False  # it follows the piece when that moves
    secret: bool = False  # not everybody sees its value
    single: bool = False  # kept for a card: each has a value of its own, also of equal ones


@frozen
class AllowanceCell(Node):
    """An allowance: how often it can be used, and for what time."""

    id: str
    amount: Term
    scope: str
    each: str | None


Definition: TypeAlias = Rule | Card | Spell | Define | MemoryCell | AllowanceCell
Halves: TypeAlias = tuple[str, ...]  # of a card: their kinds
