"""Playing a plan: chunks go to workers, results come back in order.

A worker is a thread here, or a process on a cluster. Native code runs without Python's global lock, so
threads use all processors. Where there are no threads, as in a browser, chunks are played one by one.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

from attrs import define, field, frozen

from wtrules.simulate.games import TURNS, Arena, Stopped, Table
from wtrules.simulate.plan import Chunk, Plan
from wtrules.simulate.statistics import share
from wtrules.workers import Cancelled, never, processors, threads_start


@frozen
class Played:
    """The records of a chunk for each side; for two sides also where their games diverge."""

    chunk: Chunk
    records: tuple[bytes, ...]
    partings: tuple[int, ...] = ()  # the turn of the first difference, 0 for none


class Tables:
    """The most recently used tables of one thread."""

    def __init__(self) -> None:
        self._tables: dict[object, Table] = {}
        self._stopped = False

    def of(self, arena: Arena) -> Table:
        """Return a table for an arena."""
        # Rules that differ only in how a game begins have the same module.
        key = (arena.module, arena.initial, arena.lineup, arena.ruleset, arena.minds)
        table = self._tables.pop(key, None) or Table(arena)
        self._tables[key] = table
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
    arenas: tuple[Arena, ...], seed: int, most: int, chunk: Chunk, tables: Tables | None = None
) -> Played:
    """Play a chunk, for two sides with the same seeds."""
    tables = Tables() if tables is None else tables
    records, traces = [], []
    for arena in arenas:
        table = tables.of(arena)
        found = table.play(seed, chunk.first, chunk.number, most, traced=len(arenas) > 1)
        records.append(found[0])
        traces.append(found[1])
    partings = _partings(traces[0], traces[1], chunk.number) if len(arenas) == 2 else ()
    return Played(chunk, tuple(records), partings)


def _partings(one: bytes, other: bytes, number: int) -> tuple[int, ...]:
    size = 4 * TURNS
    found = []
    for i in range(number):
        a, b = one[i * size : (i + 1) * size], other[i * size : (i + 1) * size]
        if a == b:
            found.append(0)
            continue
        pairs = zip(memoryview(a).cast("I"), memoryview(b).cast("I"), strict=True)
        found.append(next(turn for turn, (x, y) in enumerate(pairs) if x != y))
    return tuple(found)


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

    def submit(self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk) -> Any:
        """Start playing a chunk; the result has `add_done_callback` and `result`."""
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


def workers_here(number: int | None = None) -> Workers:
    """Return workers on this machine, by default one for each processor."""
    return Threads(number or processors()) if threads_start() else Inline()


class Inline:
    """One worker that plays each chunk at once, without threads."""

    number = 1
    ahead = 1

    def __init__(self) -> None:
        self._tables = Tables()

    def submit(self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk) -> Future[Played]:
        """Play a chunk."""
        done: Future[Played] = Future()
        try:
            done.set_result(play_chunk(arenas, plan.first_seed, plan.most, chunk, self._tables))
        except Exception as error:
            done.set_exception(error)
        return done

    def check(self) -> None:
        """Do nothing: the worker is this thread."""

    def meaning(self, error: BaseException) -> BaseException:
        """Return the exception itself."""
        return error

    def close(self) -> None:
        """Do nothing: nothing is in progress."""


class Threads:
    """Workers on this machine."""

    ahead = 2

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool = ThreadPoolExecutor(number, thread_name_prefix="simulate")
        self._own = threading.local()
        self._tables: list[Tables] = []

    def submit(self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk) -> Future[Played]:
        """Start playing a chunk."""
        return self._pool.submit(self._play, arenas, plan, chunk)

    def _play(self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk) -> Played:
        tables: Tables | None = getattr(self._own, "tables", None)
        if tables is None:  # each thread has its own
            tables = self._own.tables = Tables()
            self._tables.append(tables)
        return play_chunk(arenas, plan.first_seed, plan.most, chunk, tables)

    def check(self) -> None:
        """Do nothing: threads do not disappear."""

    def meaning(self, error: BaseException) -> BaseException:
        """Return the exception itself."""
        return error

    def close(self) -> None:
        """Start no more chunks, and stop those in progress."""
        for tables in self._tables:
            tables.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


@define
class Records:
    """All games of one number of players played so far, in order and without a gap.

    With a *precision*, games are ignored once the shares of wins are known that precisely, so that
    the number of games does not depend on which chunk was finished first.
    """

    arenas: tuple[Arena, ...]
    precision: float | None = None
    games: int = 0
    data: list[bytearray] = field(factory=list)
    partings: list[int] = field(factory=list)
    _wins: list[list[int]] = field(factory=list)
    _early: dict[int, Played] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Add an empty table for each side."""
        self.data = [bytearray() for _ in self.arenas]
        self._wins = [[0] * arena.players for arena in self.arenas]

    def add(self, played: Played) -> None:
        """Add a chunk, and later ones that were waiting for it."""
        self._early[played.chunk.first] = played
        while not self.is_precise and (next_ := self._early.pop(self.games, None)) is not None:
            for side, records in enumerate(next_.records):
                self.data[side] += records
                for seat, won in enumerate(self._wins[side]):
                    column = _column(self.arenas[side], records, f"winner.{seat}")
                    self._wins[side][seat] = won + sum(column)
            self.partings += next_.partings
            self.games += next_.chunk.number

    def column(self, name: str, side: int = 0) -> list[int]:
        """Return a column of one side; zeros if its program has none of that name."""
        if name not in self.arenas[side].columns:
            return [0] * self.games
        return _column(self.arenas[side], self.data[side], name)

    @property
    def margin(self) -> float:
        """Half the length of the longest interval of a share of wins."""
        return max(share(won, self.games).margin for wins in self._wins for won in wins)

    @property
    def is_precise(self) -> bool:
        """Whether the shares of wins are known as precisely as requested."""
        return self.precision is not None and self.games > 0 and self.margin <= self.precision


def _column(arena: Arena, records: bytes | bytearray, name: str) -> list[int]:
    at = arena.columns.index(name)
    return memoryview(records).cast("i")[at :: len(arena.columns)].tolist()


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
    waiting = _waiting(plan, results)
    try:
        while True:
            if is_cancelled():
                raise Cancelled
            while under_way < workers.number * workers.ahead:
                chunk = next(waiting, None)
                if chunk is None:
                    break
                found = kept.read(chunk) if kept is not None else None
                if found is not None:
                    results[chunk.players].add(found)
                    note(found)
                    continue
                future = workers.submit(arenas[chunk.players], plan, chunk)
                future.add_done_callback(done.put)
                under_way += 1
            if not under_way:
                return
            played = _next(done, workers)
            under_way -= 1
            if kept is not None:
                kept.write(played)
            results[played.chunk.players].add(played)
            note(played)
    finally:
        workers.close()


def _next(done: queue.SimpleQueue[Any], workers: Workers) -> Played:
    while True:
        try:
            # Without a timeout, Ctrl-C would not interrupt the wait on every system.
            future = done.get(timeout=1.0)
        except queue.Empty:
            workers.check()
            continue
        try:
            played: Played = future.result()
        except Exception as error:
            meant = workers.meaning(error)
            raise meant from (None if meant is error else error)
        return played


def _waiting(plan: Plan, results: Mapping[int, Records]) -> Iterator[Chunk]:
    """Yield the chunks that are still needed, one number of players after the other."""
    for players in plan.players:
        for chunk in plan.chunks(players):
            if results[players].is_precise:
                break
            yield chunk
