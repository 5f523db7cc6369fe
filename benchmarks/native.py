"""How fast the native back end plays, beside the same game by hand in C and in Python.

    python benchmarks/native.py [--rounds 7] [--games 1500]

All engines play whole random games of `en-capstone` for two, from set-up to end, one after the
other on one core, round after round; the median of the rounds counts, and so does the median of the
ratios within a round, since whatever else the machine does slows neighbours alike. Time is processor
time. One *decision* is one option chosen from the options there are; chance and steps with nothing
to choose are not counted but take their time, and so does the set-up of each game.

`native` and `C` play the very same games: this program checks that all numbers of the last position
of every game are the same, then measures. The C engine is compiled with `cc -O3`.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import hand_engine
from wtrules.backends.native import Native
from wtrules.backends.reference import Reference
from wtrules.game.load import load
from wtrules.source import SourceFile

HERE = Path(__file__).resolve().parent

Round = Callable[[], tuple[int, float]]  # decisions and seconds

FIELDS = (
    "rng", "height", "shields", "cell", "castle", "home", "empty", "full", "spent", "hand",
    "hand_size", "pile", "pile_size", "discard", "discard_size", "roll", "winner", "outcome",
)  # fmt: skip


def timed(play: Callable[[], int]) -> Round:
    """Return a round of something that plays and counts its decisions."""

    def run() -> tuple[int, float]:
        start = time.process_time()
        return play(), time.process_time() - start

    return run


# --- the engines ---


def compile_c(folder: Path) -> Path | None:
    """Return the compiled C engine, None without a compiler."""
    compiler = next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)
    if compiler is None:
        return None
    made = folder / "engine"
    subprocess.run([compiler, "-O3", "-o", made, HERE / "engine.c"], check=True)
    return made


def by_c(engine: Path, games: int) -> Round:
    """Return a round of the C engine, which measures its own time."""

    def run() -> tuple[int, float]:
        done = subprocess.run([engine, "1", str(games)], capture_output=True, text=True, check=True)
        decisions, seconds = done.stdout.split()
        return int(decisions), float(seconds)

    return run


def by_reference(engine: Reference, games: int) -> Round:
    """Return a round of the reference back end."""

    def play() -> int:
        count = 0
        for seed in range(1, games + 1):
            choose = random.Random(seed).random
            state, options = engine.start(seed)
            while options:
                options = engine.play(state, options[int(choose() * len(options))])
                count += 1
        return count

    return timed(play)


def by_hand(games: int) -> Round:
    """Return a round of the Python engine written by hand."""

    def play() -> int:
        rng = random.Random(1)
        return sum(hand_engine.playout(hand_engine.new_game(2, rng=rng), rng) for _ in range(games))

    return timed(play)


def by_openspiel(name: str, games: int) -> Round | None:
    """Return a round of an OpenSpiel game through its Python face, None without OpenSpiel."""
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        return None
    game = pyspiel.load_game(name)

    def play() -> int:
        rng = random.Random(1)
        count = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    count += 1
        return count

    return timed(play)


def check_same(native: Native, engine: Path, games: int) -> None:
    """Stop unless the C engine plays the very same games."""
    done = subprocess.run(
        [engine, "1", str(games), "check"], capture_output=True, text=True, check=True
    )
    states, lengths = native.finals(1, games)
    fields = [native.program.fields[name] for name in FIELDS]
    rows = zip(native.unpack(states), lengths, done.stdout.splitlines(), strict=True)
    for seed, (state, length, line) in enumerate(rows, 1):
        expected = [length]
        for field in fields:
            expected += state[field.offset : field.offset + field.size]
        if expected != list(map(int, line.split())):
            sys.exit(f"the game with seed {seed} is another one in C")
    print(f"native and C: {games} games with the same decisions and the same last positions\n")


# --- the tables ---


def compare(rounds: int, games: int, folder: Path) -> None:
    """Print decisions per second of all engines."""
    game = load("en-capstone")
    native = game.native(2)
    engine = compile_c(folder)
    if engine is not None:
        check_same(native, engine, min(games, 1000))
    few = max(2, games // 150)
    engines: dict[str, Round | None] = {
        "C by hand": by_c(engine, games) if engine is not None else None,
        "native": timed(lambda: native.playouts(1, games)),
        "Python by hand": by_hand(few),
        "reference": by_reference(game.engine(2), few),
        "OpenSpiel backgammon": by_openspiel("backgammon", 3),
        "OpenSpiel chess": by_openspiel("chess", 3),
    }
    found = {name: run for name, run in engines.items() if run is not None}
    for name in engines.keys() - found.keys():
        print(f"{name}: not on this machine")
    rates: dict[str, list[float]] = {name: [] for name in found}
    for run in found.values():
        run()  # warming up
    for _ in range(rounds):
        for name, run in found.items():
            decisions, seconds = run()
            rates[name].append(decisions / seconds)
    first = next(iter(found))
    print(f"{'engine':<22} {'decisions/s':>12} {'spread':>25} {'of ' + first:>14}")
    for name, speeds in rates.items():
        ratios = [speed / base for speed, base in zip(speeds, rates[first], strict=True)]
        spread = f"{min(speeds):,.0f}–{max(speeds):,.0f}"
        print(
            f"{name:<22} {statistics.median(speeds):>12,.0f} {spread:>25}"
            f" {statistics.median(ratios):>14.3f}"
        )


FIRST = """
import sys, time
from pathlib import Path
from wtrules.collector import collect_less_often; collect_less_often()  # as the command line does
now = time.process_time
def mark(name, start): print(f"{name}\\t{1000 * (now() - start):.1f}")
start = now()
import wtrules.game.load, wtrules.program.from_rules, wtrules.backends.native as native, wasmtime
mark("imports", start)
start = now(); game = wtrules.game.load.load(Path(sys.argv[1])); mark("read and check the rules", start)
start = now(); program = game.program(2); mark("rules to program", start)
spent = []
def timed(*args, binary=native.binary):
    start = now(); made = binary(*args); spent.append(now() - start); return made
