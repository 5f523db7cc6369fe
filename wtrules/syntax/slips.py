"""Slips that show before any rule is read: in single words, and in the braces.

The words of a file come in; words that can be read go out, with a report of what was mended.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Any

from attrs import define

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
)
from wtrules.syntax.vocabulary import FIRM, HOMES, OPENERS

_MAX_LINES_OF_TEXT = 10


# --- single words ----------------------------------------------------------------------------


def mend_words(
    source: SourceFile, words: list[Word]
) -> tuple[list[Word], list[Word], list[Diagnostic]]:
    """Return words that can be read, comments found on the way, and a report per faulty word."""
    mender = _Mender(source, words)
    mender.run()
    return mender.mended, mender.comments, mender.faults


class _Mender:
    def __init__(self, source: SourceFile, words: list[Word]) -> None:
        self.source = source
        self.words = words
        self.mended: list[Word] = []
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
                self.mended.append(word)
                index += 1
            elif word.kind == STRAY:
                index = self._stray(index)
            else:
                self._single(word)
                index += 1

    def _broken_lines(self) -> dict[int, str]:
        """Return the words where lines begin to be text with one quote only: the other is missing."""
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
                # Nothing follows the quote: it ends a text that began behind the language.
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
            self.mended.append(make_word("INT", start, end, text.partition(".")[0]))
        elif word.kind == WRONG_QUOTES:
            self._report("wrong-quotes", start, end, word=f"`{text[0]}` and `{text[-1]}`")
            self.mended.append(make_word("STRING", start, end, text))
        elif word.kind == WRONG_SIGN:
            right = OTHER_SIGNS[text]
            self._report("wrong-operator", start, end, word=text, right=right)
            self.mended.append(make_word("NAME" if right.isalpha() else "sign", start, end, right))

    def _stray(self, index: int) -> int:
        """Report a character that means nothing, or a few of them in a row."""
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
        self.mended.append(
            make_word("STRING", word.start, content_end, text[word.start : content_end] + '"')
        )
        self.mended += braces
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
                self.mended += _after_quote(self.source, line[0].start, line_end)
                return stop
        return index


def _after_quote(source: SourceFile, start: int, end: int) -> list[Word]:
    """Return the words after the first quote of a line."""
    from wtrules.syntax.scan import scan

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


# --- braces ----------------------------------------------------------------------------------


@define
class _Open:
    index: int
    indent: int


@define
class _Repair:
    """Braces to leave out, and braces to put in before a word, each with its other end."""

    surplus: list[int]
    missing_close: list[tuple[int, int]]  # before which word, for which opening brace
    missing_open: dict[int, int]  # after which word -> the brace that closes what it opens


def mend_braces(source: SourceFile, words: list[Word]) -> tuple[list[Word], list[Diagnostic]]:
    """Return words whose braces match, and a report per brace that did not."""
    words, doubled = _without_doubles(source, words)
    opened = sum(word.text == "{" for word in words)
    closed = sum(word.text == "}" for word in words)
    repair = _by_indentation(source, words, opened - closed)
    found = len(repair.missing_close) - len(repair.surplus)
    if found != opened - closed:
        repair = _by_count(words)
    return _mended(words, repair), [*doubled, *_reports(source, words, repair)]


def _without_doubles(source: SourceFile, words: list[Word]) -> tuple[list[Word], list[Diagnostic]]:
    """Leave out the second of two opening braces if a closing one is missing."""
    surplus = sum(word.text == "{" for word in words) - sum(word.text == "}" for word in words)
    kept: list[Word] = []
    faults: list[Diagnostic] = []
    for word in words:
        if surplus > 0 and kept and word.text == kept[-1].text == "{":
            label = Label(Span(source, word.start, word.end))
            advice = "delete it; the block has been opened already"
            faults.append(report("stray-punctuation", label, word="{", advice=advice))
            surplus -= 1
        else:
            kept.append(word)
    return kept, faults


def _by_count(words: list[Word]) -> _Repair:
    repair = _Repair([], [], {})
    stack: list[int] = []
    for index, word in enumerate(words):
        if word.text == "{":
            stack.append(index)
        elif word.text == "}":
            if stack:
                stack.pop()
            else:
                repair.surplus.append(index)
    repair.missing_close = [(len(words), index) for index in reversed(stack)]
    return repair


def _by_indentation(source: SourceFile, words: list[Word], surplus_open: int) -> _Repair:
    """Find out from the indentation where braces are missing or too many.

    What belongs to a block is indented deeper than the line the block begins on.
    """
    text = source.text
    repair = _Repair([], [], {})
    stack: list[_Open] = []
    closed: tuple[int, _Open] | None = None  # the last brace that closed, and what
    line_start = indent = clause_indent = 0
    line_end = -1
    for index, word in enumerate(words):
        is_first = word.start > line_end
        if is_first:
            line_start = text.rfind("\n", 0, word.start) + 1
            line_end = text.find("\n", word.start)
            line_end = len(text) if line_end < 0 else line_end
            indent = word.start - line_start
            if indent < clause_indent or word.text == "}" or _begins_clause(words, index):
                clause_indent = indent  # else the line goes on with the clause before it
            if closed and surplus_open < 0 and closed[0] == index - 1:
                # Deeper than the block that was just closed: it was closed too early.
                if indent > closed[1].indent and word.text != "}":
                    repair.surplus.append(closed[0])
                    stack.append(closed[1])
        if word.text == "{":
            stack.append(_Open(index, clause_indent))
        elif word.text == "}":
            if is_first and surplus_open > 0:
                while len(stack) > 1 and stack[-1].indent > indent:
                    repair.missing_close.append((index, stack.pop().index))
            is_deeper = bool(stack) and is_first and indent > stack[-1].indent
            if not stack or (
                surplus_open < 0
                and (is_deeper or _is_in_midst(words, stack[-1], index, line_start))
            ):
                repair.surplus.append(index)
            else:
                closed = (index, stack.pop())
        elif is_first and surplus_open > 0 and _begins_clause(words, index):
            while stack and stack[-1].indent >= indent:
                repair.missing_close.append((index, stack.pop().index))
    for index in repair.surplus:
        column = words[index].start - (text.rfind("\n", 0, words[index].start) + 1)
        header = _header_without_brace(source, words, index, column)
        if header is not None and header not in repair.missing_open:
            repair.missing_open[header] = index
    repair.missing_close += [(len(words), opening.index) for opening in reversed(stack)]
    return repair


def _begins_clause(words: list[Word], index: int) -> bool:
    """Whether the first word of a line begins a clause or item, as far as can be told."""
    is_header = index + 1 < len(words) and words[index + 1].text == "{"
    return is_header or words[index].text in HOMES or words[index].text == "add"


def _is_in_midst(words: list[Word], opening: _Open, index: int, line_start: int) -> bool:
    """Whether a closing brace stands in the middle of a clause on a line of its block."""
    is_on_line = index > 0 and words[index - 1].start >= line_start
    if not is_on_line or words[opening.index].start >= line_start or index + 1 >= len(words):
        return False
    after = words[index + 1]
    return (
        after.text not in ("else", "or", "}")
        and after.text not in HOMES
        and (after.start - words[index].end < 3)
    )


def _header_without_brace(
    source: SourceFile, words: list[Word], brace: int, indent: int
) -> int | None:
    """Return the last word of the line that a surplus brace would close, if it opens nothing."""
    text = source.text
    index = brace - 1
    while index >= 0:
        word = words[index]
        line = text.rfind("\n", 0, word.start) + 1
        last = index
        while index > 0 and words[index - 1].start >= line:
            index -= 1
        column = words[index].start - line
        if column < indent:
            return None
        if column == indent:
            texts = [word.text for word in words[index : last + 1]]
            is_header = texts[0] in OPENERS or (len(texts) == 1 and texts[0].isidentifier())
            return last if is_header and "{" not in texts and "}" not in texts else None
        index -= 1
    return None


def _mended(words: list[Word], repair: _Repair) -> list[Word]:
    # A header without its brace gets one, and so its closing brace is none too many.
    surplus = set(repair.surplus) - set(repair.missing_open.values())
    closing: dict[int, int] = {}
    for before, _ in repair.missing_close:
        closing[before] = closing.get(before, 0) + 1
    mended: list[Word] = []
    for index, word in enumerate(words):
        if index in closing:
            mended += [_made("}", mended)] * closing[index]
        if index not in surplus:
            mended.append(word)
        if index in repair.missing_open:
            mended.append(_made("{", mended))
    mended += [_made("}", mended)] * closing.get(len(words), 0)
    return mended


def _made(text: str, before: list[Word]) -> Word:
    offset = before[-1].end if before else 0
    return make_word("sign", offset, offset, text)


def _reports(source: SourceFile, words: list[Word], repair: _Repair) -> list[Diagnostic]:
    def label(index: int, message: str = "") -> Label:
        return Label(Span(source, words[index].start, words[index].end), message)

    reports: list[Diagnostic] = []
    explained = set(repair.missing_open.values())
    for header in list(repair.missing_open)[:MAX_FAULTS]:
        after = f"`{words[header].text}`"
        reports.append(
            report("missing-brace", label(header, "`{` is missing after this"), after=after)
        )
    surplus = [index for index in repair.surplus if index not in explained]
    reports += [report("surplus-brace", label(index)) for index in surplus[:MAX_FAULTS]]
    places: dict[int, list[int]] = {}
    for before, opening in repair.missing_close:
        places.setdefault(before, []).append(opening)
    for before, openings in list(places.items())[:MAX_FAULTS]:
        if before < len(words):
            primary = label(before, "`}` is missing before this")
        else:
            primary = label(len(words) - 1, "`}` is missing after this")
        related = tuple(label(opening, "the block begins here") for opening in openings[:3])
        reports.append(report("unclosed-block", primary, related))
    return reports[:MAX_FAULTS]
