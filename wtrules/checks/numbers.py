"""Numbers anywhere in a ruleset: not too large, not negative, no empty ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wtrules.checks.limits import Limit, limits, out_of_range
from wtrules.checks.setting_uses import setting_uses
from wtrules.checks.survey import nodes_of, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import replace
from wtrules.language.physical import PIECES
from wtrules.meaning import nodes as m
from wtrules.meaning.evaluate import Evaluator
from wtrules.meaning.values import MAX_NUMBER, entries_of
from wtrules.resolve.model import Entry, Rules, VariantInfo, once
from wtrules.resolve.player_counts import empty_range, players_beyond
from wtrules.source import Span
from wtrules.syntax import nodes as n


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Check every number of every entry and variant."""
    rules, values = meaning.resolved, Evaluator(meaning)
    counts = _counts(rules)
    for entry in rules.of_kind("setting"):
        yield from _calculated(rules, entry)
    for part in survey(rules).parts.values():
        for node in _with_numbers(part):
            yield from _look(node, counts)
    for spell in meaning.spells.values():
        yield from _not_negative(spell.cost, values, Limit(0, 100, "flasks"), "cost")
    for allowance in meaning.allowances.values():
        yield from _not_negative(allowance.amount, values, Limit(0, 1000, "times"), allowance.id)


@once
def _with_numbers(part: Entry | VariantInfo) -> tuple[Any, ...]:
    return tuple(nodes_of(part).of(*_WITH_NUMBERS))


# Most nodes have no numbers; it is faster to know that before looking at them.
_WITH_NUMBERS = (
    n.Number, n.Range, n.Cell, n.Deck, n.DeckLine, n.Face, n.Value, n.Table,
    n.Variant,
)  # fmt: skip


def _counts(rules: Rules) -> Mapping[str, Limit]:
    """Return the limits of table columns that say how many pieces or cards there are."""
    used = setting_uses(rules)
    wizards = dict.fromkeys(used.placings, Limit(0, 100, "wizards"))
    box = {f"colours.{piece}": Limit(0, 100, piece) for piece in PIECES}
    return limits(used) | wizards | box


def _calculated(rules: Rules, entry: Entry) -> Iterator[Diagnostic]:
    terms = entry.node_as(n.Setting).value.entries
    for constant, term in zip(entries_of(rules, entry.id), terms, strict=False):
        if isinstance(constant, int) and abs(constant) > MAX_NUMBER:
            if not isinstance(term, n.Number):
                yield _too_large(term.span, str(constant))


def _look(node: Any, counts: Mapping[str, Limit]) -> Iterator[Diagnostic]:
    match node:
        case n.Number():
            if node.value > MAX_NUMBER:
                yield _too_large(node.span, node.span.text)
        case n.Range() | n.Cell():
            yield from _range(node.low, node.high, node.span)
        case n.Deck(size=amount) | n.DeckLine(copies=amount):
            if amount is not None and amount > MAX_NUMBER:
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
        case n.Table():
            yield from _columns(node, counts)
        case n.Variant():
            for span in node.players:
                yield from players_beyond(span)


def _range(low: int | None, high: int | None, at: Span) -> Iterator[Diagnostic]:
    if max(abs(low or 0), abs(high or 0)) > MAX_NUMBER:
        yield _too_large(at, at.text)
    elif low is not None and high is not None and low > high:
        yield empty_range(low, high, at)


def _too_large(at: Span, written: str) -> Diagnostic:
    return report(
        "number-too-large",
        at,
        replace(at, str(MAX_NUMBER)) if at.text.isdigit() else None,
        what=at.text if len(at.text) < 20 else written,
    )


def _not_negative(term: m.Term, values: Evaluator, limit: Limit, id: str) -> Iterator[Diagnostic]:
    value = values.possible(term)
    if value is None:
        return
    for bound in (value.low, value.high):
        if bound is not None and value.values is not None and bound <= MAX_NUMBER:
            if not limit.low <= bound <= limit.high:
                yield out_of_range(id, bound, term.span, limit)
                return


def _columns(node: n.Table, counts: Mapping[str, Limit]) -> Iterator[Diagnostic]:
    """Check that no table has a negative number of pieces or cards."""
    for row in node.rows[1:]:
        for column, cell in zip(node.rows[0].cells, row.cells, strict=False):
            name = f"{node.id.id}.{column.text}"
            if name in counts and cell.low is not None and cell.low < 0:
                yield out_of_range(name, cell.low, cell.span, counts[name])
