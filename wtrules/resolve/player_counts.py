"""Ranges of player counts, and what can be wrong with them."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import replace
from wtrules.source import Span
from wtrules.syntax import nodes as n

MOST_PLAYERS = 8


def empty_range(low: int, high: int, at: Span) -> Diagnostic:
    """Return the fault of a range that ends before it begins."""
    return report(
        "empty-range", at, replace(at, f"{high}..{low}", is_safe=True), low=low, high=high
    )


def players_beyond(node: n.Range) -> Iterator[Diagnostic]:
    """Yield the fault of a range with player counts that no game has."""
    if node.low <= node.high and not 1 <= node.low <= node.high <= MOST_PLAYERS:
        few = node.low < 1
        yield report(
            "out-of-range.players",
            node.span,
            replace(node.span, _between(max(node.low, 1), min(node.high, MOST_PLAYERS)))
            if node.high >= 1 and node.low <= MOST_PLAYERS
            else None,
            players=node.low if few else node.high,
            side="few" if few else "many",
            most_players=MOST_PLAYERS,
        )


def _between(low: int, high: int) -> str:
    return f"{low}..{high}" if low < high else str(low)
