"""How strong the bots are, and how long they take: matches between them, with intervals.

One bot of the first kind sits against bots of the second in all other seats and moves on by one
seat with every game. The share of an equal player is one over the number of players.
"""

from __future__ import annotations

import argparse
import time

import wtrules
from wtrules.simulate.run import Threads
from wtrules.simulate.simulation import planned

MATCHES = (
    ("en-capstone", 2, "greedy", "random"),
    ("en-capstone", 4, "greedy", "random"),
    ("en-capstone", 2, "mcts", "greedy"),
    ("en-capstone", 4, "mcts", "greedy"),
    ("en-capstone+nasty", 3, "mcts", "greedy"),
)
ALONE = (
    ("en-capstone+solo", 1, ("random", "greedy", "mcts")),
    ("en-capstone+coop", 3, ("random", "greedy", "mcts")),
)


def played(ruleset: str, players: int, bots: tuple[str, ...], games: int, workers: int):
    """Return the summary of some games, and the processor time of one."""
    game = wtrules.load(ruleset)
    simulation = planned((game,), (players,), bots, games=games, seed=1)
    before = time.process_time()
    simulation.run(Threads(workers))
    spent = time.process_time() - before
    return simulation.summaries()[0], spent / games


def main() -> None:
    """Play the matches and print them as tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=400)
    options.add_argument("--workers", type=int, default=2)
    given = options.parse_args()
    print("| match | equal would be | share of wins | 95 % interval | ms a game |")
    print("| --- | --- | --- | --- | --- |")
    for ruleset, players, one, other in MATCHES:
        bots = (one, *(other,) * (players - 1))
        summary, spent = played(ruleset, players, bots, given.games, given.workers)
        found = summary.get(f"bot.{one}").sides[0]
        print(
            f"| {ruleset}, {one} against {players - 1} {other} | {100 / players:.0f} % | "
            f"{100 * found.value:.1f} % | {100 * found.low:.1f}–{100 * found.high:.1f} | "
            f"{1000 * spent:.1f} |",
            flush=True,
        )
    print()
    print("| mode | bot | won | turns | 95 % interval |")
    print("| --- | --- | --- | --- | --- |")
    for ruleset, players, names in ALONE:
        for bot in names:
            summary, _ = played(ruleset, players, (bot,), given.games, given.workers)
            shared = summary.get("win.all") or summary.get("win.1")  # nobody ever wins: one of all
            won, turns = shared.sides[0], summary.get("turns").sides[0]
            print(
                f"| {ruleset} | {bot} | {100 * won.value:.1f} % | {turns.value:.1f} | "
                f"{turns.low:.1f}–{turns.high:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
