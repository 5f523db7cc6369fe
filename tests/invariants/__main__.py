"""Random games that check themselves: `python -m tests.invariants --games 10000000 --jobs 2`

They are shared out among all editions, their modes and numbers of players. A game in which something is
wrong is printed with its seed, and with the position in which it shows.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import cache, partial

from attrs import frozen

from tests.invariants.checked import Batch, Broken, Checked
from tests.modes import ways_to_play
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.workers import run_all

PORTION = 10_000  # games in one call
MOST = 100_000  # decisions; a random game that has not ended by then is counted as endless


@frozen
class Way:
    """An edition with a mode and a number of players."""

    edition: str
    chosen: tuple[str, ...]
    players: int

    @property
    def name(self) -> str:
        """What it is called in the table."""
        return "+".join((self.edition, *self.chosen))


def main() -> int:
    """Run the command line; exit with 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.invariants", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="in all")
    parser.add_argument("--seed", type=int, default=0, help="of the first game of each way to play")
    parser.add_argument("--every", type=int, default=16, help="decisions between two checks")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    asked = parser.parse_args()
    ways = [Way(*way) for way in ways_to_play()]
    return run(ways, asked.games, asked.seed, asked.every, asked.jobs)


def run(ways: list[Way], games: int, seed: int, every: int, jobs: int) -> int:
    """Play games, show progress, and print a table."""
    tasks: list[tuple[Way, Callable[[], list[Batch]]]] = []
    for number, way in enumerate(ways):
        share = games * (number + 1) // len(ways) - games * number // len(ways)
        for first in range(0, share, PORTION):
            size = min(PORTION, share - first)
            # Editions that play alike must not play the same games.
            begin = seed + number * games + first
            tasks.append((way, partial(_play, way, every, begin, size)))
    found: dict[Way, list[Batch]] = {way: [] for way in ways}
    began = shown = time.monotonic()
    done = 0
    results = run_all([task for _, task in tasks], jobs)
    for (way, _), batches in zip(tasks, results, strict=True):
        found[way] += batches
        for batch in batches:
            done += batch.games
            if batch.broken is not None:
                print(_report(way, batch.broken), flush=True)
        now = time.monotonic()
        if now - shown > (1 if sys.stderr.isatty() else 30):
            shown = now
            _progress(done, games, now - began)
    _progress(done, games, time.monotonic() - began)
    print(_table(found, time.monotonic() - began))
    return int(any(batch.broken or batch.endless for some in found.values() for batch in some))


@cache
def _game(edition: str, chosen: tuple[str, ...]) -> Game:
    return load(edition, chosen)


@cache
def _checked(way: Way, every: int) -> Checked:
    return Checked(_game(way.edition, way.chosen).program(way.players), every)


def _play(way: Way, every: int, seed: int, games: int) -> list[Batch]:
    """Play games; after one in which something is wrong, go on with the next."""
    batches: list[Batch] = []
    end = seed + games
    while seed < end:
        batch = _checked(way, every).play(seed, end - seed, MOST)
        batches.append(batch)
        seed += batch.games
    return batches


def _report(way: Way, broken: Broken) -> str:
    """Return what is wrong, with the seed and the position."""
    game = _game(way.edition, way.chosen)
    native = game.native(way.players)
    states, _ = native.finals(broken.seed, 1, broken.decisions)
    [data] = native.unpack(states)
    engine = game.engine(way.players)
    return "\n".join(
        [
            f"{broken.what}: {way.name}, {way.players} players, seed {broken.seed}, "
            f"after {broken.decisions} decisions",
            f"  {State(game, engine, data, engine.options(data))}",
        ]
    )


def _progress(done: int, games: int, seconds: float) -> None:
    rate = done / max(seconds, 0.001)
    left = (games - done) / max(rate, 0.001) / 60
    line = f"{done:,} of {games:,} games, {rate:,.0f}/s, {left:.1f} min left"
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
    else:
        print(line, file=sys.stderr, flush=True)


def _table(found: dict[Way, list[Batch]], seconds: float) -> str:
    head = f"{'':28}{'players':>8}{'games':>12}{'decisions':>16}{'checked':>15}{'longest':>9}"
    lines = [head + f"{'not ended':>11}{'wrong':>7}"]
    totals = [0] * 5
    for way, batches in found.items():
        numbers = [
            sum(batch.games for batch in batches),
            sum(batch.decisions for batch in batches),
            sum(batch.checks for batch in batches),
            sum(batch.endless for batch in batches),
            sum(batch.broken is not None for batch in batches),
        ]
        totals = [total + number for total, number in zip(totals, numbers, strict=True)]
        longest = max((batch.longest for batch in batches), default=0)
        lines.append(_row(way.name, str(way.players), numbers, f"{longest:,}"))
    lines.append(_row("all", "", totals, ""))
    return "\n".join([*lines, f"{seconds / 60:.1f} min"])


def _row(name: str, players: str, numbers: list[int], longest: str) -> str:
    games, decisions, checks, endless, wrong = (f"{number:,}" for number in numbers)
    row = f"{name:28}{players:>8}{games:>12}{decisions:>16}{checks:>15}{longest:>9}"
    return row + f"{endless:>11}{wrong:>7}"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
