"""Examples: a position, a move, and what must come of it."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from wtrules.node import Node
from wtrules.syntax.nodes.about import Cites, Covers, Says
from wtrules.syntax.nodes.terms import Name, Text


@frozen(eq=False, repr=False)
class Given(Node):
    """`given "board" b to move card w3 roll 2`, or `given start for 3 players`."""

    board: Text | None
    seat: str | None
    card: str | None
    roll: int | None
    spell: str | None
    players: int | None = None


@frozen(eq=False, repr=False)
class WhenMove(Node):
    """`when "wizard s3b"` inside an example."""

    move: Text


@frozen(eq=False, repr=False)
class Then(Node):
    """`then "board"`, `then forbidden by …`, `then moves 3`, `then b fills flask`, `then b home`,
    `then turn over`, `then turn continues`.
    """

    what: str
    value: str | int | None = None


@frozen(eq=False, repr=False)
class ExampleWith(Node):
    """`with nasty`: the variants an example is played with."""

    variants: tuple[Name, ...]


ExampleClause: TypeAlias = Says | Cites | Covers | ExampleWith | Given | WhenMove | Then


@frozen(eq=False, repr=False)
class Example(Node):
    """`example castle.next_shield { given … when … then … }`"""

    id: Name
    clauses: tuple[ExampleClause, ...]
