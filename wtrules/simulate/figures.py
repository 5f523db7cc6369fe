"""Numbers as people read them: rounded, with their intervals, in the style of a language."""

from __future__ import annotations

import math

from wtrules.simulate.statistics import Estimate
from wtrules.simulate.summary import Statistic
from wtrules.texts import Texts

_CLEAR = 3.29 / 1.96  # so many half-intervals away from 0 is 99.9 %: hardly ever by chance


def group_text(group: str, texts: Texts) -> str:
    """Return the heading of a group of statistics."""
    return texts(f"simulate.group.{group.replace(' ', '_')}")


def is_clear(one: Statistic) -> bool:
    """Whether chance alone would hardly ever produce a difference."""
    return one.difference is not None and weight(one) > _CLEAR


def weight(one: Statistic) -> float:
    """How many half-intervals a difference is away from none."""
    difference = one.difference
    if difference is None or not difference.value or math.isinf(difference.margin):
        return 0.0
    return abs(difference.value) / difference.margin if difference.margin else math.inf


def cell_text(one: Statistic, estimate: Estimate, texts: Texts) -> str:
    """Return what was found for one side, with its interval."""
    if not estimate.games:
        return "–"
    return f"{value_text(one.kind, estimate.value, texts)} ({span_text(estimate, texts, one.kind)})"


def span_text(estimate: Estimate, texts: Texts, kind: str = "mean", signed: bool = False) -> str:
    """Return an interval, with as many digits as are needed to see it."""
    if math.isinf(estimate.low):
        return texts("simulate.one_game")
    low, high = (
        value_text(kind, number, texts, signed, "") for number in (estimate.low, estimate.high)
    )
    if low == high:  # narrower than the digits that are shown
        factor = 1 if kind == "mean" else 100
        width = factor * (estimate.high - estimate.low)
        digits = min(6, 1 - math.floor(math.log10(width))) if width else 2
        sign = "+" if signed else ""
        low, high = (
            texts.figures(f"{factor * number + 0.0:{sign},.{digits}f}")
            for number in (estimate.low, estimate.high)
        )
    return texts("simulate.range", low=low, high=high) if signed else f"{low}–{high}"


def value_text(
    kind: str, number: float, texts: Texts, signed: bool = False, unit: str = " %"
) -> str:
    """Return a number as it is shown: a share in percent, a mean with three figures or so."""
    sign = "+" if signed else ""
    if kind == "mean":
        digits = 1 if abs(number) >= 10 else 2
        return texts.figures(f"{_rounded(number, digits):{sign},.{digits}f}")
    return texts.figures(f"{_rounded(100 * number, 1):{sign}.1f}") + unit


def _rounded(number: float, digits: int) -> float:
    return round(number, digits) + 0.0  # which makes of −0.0 a plain 0.0
