"""Cases made up at random: `python -m tests.fuzz --what rules --count 100000 --seed 7 --jobs 2`

Every case goes through what the commands do with it. What must never happen is a finding: an exception,
an exit code of 101, more than 5 s of computing or 512 MiB of memory, formatting that changes a rule file,
back ends that differ, a rule file that is valid but cannot be played. Each finding is saved as a short
case, with a note that says how to repeat it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.fuzz.findings import Finding
from tests.fuzz.run import Report, examine_apart, run_cases, save, save_raw
from tests.fuzz.sorts import SORTS


def main() -> int:
    """Run the command line; exit with 1 if there are findings."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--what", choices=[*SORTS, "all"], default="all", help="the sort of cases")
    parser.add_argument(
        "--count", type=int, default=10_000, help="the number of cases of each sort"
    )
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    parser.add_argument(
        "--findings", type=Path, default=Path("findings"), help="folder for findings"
    )
    parser.add_argument("--repeat", type=Path, help="examine one saved case, thoroughly")
    parser.add_argument("--show", action="store_true", help="print the cases instead")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wtrules-fuzz-") as folder:
        os.environ["WTRULES_CACHE"] = folder
        if asked.repeat is not None:
            return _repeat(asked.repeat)
        names = list(SORTS) if asked.what == "all" else [asked.what]
        return max([_run(name, asked) for name in names])


def _repeat(path: Path) -> int:
    sort = next((sort for sort in SORTS.values() if sort.suffix == path.suffix), SORTS["rules"])
    sort.prepare()
    finding = examine_apart(sort, path.read_bytes().decode("utf-8", "surrogatepass"))
    print("no finding" if finding is None else f"{finding.cause}\n\n{finding.details}")
    return int(finding is not None)


def _run(name: str, asked: argparse.Namespace) -> int:
    sort = SORTS[name]
    if asked.show:
        sort.prepare()
        for number in range(asked.first, asked.first + asked.count):
            print(f"--- {name} {number}\n{sort.case(asked.seed, number)}")
        return 0

    def progress(report: Report, seconds: float) -> None:
        rate = report.cases / max(seconds, 0.001)
        left = (asked.count - report.cases) / max(rate, 0.001)
        found = sum(report.causes.values())
        line = (
            f"{name}: {report.cases:,} of {asked.count:,}, {rate:,.0f}/s, {left / 60:.1f} min left"
        )
        line += f", {found:,} findings of {len(report.causes)} causes"
        end = "" if sys.stderr.isatty() else "\n"
        print(f"\r\x1b[K{line}" if not end else line, end=end, file=sys.stderr, flush=True)

    def found(number: int, text: str, finding: Finding) -> None:
        save_raw(asked.findings, sort, asked.seed, number, text, finding)

    report = run_cases(sort, asked.seed, asked.first, asked.count, asked.jobs, progress, found)
    print(file=sys.stderr)
    print(_table(name, report))
    for cause, kept in report.examples.items():
        number, text, finding = kept[0]
        path = save(asked.findings, sort, asked.seed, number, text, finding)
        print(f"{report.causes[cause]:>8,}  {cause}\n          {path}")
    return int(bool(report.causes))


def _table(name: str, report: Report) -> str:
    lines = [f"{name}: {report.cases:,} cases", f"{'':24}{'cases':>12}{'ms each':>10}{'s':>10}"]
    for stage, count in report.counts.most_common():
        spent = report.seconds.get(stage)
        times = f"{1000 * spent / count:>10.2f}{spent:>10.1f}" if spent is not None else ""
        lines.append(f"  {stage:22}{count:>12,}{times}")
    return "\n".join(lines)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
