"""How fast the bots play in native code, beside the same bots by hand in C.

    python benchmarks/bot_speed.py [--rounds 7] [--seconds 0.5]

Both play whole games of `en-capstone` for two among bots of one kind, from set-up to end. `players.c` has
the same policies written for this game alone, with the same random generator, so the very same games are
played: this program compares every game first, then measures. The two take turns, round after round;
time is processor time, and the ratio is taken within each round.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wtrules.backends.native import Native
from wtrules.backends.players import BOTS, players
from wtrules.backends.wasm.instructions import Item
from wtrules.backends.wasm.layout import Layout, Part
from wtrules.backends.wasm.read import read
from wtrules.game.load import load
from wtrules.program import program as p

HERE = Path(__file__).resolve().parent
GAMES = {"random": 2000, "greedy": 400, "mcts": 10}  # in one round
COMPARED = {"random": 300, "greedy": 300, "mcts": 30}


def compile_c(folder: Path) -> Path | None:
    """Return the compiled bots, None without a compiler."""
    compiler = next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)
    if compiler is None:
        return None
    made = folder / "players"
    subprocess.run([compiler, "-O3", "-w", "-o", made, HERE / "players.c", "-lm"], check=True)
    return made


def games_part() -> Part:
    """Return the part that plays games among bots of one kind, and keeps their last states."""

    def items(program: p.Program, layout: Layout) -> Iterable[Item]:
        size, actor = layout.state_size, layout.fields["actor"]
        return read(f"""\
  (func (export "bot_games")
    (param $bot i32) (param $seed i64) (param $games i32) (param $out i32) (result i32)
    (local $count i32)
    (block $done (loop $again
      (br_if $done (i32.eqz (local.get $games)))
      (i64.store (i32.const {layout.areas["chance"]}) (call $policy (local.get $seed)))
      (call $begin (local.get $seed))
      (block $over (loop $turn
        (br_if $over (i32.eqz (global.get $n)))
        (call $play (call $choose (local.get $bot) (i32.load (i32.const {actor}))))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $turn)))
      (if (local.get $out) (then
        (call $save (local.get $out))
        (i32.store (i32.add (local.get $out) (i32.const {size})) (local.get $count))
        (local.set $out (i32.add (local.get $out) (i32.const {size + 16})))))
      (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
      (local.set $games (i32.sub (local.get $games) (i32.const 1)))
      (br $again)))
    (local.get $count))""")

    return Part("bot_games", items)


def check_same(native: Native, engine: Path, bot: str, games: int) -> None:
    """Stop unless both play the very same games."""
    number = str(BOTS.index(bot))
    done = subprocess.run(
        [engine, number, "1", str(games), "check"], capture_output=True, text=True, check=True
    )
    size = native.layout.state_size
    at = native.room(games * (size + 16))
    native.call("bot_games", BOTS.index(bot), 1, games, at)
    before = 0
    for game, line in enumerate(done.stdout.splitlines()):
        there = at + game * (size + 16)
        [state] = native.unpack(native.read(there, size))
        count = int.from_bytes(native.read(there + size, 4), "little")
        f = {name: field.offset for name, field in native.program.fields.items()}
        cards = sum((k + 1) * state[f["discard"] + k] for k in range(len(native.program.cards)))
        numbers = [count - before, state[f["rng"]]]
        for name in ("winner", "home", "full"):
            numbers += state[f[name] : f[name] + 2]
        if [*map(int, line.split())] != [*numbers, cards]:
            raise SystemExit(f"{bot}, game {game}: C plays {line}, native code {numbers} {cards}")
        before = count


def main() -> None:
    """Compare the games, then measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--bots", nargs="*", default=list(BOTS))
    given = options.parse_args()
    native = Native(load("en-capstone").program(2), [players(), games_part()])
    with tempfile.TemporaryDirectory() as folder:
        engine = compile_c(Path(folder))
        if engine is None:
            raise SystemExit("there is no C compiler")
        print("| bot | native, decisions/s | C, decisions/s | of C | over the rounds |")
        print("| --- | --- | --- | --- | --- |")
        for bot in given.bots:
            check_same(native, engine, bot, COMPARED[bot])
            ratios, ours, theirs = [], [], []
            for number in range(given.rounds):
                seed = 1000 * (number + 1)
                start = time.process_time()
                count = native.call("bot_games", BOTS.index(bot), seed, GAMES[bot], 0)
                ours.append(count / (time.process_time() - start))
                command = [engine, str(BOTS.index(bot)), str(seed), str(GAMES[bot])]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                decisions, seconds = done.stdout.split()
                assert count == int(decisions)
                theirs.append(count / float(seconds))
                ratios.append(ours[-1] / theirs[-1])
            print(
                f"| {bot} | {statistics.median(ours):,.0f} | {statistics.median(theirs):,.0f} | "
                f"{statistics.median(ratios):.2f} | {min(ratios):.2f}–{max(ratios):.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
