"""Braces that are missing or too many.

The words of a file come in; words whose braces match go out, with a diagnostic for each repair.
"""

from __future__ import annotations

from collections import defaultdict

from attrs import define, field, frozen

from wtrules.diagnostics import Diagnostic, Label, TextEdit, report, wording
from wtrules.diagnostics.fix import delete, fix, insert
from wtrules.source import SourceFile, Span
from wtrules.syntax.recovery.work import MAX_FAULTS
from wtrules.syntax.scan import Word, make_word
from wtrules.syntax.vocabulary import HOMES, OPENERS
from wtrules.value import Value


@frozen
class _Block(Value):
    """A block: its opening brace, and how far the line on which it begins is indented."""

    opening: int
    indent: int


@define
class _Repair:
    """Braces to leave out, and braces to insert, each with its other end."""

    surplus: list[int] = field(factory=list)
    # Before which word -> the braces that are closed there.
    missing_close: dict[int, list[int]] = field(factory=lambda: defaultdict(list))
    # After which word -> the brace that closes what it opens.
    missing_open: dict[int, int] = field(factory=dict)

    @property
    def surplus_open(self) -> int:
        """How many more opening than closing braces there are, according to this repair."""
        return sum(map(len, self.missing_close.values())) - len(self.surplus)


def repair_braces(source: SourceFile, words: list[Word]) -> tuple[list[Word], list[Diagnostic]]:
    """Return words whose braces match, and a diagnostic for each brace that did not."""
    words, doubled = _without_doubles(source, words)
    surplus_open = _surplus_open(words)
    repair = _by_indentation(source, words, surplus_open)
    if repair.surplus_open != surplus_open:
        repair = _by_count(words)
    return _repaired(words, repair), [*doubled, *_reports(source, words, repair)]


def _surplus_open(words: list[Word]) -> int:
    """Return how many more opening than closing braces there are."""
    return sum(word.text == "{" for word in words) - sum(word.text == "}" for word in words)


def _without_doubles(source: SourceFile, words: list[Word]) -> tuple[list[Word], list[Diagnostic]]:
    """Leave out the second of two opening braces if a closing one is missing."""
    surplus = _surplus_open(words)
    kept: list[Word] = []
    faults: list[Diagnostic] = []
    for word in words:
        if surplus > 0 and kept and word.text == kept[-1].text == "{":
            span = Span(source, word.start, word.end)
            faults.append(report("stray-punctuation.opened", span, delete(span, is_safe=True)))
            surplus -= 1
        else:
            kept.append(word)
    return kept, faults


def _by_count(words: list[Word]) -> _Repair:
    repair = _Repair()
    stack: list[int] = []
    for index, word in enumerate(words):
        if word.text == "{":
            stack.append(index)
        elif word.text == "}":
            if stack:
                stack.pop()
            else:
                repair.surplus.append(index)
    repair.missing_close[len(words)] += reversed(stack)
    return repair


def _by_indentation(source: SourceFile, words: list[Word], surplus_open: int) -> _Repair:
    """Find out from the indentation where braces are missing or too many.

    The contents of a block are indented more than the line on which it begins.
    """
    text = source.text
    repair = _Repair()
    stack: list[_Block] = []
    closed, last = -1, _Block(-1, 0)  # the last closing brace, and its block
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
            if surplus_open < 0 and 0 <= closed == index - 1:
                # Indented more than the block that was just closed: it was closed too early.
                if indent > last.indent and word.text != "}":
                    repair.surplus.append(closed)
                    stack.append(last)
        if word.text == "{":
            stack.append(_Block(index, clause_indent))
        elif word.text == "}":
            if is_first and surplus_open > 0:
                while len(stack) > 1 and stack[-1].indent > indent:
                    repair.missing_close[index].append(stack.pop().opening)
            is_deeper = bool(stack) and is_first and indent > stack[-1].indent
            if not stack or (
                surplus_open < 0
                and (is_deeper or _is_inside_clause(words, stack[-1], index, line_start))
            ):
                repair.surplus.append(index)
            else:
                closed, last = index, stack.pop()
        elif is_first and surplus_open > 0 and _begins_clause(words, index):
            while stack and stack[-1].indent >= indent:
                repair.missing_close[index].append(stack.pop().opening)
    for index in repair.surplus:
        line_start = text.rfind("\n", 0, words[index].start) + 1
        if index > 0 and words[index - 1].start >= line_start:
            continue  # what a brace closes begins in the same column, so the brace begins its line
        header = _header_without_brace(source, words, index, words[index].start - line_start)
        if header is not None and header not in repair.missing_open:
            repair.missing_open[header] = index
    repair.missing_close[len(words)] += [block.opening for block in reversed(stack)]
    return repair


