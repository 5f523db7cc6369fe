"""Numbers and lists in the words of messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from string import ascii_lowercase

from wtrules.phrase import Phrase, listed, numbered, phrase


def plural(number: int, word: str) -> Phrase:
    """Return `1 card`, `2 cards`."""
    return numbered(number, f"{{n}} {word}", f"{{n}} {word}s")


def numbers(values: Iterable[int]) -> str:
    """Return player counts in words: `2`, `3 and 4`, `2 to 6`."""
    ordered = sorted(values)
    if len(ordered) > 2 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return phrase("{ordered} to {ordered2}", ordered=ordered[0], ordered2=ordered[-1])
    return listed(map(str, ordered)) if ordered else "no"


def free_letter(wanted: str, taken: Collection[str]) -> str:
    """Return a lowercase letter that is not taken, best one of *wanted*."""
    letters = (letter for letter in wanted.lower() + ascii_lowercase if letter in ascii_lowercase)
    return next((letter for letter in letters if letter not in taken), "z")
