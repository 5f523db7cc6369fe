"""How long comparisons take, beside those of an older version: `python benchmarks/diff.py --against git:REF`.

Each comparison runs in a process of its own, the two versions in turn, so that both meet the same load.
Processor time counts, with all worker processes; the wall time is given too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MANUALS = ("en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30", "en-capstone")
HOUSE_RULES = ("friday", "retreat", "second-wind")
COMPARISONS = [
    *combinations(MANUALS, 2),
    *((f"examples/{name}.wtr",) for name in HOUSE_RULES),
    ("--matrix", "-o", os.devnull),
]


def measure(root: Path, rulesets: tuple[str, ...], jobs: int) -> tuple[float, float]:
    """Return processor time and wall time of one comparison, in seconds."""
    before, start = os.times(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "wtrules", "diff", *rulesets, "--jobs", str(jobs)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": ""},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system, time.perf_counter() - start


def main() -> None:
    """Measure every pair of manuals, house rules against their bases, and all pairs at once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", metavar="git:REF", help="the version to compare with")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="comparisons with this word in their names")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        old = None
        if options.against:
            old = Path(folder) / "old"
            reference = options.against.removeprefix("git:")
            git = ["git", "-C", str(ROOT), "worktree"]
            subprocess.run([*git, "add", "-q", "--detach", str(old), reference], check=True)
        try:
            for rulesets in COMPARISONS:
                name = " ".join(rulesets)
                if options.only not in name:
                    continue
                then = measure(old, rulesets, options.jobs) if old is not None else None
                used, wall = measure(ROOT, rulesets, options.jobs)
                line = f"{name:<28} {used:5.1f} s of processor time, {wall:5.1f} s"
                if then is not None:
                    line += f"; before {then[0]:5.1f} s, {then[1]:5.1f} s: {then[0] / used:.2f} times as fast"
                print(line, flush=True)
        finally:
            if old is not None:
                subprocess.run([*git, "remove", "--force", str(old)], check=True)


if __name__ == "__main__":
    main()
