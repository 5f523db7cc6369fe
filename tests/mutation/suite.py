"""Whether the tests notice that something was changed.

Each change is made in a copy of the project and judged by the tests that come to it, the nearest and
quickest first, until one fails; and then by the files of tests that name the changed module. A test that
fails without the change as well says nothing about it: it is left out, in the run with probes and when
it judges.
"""

from __future__ import annotations

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
from tests.mutation.python_changes import ROOT
from tests.mutation.reach import Reach, in_copy

NEAR, FAR = 4, 4  # seconds of tests in the folder of the code, and in others
_TEST, _FILE = 0.02, 0.1  # seconds that each test, and each file, takes besides
_FIRST = 2  # seconds of tests that are asked first: most mutants need no others
_NAMING = 5  # seconds of tests that name its module
_CASES = 10  # seconds of all cases of tests of which the run with probes has run some
_FUNCTIONS = 12  # so many of them
_FEW = 5  # so few tests reach a line only once in a while
_LONGEST = 600  # seconds of computing for one run of which nothing is known
_TIMES = itertools.count(10**9)
# Where the tests of a part are that has no folder of its own.
_ELSEWHERE = {
    "resolve": ("rules",),
    "meaning": ("rules",),
    "checks": ("rules", "diagnostics"),
    "services": ("rules", "lsp", "web"),
    "texts": ("say", "diagnostics"),
    "position": ("game", "editions"),
}


@frozen
class Step:
    """Tests that judge a mutant together; the first that fails ends it."""

    tests: tuple[str, ...]  # arguments of pytest
    limit: int = _LONGEST  # seconds of computing
    is_sample: bool = False  # else, rules or code that need more run forever


def steps(mutant: Mutant, reach: Reach, others: Iterable[str] = ()) -> Iterator[Step]:
    """Yield the tests that judge a change to code, the first few by themselves; *others* come last."""
    tests = chosen(mutant, reach)
    first = _quickest(tests, reach.seconds, _FIRST)
    rest = [test for test in tests if test not in {*first}]
    for part in (first, rest):
        if part:
            yield Step((*part,), 30 + int(8 * sum(reach.seconds[test] for test in part)))
    if others:
        yield Step((*others,))
    if functions := _all_cases(mutant, reach):
        yield Step(functions, _CASES, is_sample=True)
    if naming := _naming(mutant.file):
        yield Step(naming, _NAMING, is_sample=True)


def chosen(mutant: Mutant, reach: Reach) -> list[str]:
    """Return the tests that judge a mutant: of those that come to it, the quickest, for a limited time.

    Some of the time is for the tests of the same folder, which are about that code. What is
    computed once and kept reaches its line in one test, or before all tests: if few tests reach
    a line, all tests of the folder judge.
    """
    near_by = folders(mutant.file)
    reaching = reach.tests(mutant)
    all_of_folder = [test for test in reach.seconds if test.startswith(near_by)]
    of_folder = [test for test in reaching if test.startswith(near_by)]
    near = _quickest(of_folder, reach.seconds, NEAR)
    left = NEAR + FAR - sum(reach.seconds[test] for test in near)
    far = _quickest({*reaching} - {*of_folder}, reach.seconds, left)
    if len(reaching) < _FEW:
        far += _quickest({*all_of_folder} - {*near, *far}, reach.seconds, NEAR)
    return near + far


def _all_cases(mutant: Mutant, reach: Reach) -> tuple[str, ...]:
    """Return tests with many cases that come to a mutant, those of its folder and the quickest first."""
    seconds: dict[str, float] = defaultdict(float)
    for test in reach.tests(mutant):
        function, sign, _ = test.partition("[")
        if sign:
            seconds[function] += reach.seconds[test]
    near_by = folders(mutant.file)
    functions = sorted(seconds, key=lambda one: (not one.startswith(near_by), seconds[one], one))
    return (*functions[:_FUNCTIONS],)


def _quickest(tests: Iterable[str], took: dict[str, float], limit: float) -> list[str]:
    """Return tests for so many seconds; one with many cases gets at most a tenth of them."""
    spent: dict[str, float] = defaultdict(float)
    files: set[str] = set()
    found, total = [], 0.0
    for test in sorted(tests, key=lambda test: (took[test], test)):
        function, file = test.partition("[")[0], test.partition("::")[0]
        seconds = took[test] + _TEST + _FILE * (file not in files)
        if total + seconds > limit:
            break
        if spent[function] and spent[function] + seconds > limit / 10:
            continue
        spent[function] += seconds
        total += seconds
        files.add(file)
        found.append(test)
    return found


def folders(file: str) -> tuple[str, ...]:
    """Return the folders whose tests are about a file."""
    part = file.removeprefix("wtrules/").partition("/")[0].removesuffix(".py")
    return tuple(f"tests/{name}/" for name in _ELSEWHERE.get(part, (part,)))


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


@define
class Bench:
    """A copy of the project in which mutants are judged."""

    forks: Forks  # which have loaded no code that may change
    left_out: set[str] = field(repr=False)  # tests that fail without any change, too
    confirmed: set[str] = field(repr=False)  # tests that were seen to pass without any change
    loaded: Forks | None = None  # which have loaded all functions, and can change one
    seconds: float = 0  # of computing, so far

    def verdict(self, mutant: Mutant, steps: Iterable[Step], is_loading: bool = True) -> str | None:
        """Return which test notices a mutant, None if none does.

        *is_loading* says that it changes what runs while modules are loaded.
        """
        return next(
            (found for step in steps if (found := self._judged(mutant, step, is_loading))), None
        )

    def _judged(self, mutant: Mutant, step: Step, is_loading: bool) -> str | None:
        arguments = ["-x", *(in_copy(argument, self.project) for argument in step.tests)]
        while True:
            outcome = self._changed(mutant, arguments, step.limit, is_loading)
            if outcome.code == pytest.ExitCode.USAGE_ERROR and not is_loading:
                is_loading = True  # a test that was loaded under another name; it is loaded again
                continue
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

    def _changed(
        self, mutant: Mutant, arguments: list[str], limit: int, is_loading: bool
    ) -> Outcome:
        path = self.project / mutant.file
        before, about = path.read_bytes(), path.stat()
        path.write_text(mutant.text, "utf-8")
        # Compiled files are told apart by whole seconds and size.
        os.utime(path, (next(_TIMES),) * 2)
        try:
            return self._run(arguments, limit, None if is_loading else mutant)
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))

    def _passes(self, test: str) -> bool:
        """Whether a test passes, or a file can be read, without any change."""
        arguments = ["--long", test] if "::" in test else ["--collect-only", test or "tests"]
        passes = self._run(arguments, _LONGEST).code == 0
        if passes:
            self.confirmed.add(test)
        return passes

    def _run(self, arguments: list[str], limit: int, function: Mutant | None = None) -> Outcome:
        without = [f"--deselect={test}" for test in sorted(self.left_out)]
        if function and self.loaded:
            place = function.file, function.function
            outcome = self.loaded.run([*arguments, *without], limit, function=place)
        else:
            outcome = self.forks.run([*arguments, *without], limit)
        self.seconds += outcome.seconds
        return outcome
