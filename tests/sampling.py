"""A few cases of many in the normal run, drawn anew each time; all of them with `--long`.

The seed of the draw is printed at the end of a run, and `--seed N` draws the same cases again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
SEED, LONG = "WTRULES_TEST_SEED", "WTRULES_TEST_LONG"  # so that workers draw the same cases


def seed() -> int:
    """Return the seed of this run."""
    return int(os.environ.get(SEED, "0"))


def drawn(cases: Iterable[T], count: int, of: str = "") -> list[T]:
    """Return *count* of the cases, drawn at random and in their order; all of them with `--long`.

    Lists of the same length have the same places drawn, unless they differ in what they are *of*.
    """
    every = list(cases)
    if LONG in os.environ or count >= len(every):
        return every
    draw = random.Random(f"{seed()} {len(every)} {of}")
    return [every[number] for number in sorted(draw.sample(range(len(every)), count))]


def covering(
    pairs: Iterable[tuple[str, str]], with_these: Iterable[tuple[str, str]] = ()
) -> list[Any]:
    """Return pairs as parameters; all but a few, which together name everything, run only with `--long`.

    *with_these* are always among the few.
    """
    every = list(pairs)
    shuffled = random.Random(f"{seed()} pairs").sample(every, len(every))
    chosen = set(with_these)
    for new in (2, 1):  # first the pairs of which neither is named yet, so that few are needed
        for pair in shuffled:
            if new == len({*pair} - {name for other in chosen for name in other}):
                chosen.add(pair)
    return [
        pair if pair in chosen else pytest.param(pair, marks=pytest.mark.long) for pair in every
    ]


def sampled(cases: Iterable[Any], count: int, of: str = "") -> list[Any]:
    """Return cases as parameters; all but *count* of them, drawn at random, run only with `--long`."""
    every = list(cases)
    chosen = drawn(range(len(every)), count, of)
    return [
        case if number in chosen else pytest.param(case, marks=pytest.mark.long)
        for number, case in enumerate(every)
    ]
