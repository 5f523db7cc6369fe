"""Excerpts of rule files with mistakes underlined, as lines of text.

Labels come in; snippets go out: some lines of one file, in which each label is underlined at the
right screen column, whatever tabs, wide letters or accents come before it.
"""

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from attrs import frozen

from wtrules.diagnostics.diagnostic import Label
from wtrules.phrase import phrase
from wtrules.safe_text import HIDDEN, safe
from wtrules.source import SourceFile
from wtrules.texts.phrases import in_language
from wtrules.value import Value

TAB = 4
WIDTH = 100  # screen columns of a source line before it is clipped
_LEAD = 30  # columns kept in front of a label when its line is clipped
_NEAR = 4  # labels at most this many lines apart share a snippet


@frozen
class Mark(Value):
    """The underlining of one label below its line."""

    column: int
    width: int
    message: str
    primary: bool


@frozen
class Row(Value):
    """One line of source with its marks; one without a number means that lines are left out."""

    number: int | None
    text: str = ""
    marks: tuple[Mark, ...] = ()


@frozen
class Snippet(Value):
    """Rows of one file, and the label whose place is its heading."""

    head: Label
    rows: tuple[Row, ...]

    @property
    def last_number(self) -> int:
        """The highest line number shown."""
        return max(row.number or 0 for row in self.rows)


def snippets(
    primary: Label | None, related: Sequence[Label], language: str = "en"
) -> list[Snippet]:
    """Return the snippets for some labels: the one with *primary* first, then in the given order."""
    labels = list(dict.fromkeys([*([primary] if primary else []), *related]))
    groups: list[list[Label]] = []
    by_line = sorted(labels, key=lambda label: label.span.line)
    files: dict[str, list[Label]] = {}
    for label in by_line:
        files.setdefault(label.span.source.path, []).append(label)
    for members in files.values():
        last = None
        for label in members:
            if last is None or label.span.line - last > _NEAR:
                groups.append([])
            groups[-1].append(label)
            last = label.span.line
    heads = [(min(group, key=labels.index), group) for group in groups]
    heads.sort(key=lambda pair: labels.index(pair[0]))
    return [Snippet(head, tuple(_rows(group, primary, language))) for head, group in heads]


def _rows(labels: Sequence[Label], primary: Label | None, language: str) -> Iterator[Row]:
    source = labels[0].span.source
    lines: dict[int, list[Label]] = {}
    for label in labels:
        lines.setdefault(label.span.line, []).append(label)
    previous: int | None = None
    for number, members in lines.items():
        if previous is not None and number - previous == 2:
            yield from _line_rows(source, number - 1, [], primary, language)
        elif previous is not None and number - previous > 2:
            yield Row(None)
        yield from _line_rows(source, number, members, primary, language)
        previous = number


def _line_rows(
    source: SourceFile,
    number: int,
    labels: Iterable[Label],
    primary: Label | None,
    language: str,
) -> Iterator[Row]:
    """Yield a line with its labels: once, unless it is so long that they need several windows."""
    cells, edges = _columns(source.line_text(number))
    total = edges[-1]
    waiting = sorted(labels, key=lambda label: (label.span.start, label.span.end))
    while True:
        low, high = 0, total
        if total > WIDTH:
            start = edges[waiting[0].span.column - 1] if waiting else 0
            low = min(max(start - _LEAD, 0), total - WIDTH)
            high = low + WIDTH
        first, last = bisect_left(edges, low), bisect_right(edges, high) - 1
        shift = edges[first] - (1 if low else 0)
        text = "".join(shown for shown, _ in cells[first:last])
        text = ("…" if low else "") + text + ("…" if high < total else "")
        marks = []
        later = []
        for label in waiting:
            begin = edges[label.span.column - 1]
            if begin > edges[last] or (begin == edges[last] and high < total):
                later.append(label)
                continue
            end, note = _end_on_line(label, edges, cells)
            width = max(min(end, edges[last]) - begin, 1)
            message = f"{label.message} {in_language(note, language)}".strip()
            marks.append(Mark(begin - shift, width, message, label == primary))
        yield Row(number, text.rstrip(), tuple(marks))
        if not later:
            return
        waiting = later


def _end_on_line(
    label: Label, edges: Sequence[int], cells: Sequence[tuple[str, int]]
) -> tuple[int, str]:
    """Return the screen column where a label ends, and a note if it goes on below."""
    span = label.span
    end = span.end_position
    if end.line == span.line:
        return edges[end.column - 1], ""
    index = len(cells)
    while index > span.column and cells[index - 1][0].isspace():
        index -= 1
    last_line = end.line - 1 if end.column == 1 else end.line
    note = phrase("(to line {line})", line=last_line) if last_line > span.line else ""
    return edges[index], note


@lru_cache(maxsize=8)  # one long line may have thousands of mistakes
def _columns(line: str) -> tuple[list[tuple[str, int]], list[int]]:
    """Return the characters of a line as they are shown, and the screen columns between them."""
    cells = list(_cells(line))
    return cells, [0, *accumulate(width for _, width in cells)]


def _cells(line: str) -> Iterator[tuple[str, int]]:
    """Yield each character as it is shown, with the number of screen columns it takes."""
    column = 0
    for character in line:
        if character == "\t":
            width = TAB - column % TAB
            shown = " " * width
        elif character.isascii() and character.isprintable():
            width, shown = 1, character
        elif HIDDEN.match(character):
            shown = safe(character)
            width = len(shown)
        elif unicodedata.category(character) in ("Mn", "Me", "Cf"):
            # A soft hyphen is the one format character that terminals give a column.
            width, shown = int(character == "\xad"), character
        elif character.isspace():  # a blank of another width
            width, shown = 1, " "
        else:
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            shown = character
        column += width
        yield shown, width
