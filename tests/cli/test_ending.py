"""However a command is ended, it leaves no process, no part of a file and no traceback behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import pytest

import wtrules
from wtrules.cli import main

ROOT = Path(wtrules.__file__).parent.parent
LIMIT = 100  # seconds; what is asserted is that it ends at all
# The rules are never compared to the end: the workers wait.
SLOW = """
import os, sys, time
from wtrules import workers
from wtrules.cli import main

def wait(task):
    os.write(1, b"working\\n")
    time.sleep(1000)

workers._outcome = wait
"""
DIFF = ["diff", "en-abacus-30", "en-capstone", "--jobs", "2"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs signals")


class Starter(Protocol):
    """Starts a command in a process group of its own."""

    def __call__(self, *arguments: str, before: str = "") -> subprocess.Popen[str]: ...


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    """A way to start commands; what is left of them in the end is killed."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str, before: str = "") -> subprocess.Popen[str]:
        code = f"{before}\nimport sys; from wtrules.cli import main; sys.exit(main())"
        process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def is_alive(group: int) -> bool:
    """Whether there is a process left of a group."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def left(group: int) -> bool:
    """Whether a process of a group stays; one that is ending has some time for it."""
    until = time.monotonic() + 10
    while is_alive(group) and time.monotonic() < until:
        time.sleep(0.05)
    return is_alive(group)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_workers_end_with_the_command(name: str, code: int, start: Starter):
    """All of them, without a word."""
    process = start(*DIFF, before=SLOW)
    assert process.stdout is not None
    assert ["working\n"] * 2 == [process.stdout.readline() for _ in range(2)]
    process.send_signal(getattr(signal, name))
    _, err = process.communicate(timeout=LIMIT)

    assert (code, "") == (process.returncode, err)
    assert not left(process.pid)


@pytest.mark.slow
def test_a_signal_while_the_workers_are_stopped(start: Starter):
    """The second one does not keep the first one from stopping all of them."""
    again = (
        "import os, signal\nfrom multiprocessing.process import BaseProcess\n"
        "kill = BaseProcess.kill\n"
        "def twice(process):\n    os.kill(os.getpid(), signal.SIGTERM)\n    kill(process)\n"
        "BaseProcess.kill = twice"
    )
    process = start(*DIFF, before=SLOW + again)
    assert process.stdout is not None
    process.stdout.readline()
    process.terminate()
    _, err = process.communicate(timeout=LIMIT)

    assert (143, "") == (process.returncode, err)
    assert not left(process.pid)


@pytest.mark.slow
def test_a_signal_for_all(start: Starter):
    """As a service manager sends it, to the workers too."""
    process = start(*DIFF, before=SLOW)
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGTERM)
    _, err = process.communicate(timeout=LIMIT)

    assert (143, "") == (process.returncode, err)
    assert not left(process.pid)


@pytest.mark.slow
def test_workers_end_if_the_command_is_killed(start: Starter):
    """Nobody can stop them then, so they notice it themselves."""
    short = SLOW.replace("time.sleep(1000)", "time.sleep(0.2)")
    process = start(*DIFF, before=short)
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    _, err = process.communicate(timeout=LIMIT)

    assert (-9, "") == (process.returncode, err)
    assert not left(process.pid)


@pytest.mark.slow
def test_a_simulation_ends(start: Starter):
    """Threads that play in native code are stopped."""
    ready = (
        "import queue\nfrom wtrules.simulate import run\n"
        "run._finished = lambda *_: print('on', flush=True) or queue.SimpleQueue().get()"
    )
    process = start("simulate", "--bots", "mcts", "-n", "5000", "-j", "2", before=ready)
    assert process.stdout is not None
    assert "on\n" == process.stdout.readline()
    process.terminate()
    _, err = process.communicate(timeout=LIMIT)

    assert (143, "") == (process.returncode, err)


@pytest.mark.slow
def test_nothing_is_left_of_a_file(start: Starter, tmp_path: Path):
    """A signal while a file is written: the old one stays."""
    (tmp_path / "out.md").write_text("old")
    slow = "import os, time\nos.fsync = lambda _: print('on', flush=True) or time.sleep(1000)"
    process = start("rulebook", "-o", "out.md", "--force", before=slow)
    assert process.stdout is not None
    assert "on\n" == process.stdout.readline()
    process.terminate()
    _, err = process.communicate(timeout=LIMIT)

    assert (143, "") == (process.returncode, err)
    assert {"out.md": "old"} == {path.name: path.read_text() for path in tmp_path.iterdir()}


def test_an_ignored_signal_stays_ignored(start: Starter):
    """`nohup wtrules …` goes on when the terminal is closed."""
    ignore = (
        "import os, signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from wtrules.cli import app\nrun = app.run\n"
        "app.run = lambda a: os.kill(os.getpid(), signal.SIGHUP) or run(a)"
    )
    process = start("explain", "unknown-name", before=ignore)
    out, err = process.communicate(timeout=LIMIT)

    assert (0, "") == (process.returncode, err)
    assert out.startswith("# unknown-name")


def test_handlers_are_put_back():
    """A program that calls `main` keeps its own."""
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
    assert 0 == main(["explain", "unknown-name"])
    assert before == [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate"],
        ["validate", "house.wtr"],
        ["fmt", "house.wtr"],
        ["show", "house.wtr"],
        ["new", "mine"],
        ["play", "--save", "a.game"],
        ["rulebook", "-o", "out.md"],
    ],
)
def test_a_folder_that_is_gone(arguments: list[str], start: Starter):
    """One line says so, whatever the command."""
    leave = "import os; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')"
    process = start(*arguments, before=leave)
    out, err = process.communicate(timeout=LIMIT)

    words = "wtrules: the folder you are in no longer exists; change to another one with `cd`\n"
    assert (2, "", words) == (process.returncode, out, err)
