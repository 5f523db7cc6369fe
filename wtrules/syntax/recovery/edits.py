"""Repairs of a list of words, and the same repairs as changes to the text of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import frozen

from wtrules.diagnostics import TextEdit
from wtrules.diagnostics.fix import deletion
from wtrules.source import SourceFile, Span
from wtrules.syntax.scan import Word
from wtrules.value import Value


@frozen
class Edit(Value):
    """Words that replace those from *start* up to *stop*."""

    start: int
    stop: int
    words: tuple[Word, ...] = ()
    is_made_up: bool = False  # the words have no meaning: the clause is parsed and then dropped
    rewind: int | None = None  # the first word of the previous clause, if it is to be parsed again


def text_edits(source: SourceFile, words: Sequence[Word], edit: Edit) -> tuple[TextEdit, ...]:
    """Return an edit as changes to the text; none if its words are made up or it is not clear."""
    if edit.is_made_up:
        return ()
    old = words[edit.start : edit.stop]
    if any("#" in source.text[a.end : b.start] for a, b in pairwise(old)):
        return ()  # a comment would be lost
    before = words[edit.start - 1] if edit.start else None
    after = words[edit.stop] if edit.stop < len(words) else None
    return tuple(_gaps(source, old, edit.words, before, after))


def _gaps(
    source: SourceFile,
    old: Sequence[Word],
    new: Sequence[Word],
    before: Word | None,
    after: Word | None,
) -> Iterator[TextEdit]:
    """Yield the changes between the words that stay."""
    old_words = set(old)
    kept = [word for word in new if word in old_words]
    ends: list[Word | None] = [*kept, None]
    i = j = 0
    for word in ends:
        gone_to = old.index(word, i) if word is not None else len(old)
        new_to = new.index(word, j) if word is not None else len(new)
        gone, added = old[i:gone_to], new[j:new_to]
        if gone or added:
            yield _change(source, gone, added, before, word or after)
        if word is not None:
            before, i, j = word, gone_to + 1, new_to + 1


def _change(
    source: SourceFile,
    gone: Sequence[Word],
    added: Sequence[Word],
    before: Word | None,
    after: Word | None,
) -> TextEdit:
    text = spaced(word.text for word in added)
    if gone:
        span = Span(source, gone[0].start, gone[-1].end)
        return TextEdit(span, separated(span, text)) if added else deletion(span)
    if after is not None and (
        before is None or _is_first(source, after) or added[0].start > before.end
    ):
        return TextEdit(Span(source, after.start, after.start), f"{text} ")
    end = before.end if before is not None else 0
    gap = "" if text in (",", ")") else " "
    follows = source.text[end : end + 1]
    more = " " if follows and not follows.isspace() and follows not in ",)" else ""
    return TextEdit(Span(source, end, end), f"{gap}{text}{more}")


def _is_first(source: SourceFile, word: Word) -> bool:
    """Whether a word is the first of its line, or of a block on one line."""
    line = source.text[source.text.rfind("\n", 0, word.start) + 1 : word.start]
    return not line.strip() or line.rstrip().endswith(("{", "}"))


def spaced(words: Iterable[str]) -> str:
    """Return words with the blanks that people write between them."""
    text = " ".join(words)
    for sign in (",", ")"):
        text = text.replace(f" {sign}", sign)
    return text.replace("( ", "(")


def separated(span: Span, text: str) -> str:
    """Return *text* with blanks around it where it would run into the words next to a place."""
    around = span.source.text
    left = around[span.start - 1 : span.start] if span.start else ""
    right = around[span.end : span.end + 1]
    is_word = text[:1].isalnum(), text[-1:].isalnum()
    first = " " if is_word[0] and (left.isalnum() or left in "_-.") and left else ""
    last = " " if is_word[1] and (right.isalnum() or right in "_-.") and right else ""
    return f"{first}{text}{last}"
