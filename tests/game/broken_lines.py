"""Positions with one thing changed, as a mistake or a bad intention would change it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from wtrules.position.text import frame_slots
from wtrules.program.program import FieldRole, Program

NUMBERS = (
    *map(str, (0, 1, 2, 3, 5, 7, 9, 10, 15, 16, 17, 64, 99, 159, 160, 161, 319, 320, 12345)),
    *("999999999", "1000000000", "1000000001", "99999999999", "-1", "-2", "-7", "-1000000000"),
    *("x", "", "1.5", "--1", "٣", "1e9"),
)


def broken(line: str, program: Program, chance: random.Random) -> str:
    """Return a line with one change."""
    parts = line.split(" ")
    kinds: list[Callable[[list[str], Program, random.Random], None]]
    kinds = [
        _drop,
        _double,
        _number,
        _number,
        _number,
        _add,
        _decision,
        _cards,
        _board,
        _seat,
        _word,
    ]
    chance.choice(kinds)(parts, program, chance)
    return " ".join(parts)


def _drop(parts: list[str], _: Program, chance: random.Random) -> None:
    del parts[chance.randrange(len(parts))]


def _double(parts: list[str], _: Program, chance: random.Random) -> None:
    parts.insert(chance.randrange(len(parts) + 1), chance.choice(parts))


def _number(parts: list[str], _: Program, chance: random.Random) -> None:
    """Change a number of a field."""
    i = chance.randrange(2, len(parts))
    found = list(re.finditer(r"-?\d+", parts[i]))
    if found:
        old = chance.choice(found)
        near = [str(int(old[0]) + step) for step in (-1, 1)]
        new = chance.choice([*NUMBERS, *near * 8])
        parts[i] = parts[i][: old.start()] + new + parts[i][old.end() :]


def _add(parts: list[str], program: Program, chance: random.Random) -> None:
    """Add a number to the memories or to the frame."""
    if chance.random() < 0.5:
        what = str(chance.randrange(len(frame_slots(program)) + 2))
        _append(parts, "frame", f"{what}:{chance.choice(NUMBERS)}")
        return
    memories = [
        f for f in program.fields.values() if f.role in (FieldRole.MEMORY, FieldRole.MOMENT)
    ]
    memory = chance.choice(memories)
    name = memory.name.removeprefix("memory.") + ("/*" if memory.size > 1 else "")
    _append(parts, "memory", f"{name}:{chance.choice(NUMBERS)}")


def _append(parts: list[str], key: str, entry: str) -> None:
    for i, part in enumerate(parts):
        if part.startswith(f"{key}="):
            parts[i] = f"{part},{entry}"
            return
    parts.append(f"{key}={entry}")


def _decision(parts: list[str], program: Program, chance: random.Random) -> None:
    """Change where the program is."""
    names = [decision.name for decision in program.decisions]
    _replace(parts, "at", chance.choice([*names, "nowhere", ""]))


def _cards(parts: list[str], program: Program, chance: random.Random) -> None:
    """Change, add or take away a card."""
    key = chance.choice(["hands", "pile", "discard"])
    value = next((p.partition("=")[2] for p in parts if p.startswith(f"{key}=")), "")
    sep = chance.choice(".,")
    held = value.split(sep)
    i = chance.randrange(len(held))
    codes = [card.code for card in program.cards]
    card = chance.choice([*codes, "zz", f"5*{codes[0]}", f"99999*{codes[0]}", "-", "?"])
    held[i : i + chance.choice([0, 1])] = chance.choice([[card], []])
    _replace(parts, key, sep.join(held))


def _board(parts: list[str], program: Program, chance: random.Random) -> None:
    """Change, add or take away a piece."""
    board = parts[0]
    i = chance.randrange(len(board) or 1)
    piece = chance.choice(["", *"NRK./", *program.board.letters])
    parts[0] = board[:i] + piece + board[i + chance.choice([0, 1]) :]


def _seat(parts: list[str], program: Program, chance: random.Random) -> None:
    """Change who decides or whose turn it is."""
    seat = chance.choice([*program.board.letters, "x", "bb", "0", ""])
    if chance.random() < 0.5:
        parts[1] = seat
    else:
        _replace(parts, "active", seat)


def _word(parts: list[str], program: Program, chance: random.Random) -> None:
    """Change a field that has names in it."""
    key = chance.choice(["spells", "winner", "outcome", "nothing"])
    words = [
        *program.words.spells,
        *program.words.outcomes,
        *program.board.letters,
        "endless",
        "-",
        "",
        "b,b",
    ]
    _replace(parts, key, chance.choice(words))


def _replace(parts: list[str], key: str, value: str) -> None:
    for i, part in enumerate(parts):
        if part.startswith(f"{key}="):
            parts[i] = f"{key}={value}"
            return
    parts.append(f"{key}={value}")
