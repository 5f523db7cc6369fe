"""Numbers anywhere in a ruleset: not too large, not negative, no empty ranges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.checks.board import Limit, out_of_range
from wtrules.checks.possible_values import Folding, folding
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, error
from wtrules.rules.layering import empty_range, players_beyond
from wtrules.rules.model import Entry, Rules
from wtrules.rules.values import MAX_NUMBER, list_of
from wtrules.source import Span
from wtrules.syntax import nodes as n

_COUNTS = ("wizards", "flasks", "cards")


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check every number of every entry and variant."""
    fold = folding(rules)
    for entry in rules.of_kind("setting"):
        yield from _calculated(rules, entry)
    for nodes in survey(rules).nodes.values():
        for node in nodes:
            kind = type(node)
            if kind is n.Number:
                if node.value > MAX_NUMBER:
                    yield _too_large(node.span, node.span.text)
            elif kind in _LOOK:
                yield from _look(node, fold)


def _calculated(rules: Rules, entry: Entry) -> Iterator[Diagnostic]:
    value = list_of(rules, entry.id)
    assert isinstance(entry.node, n.Setting)
    for constant, term in zip(
        value.entries if value else (), entry.node.value.entries, strict=False
    ):
        if isinstance(constant, int) and abs(constant) > MAX_NUMBER:
            if not isinstance(term, n.Number):
                yield _too_large(term.span, str(constant))


_LOOK = frozenset(
    (
        n.Range,
        n.Cell,
        n.Deck,
        n.DeckLine,
        n.Face,
        n.Cost,
        n.Allowance,
        n.Value,
        n.Table,
        n.Variant,
    )
)


def _look(node: Any, fold: Folding) -> Iterator[Diagnostic]:
    match node:
        case n.Range() | n.Cell():
            yield from _range(node.low, node.high, node.span)
        case n.Deck(size=amount) | n.DeckLine(copies=amount):
            if amount > MAX_NUMBER:
                yield _too_large(node.span, str(amount))
            rolls = getattr(node, "rolls", None)
            if rolls is not None and not 1 <= rolls <= 9:
                yield out_of_range("rolls", rolls, node.span, Limit(1, 9, "rolls for one card"))
        case n.Face():
            if (node.value or 0) > MAX_NUMBER:
                yield _too_large(node.span, str(node.value))
        case n.Value():
            if (node.first or 0) > MAX_NUMBER:
                yield _too_large(node.span, str(node.first))
        case n.Cost():
            yield from _not_negative(node.value, fold, Limit(0, 100, "flasks"), "cost")
        case n.Allowance():
            yield from _not_negative(node.amount, fold, Limit(0, 1000, "times"), node.id.id)
        case n.Table():
            yield from _counts(node)
        case n.Variant():
            for span in node.players:
                yield from players_beyond(span)


def _range(low: int | None, high: int | None, at: Span) -> Iterator[Diagnostic]:
    if max(abs(low or 0), abs(high or 0)) > MAX_NUMBER:
        yield _too_large(at, at.text)
    elif low is not None and high is not None and low > high:
        yield empty_range(low, high, at)


def _too_large(at: Span, written: str) -> Diagnostic:
    return error(
        "number-too-large",
        f"`{at.text if len(at.text) < 20 else written}` is more than a million",
        at,
        "too large",
        "write a number up to a million",
    )


def _not_negative(term: n.Expr, fold: Folding, limit: Limit, id: str) -> Iterator[Diagnostic]:
    value = fold.possible(term)
    if value is None:
        return
    for bound in (value.low, value.high):
        if bound is not None and value.values is not None and bound <= MAX_NUMBER:
            if not limit.low <= bound <= limit.high:
                yield out_of_range(id, bound, term.span, limit)
                return


def _counts(node: n.Table) -> Iterator[Diagnostic]:
    """Check that no table has a negative number of wizards, flasks or cards."""
    if not node.rows:
        return
    header, *rows = node.rows
    for place, column in enumerate(header.cells):
        if column.text not in _COUNTS:
            continue
        for row in rows:
            cell = row.cells[place] if place < len(row.cells) else None
            if cell is not None and cell.low is not None and cell.low < 0:
                limit = Limit(0, 100, str(column.text))
                yield out_of_range(f"{node.id.id}.{column.text}", cell.low, cell.span, limit)
