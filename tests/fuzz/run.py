"""Many cases in worker processes, each case under limits, with progress and a report.

A worker is forked for a portion of the cases, so that it finds everything loaded, and what one portion
leaves behind does not slow down the next. If it dies, the case it was at is the finding.
"""

from __future__ import annotations

import gc
import mmap
import os
import pickle
import random
import select
import signal
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from tests.fuzz.examine import Examination
from tests.fuzz.findings import Examine, Finding, examine_one, limit_this_process, shorten

PORTION = 2000
PATIENCE = 300  # seconds in which a worker that is not just slow finishes a case
SHORTENING = 60  # seconds for one finding
KEPT = 3  # findings with the same cause that are saved


@frozen
class Sort:
    """A sort of cases: how they are made and examined."""

    name: str
    suffix: str
    make: Callable[[random.Random], str]
    examine: Examine
    prepare: Callable[[], None]

    def case(self, seed: int, number: int) -> str:
        """Return a case, the same one every time."""
        return self.make(random.Random(f"{self.name} {seed} {number}"))


@define
class Report:
    """What a run has found so far."""

    cases: int = 0
    counts: Counter[str] = field(factory=Counter)
    seconds: Counter[str] = field(factory=Counter)
    causes: Counter[str] = field(factory=Counter)
    examples: dict[str, list[tuple[int, str, Finding]]] = field(factory=dict)
    known: dict[str, str] = field(factory=dict)  # where each cause was saved

    def add(self, number: int, text: str, finding: Finding) -> bool:
        """Count a finding; return whether it is one to save."""
        self.causes[finding.cause] += 1
        kept = self.examples.setdefault(finding.cause, [])
        if len(kept) >= KEPT:
            return False
        kept.append((number, text, finding))
        return True


@define
class _Worker:
    """A forked process at work on the cases from *first* up to *end*."""

    pid: int
    stream: int
    first: int
    end: int
    at: mmap.mmap
    data: bytearray = field(factory=bytearray)
    seen: tuple[int, float] = (-1, 0.0)  # a case it was at, and since when

    def is_stuck(self) -> bool:
        """Whether it has been at one case for so long that it must be waiting for something."""
        if self.seen[0] != self.now:
            self.seen = self.now, time.monotonic()
        return time.monotonic() - self.seen[1] > PATIENCE

    @property
    def now(self) -> int:
        """The case it is at."""
        return int(struct.unpack("q", self.at[:8])[0])

    def messages(self) -> Iterator[Any]:
        """Yield the messages that have arrived in full."""
        while len(self.data) >= 4:
            size = struct.unpack("I", self.data[:4])[0]
            if len(self.data) < 4 + size:
                return
            yield pickle.loads(self.data[4 : 4 + size])
            del self.data[: 4 + size]


def run_cases(
    sort: Sort,
    seed: int,
    first: int,
    count: int,
    jobs: int = 1,
    progress: Callable[[Report, float], None] | None = None,
    found: Callable[[int, str, Finding], None] | None = None,
) -> Report:
    """Examine cases *first* up to *first + count*; *found* receives findings to save."""
    sort.prepare()
    report = Report()
    portions = [
        (start, min(start + PORTION, first + count))
        for start in range(first, first + count, PORTION)
    ]
    gc.freeze()
    began = shown = time.monotonic()
    pause = 1 if sys.stderr.isatty() else 30
    workers: list[_Worker] = []
    try:
        while portions or workers:
            while portions and len(workers) < jobs:
                workers.append(_start(sort, seed, *portions.pop(0)))
            ready, _, _ = select.select([worker.stream for worker in workers], [], [], 1.0)
            for worker in [w for w in workers if w.stream in ready]:
                if data := os.read(worker.stream, 1 << 20):
                    worker.data += data
                    for message in worker.messages():
                        _receive(report, message, found)
                else:
                    workers.remove(worker)
                    rest = _finish(worker, sort, seed, report, found)
                    if rest is not None:
                        portions.insert(0, rest)
            for worker in workers:
                if worker.is_stuck():
                    os.kill(worker.pid, signal.SIGALRM)
            if progress is not None and time.monotonic() - shown > pause:
                shown = time.monotonic()
                progress(report, shown - began)
    finally:
        for worker in workers:
            os.kill(worker.pid, signal.SIGKILL)
            os.waitpid(worker.pid, 0)
        gc.unfreeze()
    if progress is not None:
        progress(report, time.monotonic() - began)
    return report


def _start(sort: Sort, seed: int, first: int, end: int) -> _Worker:
    at = mmap.mmap(-1, 8)
    at[:8] = struct.pack("q", first)
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(writing)
        return _Worker(pid, reading, first, end, at)
    code = 1
    try:
        os.close(reading)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _work(sort, seed, first, end, at, writing)
        code = 0
    finally:
        os._exit(code)


