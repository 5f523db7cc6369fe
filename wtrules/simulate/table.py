"""Statistics as text: a sentence a designer can use, then the numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from wtrules.simulate.plan import Plan
from wtrules.simulate.statistics import Estimate
from wtrules.simulate.summary import Statistic, Summary

_CLEAR = 3.29 / 1.96  # so many half-intervals away from 0 is 99.9 %: hardly ever by chance


def lines(plan: Plan, summaries: Sequence[Summary]) -> Iterator[str]:
    """Yield what was found, for people to read."""
    names = [side.name for side in plan.sides]
    bots = ", ".join(plan.bots)
    if len(names) == 1:
        yield f"{names[0]}: bots {bots}, seed {plan.seed}; 95 % intervals in brackets"
        yield from _table(_heads(summaries), _rows(summaries))
        return
    for i, summary in enumerate(summaries):
        if i:
            yield ""
        yield from sentences(summary)
        yield f"Bots {bots}, seed {plan.seed}; 95 % intervals in brackets."
        heads = [f"{summary.players} players", names[1], names[0], "difference"]
        if summary.players == 1:
            heads[0] = "1 player"
        yield from _table(heads, _compared(summary))


# --- in words ------------------------------------------------------------------------------------


def sentences(summary: Summary) -> Iterator[str]:
    """Yield what the first ruleset changes against the second, in words."""
    one, base = summary.names
    alone = "1 player" if summary.players == 1 else f"{summary.players} players"
    games = "1 game each on the same seed" if summary.games == 1 else (
        f"{summary.games:,} games each on the same seeds"
    )  # fmt: skip
    yield f"{one} against {base}, {alone}, {games}:"
    assert summary.differing is not None
    if not summary.differing.value:
        yield f"No game differs: in these {summary.games:,} the two play alike."
        return
    by = f", half of them by turn {summary.parting:.0f}" if summary.parting else ""
    part = summary.differing.value
    yield f"{'All' if part == 1 else f'{100 * part:.1f} % of the'} games differ{by}."
    clear = sorted(filter(_is_clear, summary.statistics), key=_weight, reverse=True)
    length = summary.get("turns")
    if length is not None and length.difference is not None and summary.games > 1:
        yield _length(length)
    wins = [one for one in summary.statistics if one.group == "wins"]
    fair = [one for one in clear if one.group == "wins"]
    if fair:
        yield "Chances change: " + "; ".join(map(_change, fair[:3])) + "."
    elif wins:
        most = max(abs(w.difference.low) for w in wins if w.difference)
        most = max([most, *(abs(w.difference.high) for w in wins if w.difference)])
        yield f"No clear change in who wins: at most {100 * most:.1f} percentage points either way."
    rest = [one for one in clear if one.group not in ("wins", "length")]
    if rest:
        yield "Clearest beside that: " + "; ".join(map(_change, rest[:3])) + "."


def _length(length: Statistic) -> str:
    difference = length.difference
    assert difference is not None
    word = "longer" if difference.value > 0 else "shorter"
    change = f"{abs(difference.value):.1f} turns {word} ({_span(difference, signed=True)})"
    now, before = (side.value for side in length.sides)
    if _is_clear(length):
        return f"A game is {change}: {now:.1f} instead of {before:.1f}."
    if difference.low > 0 or difference.high < 0:
        return f"A game may be {change}, {now:.1f} instead of {before:.1f}; more games will tell."
    return f"No clear change in length: {_span(difference, signed=True)} turns, of {before:.1f}."


def _change(one: Statistic) -> str:
    after, before = (_value(one.sort, side.value) for side in one.sides)
    return f"{one.group}, {one.label}: {after} instead of {before}"


def _is_clear(one: Statistic) -> bool:
    return one.difference is not None and _weight(one) > _CLEAR


def _weight(one: Statistic) -> float:
    """How many half-intervals a difference is away from none."""
    difference = one.difference
    if difference is None or not difference.value or math.isinf(difference.margin):
        return 0.0
    return abs(difference.value) / difference.margin if difference.margin else math.inf


# --- in numbers ----------------------------------------------------------------------------------


def _heads(summaries: Sequence[Summary]) -> list[str]:
    counts = [s.players for s in summaries]
    return ["", *(f"{count} player{'s' if count > 1 else ''}" for count in counts)]


def _rows(summaries: Sequence[Summary]) -> Iterator[list[str]]:
    yield ["games", *(f"{summary.games:,}" for summary in summaries)]
    order: dict[str, Statistic] = {}
    # Those with most seats first, so that the seats stand in their order.
    for summary in sorted(summaries, key=lambda summary: -summary.players):
        for one in summary.statistics:
            order.setdefault(one.id, one)
    groups = dict.fromkeys(one.group for one in order.values())
    for group in groups:
        yield [group]
        for one in order.values():
            if one.group == group:
                found = [summary.get(one.id) for summary in summaries]
                yield [f"  {one.label}", *(_cell(f, f.sides[0]) if f else "–" for f in found)]


def _compared(summary: Summary) -> Iterator[list[str]]:
    yield ["games", f"{summary.games:,}", f"{summary.games:,}"]
    group = ""
    for one in summary.statistics:
        if one.group != group:
            group = one.group
            yield [group]
        assert one.difference is not None
        mark = " *" if _is_clear(one) else ""
        difference = f"{_value(one.sort, one.difference.value, True, ' pp')} " + (
            f"({_span(one.difference, one.sort, signed=True)}){mark}"
        )
        yield [f"  {one.label}", _cell(one, one.sides[1]), _cell(one, one.sides[0]), difference]
    yield ["pp: percentage points; * clear: less than one chance in a thousand without a change"]


def _table(heads: list[str], rows: Iterator[list[str]]) -> Iterator[str]:
    table = [heads, *rows]
    full = [row for row in table if len(row) == len(heads)]
    widths = [max(len(row[i]) for row in full) for i in range(len(heads))]
    for row in table:
        cells = [
            f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)
        ] if len(row) > 1 else row  # fmt: skip
        yield "  ".join(cells).rstrip()


def _cell(one: Statistic, estimate: Estimate) -> str:
    if not estimate.games:
        return "–"
    return f"{_value(one.sort, estimate.value)} ({_span(estimate, one.sort)})"


def _span(estimate: Estimate, sort: str = "mean", signed: bool = False) -> str:
    if math.isinf(estimate.low):
        return "one game says nothing"
    parts = [_value(sort, number, signed, "") for number in (estimate.low, estimate.high)]
    return (" to " if signed else "–").join(parts)


def _value(sort: str, number: float, signed: bool = False, unit: str = " %") -> str:
    sign = "+" if signed else ""
    if sort == "mean":
        digits = 1 if abs(number) >= 10 else 2
        return f"{_rounded(number, digits):{sign},.{digits}f}"
    return f"{_rounded(100 * number, 1):{sign}.1f}{unit}"


def _rounded(number: float, digits: int) -> float:
    return round(number, digits) + 0.0  # which makes of −0.0 a plain 0.0
