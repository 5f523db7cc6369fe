"""Helpers to create the diagnostics of the checks."""

from __future__ import annotations

from collections.abc import Iterable

from wtrules.diagnostics import Diagnostic, Label, Severity
from wtrules.source import Span


def error(
    code: str, message: str, at: Span, label: str, *help: str, related: Iterable[Label] = ()
) -> Diagnostic:
    """Return an error: the game cannot be played as written."""
    return Diagnostic(code, message, Label(at, label), tuple(related), help)


def warning(
    code: str, message: str, at: Span, label: str, *help: str, related: Iterable[Label] = ()
) -> Diagnostic:
    """Return a warning: probably a mistake; it can be suppressed with a reason."""
    return Diagnostic(code, message, Label(at, label), tuple(related), help, Severity.WARNING)


def note(
    code: str, message: str, at: Span, label: str, *help: str, related: Iterable[Label] = ()
) -> Diagnostic:
    """Return a note: worth knowing; it can be suppressed with a reason."""
    return Diagnostic(code, message, Label(at, label), tuple(related), help, Severity.NOTE)


def plural(number: int, word: str) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


def numbers(values: Iterable[int]) -> str:
    """Return player counts in words: `2`, `3 and 4`, `2 to 6`."""
    ordered = sorted(values)
    if len(ordered) > 2 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{ordered[0]} to {ordered[-1]}"
    return listed(map(str, ordered)) if ordered else "no"
