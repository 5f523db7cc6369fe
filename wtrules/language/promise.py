"""What rule files can rely on: the version of the language, and the words that names cannot be.

A rule file that is valid stays valid (`docs/reference/promise.md`), so a word that the language learns
takes no name away: where a file calls something so, the word means that.
"""

from __future__ import annotations

from wtrules.language.constants import CONSTANTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES

VERSION = "0.9"  # of the language; it rises when the language learns something

# The words of 0.1.0, which no memory, definition, setting, allowance or piece was ever called.
# Nothing is ever added to them.
RESERVED = frozenset(
    [
        "active",
        "actor",
        "arrivals",
        "cost",
        "discard_pile",
        "discarded",
        "draw_pile",
        "empty_flasks",
        "floor",
        "full_flasks",
        "ground",
        "group",
        "hand_size",
        "height",
        "hidden",
        "home",
        "index",
        "known",
        "laid_out",
        "left",
        "level",
        "next_player",
        "nobody",
        "nothing",
        "opposite",
        "owner",
        "place",
        "players",
        "points",
        "previous_player",
        "roll",
        "rolls",
        "seat",
        "shielded",
        "space",
        "spent_flasks",
        "top",
        "topmost",
        "uppermost",
        "value",
        "visible",
        "winner",
        "wizards",
        "yes",
    ]
)
# The words that came later.
LEARNED = (
    frozenset({p.name for p in PROPERTIES} | {p.name for p in PREDICATES} | {*CONSTANTS}) - RESERVED
)
