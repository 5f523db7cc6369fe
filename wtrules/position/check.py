"""Check the numbers of a state: whether a game can go on from them.

Every position that a user gives passes `check_state`, once, whichever command or back end uses it.
What passes can be played on both back ends, with the same moves: every number is one that its
field can hold, and there are as many pieces and cards as the game has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import frozen

from wtrules.backends.wasm.bounds import Bounds
from wtrules.diagnostics import wording
from wtrules.intervals import Span
from wtrules.phrase import Verbatim
from wtrules.position import wizards
from wtrules.position.decks import deck_view, place_of_hand
from wtrules.position.pieces import State, board_of
from wtrules.position.text import frame_slots, parts_of, towers_of
from wtrules.program.program import KNOWN_HAND, Deck, Field, FieldRole, Load, Program
from wtrules.program.state import WIZARD_AT
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.backends.reference import Reference

# The key of a position under which the numbers of a field are; otherwise the field's own name.
_KEYS = {
    FieldRole.FRAME: "frame",
    FieldRole.MEMORY: "memory",
    FieldRole.MOMENT: "memory",
    FieldRole.KNOWLEDGE: "memory",
    FieldRole.FLASKS: "flasks",
}
_BOUNDS: WeakKeyDictionary[Reference, Bounds] = WeakKeyDictionary()


@frozen
class Fault(Value):
    """What is wrong with a state, and the key of a position to change."""

    key: str
    message: str


def check_state(engine: Reference, state: State) -> list[Fault]:
    """Return what is wrong with a state; nothing if a game can go on from it."""
    program = engine.program
    faults = [
        fault
        for field in program.fields.values()
        if field.name != "wizards"  # counted below
        if any(state[field.offset : field.offset + field.size])  # 0 is possible everywhere
        for fault in _numbers(engine, field, state)
    ]
    if faults:  # the others would follow from them
        return faults
    return [
        *_pieces(program, state),
        *_towers(program, state),
        *_wizards(program, state),
        *_cards(program, state),
        *_program(program, state),
    ]


# --- numbers -------------------------------------------------------------------------------------


def _numbers(engine: Reference, field: Field, state: State) -> Iterator[Fault]:
    program = engine.program
    least, most = _span(engine, field)
    ways = (0, *program.ways_back.get(field.name, ())) if field.type == "block" else None
    for i, number in enumerate(state[field.offset : field.offset + field.size]):
        if not least <= number <= most:
            wrong = wording("bad-position.state.range", least=least, most=most, number=number)
        elif field.type == "tower" and number > 0 and number % program.board.levels == 0:
            wrong = wording("bad-position.state.ground", number=number)
        elif ways is not None and number not in ways:
            ways_back = ", ".join(map(str, ways))
            wrong = wording("bad-position.state.block", list=ways_back, number=number)
        else:
            continue
        key = _KEYS.get(field.role, field.name)
        name = _name(program, field, i)
        yield Fault(key, wording("bad-position.state.field", name=name, key=key, wrong=wrong))


def _span(engine: Reference, field: Field) -> Span:
    """Return the lowest and the highest number of a field."""
    if field.role is not FieldRole.FRAME:
        return field.least, field.most
    # The native back end relies on the bounds that the program gives the variables of rules.
    if engine not in _BOUNDS:
        _BOUNDS[engine] = Bounds(engine.program)
    low, high = _BOUNDS[engine].of(Load(field.name, 0))
    return max(field.least, low), min(field.most, high)


def _name(program: Program, field: Field, i: int) -> str:
    """Return what a position calls a number of a field."""
    match field.role:
        case FieldRole.FRAME:
            return str(frame_slots(program).index(field.offset + i))
        case FieldRole.MEMORY | FieldRole.KNOWLEDGE | FieldRole.MOMENT:
            name, part = field.name.removeprefix("memory."), parts_of(program, field)[i]
            return f"{name}/{part}" if part else name
    return program.board.letters[i] if field.size == program.players else field.name


# --- what belongs together -----------------------------------------------------------------------


def _pieces(program: Program, state: State) -> Iterator[Fault]:
    """Yield what is wrong with the number of pieces."""
    home, wizards = (program.fields[name].offset for name in ("home", "wizards"))
    standing = board_of(program, state).wizards
    each = zip(program.board.letters, program.board.colours, program.board.box, strict=True)
    for i, (letter, colour, box) in enumerate(each):
        total = standing[letter] + state[home + i]
        if total != state[wizards + i] or total > box:
            of = Verbatim(colour)
            message = wording("bad-position.state.wizards", total=total, colour=of, box=box)
            yield Fault("home", message)


def _wizards(program: Program, state: State) -> Iterator[Fault]:
    """Yield what is wrong with where each wizard is: it must be what the board shows."""
    usual = wizards.usual_places(program, state)
    here = wizards.places(program, state)
    for i in range(0, len(here), program.slots):
        if sorted(here[i : i + program.slots]) != sorted(usual[i : i + program.slots]):
            colour = program.board.colours[i // program.slots]
            of = Verbatim(colour)
            yield Fault("memory", wording("bad-position.state.places", name=WIZARD_AT, colour=of))


def _towers(program: Program, state: State) -> Iterator[Fault]:
    """Yield the values that a memory for each tower has where no tower is."""
    there = set(towers_of(program, state))
    for field in program.fields.values():
        if field.each == "tower":
            usual = state[field.offset]  # the ground of the first space is never a tower
            for i in range(field.size):
                if i not in there and state[field.offset + i] != usual:
                    name = _name(program, field, i)
                    yield Fault("memory", wording("bad-position.state.no-tower", name=name))


def _cards(program: Program, state: State) -> Iterator[Fault]:
    """Yield what is wrong with the number of cards: they must add up to the deck."""
    for number, deck in enumerate(program.decks):
        counts = deck_view(program, state, deck).counts
        for card in deck.cards:
            count = counts[card.code]
            if count == card.copies:
                continue
            about = {"copies": card.copies, "code": card.code, "count": count}
            if number == 0:
                yield Fault("hands", wording("bad-position.state.cards", **about))
            else:
                message = wording("bad-position.state.cards-of", **about, deck=deck.name)
                yield Fault(f"pile.{deck.name}", message)
        if program.shows_cards:
            yield from _known(program, state, deck)


def _known(program: Program, state: State, deck: Deck) -> Iterator[Fault]:
    """Yield the cards that players are said to know of hands that do not have them."""
    known, kinds = program.fields[KNOWN_HAND], len(program.card_kinds)
    for row in range(program.players * program.players):
        hand = place_of_hand(program, deck, row % program.players) - deck.first
        for card in range(deck.first, deck.stop):
            i = row * kinds + card
            if state[known.offset + i] > state[hand + card]:
                message = wording("bad-position.state.known", known=known.name, i=i)
                yield Fault("memory", message)


def _program(program: Program, state: State) -> Iterator[Fault]:
    """Yield what is wrong with where the program is."""
    over = state[program.fields["at"].offset] == 0
    if over and any(state[slot] for slot in frame_slots(program)):
        yield Fault("frame", wording("bad-position.state.frame"))
