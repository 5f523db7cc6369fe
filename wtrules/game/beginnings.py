"""The beginning of a turn as a line that any ruleset can read: what lies on the table, no more.

A whole position also says where the rules stand (`at=`, `frame=`, `memory=`), which is different
from ruleset to ruleset. Without these the rules are asked: the turn before is brought to its end on
this table, and what they want to know first is the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from wtrules.game.position import BadPosition, Fault, parse_table

if TYPE_CHECKING:
    from wtrules.backends.reference import Reference
    from wtrules.program.program import Decision, Program

_TABLE = (
    "height", "shields", "cell", "castle", "home", "wizards", "empty", "full", "spent", "hand",
    "hand_size", "pile", "pile_size", "discard", "discard_size", "laid_out", "points", "rng",
)  # fmt: skip
_KEPT = ("empty", "full", "spent", "laid_out", "home")  # by whom and what spells can be cast
_PATIENCE = 10_000  # decisions until somebody's turn
_STEPS = 40  # decisions until a turn is over
_BEFORE: WeakKeyDictionary[Reference, dict[int, list[int] | None]] = WeakKeyDictionary()


def begins_a_turn(text: str) -> bool:
    """Whether a line says what lies on the table, but not where the rules stand."""
    keys = {part.partition("=")[0] for part in text.split(" ")}
    return not keys & {"at", "frame", "memory", "outcome"}


def beginning(engine: Reference, text: str) -> list[int]:
    """Return the first decision of a turn that begins with this table; raises BadPosition."""
    program = engine.program
    table = parse_table(program, text)
    active = _one(program, table, "active")
    actor = _one(program, table, "actor")
    for data in _asked(engine, table, active):
        if _one(program, data, "actor") == actor:
            return data
    letters = program.letters
    message = f"no turn of `{letters[active]}` begins with a decision of `{letters[actor]}` here"
    raise BadPosition((Fault("bad-position", message, length=0),))


def _asked(engine: Reference, table: list[int], active: int) -> Iterator[list[int]]:
    """Yield what is asked first in a turn on this table, most likely first."""
    program = engine.program
    if program.players == 1:
        data = _first_turn(engine)
        _lay(program, table, data)
        yield data
        return
    kept = _BEFORE.setdefault(engine, {})
    if active not in kept:
        kept[active] = _turn_before(engine, active)
    last = kept[active]
    if last is None:
        return
    before = last[:]
    found = []
    _lay(program, table, before)
    # To decline is possible on any table, even where there is nothing that could be done.
    declining = _declining(engine, before)
    for option in [declining] if declining is not None else engine.options(before):
        data = before[:]
        engine.play(data, option)
        _end_turn(engine, data, active)
        if _one(program, data, "at") <= 0 or _one(program, data, "active") != active:
            continue
        # What the turn before did to the table is undone; it should not have opened a window.
        same = all(_row(program, data, x) == _row(program, table, x) for x in _KEPT)
        _lay(program, table, data)
        if engine.options(data):
            found.append((not same, data))
    yield from (data for _, data in sorted(found, key=lambda pair: pair[0]))


def _turn_before(engine: Reference, active: int) -> list[int] | None:
    """Return the last decision before a turn of a seat, in a game in which little happens."""
    program = engine.program
    data, options = engine.start(0)
    for _ in range(_PATIENCE):
        if not options:
            return None
        after = data[:]
        onward = engine.play(after, shortest_way(_decision(engine, data), options))
        if _one(program, data, "active") != active == _one(program, after, "active"):
            return data
        data, options = after, onward
    return None


def _first_turn(engine: Reference) -> list[int]:
    """Return the first decision about a card; one player alone has no turn before it."""
    data, options = engine.start(0)
    for _ in range(_PATIENCE):
        at = _one(engine.program, data, "at")
        if not options or any(
            x.kinds == ("card",) for x in engine.program.decisions[at - 1].alternatives
        ):
            break
        options = engine.play(data, options[0])
    return data


def _end_turn(engine: Reference, data: list[int], active: int) -> None:
    """Go on until it is a seat's turn; nobody does more than they must."""
    for _ in range(_STEPS):
        if _one(engine.program, data, "active") == active or _one(engine.program, data, "at") <= 0:
            return
        options = engine.options(data)
        if not options:
            return
        engine.play(data, shortest_way(_decision(engine, data), options))


def shortest_way(decision: Decision, options: list[int]) -> int:
    """Return the option that ends a turn soonest: no spell, and rather no card and no piece.

    Anything else is answered with the first option. The same text has to give the same position in
    every version, so this choice is not to be changed.
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


def _declining(engine: Reference, data: list[int]) -> int | None:
    """Return the option that does nothing, whether it is offered or not."""
    alternatives = enumerate(_decision(engine, data).alternatives)
    return next((number for number, alternative in alternatives if alternative.declines), None)


def _decision(engine: Reference, data: list[int]) -> Decision:
    return engine.program.decisions[_one(engine.program, data, "at") - 1]


def _lay(program: Program, table: list[int], data: list[int]) -> None:
    for name in _TABLE:
        part = program.fields[name]
        data[part.offset : part.offset + part.size] = _row(program, table, name)


def _row(program: Program, data: list[int], name: str) -> list[int]:
    part = program.fields[name]
    return data[part.offset : part.offset + part.size]


def _one(program: Program, data: list[int], name: str) -> int:
    return data[program.fields[name].offset]
