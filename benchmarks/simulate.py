"""What a simulation costs beyond play: counting, files, a cluster, and a cluster with many workers.

    python benchmarks/simulate.py                     # all of it, for a few minutes
    python benchmarks/simulate.py pool cluster        # only these
    python benchmarks/simulate.py workers --seconds 0.5

`pool` compares the processor time of a simulation, with and without `--data`, with that of play alone.
`cluster` plays the same games on the local pool and on a Dask cluster on this machine, in turn.
`workers` runs the scheduler, the client and many workers that only pretend to play: they sleep as long
as a chunk would take, and answer what a chunk of that size answers. All of them are in one process, so its
processor time is what a chunk costs besides play: messages, scheduling, packing, merging.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import wtrules
from wtrules.simulate.cluster import Cluster
from wtrules.simulate.games import Arena, Table
from wtrules.simulate.plan import Chunk, Plan
from wtrules.simulate.records import Played, Records
from wtrules.simulate.run import Threads, Workers, play, play_chunk
from wtrules.simulate.simulation import planned as made_ready
from wtrules.simulate.store import Store
from wtrules.version import __version__

PLAYERS = 2


def planned(games: int, bot: str = "random", size: int | None = None) -> tuple[Plan, Any]:
    """Return the plan of some games, and what plays them."""
    game = wtrules.load("en-capstone")
    made = made_ready((game,), (PLAYERS,), (bot,), games=games, seed=1, size=size)
    return made.plan, made.arenas


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return the wall time and the processor time of some work, with that of this process's threads."""
    before, wall = time.process_time(), time.monotonic()
    work()
    return time.monotonic() - wall, time.process_time() - before


def run(plan: Plan, made: Any, team: Workers, folder: Path | None = None) -> None:
    """Play a plan."""
    store = Store.create(folder, plan, made) if folder is not None else None
    play(plan, made, team, {PLAYERS: Records(made[PLAYERS])}, store)


def pool(games: int) -> None:
    """Compare play alone, counting, and counting and keeping."""
    plan, made = planned(games)
    table = Table(made[PLAYERS][0])
    with tempfile.TemporaryDirectory() as folder:
        work: dict[str, Callable[[], object]] = {
            "play alone": lambda: [
                table.play(plan.first_seed, first, 256, plan.most) for first in range(0, games, 256)
            ],
            "`simulate`": lambda: run(plan, made, Threads(2)),
            "`simulate --data`": lambda: run(plan, made, Threads(2), Path(folder) / "data"),
        }
        run(plan, made, Threads(2))  # compiles
        spent = {name: timed(one)[1] for name, one in work.items()}
    print("| what | processor time, µs a game | of play alone |\n| --- | --- | --- |")
    for name, seconds in spent.items():
        print(f"| {name} | {1e6 * seconds / games:.0f} | {seconds / spent['play alone']:.2f} |")
    print(f"\nMemory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB.\n")


def cluster(games: int, rounds: int) -> None:
    """Compare the local pool with a cluster on the same machine, with two workers each."""
    import distributed

    plan, made = planned(games)
    print("| games | where | wall, s | processor time, s | of the pool |")
    print("| --- | --- | --- | --- | --- |")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
        ) as there,
        distributed.Client(there) as client,
    ):
        address = "dask://" + there.scheduler_address.partition("//")[2]
        run(planned(2000)[0], made, Cluster(address))  # compiles on the workers
        run(planned(2000)[0], made, Threads(2))
        for _ in range(rounds):
            here = timed(lambda: run(plan, made, Threads(2)))
            before = sum(client.run(time.process_time).values())
            far = timed(lambda: run(plan, made, Cluster(address)))
            spent = far[1] + sum(client.run(time.process_time).values()) - before
            print(f"| {games:,} | pool | {here[0]:.1f} | {here[1]:.1f} | 1.00 |")
            ratio = spent / here[1]
            print(f"| {games:,} | cluster | {far[0]:.1f} | {spent:.1f} | {ratio:.2f} |", flush=True)
    print()


# --- workers that pretend -----------------------------------------------------------------------


def pretend(played: tuple[Played, ...], seconds: float, chunk: Chunk) -> bytes:
    """Take as long as a chunk, and answer as much as one."""
    import pickle
    import zlib

    time.sleep(seconds)
    return zlib.compress(pickle.dumps(Played(chunk, played[0].tally)), 1)


def same(version: str, played: tuple[Played, ...]) -> tuple[Played, ...]:
    """Return the model of an answer, so that it is sent only once."""
    return played


class Pretending(Cluster):
    """A cluster whose workers only pretend to play."""

    def __init__(self, address: str, model: Played, seconds: float) -> None:
        super().__init__(address)
        self._seconds = seconds
        self._model = self._client.submit(same, __version__, (model,), pure=False)

    def submit(self, arenas: tuple[Arena, ...], plan: Plan, chunk: Chunk, keep: bool) -> Any:
        """Start a chunk."""
        future = self._client.submit(pretend, self._model, self._seconds, chunk, pure=False)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future


def workers(counts: list[int], seconds: list[float], chunks: int) -> None:
    """Print how much of the time of many workers is play."""
    import distributed

    unit = planned(256)[0].unit
    print(
        "| workers | games a chunk | play a chunk, s | chunks | wall, s | processor time a chunk, ms |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for count in counts:
        with distributed.LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=False,
            protocol="tcp://",
            dashboard_address=":0",
            worker_dashboard_address=None,
            silence_logs=50,
        ) as there:
            address = "dask://" + there.scheduler_address.partition("//")[2]
            for second in seconds:
                size = max(unit, round(second / PER_GAME / unit) * unit)
                number = max(chunks, 4 * count)
                plan, made = planned(size * number, size=size)
                model = play_chunk(
                    made[PLAYERS], plan.first_seed, plan.most, Chunk(PLAYERS, 0, size), keep=False
                )
                # The tallies would count games of other chunks; only their size matters.
                wall, spent = timed(partial(run, plan, made, Pretending(address, model, second)))
                print(
                    f"| {count} | {size:,} | {second:g} | {number} | {wall:.1f} | "
                    f"{1000 * spent / number:.1f} |",
                    flush=True,
                )
    print()


PER_GAME = 105e-6  # seconds of play of a random game, from `pool`


def main() -> None:
    """Measure and print tables."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("what", nargs="*", default=["pool", "cluster", "workers"])
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--workers", type=int, nargs="*", default=[8, 32, 128])
    options.add_argument("--seconds", type=float, nargs="*", default=[0.03, 0.2, 0.9])
    options.add_argument("--chunks", type=int, default=400)
    given = options.parse_args()
    if "pool" in given.what:
        pool(given.games)
    if "cluster" in given.what:
        cluster(given.games, given.rounds)
    if "workers" in given.what:
        workers(given.workers, given.seconds, given.chunks)


if __name__ == "__main__":
    main()
