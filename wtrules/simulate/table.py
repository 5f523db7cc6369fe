"""Statistics as text: a sentence a designer can use, then the numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from attrs import frozen

from wtrules.simulate.plan import Plan
from wtrules.simulate.statistics import Estimate
from wtrules.simulate.summary import Statistic, Summary
from wtrules.texts import Texts

_CLEAR = 3.29 / 1.96  # so many half-intervals away from 0 is 99.9 %: hardly ever by chance


def lines(plan: Plan, summaries: Sequence[Summary], lang: str = "en") -> Iterator[str]:
    """Yield the statistics as text."""
    texts = Texts(lang)
    names = [side.name for side in plan.sides]
    bots = ", ".join(plan.bots)
    if len(names) == 1:
        yield texts("simulate.head", ruleset=names[0], bots=bots, seed=plan.seed)
        for table in tables(summaries, texts):
            yield from _lined_up(table)
        return
    for i, (summary, table) in enumerate(zip(summaries, tables(summaries, texts), strict=True)):
        if i:
            yield ""
        yield from sentences(summary, texts)
        yield texts("simulate.head_compared", bots=bots, seed=plan.seed)
        yield from _lined_up(table)


@frozen
class Table:
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


# --- in words ------------------------------------------------------------------------------------


def sentences(summary: Summary, texts: Texts) -> Iterator[str]:
    """Yield in words what the first ruleset changes compared with the second."""
    one, base = summary.names
    players, games = texts("simulate.players", n=summary.players), texts.number(summary.games)
    yield texts(
        "simulate.compared", one=one, base=base, players=players, games=games, n=summary.games
    )
    assert summary.differing is not None
    if not summary.differing.value:
        yield texts("simulate.no_game_differs", games=games)
        return
    yield _differing(summary.differing.value, summary.parting, texts)
    clear = sorted(filter(is_clear, summary.statistics), key=_weight, reverse=True)
    length = summary.get("turns")
    if length is not None and length.difference is not None and summary.games > 1:
        yield _length(length, texts)
    wins = [one for one in summary.statistics if one.group == "wins"]
    fair = [one for one in clear if one.group == "wins"]
    if fair:
        changes = "; ".join(_change(one, texts) for one in fair[:3])
        yield texts("simulate.wins_change", changes=changes)
    elif wins:
        most = max(abs(w.difference.low) for w in wins if w.difference)
        most = max([most, *(abs(w.difference.high) for w in wins if w.difference)])
        points = f"{100 * most:.1f}"
        key = "simulate.wins_same" if float(points) else "simulate.wins_equal"
        yield texts(key, points=texts.figures(points))
    rest = [one for one in clear if one.group not in ("wins", "length")]
    if rest:
        changes = "; ".join(_change(one, texts) for one in rest[:3])
        yield texts("simulate.clearest", changes=changes)


def _differing(share: float, parting: float | None, texts: Texts) -> str:
    """Return how many games differ, and from which turn on."""
    parts = {
        "share": texts.figures(f"{100 * share:.1f}"),
        "turn": f"{parting:.0f}" if parting else "",
    }
    if share == 1:
        return texts("simulate.all_differ_by" if parting else "simulate.all_differ", **parts)
    return texts("simulate.some_differ_by" if parting else "simulate.some_differ", **parts)


def _length(length: Statistic, texts: Texts) -> str:
    difference = length.difference
    assert difference is not None
    span = _span(difference, texts, signed=True)
    now, before = (texts.figures(f"{side.value:.1f}") for side in length.sides)
    by = abs(difference.value)
    turns = f"{by:.1f}" if by >= 0.05 else f"{by:.2f}"
    is_nothing = turns == "0.00"
    span = span or _value("mean", difference.value, texts, signed=True)
    if is_nothing or (not is_clear(length) and difference.low <= 0 <= difference.high):
        return texts("simulate.length_same", span=span, before=before)
    is_longer = difference.value > 0
    if is_clear(length):
        key = "simulate.longer" if is_longer else "simulate.shorter"
    else:
        key = "simulate.maybe_longer" if is_longer else "simulate.maybe_shorter"
    return texts(key, turns=texts.figures(turns), span=span, now=now, before=before)


def _change(one: Statistic, texts: Texts) -> str:
    after, before = (_value(one.kind, side.value, texts) for side in one.sides)
    group = group_text(one.group, texts)
    return texts("simulate.change", group=group, label=one.label, after=after, before=before)


def group_text(group: str, texts: Texts) -> str:
    """Return the heading of a group of statistics."""
    return texts(f"simulate.group.{group.replace(' ', '_')}")


def is_clear(one: Statistic) -> bool:
    """Whether chance alone would hardly ever produce a difference."""
    return one.difference is not None and _weight(one) > _CLEAR


def _weight(one: Statistic) -> float:
    """How many half-intervals a difference is away from none."""
    difference = one.difference
    if difference is None or not difference.value or math.isinf(difference.margin):
        return 0.0
    return abs(difference.value) / difference.margin if difference.margin else math.inf


# --- in numbers ----------------------------------------------------------------------------------


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
        difference = _value(one.kind, one.difference.value, texts, True, " pp")
        if span := _span(one.difference, texts, one.kind, signed=True):
            difference += f" ({span})"
        difference += mark
        cells = [cell_text(one, side, texts) for side in reversed(one.sides)]
        yield [f"  {one.label}", *cells, difference]
    yield [texts("simulate.foot")]


def _lined_up(table: Table) -> Iterator[str]:
    rows = [table.heads, *table.rows]
    full = [row for row in rows if len(row) == len(table.heads)]
    widths = [max(len(row[i]) for row in full) for i in range(len(table.heads))]
    for row in rows:
        cells = [
            f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)
        ] if len(row) > 1 else row  # fmt: skip
        yield "  ".join(cells).rstrip()


def cell_text(one: Statistic, estimate: Estimate, texts: Texts) -> str:
    """Return what was found for one side, with its interval."""
    if not estimate.games:
        return "–"
    return f"{_value(one.kind, estimate.value, texts)} ({_span(estimate, texts, one.kind)})"


def _span(estimate: Estimate, texts: Texts, kind: str = "mean", signed: bool = False) -> str:
    """Return an interval; of a difference nothing, if it is too narrow to be seen."""
    if math.isinf(estimate.low):
        return texts("simulate.one_game")
    low, high = (
        _value(kind, number, texts, signed, "") for number in (estimate.low, estimate.high)
    )
    if not signed:
        return f"{low}–{high}"
    return texts("simulate.range", low=low, high=high) if low != high else ""


def _value(kind: str, number: float, texts: Texts, signed: bool = False, unit: str = " %") -> str:
    sign = "+" if signed else ""
    if kind == "mean":
        digits = 1 if abs(number) >= 10 else 2
        return texts.figures(f"{_rounded(number, digits):{sign},.{digits}f}")
    return texts.figures(f"{_rounded(100 * number, 1):{sign}.1f}") + unit


def _rounded(number: float, digits: int) -> float:
    return round(number, digits) + 0.0  # which makes of −0.0 a plain 0.0
