"""What the adapters share: which game to play, and what is said if a framework is missing."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from wtrules.backends.vectors import LEAST, MOST
from wtrules.board.draw import draw
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.resources import default_ruleset

MOST_DECISIONS = 20_000  # of a game; longer ones are broken off


class MissingFramework(ImportError):
    """A framework that is not installed; the message says how to install it."""


def framework(name: str, package: str) -> ModuleType:
    """Return a framework; raises MissingFramework, with one line, if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingFramework(
            f'this adapter needs {package}: pip install "wtrules[rl]" {package}'
        ) from None


def game_of(ruleset: str | Game | None) -> Game:
    """Return a game, which may be given as `en-capstone+nasty` or as the path of a rule file.

    None is the ruleset that is played unless another one is named.
    """
    return ruleset if isinstance(ruleset, Game) else load(ruleset or default_ruleset())


def box(spaces: Any, size: int) -> Any:
    """Return the space of vectors in Gymnasium's terms."""
    import numpy

    return spaces.Box(LEAST, MOST, (size,), numpy.int16)


def render(state: State, mode: str | None) -> str | None:
    """Return a state as text, or print it for people; without a mode, do neither."""
    if mode is None:
        return None
    shown = drawing(state)
    if mode != "human":
        return shown
    print(shown)
    return None


def drawing(state: State) -> str:
    """Return the board and what is to be decided, as text."""
    program = state.program
    lines = [
        draw(
            state.board,
            width=100,
            colour=False,
            ground_shields=program.board.ground_shields,
            letters=program.board.letters,
            names=dict(zip(program.board.letters, program.board.colours, strict=True)),
            track=program.board.track,
        )
    ]
    if state.is_over:
        result = state.result
        lines.append(f"over: {result.outcome if result is not None else ''}")
    else:
        letter = program.board.letters[state.to_act]
        lines.append(f"{letter}: " + ", ".join(move.text for move in state.legal_moves))
    return "\n".join(lines)
