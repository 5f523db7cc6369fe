"""The sentences of a section that are about a topic: those with most of the words of our paraphrase.

Rare words count more than frequent ones. Of each word only the beginning is looked for, inside other
words too: that is enough for English and German with its compounds, and for most of what a scan gets
wrong.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from wtrules.editions.printed.sections import Section, key_words, plain
from wtrules.value import Value

_BULLET = re.compile(r"^\s*[-*•·»«]\s+")
_NUMBER = re.compile(r"^\s*(?:\d{1,2}[.)]?|[a-z][.)]|[①-⑳])\s")
_END = re.compile(r"(?<=[.!?:;])(?<!\b\w[.])[\"”“»)]*\s+(?=[^\s\da-zäöüß])")
_STEM = 5  # letters
_LEAST_FIT = 0.22  # of the weight of the words looked for
_NEARLY_AS_GOOD = 0.75  # of the best sentence
_MOST = 3  # sentences
# A manual may write numbers in figures where we use words.
_NUMBERS = {
    word: str(number)
    for words in (
        "one two three four five six seven eight nine ten eleven twelve",
        "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    )
    for number, word in enumerate(words.split(), 1)
}


@frozen
class Sentence(Value):
    """A sentence of a manual, and the small heading above it, if there is one."""

    text: str
    heading: str
    key: str  # its words and those of the heading, as they are looked for


def sentences_of(section: Section) -> list[Sentence]:
    """Return the sentences of a section; lines that belong together are joined."""
    whole: list[str] = []
    for paragraph in _paragraphs(section.lines):
        # A scan breaks sentences where there is a picture.
        if whole and paragraph[0].islower() and whole[-1][-1] not in ".!?:":
            whole[-1] += f" {paragraph}"
        else:
            whole.append(paragraph)
    found: list[Sentence] = []
    heading = ""
    for paragraph in whole:
        if _is_heading(paragraph):
            heading = paragraph
            continue
        for text in filter(key_words, _END.split(paragraph)):
            found.append(Sentence(text, heading, _key(f"{heading} {text}")))
    return found


def _is_heading(line: str) -> bool:
    """Whether a line is in capitals, or nearly so."""
    letters = [c for c in line if c.isalpha()]
    return len(letters) > 3 and sum(map(str.isupper, letters)) > 0.8 * len(letters)


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """Yield what is between blank lines, bullets and numbers; a word broken at a hyphen is whole."""
    parts: list[str] = []
    for line in (*lines, ""):
        bullet = _BULLET.match(line)
        text = plain(line[bullet.end() :] if bullet else line)
        begins = bullet or _NUMBER.match(line) or not text or _is_heading(text)
        if parts and (begins or _is_heading(parts[-1])):
            # A heading may have several lines.
            if not (text and _is_heading(text) and _is_heading(parts[-1])):
                yield " ".join(parts)
                parts = []
        if not text:
            continue
        if parts and re.search(r"[^\W\d]-$", parts[-1]) and text[:1].islower():
            parts[-1] = parts[-1][:-1] + text
        else:
            parts.append(text)


class Chooser:
    """Knows how rare each word of a manual is, and what it says instead of words it never uses."""

    def __init__(self, sections: Iterable[Section], synonyms: Mapping[str, str]) -> None:
        self._sentences = {section: sentences_of(section) for section in sections}
        self._keys = [s.key for some in self._sentences.values() for s in some]
        self._weights: dict[str, float] = {}
        # The last word of a term is the thing itself: `magic potion flasks`.
        self._synonyms = {
            _stem(words[-1]): _stems(own)
            for term, own in synonyms.items()
            if (words := _words(term))
        }

    def choose(self, section: Section, looked_for: Sequence[str]) -> list[str] | None:
        """Return the sentences, one after the other, that fit texts best; None if none fits."""
        sentences = self._sentences[section]
        wanted = {stem for text in looked_for for stem in self._known(_stems(text))}
        total = sum(map(self._weight, wanted))
        if not sentences or not total:
            return None
        fits = [self._fit(wanted, sentence.key) / total for sentence in sentences]
        best = max(fits)
        if best < _LEAST_FIT:
            return None
        first = last = fits.index(best)
        while last - first + 1 < _MOST:
            before = fits[first - 1] if first else 0.0
            after = fits[last + 1] if last + 1 < len(fits) else 0.0
            if max(before, after) < _NEARLY_AS_GOOD * best:
                break
            first, last = (first - 1, last) if before > after else (first, last + 1)
        return [sentence.text for sentence in sentences[first : last + 1]]

    def whole(self, section: Section) -> list[str]:
        """Return all sentences of a section, with its small headings."""
        found: list[str] = []
        heading = ""
        for sentence in self._sentences[section]:
            if sentence.heading != heading:
                heading = sentence.heading
                found.append(f"{heading}:")
            found.append(sentence.text)
        return found

    def _known(self, stems: Iterable[str]) -> Iterator[str]:
        """Yield stems; one that the manual never uses becomes what it says instead."""
        for stem in stems:
            is_used = stem not in self._synonyms or any(stem in key for key in self._keys)
            yield from [stem] if is_used else self._synonyms[stem]

    def _fit(self, wanted: set[str], key: str) -> float:
        return sum(self._weight(stem) for stem in wanted if stem in key)

    def _weight(self, stem: str) -> float:
        """Return a number that is the higher the fewer sentences have a word."""
        if stem not in self._weights:
            number = sum(stem in key for key in self._keys)
            self._weights[stem] = math.log((1 + len(self._keys)) / (1 + number))
        return self._weights[stem]


def _stems(text: str) -> set[str]:
    """Return what to look for in the key of a sentence."""
    words = {word for word in _words(text) if len(word) > 2 or word.isdigit()}
    return {f" {word} " if word.isdigit() else _stem(word) for word in words}


def _stem(word: str) -> str:
    return word[:_STEM] if len(word) > 3 else f" {word}"


def _key(sentence: str) -> str:
    return f" {' '.join(_words(sentence))} "


def _words(text: str) -> list[str]:
    # A scan often reads `ü` as `ii`.
    return [_NUMBERS.get(word, word.replace("ii", "u")) for word in key_words(text)]
