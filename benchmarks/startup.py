"""How long commands take from their start, beside an older version.

    python benchmarks/startup.py [--against git:REF] [--rounds 9]

Commands run in processes of their own, with compiled bytecode, a filled cache and, for an older
version, in turn with it: whatever else the machine does slows both. Processor time counts, with
that of worker processes: of one command the median of the rounds, with the least and the most.
The figures to reach are seconds on a machine at rest.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = {
    "--version": 0.1,
    "--help": 0.15,
    "validate examples/friday.wtr": 0.2,
    "moves": 0.25,
    "assumptions examples/friday.wtr": 1.0,
}
FIRST_MOVE = {"from file to first native move, cached": 0.1, "… compiled anew": 0.1}

# What a session has loaded before it compiles a file is not part of the time.
_FIRST_MOVE = """
import sys, time
from importlib import import_module
from pathlib import Path
from wtrules.collector import collect_less_often
collect_less_often()
listed = Path(sys.argv[2])
for name in listed.read_text("utf-8").split() if listed.exists() else ():
    import_module(name)
import wtrules.game.load, wasmtime
start = time.process_time()
wtrules.game.load.load(Path(sys.argv[1])).native(2).start(1)
print(time.process_time() - start)
listed.write_text("\\n".join(name for name in sys.modules if name.startswith("wtrules.")), "utf-8")
"""


def command_time(root: Path, cache: Path, command: str) -> float:
    """Return the processor time of a command, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(root, cache, ["-m", "wtrules", *command.split()])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_move_time(root: Path, cache: Path, anew: bool) -> float:
    """Return the time from a saved file to the first native move, without imports, in seconds."""
    for entry in cache.glob("native-*") if anew else ():
        entry.unlink()
    listed = str(cache.with_suffix(".modules"))
    return float(_run(root, cache, ["-c", _FIRST_MOVE, "examples/friday.wtr", listed]))


def _run(root: Path, cache: Path, arguments: Sequence[str]) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "",
        "WTRULES_CACHE": str(cache),
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=root, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def measure(root: Path, cache: Path, what: str) -> float:
    """Return one measurement of a command or of the way to the first native move."""
    if what in FIRST_MOVE:
        return first_move_time(root, cache, anew=what.endswith("anew"))
    return command_time(root, cache, what)


@contextmanager
def versions(against: str | None) -> Iterator[list[tuple[Path, Path]]]:
    """Give the folders of the versions to measure, the older one first, each with its cache."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if against is None:
            yield [(ROOT, folder / "new-cache")]
            return
        old, packed = folder / "old", folder / "old.tar"
        git = ["git", "-C", str(ROOT), "archive", "-o", str(packed), against.removeprefix("git:")]
        subprocess.run(git, check=True)
        with tarfile.open(packed) as archive:
            archive.extractall(old, filter="data")
        yield [(old, folder / "old-cache"), (ROOT, folder / "new-cache")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--against", metavar="git:REF", help="the version to compare with")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="", help="what has this word in its name")
    options = parser.parse_args()
    to_reach = {
        what: limit for what, limit in (COMMANDS | FIRST_MOVE).items() if options.only in what
    }
    with versions(options.against) as places:
        print(f"{'':<40} {'ms (spread)':>20} {'before (spread)':>20} {'of before':>9} {'reach':>6}")
        for what, limit in to_reach.items():
            for place in places:
                measure(*place, what)  # writes bytecode and fills the cache
                measure(*place, what)
            rounds = [
                [1000 * measure(*place, what) for place in places] for _ in range(options.rounds)
            ]
            *before, now = zip(*rounds, strict=True)
            ratio = ""
            if before:
                ratio = f"{statistics.median(new / old for old, new in rounds):.2f}"
            shown = [_shown(now), _shown(before[0]) if before else "", ratio, f"{1000 * limit:.0f}"]
            print("{:<40} {:>20} {:>20} {:>9} {:>6}".format(what, *shown), flush=True)


def _shown(times: Sequence[float]) -> str:
    return f"{statistics.median(times):,.0f} ({min(times):,.0f}–{max(times):,.0f})"


if __name__ == "__main__":
    main()
