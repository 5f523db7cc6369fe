"""Rule files in one layout: a tree comes in, its text in the canonical layout goes out.

Two spaces of indentation, one clause a line, first words of clauses in a column, tables aligned,
lines of up to a hundred characters (a text in quotes is never broken). Blank lines stay, one at
most; comments stay with what they are about. A block that was written on one line stays on it if
it fits and holds only simple clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from wtrules.syntax import nodes as n
from wtrules.syntax.blocks import Section, is_item, item_class, parts_of
from wtrules.syntax.clauses import WIDTHS, deck_line, line_of, manual_line, row_cells
from wtrules.syntax.lines import WIDTH, Line, filled, joined
from wtrules.syntax.wording import Piece, quoted, value

_STEP = "  "
_GROUND_COLUMNS = (27, 40)  # where the sources of a setting begin, at least and at most
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def format_file(file: n.File) -> str:
    """Return the text of *file* in the canonical layout."""
    layout = _Layout(file)
    layout.members(file.members, "")
    layout.comments_before(len(layout.source) + 1, "")
    text = "\n".join(layout.lines)
    return f"{text}\n" if text else ""


class _Layout:
    """The lines written so far, and how much of the source and its comments they cover."""

    def __init__(self, file: n.File) -> None:
        self.source = file.span.source.text
        self.comments = sorted(file.comments, key=lambda comment: comment.span.start)
        self.next = 0  # the first comment not written yet
        self.lines: list[str] = []
        self.written = 0  # the offset up to which the source is written
        self.is_fresh = True  # nothing written in this block yet

    # --- comments and blank lines ---

    def comments_before(self, offset: int, indent: str) -> None:
        """Write the comments before *offset*, each on a line of its own."""
        while self.next < len(self.comments):
            comment = self.comments[self.next]
            if comment.span.start >= offset:
                return
            self.space(comment.span.start)
            self.lines.append(indent + comment.text.rstrip())
            self.written = comment.span.end
            self.is_fresh = False
            self.next += 1

    def comment_behind(self, offset: int) -> None:
        """Write the comment that follows *offset* on the same line after the last line."""
        if self.next >= len(self.comments):
            return
        comment = self.comments[self.next]
        between = self.source[offset : comment.span.start]
        if comment.span.start >= offset and not between.strip(" \t,"):
            self._put_behind(comment)

    def comment_in_header(self, first_child: int) -> None:
        """Write a comment from the line of a block's opening brace after that brace."""
        if self.next >= len(self.comments) or "#" in self.lines[-1].rpartition('"')[2]:
            return
        comment = self.comments[self.next]
        start = comment.span.start
        line = self.source[self.source.rfind("\n", 0, start) + 1 : start]
        if start < first_child and line.strip():
            self._put_behind(comment)

    def _put_behind(self, comment: n.Comment) -> None:
        self.lines[-1] += f"  {comment.text.rstrip()}"
        self.written = comment.span.end
        self.next += 1

    def space(self, offset: int) -> None:
        """Write a blank line before what starts at *offset* if there was one."""
        if self.is_fresh or not self.lines or not self.lines[-1]:
            return
        if _BLANK_LINE.search(self.source, self.written, max(offset, self.written)):
            self.lines.append("")

    def has_comments(self, start: int, end: int) -> bool:
        """Whether there are comments between two offsets that are not written yet."""
        return any(start <= c.span.start < end for c in self.comments[self.next :])

    # --- members of a block ---

    def members(self, members: Sequence[Any], indent: str, width: int = 0) -> None:
        """Write the members of a file or a block, first words padded to *width*."""
        if members and isinstance(members[0], n.Row):
            self._rows(members, indent)
        elif members and isinstance(members[0], n.DeckLine):
            self._deck(members, indent)
        elif members and isinstance(members[0], n.Setting):
            self._settings(members, indent)
        else:
            self._clauses(members, indent, width)

    def _clauses(self, members: Sequence[Any], indent: str, width: int) -> None:
        followers = [*members[1:], None]
        lines = [line_of(node, after) for node, after in zip(members, followers, strict=False)]
        topics = [len(m.topic.id) for m in members if isinstance(m, n.ManualLine) and m.section]
        if topics:
            lines = [manual_line(node, max(topics)) for node in members]
        flats = self._aligned(members, lines, indent)
        was_tall = False
        for index, node in enumerate(members):
            line, flat = lines[index], flats[index]
            is_tall = line is None and flat is None and is_item(node)
            self._begin(node, indent, index > 0 and (is_tall or was_tall))
            if line is not None:
                self.lines += filled(line, indent, 0 if is_item(node) else width)
            elif flat is not None:
                self.lines.append(flat)
            else:
                self._block(node, indent)
            self._finish(node)
            was_tall = is_tall

    def _aligned(
        self, members: Sequence[Any], lines: Sequence[Line | None], indent: str
    ) -> list[str | None]:
        """Return the blocks that stay on one line; those right below each other are aligned."""
        flats = []
        for node, line in zip(members, lines, strict=True):
            flat = self._on_one_line(node) if line is None else None
            fits = flat is not None and len(f"{indent}{flat[0]} {flat[1]}") <= WIDTH
            flats.append(flat if fits or _is_short(node) else None)
        written: list[str | None] = []
        for index, flat in enumerate(flats):
            if flat is None or len(written) > index:
                written += [None] * (index + 1 - len(written))
                continue
            stop = index + 1
            while stop < len(flats) and flats[stop] is not None and is_item(members[stop]):
                if self._is_apart(members[stop - 1], members[stop]):
                    break
                if item_class(members[stop - 1]) is not item_class(members[stop]):
                    break
                stop += 1
            run = [each for each in flats[index:stop] if each is not None]
            if all(isinstance(member, n.Outcome) for member in members[index:stop]):
                run = _in_columns(run, members[index:stop])
            width = max(len(header) for header, _ in run)
            texts = [f"{indent}{header.ljust(width)} {rest}" for header, rest in run]
            if (
                any(len(text) > WIDTH for text in texts)
                and item_class(members[index]) is not n.Outcome
            ):
                texts = [f"{indent}{header} {rest}" for header, rest in run]
            written += texts
        return written

    def _is_apart(self, node: Any, other: Any) -> bool:
        """Whether a blank line or a comment is between two members."""
        start, end = node.span.end, max(node.span.end, other.span.start)
        return self.has_comments(start, end) or bool(_BLANK_LINE.search(self.source, start, end))

    def _begin(self, node: Any, indent: str, apart: bool = False) -> None:
        """Write what comes before a member: a blank line, comments."""
        start = node.span.start
        is_first_comment = self.has_comments(0, start)
        if apart and not self.is_fresh:
            self.lines.append("")
            self.is_fresh = True
        elif not is_first_comment:
            self.space(start)
        if is_first_comment:
            self.comments_before(start, indent)
            self.space(start)
        if line_of(node) is not None:
            # A comment in the middle of a clause goes before it.
            self.comments_before(node.span.end, indent)

    def _finish(self, node: Any) -> None:
        self.written = max(self.written, node.span.end)
        self.is_fresh = False
        self.comment_behind(node.span.end)

    # --- blocks ---

    def _on_one_line(self, node: Any) -> tuple[str, str] | None:
        """Return header and block, if they were written on one line and are simple."""
        span = node.span
        if "\n" in span.text or self.has_comments(span.start, span.end):
            return None
        if isinstance(node, n.Choose):
            return None
        first, *more = parts_of(node)
        if isinstance(node, n.Reading) and more:
            return None
        rest = _flat(first)
        if rest is None:
            return None
        for part in more:
            inside = _flat(part)
            if inside is None:
                return None
            rest += f" {joined(part.header)} {inside}"
        return joined(first.header), rest

    def _block(self, node: Any, indent: str) -> None:
        first, *more = parts = parts_of(node)
        if first.children is None:
            # The header is on its own line, and so is every block.
            self.lines += filled(Line("", first.header, first.hang), indent)
            self.written = first.span.end
            self.comment_behind(self.written)
            self.is_fresh = False
            for part in more:
                self.comments_before(part.span.start, indent)
                self._part(part, indent, may_be_flat=True)
                self.comment_behind(part.span.end)
            return
        width = _width_inside(node)
        is_reading = isinstance(node, n.Reading)
        for index, part in enumerate(parts):
            if index > 0 and isinstance(node, n.If) and self._is_else_if(part):
                self._else_if(part, indent)
            else:
                self._part(part, indent, index > 0, width, is_reading)

    def _part(
        self,
        part: Section,
        indent: str,
        goes_on: bool = False,
        width: int = 0,
        may_be_flat: bool = False,
    ) -> None:
        """Write a block with its header; one that continues a clause begins after the last brace."""
        lines = filled(Line("", part.header, part.hang), indent, spare=2)
        if not part.header:
            lines = [indent.removesuffix(" ")]  # a bare block
        if goes_on:
            self.lines[-1] += f" {lines.pop(0).lstrip()}"
        self.lines += lines
        children, span = part.children or (), part.span
        if not self.has_comments(0, span.end):
            flat = None
            if not children or (may_be_flat and "\n" not in span.text):
                flat = _flat(part)
            if flat is not None and (not children or len(f"{self.lines[-1]} {flat}") <= WIDTH):
                self.lines[-1] += f" {flat}"
                self.written = max(self.written, span.end)
                return
        self.lines[-1] += " {"
        self.comment_in_header(children[0].span.start if children else span.end)
        self.is_fresh = True
        self.members(children, indent + _STEP, width)
        self.comments_before(span.end, indent + _STEP)
        self.lines.append(f"{indent}}}")
        self.written = max(self.written, span.end)
        self.is_fresh = False

    def _else_if(self, part: Section, indent: str) -> None:
        """Write `else { if … }` as `else if …`."""
        mark = len(self.lines)
        (condition,) = part.children or ()
        self._block(condition, indent)
        self.lines[mark - 1] += f" else {self.lines.pop(mark).lstrip()}"
        self.written = part.span.end

    def _is_else_if(self, part: Section) -> bool:
        match part.children:
            case (n.If() as condition,):
                is_else = joined(part.header) == "else"
                return is_else and not self.has_comments(0, condition.span.start)
        return False

    # --- rows, settings, deck lines ---

    def _rows(self, rows: Sequence[n.Row], indent: str) -> None:
        cells = [row_cells(row) for row in rows]
        columns = max(map(len, cells))
        widths = [max(len(row[i]) for row in cells if i < len(row)) for i in range(columns)]
        for row, texts in zip(rows, cells, strict=True):
            self._begin(row, indent)
            self.comments_before(row.span.end, indent)
            padded = [text.ljust(width) for text, width in zip(texts, widths, strict=False)]
            self.lines.append((indent + " | ".join(padded)).rstrip())
            self._finish(row)

    def _deck(self, lines: Sequence[n.DeckLine], indent: str) -> None:
        width = max(len(str(line.copies)) for line in lines)
        for line in lines:
            self._begin(line, indent)
            self.comments_before(line.span.end, indent)
            self.lines.append(indent + deck_line(line, width))
            self._finish(line)

    def _settings(self, settings: Sequence[n.Setting], indent: str) -> None:
        width = max(len(setting.key.id) for setting in settings)
        least, most = _GROUND_COLUMNS
        texts = []
        for setting, follower in zip(settings, [*settings[1:], None], strict=True):
            held = value(setting.value, follower is not None and not setting.grounds)
            texts.append(filled(Line(setting.key.id, held), indent, width))
        ends = [
            len(lines[0]) + 3 - len(indent)
            for setting, lines in zip(settings, texts, strict=True)
            if setting.grounds and len(lines) == 1
        ]
        column = len(indent) + max([least, *(end for end in ends if end <= most)])
        for setting, lines in zip(settings, texts, strict=True):
            self._begin(setting, indent)
            self.comments_before(setting.value.span.end, indent)
            self.lines += lines
            self.written = max(self.written, setting.value.span.end)
            self.comment_behind(setting.value.span.end)
            is_bare = self.lines[-1] == lines[-1] and len(lines) == 1
            for ground in setting.grounds:
                self.comments_before(ground.span.end, " " * column)
                line = line_of(ground)
                assert line is not None
                below = filled(line, " " * column)
                if is_bare and self.lines[-1] is lines[-1] and len(lines[-1]) < column:
                    below[0] = self.lines.pop().ljust(column) + below[0].lstrip()
                is_bare = False
                self.lines += below
                self.written = max(self.written, ground.span.end)
                self.comment_behind(ground.span.end)
            self._finish(setting)


