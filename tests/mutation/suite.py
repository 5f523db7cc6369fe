"""The tests that run a line, and whether they notice that it was changed.

One run of the suite with *probes* reports which tests reach the lines that are to be changed, and how
long each takes: a probe is a call before a statement, which writes down the test that is running.
Processes that a test starts write down the same test. Then each change is made in a copy of the
project and judged by those tests, the quickest first, until one fails. A test that fails without the
change as well says nothing about it: it is left out, in the run with probes and when it judges.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from attrs import field, frozen

from tests.mutation.mutant import Mutant

ROOT = Path(__file__).parents[2]
PATIENCE = 120  # seconds of tests for one mutant
_FEW = 5  # so few tests reach a line only once in a while
# Of tests with many cases, a run draws some: all runs must draw the same, or pytest looks for cases
# that do not exist, and exits as if the change had been noticed.
CASES = "--seed=1"
_COPY = "{copy}"  # where a copy of the project is
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_PROBE = "_probe.py"
_PROBING = '''\
import os

_FILE = os.environ.get("WTRULES_PROBES", "")
_seen = set()


def hit(*numbers):
    """Write down the test that comes by."""
    test = os.environ.get("PYTEST_CURRENT_TEST")
    if _FILE and test and (numbers, test) not in _seen:
        _seen.add((numbers, test))
        name = test.rpartition(" ")[0]
        with open(_FILE, "a") as file:
            file.write("".join(f"{number}\\t{name}\\n" for number in numbers))
'''
_REPORTS = '''\
import json
import os


def _write(report, duration):
    if "PYTEST_XDIST_WORKER" not in os.environ:
        with open(os.environ["WTRULES_REPORTS"], "a") as file:
            file.write(json.dumps([report.nodeid, report.outcome, duration]) + "\\n")


def pytest_runtest_logreport(report):
    """Write down what became of a test, and how long it took."""
    _write(report, report.duration)


def pytest_collectreport(report):
    """Write down files that cannot be read."""
    if report.outcome == "failed":
        _write(report, 0)
'''


@frozen
class Reached:
    """Which tests reach which mutants, and how long each test takes."""

    tests: dict[str, list[str]] = field(repr=False)  # by the mutant's id
    seconds: dict[str, float] = field(repr=False)  # of the tests that pass

    def chosen(self, mutant: Mutant) -> list[str]:
        """Return the tests that judge a mutant: of those that reach it, the quickest, for a limited time.

        Half of the time is for the tests of the same folder, which are about that code. What is
        computed once and kept reaches its line in one test, or before all tests: if few tests reach
        a line, all tests of the folder judge.
        """
        part = mutant.file.removeprefix("wtrules/").partition("/")[0].removesuffix(".py")
        passing = [test for test in self.tests.get(mutant.id, ()) if test in self.seconds]
        of_folder = [
            test
            for test in (passing if len(passing) >= _FEW else self.seconds)
            if test.startswith(f"tests/{part}/")
        ]
        near = self._quickest(of_folder, PATIENCE / 2)
        taken = {*near}
        far = self._quickest([test for test in passing if test not in taken], PATIENCE / 2)
        return near + far

    def _quickest(self, tests: Iterable[str], limit: float) -> list[str]:
        """Return tests for so many seconds; one with many cases gets at most a tenth of them."""
        spent: dict[str, float] = defaultdict(float)
        chosen, total = [], 0.0
        for test in sorted(tests, key=lambda test: self.seconds[test]):
            function, seconds = test.partition("[")[0], self.seconds[test]
            if total + seconds > limit:
                break
            if spent[function] and spent[function] + seconds > limit / 10:
                continue
            spent[function] += seconds
            total += seconds
            chosen.append(test)
        return chosen


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
    """Run the tests once in a copy with probes, and return which of them reach which mutants."""
    project, hits = folder / "probed", folder / "hits"
    copy(project)
    wanted: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, mutant in enumerate(mutants):
        wanted[mutant.file].append((number, mutant.line))
    code = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in (ROOT / "wtrules").rglob("*.py")
    }
    for file, text in probed(code, wanted).items():
        (project / file).write_text(text, "utf-8")
    (project / "wtrules" / _PROBE).write_text(_PROBING)
    outcome = run(project, ["-n", str(jobs), *tests], None, hits)
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for row in hits.read_text().splitlines() if hits.exists() else ():
        number_text, _, test = row.partition("\t")
        # A case that is called by the path of a file has another name in another copy.
        found[mutants[int(number_text)].id][test.replace(str(project), _COPY)] = None
    seconds = {test.replace(str(project), _COPY): t for test, t in outcome.passing.items()}
    shutil.rmtree(project)
    return Reached({mutant.id: list(found[mutant.id]) for mutant in mutants}, seconds)


@frozen
class Outcome:
    """What became of the tests in one run."""

    code: int | None  # with which pytest exits; None if it had to be stopped
    reports: list[tuple[str, str, float]] = field(repr=False)  # test or file, outcome, seconds

    @property
    def failed(self) -> str | None:
        """The first test that fails, or file that cannot be read."""
        return next((test for test, outcome, _ in self.reports if outcome == "failed"), None)

    @property
    def passing(self) -> dict[str, float]:
        """The seconds of each test that passes, with what comes before and after it."""
        seconds: dict[str, float] = defaultdict(float)
        for test, _, duration in self.reports:
            seconds[test] += duration
        for test, outcome, _ in self.reports:
            if outcome != "passed":
                seconds.pop(test, None)
        return dict(seconds)


def run(
    project: Path, arguments: list[str], limit: float | None, hits: Path | None = None
) -> Outcome:
    """Run pytest in a copy of the project."""
    folder = project.with_name(f"{project.name}-reports")
    folder.mkdir(exist_ok=True)
    (folder / "mutation_reports.py").write_text(_REPORTS)
    reports = folder / "reports"
    reports.write_text("")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(project), str(folder))),
        "WTRULES_PROBES": str(hits or ""),
        "WTRULES_REPORTS": str(reports),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutation_reports", CASES, *arguments],
        cwd=project, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    code: int | None
    try:
        code = process.wait(limit)
    except subprocess.TimeoutExpired:
        code = None
    finally:
        if process.poll() is None:  # with the processes that tests have started
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return Outcome(code, [tuple(json.loads(row)) for row in reports.read_text().splitlines()])


@frozen
class Bench:
    """A copy of the project in which mutants are judged."""

    project: Path
    left_out: set[str] = field(repr=False)  # tests that fail without any change, too
    confirmed: set[str] = field(repr=False)  # tests that were seen to pass without any change

    def verdict(self, mutant: Mutant, tests: list[str], seconds: dict[str, float]) -> str | None:
        """Return which test notices a mutant, None if none does."""
        seconds = {self._here(test): seconds[test] for test in tests if test in seconds}
        tests = [self._here(test) for test in tests]
        while chosen := [test for test in tests if test not in self.left_out]:
            outcome = self._run(mutant, chosen, seconds)
            if outcome.code == 0:
                return None
            if outcome.code is None:
                return "runs forever"
            culprit = outcome.failed
            if culprit is None:
                if not self._can_be_read(chosen):
                    raise FileNotFoundError(f"pytest cannot find all of {chosen}")
                return f"exit code {outcome.code}"
            if culprit in self.confirmed or self._passes(culprit):
                return culprit
            self.left_out.add(culprit)
        return None

    def _here(self, test: str) -> str:
        return test.replace(_COPY, str(self.project))

    def _run(self, mutant: Mutant, tests: list[str], seconds: dict[str, float]) -> Outcome:
        path = self.project / mutant.file
        before = path.read_bytes()
        path.write_text(mutant.text, "utf-8")
        # Without known times, as for rules, a test and the whole run have the longest limit.
        longest = max((seconds.get(test, PATIENCE / 2) for test in tests), default=0)
        total = sum(seconds.get(test, PATIENCE) for test in tests)
        try:
            limit = min(60 + 8 * longest, 4 * PATIENCE)
            whole = min(120 + 8 * total, 8 * PATIENCE)
            return run(self.project, ["-x", "--timeout", str(limit), *tests], whole)
        finally:
            path.write_bytes(before)

    def _passes(self, test: str) -> bool:
        """Whether a test passes, or a file can be read, without any change."""
        arguments = [test] if "::" in test else ["--collect-only", test or "tests"]
        passes = run(self.project, arguments, 8 * PATIENCE).code == 0
        if passes:
            self.confirmed.add(test)
        return passes

    def _can_be_read(self, tests: list[str]) -> bool:
        return run(self.project, ["--collect-only", *tests], 8 * PATIENCE).code == 0


# --- probes --------------------------------------------------------------------------------------


def probed(code: dict[str, str], wanted: dict[str, list[tuple[int, int]]]) -> dict[str, str]:
    """Return the files with probes: before each statement at *wanted* lines, given as (number, line).

    What is outside of functions runs once, when the module is loaded: there, each function of the
    module has a probe, and each function of the modules that import it.
    """
    trees = {file: ast.parse(text) for file, text in code.items()}
    importers = _importers(trees)
    probes: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for file, places in wanted.items():
        rows = code[file].split("\n")
        for number, line in places:
            around = [
                function
                for function in _functions(trees[file])
                if function.body[0].lineno <= line <= (function.end_lineno or line)
            ]
            if around:
                innermost = max(around, key=lambda function: function.lineno)
                probes[file][_statement(innermost, line, rows)].append(number)
                continue
            for other in (file, *importers[file]):
                for function in _functions(trees[other]):
                    probes[other][_first(function)].append(number)
    return {file: _with_probes(code[file].split("\n"), each) for file, each in probes.items()}


def _with_probes(rows: list[str], probes: dict[int, list[int]]) -> str:
    for line in sorted(probes, reverse=True):
        row = rows[line - 1]
        indent = row[: len(row) - len(row.lstrip())]
        numbers = ", ".join(str(number) for number in sorted(set(probes[line])))
        rows.insert(line - 1, f"{indent}from wtrules._probe import hit as _hit; _hit({numbers})")
    return "\n".join(rows)


def _functions(tree: ast.Module) -> list[_Function]:
    """Return the functions in which a statement can be put first: not those in one row."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, _Function) and node.body[0].lineno > node.lineno
    ]


def _importers(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Return which files import something from each file."""
    files = {
        file.removesuffix(".py").removesuffix("/__init__").replace("/", "."): file for file in trees
    }
    importers: dict[str, list[str]] = defaultdict(list)
    for file, tree in trees.items():
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module=str(module), names=names):
                    modules = [module, *(f"{module}.{each.name}" for each in names)]
                case ast.Import(names=names):
                    modules = [each.name for each in names]
                case _:
                    continue
            for module in modules:
                if (source := files.get(module)) is not None and file not in importers[source]:
                    importers[source].append(file)
    return importers


def _first(function: _Function) -> int:
    """Return the line of the first statement after the docstring, which commands print as their help."""
    described = ast.get_docstring(function) is not None and len(function.body) > 1
    return _row(function.body[1 if described else 0])


def _row(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _statement(function: _Function, line: int, rows: list[str]) -> int:
    """Return the line of the innermost statement around a line that another one can stand before."""
    found = _first(function)
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and _row(node) <= line <= (node.end_lineno or line):
            row = rows[_row(node) - 1].lstrip()
            begins_row = len(rows[_row(node) - 1]) - len(row) == node.col_offset
            if begins_row and not row.startswith("elif"):
                found = max(found, _row(node))
    return found
