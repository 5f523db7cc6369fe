"""Pytest in forks of a process that has loaded what no change touches, so that each run begins at once.

For changes to what modules do while they are loaded, these are the libraries of others. For changes to
functions, they are all modules and tests as well: a fork gives the function the code that its file has
now. For changes to rules, they are all modules, and the trees of the shipped rule files, which are kept
by their text. What a run computes goes with it.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType

from attrs import define, field, frozen

LIBRARIES, FUNCTIONS, RULES = "libraries", "functions", "rules"  # what changes do not touch
WAITING = 900  # seconds after which a run is given up, however busy the machine is
_OURS = ("wtrules", "tests")
_Cached = type(lru_cache(int))
_LIBRARIES = (
    "pytest", "_pytest.assertion.rewrite", "xdist.plugin", "pytest_timeout", "pytest_asyncio",
    "pytest_lsp", "hypothesis.strategies", "syrupy", "attrs", "lark", "jinja2", "numpy",
    "numpy.random", "wasmtime", "typer", "rich.console", "yaml", "pygls.lsp.server", "asyncio",
    "http.server", "multiprocessing.pool", "concurrent.futures.process", "xml.etree.ElementTree",
)  # fmt: skip
# Of tests with many cases, a run draws some: all runs must draw the same, or pytest looks for cases
# that do not exist, and exits as if the change had been noticed.
_ALWAYS = ("-q", "-p", "no:cacheprovider", "-p", "mutation_reports", "--seed=1")
_REPORTS = '''\
import collections
import contextlib
import functools
import importlib
import json
import os
import pkgutil
import resource
import sys

import pytest

import wtrules

_before = 0.0
_file = None
_cases = int(os.environ.get("WTRULES_CASES", "0"))
_probes = None
if "WTRULES_PROBES" in os.environ:
    from wtrules import _probe as _probes

    _probes.begin("loading")
    for _module in pkgutil.walk_packages(wtrules.__path__, "wtrules."):
        if not _module.name.endswith("__main__"):
            with contextlib.suppress(ImportError):
                importlib.import_module(_module.name)
    _probes.begin("collecting")


def _write(report, duration):
    if "PYTEST_XDIST_WORKER" not in os.environ:
        with open(os.environ["WTRULES_REPORTS"], "a") as file:
            file.write(json.dumps([report.nodeid, report.outcome, duration]) + "\\n")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Measure seconds of computing, also of processes that have ended: other work slows tests down."""
    global _before
    before, _before = _before, _computed()
    report = yield
    report.duration = _before - before
    return report


def pytest_runtest_logstart(nodeid, location):
    """What was computed before a test is not its time."""
    global _before, _file
    if _probes is not None and "PYTEST_XDIST_WORKER" in os.environ:
        if _file != (_file := location[0]):
            _forget()
        _probes.begin(nodeid)
    _before = _computed()


def _computed():
    times = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(time.ru_utime + time.ru_stime for time in times)


def _forget():
    """Let the tests of a file make what they share with others."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tests."):
            for each in vars(module).values():
                if type(each) is type(functools.lru_cache(int)):
                    each.cache_clear()


def pytest_runtest_logreport(report):
    """Write down what became of a test, and how long it took."""
    _write(report, report.duration)


def pytest_collection_modifyitems(items):
    """Leave out the tests of the page: they cost most, and few lines of Python are theirs alone."""
    alike = collections.Counter()
    chosen = []
    for item in items:
        if "browser" not in item.fixturenames and not (_cases and item.get_closest_marker("long")):
            alike[item.nodeid.partition("[")[0]] += 1
            every = not _cases or item.location[0] in os.environ["WTRULES_EVERY"].split()
            if every or alike[item.nodeid.partition("[")[0]] <= _cases:
                chosen.append(item)
    items[:] = chosen


def pytest_collectreport(report):
    """Write down files that cannot be read."""
    if report.outcome == "failed":
        _write(report, 0)
'''


@frozen
class Outcome:
    """What became of the tests in one run."""

    code: int | None  # with which pytest exits, or minus the signal that ended it; None if given up
    reports: list[tuple[str, str, float]] = field(repr=False)  # test or file, outcome, seconds
    seconds: float = 0  # of computing

    @property
    def failed(self) -> str | None:
        """The first test that fails, or file that cannot be read."""
        return next((test for test, outcome, _ in self.reports if outcome == "failed"), None)

    @property
    def passing(self) -> dict[str, float]:
        """The seconds of each test that passes, with what comes before and after it."""
        seconds: dict[str, float] = {}
        for test, _, duration in self.reports:
            seconds[test] = seconds.get(test, 0) + duration
        for test, outcome, _ in self.reports:
            if outcome != "passed":
                seconds.pop(test, None)
        return seconds


@define
class Forks:
    """A process in a copy of the project that runs pytest in forks of itself."""

    project: Path
    what: str
    environment: dict[str, str] = field(factory=dict)
    _server: subprocess.Popen[str] | None = field(init=False, default=None)

    def __enter__(self) -> Forks:
        """The process starts with the first run."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        if self._server is not None:
            self._server.kill()
            self._server.communicate()

    @property
    def _reports(self) -> Path:
        return self.project.with_name(f"{self.project.name}-reports")

    def run(
        self,
        arguments: list[str],
        limit: int,
        waiting: float = WAITING,
        function: tuple[str, int] | None = None,
    ) -> Outcome:
        """Run pytest; at most *limit* seconds of computing and *waiting* seconds of waiting.

        *function* is one that has changed: its file, and the row in which it begins.
        """
        server = self._server = self._server or self._started()
        assert server.stdin is not None
        assert server.stdout is not None
        reports = self._reports / "reports"
        reports.write_text("")
        server.stdin.write(json.dumps([arguments, limit, waiting, function]) + "\n")
        server.stdin.flush()
        answer = server.stdout.readline()
        if not answer:
            raise RuntimeError(f"the process that forks has ended: {server.wait()}")
        code, seconds = json.loads(answer)
        rows = reports.read_text("utf-8").splitlines()
        return Outcome(code, [tuple(json.loads(row)) for row in rows], seconds)

    def _started(self) -> subprocess.Popen[str]:
        self._reports.mkdir(exist_ok=True)
        (self._reports / "mutation_reports.py").write_text(_REPORTS)
        environment = {
            **os.environ,
            **self.environment,
            "PYTHONPATH": os.pathsep.join((str(self.project), str(self._reports))),
            "WTRULES_REPORTS": str(self._reports / "reports"),
            "WTRULES_CACHE": "off",  # until a run makes one of its own
            "OPENBLAS_NUM_THREADS": "1",
        }
        return subprocess.Popen(
            [sys.executable, "-m", __name__, self.what],
            cwd=self.project, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0,
        )  # fmt: skip


