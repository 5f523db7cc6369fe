"""The program form: what a back end runs.

Whole numbers, fixed arrays, functions, loops, and a few jumps; no text, no files, no syntax. A
program is made for one ruleset and one number of players, so that all constants are known.

- *Fields* (`state.py`) are the state: named arrays of small numbers, one after another.
- *Functions* take and give numbers and never stop for a decision.
- *Blocks* can stop. Each ends by naming the block to go on with, or with a `Decide`: a function
  lists the options of the decision; if there are none the program goes on at once, otherwise it
  stops until an option has been put into the field `choice`.

Functions and blocks are made of statements (`statements.py`), and these of expressions
(`expressions.py`); this module offers all of them, so that one import is enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from wtrules.program.expressions import (
    MOST,
    NEGATED,
    NOTHING,
    TRUTHS,
    At,
    Call,
    Emitted,
    Entry,
    Expr,
    Load,
    Op,
    Var,
    chain,
    clamp,
    entry,
    fold,
    is_truth,
    op,
)
from wtrules.program.secret_flow import telling
from wtrules.program.state import (
    KNOWN_HAND,
    KNOWN_PILE,
    KNOWN_SURFACE,
    ON_TABLE,
    WIZARD_AT,
    Field,
    FieldRole,
    hidden_name,
)
from wtrules.program.statements import (
    NOWHERE,
    PARTS,
    Assign,
    Body,
    Break,
    Decide,
    Emit,
    For,
    Goto,
    If,
    Origin,
    Return,
    Run,
    Statement,
    Store,
    While,
    inside,
    parts_of,
    placed,
    rebuilt,
    rewrite,
    rewrite_expr,
    rewrite_exprs,
    walk,
)
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.meaning.pieces import PieceKind
    from wtrules.meaning.track import Track

OVER = 0  # the block a finished game stays in
ENTRY = 1  # the block a game begins with


@frozen
class Function(Value):
    """A function; `options` functions list the options of a decision."""

    name: str
    parameters: tuple[str, ...]
    body: Body
    options: bool = False
    origin: Origin = field(default=NOWHERE, eq=False, repr=False)


def reached(functions: Mapping[str, Function], *names: str) -> list[str]:
    """Return functions and all they call, as far as they are among *functions*."""
    found: dict[str, None] = {}
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name in functions and name not in found:
            found[name] = None
            calls = (part for part in parts_of(functions[name].body) if isinstance(part, Call))
            waiting += [call.function for call in calls]
    return list(found)


@frozen
class Block(Value):
    """A stretch of the asking part; its number is its place in the program."""

    name: str
    body: Body


@frozen
class Alternative(Value):
    """One type of option: fixed words, then values of these kinds, each below its radix."""

    words: tuple[str, ...]
    kinds: tuple[str, ...]
    radices: tuple[int, ...]
    texts: tuple[tuple[str, str], ...]
    rule: str
    spell: str | None = None  # the spell it casts
    card: str | None = None  # the kind of card it carries out
    passes: bool = False  # the `pass` that the language adds to `may`
    declines: bool = False  # nothing is done: `passes`, or an option without statements
    secretly: int | None = None  # the number of the secret part it begins or belongs to
    verb: str | None = None  # what is done with the thing that is chosen: `play`
    leads_to: str | None = None  # the rule that is performed if it is chosen


@frozen
class Decision(Value):
    """A place where a player decides."""

    name: str
    rule: str
    options: str
    resume: int
    alternatives: tuple[Alternative, ...]
    kind: str = "choose"  # choose, either, may or card
    secretly: int | None = None  # the number of the secret part it is in

    def decode(self, option: int) -> tuple[Alternative, tuple[int, ...]]:
        """Return which alternative an option is of, and its values."""
        count = len(self.alternatives)
        alternative = self.alternatives[option % count]
        rest = option // count
        values = []
        for radix in alternative.radices:
            values.append(rest % radix)
            rest //= radix
        return alternative, tuple(values)


@frozen
class CardFace(Value):
    """One half of a card of the deck."""

    kind: str
    value: int  # -1: by the die; 0: no number


@frozen
class CardKind(Value):
    """A card of the deck: its short form, halves, rolls and copies."""

    code: str
    faces: tuple[CardFace, ...]
    rolls: int
    copies: int
    number: int = 0  # which of several equal ones it is, if rules tell them apart

    @property
    def kind_code(self) -> str:
        """The short form that all cards equal to it have."""
        return self.code.removesuffix(f"-{self.number}") if self.number else self.code


@frozen
class OwnPiles(Value):
    """The piles and discards that each player has of a deck: where those of the first one are."""

    pile: int  # the number of the pile, in `pile_size` and `discard_size`
    start: int  # in `pile`
    discard: int  # in `discard`


@frozen
class Deck(Value):
    """A deck: its cards, and where they are among the cards of all decks."""

    name: str
    cards: tuple[CardKind, ...]
    first: int  # the number of its first card
    start: int  # where its pile and its face-up cards begin in the arrays of all of them
    own: OwnPiles | None = None

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(card.copies for card in self.cards)

    @property
    def stop(self) -> int:
        """The number after its last card."""
        return self.first + len(self.cards)

    def hands(self, players: int) -> int:
        """Return what to add to one of its cards for its place in the first hand.

        In the field `hand` the hands of one deck follow those of another.
        """
        return (players - 1) * self.first

    def constants(self, number: int, players: int) -> dict[str, int]:
        """Return the constants in the functions that are read for each deck."""
        return {
            "DECK": number,
            "PILE": number,
            "DISCARD": 0,
            "SIZE": self.size,
            "OWN": int(self.own is not None),
            "OWN_PILE": self.own.pile if self.own is not None else 0,
            "OWN_START": self.own.start if self.own is not None else 0,
            "OWN_DISCARD": self.own.discard if self.own is not None else 0,
            "FIRST": self.first,
            "STOP": self.stop,
            "START": self.start,
            "WIDTH": len(self.cards),
            "HAND": self.hands(players),
        }


def of_deck(function: str, deck: int) -> str:
    """Return the name that a function has for a deck; for the main deck, its own."""
    return f"{function}_{deck}" if deck else function


def of_own_pile(function: str, deck: int) -> str:
    """Return the name that a function has for the piles that players have of a deck."""
    return f"{function}_own_{deck}"


@frozen
class Forbid(Value):
    """A rule that may forbid an event, and the function that returns whether it does."""

    rule: str
    function: str


@frozen
class SecretPart(Value):
    """A part of a rule that nobody sees but the player who acts; it sets secret memories.

    It can be carried out again in a state in which `imagining` is set: then the game is over at its
    end. So another player can imagine what might have been decided.
    """

    entry: int  # the block it begins with
    fields: tuple[str, ...]  # the memories it may set
    asks: bool  # a player decides; otherwise it is left to chance
    owners: tuple[str, ...] = ()  # fields that say whose memories it sets, beside `actor`
    shared: tuple[str, ...] = ()  # memories that several players may set for one
    at: int = 0  # what others see in the field `at` while the player decides


@frozen
class Held(Value):
    """What is known of a variable that tells a card in the hand of a player."""

    holder: str  # the field that says who the player is, counted from 1; 0: there is no card
    first: int  # the first card that it can be
    stop: int  # the one after the last


@frozen
class Worth(Value):
    """The functions of a player that say, for bots, how many points a position is worth."""

    now: str | None = None
    coming: str | None = None  # what rules will score at the end, as long as the game goes on
    ending: str | None = None  # how the game has ended
    # Of two players: whether the second one's wizards must go home for the first one.
    walks: str | None = None


@frozen
class Numbered(Value):
    """The loop that a scope is the body of: `repeat 2 times { action … }`."""

    left: str  # the field that counts how often it is still to be repeated
    times: int


@frozen
class Board(Value):
    """What is on the table before the set-up, and how it is counted in the state."""

    spaces: int
    levels: int  # surfaces one above the other in a space
    bits: int  # for the wizards of one colour on one surface
    colours: tuple[str, ...]
    letters: str  # of the colours
    ground_shields: tuple[int, ...]
    capacity: int | None
    towers: tuple[tuple[int, bool], ...]
    castle: int
    box: tuple[int, ...]  # wizards of each player
    track: Track
    pieces: tuple[PieceKind, ...] = ()  # beside wizards, towers and the castle

    @property
    def cells(self) -> int:
        """Surfaces in all."""
        return self.spaces * self.levels

    @property
    def mask(self) -> int:
        """A number with all bits of one colour's count set."""
        return (1 << self.bits) - 1

    @property
    def piece_count(self) -> int:
        """Pieces beside wizards, towers and the castle."""
        return sum(kind.number for kind in self.pieces)

    def constants(self, players: int) -> dict[str, int]:
        """Return the constants in functions that are about pieces."""
        return {
            "PLAYERS": players,
            "SPACES": self.spaces,
            "LEVELS": self.levels,
            "BITS": self.bits,
            "MASK": self.mask,
        }

    @property
    def piece_letters(self) -> str:
        """The letters of the pieces beside wizards, towers and the castle."""
        return "".join(kind.letter for kind in self.pieces)

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """What moves and positions call these pieces."""
        return tuple(kind.name(piece) for kind in self.pieces for piece in kind.members)

    def distance(self, space: Expr, to: Expr) -> Expr:
        """Return the number of steps clockwise from a space to another."""
        if self.track.is_ring:
            return op("%", op("-", to, space), self.spaces)
        return Entry("track_distance", op("+", op("*", space, self.spaces), to))

    def steps(self, space: int, to: int) -> int:
        """Return the number of steps clockwise from a space to another."""
        return self.track.distance(space, to)

    def space_after(self, space: int, steps: int) -> int:
        """Return the space so many steps clockwise; nothing beyond a dead end."""
        return self.track.walk(space, steps)


