"""How fast the reference back end plays, beside an engine written by hand.

    python benchmarks/reference.py [--rounds 5] [--seconds 1.0]

Both play whole random games of `en-capstone` in one process, turn and turn about, so that whatever
else the machine does slows both alike. Time is processor time, the median of the rounds counts.

What is counted: one *decision* is one option chosen from the options there are, whether one or
twenty; chance (shuffling, dice) and steps with nothing to choose are not counted but take their
time, and so does setting up each game. The two ask for the same decisions with one exception: the
hand-written engine asks about a rider only when one could ride along.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import hand_engine
from wtrules.backends.reference import Reference
from wtrules.game.game import Game
from wtrules.game.load import load

Playout = Callable[[random.Random], int]


def by_hand(players: int) -> Playout:
    """Return a game of the hand-written engine, from set-up to end."""

    def play(rng: random.Random) -> int:
        return hand_engine.playout(hand_engine.new_game(players, rng=rng), rng)

    return play


def by_reference(engine: Reference) -> Playout:
    """Return a game of the back end alone: a list of numbers, changed in place."""

    def play(rng: random.Random) -> int:
        state, options = engine.start(rng.getrandbits(64))
        draw, step, count = rng.random, engine.play, 0
        while options:
            options = step(state, options[int(draw() * len(options))])
            count += 1
        return count

    return play


def by_states(game: Game, players: int) -> Playout:
    """Return a game through the public face: every position a value of its own."""

    def play(rng: random.Random) -> int:
        state = game.start(players, rng.getrandbits(64))
        draw, count = rng.random, 0
        while options := state.options:
            state = state.play(options[int(draw() * len(options))])
            count += 1
        return count

    return play


def rate(playout: Playout, seconds: float, seed: int) -> tuple[float, float]:
    """Play for a while; return decisions per second of processor time, and per game."""
    rng = random.Random(seed)
    games = decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += playout(rng)
        games += 1
    return decisions / spent, decisions / games


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each engine and round")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    wanted = parser.parse_args()
    start = time.process_time()
    game = load("en-capstone")
    print(f"en-capstone read in {1000 * (time.process_time() - start):.0f} ms")
    print(
        f"\n{'players':>7}  {'engine':<16}  {'decisions/s':>11}  {'spread':>15}"
        f"  {'decisions/game':>14}  {'of by hand':>10}"
    )
    for players in wanted.players:
        start = time.process_time()
        engine = game.engine(players)
        compiled = time.process_time() - start
        engines = {
            "by hand": by_hand(players),
            "reference": by_reference(engine),
            "Game and State": by_states(game, players),
        }
        for playout in engines.values():
            rate(playout, wanted.seconds / 5, 0)  # warming up
        rates: dict[str, list[float]] = {name: [] for name in engines}
        lengths: dict[str, list[float]] = {name: [] for name in engines}
        for number in range(1, wanted.rounds + 1):
            for name, playout in engines.items():
                speed, length = rate(playout, wanted.seconds, number)
                rates[name].append(speed)
                lengths[name].append(length)
        hand = statistics.median(rates["by hand"])
        for name, speeds in rates.items():
            middle = statistics.median(speeds)
            spread = f"{min(speeds):,.0f}–{max(speeds):,.0f}"
            print(
                f"{players:>7}  {name:<16}  {middle:>11,.0f}  {spread:>15}"
                f"  {statistics.mean(lengths[name]):>14.0f}  {middle / hand:>10.2f}"
            )
        print(f"{'':>7}  compiled in {1000 * compiled:.0f} ms")
    print(
        "\nCounted: options chosen in whole random games, set-up included; "
        "processor time, median of the rounds, engines taking turns."
    )


if __name__ == "__main__":
    main()