def _work(sort: Sort, seed: int, first: int, end: int, at: mmap.mmap, stream: int) -> None:
    os.environ["WTRULES_CACHE"] = "off"  # what is made up is not worth keeping
    limit_this_process()
    gc.set_threshold(100_000, 50, 1000)
    run = Examination()
    done = 0

    def send(message: object) -> None:
        data = pickle.dumps(message)
        data = struct.pack("I", len(data)) + data
        while data:
            data = data[os.write(stream, data) :]

    def send_counts() -> None:
        send((done, run.counts, run.seconds))
        run.counts.clear()
        run.seconds.clear()

    for number in range(first, end):
        at[:8] = struct.pack("q", number)
        text = sort.case(seed, number)
        finding = examine_one(sort.examine, text, run)
        done += 1
        if finding is not None:
            send((number, text, finding.cause, finding.details))
        if done == 100:
            send_counts()
            done = 0
    at[:8] = struct.pack("q", end)
    send_counts()


def _receive(
    report: Report, message: Any, found: Callable[[int, str, Finding], None] | None
) -> None:
    if len(message) == 3:
        cases, counts, seconds = message
        report.cases += cases
        report.counts.update(counts)
        report.seconds.update(seconds)
    else:
        number, text, cause, details = message
        finding = Finding(cause, details)
        if report.add(number, text, finding) and found is not None:
            found(number, text, finding)


def _finish(
    worker: _Worker,
    sort: Sort,
    seed: int,
    report: Report,
    found: Callable[[int, str, Finding], None] | None,
) -> tuple[int, int] | None:
    """Return the cases that are left if a worker has died; the one it was at is a finding."""
    _, status = os.waitpid(worker.pid, 0)
    os.close(worker.stream)
    if status == 0:
        return None
    number = worker.now
    finding = Finding(f"the process died: {_cause_of_death(status)}", "")
    text = sort.case(seed, number)
    report.cases += (number - worker.first) % 100 + 1
    if report.add(number, text, finding) and found is not None:
        found(number, text, finding)
    return (number + 1, worker.end) if number + 1 < worker.end else None


_DEATHS = {
    signal.SIGVTALRM: "more computing than allowed, outside of Python",
    signal.SIGALRM: "waiting for ever",
}


def _cause_of_death(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return _DEATHS.get(number, signal.Signals(number).name)
    return f"exit code {os.waitstatus_to_exitcode(status)}"


# --- one case ------------------------------------------------------------------------------------


def examine_apart(sort: Sort, text: str) -> Finding | None:
    """Examine a case thoroughly in a process of its own."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if not pid:
        try:
            os.close(reading)
            os.environ["WTRULES_CACHE"] = "off"
            limit_this_process()
            finding = examine_one(sort.examine, text, Examination(thorough=True))
            if finding is not None:
                with os.fdopen(writing, "wb") as stream:
                    pickle.dump((finding.cause, finding.details), stream)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        data = stream.read()
    _, status = os.waitpid(pid, 0)
    if status:
        return Finding(f"the process died: {_cause_of_death(status)}", "")
    return Finding(*pickle.loads(data)) if data else None


def shorten_case(sort: Sort, text: str, cause: str) -> str:
    """Return a shorter case with the same cause."""
    until = time.monotonic() + SHORTENING

    def fails(shorter: str) -> bool:
        if time.monotonic() > until:
            return False
        finding = examine_apart(sort, shorter)
        return finding is not None and finding.cause == cause

    return shorten(text, fails)


def save(folder: Path, sort: Sort, seed: int, number: int, text: str, finding: Finding) -> Path:
    """Save a finding as a short case, with a note beside it that says how to repeat it."""
    again = examine_apart(sort, text)
    repeats = again is not None and again.cause == finding.cause
    short = shorten_case(sort, text, finding.cause) if repeats else text
    path = save_raw(folder, sort, seed, number, short, finding)
    if not repeats:
        with path.with_suffix(".txt").open("a", encoding="utf-8") as stream:
            stream.write("\nIt did not happen again when the case was examined by itself.\n")
    return path


def save_raw(folder: Path, sort: Sort, seed: int, number: int, text: str, finding: Finding) -> Path:
    """Save a finding as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    words = "".join(c if c.isalnum() else "-" for c in finding.cause.lower())
    name = f"{sort.name}-{'-'.join(filter(None, words.split('-')))[:70]}-{number}"
    path = folder / f"{name}{sort.suffix}"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    note = [
        finding.cause,
        "",
        f"repeat:   python -m tests.fuzz --repeat {path}",
        f"as found: python -m tests.fuzz --what {sort.name} --seed {seed} --first {number} --count 1",
        "",
        finding.details,
    ]
    path.with_suffix(".txt").write_text("\n".join(note) + "\n", "utf-8", "backslashreplace")
    return path
