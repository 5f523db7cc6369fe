"""What players can type in `wtrules play`: the numbers of moves, and commands."""

from __future__ import annotations

from wtrules.game.game import State
from wtrules.game.moves import Move

# What players type -> the command. All words work in both languages.
COMMANDS = {
    "undo": "undo", "u": "undo", "zurück": "undo",
    "hint": "hint", "h": "hint", "tipp": "hint",
    "why": "why", "warum": "why",
    "moves": "moves", "m": "moves", "züge": "moves",
    "board": "board", "b": "board", "brett": "board",
    "spells": "spells", "s": "spells", "zauber": "spells",
    "rules": "rules", "r": "rules", "regeln": "rules",
    "log": "log", "l": "log", "verlauf": "log",
    "save": "save", "sichern": "save",
    "load": "load", "laden": "load",
    "help": "help", "?": "help", "hilfe": "help",
    "quit": "quit", "q": "quit", "exit": "quit", "ende": "quit",
}  # fmt: skip

YES = {"yes", "y", "ja", "j"}


def numbered_moves(state: State) -> dict[int, Move]:
    """Return the legal moves by the number to type; a move that chooses a number has that number."""
    point, moves = state.decision_point, list(state.legal_moves)
    assert point is not None
    found = {}
    others = []
    for move in moves:
        alternative, values = point.decode(move.option)
        if alternative.kinds == ("number",) and not alternative.words:
            found[values[0]] = move
        else:
            others.append(move)
    return found | dict(enumerate(others, max(found, default=0) + 1))


def command_of(line: str) -> tuple[str | None, str]:
    """Return the command of a line, if any, and the rest of the line."""
    first, _, rest = line.strip().partition(" ")
    return COMMANDS.get(first.casefold()), rest.strip()
