"""Whole positions as one line of text. This module writes them, `reader.py` reads them.

A full line has the board first, then the player to act, then `key=value` fields. A field with its
default value is omitted:

    K/Rbby/…/. b flasks=6.0.0,6.0.0 hands=t1.w3.w3,t2.t4w2.td2 pile=… at=turn.action.either rng=…

`docs/positions.md` describes all fields.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.language.things import is_pair, kinds_of
from wtrules.position import wizards
from wtrules.position.pieces import HIDDEN as HIDDEN
from wtrules.position.pieces import UNKNOWN as UNKNOWN
from wtrules.position.pieces import State, board_text
from wtrules.position.table import table_of
from wtrules.program.program import Field, FieldRole, Program
from wtrules.program.state import WIZARD_AT

ENDLESS = "endless"  # the outcome of a game whose rules never stop
NO_OUTCOME = "-"  # of a finished game

# The roles of fields that positions list as `memory=`.
REMEMBERED = (FieldRole.MEMORY, FieldRole.KNOWLEDGE, FieldRole.MOMENT)


def outcome_name(program: Program, number: int) -> str | None:
    """Return the name of an outcome by its number in the state."""
    if number < 0:
        return ENDLESS
    return program.words.outcomes[number - 1] if number else None


def format_state(program: Program, state: State) -> str:
    """Return a state as one line.

    Of cards that an observation hides, it shows how many there are: `5*?`.
    """
    table = table_of(program, state)
    fields = table.fields()
    rng = fields.pop("rng")
    fields |= {
        "outcome": outcome_name(program, state[program.fields["outcome"].offset]) or "",
        "memory": ",".join(_remembered(program, state)),
        "at": table.decision,
        "frame": ",".join(_frame(program, state)),
    }
    if not any(fields[key] for key in ("outcome", "memory", "at", "frame")):
        fields["outcome"] = NO_OUTCOME  # otherwise it would be the beginning of a turn
    # An empty field is omitted, so that early positions are short.
    shown = [f"{key}={value}" for key, value in (fields | {"rng": rng}).items() if value]
    return " ".join([board_text(program, state), table.seat, *shown])


def _remembered(program: Program, state: State) -> Iterator[str]:
    for field in program.fields.values():
        if field.role in REMEMBERED:
            name = field.name.removeprefix("memory.")
            held = state[field.offset : field.offset + field.size]
            if field.name == WIZARD_AT and held == wizards.usual_places(program, state):
                continue
            usual = _usual(held)
            if usual:
                yield f"{name}/*:{_shown(usual)}"
            for which, value in zip(parts_of(program, field), held, strict=True):
                if value != usual:
                    shown = _shown(value)
                    yield f"{name}/{which}:{shown}" if which else f"{name}:{shown}"


def _shown(value: int) -> str:
    return UNKNOWN if value == HIDDEN else str(value)


def _usual(held: list[int]) -> int:
    """Return the number to write once for most of a memory, as `name/*:value`; 0 for none."""
    commonest = max(held, key=held.count)
    return commonest if held.count(commonest) > max(len(held) // 2, 3) else 0


def parts_of(program: Program, field: Field) -> list[str]:
    """Return the name of each number of a memory in a position."""
    if field.each is not None and is_pair(field.each):
        first, second = (names_of(program, kind) for kind in kinds_of(field.each))
        return [f"{one}.{other}" for one in first for other in second]
    return names_of(program, field.each, field.size)


def names_of(program: Program, each: str | None, size: int = 0) -> list[str]:
    """Return what positions call the things of a kind; towers as many as *size*."""
    match each:
        case "player":
            return list(program.board.letters[: program.players])
        case "space":
            return [f"s{i}" for i in range(program.board.spaces)]
        case "tower":
            return [f"s{i // program.board.levels}.{i % program.board.levels}" for i in range(size)]
        case "wizard":
            return wizards.names(program)
        case "spell":
            return list(program.words.spells) or [""]
        case "card":
            return list(program.card_names)
        case "piece":
            return list(program.board.piece_names) or [""]
    return [""] if size == 1 else [str(i) for i in range(size)]


def towers_of(program: Program, state: State) -> list[int]:
    """Return the towers on the board, each by its number."""
    heights = state[program.fields["height"].offset :][: program.board.spaces]
    return [
        space * program.board.levels + level
        for space, height in enumerate(heights)
        for level in range(1, height + 1)
    ]


def frame_slots(program: Program) -> list[int]:
    """Return the place of each number of the frame."""
    return [
        field.offset + i
        for field in program.fields.values()
        if field.role is FieldRole.FRAME
        for i in range(field.size)
    ]


def _frame(program: Program, state: State) -> Iterator[str]:
    for i, offset in enumerate(frame_slots(program)):
        if value := state[offset]:
            yield f"{i}:{_shown(value)}"
