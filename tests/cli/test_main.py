"""The command line as a whole: start-up, exit codes, and what users see when things go wrong."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import wtrules
from wtrules import cli
from wtrules.cli import app, main
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.terminal import use_colour

ROOT = Path(wtrules.__file__).parent.parent
SAMPLE = '''
import os, sys
from typing import Annotated
import typer

def greet(
    names: Annotated[list[str] | None, typer.Argument(help="Whom.")] = None,
    fail: str = "",
) -> int:
    """Greet some people.

    Every one of them.

    Examples:
      wtrules greet anna
      wtrules greet anna bob
    """
    if fail == "bug":
        raise KeyError("secret " + os.getcwd())
    if fail == "interrupt":
        raise KeyboardInterrupt
    if fail == "abort":
        raise typer.Abort
    if fail == "exit":
        raise typer.Exit(1)
    if fail == "flood":
        for _ in range(100_000):
            print("hello")
    for name in names or []:
        print("hello", name)
    return len(names or [])
'''


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A command line with one command, `greet`, in a module nobody has imported."""
    (tmp_path / "greet.py").write_text(SAMPLE)
    monkeypatch.setattr(wtrules.cli, "__path__", [*wtrules.cli.__path__, str(tmp_path)])
    monkeypatch.setattr(app, "COMMANDS", {"greet": "Greet some people."})
    monkeypatch.delitem(sys.modules, "wtrules.cli.greet", raising=False)
    return tmp_path


def start(code: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, **settings},
        check=False,
    )


def test_importing_wtrules_loads_only_attrs():
    """Every other library waits until it is needed."""
    code = """
import sys
before = set(sys.modules)
import wtrules
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""
    loaded = set(start(code).stdout.split()) - set(sys.stdlib_module_names)

    assert loaded <= {"wtrules", "attr", "attrs"}


def test_the_version_needs_no_library():
    """`wtrules --version` answers before Typer is imported."""
    code = """
import sys
from wtrules.cli import main
assert main(["--version"]) == 0
print(sorted({"typer", "rich", "lark", "wasmtime"} & set(sys.modules)))
"""
    assert f"wtrules {wtrules.__version__}\n[]\n" == start(code).stdout


def test_help_needs_no_rich():
    """The help page is plain, in short and in long."""
    code = """
