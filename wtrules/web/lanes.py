"""Calls answered in processes of their own, one after the other in each lane, with a time limit.

A rule file can take for ever, whatever the checks do. So no call runs in the server itself: a worker
that takes too long is stopped and replaced, and the caller gets an error.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

from attrs import define, field

from wtrules.texts import LANGUAGES, Texts
from wtrules.web.limits import LONG_CALLS, SECONDS, patience

_LONGEST_LINE = 256 * 1024 * 1024
_START = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from wtrules.web.worker import main; main()"
_STARTING = 60.0  # seconds until a worker is ready, at most

# An older call of these kinds that still waits is pointless when a newer one comes.
_LATEST_ONLY = frozenset({"check", "complete", "hover"})

Message = dict[str, Any]


@define(eq=False)
class Job:
    """One call, and what has come of it."""

    name: str
    argument: Any
    messages: asyncio.Queue[Message] = field(factory=asyncio.Queue)
    left: asyncio.Event = field(factory=asyncio.Event)  # nobody waits for the answer any more

    def fail(self, code: str, key: str, **parts: object) -> None:
        """Answer with an error."""
        given = self.argument.get("lang") if isinstance(self.argument, Mapping) else None
        language = given if given in LANGUAGES else LANGUAGES[0]
        error = {"code": code, "message": Texts(language)(key, **parts)}
        self.messages.put_nowait({"value": {"error": error}})


class Lane:
    """A worker and the calls that wait for it."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self._seconds = seconds
        self._waiting: asyncio.Queue[Job] = asyncio.Queue()
        self._jobs: list[Job] = []
        self._worker: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to answer calls, and start the worker before the first one."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop the worker."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._stop()

    def add(self, job: Job) -> None:
        """Let a call wait for its turn."""
        if job.name in _LATEST_ONLY:
            for older in self._jobs:
                if older.name == job.name:
                    older.left.set()
                    older.fail("cancelled", "web.cancelled")
        self._jobs.append(job)
        self._waiting.put_nowait(job)

    async def _run(self) -> None:
        await self._ready()
        while True:
            job = await self._waiting.get()
            self._jobs.remove(job)
            if not job.left.is_set():
                await self._answer(job)

    async def _answer(self, job: Job) -> None:
        worker = await self._ready()
        if worker is None:
            job.fail("worker", "web.worker_failed")
            return
        seconds = self._seconds[job.name] * patience()
        end = asyncio.get_running_loop().time() + seconds
        assert worker.stdin is not None
        line = json.dumps({"name": job.name, "argument": job.argument}).encode() + b"\n"
        try:
            worker.stdin.write(line)
            await worker.stdin.drain()
            while True:
                message = await self._next(job, end)
                if message is None:  # nobody waits for it
                    await self._stop()
                    return
                job.messages.put_nowait(message)
                if "value" in message:
                    return
        except TimeoutError:
            await self._stop()
            job.fail("timeout", "web.timeout", seconds=f"{seconds:g}")
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await self._stop()
            job.fail("worker", "web.worker_stopped")

    async def _next(self, job: Job, end: float) -> Message | None:
        """Return the next message of the worker; None if it is a long call that nobody waits for."""
        left = end - asyncio.get_running_loop().time()
        if job.name not in LONG_CALLS:  # its answer comes sooner than a new worker
            return await asyncio.wait_for(self._line(), left)
        reading = asyncio.ensure_future(self._line())
        leaving = asyncio.ensure_future(job.left.wait())
        try:
            done, _ = await asyncio.wait(
                {reading, leaving}, timeout=left, return_when=asyncio.FIRST_COMPLETED
            )
            if reading in done:
                return reading.result()
            if leaving in done:
                return None
            raise TimeoutError
        finally:
            for one in (reading, leaving):
                one.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await one

    async def _line(self) -> Message:
        assert self._worker is not None
        assert self._worker.stdout is not None
        line = await self._worker.stdout.readline()
        if not line.endswith(b"\n"):
            raise asyncio.IncompleteReadError(line, None)
        message: Message = json.loads(line)
        return message

    # --- the process ---

    async def _ready(self) -> Process | None:
        """Return the worker, started again if need be; None if it cannot be started."""
        if self._worker is not None and self._worker.returncode is None:
            return self._worker
        # -P: a folder called `wtrules` where the user happens to be is not the program.
        arguments = ("-P", "-c", _START, json.dumps(sys.path))
        try:
            self._worker = await asyncio.create_subprocess_exec(
                sys.executable, *arguments, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE
            )
            await asyncio.wait_for(self._line(), _STARTING * patience())
        except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            await self._stop()
        return self._worker

    async def _stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None and worker.returncode is None:
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()


class Lanes:
    """One lane for answers that people wait for while typing and playing, one for long work."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        limits = SECONDS if seconds is None else seconds
        self._quick, self._long = Lane(limits), Lane(limits)

    def start(self) -> None:
        """Begin to answer calls."""
        self._quick.start()
        self._long.start()

    async def close(self) -> None:
        """Stop the workers."""
        await asyncio.gather(self._quick.close(), self._long.close())

    async def call(self, name: str, argument: Any) -> AsyncIterator[Message]:
        """Yield the progress of a call, and its value at the end."""
        job = Job(name, argument)
        (self._long if name in LONG_CALLS else self._quick).add(job)
        try:
            while True:
                message = await job.messages.get()
                yield message
                if "value" in message:
                    return
        finally:
            job.left.set()
