"""Lines in and out of a game in the terminal."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable

from wtrules.cli.terminal import wrapped, write_data, write_unchanged
from wtrules.game.playthrough import shown

_NARROWEST = 20
_WIDEST = 120


def write_line(text: str) -> None:
    """Write a line to standard output."""
    write_data(text + "\n")


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output."""
    for line in lines:
        write_line(line)


def write_text(text: str, hang: int = 0) -> None:
    """Write sentences, wrapped between words; further lines are indented by *hang*."""
    for line in text.split("\n"):
        write_lines(wrapped("", line, hang, width()))


def width() -> int:
    """Return how many columns to use."""
    return max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))


def height() -> int:
    """Return how many lines can be seen at once."""
    return shutil.get_terminal_size().lines


def ask(prompt: str) -> str | None:
    """Return a line of input; None at its end."""
    if sys.stdin is None:
        return None
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  lets players edit their input
        try:
            return input(prompt)
        except EOFError:
            write_line("")
            return None
    write_data(prompt)
    line = sys.stdin.readline()
    # Piped input is echoed, so that the output reads like a session.
    write_line(shown(line))
    return line or None


def clear_screen() -> bool:
    """Clear the terminal, so that nobody sees the last hand; False if there is no terminal."""
    if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return False
    write_unchanged("\x1b[2J\x1b[3J\x1b[H")
    return True


def is_interactive() -> bool:
    """Whether a person types, who can be asked again."""
    return sys.stdin is not None and sys.stdin.isatty()
