"""The types of the language.

A *space* is one of the ring; a *place* is a surface of a space: the ground or the top of a tower.
"""

from __future__ import annotations

# What a query can look for, a rule can take as a parameter and a memory can hold. A term of
# such a type may find nothing.
THINGS = ("wizard", "tower", "place", "space", "player", "card", "spell", "piece")

# What a memory can be kept for two of: they do not move.
PAIRED = ("player", "space", "spell", "card", "piece")

SINGLE_CARD = "single card"  # what a memory is kept for that is not the same for equal cards

# Types whose name is not a noun that follows `a`.
_DESCRIBED = {
    "truth": "a condition",
    "castle": "the castle",
    "symbol": "a word",
    "group": "a number for each player",
    "allowance": "an allowance",
}


def described(type: str) -> str:
    """Return a type as a message names it: `a wizard`."""
    return _DESCRIBED.get(type, f"a {type}")


def kinds_of(each: str) -> tuple[str, ...]:
    """Return what a memory is kept for: one kind, or two for `player and space`."""
    return tuple(each.split(" and "))


def is_pair(each: str | None) -> bool:
    """Return whether a memory is kept for pairs of things."""
    return each is not None and len(kinds_of(each)) > 1
