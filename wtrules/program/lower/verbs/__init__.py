"""What each verb does and what it needs, registered under the kinds of actions."""

from __future__ import annotations

from wtrules.program.lower.verbs import castle, counts, die, flasks, hands, spells, towers, wizards
from wtrules.program.lower.verbs.registry import LOWERINGS, PERMISSIONS

__all__ = [
    "LOWERINGS",
    "PERMISSIONS",
    "castle",
    "counts",
    "die",
    "flasks",
    "hands",
    "spells",
    "towers",
    "wizards",
]
