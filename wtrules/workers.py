"""Worker processes: the only place that starts any.

Workers are forked, so they inherit everything that was made before them. Where the system cannot
fork, the work is done in this process. However the work ends, no worker is left behind.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.pool import Pool
from typing import Any, TypeVar

T = TypeVar("T")

# Signals that end this process, and with it the workers; Windows has no SIGHUP.
ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]

_TASKS: list[Sequence[Callable[[], Any]]] = []  # inherited by the workers


def processors() -> int:
    """Return the number of processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def run_all(tasks: Sequence[Callable[[], T]], jobs: int | None = None) -> Iterator[T]:
    """Yield the result of each task in order; the number of processes makes no difference to them.

    The caller can use the first results while the other tasks are still running. *jobs* is the
    number of processes, by default one for each processor.
    """
    wanted = min(jobs or processors(), len(tasks))
    if wanted < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (task() for task in tasks)
        return
    _TASKS[:] = [tasks]
    gc.freeze()  # the collector would write to memory that all processes share, and so copy it
    try:
        pool = _pool(wanted)
        try:
            yield from pool.imap(_run, range(len(tasks)))
        finally:
            with _undisturbed():
                pool.terminate()
    finally:
        gc.unfreeze()
        _TASKS.clear()


def _pool(number: int) -> Pool:
    """Start workers that ignore Ctrl-C: this process handles it, and stops them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return multiprocessing.get_context("fork").Pool(number, _begin)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Let a worker be ended at any time, even in native code, where no Python handler runs."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore signals while the workers are stopped: a second one must not leave any behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [signal.SIGINT, *ENDING]
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _run(number: int) -> Any:
    return _TASKS[0][number]()
