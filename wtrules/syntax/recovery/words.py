"""Errors in single words: wrong quotes, unclosed texts, foreign comments, stray characters.

The words of a file come in; words that can be parsed go out, with a diagnostic for each repair.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice, pairwise
from typing import Any

from wtrules.diagnostics import Diagnostic, Label
from wtrules.source import SourceFile, Span
from wtrules.syntax.mistakes import MAX_FAULTS, report
from wtrules.syntax.scan import (
    DECIMAL,
    FAULTY_KINDS,
    FOREIGN_COMMENT,
    OTHER_SIGNS,
    STRAY,
    UNCLOSED_TEXT,
    WRONG_QUOTES,
    WRONG_SIGN,
    Word,
    make_word,
    scan,
)
from wtrules.syntax.vocabulary import FIRM

_MAX_LINES_OF_TEXT = 10
_ESCAPE = re.compile(r"\\(.)")


def repair_words(
    source: SourceFile, words: list[Word]
) -> tuple[list[Word], list[Word], list[Diagnostic]]:
    """Return words that can be parsed, comments among the faulty words, and the diagnostics."""
    repair = _WordRepair(source, words)
    repair.run()
    return repair.repaired, repair.comments, repair.faults


def unknown_escapes(source: SourceFile, words: list[Word]) -> list[Diagnostic]:
    """Return the diagnostics for backslashes in texts that stand before other signs than they may."""
    found = (
        Span(source, word.start + escape.start(), word.start + escape.end())
        for word in words
        if word.kind == "STRING"
        for escape in _ESCAPE.finditer(source.text[word.start : word.end])
        if escape[1] not in '"\\'
    )
    return [
        report("unknown-escape", Label(span), word=span.text) for span in islice(found, MAX_FAULTS)
    ]


class _WordRepair:
    def __init__(self, source: SourceFile, words: list[Word]) -> None:
        self.source = source
        self.words = words
        self.repaired: list[Word] = []
        self.comments: list[Word] = []
        self.faults: list[Diagnostic] = []

    def run(self) -> None:
        index = 0
        broken = self._broken_lines()
        while index < len(self.words):
            word = self.words[index]
            if index in broken:
                index = self._unclosed(index, broken[index])
            elif word.kind not in FAULTY_KINDS:
                self.repaired.append(word)
                index += 1
            elif word.kind == STRAY:
                index = self._stray(index)
            else:
                self._single(word)
                index += 1

    def _broken_lines(self) -> dict[int, str]:
        """Return the words where a text without one of its quotes begins, and which quote is missing."""
        broken = {}
        line = 0  # the first word of the line
        for index, word in enumerate(self.words):
            if index and "\n" in self.source.text[self.words[index - 1].end : word.start]:
                line = index
            if word.kind != UNCLOSED_TEXT:
                continue
            # A text right before a letter ended with a quote that was meant to open the next one.
            for current, after in pairwise(range(line, index + 1)):
                text, next_word = self.words[current], self.words[after]
                if text.kind == "STRING" and text.end == next_word.start:
                    if next_word.kind != "sign":
                        index = current
                        break
            missing = "closing"
            if word.text.strip(' \t"}') == "" and index and self.words[index].kind == UNCLOSED_TEXT:
                # Nothing follows the quote: it ends a text that began after the language.
                start = index
                while start > line and self.words[start].text not in ("en", "de"):
                    start -= 1
                if start + 1 < index and self.words[start].text in ("en", "de"):
                    if self.words[start + 1].kind != "STRING":
                        index, missing = start + 1, "opening"
            broken[index] = missing
        return broken

    def _report(self, code: str, start: int, end: int, label: str = "", **words: Any) -> None:
        if len(self.faults) < MAX_FAULTS:
            span = Span(self.source, start, end)
            self.faults.append(report(code, Label(span, label), **words))

    def _single(self, word: Word) -> None:
        start, end, text = word.start, word.end, word.text
        if word.kind == FOREIGN_COMMENT:
            self._report("foreign-comment", start, start + 2, word=text[:2])
            self.comments += [
                make_word("comment", start, end, f"# {line}".rstrip())
                for line in text.removesuffix("*/").lstrip("/*").strip().splitlines()
            ]
        elif word.kind == DECIMAL:
            self._report("decimal-number", start, end, word=text)
            self.repaired.append(make_word("INT", start, end, text.partition(".")[0]))
        elif word.kind == WRONG_QUOTES:
            self._report("wrong-quotes", start, end, word=f"`{text[0]}` and `{text[-1]}`")
            self.repaired.append(make_word("STRING", start, end, text))
        elif word.kind == WRONG_SIGN:
            right = OTHER_SIGNS[text]
            self._report("wrong-operator", start, end, word=text, right=right)
            self.repaired.append(
                make_word("NAME" if right.isalpha() else "sign", start, end, right)
            )

    def _stray(self, index: int) -> int:
        """Report a character that rule files do not use, or a few of them in a row."""
        word = self.words[index]
        stop = index + 1
        while (
            stop < len(self.words)
            and self.words[stop].kind == STRAY
            and self.words[stop].start == self.words[stop - 1].end
        ):
            stop += 1
        end = self.words[stop - 1].end
        if word.text in ";.":
            advice = "delete it; a clause ends where the next one begins"
            self._report("stray-punctuation", word.start, end, word=word.text, advice=advice)
        else:
            shown = f"`{word.text}`" if word.text.isprintable() else _described(word.text)
            self._report("stray-character", word.start, end, word=shown)
        return stop

    def _unclosed(self, index: int, missing: str) -> int:
        """Report a text without one of its quotes; it ends with its line."""
        text = self.source.text
        word = self.words[index]
        end = text.find("\n", word.start)
        end = len(text) if end < 0 else end
        self._report("unclosed-text", word.start, end, "the text begins here", missing=missing)
        content_end = end
        while content_end > word.start + 1 and text[content_end - 1] in " \t{}":
            # `{ includes "b.wtr }`: the brace is more likely meant as one.
            content_end -= 1
        braces = [
            make_word("sign", place, place + 1, text[place])
            for place in range(content_end, end)
            if text[place] in "{}"
        ]
        content_end = content_end if braces else end
        self.repaired.append(
            make_word("STRING", word.start, content_end, text[word.start : content_end] + '"')
        )
        self.repaired += braces
        stop = index + 1
        while stop < len(self.words) and self.words[stop].start < end:
            stop += 1
        return self._continuation(stop) if missing == "closing" else stop

    def _continuation(self, index: int) -> int:
        """Skip the rest of a text that was written over several lines."""
        text = self.source.text
        stop = index
        for _ in range(_MAX_LINES_OF_TEXT):
            if stop >= len(self.words) or self.words[stop].text in FIRM:
                return index
            line_end = text.find("\n", self.words[stop].start)
            line_end = len(text) if line_end < 0 else line_end
            line: list[Word] = []
            while stop < len(self.words) and self.words[stop].start < line_end:
                line.append(self.words[stop])
                stop += 1
            if line[0].text in ("en", "de", "}") or "{" in [word.text for word in line]:
                return index
            quotes = text.count('"', line[0].start, line_end)
            if quotes % 2:
                # The line holds the end of the text, and perhaps more after it.
                self.repaired += _after_quote(self.source, line[0].start, line_end)
                return stop
        return index


def _after_quote(source: SourceFile, start: int, end: int) -> list[Word]:
    """Return the words after the first quote of a line."""
    offset = source.text.index('"', start) + 1
    rest = scan(source.text[offset:end]).words
    return [
        word._replace(start=word.start + offset, end=word.end + offset)
        for word in rest
        if word.kind not in FAULTY_KINDS
    ]


def _described(character: str) -> str:
    name = unicodedata.name(character, "").lower()
    return f"the character U+{ord(character):04X}{f' ({name})' if name else ''}"
