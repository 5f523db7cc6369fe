"""From the text of one rule file to its syntax tree.

A source file comes in; its tree goes out, and beside it everything that is wrong with its syntax.
"""

from __future__ import annotations

from attrs import evolve

from wtrules.diagnostics import Diagnostic, Label, sort_key
from wtrules.source import (
    MAX_LINE,
    SourceFile,
    Span,
    find_deep_nesting,
    find_long_line,
)
from wtrules.syntax.machine import Halt, Machine
from wtrules.syntax.mistakes import MAX_FAULTS, report
from wtrules.syntax.nodes import Comment, File
from wtrules.syntax.scan import Word, scan
from wtrules.syntax.tables import tables
from wtrules.syntax.tree import TreeBuilder


def parse(source: SourceFile) -> tuple[File, tuple[Diagnostic, ...]]:
    """Return the tree of *source* and what is wrong with its syntax.

    Clauses with a fault are left out of the tree, or in it as they were most likely meant; all
    the rest is there.
    """
    too_much = _beyond_limits(source)
    if too_much is not None:
        return File((), span=Span(source, 0, len(source.text))), (too_much,)
    words, comments, is_clean = scan(source.text)
    faults: list[Diagnostic] = []
    if not is_clean or not _is_balanced(words):
        from wtrules.syntax.slips import mend_braces, mend_words

        words, more_comments, faults = mend_words(source, words)
        words, brace_faults = mend_braces(source, words)
        faults += brace_faults
        comments = sorted([*comments, *more_comments], key=lambda word: word.start)
    machine = Machine(tables(), TreeBuilder(source), words, source.text)
    is_whole = len(faults) < MAX_FAULTS
    if machine.run() is Halt.END:
        file: File = machine.values[-1]
    else:
        from wtrules.syntax.recovery import Recovery

        recovery = Recovery(machine, source, faults)
        file = recovery.run()
        is_whole = not recovery.gave_up
    faults.sort(key=sort_key)
    if not is_whole:
        faults.append(report("too-many-faults", faults[-1].primary, count=len(faults)))
    return _with_comments(file, comments), tuple(faults)


def _is_balanced(words: list[Word]) -> bool:
    depth = 0
    for word in words:
        if word.text == "{":
            depth += 1
        elif word.text == "}":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def _beyond_limits(source: SourceFile) -> Diagnostic | None:
    span = find_long_line(source)
    if span is not None:
        return _limit("long-line", span)
    span = find_deep_nesting(source)
    return _limit("deep-nesting", span) if span is not None else None


def _limit(code: str, span: Span) -> Diagnostic:
    return report(code, Label(span), limit=f"{MAX_LINE:,}")


def _with_comments(file: File, comments: list[Word]) -> File:
    if not comments:
        return file
    source = file.span.source
    kept = tuple(Comment(c.text, span=Span(source, c.start, c.end)) for c in comments)
    return evolve(file, comments=kept)
