"""Pieces beside wizards, towers and the castle: how many, their letters, where they start.

Resolved rules come in, a `PieceKind` for each definition goes out. The pieces of all kinds are
numbered one after the other, in the order of the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from wtrules.language.events import EVENTS
from wtrules.language.physical import BOARD_LETTERS
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry, Rules, once
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value

GENERAL = "piece"  # the first word of events of any piece
# What pieces do in events: `lands`, `leaves` …
_MOVES = frozenset(event.words[2] for event in EVENTS.values() if event.words[0] == GENERAL)
MOST_PIECES = 32  # in all: each is a number of the state, and an option of a choice


@frozen
class PieceKind(Value):
    """One definition: `piece boulder 5 on spaces 3, 7`."""

    id: str
    letter: str  # how the pieces are written on a board
    first: int  # the number of the first one
    number: int  # how many there are
    starts: tuple[
        int, ...
    ]  # the spaces of those that start on the board; the others are in the box
    span: Span = field(eq=False, repr=False)
    look: str = ""  # the figure or the sign that it is drawn as

    @property
    def members(self) -> range:
        """The numbers of the pieces."""
        return range(self.first, self.first + self.number)

    def name(self, piece: int) -> str:
        """Return what moves and positions call one of the pieces: `dragon`, `boulder.2`."""
        return self.id if self.number == 1 else f"{self.id}.{piece - self.first + 1}"


@once
def piece_kinds(rules: Rules) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces that a ruleset defines."""
    kinds: list[PieceKind] = []
    entries = list(rules.of_kind("piece"))
    given = {entry.id: letter for entry in entries if (letter := given_letter(entry)) is not None}
    taken = {*BOARD_LETTERS, *given.values()}
    first = 0
    for entry in entries:
        letter = given.get(entry.id) or _free_letter(entry.id, taken)
        taken.add(letter)
        starts = tuple(
            space for at in starts_of(entry) for space in range(at.low, at.high + 1)[:64]
        )
        number = entry.node_as(n.Piece).number
        number = len(starts) or 1 if number is None else number
        look = next((clause.look.name for clause in clauses_of(entry.node, n.Picture)), "")
        place = entry.node_as(n.Piece).id.span
        kinds.append(
            PieceKind(entry.id, letter, first, number, starts[:number], span=place, look=look)
        )
        first += number
    return tuple(kinds)


def starts_of(entry: Entry) -> tuple[n.Range, ...]:
    """Return the spaces on which pieces start, as a rule file writes them."""
    return tuple(at for clause in clauses_of(entry.node, n.PieceOn) for at in clause.spaces)


def given_letter(entry: Entry) -> str | None:
    """Return the letter that a definition asks for."""
    return next((clause.name.id for clause in clauses_of(entry.node, n.Code)), None)


def _free_letter(id: str, taken: set[str]) -> str:
    """Return the first letter of a name, as a capital, that nothing else has."""
    letters = [char for char in id.upper() if "A" <= char <= "Z"]
    alphabet = map(chr, range(ord("A"), ord("Z") + 1))
    return next((letter for letter in (*letters, *alphabet) if letter not in taken), "?")


# --- events --------------------------------------------------------------------------------------


def general_event(
    words: Sequence[str], kinds: Mapping[str, PieceKind]
) -> tuple[Sequence[str], PieceKind | None]:
    """Return the words of an event of any piece, and of which kind the piece must be.

    `boulder b lands on p` is `piece b lands on p`; without a name for it, the piece has the name of
    its kind.
    """
    kind = kinds.get(words[0])
    if kind is None:
        return words, None
    unnamed = len(words) > 1 and words[1] in _MOVES
    return (GENERAL, *(words if unnamed else words[1:])), kind


def is_of_piece(words: Sequence[str]) -> bool:
    """Return whether an event could be one of a piece that is not defined."""
    return len(words) > 2 and words[1] in _MOVES
