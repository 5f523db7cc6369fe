"""Writing to the terminal: results to stdout, messages to stderr, colour where wanted."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO


def use_colour(stream: TextIO | None = None) -> bool:
    """Whether to colour what goes to *stream* (standard output unless given).

    `NO_COLOR` forbids it, `FORCE_COLOR` demands it, otherwise only a capable terminal gets it.
    """
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    if os.environ.get("TERM") == "dumb" or stream is None:
        return False
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def write_data(text: str) -> None:
    """Write *text* unchanged to standard output."""
    if sys.stdout is not None:
        sys.stdout.write(text)
        sys.stdout.flush()


def json_text(document: object) -> str:
    """Return a document as indented JSON, in ASCII."""
    return json.dumps(document, indent=2) + "\n"


def show_progress(text: str) -> None:
    """Show progress on a terminal; an empty text clears the line."""
    if sys.stderr is not None and use_colour(sys.stderr):
        sys.stderr.write(f"\r\x1b[K{text[:79]}")
        sys.stderr.flush()


def say(text: str) -> None:
    """Write a message to standard error, on lines of its own."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, with the cells of each column below one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


_WIDTH = 96  # characters of a line of text


def wrapped(lead: str, words: str, hang: int | None = None) -> list[str]:
    """Return *words* after *lead*; further lines are indented by *hang*, or like the first."""
    import textwrap

    return textwrap.wrap(
        words,
        _WIDTH,
        initial_indent=lead,
        subsequent_indent=" " * (len(lead) if hang is None else hang),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [lead.rstrip()]
