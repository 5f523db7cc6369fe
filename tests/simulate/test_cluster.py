"""The same chunks on a cluster: a real scheduler and two workers, one of which is killed."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from wtrules.cli import main
from wtrules.game.load import load
from wtrules.simulate.plan import Plan, Side, arenas
from wtrules.simulate.records import Played, Records
from wtrules.simulate.run import Threads, play
from wtrules.simulate.store import Unusable

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler with two workers on this machine."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as made:
        yield made


def address(cluster: Any) -> str:
    return "dask://" + cluster.scheduler_address.partition("//")[2]


@pytest.mark.slow
def test_a_worker_that_dies_costs_only_its_chunks(cluster: Any) -> None:
    """All games are there, the same as without a cluster, though one worker was killed."""
    from wtrules.simulate.cluster import Cluster

    game = load("friday")
    plan = Plan((Side(game.name, game.hash),), (2,), ("random",), 3, 3000, None, 20_000, size=256)
    made = arenas((game,), plan)
    here, there = ({2: Records(made[2])} for _ in range(2))
    play(plan, made, Threads(1), here)
    with distributed.Client(cluster) as client:
        workers = list(client.run(os.getpid).values())
    killed = []

    def kill(played: Played) -> None:
        if not killed:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    play(plan, made, Cluster(address(cluster)), there, note=kill)

    assert 1 == len(killed)
    assert 3000 == there[2].games
    assert here[2].tally == there[2].tally


@pytest.mark.slow
def test_the_command_plays_on_a_cluster(cluster: Any, capsys) -> None:
    """Word for word what it says without one."""
    arguments = ["simulate", "-p", "2", "-n", "100", "--seed", "5"]
    assert 0 == main([*arguments, "--executor", address(cluster)])
    there = capsys.readouterr().out
    assert 0 == main(arguments)

    assert there == capsys.readouterr().out


def test_nobody_answers(capsys) -> None:
    """Said at once, with the way out."""
    with socket.socket() as taken:  # a port that is surely closed
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    code = main(["simulate", "-n", "5", "--executor", f"dask://127.0.0.1:{port}"])

    assert 2 == code
    assert (
        f"wtrules: no Dask scheduler answers at 127.0.0.1:{port}; `dask scheduler` starts one\n"
        == capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "text", ["localhost", "dask://", "dask://host", "tcp://host:1", "dask://host:x", "dask://h:1/x"]
)
def test_an_address_that_is_none(text: str) -> None:
    """Only dask://HOST:PORT is a place to play."""
    from wtrules.simulate.cluster import read_address

    with pytest.raises(Unusable, match="is not the address of a cluster; write dask://HOST:PORT"):
        read_address(text)


@pytest.mark.slow
def test_a_scheduler_without_workers(capsys, monkeypatch) -> None:
    """It answers, but nobody would play."""
    from wtrules.simulate import cluster as clusters

    monkeypatch.setattr(clusters, "_PATIENCE", 1)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty:
        assert 2 == main(["simulate", "-n", "5", "--executor", address(empty)])
        assert "has no workers; `dask worker" in capsys.readouterr().err


@pytest.mark.slow
def test_workers_that_leave_while_games_are_played(monkeypatch) -> None:
    """It is said once, and with a new worker the games go on."""
    from wtrules.simulate import cluster as clusters
    from wtrules.simulate.cluster import Cluster

    monkeypatch.setattr(clusters, "_PATIENCE", 1)
    told: list[str] = []
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as made:
        game = load("friday")
        plan = Plan(
            (Side(game.name, game.hash),), (2,), ("random",), 3, 20_000, None, 20_000, size=256
        )
        played = {2: Records(arenas((game,), plan)[2])}

        def leave(chunk: Played) -> None:
            if chunk.chunk.first == 0:
                made.scale(0)

        def come_back(place: str) -> None:
            told.append(place)
            made.scale(1)

        there = Cluster(address(made), come_back)
        play(plan, arenas((game,), plan), there, played, note=leave)
    assert [address(made).partition("//")[2]] == told
    assert 20_000 == played[2].games


@pytest.mark.slow
def test_a_missing_library_is_named(capsys, monkeypatch) -> None:
    """In one line, with the command that installs it."""
    from wtrules.simulate import cluster as clusters

    monkeypatch.setattr(clusters, "find_spec", lambda name: None)

    assert 2 == main(["simulate", "-n", "5", "--executor", "dask://127.0.0.1:8786"])
    said = "wtrules: this needs dask; install it with: pip install 'wtrules[cluster]'\n"
    assert said == capsys.readouterr().err
