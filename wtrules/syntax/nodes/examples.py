"""Examples: a position, a move, and what must come of it."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from wtrules.node import Node
from wtrules.syntax.nodes.about import Cites, Covers, Says
from wtrules.syntax.nodes.terms import Do, Expr, Name, Text


@frozen
class Given(Node):
    """`given "board" b to move card w3 roll 2`, or `given start for 3 players`."""

    board: Text | None
    seat: str | None
    card: str | None
    roll: int | None
    spell: str | None
    players: int | None = None


@frozen
class WhenMove(Node):
    """`when "wizard s3b" roll 3` inside an example."""

    move: Text
    rolls: tuple[int, ...] = ()  # what the die shows, one roll after the other
    by_chance: bool = False  # chance may bring what is expected


@frozen
class Listing(Node):
    """`hand of y = w1.t2` or `spells = move_tower, swap_towers`: all that is there, by name."""

    target: Expr
    entries: tuple[Name, ...]


@frozen
class Knows(Node):
    """`y knows hand of b`, `y does not know role of b`: whether a player has been shown something."""

    who: Name
    is_so: bool
    shown: Do  # what would show it to the player


Fact: TypeAlias = Expr | Listing | Knows
LISTED = ("hand", "spells", "next_cards")  # what a listing can be about


@frozen
class Then(Node):
    """What must come of a move: a board, facts, a refusal, who did what.

    `value` is the board, the rule, the player or the outcome; `count` the number of moves, flasks or points.
    """

    what: str
    value: str | None = None
    count: int | None = None
    facts: tuple[Fact, ...] = ()


@frozen
class ExampleWith(Node):
    """`with nasty, coins of b = 2`: the variants an example is played with, and what is so."""

    variants: tuple[Name, ...]
    facts: tuple[Fact, ...] = ()


@frozen
class Illustrates(Node):
    """`illustrates castle.entry`, `illustrates card tower`: what the rulebook prints the example with."""

    kind: str  # rule, card or spell
    name: Name


ExampleClause: TypeAlias = (
    Says | Cites | Covers | Illustrates | ExampleWith | Given | WhenMove | Then
)


@frozen
class Example(Node):
    """`example castle.next_shield { given … when … then … }`"""

    id: Name
    clauses: tuple[ExampleClause, ...]
