"""Starting is quick because little is loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import wtrules

ROOT = Path(wtrules.__file__).parent.parent
HEAVY = {"rich", "wasmtime", "jinja2", "lark", "numpy", "asyncio", "pydantic"}


def loaded_after(code: str) -> set[str]:
    """Return the modules that are loaded after some code has run in a process of its own."""
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules, sep='\\n')"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return set(result.stdout.split("\n"))


def third_party(modules: set[str]) -> set[str]:
    """Return the names of other people's libraries among some modules."""
    before = loaded_after("")
    roots = {name.partition(".")[0] for name in modules - before}
    return roots - set(sys.stdlib_module_names) - {"", "wtrules"}


def test_importing_the_package():
    """`import wtrules` is nearly free: of other people's libraries only attrs may come along."""
    assert third_party(loaded_after("import wtrules")) <= {"attr", "attrs"}


def test_the_rules_in_a_program():
    """Loading rules needs no command line."""
    modules = loaded_after("import wtrules; assert wtrules.load_rules('friday')[0]")

    assert set() == third_party(modules) & (HEAVY | {"typer", "click"})


@pytest.mark.parametrize(
    "arguments",
    [["validate", "examples/friday.wtr"], ["show", "friday", "--rule", "board.capacity"], ["-h"]],
)
def test_a_command_loads_what_it_needs(arguments: list[str]):
    """Checking a house rule needs neither a picture, a web page nor a back end."""
    code = f"from wtrules.cli import main; assert main({arguments!r}) == 0"

    modules = loaded_after(code)
    assert set() == third_party(modules) & HEAVY
    assert set() == modules & {"wtrules.board.svg", "wtrules.board.draw", "wtrules.game.picture"}


def test_help_loads_no_command():
    """The list of commands is known without them."""
    modules = loaded_after("from wtrules.cli import main; assert main(['-h']) == 0")

    assert "wtrules.cli.app" in modules
    assert set() == modules & {"wtrules.cli.validate", "wtrules.cli.play", "wtrules.cli.diff"}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("wtrules val", {"validate"}),
        ("wtrules ", {"validate", "show", "explain", "new"}),
        ("wtrules show en-caps", {"en-capstone"}),
        ("wtrules show --ki", {"--kind"}),
        ("wtrules validate --output-format sa", {"sarif"}),
        ("wtrules explain unknown-overr", {"unknown-override"}),
        ("wtrules show en-capstone+na", {"en-capstone+nasty"}),
        ("wtrules play --with nas", {"nasty"}),
        ("wtrules play friday --with nasty,te", {"nasty,team"}),
        ("wtrules moves --spell swap", {"swap_towers"}),
        ("wtrules moves -r friday --spell sec", {"second_wind"}),
        ("wtrules show friday --rule second", {"second_wind"}),
        ("wtrules show --rule board.cap", {"board.capacity"}),
        ("wtrules show --rule move.wizard.cap", {"move.wizard.capacity.max6"}),
    ],
)
def test_the_shell_completes(words: str, offered: set[str]):
    """Commands, options, their values, names of rules and codes are offered behind the cursor."""
    result = subprocess.run(
        [sys.executable, "-m", "wtrules"],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "_WTRULES_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert offered <= set(result.stdout.split())
    assert "" == result.stderr
