"""A few cases of many in the normal run, drawn anew each time; all of them with `--long`.

The seed of the draw is printed at the end of a run, and `--seed N` draws the same cases again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import Any

import pytest

VARIABLE = "WTRULES_TEST_SEED"  # workers draw what the main process draws


def seed() -> int:
    """Return the seed of this run."""
    return int(os.environ.get(VARIABLE, "0"))


def sampled(cases: Iterable[Any], count: int) -> list[Any]:
    """Return cases as parameters; all but *count* of them, drawn at random, run only with `--long`."""
    every = list(cases)
    draw = random.Random(f"{seed()} {every}")  # not the same places of each list
    drawn = set(draw.sample(range(len(every)), min(count, len(every))))
    return [
        case if number in drawn else pytest.param(case, marks=pytest.mark.long)
        for number, case in enumerate(every)
    ]
