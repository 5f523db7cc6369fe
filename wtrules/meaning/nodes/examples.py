"""Examples: positions, what is set in them, and what must be true after a move."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from attrs import frozen

from wtrules.diagnostics import Diagnostic
from wtrules.meaning.nodes.statements import SetMemory
from wtrules.meaning.nodes.terms import Act, Term
from wtrules.node import Node
from wtrules.source import Span


@frozen
class Listing(Node):
    """All cards of a hand, all spells laid out, or the next cards of the draw pile."""

    what: str
    written: str  # `hand of y`
    of: Term | None
    entries: tuple[Entry, ...]


class Entry(NamedTuple):
    """A card or spell of a list, by name, and its place."""

    name: str
    span: Span


@frozen
class Assigned(Node):
    """`full_flasks of b = 2`: a number of the position that is no memory."""

    target: Term
    value: Term


@frozen
class Knows(Node):
    """Whether a player has been shown something; *shown* would show it."""

    who: Term
    is_so: bool
    shown: Act


Given: TypeAlias = SetMemory | Assigned | Listing | Knows  # what `with` says of a position
Fact: TypeAlias = Term | Listing | Knows  # what `then` says of one


@frozen(eq=False, repr=False)
class Example:
    """What an example says in terms of its rules, and what is wrong with that."""

    given: tuple[Given, ...]
    facts: tuple[tuple[Fact, ...], ...]  # for each `then`, in order
    faults: tuple[Diagnostic, ...]


SEAT = "seat "  # begins the name of the variable that stands for a player in an example
