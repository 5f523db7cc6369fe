"""Which wizard is which, in games that remember something of each of them.

The wizards of a player are numbered: `b1`, `b2` … A position that does not say where each one is
counts them around the ring from space 0, on each space from bottom to top, then those at home.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.position.pieces import HIDDEN
from wtrules.program.program import Field, FieldRole, Program
from wtrules.program.state import AT_HOME, IN_BOX, WIZARD_AT


def usual_places(program: Program, state: list[int]) -> list[int]:
    """Return where each wizard is if a position does not say it."""
    f = program.fields
    cells = state[f["cell"].offset : f["cell"].offset + f["cell"].size]
    mask = program.board.mask
    found = []
    for player in range(program.players):
        counts = [here >> player * program.board.bits & mask for here in cells]
        places = [place for place, count in enumerate(counts) for _ in range(count)]
        places += [AT_HOME] * state[f["home"].offset + player]
        found += [*places, *[IN_BOX] * program.slots][: program.slots]
    return found


def places(program: Program, state: list[int]) -> list[int]:
    """Return where each wizard is; nothing if wizards cannot be told apart."""
    field = program.fields.get(WIZARD_AT)
    return state[field.offset : field.offset + field.size] if field is not None else []


def seat_wizards(program: Program, state: list[int]) -> None:
    """Write where each wizard is, after the board or the wizards at home have changed."""
    field = program.fields.get(WIZARD_AT)
    if field is not None:
        state[field.offset : field.offset + field.size] = usual_places(program, state)


def hide(program: Program, seen: list[int], place: int) -> None:
    """Forget which wizards are on a surface."""
    field = program.fields.get(WIZARD_AT)
    if field is not None:
        for i in range(field.offset, field.offset + field.size):
            if seen[i] == place:
                seen[i] = HIDDEN


def names(program: Program) -> list[str]:
    """Return what a position calls each wizard: `b1`, `b2` …"""
    return [f"{letter}{i + 1}" for letter in program.board.letters for i in range(program.slots)]


def number_of(program: Program, state: list[int], figure: int) -> int | None:
    """Return the number of a wizard on the board; None if it is not there."""
    owner, slot = divmod(figure, program.slots)
    here = places(program, state)
    if not here:  # each player has only one
        here = usual_places(program, state)
    return program.wizard_number(here[figure], owner, slot) if here[figure] >= 0 else None


def memories(program: Program) -> Iterator[Field]:
    """Yield the memories for each wizard."""
    for field in program.fields.values():
        if field.each == "wizard" and field.role is FieldRole.MEMORY:
            yield field


def slots_at(program: Program, state: list[int], place: int, player: int) -> list[int]:
    """Return which wizards of a player are on a surface; only the first if they are all alike."""
    first = player * program.slots
    mine = places(program, state)[first : first + program.slots]
    return [slot for slot, here in enumerate(mine) if here == place] if mine else [0]
