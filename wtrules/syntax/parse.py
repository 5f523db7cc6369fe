"""From the text of one rule file to its syntax tree.

A source file comes in; its tree goes out, together with the diagnostics of all syntax errors.
Trees of files without errors are cached; the modules of the parser are imported when it runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wtrules.diagnostics import Diagnostic, report, sort_key
from wtrules.source import MAX_LINE, SourceFile, Span, find_deep_nesting, find_long_line
from wtrules.syntax import tree_cache
from wtrules.syntax.nodes import Comment, File

if TYPE_CHECKING:
    from wtrules.syntax.scan import Word


def parse(source: SourceFile) -> tuple[File, tuple[Diagnostic, ...]]:
    """Return the tree of *source* and its syntax errors.

    A clause with an error is left out of the tree, or in it as it was most likely meant; all the
    rest is in the tree.
    """
    file = tree_cache.find(source)
    if file is not None:
        return file, ()
    file, faults = _parse(source)
    if not faults:
        tree_cache.keep(file)
    return file, tuple(faults)


def _parse(source: SourceFile) -> tuple[File, list[Diagnostic]]:
    from wtrules.syntax.from_grammar import tables
    from wtrules.syntax.machine import Halt, Machine
    from wtrules.syntax.scan import MAX_WORDS, scan
    from wtrules.syntax.tree import Builder

    nothing = File((), span=Span(source, 0, len(source.text)))
    if (excess := find_long_line(source)) is not None:
        return nothing, [report("long-line", excess, limit=MAX_LINE)]
    if (excess := find_deep_nesting(source)) is not None:
        return nothing, [report("deep-nesting.syntax", excess)]
    words, comments, is_clean, is_whole = scan(source.text)
    if is_clean and not is_whole:
        excess = Span(source, words[-1].start, words[-1].end)
        return nothing, [report("too-many-words", excess, limit=MAX_WORDS)]
    faults: list[Diagnostic] = []
    if not is_clean or not _is_balanced(words):
        from wtrules.syntax.recovery.braces import repair_braces
        from wtrules.syntax.recovery.words import repair_words
        from wtrules.syntax.recovery.work import MAX_FAULTS

        words, more_comments, faults = repair_words(source, words)
        if not is_whole:
            return nothing, [*faults, _more_may_follow(faults)]
        words, brace_faults = repair_braces(source, words)
        faults += brace_faults
        comments = sorted([*comments, *more_comments], key=lambda word: word.start)
        is_whole = len(faults) < MAX_FAULTS
    if "\\" in source.text:
        from wtrules.syntax.recovery.words import unknown_escapes

        faults += unknown_escapes(source, words)
    machine = Machine(tables(), Builder(source), words, source.text)
    if machine.run() is Halt.END:
        file: File = machine.values[-1]
    else:
        from wtrules.syntax.recovery.recover import Recovery

        recovery = Recovery(machine, source, faults)
        file = recovery.run()
        is_whole = not recovery.gave_up
    faults.sort(key=sort_key)
    if not is_whole:
        faults.append(_more_may_follow(faults))
    return _with_comments(file, comments), faults


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


def _more_may_follow(faults: list[Diagnostic]) -> Diagnostic:
    last = faults[-1].primary
    assert last is not None
    return report("too-many-faults", last.span, label=last.message, count=len(faults))


def _with_comments(file: File, comments: list[Word]) -> File:
    if not comments:
        return file
    source = file.span.source
    kept = tuple(Comment(c.text, span=Span(source, c.start, c.end)) for c in comments)
    return evolve(file, comments=kept)
