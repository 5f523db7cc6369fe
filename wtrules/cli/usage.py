"""Wrong usage of a command: what `main` reports with exit code 2."""

from __future__ import annotations

import typer

from wtrules.cli.terminal import say
from wtrules.texts import TextError, Texts


class UsageError(TextError):
    """The command cannot do what it is asked to."""


def complain(key: str, lang: str, /, **parts: object) -> None:
    """Report what went wrong, and go on."""
    say(f"wtrules: {Texts(lang)(key, **parts)}")


def bad_parameter(key: str, option: str, /, **parts: object) -> typer.BadParameter:
    """Return the exception that reports a wrong value of an option."""
    return typer.BadParameter(Texts("en")(key, **parts), param_hint=option)


def read_percent(text: str | None, low: float, high: float, key: str, option: str) -> float | None:
    """Return a percentage as a number up to 1: `5%` and `5` are 0.05."""
    if text is None:
        return None
    try:
        percent = float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        percent = low - 1
    if not low <= percent <= high:
        raise bad_parameter(key, option, text=text)
    return percent / 100
