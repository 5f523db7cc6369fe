"""A few cases of many in the normal run, all of them with `--long`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int, first: int = 0) -> list[Any]:
    """Return cases as parameters; all but every n-th, beginning with *first*, run only with `--long`."""
    return [
        case if number % every == first else pytest.param(case, marks=pytest.mark.long)
        for number, case in enumerate(cases)
    ]
