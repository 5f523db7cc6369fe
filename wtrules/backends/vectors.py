"""What a seat sees as a vector of numbers: its layout, and how it is made in Python.

A vector has the same information as `State.observation(seat)`. Hands, piles, secrets and whatever else
a seat cannot know are not in it: a hidden number is 0, and where 0 could be meant, a part beside it
says what is known. The layout depends on the ruleset and the number of players only.

`vector` makes it from a state in which everything hidden is *hidden*. Native code makes the same vectors
for many games (`observing.py`); the tests compare the two.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import prod
from typing import Any

from attrs import frozen

from wtrules.program import program as p
from wtrules.program.state import WIZARD_AT
from wtrules.value import Value

VERSION = 1  # of the layout; it changes whenever a part is added, removed or means something else

LEAST, MOST = (
    -(1 << 15),
    (1 << 15) - 1,
)  # a vector has 16-bit numbers; lower and higher ones end here
UNKNOWN_PLACE = -3  # of a wizard that is somewhere under a tower

_MEANINGS = {
    "height": "towers on each space",
    "shields": "1: a surface with a shield, by space and level; the ground is level 0",
    "cell": "wizards of each player, by space and level",
    "castle": "the space of the castle",
    "home": "wizards of each player in the castle",
    "wizards": "wizards of each player in the game",
    "empty": "empty flasks of each player",
    "full": "full flasks of each player",
    "spent": "spent flasks of each player",
    "hand": "cards of each kind in the hand of each player, of one deck after another; "
    "0 in hands that the seat cannot see",
    "hand_size": "cards in the hand of each player, of one deck after another",
    "pile": "cards of the draw piles that the seat has seen, the next card last: kind + 1; 0: not seen",
    "pile_size": "cards in the draw pile of each deck",
    "discard": "discarded cards of each kind",
    "discard_size": "discarded cards of each deck",
    "boxed": "cards of each kind in the box",
    "row": "face-up cards, the newest last: their kinds",
    "row_size": "face-up cards of each deck",
    "laid_out": "1: a spell that is laid out",
    "roll": "what the die shows; 0 before the first roll",
    "winner": "1: a player who has won",
    "points": "points of each player",
    "outcome": "how the game ended, as a number; 0 while it goes on",
    "active": "the seat whose turn it is",
    "actor": "the seat that decides",
    "ending": "what is about to end; 0: nothing, 1: an action, 2: a turn, 3: a round, 4: the set-up, 5: the game",
    "open": "what is in progress, a bit each: an action, a turn, a round, the set-up",
    "arrivals": "wizards of each player that the last wizard to move took along",
    "arrived": "1: a wizard took others along",
    "at": "the decision to make, counted from 1; 0: the game is over",
    WIZARD_AT: f"the surface of each wizard; -1: in the box, -2: in the castle, {UNKNOWN_PLACE}: unknown",
    "picked": "the wizards of each player that were chosen in this action, a bit each",
    "piece": "the surface of each other piece; -1: in the box",
    p.KNOWN_HAND: "cards of each kind that the seat knows to be in each hand",
    p.KNOWN_SURFACE: "1: a surface that is visible or that the seat has looked at, by space and level",
}  # fmt: skip

# Not in the vector: chance, the number of the last choice, what is said by other parts.
_LEFT_OUT = frozenset({"rng", "choice", "imagining", p.KNOWN_PILE})

# Fields whose numbers the vector has in another form.
_TRANSLATED = frozenset({"shields", "cell", "pile", WIZARD_AT, p.KNOWN_HAND, p.KNOWN_SURFACE})


@frozen
class VectorPart(Value):
    """Some numbers of a vector."""

    name: str
    offset: int
    shape: tuple[int, ...]
    role: str  # board, home, flasks, cards, memory …
    type: str  # of the numbers: number, truth, player, card, wizard, place …
    meaning: str
    field: str = ""  # the field of the state that it shows
    is_copy: bool = False  # its numbers are those of the field, as far as they are known

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The place after its last number."""
        return self.offset + self.size


@frozen
class VectorLayout(Value):
    """What each number of the vectors of a ruleset means, for one number of players."""

    ruleset: str
    players: int
    parts: tuple[VectorPart, ...]
    version: int = VERSION

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return self.parts[-1].stop

    @cached_property
    def _by_name(self) -> dict[str, VectorPart]:
        return {part.name: part for part in self.parts}

    def __getitem__(self, name: str) -> VectorPart:
        part = self._by_name.get(name) or self._by_name.get(f"memory.{name}")
        if part is None:
            raise KeyError(f"no part of the vector is called {name!r}")
        return part

    def take(self, name: str, vectors: Any) -> Any:
        """Return one part of one vector or of many, as an array of its shape."""
        part = self[name]
        return vectors[..., part.offset : part.stop].reshape(*vectors.shape[:-1], *part.shape)

    def to_json(self) -> dict[str, Any]:
        """Return the layout for programs."""
        return {
            "version": self.version,
            "ruleset": self.ruleset,
            "players": self.players,
            "size": self.size,
            "dtype": "int16",
            "parts": [
                {
                    "name": part.name,
                    "offset": part.offset,
                    "shape": list(part.shape),
                    "role": part.role,
                    "type": part.type,
                    "meaning": part.meaning,
                }
                for part in self.parts
            ],
        }


