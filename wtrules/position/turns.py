"""Find the start of a turn: in a new game, or for a position that any ruleset can read.

A whole position also says where the program is (`at=`, `frame=`, `memory=`), which differs between
rulesets. A line without these fields describes only what is on the table when a turn begins. Nothing
is played for it: a new game is set up, what is on the table is put there, a round begins, and the
turns before the wanted one are skipped. What is on the table is put there once more, the turn begins,
and rules react to that. The first decision is the position. Rules remember nothing of earlier turns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from attrs import frozen

from wtrules.phrase import Verbatim
from wtrules.position.decks import place_of_hand
from wtrules.position.faults import refused
from wtrules.position.text import towers_of
from wtrules.program.lower.scopes import opens
from wtrules.program.program import (
    ENTRY,
    KNOWN_HAND,
    ON_TABLE,
    Decide,
    Decision,
    FieldRole,
    Program,
    walk,
)
from wtrules.program.state import WIZARD_AT
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.backends.reference import Reference


class Prepare(Protocol):
    """Changes a state when a turn begins; called twice, it changes no more.

    *again*: at the first decision, only what has been reset since.
    """

    def __call__(self, data: list[int], *, again: bool = False) -> None: ...


_TABLE = ON_TABLE | {FieldRole.CHANCE, FieldRole.DIE, FieldRole.WINNERS}
_MOST_STEPS = 10_000  # decisions and turns, until a player's turn
_MOST_SKIPPED = 100  # turns; rules that still have not come to a player may need to play them
_MOST_EMPTY = 100  # decisions without options, at the beginning of a turn


@frozen
class _Turn(Value):
    """A state in which a turn begins: only whose turn it is has been decided."""

    data: list[int]
    block: int


@frozen
class _Start(Value):
    """A new game, set up, where the first round begins, or the first turn if there are no rounds."""

    data: list[int]
    block: int
    in_round: bool


_STARTS: WeakKeyDictionary[Reference, _Start | None] = WeakKeyDictionary()
_TURNS: WeakKeyDictionary[Reference, dict[int, _Turn | None]] = WeakKeyDictionary()


# --- turns of a new game -------------------------------------------------------------------------


def _turn_of(engine: Reference, seat: int) -> _Turn:
    """Return the first turn of a seat; raises BadPosition if it never has one."""
    found = _TURNS.setdefault(engine, {})
    if seat not in found:
        start = _start(engine)
        found[seat] = None
        if start is not None:
            found[seat] = _first_turn(engine, seat, start.data[:], start.block)
    turn = found[seat]
    if turn is None:
        colour = Verbatim(engine.program.board.colours[seat])
        raise refused("unknown-seat.no-turn", colour=colour)
    return turn


def _turn_at(engine: Reference, seat: int, table: list[int], prepare: Prepare | None) -> _Turn:
    """Return a turn of a seat in a round that begins with this on the table.

    Who comes first in a round may depend on it, and on what the rules remember.
    """
    start = _start(engine)
    if start is not None and start.in_round:
        data = start.data[:]
        _put_table(engine.program, table, data)
        if prepare is not None:
            prepare(data)
        turn = _first_turn(engine, seat, data, start.block)
        if turn is not None:
            return turn
    found = _turn_of(engine, seat)
    return _Turn(found.data[:], found.block)


def set_up(engine: Reference, seed: int) -> list[int] | None:
    """Return a new game with another seed, when it is set up; None if it does not get that far."""
    start = _new_game(engine, seed)
    return start.data if start is not None else None


def _start(engine: Reference) -> _Start | None:
    if engine not in _STARTS:
        _STARTS[engine] = _new_game(engine, 0)
    return _STARTS[engine]


def _new_game(engine: Reference, seed: int) -> _Start | None:
    program = engine.program
    rounds = {
        number
        for number, block in enumerate(program.blocks)
        if any(opens(statement, "round") for statement in walk(block.body))
    }
    data = engine.before_start(seed)
    there = engine.advance(data, ENTRY, {*rounds, *program.turns})
    for _ in range(_MOST_STEPS):
        if not isinstance(there, list):
            break
        if not there:
            break
        way = engine.chosen(data, shortest_way(_decision(engine, data), there))
        there = engine.advance(data, way, {*rounds, *program.turns})
    return None if isinstance(there, list) else _Start(data, there, there in rounds)


def _first_turn(engine: Reference, seat: int, data: list[int], start: int) -> _Turn | None:
    """Return the first turn of a seat from a block on; *data* becomes its state."""
    turns, skipped = engine.program.turns, 0
    there = engine.advance(data, start, turns)
    for _ in range(_MOST_STEPS):
        if isinstance(there, list):
            if not there:
                return None
            there = engine.chosen(data, shortest_way(_decision(engine, data), there))
        elif _one(engine.program, data, "active") == seat:
            return _Turn(data, there)
        elif skipped < _MOST_SKIPPED:
            skipped += 1
            there = turns[there]
        else:
            there = engine.step(data, there)
        if not isinstance(there, list):
            there = engine.advance(data, there, turns)
    return None


def shortest_way(decision: Decision, options: list[int]) -> int:
    """Return the option that ends a turn soonest: no spell, and preferably no card and no piece.

    Otherwise it is the first option. The same text must give the same position in every version, so
    do not change this choice.
    """
    first, _ = decision.decode(options[0])
    plain = [
        (number, alternative)
        for number, alternative in enumerate(decision.alternatives)
        if not alternative.kinds and len(alternative.words) == 1 and number in options
    ]
    for number, alternative in plain:
        if alternative.passes or (alternative.declines and first.spell is not None):
            return number
    if not first.kinds:
        return options[0]
    return next((number for number, x in plain if not x.declines), options[0])


def dealt(engine: Reference, seat: int) -> list[int]:
    """Return what is on the table when a seat's first turn begins.

    If the rules for its beginning only put the table in order, such as handing a hand on, they have
    done so already.
    """
    turn = _turn_of(engine, seat)
    once = turn.data[:]
    engine.advance(once, turn.block)
    twice = turn.data[:]
    _put_table(engine.program, once, twice)
    engine.advance(twice, turn.block)
    return once if _same_table(engine.program, once, twice) else turn.data[:]


def round_begun(engine: Reference, seat: int, prepare: Callable[[list[int]], None]) -> list[int]:
    """Return the first turn of a seat in a new game that *prepare* changes after the set-up.

    Rules have reacted to the beginning of the round, if there are rounds.
    """
    start = _start(engine)
    if start is not None and start.in_round:
        data = start.data[:]
        prepare(data)
        turn = _first_turn(engine, seat, data, start.block)
        if turn is not None:
            return turn.data
    data = _turn_of(engine, seat).data[:]
    prepare(data)
    return data


def first_decision(
    engine: Reference, seat: int, table: list[int], prepare: Prepare | None = None
) -> list[int] | None:
    """Return the first decision of a turn that begins with this on the table; None if there is none.

    *prepare* sets more when the turn begins, such as memories.
    """
    program = engine.program
    turn = _turn_at(engine, seat, table, prepare)
    data, block = turn.data, turn.block
    _put_table(program, table, data)
    if prepare is not None:
        prepare(data)
    for _ in range(_MOST_EMPTY):
        engine.advance(data, block)
        at = _one(program, data, "at")
        if at <= 0 or _one(program, data, "active") != seat:
            return None
        if prepare is not None:
            prepare(data, again=True)
        if engine.options(data):
            return data
        block = _without_options(program, at - 1)
    return None


def _same_table(program: Program, one: list[int], other: list[int]) -> bool:
    parts = [part for part in program.fields.values() if part.role in _TABLE]
    places = [slice(part.offset, part.offset + part.size) for part in parts]
    return all(one[place] == other[place] for place in places)


def _put_table(program: Program, table: list[int], data: list[int]) -> None:
    """Write what is on the table into a state; only towers that are there are remembered."""
    copy_fields(program, table, data, _TABLE)
    there = set(towers_of(program, data))
    for part in program.fields.values():
        if part.each == "tower":
            usual = data[part.offset]  # the ground of the first space is never a tower
            for i in range(part.size):
                if i not in there:
                    data[part.offset + i] = usual
    _forget_hands(program, data)


def _forget_hands(program: Program, data: list[int]) -> None:
    """Let players know no more cards of a hand than it has: rules may have shown them other ones."""
    if not program.shows_cards:
        return
    known = program.fields[KNOWN_HAND].offset
    for deck in program.decks:
        for pair in range(program.players * program.players):
            hand = place_of_hand(program, deck, pair % program.players) - deck.first
            row = known + pair * len(program.card_kinds)
            for card in range(deck.first, deck.stop):
                data[row + card] = min(data[row + card], data[hand + card])


def _without_options(program: Program, decision: int) -> int:
    """Return the block to go on with if a decision has no options."""
    statements = program.statements()
    return next(s.otherwise for s in statements if isinstance(s, Decide) and s.decision == decision)


# --- positions without the state of the program --------------------------------------------------


def starts_turn(text: str) -> bool:
    """Return whether a line does not say where the program is."""
    keys = {part.partition("=")[0] for part in text.split(" ")}
    return not keys & {"at", "frame", "memory", "outcome"}


def parse_turn_start(engine: Reference, text: str, prepare: Prepare | None = None) -> list[int]:
    """Return the first decision of the turn that a line describes; raises BadPosition."""
    from wtrules.position.reader import parse_table

    program = engine.program
    table = parse_table(engine, text)
    active = _one(program, table, "active")
    actor = _one(program, table, "actor")
    data = first_decision(engine, active, table, prepare)
    letters = program.board.letters
    if data is None:
        raise refused("bad-position.begins-here", letter=letters[active])
    if _one(program, data, "actor") != actor:
        other = letters[actor]
        raise refused("bad-position.begins-with-other", letter=letters[active], other=other)
    return data


# --- fields of the state -------------------------------------------------------------------------


def copy_fields(
    program: Program, source: list[int], target: list[int], roles: Collection[FieldRole]
) -> None:
    """Copy the fields with these roles from one state into another."""
    for part in program.fields.values():
        follows = part.name == WIZARD_AT and FieldRole.BOARD in roles
        if part.role in roles or follows:
            place = slice(part.offset, part.offset + part.size)
            target[place] = source[place]


def _decision(engine: Reference, data: list[int]) -> Decision:
    return engine.program.decisions[_one(engine.program, data, "at") - 1]


def _one(program: Program, data: list[int], name: str) -> int:
    return data[program.fields[name].offset]
