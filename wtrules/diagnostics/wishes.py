"""Words people write before they know the words of the language, and what to write instead.

The table is `wishes.toml`; it is read when a rule file has an error. Words that are only misspelt
are left to `suggest.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from wtrules.diagnostics.phrases import numerals


@frozen
class ClauseWish:
    """A word that begins a clause elsewhere: what was meant, and advice."""

    meant: str
    advice: str
    is_exact: bool  # whether what was meant can be written in its place


@frozen
class NameWish:
    """A name that is not defined: advice, and what to write in its place if that is known."""

    advice: str
    write: str = ""
    is_sure: bool = False  # whether nothing else can be meant


@cache
def clauses() -> dict[str, ClauseWish]:
    """Return first words of clauses that the language does not have."""
    return {
        word: ClauseWish(entry["meant"], entry["advice"], bool(entry.get("exact")))
        for word, entry in _words("clause")
    }


@cache
def actions() -> dict[str, str]:
    """Return verbs that the language does not have, with advice."""
    return {word: entry["advice"] for word, entry in _words("action")}


@cache
def names() -> dict[str, NameWish]:
    """Return names that are not defined, with advice."""
    found = {
        word: NameWish(f"write numbers in digits: `{digits}`", digits, is_sure=True)
        for word, digits in numerals().items()
    }
    for word, entry in _words("name"):
        advice = entry["advice"].replace("{word}", word).replace("{initial}", word[0])
        found[word] = NameWish(advice, entry.get("write", ""), bool(entry.get("sure")))
    return found


@cache
def verdicts(verdict: str) -> frozenset[str]:
    """Return words for a move that is allowed (`yes`) or not (`no`)."""
    return frozenset(_tables()["verdicts"][verdict].split())


def _words(table: str) -> Iterator[tuple[str, dict[str, str]]]:
    for entry in _tables()[table]:
        for word in entry["words"].split():
            yield word, entry


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
