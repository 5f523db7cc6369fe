"""Errors in the way a command is used: a message of the catalogue and an exit code."""

from __future__ import annotations

import typer

from wtrules.cli import EXIT_USAGE
from wtrules.cli.terminal import say
from wtrules.texts import Texts


def usage_error(key: str, lang: str = "en", /, **parts: object) -> int:
    """Write a message to standard error; return the exit code for wrong usage."""
    say(f"wtrules: {Texts(lang)(key, **parts)}")
    return EXIT_USAGE


def bad_parameter(key: str, option: str, /, **parts: object) -> typer.BadParameter:
    """Return the exception that reports a wrong value of an option."""
    return typer.BadParameter(Texts("en")(key, **parts), param_hint=option)
