"""Worker processes: the only place that starts any, except for those of servers (`lanes.py`).

Workers are forked, so they inherit everything that was made before them. Where the system cannot
start processes, as in a browser, the work is done in this process. However the work ends, no worker is left behind: this process
stops them, and they stop by themselves if it is killed. Each worker has a pipe of its own and there are
no locks, so one that dies holds up nobody; its task is done here.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import frozen

from wtrules.value import Value

if TYPE_CHECKING:  # a browser has no processes; see `_start`
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")

# Signals that end this process, and with it the workers; Windows has no SIGHUP.
ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


class Cancelled(Exception):
    """Work was stopped because its result is no longer needed."""


def never() -> bool:
    """Return False: nobody stops the work."""
    return False


def threads_start() -> bool:
    """Return whether this process can start threads; in a browser it cannot."""
    thread = threading.Thread(target=never)
    try:
        thread.start()
    except RuntimeError:
        return False
    thread.join()
    return True


def _processes_start() -> bool:
    """Return whether this process can start others that inherit all it has."""
    return hasattr(os, "fork") and sys.platform not in ("emscripten", "wasi")


def processors() -> int:
    """Return the number of processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def run_all(tasks: Sequence[Callable[[], T]], jobs: int | None = None) -> Generator[T, None, None]:
    """Yield the result of each task in order; the number of processes makes no difference to them.

    The caller can use the first results while the other tasks are still running. *jobs* is the
    number of processes, by default one for each processor.
    """
    wanted = min(jobs or processors(), len(tasks))
    if wanted < 2 or not _processes_start():
        yield from (task() for task in tasks)
        return
    gc.freeze()  # the collector would write to memory that all processes share, and so copy it
    workers: list[_Worker] = []
    try:
        for _ in range(wanted):
            workers.append(_start(tasks, [worker.pipe for worker in workers]))
        yield from _in_order(tasks, [worker.pipe for worker in workers])
    finally:
        with _undisturbed():
            for worker in workers:
                worker.process.kill()
            for worker in workers:
                worker.process.join()
                worker.pipe.close()
        gc.unfreeze()


# Work that needs the results of tasks now and then: it yields them, and is sent their results.
Staged = Generator[Sequence[Callable[[], Any]], Iterator[Any], T]


def run_together(works: Sequence[Staged[T]], jobs: int | None = None) -> list[T]:
    """Return what each piece of work returns; the tasks of all of them are run together, stage by stage.

    The results a piece of work is sent must be used up before it yields more tasks.
    """
    done: dict[int, T] = {}
    asked: dict[int, Sequence[Callable[[], Any]]] = dict.fromkeys(range(len(works)), ())
    is_begun = False
    while asked:
        tasks = [task for each in asked.values() for task in each]
        next_asked = {}
        with closing(run_all(tasks, jobs)) as results:
            for number, own in asked.items():
                try:
                    sent = islice(results, len(own)) if is_begun else None
                    next_asked[number] = works[number].send(sent)  # type: ignore[arg-type]
                except StopIteration as stop:
                    done[number] = stop.value
        asked, is_begun = next_asked, True
    return [done[number] for number in range(len(works))]


def _in_order(tasks: Sequence[Callable[[], T]], pipes: Sequence[Connection]) -> Iterator[T]:
    """Give the tasks to the workers, and yield the results in the order of the tasks."""
    from multiprocessing.connection import wait

    waiting = iter(range(len(tasks)))
    busy: dict[Connection, int] = {}
    done: dict[int, _Outcome] = {}

    def give(pipe: Connection) -> None:
        for number in waiting:
            try:
                pipe.send(number)
            except OSError:  # the worker has died
                done[number] = _outcome(tasks[number])
                continue
            busy[pipe] = number
            return

    for pipe in pipes:
        give(pipe)
    for number in range(len(tasks)):
        while number not in done:
            for ready in cast("list[Connection]", wait(list(busy))):
                taken = busy.pop(ready)
                try:
                    done[taken] = ready.recv()
                except (EOFError, OSError):  # the worker has died
                    done[taken] = _outcome(tasks[taken])
                give(ready)
        outcome = done.pop(number)
        if outcome.error is not None:
            raise outcome.error
        yield outcome.value


@frozen
class _Outcome(Value):
    """The result of a task, or why there is none."""

    value: Any = None
    error: Exception | None = None


def _outcome(task: Callable[[], Any]) -> _Outcome:
    try:
        return _Outcome(task())
    except Exception as error:
        return _Outcome(error=error)


# --- processes -------------------------------------------------------------------------------------


@frozen
class _Worker(Value):
    process: BaseProcess
    pipe: Connection


def _start(tasks: Sequence[Callable[[], Any]], others: Sequence[Connection]) -> _Worker:
    """Start a worker that ignores Ctrl-C: this process handles it, and stops the worker."""
    from multiprocessing import get_context

    context = get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(tasks, there, [*others, here]), daemon=True)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *ENDING})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    there.close()
    return _Worker(process, here)


def _work(tasks: Sequence[Callable[[], Any]], pipe: Connection, foreign: list[Connection]) -> None:
    """Do tasks until there are no more, in a worker."""
    for number in ENDING:
        # At any time, even in native code, where no Python handler runs.
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    for other in foreign:  # inherited; the pipes break only if nobody else has them open
        other.close()
    try:
        while True:
            outcome = _outcome(tasks[pipe.recv()])
            try:
                pipe.send(outcome)
            except (TypeError, AttributeError, ValueError) as error:  # it cannot be pickled
                pipe.send(_Outcome(error=RuntimeError(f"{outcome.error or 'a result'}: {error}")))
    except (EOFError, OSError):  # the other process is gone
        pass


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
