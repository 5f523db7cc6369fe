"""Writing to the terminal: results to stdout, messages to stderr, colour where wanted.

`say` writes what a user must know: errors, and what needs an answer. `note` writes what `--quiet`
leaves out, `detail` what only `--verbose` shows.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TextIO

from attrs import define

from wtrules.safe_text import Medium, guarded


class Colour(StrEnum):
    """When to write in colour."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@define(eq=False, repr=False)
class SharedOptions:
    """What the options that all commands have ask for."""

    quiet: bool = False
    verbose: bool = False
    colour: Colour = Colour.AUTO
    exit_zero: bool = False


shared = SharedOptions()


def reset_shared() -> None:
    """Forget the options of an earlier command in this process."""
    shared.__init__()  # type: ignore[misc]


def use_colour(stream: TextIO | None = None) -> bool:
    """Whether to colour what goes to *stream* (standard output unless given).

    `--color` decides; without it, `NO_COLOR` forbids it, `FORCE_COLOR` demands it, and otherwise
    only a capable terminal gets it.
    """
    if shared.colour is not Colour.AUTO:
        return shared.colour is Colour.ALWAYS
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    if os.environ.get("TERM") == "dumb":
        return False
    return _is_terminal(stream)


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def write_data(text: str, medium: Medium = Medium.TERMINAL) -> None:
    """Write a result to standard output, guarded for its medium."""
    write_unchanged(guarded(text, medium, colour=use_colour()))


def write_unchanged(text: str) -> None:
    """Write to standard output what is not for people: a rule file, a command to the terminal."""
    if sys.stdout is not None:
        sys.stdout.write(text)
        sys.stdout.flush()


def show_progress(text: str) -> None:
    """Show progress on a terminal; an empty text clears the line."""
    if not shared.quiet and _is_terminal(sys.stderr):
        sys.stderr.write(f"\r\x1b[K{guarded(text)[:79]}")
        sys.stderr.flush()


def say(text: str) -> None:
    """Write a message to standard error, on lines of its own."""
    if sys.stderr is not None:
        print(guarded(text, colour=use_colour(sys.stderr)), file=sys.stderr)


def note(text: str) -> None:
    """Write a message that is good to know, unless the user wants quiet."""
    if not shared.quiet:
        say(text)


def detail(text: str) -> None:
    """Write a message for a user who wants to know more."""
    if shared.verbose:
        say(text)


def columns(rows: Sequence[Sequence[str]], gap: str = "  ") -> Iterator[str]:
    """Yield the lines of a table, with the cells of each column below one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)]
        yield gap.join(cells).rstrip()


_WIDTH = 96  # characters of a line of text; a terminal may be narrower
_NARROWEST = 40


def line_width() -> int:
    """Return how many characters a line of text may have."""
    if "COLUMNS" in os.environ or _is_terminal(sys.stdout):
        columns = shutil.get_terminal_size((_WIDTH, 24)).columns
        return max(_NARROWEST, min(_WIDTH, columns))
    return _WIDTH


def wrapped(lead: str, words: str, hang: int | None = None, width: int = _WIDTH) -> list[str]:
    """Return *words* after *lead*; further lines are indented by *hang*, or like the first."""
    import textwrap

    return textwrap.wrap(
        words,
        width,
        initial_indent=lead,
        subsequent_indent=" " * (len(lead) if hang is None else hang),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [lead.rstrip()]
