"""Playing a plan: chunks go to workers, results come back in order.

A worker is a thread here, or a process on a cluster. Native code runs without Python's global lock, so
threads use all processors. Where there are no threads, as in a browser, chunks are played one by one.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

from wtrules.sidebyside.compared import partings
from wtrules.simulate.games import TRACE, Arena, Stopped, Table
from wtrules.simulate.plan import Chunk, Plan
from wtrules.simulate.records import Played, Records
from wtrules.simulate.tally import tally
from wtrules.workers import Cancelled, never, processors, threads_start


class Tables:
    """The most recently used tables of one thread."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}  # by fingerprint
        self._stopped = False

    def of(self, arena: Arena) -> Table:
        """Return a table for an arena."""
        table = self._tables.pop(arena.fingerprint, None) or Table(arena)
        self._tables[arena.fingerprint] = table
        if len(self._tables) > _TABLES:
            del self._tables[next(iter(self._tables))]
        if self._stopped:
            raise Stopped
        return table

    def stop(self) -> None:
        """Stop the games in progress."""
        self._stopped = True
        for table in list(self._tables.values()):
            table.stop()


_TABLES = 8  # per thread; each takes about a megabyte


def play_chunk(
    arenas: tuple[Arena, ...],
    seed: int,
    most: int,
    chunk: Chunk,
    tables: Tables | None = None,
    keep: bool = True,
) -> Played:
    """Play a chunk, for two sides with the same seeds; *keep* every game, or only what is counted."""
    tables = Tables() if tables is None else tables
    records, traces = [], []
    for arena in arenas:
        table = tables.of(arena)
        found = table.play(seed, chunk.first, chunk.number, most, traced=len(arenas) > 1)
        records.append(found[0])
        traces.append(found[1])
    parted = partings(traces[0], traces[1], TRACE) if len(arenas) == 2 else ()
    counted = tally(arenas, records, parted)
    return Played(chunk, counted, tuple(records), parted) if keep else Played(chunk, counted)


class Workers(Protocol):
    """Plays chunks."""

    @property
    def number(self) -> int:
        """The number of chunks that are played at the same time."""
        ...

    @property
    def ahead(self) -> int:
        """The number of chunks that are given to each worker in advance."""
        ...

    @property
    def units(self) -> int:
        """The number of units that make a chunk worth its messages."""
        ...

    def submit(self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk, keep: bool) -> Any:
        """Start playing a chunk; the result has `add_done_callback`."""
        ...

    def results(self, futures: Sequence[Any]) -> list[Played]:
        """Return the chunks that are done."""
        ...

    def check(self) -> None:
        """Raise an error if the workers are gone."""
        ...

    def meaning(self, error: BaseException) -> BaseException:
        """Return the exception to raise for a chunk that failed."""
        ...

    def close(self) -> None:
        """Start no more chunks."""
        ...


class Kept(Protocol):
    """Chunks that are kept between runs."""

    def read(self, chunk: Chunk) -> Played | None:
        """Return a chunk that was played in an earlier run, or None."""
        ...

    def write(self, played: Played) -> None:
        """Keep a chunk."""
        ...

    def flush(self) -> None:
        """Return when everything is where the next run will find it."""
        ...


def workers_here(number: int | None = None) -> Workers:
    """Return workers on this machine, by default one for each processor."""
    return Threads(number or processors()) if threads_start() else Inline()


class _Here:
    """What workers in this process have in common: nothing can happen to them."""

    def results(self, futures: Sequence[Future[Played]]) -> list[Played]:
        """Return the chunks that are done."""
        return [future.result() for future in futures]

    def check(self) -> None:
        """Do nothing: threads do not disappear."""

    def meaning(self, error: BaseException) -> BaseException:
        """Return the exception itself."""
        return error