import sys
from wtrules.cli import main
assert main(["-h"]) == 0
assert main(["--help"]) == 0
assert "rich" not in sys.modules
"""
    result = start(code)

    assert "" == result.stderr
    assert 2 == result.stdout.count("Usage: wtrules [OPTIONS] COMMAND")
    assert "--install-completion" in result.stdout


def test_a_command_is_loaded_when_called(sample: Path, capsys: pytest.CaptureFixture[str]):
    """Its arguments arrive, and what it returns is the exit code."""
    assert 2 == main(["nothing"])
    assert "wtrules.cli.greet" not in sys.modules
    assert 2 == main(["greet", "anna", "bob"])
    assert "hello anna\nhello bob\n" == capsys.readouterr().out


def test_help_ends_with_the_examples(sample: Path, capsys: pytest.CaptureFixture[str]):
    """The examples stand at the end, one a line."""
    assert 0 == main(["greet", "-h"])
    shown = capsys.readouterr().out

    assert "Every one of them." in shown
    assert shown.endswith("Examples:\n    wtrules greet anna\n    wtrules greet anna bob\n")
    assert 0 == main(["--help"])
    assert "greet  Greet some people." in capsys.readouterr().out


@pytest.mark.parametrize("name", list(app.COMMANDS))
def test_every_command_has_examples(name: str):
    """Nobody has to guess how a command is called."""
    assert (app.load(name).epilog or "").startswith("\b\nExamples:\n")


def test_the_list_of_commands_cuts_no_sentence(capsys: pytest.CaptureFixture[str]):
    """Every command has a line of its own in the help, whole and within 80 columns."""
    assert 0 == main(["--help"])
    lines = capsys.readouterr().out.partition("Commands:\n")[2].splitlines()
    assert [f"  {name:<11}  {text}" for name, text in app.COMMANDS.items()] == lines
    assert 80 >= max(map(len, lines))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Usage: wtrules"),
        (["gret"], "Did you mean 'greet'?"),
        (["--nope"], "No such option: --nope"),
        (["greet", "--nope"], "No such option: --nope"),
    ],
)
def test_usage_errors(
    sample: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
):
    """A mistyped command exits with 2, unlike findings in a file."""
    assert 2 == main(arguments)
    assert words in "".join(capsys.readouterr())


@pytest.mark.parametrize(("how", "code"), [("interrupt", 130), ("abort", 130), ("exit", 1)])
def test_ways_to_end(sample: Path, how: str, code: int):
    """Interrupting is 130, findings are 1."""
    assert code == main(["greet", "--fail", how])


@pytest.fixture
def signals() -> Iterator[None]:
    """Signals end the process, whatever the tests before this one have left behind."""
    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    blocked = signal.pthread_sigmask(signal.SIG_UNBLOCK, handlers)
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)]
)
def test_no_signal_is_lost(number: int, code: int, monkeypatch: pytest.MonkeyPatch):
    """A signal that comes while a value is deleted, which swallows exceptions, still ends the program."""

    class Slow:
        def __del__(self) -> None:
            signal.raise_signal(number)

    def run(arguments: list[str]) -> int:
        Slow()
        time.sleep(30)
        return 0

    monkeypatch.setattr(cli, "_run", run)
    assert code == _exit_code()


def _exit_code() -> int:
    """Return how the command line ends, whichever way it does."""
    try:
        return main([])
    except SystemExit as stop:
        return int(stop.code or 0)


def test_our_own_faults_are_no_traceback(sample: Path, capsys: pytest.CaptureFixture[str]):
    """A bug gives a short report without any path or message: exit code 101."""
    assert 101 == main(["greet", "--fail", "bug"])
    shown = capsys.readouterr().err

    assert shown.startswith("wtrules: internal error (KeyError): this is a bug in wtrules")
    assert "please report" in shown
    assert "  greet.py:19 greet\n" in shown
    assert "Traceback" not in shown
    assert "secret" not in shown
    assert str(sample) not in shown
    assert str(ROOT) not in shown


def test_the_traceback_can_be_asked_for(
    sample: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """`WTRULES_DEBUG=1` shows everything."""
    monkeypatch.setenv("WTRULES_DEBUG", "1")

    assert 101 == main(["greet", "--fail", "bug"])
    assert "Traceback" in capsys.readouterr().err


def run_in_shell(sample: Path, redirection: str, **settings: str) -> tuple[int, str]:
    """Run `greet --fail flood` in a shell; return its exit code and what it said."""
    code = (
        "import sys, wtrules.cli; from wtrules.cli import app, main;"
        f"wtrules.cli.__path__.append({str(sample)!r}); app.COMMANDS['greet'] = '';"
        "sys.exit(main(['greet', '--fail', 'flood', 'zoë']))"
    )
    result = subprocess.run(
        [
            "bash",
            "-c",
            f'"$0" -c "$1" {redirection}; exit ${{PIPESTATUS[0]}}',
            sys.executable,
            code,
        ],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        check=False,
    )
    return result.returncode, result.stderr.decode()


def test_a_closed_pipe_is_no_event(sample: Path):
    """`wtrules … | head` ends without a word."""
    assert (141, "") == run_in_shell(sample, "| head -1 >/dev/null")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told(sample: Path):
    """Output that cannot be written is not our bug."""
    assert (2, "wtrules: cannot write the output: No space left on device\n") == run_in_shell(
        sample, ">/dev/full"
    )


def test_no_output_at_all(sample: Path):
    """A closed standard output is survived."""
    assert (1, "") == run_in_shell(sample, ">&-")


def test_a_console_without_umlauts(sample: Path):
    """Letters the console does not know are escaped."""
    assert (1, "") == run_in_shell(sample, ">/dev/null", PYTHONIOENCODING="ascii")


@pytest.mark.parametrize(
    ("settings", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colour(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], terminal: bool, expected: bool
):
    """The user's wishes come first, then what the terminal can do."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)

    assert expected == use_colour(stream)


def test_exit_codes_are_the_documented_ones():
    """0 clean, 1 findings, 2 usage, 101 our bug."""
    assert (0, 1, 2, 101) == (
        cli.EXIT_CLEAN,
        cli.EXIT_FINDINGS,
        cli.EXIT_USAGE,
        cli.EXIT_INTERNAL,
    )


def test_completion_offers_only_plain_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A shell prints a name as it is, so one with control characters is left out."""
    for name in ("zz-plain.wtr", "zz-\x1b[31mred.wtr", "zz-two\nlines.wtr"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)

    assert ["zz-plain.wtr"] == complete_rulesets("zz-")
