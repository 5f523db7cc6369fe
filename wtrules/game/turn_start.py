"""Find the start of a turn: in a new game, or for a position that any ruleset can read.

A whole position also says where the program is (`at=`, `frame=`, `memory=`), which differs between
rulesets. A line without these fields describes only what is on the table. Then the previous turn
is played to its end with these things, and the first decision after it is the position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import frozen

from wtrules.game.position import refused
from wtrules.game.position_reader import parse_table
from wtrules.program.program import ON_TABLE, Decision, FieldRole, Program

if TYPE_CHECKING:
    from wtrules.backends.reference import Reference

_TABLE = ON_TABLE | {FieldRole.CHANCE}
_CASTING = {FieldRole.FLASKS, FieldRole.SPELLS, FieldRole.HOME}  # who can cast what
_MOST_DECISIONS = 10_000  # in a game, until a player's turn
_MOST_IN_TURN = 40  # decisions until a turn is over


@frozen
class TurnBefore:
    """The last decision before a turn, and the option that ends it."""

    data: list[int]
    option: int


_TURNS: WeakKeyDictionary[Reference, dict[int, TurnBefore | None]] = WeakKeyDictionary()


# --- games in which little happens -------------------------------------------------------------


def turn_before(engine: Reference, seat: int) -> TurnBefore | None:
    """Return the last decision before a turn of a seat; None if the seat never has a turn."""
    found = _TURNS.setdefault(engine, {})
    if seat not in found:
        found[seat] = _play_to_turn(engine, seat)
    return found[seat]


def _play_to_turn(engine: Reference, seat: int) -> TurnBefore | None:
    program = engine.program
    data, options = engine.start(0)
    for _ in range(_MOST_DECISIONS):
        if not options:
            return None
        option = shortest_way(_decision(engine, data), options)
        after = data[:]
        onward = engine.play(after, option)
        if _one(program, data, "active") != seat == _one(program, after, "active"):
            return TurnBefore(data, option) if onward else None
        data, options = after, onward
    return None


def first_turn(engine: Reference) -> list[int]:
    """Return the first decision about a card, for a game of one, which has no previous turn."""
    data, options = engine.start(0)
    for _ in range(_MOST_DECISIONS):
        if not options or any(x.kinds == ("card",) for x in _decision(engine, data).alternatives):
            break
        options = engine.play(data, options[0])
    return data


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


# --- positions without the state of the program --------------------------------------------------


def starts_turn(text: str) -> bool:
    """Return whether a line does not say where the program is."""
    keys = {part.partition("=")[0] for part in text.split(" ")}
    return not keys & {"at", "frame", "memory", "outcome"}


def parse_turn_start(engine: Reference, text: str) -> list[int]:
    """Return the first decision of the turn that a line describes; raises BadPosition."""
    program = engine.program
    table = parse_table(program, text)
    active = _one(program, table, "active")
    actor = _one(program, table, "actor")
    for data in _first_decisions(engine, table, active):
        if _one(program, data, "actor") == actor:
            return data
    letters = program.letters
    message = f"no turn of `{letters[active]}` begins with a decision of `{letters[actor]}` here"
    raise refused("bad-position", message)


def _first_decisions(engine: Reference, table: list[int], active: int) -> Iterator[list[int]]:
    """Yield the possible first decisions of a turn, the most likely one first."""
    program = engine.program
    if program.players == 1:
        data = first_turn(engine)
        copy_fields(program, table, data, _TABLE)
        yield data
        return
    last = turn_before(engine, active)
    if last is None:
        return
    before = last.data[:]
    copy_fields(program, table, before, _TABLE)
    # A player can always decline, even if nothing else is possible.
    alternatives = enumerate(_decision(engine, before).alternatives)
    declining = [number for number, alternative in alternatives if alternative.declines]
    found = []
    for option in declining[:1] or engine.options(before):
        data = before[:]
        engine.play(data, option)
        _end_turn(engine, data, active)
        if _one(program, data, "at") <= 0 or _one(program, data, "active") != active:
            continue
        # Restore what the previous turn changed on the table: it must not make a spell possible.
        changed = _fields(program, data, _CASTING) != _fields(program, table, _CASTING)
        copy_fields(program, table, data, _TABLE)
        if engine.options(data):
            found.append((changed, data))
    yield from (data for _, data in sorted(found, key=lambda pair: pair[0]))


def _end_turn(engine: Reference, data: list[int], active: int) -> None:
    """Play until it is a seat's turn or the game is over."""
    for _ in range(_MOST_IN_TURN):
        if _one(engine.program, data, "active") == active or _one(engine.program, data, "at") <= 0:
            return
        options = engine.options(data)
        if not options:
            return
        engine.play(data, shortest_way(_decision(engine, data), options))


# --- fields of the state -------------------------------------------------------------------------


def copy_fields(
    program: Program, source: list[int], target: list[int], roles: Collection[FieldRole]
) -> None:
    """Copy the fields with these roles from one state into another."""
    for part in program.fields.values():
        if part.role in roles:
            place = slice(part.offset, part.offset + part.size)
            target[place] = source[place]


def _fields(program: Program, data: list[int], roles: Collection[FieldRole]) -> list[list[int]]:
    fields = program.fields.values()
    return [data[x.offset : x.offset + x.size] for x in fields if x.role in roles]


def _decision(engine: Reference, data: list[int]) -> Decision:
    return engine.program.decisions[_one(engine.program, data, "at") - 1]


def _one(program: Program, data: list[int], name: str) -> int:
    return data[program.fields[name].offset]
