"""Calls in worker processes: limits, restarts, calls that nobody waits for."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from wtrules.web.api import CALLS
from wtrules.web.limits import LONG_CALLS, SECONDS
from wtrules.web.server import Lanes

CHECK = {"project": "en-capstone"}


async def last(lanes: Lanes, name: str, argument: Any) -> Any:
    """Return the answer of a call."""
    async for message in lanes.call(name, argument):
        if "value" in message:
            return message["value"]
    raise AssertionError("no answer")


PATIENT = dict.fromkeys(SECONDS, 900.0)  # a busy machine must not fail the tests


def run(work: Any, seconds: dict[str, float] = PATIENT) -> Any:
    """Run a test with lanes of its own."""

    async def inside() -> Any:
        lanes = Lanes(seconds)
        lanes.start()
        try:
            return await work(lanes)
        finally:
            await lanes.close()

    # In a thread of its own: the driver of the browser keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, inside()).result()


def test_every_call_has_a_limit():
    """And nothing else has one."""
    assert set(CALLS) == set(SECONDS)
    assert LONG_CALLS <= set(SECONDS)


@pytest.mark.slow
def test_a_call_that_takes_too_long_is_stopped_and_the_next_one_is_answered():
    """The worker is replaced; the answer says what happened, in the reader's language."""

    async def work(lanes: Lanes) -> None:
        slow = await last(lanes, "check", {**CHECK, "lang": "de"})
        assert "timeout" == slow["error"]["code"]
        assert "Sekunden" in slow["error"]["message"]
        assert "text" in await last(lanes, "source", {"file": "examples/friday.wtr"})

    run(work, {**PATIENT, "check": 0.001})


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced():
    """As if the system had run out of memory."""

    async def work(lanes: Lanes) -> None:
        assert (await last(lanes, "check", CHECK))["playable"]
        worker = lanes._quick._worker
        assert worker is not None
        worker.kill()
        await worker.wait()
        assert (await last(lanes, "check", CHECK))["playable"]

    run(work)


@pytest.mark.slow
def test_only_the_newest_of_the_waiting_checks_is_answered():
    """While somebody types, older texts are of no interest."""

    async def work(lanes: Lanes) -> list[Any]:
        texts = [f'ruleset a {{ title en "{i}" extends en-capstone }}' for i in range(6)]
        projects = [{"files": {"a.wtr": text}, "main": "a.wtr"} for text in texts]
        return await asyncio.gather(*(last(lanes, "check", {"project": p}) for p in projects))

    answers = run(work)
    assert "5" == answers[-1]["title"]
    assert {"cancelled"} == {answer["error"]["code"] for answer in answers[1:-1]}
