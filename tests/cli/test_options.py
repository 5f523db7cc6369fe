"""Options mean the same in every command; the help is complete, and its examples run."""

import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wtrules
from tests.sampling import sampled
from wtrules.cli import app, main
from wtrules.cli.app import OLD_NAMES
from wtrules.cli.options import SHARED
from wtrules.rulebook.printing import NoBrowser, find_browser

ROOT = Path(wtrules.__file__).parent.parent

# `simulate`, `tune` and `train` play with several numbers of players: 2-4.
OTHER_TYPES = {(command, "--players"): "str" for command in ("simulate", "tune", "train")}


def options() -> Iterator[tuple[str, str, Any]]:
    """Yield every option of every command: command, long name, option."""
    for command in app.COMMANDS:
        for param in app.load(command).params:
            if param.param_type_name == "option" and not param.hidden:
                yield command, next(name for name in param.opts if name.startswith("--")), param


def type_name(param: Any) -> str:
    """Return the type of an option; releases of typer have two names for each."""
    name = str(param.type.name)
    names = {"text": "str", "integer": "int", "integer range": "int range"}
    return names.get(name, name)


def kind(param: Any) -> str:
    """Return the type of an option, whatever its limits or choices."""
    name = type_name(param).partition(" ")[0]
    return f"{name} list" if param.multiple else name


def test_an_option_of_several_commands_is_shared():
    """An option that two commands have is defined in `options.py`, and nowhere else."""
    commands: dict[str, set[str]] = {}
    for command, name, param in options():
        if param.expose_value:  # `common.py` adds the others to all commands
            commands.setdefault(name, set()).add(command)
    several = {name for name, users in commands.items() if len(users) > 1}

    assert set() == several - set(SHARED)
    assert set() == set(SHARED) - set(commands)


def test_shared_options_do_not_differ():
    """A shared option has the same names, type and help everywhere; a command may add a sentence."""
    types: dict[str, str] = {}
    for command, name, param in options():
        if name not in SHARED:
            continue
        where = (command, name)
        assert (where, list(SHARED[name].names)) == (where, param.opts)
        assert (where, True) == (where, param.help.startswith(SHARED[name].help))
        expected = OTHER_TYPES.get(where) or types.setdefault(name, kind(param))
        assert (where, expected) == (where, kind(param))


def test_a_short_form_means_one_thing():
    """`-p` is never anything but `--players`."""
    meaning: dict[str, str] = {}
    for command, name, param in options():
        for short in param.opts:
            if not short.startswith("--"):
                assert (command, short, meaning.setdefault(short, name)) == (command, short, name)


@pytest.mark.parametrize(
    ("arguments", "name", "value"),
    [
        (["moves", "--variants", "nasty", "--with=team"], "variants", ("nasty", "team")),
        (["simulate", "--workers=2"], "jobs", 2),
        (["simulate", "--out", "folder"], "data", "folder"),
        (["simulate", "--most", "7"], "max_decisions", 7),
        (["diff", "a", "--examples-out", "b.wtr"], "write_examples", "b.wtr"),
    ],
)
def test_old_names_still_work(arguments: list[str], name: str, value: object):
    """A script that uses the name an option had before gets the same result."""
    command, *rest = arguments

    assert value == app.load(command).make_context(command, rest).params[name]


def test_no_help_shows_an_old_name():
    """The help teaches only the new names."""
    for command in app.COMMANDS:
        loaded = app.load(command)
        words = set(
            re.findall(
                r"--[a-z-]+",
                loaded.get_help(loaded.make_context(command, [], resilient_parsing=True)),
            )
        )
        assert (command, set()) == (command, words & set(OLD_NAMES))


@pytest.mark.parametrize("command", list(app.COMMANDS))
def test_help_is_readable(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """Every option says what it does, in sentences, and every line fits into 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    assert 0 == main([command, "--help"])
    shown = capsys.readouterr().out

    assert [] == [line for line in shown.splitlines() if len(line) > 80]
    assert [] == re.findall(r"<(?:str|int|path|float)[^>]*>", shown)
    for param in app.load(command).params:
        help = getattr(param, "help", None)
        assert getattr(param, "hidden", False) or re.fullmatch(r"[A-Z`].*[.…]", help), param


def examples() -> list[str]:
    """Return the examples of all commands."""
    texts = (app.load(command).epilog.partition("Examples:\n")[2] for command in app.COMMANDS)
    return [line.strip() for text in texts for line in text.splitlines() if line.strip()]


def parts(example: str) -> tuple[list[str], str | None, str | None]:
    """Return the arguments of an example, the file it reads and the file it writes."""
    words = shlex.split(example)
    reads = writes = None
    if words[0] == "cat":
        reads, words = words[1], words[3:]
    if ">" in words:
        writes, words = words[-1], words[: words.index(">")]
    assert "wtrules" == words[0]
    return words[1:], reads, writes


@pytest.mark.parametrize("example", examples())
def test_every_example_is_understood(example: str):
    """The options in the examples exist, and their values are of the right type."""
    command, *arguments = parts(example)[0]

    assert app.load(command).make_context(command, arguments) is not None


# They wait for input, never end, or take seconds; other tests run what they show.
NOT_RUN = re.compile(
    r" (--watch|--deep|--impact|--matrix|--until|mcts|--against git:)|^wtrules (play|web|lsp|diff|changes|assumptions|coverage .*--games|simulate|tune|train)"
)
CHEAP = [one for one in examples() if not NOT_RUN.search(one)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the examples name."""
    made = tmp_path_factory.mktemp("examples")
    for name in ("examples", "rulesets"):
        (made / name).mkdir()
    (made / "rules").mkdir()
    shutil.copy(ROOT / "examples" / "friday.wtr", made)
    shutil.copy(ROOT / "examples" / "friday.wtr", made / "examples")
    shutil.copy(ROOT / "examples" / "second-wind.wtr", made / "rulesets")
    history = wtrules.History.begin(wtrules.load("en-capstone"), players=2, seed=7)
    history.play(history.state.legal_moves[0])
    (made / "evening.game").write_text(wtrules.record(history), encoding="utf-8")
    (made / "questions.jsonl").write_text(
        '{"board": "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././.", "seat": "b"}\n'
    )
    return made


@pytest.mark.parametrize("example", sampled(CHEAP, 10))
def test_the_example_runs(
    example: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """What the help shows can be typed."""
    arguments, reads, writes = parts(example)
    if example.endswith(".pdf"):
        try:
            find_browser()
        except NoBrowser:
            pytest.skip("needs a browser")
    monkeypatch.chdir(folder)
    given = (folder / reads).read_bytes() if reads else b""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))

    code, shown = main(arguments), capsys.readouterr()
    assert (0, shown.err) == (code, shown.err)
    assert shown.out or not writes


def test_all_but_a_few_commands_have_an_example_that_runs():
    """The list of what is not run is short."""
    run = {parts(example)[0][0] for example in CHEAP}

    not_run = {"play", "web", "lsp", "diff", "changes", "assumptions", "simulate", "tune", "train"}
    assert not_run == set(app.COMMANDS) - run