def _is_short(node: object) -> bool:
    """Whether it is an outcome with little but its name, which is never broken."""
    return isinstance(node, n.Outcome) and not any(isinstance(c, n.Says) for c in node.clauses)


def _in_columns(run: list[tuple[str, str]], outcomes: Sequence[n.Outcome]) -> list[tuple[str, str]]:
    """Return outcomes on one line each, their names in columns if they have nothing else."""
    phrases = []
    for outcome in outcomes:
        match outcome.clauses:
            case (n.NameClause(phrases=(_, _) as names),):
                phrases.append([f"{phrase.language} {quoted(phrase.text)}" for phrase in names])
            case _:
                return run
    width = max(len(first) for first, _ in phrases)
    rests = (f"{{ name {first.ljust(width)} {second} }}" for first, second in phrases)
    return [(header, rest) for (header, _), rest in zip(run, rests, strict=True)]


def _flat(part: Section) -> str | None:
    """Return a block on one line, without its header; None if it is not simple enough."""
    texts: list[str] = []
    children = part.children or ()
    for child, follower in zip(children, [*children[1:], None], strict=False):
        if isinstance(child, n.Row | n.DeckLine):
            return None
        if isinstance(child, n.Detail) and texts and not texts[-1].endswith('"'):
            return None  # it would be read as a name
        if isinstance(child, n.Setting):
            held = value(child.value, follower is not None and not child.grounds)
            texts.append(" ".join([child.key.id, joined(held), *_grounds(child)]))
            continue
        line = line_of(child, follower)
        if line is not None:
            texts.append(joined([Piece(line.word), *line.rest]))
            continue
        inner = parts_of(child)
        inside = _flat(inner[0]) if is_item(child) and len(inner) == 1 else None
        if inside is None:
            return None
        texts.append(f"{joined(inner[0].header)} {inside}")
    return f"{{ {'  '.join(texts)} }}" if texts else "{ }"


def _grounds(setting: n.Setting) -> Iterator[str]:
    for ground in setting.grounds:
        line = line_of(ground)
        assert line is not None
        yield joined([Piece(line.word), *line.rest])


def _width_inside(node: Any) -> int:
    return WIDTHS.get(item_class(node), 0)
