"""Calls answered in processes of their own, one after the other in each lane, with a time limit.

A rule file can take forever, whatever the checks do. So no call runs in a server itself, neither in
that of the web page nor in the language server: a worker that takes too long is stopped and replaced,
and the caller gets an error. `work` is the loop of such a worker.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

from attrs import define, field

from wtrules.collector import collect_less_often
from wtrules.texts import LANGUAGES, Texts

_LONGEST_LINE = 256 * 1024 * 1024
_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from {module} import main; main()"
)
_STARTING = 60.0  # seconds until a worker is ready, at most

Message = dict[str, Any]


def patience() -> float:
    """How much more time than usual calls may take: `WTRULES_PATIENCE`, for slow machines."""
    try:
        return max(1.0, float(os.environ.get("WTRULES_PATIENCE", "1")))
    except ValueError:
        return 1.0


@define(eq=False, repr=False)
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
    """A worker and the calls that wait for it.

    *module* has the `main` of the worker, and *seconds* the limit of each call. An older call of the
    kinds *latest* that still waits is pointless when a newer one comes. *grace* has the calls for
    which the worker is stopped so many seconds after nobody waits for them any more; the answer of
    any other call comes sooner than a new worker.
    """

    def __init__(
        self,
        module: str,
        seconds: Mapping[str, float],
        latest: Collection[str] = (),
        grace: Mapping[str, float] | None = None,
    ) -> None:
        self._start = _START.format(module=module)
        self._seconds = seconds
        self._latest = latest
        self._grace = {} if grace is None else grace
        self._waiting: asyncio.Queue[Job] = asyncio.Queue()
        self._jobs: list[Job] = []
        self._worker: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to answer calls, and start the worker before the first one."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop the worker."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._stop()

    def kill(self) -> None:
        """Stop the worker at once, when no loop is running any more."""
        if self._worker is not None and self._worker.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self._worker.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def add(self, job: Job) -> None:
        """Let a call wait for its turn."""
        if job.name in self._latest:
            for older in self._jobs:
                if older.name == job.name:
                    older.left.set()
                    older.fail("cancelled", "common.cancelled")
        self._jobs.append(job)
        self._waiting.put_nowait(job)

    async def call(self, name: str, argument: Any) -> AsyncIterator[Message]:
        """Yield the progress of a call, and its value at the end."""
        job = Job(name, argument)
        self.add(job)
        try:
            while True:
                message = await job.messages.get()
                yield message
                if "value" in message:
                    return
        finally:
            job.left.set()

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
            job.fail("worker", "common.worker_failed")
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
            job.fail("timeout", "common.timeout", seconds=f"{seconds:g}")
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await self._stop()
            job.fail("worker", "common.worker_stopped")

    async def _next(self, job: Job, end: float) -> Message | None:
        """Return the next message of the worker; None if nobody waits for it any more."""
        left = end - asyncio.get_running_loop().time()
        if job.name not in self._grace:
            return await asyncio.wait_for(self._line(), left)

        async def abandoned() -> None:
            await job.left.wait()
            await asyncio.sleep(self._grace[job.name])

        reading = asyncio.ensure_future(self._line())
        leaving = asyncio.ensure_future(abandoned())
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
        arguments = ("-P", "-c", self._start, json.dumps(sys.path))
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


# --- in the worker -----------------------------------------------------------------------------------

Answer = Callable[[str, Any, Callable[[Any], None]], Any]


def work(warm_up: Callable[[], object], answer: Answer) -> None:
    """Answer calls until the input ends: one line of JSON for each call and each answer.

    A worker reads `{"name": …, "argument": …}` from standard input and writes `{"progress": …}` lines
    and then `{"value": …}` to standard output.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    # Nothing else may write between the lines: what is printed goes to standard error.
    lines = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    collect_less_often()

    def send(message: Message) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[lines.write(data) :]

    warm_up()
    send({"ready": True})
    for line in sys.stdin.buffer:
        call = json.loads(line)
        value = answer(call["name"], call["argument"], lambda part: send({"progress": part}))
        send({"value": value})
