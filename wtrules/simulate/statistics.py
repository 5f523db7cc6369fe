"""Shares and means with 95 % intervals.

A share has the interval of Wilson (1927), a mean that of Student's t. Two rulesets played with the same
seeds are compared game by game: means by the mean of the differences, shares by the interval of Bonett
and Price (2012), which is valid even if hardly any game differs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import frozen

from wtrules.value import Value

Z = 1.959963984540054  # 95 % of a normal distribution are within so many standard deviations


@frozen
class Estimate(Value):
    """A measured number and its interval."""

    value: float
    low: float
    high: float
    games: int

    @property
    def margin(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


def share(hits: int, games: int) -> Estimate:
    """Return the share of games in which something happens."""
    if not games:
        return Estimate(math.nan, 0.0, 1.0, 0)
    part = hits / games
    spread = Z * Z / games
    centre = (part + spread / 2) / (1 + spread)
    half = Z * math.sqrt(part * (1 - part) / games + spread / games / 4) / (1 + spread)
    # At the ends the formula gives 0 and 1, except for rounding.
    low = centre - half if hits else 0.0
    high = centre + half if hits < games else 1.0
    return Estimate(part, low, high, games)


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of some values."""
    return mean_of(Counter(values))


def mean_of(counts: Mapping[float, int]) -> Estimate:
    """Return the mean of numbers of which it is known how often each occurs.

    If all are the same, their variance says nothing about other games. The interval then covers what
    happens if as many games as is possible, by the interval of a share, differ by 1.
    """
    games = sum(counts.values())
    if not games:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    centre = math.fsum(value * number for value, number in counts.items()) / games
    if games == 1:
        return Estimate(centre, -math.inf, math.inf, 1)
    squares = math.fsum((value - centre) ** 2 * number for value, number in counts.items())
    if len(counts) > 1:
        half = t_quantile(games - 1) * math.sqrt(squares / (games - 1) / games)
    else:
        half = share(0, games).high
    return Estimate(centre, centre - half, centre + half, games)


def share_of(counts: Mapping[float, int]) -> Estimate:
    """Return the share of ones among zeros and ones."""
    return share(counts.get(1, 0), sum(counts.values()))


def difference_of_shares(differences: Mapping[float, int]) -> Estimate:
    """Return the difference of two shares, for paired games: how often 1, 0 and -1 occur."""
    games = sum(differences.values())
    if not games:
        return Estimate(math.nan, -1.0, 1.0, 0)
    gained = sum(number for value, number in differences.items() if value > 0)
    lost = sum(number for value, number in differences.items() if value < 0)
    up, down = (gained + 1) / (games + 2), (lost + 1) / (games + 2)
    half = Z * math.sqrt((up + down - (up - down) ** 2) / (games + 2))
    low, high = max(-1.0, up - down - half), min(1.0, up - down + half)
    return Estimate((gained - lost) / games, low, high, games)


def t_quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t."""
    if degrees == 1:
        return math.tan(math.pi * 0.475)
    if degrees == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    # Cornish and Fisher's expansion around the normal distribution; accurate to 0.3 % from 3 degrees on.
    z, n = Z, degrees
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / n**i for i, term in enumerate(terms))


def quantile(counts: Mapping[float, int], part: float) -> float:
    """Return a quantile of numbers of which it is known how often each occurs."""
    wanted = max(1, math.ceil(part * sum(counts.values())))
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    raise ValueError("there are no numbers")
