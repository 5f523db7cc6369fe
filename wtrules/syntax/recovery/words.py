"""Errors in single words: wrong quotes, unclosed texts, foreign comments, stray characters.

The words of a file come in; words that can be parsed go out, with a diagnostic for each repair.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice, pairwise
from typing import Any

from wtrules.diagnostics import Diagnostic, Fix, report, wording
from wtrules.diagnostics.fix import delete, insert, replace
from wtrules.phrase import Verbatim
from wtrules.source import SourceFile, Span
from wtrules.syntax.recovery.edits import separated
from wtrules.syntax.recovery.work import MAX_FAULTS
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
    split,
)
from wtrules.syntax.vocabulary import FIRM

_MAX_LINES_OF_TEXT = 10
_UNCLEAR_SIGNS = {"=>", "…", "..."}  # an arrow, or something left out, may be meant
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
    escapes = (
        Span(source, word.start + escape.start(), word.start + escape.end())
        for word in words
        if word.kind == "STRING"
        for escape in _ESCAPE.finditer(source.text[word.start : word.end])
        if escape[1] not in '"\\'
    )
    return [
        report("unknown-escape", span, replace(span, f"\\{span.text}"), word=span.text)
        for span in islice(escapes, MAX_FAULTS)
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

    def _report(self, name: str, at: Span, change: Fix | None, **values: Any) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(report(name, at, change, **values))

    def _write(self, name: str, at: Word, text: str, is_safe: bool, **values: Any) -> None:
        """Report a word in whose place something else must be written."""
        span = Span(self.source, at.start, at.end)
        change = replace(span, separated(span, text), is_safe=is_safe)
        self._report(name, span, change, **values)

    def _as_comment(self, word: Word) -> Fix | None:
        """Return the fix that makes a comment of another language one of ours, if it ends its line."""
        source, text = self.source, word.text
        after = source.text[word.end : source.text.find("\n", word.end) % (len(source.text) + 1)]
        if text.startswith("/*") and (not text.endswith("*/") or after.strip()):
            return None
        span = Span(source, word.start, word.end)
        indent = " " * (span.column - 1)
        lines = text.removesuffix("*/").strip("/*").strip().splitlines()
        comment = f"\n{indent}".join(f"# {x.strip()}".rstrip() for x in lines)
        return replace(span, comment, is_safe=True)

    def _missing_quote(self, start: int, end: int, missing: str) -> Fix | None:
        """Return the fix that adds a quote, if it is clear where the text begins and ends."""
        text = self.source.text[start:end]
        if missing == "opening":
            at, is_clear = start, text.count('"') == 1
        else:
            at, is_clear = start + len(text.rstrip()), text.count('"') == 1 and "#" not in text
        return insert(Span(self.source, at, at), '"') if is_clear else None

    def _single(self, word: Word) -> None:
        start, end, text = word.start, word.end, word.text
        if word.kind == FOREIGN_COMMENT:
            mark = Span(self.source, start, start + 2)
            self._report("foreign-comment", mark, self._as_comment(word), word=text[:2])
            self.comments += [
                make_word("comment", start, end, f"# {line}".rstrip())
                for line in text.removesuffix("*/").lstrip("/*").strip().splitlines()
            ]
        elif word.kind == DECIMAL:
            whole, _, rest = text.partition(".")
            self._write("decimal-number", word, whole, is_safe=not rest.strip(".0"), word=text)
            self.repaired.append(make_word("INT", start, end, whole))
        elif word.kind == WRONG_QUOTES:
            quoted = '"' + text[1:-1].replace("\\", "\\\\") + '"'
            first, last = text[0], text[-1]
            self._write("wrong-quotes", word, quoted, is_safe=True, first=first, last=last)
            self.repaired.append(make_word("STRING", start, end, text))
        elif word.kind == WRONG_SIGN:
            right = OTHER_SIGNS[text]
            is_safe = text not in _UNCLEAR_SIGNS
            self._write("wrong-operator", word, right, is_safe=is_safe, word=text, right=right)
            (sign,) = split(right, 0, len(right))  # `<=` is a comparison, not a sign like others
            self.repaired.append(make_word(sign.kind, start, end, right))

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
        span = Span(self.source, word.start, self.words[stop - 1].end)
        if word.text in ";.":
            self._report("stray-punctuation", span, delete(span, is_safe=True), word=word.text)
        else:
            is_visible = word.text.isprintable()
            shown = f"`{word.text}`" if is_visible else _described(word.text)
            # What cannot be seen was most likely meant as a blank.
            change = replace(span, "" if is_visible else " ", is_safe=not is_visible)
            self._report("stray-character", span, change, word=shown)
        return stop

    def _unclosed(self, index: int, missing: str) -> int:
        """Report a text without one of its quotes; it ends with its line."""
        text = self.source.text
        word = self.words[index]
        end = text.find("\n", word.start)
        end = len(text) if end < 0 else end
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
        after = self._continuation(stop) if missing == "closing" else stop
        is_whole = after == stop  # the text does not go on in the next line
        quote = self._missing_quote(word.start, content_end, missing) if is_whole else None
        self._report("unclosed-text", Span(self.source, word.start, end), quote, missing=missing)
        return after

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
    return wording(
        "stray-character.invisible",
        ord=ord(character),
        what=Verbatim(f" ({name})" if name else ""),
    )
