"""Statistics as text: a sentence a designer can use, then the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from wtrules.simulate.figures import cell_text, group_text, is_clear, span_text, value_text
from wtrules.simulate.findings import sentences, strength
from wtrules.simulate.plan import Plan
from wtrules.simulate.summary import Statistic, Summary
from wtrules.texts import Texts
from wtrules.value import Value


def lines(plan: Plan, summaries: Sequence[Summary], lang: str = "en") -> Iterator[str]:
    """Yield the statistics as text."""
    texts = Texts(lang)
    names = [side.name for side in plan.sides]
    bots = ", ".join(plan.bots)
    if len(names) == 1:
        yield texts("simulate.head", ruleset=names[0], bots=bots, seed=plan.seed)
        yield from strength(plan.bots, texts)
        for summary in summaries:
            yield " ".join(sentences(summary, texts))
        for table in tables(summaries, texts):
            yield from lined_up(table)
        return
    for i, (summary, table) in enumerate(zip(summaries, tables(summaries, texts), strict=True)):
        if i:
            yield ""
        yield from sentences(summary, texts)
        yield texts("simulate.head_compared", bots=bots, seed=plan.seed)
        yield from strength(plan.bots, texts)
        yield from lined_up(table)


@frozen
class Table(Value):
    """Numbers in rows; a row of one cell is a heading or a note."""

    heads: list[str]
    rows: list[list[str]]


def tables(summaries: Sequence[Summary], texts: Texts) -> Iterator[Table]:
    """Yield the numbers: one table for a ruleset, or one comparison for each number of players."""
    if len(summaries[0].names) == 1:
        heads = ["", *(texts("simulate.players", n=summary.players) for summary in summaries)]
        yield Table(heads, list(_rows(summaries, texts)))
        return
    for summary in summaries:
        players, (one, base) = texts("simulate.players", n=summary.players), summary.names
        heads = [players, base, one, texts("simulate.difference")]
        yield Table(heads, list(_compared(summary, texts)))


def _rows(summaries: Sequence[Summary], texts: Texts) -> Iterator[list[str]]:
    yield [texts("simulate.games"), *(texts.number(summary.games) for summary in summaries)]
    order: dict[str, Statistic] = {}
    # Those with most seats first, so that the seats are in their order.
    for summary in sorted(summaries, key=lambda summary: -summary.players):
        for one in summary.statistics:
            order.setdefault(one.id, one)
    groups = dict.fromkeys(one.group for one in order.values())
    for group in groups:
        yield [group_text(group, texts)]
        for one in order.values():
            if one.group == group:
                found = [summary.get(one.id) for summary in summaries]
                yield [
                    f"  {one.label}",
                    *(cell_text(f, f.sides[0], texts) if f else "–" for f in found),
                ]


def _compared(summary: Summary, texts: Texts) -> Iterator[list[str]]:
    yield [texts("simulate.games"), *[texts.number(summary.games)] * 2]
    group = ""
    for one in summary.statistics:
        if one.group != group:
            group = one.group
            yield [group_text(group, texts)]
        assert one.difference is not None
        mark = " *" if is_clear(one) else ""
        difference = value_text(one.kind, one.difference.value, texts, True, " pp")
        if span := span_text(one.difference, texts, one.kind, signed=True):
            difference += f" ({span})"
        difference += mark
        cells = [cell_text(one, side, texts) for side in reversed(one.sides)]
        yield [f"  {one.label}", *cells, difference]
    yield [texts("simulate.foot")]


def lined_up(table: Table) -> Iterator[str]:
    """Yield a table as lines of text."""
    rows = [table.heads, *table.rows]
    full = [row for row in rows if len(row) == len(table.heads)]
    widths = [max(len(row[i]) for row in full) for i in range(len(table.heads))]
    for row in rows:
        cells = [
            f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)
        ] if len(row) > 1 else row  # fmt: skip
        yield "  ".join(cells).rstrip()