@frozen
class Words(Value):
    """What the rules call things, by their numbers."""

    spells: tuple[str, ...]
    costs: tuple[int, ...]  # of the spells, in full flasks
    outcomes: tuple[str, ...]
    goals: tuple[bool | None, ...]  # whether each outcome reaches the goal, where it says so
    symbols: tuple[str, ...]  # words that memories hold


@frozen
class Notes(Value):
    """What explains a program; no back end needs it."""

    forbids: Mapping[str, tuple[Forbid, ...]]  # by event
    written: Mapping[str, Function]  # the functions with every call in its place
    numbered: Mapping[str, Numbered]  # by the word of the scope


@frozen(kw_only=True)
class Program(Value):
    """A ruleset for one number of players, ready to run."""

    ruleset: str
    players: int
    board: Board
    decks: tuple[Deck, ...]  # the main deck, then those that have a name
    fields: Mapping[str, Field]
    size: int
    tables: Mapping[str, tuple[int, ...]]
    functions: Mapping[str, Function]
    blocks: tuple[Block, ...]
    turns: Mapping[int, int]  # from the block a turn begins with to the one that follows the turn
    decisions: tuple[Decision, ...]
    secret_parts: tuple[SecretPart, ...]
    held: Mapping[str, Held]  # the variables that tell cards in hands
    worth: Worth
    words: Words
    notes: Notes
    # What follows from it alone, by who works it out.
    computed: dict[object, Any] = field(factory=dict, init=False, eq=False, repr=False)

    @property
    def cards(self) -> tuple[CardKind, ...]:
        """The cards of the main deck."""
        return self.decks[0].cards

    @property
    def named_decks(self) -> tuple[Deck, ...]:
        """The decks that have a name: all but the main deck."""
        return self.decks[1:]

    @cached_property
    def _of_main_deck(self) -> Mapping[str, int]:
        main = self.decks[0]
        hands = self.players * len(main.cards)
        sizes = {"hand": hands, "hand_size": self.players, "pile": main.size, "pile_size": 1}
        return sizes | {"discard": len(main.cards), "discard_size": 1}

    def size_in_main_deck(self, field: Field) -> int:
        """Return how many numbers of a field are about no named deck; they come first."""
        return self._of_main_deck.get(field.name, field.size)

    @cached_property
    def card_kinds(self) -> tuple[CardKind, ...]:
        """The cards of all decks, as they are numbered."""
        return tuple(card for deck in self.decks for card in deck.cards)

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """What moves call the cards of all decks: the code, with the deck if another has it too."""
        codes = Counter(card.code for card in self.card_kinds)
        return (
            *(card.code for card in self.cards),
            *(
                card.code if codes[card.code] == 1 else f"{deck.name}:{card.code}"
                for deck in self.named_decks
                for card in deck.cards
            ),
        )

    @cached_property
    def slots(self) -> int:
        """How many wizards of a player can be told apart; 1 if no rule remembers anything of one."""
        field = self.fields.get(WIZARD_AT)
        return field.size // self.players if field is not None else 1

    def wizard(self, number: int) -> tuple[int, int, int]:
        """Return the surface, the owner and the slot of a wizard by its number."""
        rest, slot = divmod(number, self.slots)
        return (*divmod(rest, self.players), slot)

    def wizard_number(self, surface: int, owner: int, slot: int = 0) -> int:
        """Return the number of a wizard."""
        return (surface * self.players + owner) * self.slots + slot

    @cached_property
    def takes_towers_back(self) -> bool:
        """Whether towers can leave the board, and wizards come down onto others."""
        return any(
            isinstance(s, Run) and s.call.function == "take_tower" for s in self.statements()
        )

    @cached_property
    def ways_back(self) -> Mapping[str, frozenset[int]]:
        """By field, the blocks that it can hold as the way back from a rule."""
        resumed: dict[str, set[int]] = {}
        for statement in self.statements():
            if isinstance(statement, Store) and isinstance(statement.value, At):
                resumed.setdefault(statement.array, set()).add(statement.value.block)
        return {name: frozenset(blocks) for name, blocks in resumed.items()}

    @cached_property
    def secrets(self) -> Mapping[str, str]:
        """The fields of secret memories, each with the field that says who does not know it."""
        return {f.name: hidden_name(f.name) for f in self.fields.values() if f.is_secret}

    @cached_property
    def shows_cards(self) -> bool:
        """Whether rules show hands or the draw pile to single players."""
        return KNOWN_HAND in self.fields

    @cached_property
    def secret_frame(self) -> tuple[Field, ...]:
        """The variables that nobody sees but the player who acts."""
        fields = self.fields.values()
        return tuple(f for f in fields if f.role is FieldRole.FRAME and f.hidden)

    @cached_property
    def telling(self) -> Mapping[str, frozenset[str]]:
        """The variables that rules work out from secrets in the open, with the secret memories."""
        if not self.secrets:
            return {}
        bodies = {f"{name}()": function.body for name, function in self.functions.items()}
        bodies |= {f"block {i}": block.body for i, block in enumerate(self.blocks)}
        fields = self.fields.values()
        variables = {f.name for f in fields if f.role is FieldRole.FRAME and not f.hidden}
        return telling(bodies, variables, self.secrets)

    def statements(self) -> Iterator[Statement]:
        """Yield every statement, nested ones too."""
        yield from walk(*(f.body for f in self.functions.values()))
        yield from walk(*(block.body for block in self.blocks))