def _begins_clause(words: list[Word], index: int) -> bool:
    """Whether the first word of a line seems to begin a clause or item."""
    is_header = index + 1 < len(words) and words[index + 1].text == "{"
    return is_header or words[index].text in HOMES or words[index].text == "add"


def _is_inside_clause(words: list[Word], block: _Block, index: int, line_start: int) -> bool:
    """Whether a closing brace is in the middle of a clause, on a line of its block."""
    is_on_line = index > 0 and words[index - 1].start >= line_start
    if not is_on_line or words[block.opening].start >= line_start or index + 1 >= len(words):
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


def _repaired(words: list[Word], repair: _Repair) -> list[Word]:
    # A header without a brace gets one, so its closing brace is not surplus.
    surplus = set(repair.surplus) - set(repair.missing_open.values())
    closed = repair.missing_close
    repaired: list[Word] = []
    for index, word in enumerate(words):
        if index in closed:
            repaired += [_inserted("}", repaired)] * len(closed[index])
        if index not in surplus:
            repaired.append(word)
        if index in repair.missing_open:
            repaired.append(_inserted("{", repaired))
    repaired += [_inserted("}", repaired)] * len(closed[len(words)])
    return repaired


def _inserted(text: str, before: list[Word]) -> Word:
    offset = before[-1].end if before else 0
    return make_word("sign", offset, offset, text)


def _closing(source: SourceFile, words: list[Word], before: int, openings: list[int]) -> TextEdit:
    """Return the edit that closes blocks before a word, each in the column where it begins."""
    text = source.text
    end = words[before - 1].end
    if before < len(words) and "\n" not in text[end : words[before].start]:
        return TextEdit(Span(source, end, end), " }" * len(openings))
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    lines = ""
    for opening in openings:
        line = source.line_text(source.position(words[opening].start).line)
        lines += "\n" + line[: len(line) - len(line.lstrip())] + "}"
    return TextEdit(Span(source, line_end, line_end), lines)


def _reports(source: SourceFile, words: list[Word], repair: _Repair) -> list[Diagnostic]:
    def span(index: int) -> Span:
        return Span(source, words[index].start, words[index].end)

    reports: list[Diagnostic] = []
    explained = set(repair.missing_open.values())
    for header in list(repair.missing_open)[:MAX_FAULTS]:
        after, end = f"`{words[header].text}`", words[header].end
        opening = insert(Span(source, end, end), " {", is_safe=True)
        reports.append(report("missing-brace", span(header), opening, after=after))
    surplus = [index for index in repair.surplus if index not in explained]
    for index in surplus[:MAX_FAULTS]:
        reports.append(report("surplus-brace", span(index), delete(span(index))))
    places = [(before, openings) for before, openings in repair.missing_close.items() if openings]
    for before, openings in places[:MAX_FAULTS]:
        is_inside = before < len(words)
        begins = wording("unclosed-block.begins")
        fault = report(
            "unclosed-block" if is_inside else "unclosed-block.at-the-end",
            span(before if is_inside else len(words) - 1),
            fix((_closing(source, words, before, openings),)),
            related=[Label(span(opening), begins) for opening in openings[:3]],
        )
        reports.append(fault)
    return reports[:MAX_FAULTS]
