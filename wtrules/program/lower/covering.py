"""Who knows the wizards under towers, in games in which what is covered is forgotten.

For each surface there is a bit for every player who knows what is on it while it is covered. The field
goes along with the towers like a memory for each tower.
"""

from __future__ import annotations

from wtrules.program.lower.code import Code
from wtrules.program.program import KNOWN_SURFACE, Expr, Load, op


def is_forgotten(code: Code) -> bool:
    """Return whether players forget what a tower covers."""
    return KNOWN_SURFACE in code.low.layout.fields


def forget(surface: Expr, code: Code) -> None:
    """Write that a surface has just been covered or uncovered: nobody knows anything about it."""
    if is_forgotten(code):
        code.store(KNOWN_SURFACE, 0, surface)


def show(surface: Expr, viewer: Expr | None, code: Code) -> None:
    """Write that a player, or everybody, sees what is on a covered surface."""
    if not is_forgotten(code):
        return
    everybody = (1 << code.low.layout.players) - 1
    seen = everybody if viewer is None else op("<<", 1, viewer)
    code.store(KNOWN_SURFACE, op("|", Load(KNOWN_SURFACE, surface), seen), surface)


def tower_taken(tower: Expr, code: Code) -> None:
    """Write that the wizards on a tower come down to those below: both must have been known."""
    if is_forgotten(code):
        below = op("-", tower, 1)
        both = op("&", Load(KNOWN_SURFACE, below), Load(KNOWN_SURFACE, tower))
        code.store(KNOWN_SURFACE, both, below)
