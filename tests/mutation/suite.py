"""The tests that run a line, and whether they notice that it was changed.

One run of the quick tests with *probes* reports which of them reach the lines that are to be changed, and
how long each takes: a probe is a call before a statement, which writes down the test that is running.
Processes that a test starts write down the same test. Then each change is made in a copy of the
project and judged by those tests, the quickest first, until one fails; and then by the files of tests
that name the changed module. A test that fails without the change as well says nothing about it: it is
left out, in the run with probes and when it judges.
"""

from __future__ import annotations

import ast
import itertools
import os
import re
import shutil
import signal
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import define, field, frozen

from tests.mutation.forks import Forks, Outcome
from tests.mutation.mutant import Mutant

ROOT = Path(__file__).parents[2]
PATIENCE = 16  # seconds of tests that reach a mutant
_MORE = 30  # and of tests that name its module
_FIRST = 4  # seconds of tests that are asked first: most mutants need no others
# Where each case has a file: the quick tests run one of them.
_FAULTY_FILES = ("tests/diagnostics/test_pages.py", "tests/rules/test_bad_cases.py")
_READING_FILES = ("checks", "language", "rules", "syntax")
_FEW = 5  # so few tests reach a line only once in a while
_A_DAY = 24 * 60 * 60
_LONGEST = 600  # seconds of computing for one run of which nothing is known
_TIMES = itertools.count(10**9)
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


@frozen
class Step:
    """Tests that judge a mutant together; the first that fails ends it."""

    tests: tuple[str, ...]  # arguments of pytest
    limit: int = _LONGEST  # seconds of computing
    is_sample: bool = False  # else, rules or code that need more run forever


@frozen
class Reached:
    """Which tests reach which mutants, and how long each test takes."""

    tests: dict[str, list[str]] = field(repr=False)  # by the mutant's id
    seconds: dict[str, float] = field(repr=False)  # of the tests that pass

    def steps(self, mutant: Mutant, others: Iterable[str] = ()) -> Iterator[Step]:
        """Yield the tests that judge a mutant, the first few by themselves; *others* come last."""
        tests = self.chosen(mutant)
        first = self._quickest(tests, _FIRST)
        rest = [test for test in tests if test not in {*first}]
        for part in (first, rest):
            if part:
                yield Step((*part,), 30 + int(8 * sum(self.seconds[test] for test in part)))
        if others:
            yield Step((*others,))
        if _part(mutant) in _READING_FILES:
            yield Step(_FAULTY_FILES, _MORE, is_sample=True)
        if naming := _naming(mutant.file):
            yield Step(naming, _MORE, is_sample=True)

    def chosen(self, mutant: Mutant) -> list[str]:
        """Return the tests that judge a mutant: of those that reach it, the quickest, for a limited time.

        Half of the time is for the tests of the same folder, which are about that code. What is
        computed once and kept reaches its line in one test, or before all tests: if few tests reach
        a line, all tests of the folder judge.
        """
        part = _part(mutant)
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


def _part(mutant: Mutant) -> str:
    return mutant.file.removeprefix("wtrules/").partition("/")[0].removesuffix(".py")


@cache
def _naming(file: str) -> tuple[str, ...]:
    """Return the test files that are called like a module, and those that import it."""
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, name = module.rpartition(".")
    imported = re.compile(rf"\b{re.escape(module)}\b|from {re.escape(package)} import .*\b{name}\b")
    called, importing = [], []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        test = path.relative_to(ROOT).as_posix()
        if path.stem == f"test_{name}":
            called.append(test)
        elif "tests/mutation/" not in test and imported.search(path.read_text("utf-8")):
            importing.append(test)
    return (*called, *importing)


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
    forks = Forks(project, "python", {"WTRULES_PROBES": str(hits)})
    outcome = forks.run(["-n", str(jobs), *tests], _A_DAY, _A_DAY)
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for row in hits.read_text().splitlines() if hits.exists() else ():
        number_text, _, test = row.partition("\t")
        # A case that is called by the path of a file has another name in another copy.
        found[mutants[int(number_text)].id][test.replace(str(project), _COPY)] = None
    seconds = {test.replace(str(project), _COPY): t for test, t in outcome.passing.items()}
    shutil.rmtree(project)
    return Reached({mutant.id: list(found[mutant.id]) for mutant in mutants}, seconds)


@define
class Bench:
    """A copy of the project in which mutants are judged."""

    forks: Forks
    left_out: set[str] = field(repr=False)  # tests that fail without any change, too
    confirmed: set[str] = field(repr=False)  # tests that were seen to pass without any change
    seconds: float = 0  # of computing, so far

    def verdict(self, mutant: Mutant, steps: Iterable[Step]) -> str | None:
        """Return which test notices a mutant, None if none does."""
        return next((found for step in steps if (found := self._judged(mutant, step))), None)

    def _judged(self, mutant: Mutant, step: Step) -> str | None:
        arguments = ["-x", *(argument.replace(_COPY, str(self.project)) for argument in step.tests)]
        while True:
            outcome = self._changed(mutant, arguments, step.limit)
            culprit = outcome.failed
            if culprit is None:
                return None if step.is_sample else self._ended(outcome.code, arguments, step.limit)
            if culprit in self.confirmed or self._passes(culprit):
                return culprit
            if culprit in self.left_out:
                return None  # a file that can never be read
            self.left_out.add(culprit)

    def _ended(self, code: int | None, arguments: list[str], limit: int) -> str | None:
        """Return what it means that pytest ended like this, and that no test has failed."""
        if code in (None, pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return None
        if self._run(arguments, limit).code not in (0, 1):
            raise FileNotFoundError(f"pytest cannot run {arguments}")
        return "runs forever" if code == -signal.SIGXCPU else f"exit code {code}"

    @property
    def project(self) -> Path:
        """The folder of the copy."""
        return self.forks.project

    def _changed(self, mutant: Mutant, arguments: list[str], limit: int) -> Outcome:
        path = self.project / mutant.file
        before, about = path.read_bytes(), path.stat()
        path.write_text(mutant.text, "utf-8")
        # Compiled files are told apart by whole seconds and size.
        os.utime(path, (next(_TIMES),) * 2)
        try:
            return self._run(arguments, limit)
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))

    def _passes(self, test: str) -> bool:
        """Whether a test passes, or a file can be read, without any change."""
        arguments = [test] if "::" in test else ["--collect-only", test or "tests"]
        passes = self._run(arguments, _LONGEST).code == 0
        if passes:
            self.confirmed.add(test)
        return passes

    def _run(self, arguments: list[str], limit: int) -> Outcome:
        without = (f"--deselect={test}" for test in sorted(self.left_out))
        outcome = self.forks.run([*arguments, *without], limit)
        self.seconds += outcome.seconds
        return outcome


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
