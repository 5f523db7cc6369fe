"""Two versions of the bots against each other, with the processor time that each of them took.

    git archive 6acbf00 | tar x -C ../old
    python benchmarks/versus.py ../old --ruleset en-capstone --bot mcts:740 --other mcts --games 400

Each version runs in a process of its own and plays along with all moves: the same ruleset, seed and
moves are the same game in all versions. `--seats AAB` lets two seats of this version (A) play against
one of the other (B); seats move on by one with every game.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


# --- one version --------------------------------------------------------------------------------


def serve(ruleset: str, players: int, bot: str) -> None:
    """Play along: `new SEED`, `play OPTION` and `choose SEED` come in, one answer for each goes out."""
    import wtrules
    from wtrules.backends.players import Chooser, Search

    name, *numbers = bot.split(":")
    game = wtrules.load(ruleset)
    state = game.start(players, seed=0)
    given = dict(one.split("=") if "=" in one else ("iterations", one) for one in numbers)
    search = Search(**{key: float(one) if "." in one else int(one) for key, one in given.items()})
    chooser = Chooser(game.program(players), game.open_hands, search)
    chooser.choose(name, state.data, 0)  # which gets to know the game before the clock runs
    for line in sys.stdin:
        word, amount = line.split()
        if word == "choose":
            before = time.process_time_ns()
            option = chooser.choose(name, state.data, int(amount))
            print(option, time.process_time_ns() - before, flush=True)
            continue
        state = game.start(players, seed=int(amount)) if word == "new" else state.play(int(amount))
        if state.is_over:
            result = state.result
            print("over", *result.winners, ";", *result.points, flush=True)
        else:
            print(state.to_act, len(state.options), state.options[0], flush=True)


class Version:
    """A process with one version of the bots."""

    def __init__(self, folder: Path, ruleset: str, players: int, bot: str) -> None:
        command = [sys.executable, __file__, "--serve", ruleset, str(players), bot]

        path = os.environ | {"PYTHONPATH": str(folder), "WTRULES_CACHE": "off"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=path, cwd=folder
        )
        self.spent = 0
        self.choices = 0

    def ask(self, line: str) -> list[str]:
        """Return the answer to a line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    def choose(self, seed: int) -> int:
        """Return the option that its bot chooses."""
        option, spent = map(int, self.ask(f"choose {seed}"))
        self.spent += spent
        self.choices += 1
        return option


# --- a match ------------------------------------------------------------------------------------


def play(
    sides: dict[str, Version], seats: str, seed: int, most: int
) -> tuple[list[int], list[int]]:
    """Play a game; return the seats that won, and all points."""
    found = [side.ask(f"new {seed}") for side in sides.values()]
    decisions = 0
    while found[0][:1] != ["over"] and decisions < most:
        if found[0] != found[1]:
            raise SystemExit(f"the two versions play different games: {found}")
        actor, options, option = map(int, found[0])
        if options > 1:
            option = sides[seats[actor]].choose(seed * 1_000_003 + decisions)
        found = [side.ask(f"play {option}") for side in sides.values()]
        decisions += 1
    if found[0][:1] != ["over"]:
        return [], []
    middle = found[0].index(";")
    return [int(one) for one in found[0][1:middle]], [int(one) for one in found[0][middle + 1 :]]


def main() -> None:
    """Play the match and print what was found."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("other_version", type=Path, help="a checkout of the other version")
    options.add_argument("--ruleset", default="en-capstone")
    options.add_argument("--bot", default="greedy", help="of this version, in the seats A")
    options.add_argument("--other", default="greedy", help="of the other version, in the seats B")
    options.add_argument("--seats", default="AB")
    options.add_argument("--games", type=int, default=400)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--most", type=int, default=5000, help="decisions of a game")
    given = options.parse_args()
    seats = given.seats
    sides = {
        "A": Version(ROOT, given.ruleset, len(seats), given.bot),
        "B": Version(given.other_version, given.ruleset, len(seats), given.other),
    }
    shares: list[float] = []
    cut = 0
    for number in range(given.games):
        turn = number % len(seats)
        placed = seats[-turn:] + seats[:-turn] if turn else seats
        winners, points = play(sides, placed, given.seed + number // len(seats), given.most)
        cut += not points
        if winners:
            shares.append(sum(placed[seat] == "A" for seat in winners) / len(winners))
        elif points:
            shares.append(seats.count("A") / len(seats))
        if number + 1 == given.games or (number + 1) % 100 == 0:
            report(given, sides, shares, number + 1, cut)


def report(
    given: argparse.Namespace, sides: dict[str, Version], shares: list[float], games: int, cut: int
) -> None:
    """Print the share of wins of this version, with an interval, and the time that each took."""
    n = max(1, len(shares))
    mean = sum(shares) / n
    half = 1.96 * math.sqrt(sum((one - mean) ** 2 for one in shares) / n / max(1, n - 1))
    equal = given.seats.count("A") / len(given.seats)
    spent = {name: side.spent / 1000 / max(1, side.choices) for name, side in sides.items()}
    print(
        f"{given.ruleset} {given.seats} {given.bot} against {given.other}: {100 * mean:.1f} % "
        f"({100 * (mean - half):.1f}–{100 * (mean + half):.1f}; equal: {100 * equal:.0f} %) of {games} games, "
        f"{cut} cut off; µs a choice: {spent['A']:.0f} and {spent['B']:.0f}",
        flush=True,
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        main()
