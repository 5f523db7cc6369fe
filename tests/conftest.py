"""What all tests share: snapshots, the same random examples in every run, a cache, `--fast`, `--long`, `--seed`."""

import gc
import os
import random
import re
import signal
import sys
import tempfile
from collections import defaultdict
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tests import sampling
from wtrules.resolve import library

# A failing run means a change, not bad luck or a busy machine; HYPOTHESIS_PROFILE=default tries
# new examples.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fast", settings.get_profile("steady"), max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# The products of matrices in training are small, and slower on several threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

FAST_CASES = 1  # of a test with many cases

# Trees never change, so the tests of one process can share those of the shipped rule files.
library.parse = lru_cache(maxsize=256)(library.parse)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--fast`, `--long` and `--seed`."""
    parser.addoption(
        "--fast",
        action="store_true",
        help="leave out slow tests, and run a few cases of tests that have many",
    )
    parser.addoption("--long", action="store_true", help="run the tests that take longest, too")
    parser.addoption("--seed", type=int, help="draw the same cases as the run that printed this")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run one process more than there are processors: tests of the page mostly wait for the browser."""
    return (os.cpu_count() or 1) + (not config.getoption("--fast"))


def _hear_signals() -> None:
    """Let signals end processes: a shell that runs the tests in the background has them ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_configure(config: pytest.Config) -> None:
    """Start with an empty cache, and let property tests try fewer examples in a fast run."""
    gc.set_threshold(200_000, 50, 1000)  # the tests keep rulesets, and little is garbage
    _hear_signals()
    if "PYTEST_XDIST_WORKER" not in os.environ:  # workers share the folder of the main process
        folder = tempfile.TemporaryDirectory(prefix="wtrules-tests-")
        config.add_cleanup(folder.cleanup)
        os.environ["WTRULES_CACHE"] = folder.name
        if config.getoption("--long"):
            os.environ[sampling.LONG] = "1"
        given = config.getoption("--seed")
        os.environ[sampling.SEED] = str(random.randrange(10**6) if given is None else given)
    # Many tests start Python; without bytecode each start takes twice as long, and so does reading the tests.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if config.getoption("--fast"):
        settings.load_profile("fast")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how to run the same cases again."""
    terminalreporter.write_line(f"Some cases of many were drawn: --seed {sampling.seed()}")


def pytest_collection_finish() -> None:
    """Leave what was made while the tests were collected to the garbage collector no more."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Spare pytest, which looks for garbage ten times at the end, all that the tests have kept."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Let go of what was kept: DuckDB reports what is there at the very end as leaked."""
    if "duckdb" in sys.modules:
        gc.unfreeze()


@pytest.hookimpl(trylast=True)  # folders mark tests of theirs as slow before
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that take too long, and in a fast run the slow ones and most of many cases."""
    # First, so that they are all of one worker, whose browser and Python in it start once.
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))
    if not config.getoption("--long"):
        _leave_out(config, items, {i.nodeid for i in items if not i.get_closest_marker("long")})
    if not config.getoption("--fast"):
        return
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("slow") is None:
            cases[re.sub(r"\[.*", "", item.nodeid)].append(item)
    chosen = set()
    for group in cases.values():
        step = max(1, len(group) // FAST_CASES)
        chosen.update(item.nodeid for item in group[::step][:FAST_CASES])
    _leave_out(config, items, chosen)


def _leave_out(config: pytest.Config, items: list[pytest.Item], chosen: set[str]) -> None:
    left_out = [item for item in items if item.nodeid not in chosen]
    items[:] = [item for item in items if item.nodeid in chosen]
    config.hook.pytest_deselected(items=left_out)


class TextFile(SingleFileSnapshotExtension):
    """A snapshot someone can read as a page."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The expected text, kept in a file of its own."""
    return snapshot.use_extension(TextFile)
