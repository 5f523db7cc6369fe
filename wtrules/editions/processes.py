"""Work that is done side by side: in processes that share all that was made before them."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.pool import Pool
from typing import Any, TypeVar

T = TypeVar("T")

_TASKS: list[Sequence[Callable[[], Any]]] = []  # processes are born with them


def side_by_side(tasks: Sequence[Callable[[], T]], jobs: int | None = None) -> Iterator[T]:
    """Yield what comes of each task, in their order; the same whatever the number of processes.

    Whoever takes the results works on while the others do.
    """
    wanted = min(jobs or os.cpu_count() or 1, len(tasks))
    if wanted < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (task() for task in tasks)
        return
    _TASKS[:] = [tasks]
    gc.freeze()  # what all processes share is not looked through, so it is not copied
    try:
        with _processes(wanted) as pool:
            yield from pool.imap(_one, range(len(tasks)))
    finally:
        gc.unfreeze()
        _TASKS.clear()


def _processes(number: int) -> Pool:
    """Start processes that leave it to the first one to say that somebody has had enough."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return multiprocessing.get_context("fork").Pool(number)  # born deaf to Ctrl-C
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _one(number: int) -> Any:
    return _TASKS[0][number]()