class Inline(_Here):
    """One worker that plays each chunk at once, without threads."""

    number = 1
    ahead = 1
    units = 1

    def __init__(self) -> None:
        self._tables = Tables()

    def submit(
        self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk, keep: bool
    ) -> Future[Played]:
        """Play a chunk."""
        done: Future[Played] = Future()
        try:
            done.set_result(
                play_chunk(arenas, plan.first_seed, plan.most, chunk, self._tables, keep)
            )
        except Exception as error:
            done.set_exception(error)
        return done

    def close(self) -> None:
        """Do nothing: nothing is in progress."""


class Threads(_Here):
    """Workers on this machine."""

    ahead = 2
    units = 1

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool = ThreadPoolExecutor(number, thread_name_prefix="simulate")
        self._own = threading.local()
        self._tables: list[Tables] = []

    def submit(
        self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk, keep: bool
    ) -> Future[Played]:
        """Start playing a chunk."""
        return self._pool.submit(self._play, arenas, plan, chunk, keep)

    def _play(self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk, keep: bool) -> Played:
        tables: Tables | None = getattr(self._own, "tables", None)
        if tables is None:  # each thread has its own
            tables = self._own.tables = Tables()
            self._tables.append(tables)
        return play_chunk(arenas, plan.first_seed, plan.most, chunk, tables, keep)

    def close(self) -> None:
        """Start no more chunks, and stop those in progress."""
        for tables in self._tables:
            tables.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


def play(
    plan: Plan,
    arenas: Mapping[int, tuple[Arena, ...]],
    workers: Workers,
    results: Mapping[int, Records],
    kept: Kept | None = None,
    note: Callable[[Played], None] = lambda played: None,
    is_cancelled: Callable[[], bool] = never,
) -> None:
    """Play a plan into *results*, which is complete up to the last chunk if the call is interrupted.

    Chunks that are *kept* are not played again; *note* is called for each chunk. *is_cancelled* is asked
    before each chunk; if it returns true, Cancelled is raised.
    """
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    under_way = 0
    work = _work(plan, results, kept, plan.chunk_for(workers.number, workers.units))
    try:
        while True:
            if is_cancelled():
                raise Cancelled
            while under_way < workers.number * workers.ahead:
                next_ = next(work, None)
                if next_ is None:
                    break
                if isinstance(next_, Played):
                    results[next_.chunk.players].add(next_)
                    note(next_)
                    continue
                future = workers.submit(arenas[next_.players], plan, next_, kept is not None)
                future.add_done_callback(done.put)
                under_way += 1
            if not under_way:
                return
            for played in _finished(done, workers):
                under_way -= 1
                if kept is not None:
                    kept.write(played)
                results[played.chunk.players].add(played)
                note(played)
    finally:
        workers.close()
        if kept is not None:
            kept.flush()


def _finished(done: queue.SimpleQueue[Any], workers: Workers) -> list[Played]:
    """Wait for chunks, and return all that are done."""
    while True:
        try:
            # Without a timeout, Ctrl-C would not interrupt the wait on every system.
            futures = [done.get(timeout=1.0)]
        except queue.Empty:
            workers.check()
            continue
        while not done.empty():
            futures.append(done.get())
        try:
            return workers.results(futures)
        except Exception as error:
            meant = workers.meaning(error)
            raise meant from (None if meant is error else error)


def _work(
    plan: Plan, results: Mapping[int, Records], kept: Kept | None, size: int
) -> Iterator[Chunk | Played]:
    """Yield what is still needed, one number of players after the other: chunks, played or not.

    Those that are not played have *size* games if that many are missing in a row.
    """
    for players in plan.players:
        missing: Chunk | None = None
        for unit in plan.units(players):
            if results[players].is_precise:
                missing = None
                break
            found = kept.read(unit) if kept is not None else None
            # The last unit may be short; it is alone, since more games may take its place later.
            is_next = found is None and unit.number == plan.unit
            if missing is not None and not (is_next and missing.number < size):
                yield missing
                missing = None
            if found is not None:
                yield found
            else:
                missing = unit if missing is None else missing.followed_by(unit)
        if missing is not None:
            yield missing
