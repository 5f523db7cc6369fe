"""The tests that run a line, and whether they notice that it was changed.

One run of the suite with *probes* tells which tests come to the lines that are to be changed, and how
long each takes: a probe is a call before a statement, which writes down the test that is running.
Processes that a test starts write down the same test. Then each change is made in a copy of the
project and judged by those tests, the quickest first, until one fails.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from attrs import field, frozen

from tests.mutation.mutant import Mutant

ROOT = Path(__file__).parents[2]
PATIENCE = 120  # seconds of tests for one mutant
_PROBE = "_probe.py"
_PROBING = '''\
import os

_FILE = os.environ.get("WTRULES_PROBES", "")
_seen = set()


def hit(number):
    """Write down the test that comes by."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if _FILE and test and (number, test) not in _seen:
        _seen.add((number, test))
        with open(_FILE, "a") as file:
            file.write(f"{number}\\t{test}\\n")
'''
_CLOCK = '''\
import json
import os


def pytest_runtest_logreport(report):
    """Write down how long tests take."""
    if "PYTEST_XDIST_WORKER" not in os.environ and report.outcome == "passed":
        with open(os.environ["WTRULES_CLOCK"], "a") as file:
            file.write(json.dumps([report.nodeid, report.duration]) + "\\n")
'''


@frozen
class Reached:
    """Which tests come to which mutants, and how long each test takes."""

    tests: dict[str, list[str]] = field(repr=False)  # by the mutant's id
    seconds: dict[str, float] = field(repr=False)

    def chosen(self, mutant: Mutant) -> list[str]:
        """Return the tests that judge a mutant: the quickest that come by, for a limited time.

        Of a test with many cases, a few are enough; tests that come to few places say more about each.
        """
        known = [test for test in self.tests.get(mutant.id, ()) if test in self.seconds]
        cases: dict[str, int] = defaultdict(int)
        found, total = [], 0.0
        for test in sorted(known, key=lambda test: self.seconds[test]):
            function = test.partition("[")[0]
            cases[function] += 1
            if cases[function] <= 5 and total + self.seconds[test] <= PATIENCE:
                total += self.seconds[test]
                found.append(test)
        return found


def copy(folder: Path) -> None:
    """Copy the project, without what git ignores; modules of the page are linked."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout.decode().split("\0")  # fmt: skip
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for modules in ("web/node_modules", "editors/vscode/node_modules"):
        if (ROOT / modules).exists():
            (folder / modules).symlink_to((ROOT / modules).resolve())


def reached(mutants: list[Mutant], folder: Path, tests: Iterable[str], jobs: int) -> Reached:
    """Run the tests once in a copy with probes, and return which of them come to which mutants."""
    project = folder / "probed"
    copy(project)
    by_file: dict[str, list[tuple[int, Mutant]]] = defaultdict(list)
    for number, mutant in enumerate(mutants):
        by_file[mutant.file].append((number, mutant))
    for file, numbered in by_file.items():
        path = project / file
        path.write_text(probed(path.read_text("utf-8"), [(i, m.line) for i, m in numbered]))
    (project / "wtrules" / _PROBE).write_text(_PROBING)
    (folder / "mutation_clock.py").write_text(_CLOCK)
    hits, clock = folder / "hits", folder / "clock"
    run(project, ["-p", "mutation_clock", "-n", str(jobs), *tests], None, folder, hits, clock)
    found: dict[str, list[str]] = defaultdict(list)
    for row in hits.read_text().splitlines() if hits.exists() else ():
        number, test = row.split("\t")
        if test not in (known := found[mutants[int(number)].id]):
            known.append(test)
    seconds: dict[str, float] = defaultdict(float)
    for row in clock.read_text().splitlines():
        test, duration = json.loads(row)
        seconds[test] += duration
    shutil.rmtree(project)
    return Reached(dict(found), dict(seconds))


def run(
    project: Path, arguments: list[str], limit: float | None, *paths: Path
) -> subprocess.CompletedProcess[str]:
    """Run pytest in a copy of the project."""
    folder, hits, clock = paths if paths else (project, Path(), Path())
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(project), str(folder))),
        "WTRULES_PROBES": str(hits) if paths else "",
        "WTRULES_CLOCK": str(clock),
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=project, env=environment, capture_output=True, text=True, timeout=limit,
    )  # fmt: skip


def verdict(mutant: Mutant, tests: list[str], project: Path) -> str | None:
    """Return which test notices a mutant, None if none does."""
    path = project / mutant.file
    before = path.read_bytes()
    path.write_text(mutant.text, "utf-8")
    try:
        done = run(project, ["-x", "--timeout", str(4 * PATIENCE), *tests], 8 * PATIENCE)
    except subprocess.TimeoutExpired:
        return "takes for ever"
    finally:
        path.write_bytes(before)
    failed = (row for row in done.stdout.splitlines() if row.startswith(("FAILED ", "ERROR ")))
    return next(failed, f"exit code {done.returncode}") if done.returncode else None


# --- probes --------------------------------------------------------------------------------------


def probed(text: str, wanted: Iterable[tuple[int, int]]) -> str:
    """Return code with a probe before each statement at *wanted* lines, given with their numbers.

    What is outside of functions runs once, when the module is loaded: there, each function of the
    module has a probe.
    """
    tree = ast.parse(text)
    rows = text.split("\n")
    probes: dict[int, list[int]] = defaultdict(list)  # by line
    bodies = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for number, line in wanted:
        inside = [f for f in bodies if f.body[0].lineno <= line <= (f.end_lineno or line)]
        if inside:
            innermost = max(inside, key=lambda f: f.lineno)
            probes[_statement(innermost, line, rows)].append(number)
        else:
            for function in bodies:
                probes[_first(function)].append(number)
    for line in sorted(probes, reverse=True):
        row = rows[line - 1]
        indent = row[: len(row) - len(row.lstrip())]
        calls = "; ".join(f"_hit({number})" for number in sorted(set(probes[line])))
        rows.insert(line - 1, f"{indent}from wtrules._probe import hit as _hit; {calls}")
    return "\n".join(rows)


def _first(function: ast.FunctionDef) -> int:
    return _row(function.body[0])


def _row(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _statement(function: ast.FunctionDef, line: int, rows: list[str]) -> int:
    """Return the line of the innermost statement around a line that another one can stand before."""
    found = _first(function)
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and _row(node) <= line <= (node.end_lineno or line):
            row = rows[_row(node) - 1].lstrip()
            begins_row = len(rows[_row(node) - 1]) - len(row) == node.col_offset
            if begins_row and not row.startswith("elif"):
                found = max(found, _row(node))
    return found
