"""The command: draw mutants, judge them, print the survivors."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from attrs import define, field

from tests.mutation import __doc__ as description
from tests.mutation import python_changes, rule_changes, rule_steps, suite
from tests.mutation.forks import FUNCTIONS, LIBRARIES, RULES, Forks
from tests.mutation.mutant import Mutant
from tests.mutation.reach import Reach, found_out
from tests.mutation.survivors import accepted

# What reads the texts in the code without running it: whether they are translated, and used.
TEXT_TESTS = ["tests/diagnostics/test_german.py", "tests/test_texts.py"]


def drawn(what: str, count: int, seed: int) -> list[Mutant]:
    """Return mutants drawn at random: for one seed the same, as long as the files stay as they are."""
    every = python_changes.mutants() if what == "python" else rule_changes.mutants()
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    return [mutant for mutant in chosen if what == "rules" or _is_code(mutant)]


def _is_code(mutant: Mutant) -> bool:
    try:
        compile(mutant.text, mutant.file, "exec")
    except SyntaxError:
        return False
    return True


def judged(
    what: str, mutants: list[Mutant], jobs: int, saved: Path | None, reach: Path | None
) -> Iterator[tuple[Mutant, str | None]]:
    """Yield each mutant with what notices it, None if nothing does."""
    with tempfile.TemporaryDirectory(prefix="wtrules-mutation-") as name:
        folder = Path(name)
        progress = Progress.read(saved)
        reached = _reach(folder, jobs, reach) if what == "python" else None
        left_out: set[str] = set()
        confirmed: set[str] = set()
        benches: SimpleQueue[suite.Bench] = SimpleQueue()
        for number in range(jobs):
            suite.copy(folder / str(number))
            project = folder / str(number)
            if what == "rules":
                benches.put(suite.Bench(Forks(project, RULES), left_out, confirmed))
            else:
                loaded = Forks(project, FUNCTIONS)
                benches.put(suite.Bench(Forks(project, LIBRARIES), left_out, confirmed, loaded))

        def steps(mutant: Mutant) -> Iterable[suite.Step]:
            if reached is None:
                return rule_steps.steps(mutant)
            return suite.steps(mutant, reached, TEXT_TESTS if mutant.kind == "text" else ())

        def judge(mutant: Mutant) -> str | None:
            if mutant.id in progress.verdicts:
                return progress.verdicts[mutant.id]
            bench = benches.get()
            before = bench.seconds
            try:
                is_loading = reached is None or reached.is_loading(mutant)
                verdict = bench.verdict(mutant, steps(mutant), is_loading)
            finally:
                benches.put(bench)
            progress.add(mutant, verdict, bench.seconds - before)
            return verdict

        with ThreadPoolExecutor(jobs) as pool:
            yield from zip(mutants, pool.map(judge, mutants), strict=True)
        for test in sorted(left_out):
            print(f"left out: {test} fails without a change, too")


def _reach(folder: Path, jobs: int, kept: Path | None) -> Reach:
    """Find out which tests come to which code, unless that is known."""
    if kept is not None and kept.exists():
        known = Reach.read(kept)
        if known.unknown:
            sys.exit(f"{kept} does not know {', '.join(known.unknown)}: delete it")
        return known
    reach = found_out(folder, jobs)
    if kept is not None:
        reach.write(kept)
    return reach


@define
class Progress:
    """What is known so far, saved in a file so that a run that was stopped can go on."""

    saved: Path | None
    verdicts: dict[str, str | None] = field(factory=dict)

    @classmethod
    def read(cls, saved: Path | None) -> Progress:
        """Return what a file has, nothing if there is none."""
        progress = cls(saved)
        rows = saved.read_text("utf-8").splitlines() if saved and saved.exists() else []
        for entry in map(json.loads, rows):
            match entry:
                case {"mutant": id, "verdict": verdict}:
                    progress.verdicts[id] = verdict
        return progress

    def add(self, mutant: Mutant, verdict: str | None, seconds: float) -> None:
        """Write down what became of a mutant, and how long that took."""
        self._write({"mutant": mutant.id, "verdict": verdict, "seconds": round(seconds, 1)})

    def _write(self, entry: dict[str, object]) -> None:
        if self.saved is not None:
            with self.saved.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")


def main() -> int:
    """Judge mutants and print what became of them; 1 if one survives that should not."""
    options = argparse.ArgumentParser(
        "python -m tests.mutation",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("--what", choices=("python", "rules"), default="python")
    options.add_argument("--count", type=int, default=200, help="how many are drawn")
    options.add_argument("--seed", type=int, help="of the draw; one at random if not given")
    options.add_argument("--jobs", type=int, default=2, help="processes at work")
    options.add_argument("--list", action="store_true", help="list the mutants, judge none")
    options.add_argument("--verbose", action="store_true", help="say what noticed each")
    options.add_argument(
        "--saved", type=Path, metavar="FILE",
        help="save here what is known so far, and go on from there: for the same draw and files",
    )  # fmt: skip
    options.add_argument(
        "--reach", type=Path, metavar="FILE",
        help="save here which tests come to which code, and read it from there: for any draw",
    )  # fmt: skip
    given = options.parse_args()
    seed = given.seed if given.seed is not None else random.randrange(10**6)
    chosen = drawn(given.what, given.count, seed)
    print(f"{len(chosen)} mutants, drawn with --seed {seed}", flush=True)
    if given.list:
        for mutant in chosen:
            print(f"{mutant.file}:{mutant.line}  {mutant.id}")
        return 0
    verdicts = judged(given.what, chosen, given.jobs, given.saved, given.reach)
    return report(verdicts, len(chosen), given.verbose)


def report(verdicts: Iterator[tuple[Mutant, str | None]], count: int, verbose: bool) -> int:
    """Print the survivors and the figures."""
    reasons = accepted()
    noticed = listed = survived = 0
    for number, (mutant, found) in enumerate(verdicts, 1):
        row = f"{number} of {count}  {mutant.file}:{mutant.line}  {mutant.id}"
        if found is not None:
            noticed += 1
            if verbose:
                print(f"noticed   {row}: {found}", flush=True)
        elif mutant.id in reasons:
            listed += 1
        else:
            survived += 1
            print(f"SURVIVED  {row}", flush=True)
    total = noticed + survived
    share = 100 * noticed / total if total else 100
    print(f"{noticed} of {total} noticed ({share:.1f} %), {listed} more make no difference")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
