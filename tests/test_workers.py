"""Worker processes: the same results in the same order, however many there are."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from functools import partial

import pytest

from wtrules.workers import Staged, processors, run_all, run_together


def squares(number: int) -> list[Callable[[], int]]:
    """Return tasks that square numbers."""
    return [partial(pow, i, 2) for i in range(number)]


@pytest.mark.parametrize("jobs", [1, 2, 5, None])
def test_results_come_in_the_order_of_the_tasks(jobs: int | None):
    """The number of processes makes no difference to the results."""
    assert [0, 1, 4, 9, 16, 25] == list(run_all(squares(6), jobs))


def test_no_tasks_give_no_results():
    """Without work there are no workers."""
    assert [] == list(run_all([], 4))


def test_one_job_stays_in_this_process():
    """Nothing is started for a single job."""
    assert [os.getpid()] * 3 == list(run_all([os.getpid] * 3, jobs=1))


def _sum_of_squares(number: int) -> Staged[tuple[int, int]]:
    """Square numbers, and then their sum."""
    total = sum((yield squares(number)))
    (square,) = yield [partial(pow, total, 2)]
    return total, square


@pytest.mark.parametrize("jobs", [1, 3])
def test_work_in_stages_is_done_together(jobs: int):
    """Each piece of work gets the results of its own tasks, also if it asks for none at first."""
    works = [_sum_of_squares(number) for number in (3, 0, 4)]

    assert [(5, 25), (0, 0), (14, 196)] == run_together(works, jobs)


def test_a_failing_task_raises_here():
    """What goes wrong in a worker is reported to the caller."""
    with pytest.raises(ValueError, match="nope"):
        list(run_all([*squares(2), partial(_fail, "nope")], jobs=2))


def test_what_cannot_be_sent_raises_here():
    """A result that is no plain value is reported, not waited for."""
    with pytest.raises(RuntimeError, match="pickle"):
        list(run_all([_unsendable, *squares(2)], jobs=2))


def _unsendable() -> object:
    return lambda: None


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_worker_that_dies_loses_nothing():
    """Its task is done in this process, even if all of them die."""
    here = os.getpid()
    tasks = [partial(_die_elsewhere, here, i) for i in range(6)]

    assert [0, 1, 4, 9, 16, 25] == list(run_all(tasks, jobs=2))


def _die_elsewhere(here: int, number: int) -> int:
    if os.getpid() != here:
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_an_abandoned_run_leaves_no_worker():
    """If the caller needs no more results."""
    results = run_all([os.getpid] * 9, jobs=2)
    assert isinstance(next(results), int)
    results.close()  # type: ignore[attr-defined]

    assert [] == multiprocessing.active_children()


def _fail(message: str) -> int:
    raise ValueError(message)


def test_there_is_a_processor():
    """By default there is at least one worker."""
    assert processors() >= 1
