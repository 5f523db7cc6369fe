"""Following many clues at once: each search in a process of its own, where the machine can."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence

from wtrules.editions.witness import Clue, Hunt, Searched, search
from wtrules.game.consequence import Yardstick

_HUNTS: list[Hunt] = []  # what the processes work on; they are born with it
_YARDSTICKS: dict[tuple[int, int, int], Yardstick] = {}

Result = tuple[Clue | None, Searched]


def follow(hunts: Sequence[Hunt], jobs: int | None = None) -> list[Result]:
    """Return what each search found; the same whatever the number of processes."""
    wanted = min(jobs or os.cpu_count() or 1, len(hunts))
    if wanted < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return list(_in_order(hunts))
    _HUNTS[:] = hunts
    context = multiprocessing.get_context("fork")
    try:
        with context.Pool(wanted) as pool:
            return pool.map(_one, range(len(hunts)), chunksize=1)
    finally:
        _HUNTS.clear()


def _in_order(hunts: Sequence[Hunt]) -> Iterator[Result]:
    _YARDSTICKS.clear()
    for hunt in hunts:
        yield search(hunt, _yardstick(hunt))
    _YARDSTICKS.clear()


def _one(number: int) -> Result:
    hunt = _HUNTS[number]
    return search(hunt, _yardstick(hunt))


def _yardstick(hunt: Hunt) -> Yardstick:
    """Return the games of one side; hunts from the same side share them."""
    key = (id(hunt.without), hunt.players, hunt.seed)
    if key not in _YARDSTICKS:
        _YARDSTICKS[key] = Yardstick(hunt.without, hunt.players, 0, hunt.seed)
    return _YARDSTICKS[key]
