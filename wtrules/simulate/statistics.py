"""Shares and means with their intervals: how far chance may have moved a number.

All intervals are at 95 %. A share has the interval of Wilson (1927), a mean the one of Student's t;
two rulesets played with the same seeds are compared game by game: means by the mean of the
differences, shares by the interval of Bonett and Price (2012), which stays honest when hardly any
game differs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import frozen

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations


@frozen
class Estimate:
    """A number found by playing, and where the true one may lie."""

    value: float
    low: float
    high: float
    games: int

    @property
    def margin(self) -> float:
        """Half of the interval's length."""
        return (self.high - self.low) / 2


def share(hits: int, games: int) -> Estimate:
    """Return how often something happens."""
    if not games:
        return Estimate(math.nan, 0.0, 1.0, 0)
    part = hits / games
    spread = Z * Z / games
    centre = (part + spread / 2) / (1 + spread)
    half = Z * math.sqrt(part * (1 - part) / games + spread / games / 4) / (1 + spread)
    # At the ends the formula gives 0 and 1 but for rounding.
    low = centre - half if hits else 0.0
    high = centre + half if hits < games else 1.0
    return Estimate(part, low, high, games)


def mean(values: Sequence[float]) -> Estimate:
    """Return how much there is of something, on average."""
    games = len(values)
    if not games:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    centre = math.fsum(values) / games
    if games == 1:
        return Estimate(centre, -math.inf, math.inf, 1)
    squares = math.fsum((value - centre) ** 2 for value in values)
    half = t_quantile(games - 1) * math.sqrt(squares / (games - 1) / games)
    return Estimate(centre, centre - half, centre + half, games)


def difference_of_means(values: Sequence[float], base: Sequence[float]) -> Estimate:
    """Return by how much paired values differ on average."""
    return mean([a - b for a, b in zip(values, base, strict=True)])


def difference_of_shares(hits: Sequence[float], base: Sequence[float]) -> Estimate:
    """Return by how much more often something happens, for paired games."""
    games = len(hits)
    gained = sum(a > b for a, b in zip(hits, base, strict=True))
    lost = sum(a < b for a, b in zip(hits, base, strict=True))
    if not games:
        return Estimate(math.nan, -1.0, 1.0, 0)
    up, down = (gained + 1) / (games + 2), (lost + 1) / (games + 2)
    half = Z * math.sqrt((up + down - (up - down) ** 2) / (games + 2))
    low, high = max(-1.0, up - down - half), min(1.0, up - down + half)
    return Estimate((gained - lost) / games, low, high, games)


def t_quantile(degrees: int) -> float:
    """Return within how many standard errors 95 % of means lie, for so many degrees of freedom."""
    if degrees == 1:
        return math.tan(math.pi * 0.475)
    if degrees == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    # Cornish and Fisher's expansion around the normal distribution; right to 0.3 % from 3 on.
    z, n = Z, degrees
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / n**i for i, term in enumerate(terms))


def quantile(values: Sequence[float], part: float) -> float:
    """Return the value that a part of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(part * len(ordered)) - 1))]
