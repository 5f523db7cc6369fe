"""Numbers and lists in the words of messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from string import ascii_lowercase


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


def free_letter(wanted: str, taken: Collection[str]) -> str:
    """Return a lowercase letter that is not taken, best one of *wanted*."""
    letters = (letter for letter in wanted.lower() + ascii_lowercase if letter in ascii_lowercase)
    return next((letter for letter in letters if letter not in taken), "z")
