"""Chunks played on a Dask cluster: `--executor dask://host:port`.

The workers need only the same version of wtrules: the program is sent with the chunk. If a worker
dies, Dask gives its chunks to another one.
"""

from __future__ import annotations

import logging
import pickle
import socket
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from wtrules.simulate.games import Arena
from wtrules.simulate.plan import Chunk, Plan
from wtrules.simulate.records import Played
from wtrules.simulate.run import Tables, play_chunk
from wtrules.simulate.store import Unusable
from wtrules.version import __version__

_GONE = ("CancelledError", "FutureCancelledError", "FuturesCancelledError", "CommClosedError")
_OLD = 1.0  # seconds after which the number of workers is asked again
_PATIENCE = 5  # seconds to wait for a scheduler and its first worker


class Cluster:
    """Workers on a Dask cluster; *deserted* is called with its address if they are all gone."""

    units = 16  # a chunk costs the scheduler, the client and a worker some 10 ms together
    ahead = 3  # a worker must not wait for the next chunk while its answer is on the way

    def __init__(
        self, address: str, deserted: Callable[[str], None] = lambda address: None
    ) -> None:
        host, port = read_address(address)
        if find_spec("distributed") is None:
            raise Unusable("simulate.error.missing_extra", module="dask", extra="cluster")
        import distributed

        for name in [*logging.root.manager.loggerDict, "distributed"]:
            if name.startswith("distributed"):  # we report what matters ourselves
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self._address = f"{host}:{port}"
        connect: Any = distributed.Client  # distributed is untyped
        try:
            # Try the port first: a closed one answers at once, but Dask would keep trying.
            socket.create_connection((host.strip("[]"), port), timeout=_PATIENCE).close()
            self._client = connect(f"tcp://{self._address}", timeout=_PATIENCE)
        except (OSError, ValueError) as error:  # also for a timeout
            raise Unusable("simulate.error.no_scheduler", address=self._address) from error
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, TimeoutError) as error:
            self._client.close()
            raise Unusable("simulate.error.no_workers", address=self._address) from error
        self._arenas: dict[str, Any] = {}  # by fingerprint
        self._number = 0, -_OLD
        self._under_way: set[Any] = set()
        self._deserted = deserted
        self._alone: float | None = None  # since when there are no workers and no results
        self._has_told = False

    @property
    def number(self) -> int:
        """The number of chunks that are played at the same time."""
        number, since = self._number
        if time.monotonic() - since >= _OLD:
            number = max(1, self._threads())
            self._number = number, time.monotonic()
        return number

    def _threads(self) -> int:
        """Return the number of threads of all workers."""
        try:
            return sum(self._client.nthreads().values())
        except OSError as error:
            raise self._gone() from error

    def submit(self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk, keep: bool) -> Any:
        """Start playing a chunk."""
        key = " ".join(arena.fingerprint for arena in arenas)
        try:
            # The rules travel once to each worker; Dask makes them again if a worker dies with them.
            if key not in self._arenas:
                packed = zlib.compress(pickle.dumps(arenas), 1)
                self._arenas[key] = self._client.submit(unpack, __version__, packed, pure=False)
            future = self._client.submit(
                play_there, self._arenas[key], plan.first_seed, plan.most, chunk, keep, pure=False
            )
        except Exception as error:
            raise self.meaning(error) from error
        self._under_way.add(future)  # Dask drops futures without a reference
        future.add_done_callback(self._under_way.discard)
        return future

    def results(self, futures: Sequence[Any]) -> list[Played]:
        """Return the chunks that are done; one message for all of them."""
        self._alone = None
        packed: list[bytes] = self._client.gather(list(futures))
        return [pickle.loads(zlib.decompress(one)) for one in packed]

    def check(self) -> None:
        """Raise Unusable if the scheduler is gone; say so if all workers are, and wait for others."""
        if self._client.status != "running":
            raise self._gone()
        now = time.monotonic()
        if self._threads():
            self._alone, self._has_told = None, False
        elif self._alone is None:
            self._alone = now
        elif not self._has_told and now - self._alone >= _PATIENCE:
            self._has_told = True
            self._deserted(self._address)

    def _gone(self) -> Unusable:
        return Unusable("simulate.error.scheduler_gone", address=self._address)

    def meaning(self, error: BaseException) -> BaseException:
        """Return the exception to raise for a chunk that failed."""
        name = type(error).__name__
        if self._client.status != "running" or name in _GONE:
            return self._gone()
        if name == "KilledWorker":
            return Unusable("simulate.error.workers_die", address=self._address)
        if name in ("ModuleNotFoundError", "ImportError", "AttributeError"):
            return Unusable(
                "simulate.error.other_version",
                address=self._address,
                version=__version__,
                why=error,
            )
        return error

    def close(self) -> None:
        """Start no more chunks."""
        self._under_way.clear()
        self._arenas.clear()
        self._client.close(timeout=_PATIENCE)


def read_address(address: str) -> tuple[str, int]:
    """Return host and port of `dask://host:port`; raises Unusable."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        parts, host, port = urlsplit(""), None, None
    if parts.scheme != "dask" or not host or not port or parts.path not in ("", "/"):
        raise Unusable("simulate.error.address", address=address)
    return (f"[{host}]" if ":" in host else host), port


def unpack(version: str, packed: bytes) -> tuple[Arena, ...]:
    """Return the arenas on a worker; raises ImportError if it has another version of wtrules."""
    if version != __version__:
        raise ImportError(f"a worker has version {__version__}")
    arenas: tuple[Arena, ...] = pickle.loads(zlib.decompress(packed))
    return arenas


def play_there(arenas: tuple[Arena, ...], seed: int, most: int, chunk: Chunk, keep: bool) -> bytes:
    """Play a chunk on a worker, and return it packed: most of it is zeros."""
    tables: Tables | None = getattr(_own, "tables", None)
    if tables is None:
        tables = _own.tables = Tables()
    return zlib.compress(pickle.dumps(play_chunk(arenas, seed, most, chunk, tables, keep)), 1)


_own = threading.local()  # each thread of a worker has its own tables
