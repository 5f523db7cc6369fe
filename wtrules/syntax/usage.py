"""How often each word is written at which kind of place: in how many of the shipped rule files.

Completion puts first what is written most often. The numbers are counted from the rulesets and the
examples by `python -m wtrules.syntax`, and shipped as `usage.json`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from wtrules import resources
from wtrules.language.events import EVENTS
from wtrules.language.properties import PROPERTIES
from wtrules.syntax.expected import Place, places
from wtrules.syntax.from_grammar import tables

SHIPPED = Path(__file__).with_name("usage.json")
_LEAST = 6  # files: fewer say little
_FILE = 10_000
_MOST = 10  # words for a kind of place

Usage = dict[str, list[str]]


@cache
def usage() -> Usage:
    """Return the words for each kind of place, those of most files first."""
    found: Usage = json.loads(SHIPPED.read_text("utf-8"))
    return found


def ranks(place: Place) -> dict[str, int]:
    """Return the words, and patterns of events, for a place, with smaller numbers for likelier ones."""
    near, far = _keys(place)
    words = usage().get(near) or usage().get(far, [])
    return {word: number for number, word in enumerate(words)}


def usage_text() -> str:
    """Return the table as it is shipped, counted again."""
    folders = (resources.rulesets_folder(), resources.examples_folder())
    atlas = folders[0] / resources.atlas_ruleset()  # a table, rather than rules
    paths = sorted(path for folder in folders for path in folder.rglob("*.wtr"))
    paths = [path for path in paths if atlas not in path.parents]
    found = counted(path.read_text("utf-8") for path in paths)
    lines = (
        f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(words, ensure_ascii=False)}"
        for key, words in found.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def counted(texts: Iterable[str]) -> Usage:
    """Count in how many of the texts each word is written at each kind of place.

    What is written at places that have less in common counts too.
    """
    files: Counter[tuple[str, str, str]] = Counter()
    for text in texts:
        for one, times in Counter(_written(text)).items():
            files[one] += _FILE + times  # how often in a file decides between equals
    near: defaultdict[str, Counter[str]] = defaultdict(Counter)
    far: defaultdict[str, Counter[str]] = defaultdict(Counter)
    general = {}
    for (key, other, word), number in files.items():
        near[key][word] += number
        far[other][word] += number
        general[key] = other
    found = {key: _likeliest(words) for key, words in far.items() if _says_much(words)}
    for key, words in near.items():
        if key.endswith("{"):  # a block says enough
            found[key] = _likeliest(words)
        elif _says_much(words):
            together = _likeliest(words + words + far[general[key]])
            if together != found.get(general[key]):
                found[key] = together
    return dict(sorted(found.items()))


def _says_much(words: Counter[str]) -> bool:
    return len(words) > 1 and words.total() >= _LEAST * _FILE


def _likeliest(words: Counter[str]) -> list[str]:
    return sorted(words, key=lambda word: (-words[word], word))[:_MOST]


def _written(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the keys of each place of a text with the word that is written there."""
    for place, following in places(text):
        word = following[0]
        if place.before[:1] in (("on",), ("forbid",)):
            word = _event(following) or word
        if len(word) > 1 and word[0].isalpha():
            yield (*_keys(place), word)


def _event(words: tuple[str, ...]) -> str | None:
    """Return the pattern of the event that words begin with."""
    for event in EVENTS.values():
        for pattern in event.patterns:
            if event.match(words[: len(pattern.split())]) is not None:
                return pattern
    return None


def _keys(place: Place) -> tuple[str, str]:
    """Return what a place has in common with others: much, and little."""
    block = place.blocks[-1] if place.blocks else "file"
    if not place.before:
        return f"{block} {{", "{"
    last = " ".join(word if word in _known() else "…" for word in place.before[-2:])
    return f"{place.before[0]}: {last}" if len(place.before) > 1 else f"{block}: {last}", last


@cache
def _known() -> frozenset[str]:
    """Return the words that say what follows; other words are names."""
    return frozenset((*tables().terminal_of, *(one.name for one in PROPERTIES)))
