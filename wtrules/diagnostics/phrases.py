"""Whole phrases people write before they know how rules say it, and their replacements.

The table is `phrases.toml`; it is read when a rule file has an error.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from wtrules.phrase import Phrase
from wtrules.value import Value


@frozen
class KnownPhrase(Value):
    """A phrase, what to write in its place, and how to say so."""

    pattern: re.Pattern[str]
    write: tuple[str, ...]
    rewrite: str
    problem: str
    advice: str
    fix: str  # "safe", "ask" or "none"

    def replacements(self, match: re.Match[str]) -> Iterator[str]:
        """Return what could have been meant by words that match, best first."""
        if self.rewrite:
            yield _REWRITE[self.rewrite](match)
        for text in self.write:
            yield text.format(**_groups(match))


@frozen
class Replacement(Value):
    """Words to write in place of a phrase, and how to say so."""

    text: str
    problem: str
    advice: str
    is_whole: bool  # whether nothing else is to be done
    is_sure: bool  # whether nothing else can be meant


def replacements(said: str) -> Iterator[Replacement]:
    """Return what to write in place of a phrase, best first.

    The phrase is given as words and signs, separated by one space each.
    """
    for known in phrases():
        match = known.pattern.fullmatch(said)
        if match is None:
            continue
        for text in known.replacements(match):
            text = text.replace(" ,", ",")
            if text.startswith(("do ", "then ", "with ")):
                text = _in_digits(text)
            if text != said:
                advice = Phrase(known.advice, {"cure": text, **_groups(match)})
                is_whole, is_sure = known.fix != "none", known.fix == "safe"
                yield Replacement(text, known.problem, advice, is_whole, is_sure)


@cache
def phrases() -> tuple[KnownPhrase, ...]:
    """Return the table of phrases."""
    patterns: dict[str, str] = {"adjective": "|".join(_adjectives())}
    for name, pattern in _table()["patterns"].items():
        patterns[name] = _filled_in(pattern, patterns)
    return tuple(
        KnownPhrase(
            re.compile(_filled_in(entry["phrase"], patterns)),
            tuple(entry.get("write", ())),
            entry.get("rewrite", ""),
            entry.get("problem", "is not how rules say it"),
            entry.get("advice", "write `{cure}`"),
            entry.get("fix", "safe"),
        )
        for entry in _table()["phrases"]
    )


@cache
def numerals() -> dict[str, str]:
    """Return numbers in words, with their digits."""
    words = _table()["words"]["numerals"].split()
    return {word: str(number) for number, word in enumerate(words, start=1)}


@cache
def units() -> frozenset[str]:
    """Return the words that can follow a number and say what is counted."""
    return frozenset(_table()["words"]["units"].split())


@cache
def opponents() -> frozenset[str]:
    """Return the words for other players."""
    return frozenset(_table()["words"]["opponents"].split())


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


@cache
def _adjectives() -> dict[str, str]:
    """Return words that are written before a kind of piece, with the condition they stand for."""
    return {
        word: condition
        for condition, words in _table()["adjectives"].items()
        for word in words.split()
    }


def _filled_in(pattern: str, patterns: dict[str, str]) -> str:
    for name, text in patterns.items():
        pattern = pattern.replace(f"{{{name}}}", text)
    return pattern


def _groups(match: re.Match[str]) -> dict[str, str]:
    return {name: part or "" for name, part in match.groupdict().items()}


def _in_digits(text: str) -> str:
    counted = rf"\b(?:{'|'.join(numerals())})\b|\ban?(?= (?:card|flask|point))|(?<=add )an?(?= to )|(?<== )an?$"
    return re.sub(counted, lambda found: numerals().get(found[0], "1"), text)


# --- replacements that are more than filling in ---------------------------------------------------


def _event(match: re.Match[str]) -> str:
    """`when a wizard enters the castle`, as an event."""
    kind = match["kind"]
    name = match["name"] or kind[0]
    rest = re.sub(r"\b(?:an?|the) ", "", match["rest"] or "")
    return f"on {kind} {name} {match['happens']}{rest}"


def _adjective(match: re.Match[str]) -> str:
    """`choose enemy wizard w where visible`, with the adjective after `where`."""
    condition, rest = _adjectives()[match["adjective"]], match["rest"]
    if rest:
        condition += f" and ({rest})" if " or " in rest else f" and {rest}"
    return f"{match['before']} {match['kind']}{match['name'] or ''} where {condition}"


def _chance(match: re.Match[str]) -> str:
    """`choose random tower t where t …`: the name is defined by `let`, the query has its own."""
    name, rest = match["name"], match["rest"] or ""
    inner = ""
    if re.search(rf"\b{name}\b", rest):
        inner = " u" if name != "u" else " v"
        rest = re.sub(rf"\b{name}\b", inner.strip(), rest)
    return f"let {name} = random {match['kind']}{inner}{rest}"


_REWRITE: dict[str, Callable[[re.Match[str]], str]] = {
    "event": _event,
    "adjective": _adjective,
    "chance": _chance,
}
