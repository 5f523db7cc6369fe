"""What there is to speak of in a game, as values: pieces, places, cards, choices, and what happened.

`game/happened.py` reads these values from positions, and `voice.py` puts them into words. They know no
position and no language. Players are named by the letters of their wizards, as in a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from attrs import evolve, field, frozen

from wtrules.program.program import CardKind
from wtrules.value import Value

Spot: TypeAlias = tuple[int, int]  # a space, and the level of a surface or a tower there


@frozen
class Player(Value):
    """A player."""

    letter: str


@frozen
class Wizard(Value):
    """A wizard, or several of one colour on one space."""

    letter: str | None  # None: all wizards belong together, so the colour says nothing
    space: int | None  # None: it is not on the track
    number: int = 1
    marks: tuple[Mark, ...] = ()


@frozen
class Tower(Value):
    """A tower, or those of a stack that move together."""

    space: int
    part: str  # tower, top, upper, stack; level: the tower alone, from inside a stack
    number: int = 1
    level: int | None = None  # where the part does not say which one it is


@frozen
class Castle(Value):
    """The castle."""


@frozen
class Piece(Value):
    """A piece that rules define; its number if there are several of its kind."""

    id: str
    number: int | None = None
    space: int | None = None


@frozen
class Place(Value):
    """A space, or a level of a stack on it."""

    space: int
    level: int | None = None


@frozen
class Card(Value):
    """A card of any deck."""

    kind: CardKind


@frozen
class Spell(Value):
    """A spell."""

    id: str


@frozen
class Number(Value):
    """A number that was chosen."""

    number: int


# A text is the name of anything else, as moves write it.
Thing: TypeAlias = Player | Wizard | Tower | Castle | Piece | Place | Card | Spell | Number | str


@frozen
class Word(Value):
    """A word that a memory holds."""

    id: str


Remembered: TypeAlias = int | bool | Word | Thing | None


@frozen
class Mark(Value):
    """What rules remember of a wizard."""

    memory: str
    value: Remembered


@frozen
class Choice(Value):
    """What a player chose: an option by its name, or the things that an option is about."""

    spell: str | None = None  # the spell it casts
    says: Mapping[str, str] = field(factory=dict)  # what the option is called, by language
    words: tuple[str, ...] = ()  # how the option is written, without the spell
    passes: bool = False
    verb: str | None = None  # what is done with the thing that was chosen: `play`
    things: tuple[Thing, ...] = ()
    numbers: tuple[int, ...] = ()  # as far as nothing else tells them


@frozen
class Motion(Value):
    """A piece that moved, with everything on top of it, from one spot to another."""

    number: int  # as the picture numbers it, from 1
    piece: str  # its key
    what: Thing  # as it was before
    carried: tuple[str, ...]  # the keys of what moved with it
    start: Spot | None  # None: it came out of the box
    end: Spot | None  # None: it left the board, or would go nobody knows where
    steps: int | None = None  # spaces forward, negative: backward; None: the track does not say
    is_home: bool = False  # it went into the castle
    is_chosen: bool = False  # the player chose it


@frozen
class Played(Value):
    """What was played: a card, with what the die showed, or a spell, or both."""

    card: str | None = None
    roll: int | None = None
    spell: str | None = None


@frozen
class Against(Value):
    """A reason why a move is forbidden: the rule, if there is one, and the reason by language."""

    rule: str | None
    says: tuple[tuple[str, str], ...]

    def text(self, lang: str) -> str:
        """Return the reason in a language."""
        return dict(self.says)[lang]


@frozen
class Ending(Value):
    """How a game ended."""

    outcome: str | None
    letters: str  # of the players
    winners: str  # their letters
    goal_reached: bool | None = None
    points: tuple[int, ...] = ()  # by seat


@frozen
class Happened(Value):
    """A move and what happened. A forbidden one has reasons; its motions are what was tried."""

    moves: tuple[str, ...]
    seat: int
    letters: str  # of the players
    choice: Choice = Choice()  # of the last of the moves
    earlier: tuple[Choice, ...] = ()  # of those before it, which changed nothing
    is_shared: bool = False  # all wizards belong together
    played: Played = Played()
    motions: tuple[Motion, ...] = ()
    locked: tuple[str, ...] = ()  # keys of wizards that are now under a tower
    freed: tuple[str, ...] = ()  # keys of wizards that no longer are
    filled: str = ""  # the letter of a player for each flask that the player filled
    home: str = ""  # letters of the wizards that came home
    scored: tuple[int, ...] = ()  # points, by seat
    dealt: tuple[int, ...] = ()  # by how many cards hands grew before the turn was over, by seat
    turn_over: bool = False
    decides: str | None = None  # the letter of another player who decides next in the same turn
    ending: Ending | None = None  # None: the game goes on
    against: tuple[Against, ...] = ()

    @property
    def actor(self) -> str:
        """The letter of the player who moved."""
        return self.letters[self.seat]

    @property
    def chosen(self) -> tuple[Motion, ...]:
        """What the player moved by choosing it."""
        return tuple(m for m in self.motions if m.is_chosen and m.start is not None and m.end)

    @property
    def is_forbidden(self) -> bool:
        """Whether the rules do not allow the move."""
        return bool(self.against)

    @property
    def is_idle(self) -> bool:
        """Whether nothing happened yet that can be seen: a card was shown, or a piece was chosen."""
        changed = self.motions or self.filled or self.home or any(self.scored + self.dealt)
        return not (changed or self.turn_over or self.ending or self.against)

    def after(self, first: Happened) -> Happened:
        """Return this together with an idle move before it, as one."""
        return evolve(
            self,
            moves=(*first.moves, *self.moves),
            seat=first.seat,
            earlier=(*first.earlier, first.choice),
        )


def wizards_of(keys: tuple[str, ...]) -> dict[str | None, int]:
    """Return how many wizards of each letter are among some pieces, by their keys."""
    found: dict[str | None, int] = {}
    for key in keys:
        letter = key.split(":")[1]
        found[letter] = found.get(letter, 0) + 1
    return found
