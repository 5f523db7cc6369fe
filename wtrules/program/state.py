"""The state of a game: named arrays of small numbers."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from wtrules.program.expressions import MOST
from wtrules.value import Value

WIZARD_AT = "wizard_at"  # where each wizard is, if wizards can be told apart
IN_BOX, AT_HOME = -1, -2  # … instead of a surface
PICKED = "picked"  # the wizards of each player that were chosen in this action


class FieldRole(StrEnum):
    """What a field of the state is about."""

    BOARD = "board"  # towers, shields, wizards on the track, the castle
    HOME = "home"  # wizards in the castle
    FLASKS = "flasks"
    SPELLS = "spells"  # those laid out
    CARDS = "cards"  # hands, draw piles and discards
    ROWS = "rows"  # cards that are face up beside their pile
    SUPPLY = "supply"  # wizards in play and points of each player
    CHANCE = "chance"  # the random generator
    DIE = "die"  # the last roll
    WINNERS = "winners"
    TURN = "turn"  # whose turn it is, and who acts
    MOMENT = "moment"  # of the action under way; positions list it among the memories
    CONTROL = "control"  # where the program is, and how the game ended
    MEMORY = "memory"  # what rules remember, and what is used of allowances
    KNOWLEDGE = "knowledge"  # who knows what of secrets and hidden cards
    FRAME = "frame"  # variables of rules that wait for a decision
    COUNTER = "counter"  # statistics, added to a program by a simulation


# The roles of the things players have in front of them.
ON_TABLE = frozenset(
    {
        FieldRole.BOARD,
        FieldRole.HOME,
        FieldRole.FLASKS,
        FieldRole.SPELLS,
        FieldRole.CARDS,
        FieldRole.ROWS,
        FieldRole.SUPPLY,
    }
)


@frozen
class Field(Value):
    """An array of the state."""

    name: str
    size: int
    role: FieldRole
    offset: int = 0
    wide: bool = False  # needs 64 bits
    type: str = "number"
    first: int = 0
    each: str | None = None  # for each player, space … of which there is one number
    hidden: bool = False  # not every player may see all of it
    least: int = -MOST  # between two decisions, the numbers are never lower or higher
    most: int = MOST

    @property
    def is_secret(self) -> bool:
        """Whether it is a memory that not everybody may see."""
        return self.hidden and self.role is FieldRole.MEMORY


# What players know of cards that were shown to them; physics in `showing.program`.
KNOWN_HAND = "known_hand"
KNOWN_PILE = "known_pile"
# What they know of covered surfaces, if players forget what a tower covers.
KNOWN_SURFACE = "known_surface"


def signed(number: int) -> int:
    """Return 64 bits as a signed number, whether they are given with a sign or without.

    The random generator is kept like that, so that an array of 64-bit integers can hold a state.
    """
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def hidden_name(memory: str) -> str:
    """Return the name of the field that says who does not know a secret memory."""
    return f"hidden.{memory.removeprefix('memory.')}"
