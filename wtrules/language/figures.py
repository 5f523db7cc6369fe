"""The figures that `picture` can name: what the pieces of a house rule look like.

A rule file can also give any sign of its own, `picture "🐉"`.
"""

from __future__ import annotations

FIGURES = (
    "boat", "bridge", "cart", "castle", "chest", "coin", "crown", "dragon", "flag", "ghost", "potato",
    "rock", "tent", "tree", "wolf",
)  # fmt: skip