def vector_layout(program: p.Program) -> VectorLayout:
    """Return the layout of the vectors of a program."""
    parts: list[VectorPart] = []

    def add(name: str, shape: tuple[int, ...], role: str, type: str, says: str, field: str) -> None:
        offset = parts[-1].stop if parts else 0
        is_copy = name == field and name not in _TRANSLATED
        parts.append(VectorPart(name, offset, shape, role, type, says, field, is_copy))

    add("seat", (1,), "turn", "player", "the seat that sees this", "")
    secrets = {hidden: memory for memory, hidden in program.secrets.items()}
    for field in program.fields.values():
        name = field.name
        if name in _LEFT_OUT or field.role is p.FieldRole.COUNTER:
            continue
        if name == "pile" and not program.shows_cards:
            continue
        if name in secrets:
            secret = secrets[name].removeprefix("memory.")
            says = f"1: the seat knows `{secret}`"
            add(f"known.{secret}", (field.size,), "knowledge", "truth", says, name)
            says = f"the secret part of a rule that set `{secret}`, counted from 1; 0: none"
            add(f"set_by.{secret}", (field.size,), "knowledge", "number", says, name)
            continue
        meaning = _MEANINGS.get(name) or _meaning(field)
        shape = _shape(program, field)
        add(name, shape, field.role.value, _TYPES.get(name, field.type), meaning, name)
    return VectorLayout(program.ruleset, program.players, tuple(parts))


def _meaning(field: p.Field) -> str:
    """Return what a field means that only some rules have."""
    kind, _, rest = field.name.partition(".")
    if field.role is p.FieldRole.MEMORY:
        each = f", for each {field.each}" if field.each is not None else ""
        if kind == "used":
            return f"how much of the allowance `{rest}` is used{each}"
        return f"what rules remember as `{rest}`{each}"
    if field.type == "block":
        return "where a rule that waits for a decision goes on afterwards"
    return "a variable of a rule that waits for a decision"


_TYPES = {
    "shields": "truth", "castle": "space", "laid_out": "truth", "winner": "truth", "active": "player",
    "actor": "player", "arrived": "truth", WIZARD_AT: "place", "row": "card", "pile": "card",
    p.KNOWN_SURFACE: "truth",
}  # fmt: skip


def _shape(program: p.Program, field: p.Field) -> tuple[int, ...]:
    players, decks = program.players, len(program.decks)
    surfaces = (program.board.spaces, program.board.levels)
    shapes = {
        "shields": surfaces,
        "cell": (players, *surfaces),
        p.KNOWN_SURFACE: surfaces,
        "hand": (players, len(program.cards)) if decks == 1 else (field.size,),
        "hand_size": (players,) if decks == 1 else (decks, players),
        p.KNOWN_HAND: (players, len(program.card_kinds)),
        WIZARD_AT: (players, program.slots),
    }
    if field.role is p.FieldRole.MEMORY and field.each == "wizard":
        return (players, field.size // players)
    return shapes.get(field.name, (field.size,))


# --- in Python ----------------------------------------------------------------------------------


def vector(
    program: p.Program, layout: VectorLayout, seen: Sequence[int], seat: int, hidden: int
) -> array[int]:
    """Return the vector of a state as a seat knows it, with *hidden* for what it does not know."""
    numbers: list[int] = []
    copied: list[int] | None = None  # from where to where: parts that follow each other
    for part in layout.parts:
        field = program.fields[part.field] if part.is_copy else None
        if field is not None and copied is not None and copied[1] == field.offset:
            copied[1] += field.size
            continue
        if copied is not None:
            numbers += seen[copied[0] : copied[1]]
        copied = [field.offset, field.offset + field.size] if field is not None else None
        if field is None:
            numbers += [seat] if not part.field else _numbers(program, part, seen, seat, hidden)
    if copied is not None:
        numbers += seen[copied[0] : copied[1]]
    numbers = [0 if number == hidden else number for number in numbers]
    try:
        return array("h", numbers)
    except OverflowError:
        return array("h", [min(max(number, LEAST), MOST) for number in numbers])


def _numbers(
    program: p.Program, part: VectorPart, seen: Sequence[int], seat: int, hidden: int
) -> Iterable[int]:
    def of(name: str) -> Sequence[int]:
        field = program.fields[name]
        return seen[field.offset : field.offset + field.size]

    numbers = of(part.field)
    match part.field:
        case "shields":
            return [
                marks >> level & 1 for marks in numbers for level in range(program.board.levels)
            ]
        case "cell":
            mask = program.board.mask
            return [
                here >> player * program.board.bits & mask
                for player in range(program.players)
                for here in numbers
            ]
        case p.KNOWN_SURFACE:
            return [
                int(numbers[space * program.board.levels + level] >> seat & 1 or level == height)
                if level <= height
                else 0
                for space, height in enumerate(of("height"))
                for level in range(program.board.levels)
            ]
        case "pile":
            shown = of(p.KNOWN_PILE)
            return [
                card + 1 if is_known else 0 for card, is_known in zip(numbers, shown, strict=True)
            ]
        case p.KNOWN_HAND:
            return numbers[seat * part.size : (seat + 1) * part.size]
        case field if field == WIZARD_AT:
            return [UNKNOWN_PLACE if place == hidden else place for place in numbers]
    if part.name.startswith("known."):
        return [1 - (number >> seat & 1) for number in numbers]
    return [number >> program.players for number in numbers]  # the secret part that set them
