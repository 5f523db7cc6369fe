"""Shares and means: the intervals against published and hand-made figures."""

from __future__ import annotations

import math

import pytest

from wtrules.simulate.statistics import (
    difference_of_shares,
    mean,
    quantile,
    share,
    t_quantile,
)


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [
        # Newcombe (1998), table I, method 3: Wilson's interval.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_a_share_has_the_interval_of_wilson(hits: int, games: int, low: float, high: float) -> None:
    """The four samples that intervals for shares are usually compared on."""
    found = share(hits, games)

    assert (low, high) == (round(found.low, 4), round(found.high, 4))
    assert hits / games == found.value


def test_nothing_and_everything_are_possible_shares() -> None:
    """All of n: the other end of none of n. By hand: z²/(n + z²) = 3.8415/13.8415 for ten."""
    assert (0.0, 0.2775) == (share(0, 10).low, round(share(0, 10).high, 4))
    assert (0.7225, 1.0) == (round(share(10, 10).low, 4), share(10, 10).high)


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042),
     (100, 1.984), (1000, 1.962)],
)  # fmt: skip
def test_students_t(degrees: int, expected: float) -> None:
    """The column of any printed table."""
    assert expected == pytest.approx(t_quantile(degrees), rel=3e-3)


def test_the_interval_of_a_mean() -> None:
    """1 to 5: mean 3, variance 2.5, so 3 ± 2.7764 · √(2.5 / 5) = 3 ± 1.9632."""
    found = mean([1, 2, 3, 4, 5])

    assert 3.0 == found.value
    assert 1.9632 == pytest.approx(found.margin, abs=2e-3)
    assert 5 == found.games


def test_one_game_says_nothing_about_the_others() -> None:
    """A single value has a mean, and an interval without ends."""
    assert (-math.inf, math.inf) == (mean([7]).low, mean([7]).high)


def test_paired_means_are_compared_game_by_game() -> None:
    """Games that vary a lot but differ by 1, 1 and 4: mean 2, variance 3, so 2 ± 4.303 · √(3/3)."""
    found = mean([a - b for a, b in ((11, 10), (501, 500), (94, 90))])

    assert 2.0 == found.value
    assert 4.303 == pytest.approx(found.margin, abs=2e-3)


def test_games_that_are_all_the_same_leave_some_doubt() -> None:
    """In 96.16 % or more of the games, by z²/(96 + z²) = 3.8415/99.8415; the others may differ by 1."""
    found = mean([12] * 96)

    assert (11.9615, 12.0, 12.0385) == (round(found.low, 4), found.value, round(found.high, 4))


def test_paired_shares() -> None:
    """Six gained and two lost of twenty: (7 − 3)/22 ± 1.96 · √((10/22 − (4/22)²)/22)."""
    found = difference_of_shares({1: 6, -1: 2, 0: 12})

    assert 0.2 == found.value
    assert (-0.0895, 0.4531) == (round(found.low, 4), round(found.high, 4))


def test_games_that_never_differ_leave_some_doubt() -> None:
    """No difference in 98 games: ± 1.96 · √(2/100 / 100), as a next game may differ."""
    found = difference_of_shares({0: 98})

    assert (0.0, 0.0277) == (found.value, round(found.high, 4))


def test_quantiles_are_values_that_occurred() -> None:
    """The tenth, the middle and the last tenth of ten."""
    assert [1, 5, 9] == [quantile(dict.fromkeys(range(1, 11), 1), part) for part in (0.1, 0.5, 0.9)]
