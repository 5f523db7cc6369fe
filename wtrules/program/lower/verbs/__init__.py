"""What each verb does and what it needs, registered under the kinds of actions."""

from __future__ import annotations

from wtrules.program.lower.actions import LOWERINGS, PERMISSIONS
from wtrules.program.lower.verbs import (
    castle,
    counts,
    decks,
    die,
    flasks,
    hands,
    moved_cards,
    pieces,
    secrets,
    spells,
    towers,
    wizards,
)

__all__ = [
    "LOWERINGS",
    "PERMISSIONS",
    "castle",
    "counts",
    "decks",
    "die",
    "flasks",
    "hands",
    "moved_cards",
    "pieces",
    "secrets",
    "spells",
    "towers",
    "wizards",
]
