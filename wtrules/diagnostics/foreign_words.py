"""Words people write before they know the words of the language, and what to write instead.

The table is `foreign_words.toml`; it is read when a rule file has an error. Words that are only misspelt
are left to `suggest.py`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from wtrules.diagnostics.phrases import numerals
from wtrules.phrase import phrase
from wtrules.source import Span
from wtrules.value import Value


@frozen
class ClauseWish(Value):
    """A word that begins a clause elsewhere: what was meant, and advice."""

    meant: str
    advice: str
    is_exact: bool  # whether what was meant can be written in its place


@frozen
class NameWish(Value):
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
def notions() -> dict[str, str]:
    """Return first words about something that other games have, with advice."""
    return {word: entry["advice"] for word, entry in _words("notion")}


def first_word(word: str, verbs: bool = True) -> str | None:
    """Return advice on a clause that begins with a word of another game: a notion, or a verb."""
    word = word.lower()
    verb = actions().get(word) or actions().get(word.removesuffix("s")) if verbs else None
    return notions().get(word) or verb


@cache
def actions() -> dict[str, str]:
    """Return verbs that the language does not have, with advice."""
    return {word: entry["advice"] for word, entry in _words("action")}


@cache
def names() -> dict[str, NameWish]:
    """Return names that are not defined, with advice."""
    found = {
        word: NameWish(
            phrase("write numbers in digits: `{digits}`", digits=digits), digits, is_sure=True
        )
        for word, digits in numerals().items()
    }
    for word, entry in _words("name"):
        advice = entry["advice"]
        if "{word}" in advice:
            advice = phrase(advice, word=word, initial=word[0])
        found[word] = NameWish(advice, entry.get("write", ""), bool(entry.get("sure")))
    return found


@cache
def verdicts(verdict: str) -> frozenset[str]:
    """Return words for a move that is allowed (`yes`) or not (`no`)."""
    return frozenset(_tables()["verdicts"][verdict].split())


@frozen
class Impossible(Value):
    """Something that the language cannot say: where it was tried, why, and what comes closest."""

    at: Span
    because: str
    nearest: str


def impossible(at: Span) -> Impossible | None:
    """Return what the line of a place asks for that no rule can say, if there is something."""
    source, number = at.source, at.line
    # Texts in quotes and comments may say anything.
    line = _SAID.sub(lambda said: " " * len(said[0]), source.line_text(number))
    start = source.offset(number)
    for entry in _tables()["impossible"] if len(line) <= _LONGEST else ():
        found = re.search(entry["phrase"], line)
        if found is not None:
            end = start + found.start() + len(found[0].rstrip())
            span = Span(source, start + found.start(), end)
            return Impossible(span, entry["because"], entry["nearest"])
    return None


_SAID = re.compile(r'"(?:\\.|[^"\\])*"?|#.*')
_LONGEST = 300  # characters of a line


def _words(table: str) -> Iterator[tuple[str, dict[str, str]]]:
    for entry in _tables()[table]:
        for word in entry["words"].split():
            yield word, entry


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
