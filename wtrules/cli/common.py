"""Options that every command has: how much to write, in colour or not, and in which format.

`app.load` adds them to a command; commands neither declare nor see them.
"""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from wtrules.cli.configuration import FORMAT_VARIABLE, FORMATS
from wtrules.cli.terminal import Colour, shared
from wtrules.texts import Texts

# Commands whose exit code 1 means that they found something.
WITH_FINDINGS = frozenset(
    {"validate", "fmt", "show", "explain", "moves", "diff", "changes", "replay"}
)


def _quiet(wanted: bool) -> None:
    shared.quiet = wanted
    _check()


def _verbose(wanted: bool) -> None:
    shared.verbose = wanted
    _check()


def _check() -> None:
    if shared.quiet and shared.verbose:
        message = Texts("en")("usage.quiet_and_verbose")
        raise typer.BadParameter(message, param_hint="--verbose")


def _exit_with_zero(wanted: bool) -> None:
    shared.exit_zero = wanted


def _colour(wanted: Colour) -> None:
    shared.colour = wanted


def _all(
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet",
            "-q",
            callback=_quiet,
            help="Write only results and errors: no summary, no hints.",
        ),
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            callback=_verbose,
            help="Also write what is done, and how long it takes.",
        ),
    ] = False,
    colour: Annotated[
        Colour,
        typer.Option(
            "--color",
            "--colour",
            callback=_colour,
            help="Write in colour; auto is for a terminal, unless NO_COLOR is set.",
        ),
    ] = Colour.AUTO,
) -> None:
    """Declare the options of all commands."""


def _exit_zero(
    exit_zero: Annotated[
        bool,
        typer.Option(
            "--exit-zero", callback=_exit_with_zero, help="Exit with 0 even if something is found."
        ),
    ] = False,
) -> None:
    """Declare the option of commands that find something."""


def add_to(name: str, command: Any) -> None:
    """Add the shared options to a command of Typer, and the default for `--output-format`."""
    taken = {text for option in command.params for text in option.opts}
    declared = [*_options(_all), *(_options(_exit_zero) if name in WITH_FINDINGS else ())]
    for option in declared:
        assert not taken & set(option.opts), f"{name} declares {option.opts} itself"
        option.expose_value = False
        command.params.append(option)
    for option in command.params:
        if "--output-format" in option.opts and _is_for(option):
            option.envvar = FORMAT_VARIABLE


def _options(function: Any) -> list[Any]:
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command()(function)
    return list(typer.main.get_command(one).params)


def _is_for(option: Any) -> bool:
    """Whether the environment names a format of this command, or a format that does not exist."""
    wanted = os.environ.get(FORMAT_VARIABLE, "")
    return wanted in option.type.choices or wanted not in FORMATS


def is_typed(context: typer.Context, option: str) -> bool:
    """Whether an option is among the words of the command, by its name in Python."""
    source = context.get_parameter_source(option)
    return source is not None and source.name == "COMMANDLINE"
