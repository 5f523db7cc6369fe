"""Too little memory is reported in one sentence, in the language of the command, and ends it with 2."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wtrules
from wtrules import cli
from wtrules.cli import main

ROOT = Path(wtrules.__file__).parent.parent
ENGLISH = "wtrules: there is not enough memory for this; end other programs, or raise the limit (`ulimit -v`)\n"
GERMAN = (
    "wtrules: dafür reicht der Arbeitsspeicher nicht; beende andere Programme oder erhöhe die Grenze"
    " (`ulimit -v`)\n"
)
GAMES = ["simulate", "-n", "400", "-p", "2", "-b", "random"]


def _limited(megabytes: int, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command that may use only so much memory."""
    code = (
        "import resource, sys; from wtrules.cli import main;"
        f" resource.setrlimit(resource.RLIMIT_AS, ({megabytes << 20}, {megabytes << 20}));"
        " sys.exit(main())"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        check=False,
        input="",
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        timeout=100,
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit that the system keeps")
@pytest.mark.parametrize(
    ("megabytes", "arguments"),
    [
        (40, ["moves"]),  # Python
        (70, [*GAMES, "-j", "1"]),  # loading wasmtime
        (300, [*GAMES, "-j", "1"]),  # the memory of a game in wasmtime
        (300, [*GAMES, "-j", "2"]),
        (300, ["perft", "--depth", "4", "--backend", "native"]),
        (300, ["diff", "en-capstone", "de-abacus-24", "--jobs", "2"]),
    ],
    ids=lambda value: str(value) if isinstance(value, int) else "-".join(value[:1] + value[-2:]),
)
def test_little_memory(megabytes: int, arguments: list[str]):
    """Wherever memory runs out, the command says so and nothing else."""
    done = _limited(megabytes, *arguments)

    assert (2, ENGLISH) == (done.returncode, done.stderr)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit that the system keeps")
def test_little_memory_in_german():
    """`--lang de` counts for it as for everything else."""
    done = _limited(300, *GAMES, "--lang", "de")

    assert (2, GERMAN) == (done.returncode, done.stderr)


def _caused(error: Exception) -> Exception:
    outer = RuntimeError("a library failed")
    outer.__cause__ = error
    return outer


def _while_handling(error: Exception) -> Exception:
    outer = KeyError("x")
    outer.__context__ = error
    return outer


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "x"),
        OSError("lib.so: failed to map segment from shared object"),
        ImportError("a.so: cannot allocate memory in static TLS block"),
        RuntimeError("can't start new thread"),
        _caused(MemoryError()),
        _while_handling(OSError(errno.ENOMEM, "x")),
    ],
    ids=repr,
)
@pytest.mark.parametrize(("option", "expected"), [("en", ENGLISH), ("de", GERMAN)])
def test_all_signs_of_little_memory(
    error: Exception,
    option: str,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """Python, the system and libraries say in different ways that there is not enough memory."""

    def fail(arguments: list[str]) -> int:
        raise error

    monkeypatch.setattr(cli, "_run", fail)

    assert 2 == main(["moves", f"--lang={option}"])
    assert 2 == main(["moves", "--lang", option])
    assert ("", 2 * expected) == capsys.readouterr()


def test_python_loses_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """With hardly any memory left, Python fails in odd ways: that is no bug of a command."""

    def fail(arguments: list[str]) -> int:
        raise SystemError("error return without exception set")

    monkeypatch.setattr(cli, "_run", fail)
    monkeypatch.setattr(cli, "_has_memory", lambda: False)

    assert 2 == main(["moves"])
    assert ENGLISH == capsys.readouterr().err


@pytest.mark.parametrize("error", [OSError("no such library"), SystemError("odd")])
def test_other_errors_are_internal(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """What has nothing to do with memory is reported as a bug, in the language of the command."""

    def fail(arguments: list[str]) -> int:
        raise error

    monkeypatch.setattr(cli, "_run", fail)

    assert 101 == main(["moves", "--lang", "de"])
    assert f"wtrules: interner Fehler ({type(error).__name__})" in capsys.readouterr().err


def test_no_memory_for_texts(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    """If not even a text can be read, a short sentence is written."""

    def fail(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(cli, "_run", fail)
    monkeypatch.setattr(cli, "_explained", fail)

    assert 2 == main(["moves"])
    assert "wtrules: not enough memory\n" == capfd.readouterr().err
