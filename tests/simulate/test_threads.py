"""Threads that play: each has tables of its own, and keeps them."""

from types import SimpleNamespace
from typing import Any

import pytest

from wtrules.simulate import run


def test_a_thread_keeps_its_tables(monkeypatch: pytest.MonkeyPatch):
    """What was compiled for one chunk is there for the next."""
    played: list[Any] = []

    def play(arenas: Any, first_seed: int, most: int, chunk: int, tables: Any, keep: bool) -> int:
        played.append((arenas, first_seed, most, keep, tables))
        return chunk

    monkeypatch.setattr(run, "play_chunk", play)
    threads = run.Threads(1)
    plan = SimpleNamespace(first_seed=7, most=50)
    futures = [threads.submit((), plan, chunk, True) for chunk in (3, 4)]  # type: ignore[arg-type]

    assert [3, 4] == threads.results(futures)
    assert [((), 7, 50, True)] * 2 == [part[:4] for part in played]
    assert played[0][4] is played[1][4]