native.binary = timed
start = now(); made = native.Native(program)
mark("program to module", now() - sum(spent)); mark("native code, made or found", start + sum(spent))
start = now(); made.start(1); mark("first move", start)
"""


def first_move(rounds: int, folder: Path) -> None:
    """Print how long it takes from a saved file to the first native move."""
    print("\nfrom a saved house rule to the first native move, in ms of processor time")
    path = folder / "friday.wtr"
    path.write_text((HERE.parent / "examples/friday.wtr").read_text("utf-8"), "utf-8")
    found: dict[str, dict[str, list[float]]] = {}
    for turn in range(2 * rounds + 1):
        kind = "compiled anew" if turn % 2 else "compiled before"
        cache = folder / "cache"
        for entry in cache.glob("native-*") if turn % 2 else ():
            entry.unlink()
        done = subprocess.run(
            [sys.executable, "-c", FIRST, path],
            env={**os.environ, "PYTHONPATH": str(HERE.parent), "WTRULES_CACHE": str(cache)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        if turn == 0:
            continue  # fills the cache
        for line in done.stdout.splitlines():
            name, _, number = line.partition("\t")
            found.setdefault(kind, {}).setdefault(name, []).append(float(number))
    for kind, stages in found.items():
        numbers = {name: statistics.median(times) for name, times in stages.items()}
        total = sum(numbers.values()) - numbers["imports"]
        print(f"  {kind}: {total:.0f} without imports")
        for name, number in numbers.items():
            print(f"    {name:<26} {number:>7.1f}")


def growth(games: int) -> None:
    """Print how time and memory grow with the ring, the players and the number of games."""
    print("\ngrowth (native, random games)")
    print(f"  {'':<22} {'decisions/s':>12} {'decisions/game':>15} {'state':>9} {'memory':>10}")

    def show(name: str, native: Native, number: int) -> None:
        count, seconds = timed(lambda: native.playouts(1, number))()
        memory = native.layout.pages * 64
        print(
            f"  {name:<22} {count / seconds:>12,.0f} {count / number:>15,.0f}"
            f" {native.layout.state_size:>7,} B {memory:>7,} KiB"
        )

    game = load("en-capstone")
    for players in game.players:
        show(f"{players} players", game.native(players), games)
    for spaces in (12, 16, 24, 32, 48):
        shields = ", ".join(str(i * spaces // 4) for i in range(4))
        text = f"""ruleset ring {{ title en "Ring" extends en-capstone
          override board.spaces = {spaces} override board.shields = {shields} }}"""
        show(f"ring of {spaces}", load(SourceFile("ring.wtr", text)).native(2), games)
    native = game.native(2)
    for number in (1, 10, 100, 1000, 10_000):
        start = time.process_time()
        native.finals(1, number)
        spent = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"  {number:>6,} games in {spent:>7.3f} s, peak of the process {peak:,} MiB")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1500, help="for native and C, in each round")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compare(wanted.rounds, wanted.games, Path(folder))
        first_move(max(3, wanted.rounds // 2), Path(folder))
    growth(max(20, wanted.games // 10))


if __name__ == "__main__":
    main()
