"""Every way to play that is shipped: editions, their modes, and the numbers of players."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from wtrules.pipeline import load_rules
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n

EDITIONS = ("en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30", "en-capstone")


@cache
def modes(edition: str) -> tuple[tuple[str, ...], ...]:
    """Return the sets of variants an edition allows to be played together."""
    rules, _ = load_rules(edition)
    assert rules is not None
    names = list(rules.variants)
    return tuple(
        chosen
        for size in range(len(names) + 1)
        for chosen in combinations(names, size)
        if _fits(rules, chosen)
    )


def _fits(rules: Rules, chosen: tuple[str, ...]) -> bool:
    counts = None
    for name in chosen:
        variant = rules.variants[name]
        if any(other.id not in chosen for other in variant.names(n.Needs)):
            return False
        if any(other.id in chosen for other in variant.names(n.Excludes)):
            return False
        if variant.players is not None:
            counts = variant.players if counts is None else counts & variant.players
            if not counts:
                return False
    return True


@cache
def ways_to_play() -> tuple[tuple[str, tuple[str, ...], int], ...]:
    """Return every edition with every mode and number of players."""
    found = []
    for edition in EDITIONS:
        for chosen in modes(edition):
            rules, _ = load_rules(edition, chosen)
            assert rules is not None
            found += [(edition, chosen, players) for players in sorted(rules.players)]
    return tuple(found)
