"""Find the start of a turn: in a new game, or for a position that any ruleset can read.

A whole position also says where the program is (`at=`, `frame=`, `memory=`), which differs between
rulesets. A line without these fields describes only what is on the table. Nothing is played for
it: a new game is set up, the turns before the wanted one are skipped, what is on the table is put
there, and the turn begins. Its first decision is the position, and rules remember nothing of
earlier turns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import frozen

from wtrules.game.position import refused
from wtrules.game.position_reader import parse_table
from wtrules.game.position_text import towers_of
from wtrules.program.program import ENTRY, ON_TABLE, Decide, Decision, FieldRole, Program
from wtrules.program.state import WIZARD_AT

if TYPE_CHECKING:
    from wtrules.backends.reference import Reference

Prepare = Callable[[list[int]], None]  # changes a state; called twice, it changes no more

_TABLE = ON_TABLE | {FieldRole.CHANCE, FieldRole.DIE, FieldRole.WINNERS}
_MOST_STEPS = 10_000  # decisions and turns, until a player's turn
_MOST_SKIPPED = 100  # turns; rules that still have not come to a player may need to play them
_MOST_EMPTY = 100  # decisions without options, at the beginning of a turn


@frozen
class _Turn:
    """A state in which a turn begins: only whose turn it is has been decided."""

    data: list[int]
    block: int


_TURNS: WeakKeyDictionary[Reference, dict[int, _Turn | None]] = WeakKeyDictionary()


# --- turns of a new game -------------------------------------------------------------------------


def _turn_of(engine: Reference, seat: int) -> _Turn:
    """Return the first turn of a seat; raises BadPosition if it never has one."""
    found = _TURNS.setdefault(engine, {})
    if seat not in found:
        found[seat] = _first_turn(engine, seat)
    turn = found[seat]
    if turn is None:
        raise refused("unknown-seat", f"{engine.program.colours[seat]} never has a turn")
    return turn


def _first_turn(engine: Reference, seat: int) -> _Turn | None:
    turns, skipped = engine.program.turns, 0
    data = engine.before_start(0)
    there = engine.advance(data, ENTRY, turns)
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
    """Return what is on the table at the first decision of a seat's first turn."""
    turn = _turn_of(engine, seat)
    data = turn.data[:]
    engine.advance(data, turn.block)
    return data


def first_decision(
    engine: Reference, seat: int, table: list[int], prepare: Prepare | None = None
) -> list[int] | None:
    """Return the first decision of a seat's turn with this on the table; None if there is none.

    *table* is what is there at that decision, so whatever the beginning of the turn changes is
    restored. So is what *prepare* sets, such as memories.
    """
    program = engine.program
    turn = _turn_of(engine, seat)
    data, block = turn.data[:], turn.block
    _put_table(program, table, data)
    if prepare is not None:
        prepare(data)
    for _ in range(_MOST_EMPTY):
        engine.advance(data, block)
        at = _one(program, data, "at")
        if at <= 0 or _one(program, data, "active") != seat:
            return None
        _put_table(program, table, data)
        if prepare is not None:
            prepare(data)
        if engine.options(data):
            return data
        block = _without_options(program, at - 1)
    return None


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


def _without_options(program: Program, decision: int) -> int:
    """Return the block to go on with if a decision has no options."""
    statements = program.statements()
    return next(s.otherwise for s in statements if isinstance(s, Decide) and s.decision == decision)


# --- positions without the state of the program --------------------------------------------------


def starts_turn(text: str) -> bool:
    """Return whether a line does not say where the program is."""
    keys = {part.partition("=")[0] for part in text.split(" ")}
    return not keys & {"at", "frame", "memory", "outcome"}


def parse_turn_start(engine: Reference, text: str) -> list[int]:
    """Return the first decision of the turn that a line describes; raises BadPosition."""
    program = engine.program
    table = parse_table(engine, text)
    active = _one(program, table, "active")
    actor = _one(program, table, "actor")
    data = first_decision(engine, active, table)
    letters = program.letters
    if data is None:
        message = f"`{letters[active]}` has nothing to decide in a turn that begins here"
        raise refused("bad-position", message)
    if _one(program, data, "actor") != actor:
        message = (
            f"no turn of `{letters[active]}` begins with a decision of `{letters[actor]}` here"
        )
        raise refused("bad-position", message)
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
