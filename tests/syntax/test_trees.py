"""The trees that clauses become."""

from __future__ import annotations

import pytest

from tests.syntax.helpers import parse_text
from wtrules.node import walk
from wtrules.syntax import nodes as n

# What a player can know, and the action that shows it.
KNOWN = {
    "hand of y": ("show hand", ["player", "to"]),
    "hand of y from market": ("show hand", ["player", "from", "to"]),
    "top 2 cards": ("show top", ["amount", "to"]),
    "top 2 cards from market": ("show top", ["amount", "from", "to"]),
    "wizards beneath s1": ("lift", ["what", "for"]),
    "luck": ("show", ["what", "to"]),
    "luck of y": ("show", ["what", "of", "to"]),
}


@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize(("words", "is_so"), [("knows", True), ("does not know", False)])
def test_what_a_player_knows(known: str, words: str, is_so: bool):
    """It is the action that shows it to the player, whether it was done or not."""
    tree, faults = parse_text(f"example a {{\n  with b {words} {known}\n}}\n")
    assert () == faults
    (knows,) = (node for node in walk(tree) if isinstance(node, n.Knows))
    verb, labels = KNOWN[known]
    assert ("b", is_so, verb) == (knows.who.id, knows.is_so, knows.shown.verb)
    assert labels == [part.label for part in knows.shown.parts]
