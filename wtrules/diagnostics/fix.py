"""Fixes: changes to a rule file that do what a help line says, as values.

A fix is made where the mistake is found. An editor offers it, `wtrules validate --fix` applies it if
it is safe, and programs find it in the JSON and SARIF reports. `apply` puts several of them together.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from attrs import evolve, field, frozen

from wtrules.phrase import phrase, shown
from wtrules.source import SourceFile, Span
from wtrules.value import Value


@frozen
class TextEdit(Value):
    """New text for a place in a rule file: at an empty place it is added, if empty it deletes."""

    span: Span
    text: str = ""


@frozen
class Fix(Value):
    """A change that removes a mistake; all its edits belong together.

    `title` says what it does; `help` is the sentence shown below the mistake, by default the title. A fix
    that is made without a sentence gets the one of the diagnostic that proposes it.
    It is safe if there is nothing else the author can have meant: then it may be applied unasked.
    """

    title: str = field(converter=shown)
    edits: tuple[TextEdit, ...]
    is_safe: bool = False
    help: str = field(converter=shown, kw_only=True)

    @help.default
    def _title(self) -> str:
        return self.title

    def explained(self, help: str = "") -> Fix:
        """Return the fix with a sentence, *help* or what the edit does, if it has none of its own."""
        if self.help:
            return self
        help = help or _sentence(self.edits[0])
        return evolve(self, title=self.title or help, help=help)


# What to do about a mistake: a sentence, or a fix, whose sentence is shown; None is left out.
Advice = str | Fix | None


def fix(edits: tuple[TextEdit, ...], help: str = "", is_safe: bool = False) -> Fix:
    """Return a fix with a title that says what the edits do; *help* if there are several."""
    return Fix(_described(edits[0]) if len(edits) == 1 else help, edits, is_safe, help=help)


def replace(at: Span, text: str, help: str = "", is_safe: bool = False) -> Fix:
    """Return the fix that writes *text* in place of what is there."""
    return fix((TextEdit(at, text),), help, is_safe)


def delete(at: Span, help: str = "", is_safe: bool = False) -> Fix:
    """Return the fix that deletes a place, with the blanks or the lines that it leaves empty."""
    return fix((deletion(at),), help, is_safe)


def insert(at: Span, text: str, help: str = "", is_safe: bool = False) -> Fix:
    """Return the fix that adds *text* right before a place."""
    edit = TextEdit(Span(at.source, at.start, at.start), text)
    return fix((edit,), help, is_safe)


def append(at: Span, text: str, help: str = "", is_safe: bool = False) -> Fix:
    """Return the fix that adds *text* right after a place."""
    return insert(Span(at.source, at.end, at.end), text, help, is_safe)


def begin_block(header: Span, line: str, help: str = "", is_safe: bool = False) -> Fix | None:
    """Return the fix that adds a line at the start of the block that follows its header."""
    source = header.source
    brace = source.text.find("{", header.end)
    if brace < 0 or re.search(r'[\n"#}]', source.text[header.end : brace]):
        return None
    rest = source.text[brace + 1 :].split("\n", 1)[0]
    if rest.strip() and not rest.strip().startswith("#"):
        text, at = f" {line}", brace + 1
    else:
        at = brace + 1 + len(rest)
        text = f"\n{_indent(source, header.start)}  {line}"
    return fix((TextEdit(Span(source, at, at), text),), help, is_safe)


def delete_entry(at: Span, help: str = "", is_safe: bool = False, keyword: str = "") -> Fix:
    """Return the fix that deletes an entry of a list with its comma.

    If it is the only one, what begins the list, a regular expression, is deleted too: `after x`.
    """
    text = at.source.text
    before = len(text[: at.start].rstrip())
    after = at.end + len(text[at.end :]) - len(text[at.end :].lstrip())
    if before and text[before - 1] == ",":
        return delete(Span(at.source, before - 1, at.end), help, is_safe)
    if text[after : after + 1] == ",":
        return delete(Span(at.source, at.start, after + 1), help, is_safe)
    line = text.rfind("\n", 0, before) + 1
    head = re.search(f"(?:{keyword})$", text[line:before]) if keyword else None
    return delete(Span(at.source, line + head.start() if head else at.start, at.end), help, is_safe)


def one_of(at: Span, texts: Iterable[str], help: str = "", most: int = 8) -> list[Fix]:
    """Return a fix for each text that can be written in place of what is there, if there are few."""
    found = [replace(at, text, help) for text in texts]
    return found if len(found) <= most else []


def word_before(at: Span) -> Span:
    """Return the word before a place."""
    end = len(at.source.text[: at.start].rstrip())
    start = end
    while start > 0 and not at.source.text[start - 1].isspace():
        start -= 1
    return Span(at.source, start, end)


def deletion(at: Span) -> TextEdit:
    """Return the edit that deletes a place, with the blanks or the lines that it leaves empty."""
    text, start, end = at.source.text, at.start, at.end
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    while end < len(text) and text[end] in " \t":
        end += 1
    is_first = start == 0 or text[start - 1] == "\n"
    is_last = end == len(text) or text[end] == "\n"
    if is_first and is_last:
        return TextEdit(Span(at.source, start, min(end + 1, len(text))))
    if is_last:
        return TextEdit(Span(at.source, start, at.end))
    if start < at.start or is_first:
        # The blanks before it stay, and the indentation if it is the first on its line.
        return TextEdit(Span(at.source, at.start, end))
    runs_on = end == at.end and text[start - 1].isalnum() and text[end].isalnum()
    return TextEdit(at, " " if runs_on else "")


def apply(source: SourceFile, edits: Iterable[TextEdit]) -> SourceFile:
    """Return a file with edits applied; none of them overlap."""
    parts, place = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        parts += [source.text[place : edit.span.start], edit.text]
        place = edit.span.end
    return evolve(source, text="".join(parts) + source.text[place:])


def compatible(fixes: Iterable[Fix]) -> list[Fix]:
    """Return the fixes that can be applied together: of those that overlap, the first."""
    chosen: list[Fix] = []
    # By file and in the order of the text: only the neighbours of a place can touch it.
    taken: dict[str, list[Span]] = {}
    for fix in fixes:
        spans = [edit.span for edit in fix.edits]
        if not any(_touches(span, taken.get(span.source.path, [])) for span in spans):
            chosen.append(fix)
            for span in spans:
                insort(taken.setdefault(span.source.path, []), span, key=_place)
    return chosen


def _touches(span: Span, others: list[Span]) -> bool:
    """Whether a place touches one of others, which touch one another at most within one fix."""
    at = bisect_left(others, _place(span), key=_place)
    return any(_touch(span, other) for other in others[max(0, at - 3) : at + 3])


def _place(span: Span) -> tuple[int, int]:
    return span.start, span.end


def apply_to_bytes(data: bytes, edits: Sequence[TextEdit]) -> bytes:
    """Return the bytes of a file with edits applied; all other bytes stay as they are.

    Spans count a line ending as one character and no byte order mark, as `SourceFile` does. New lines
    end like the first line of the file.
    """
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    text = data[len(mark) :].decode("utf-8")
    ends = [match.start() for match in re.finditer("\r\n", text)]
    # Where each pair of characters is that counts as one: the number before a place is its shift.
    places = [end - shift for shift, end in enumerate(ends)]
    newline = "\r\n" if ends and ends[0] < (text.find("\n") % (len(text) + 1)) else "\n"

    def raw(offset: int) -> int:
        return offset + bisect_left(places, offset)

    parts, place = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        start, end = raw(edit.span.start), raw(edit.span.end)
        parts += [text[place:start], edit.text.replace("\n", newline)]
        place = end
    return mark + ("".join(parts) + text[place:]).encode()


def _described(edit: TextEdit) -> str:
    old, new = _shown(edit.span.text), _shown(edit.text)
    if not old:
        return phrase("add `{new}`", new=new)
    return (
        phrase("replace `{old}` with `{new}`", old=old, new=new)
        if new
        else phrase("remove `{old}`", old=old)
    )


def _sentence(edit: TextEdit) -> str:
    new = edit.text.strip()
    if not new:
        return "remove it"
    return phrase("write `{text}`" if edit.span.text else "add `{text}`", text=new)


def _touch(a: Span, b: Span) -> bool:
    """Whether two places overlap, or are the same empty place."""
    if a.source != b.source:
        return False
    if a.start == a.end or b.start == b.end:
        return max(a.start, b.start) <= min(a.end, b.end)
    return max(a.start, b.start) < min(a.end, b.end)


def _indent(source: SourceFile, offset: int) -> str:
    """Return the blanks at the beginning of a line."""
    line = source.line_text(source.position(offset).line)
    return line[: len(line) - len(line.lstrip())]


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:58]}…"