# --- the process ---------------------------------------------------------------------------------


_functions: dict[tuple[str, int], list[FunctionType]] = {}


def _load(what: str) -> None:
    for name in _LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)
    assert "wtrules" not in sys.modules
    if what == RULES:
        _load_modules()
        _load_rules()
    elif what == FUNCTIONS:
        _load_modules()
        _collect()
        _forget()
        _index()
    gc.collect()
    gc.freeze()


def _collect() -> None:
    """Load all tests."""
    import pytest

    os.environ["WTRULES_REPORTS"], reports = os.devnull, os.environ["WTRULES_REPORTS"]
    with open(os.devnull, "w") as nothing, redirect_stdout(nothing):
        pytest.main([*_ALWAYS, "--collect-only", "tests", "--ignore=tests/mutation"])
    os.environ["WTRULES_REPORTS"] = reports


def _forget() -> None:
    """Forget what was made of rule files while the tests were loaded."""
    gc.unfreeze()  # what the tests have frozen
    for thing in gc.get_objects():
        if type(thing) is _Cached and getattr(thing, "__module__", "").startswith(_OURS):
            thing.cache_clear()


def _index() -> None:
    here = os.getcwd() + os.sep + "wtrules" + os.sep
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(here):
            key = os.path.relpath(thing.__code__.co_filename), thing.__code__.co_firstlineno
            _functions.setdefault(key, []).append(thing)


def _renew(file: str, line: int) -> None:
    """Give the function that begins in a row of a file the code that it has there now."""
    path = os.path.abspath(file)
    with open(path, encoding="utf-8") as opened:
        code = compile(opened.read(), path, "exec")
    for function in _functions[file, line]:
        function.__code__ = next(
            each for each in _codes(code, line) if each.co_name == function.__code__.co_name
        )


def _codes(code: CodeType, line: int) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_firstlineno == line:
                yield part
            yield from _codes(part, line)


def _load_modules() -> None:
    import wtrules

    for module in pkgutil.walk_packages(wtrules.__path__, "wtrules."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):
                importlib.import_module(module.name)


def _load_rules() -> None:
    from wtrules import resources
    from wtrules.resolve import library

    library.parse = lru_cache(maxsize=256)(library.parse)  # type: ignore[attr-defined]
    for path in sorted(resources.rulesets_folder().rglob("*.wtr")):
        library.Library().open_path(path)


def _forked(
    arguments: list[str], limit: int, waiting: float, function: tuple[str, int] | None
) -> tuple[int | None, float]:
    """Run pytest in a fork; return its exit code and its seconds of computing."""
    child = os.fork()
    if not child:
        _run(arguments, limit, function)
    end, given_up = time.monotonic() + waiting, False
    while True:
        ended, status, usage = os.wait4(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > end:
            given_up = True
            _end(child)
        time.sleep(0.02)
    _end(child)  # what tests have started
    code = None if given_up else os.waitstatus_to_exitcode(status)
    return code, usage.ru_utime + usage.ru_stime


def _end(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _run(arguments: list[str], limit: int, function: tuple[str, int] | None) -> None:
    code = 1
    try:
        os.setpgid(0, 0)  # to be ended with all that tests have started
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        import pytest

        if function:
            _renew(*function)
        code = int(pytest.main([*_ALWAYS, *arguments]))
    finally:
        os._exit(code)


if __name__ == "__main__":
    _load(sys.argv[1])
    for row in sys.stdin:
        print(json.dumps(_forked(*json.loads(row))), flush=True)
