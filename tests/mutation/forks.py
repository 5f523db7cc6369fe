"""Pytest in forks of a process that has loaded what no change touches, so that each run begins at once.

For changes to code, these are the libraries of others; for changes to rules, wtrules as well, and the
trees of the shipped rule files, which are kept by their text. What a run computes goes with it.
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
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from attrs import define, field, frozen

WAITING = 900  # seconds after which a run is given up, however busy the machine is
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
import json
import os

import pytest

_before = 0.0


def _write(report, duration):
    if "PYTEST_XDIST_WORKER" not in os.environ:
        with open(os.environ["WTRULES_REPORTS"], "a") as file:
            file.write(json.dumps([report.nodeid, report.outcome, duration]) + "\\n")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Measure seconds of computing, also of processes that have ended: other work slows tests down."""
    global _before
    before, _before = _before, sum(os.times()[:4])
    report = yield
    report.duration = _before - before
    return report


def pytest_runtest_logstart():
    """What was computed before a test is not its time."""
    global _before
    _before = sum(os.times()[:4])


def pytest_runtest_logreport(report):
    """Write down what became of a test, and how long it took."""
    _write(report, report.duration)


def pytest_collection_modifyitems(items):
    """Leave out the tests of the page: they cost most, and few lines of Python are theirs alone."""
    items[:] = [item for item in items if "browser" not in item.fixturenames]


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

    def run(self, arguments: list[str], limit: int, waiting: float = WAITING) -> Outcome:
        """Run pytest; at most *limit* seconds of computing and *waiting* seconds of waiting."""
        server = self._server = self._server or self._started()
        assert server.stdin is not None
        assert server.stdout is not None
        reports = self._reports / "reports"
        reports.write_text("")
        server.stdin.write(json.dumps([arguments, limit, waiting]) + "\n")
        server.stdin.flush()
        code, seconds = json.loads(server.stdout.readline())
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


def _load(what: str) -> None:
    for name in _LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)
    if what == "rules":
        _load_wtrules()
    assert what == "rules" or "wtrules" not in sys.modules
    gc.collect()
    gc.freeze()


def _load_wtrules() -> None:
    import wtrules

    for module in pkgutil.walk_packages(wtrules.__path__, "wtrules."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):
                importlib.import_module(module.name)
    from wtrules import resources
    from wtrules.rules import library

    library.parse = lru_cache(maxsize=256)(library.parse)  # type: ignore[attr-defined]
    for path in sorted(resources.rulesets_folder().rglob("*.wtr")):
        library.Library().open_path(path)


def _forked(arguments: list[str], limit: int, waiting: float) -> tuple[int | None, float]:
    """Run pytest in a fork; return its exit code and its seconds of computing."""
    child = os.fork()
    if not child:
        _run(arguments, limit)
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


def _run(arguments: list[str], limit: int) -> None:
    code = 1
    try:
        os.setpgid(0, 0)  # to be ended with all that tests have started
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        import pytest

        code = int(pytest.main([*_ALWAYS, *arguments]))
    finally:
        os._exit(code)


if __name__ == "__main__":
    _load(sys.argv[1])
    for row in sys.stdin:
        print(json.dumps(_forked(*json.loads(row))), flush=True)
