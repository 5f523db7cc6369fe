"""Rule files in one layout: the tree comes in, the text everybody would have written goes out.

Two spaces of indentation, one clause a line, first words of clauses in a column, tables aligned,
lines of up to a hundred characters (a text in quotes is never broken). Blank lines stay, one at
most; comments stay with what they speak of. A block that was written on one line stays on it if
it fits and holds only simple clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import field, frozen

from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.syntax.wording import (
    ATOM,
    COMPARISON,
    NOTHING,
    After,
    Piece,
    Pieces,
    action,
    commas,
    glued,
    in_parentheses,
    listed,
    pieces,
    query,
    quoted,
    term,
    unit,
    value,
)

WIDTH = 100
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


# The first words of the clauses of an item are padded to this width; longer ones stick out.
_WIDTHS: dict[type[Any], int] = {
    n.Ruleset: len("includes"),
    n.Assumption: len("evidence"),
    n.Topic: len("chapter"),
    n.Manual: len("implies"),
    **dict.fromkeys(
        (n.Rule, n.Card, n.Spell, n.Outcome, n.Variant, n.Example, n.Add), len("choose")
    ),
}


# --- clauses ---------------------------------------------------------------------------------


@frozen
class _Line:
    """A clause without a block: its first word, the rest, and how far a second line is indented."""

    word: str
    rest: Pieces
    hang: int | None = None  # columns after the clause's own; under the first piece unless given


@frozen
class _Part:
    """A block of a clause: what stands before its brace, and what is in it."""

    header: str
    children: tuple[Any, ...]
    before: Pieces = field(factory=list)
    hang: int = 4


def _line(node: Any, follower: Any = None) -> _Line | None:
    """Return a clause that has no block; None for one that has."""
    after = After(
        word=isinstance(follower, n.Trigger),
        name=isinstance(follower, n.Group | n.Setting),
    )
    match node:
        case n.Title():
            return _Line("title", _phrases(node.phrases))
        case n.NameClause():
            return _Line("name", _phrases(node.phrases))
        case n.Says():
            return _Line("says", _apart(node.phrases))
        case n.Evidence():
            return _Line("evidence", _apart(node.phrases))
        case n.Cites():
            section = quoted(node.section) if node.section is not None else ""
            parts = (node.manual.id, section, node.page or "", node.stance or "")
            return _Line("cites", glued(*parts))
        case n.Assumed():
            return _Line("assumed", listed(node.entries))
        case n.Covers():
            return _Line("covers", listed(node.ids))
        case n.Affects():
            return _Line("affects", listed(node.ids))
        case n.Suppress():
            return _Line("suppress", glued(node.code.id, quoted(node.reason)))
        case n.Trigger():
            return _Line("on", _events(node.events))
        case n.Forbid():
            return _Line("forbid", _events(node.events))
        case n.RuleAfter():
            return _Line("after", listed(node.rules))
        case n.LayerAfter():
            return _Line("after", listed(node.layers))
        case n.Cost():
            return _Line("cost", term(node.value, after=after))
        case n.Code():
            return _Line("code", pieces(node.name.id))
        case n.DefaultReading():
            scope = glued("for", listed(node.rulesets)) if node.rulesets else []
            return _Line("default", [*pieces(node.name.id), *scope])
        case n.Reading(bodies=()):
            rest = glued(node.name.id, _phrases(node.phrases))
            rest += _below("unplayable", node.unplayable)
            return _Line(
                "reading", rest, len(f"{'reading':<{_WIDTHS[n.Assumption]}} {node.name.id} ")
            )
        case n.Confidence():
            return _Line("confidence", pieces(node.name.id))
        case n.Chapter():
            return _Line("chapter", pieces(node.name.id))
        case n.Needs():
            return _Line("needs", listed(node.variants))
        case n.Excludes():
            return _Line("excludes", listed(node.variants))
        case n.ExampleWith():
            return _Line("with", listed(node.variants))
        case n.Players():
            return _Line("players", commas([pieces(_range(each)) for each in node.ranges]))
        case n.Includes():
            return _Line("includes", commas([pieces(quoted(path.value)) for path in node.paths]))
        case n.Examples():
            return _Line("examples", commas([pieces(quoted(path.value)) for path in node.paths]))
        case n.Extends():
            names = [quoted(base.name) if base.is_path else base.name for base in node.bases]
            bases = commas([pieces(name) for name in names])
            if node.variants:
                bases += glued("with", listed(node.variants))
            return _Line("extends", bases)
        case n.Given():
            people = "player" if node.players == 1 else "players"
            given = (
                quoted(node.board.value) if node.board is not None else "",
                f"start for {node.players} {people}" if node.players is not None else "",
                f"{node.seat} to move" if node.seat is not None else "",
                f"card {node.card}" if node.card is not None else "",
                f"roll {node.roll}" if node.roll is not None else "",
                f"spell {node.spell}" if node.spell is not None else "",
            )
            return _Line("given", pieces(*given))
        case n.WhenMove():
            return _Line("when", pieces(quoted(node.move.value)))
        case n.Then():
            return _Line("then", pieces(_outcome(node)))
        case n.ManualLine():
            return _manual_line(node, 0)
        case _:
            return _statement_line(node, after) or _item_line(node, after)


def _statement_line(node: Any, after: After) -> _Line | None:
    match node:
        case n.Choose(otherwise=None):
            return _Line("choose", commas([query(each) for each in node.queries]))
        case n.Option():
            rest = glued(node.name.id, _phrases(node.phrases))
            return _Line("option", rest, len(f"option {node.name.id} "))
        case n.When():
            return _Line("when", term(node.condition, after=after))
        case n.Perform():
            rest = pieces(node.target.id)
            if node.arguments:
                arguments = in_parentheses(commas([term(each) for each in node.arguments]))
                rest = [Piece(node.target.id + arguments[0].text), *arguments[1:]]
            return _Line("perform", rest)
        case n.Set():
            player = term(node.player, ATOM, After(COMPARISON)) if node.player is not None else []
            target = glued(node.target.id, "of" if player else "", player, "=")
            return _Line("set", glued(target, term(node.value, after=after)))
        case n.Let():
            return _Line("let", glued(f"{node.name.id} =", term(node.value, after=after)))
        case n.Use():
            return _Line("use", pieces(node.allowance.id))
        case n.Stop():
            return _Line("stop", [])
        case n.End():
            return _Line("end", glued(node.scope, node.outcome.id if node.outcome else ""))
        case n.Do():
            return _Line("do", action(node, after))
        case _:
            return None


def _item_line(node: Any, after: After) -> _Line | None:
    match node:
        case n.Define():
            of = f"of {node.parameter.kind} {node.parameter.name.id}" if node.parameter else ""
            header = " ".join(filter(None, (node.id.id, of, "=")))
            hang = len(f"define {header} ")
            return _Line("define", glued(header, term(node.value, after=after)), min(hang, 48))
        case n.Memory():
            return _Line("memory", _memory(node, after))
        case n.Allowance():
            amount = term(node.amount)
            return _Line("allowance", glued(f"{node.id.id} =", amount, unit(node.unit)))
        case n.NewValue():
            held = value(node.value, after.name and node.unit is None)
            rest = glued("=", held, unit(node.unit))
            return _Line(node.id.id, rest, min(len(f"{node.id.id} = "), 48))
        case n.Override():
            inner = _item_line(node.item, after)
            if inner is None:
                return None
            more = inner.hang + len("override ") if inner.hang is not None else None
            return _Line("override", glued(inner.word, inner.rest), more)
        case n.Remove():
            return _Line("remove", pieces(f"{node.kind} {node.id.id}"))
        case n.Add(value=n.Value() as added, id=n.Name() as name):
            rest = glued(f"to {name.id} =", value(added, after.name))
            return _Line("add", rest, min(len(f"add to {name.id} = "), 48))
        case _:
            return None


def _memory(node: n.Memory, after: After) -> Pieces:
    held: Pieces
    match node.value:
        case n.OneOf():
            held = glued("one of", listed(node.value.names))
        case n.KindValue():
            held = pieces(node.value.kind)
        case _:
            held = term(node.value, after=after if node.unit is None else NOTHING)
    per = unit(node.unit)
    if node.unit is not None and node.unit.scope == "game" and node.unit.each_player:
        per = "for each player"
    return glued(f"{node.id.id} =", held, per)


def _phrases(phrases: Sequence[n.Phrase]) -> Pieces:
    return pieces(*(f"{phrase.language} {quoted(phrase.text)}" for phrase in phrases))


def _apart(phrases: Sequence[n.Phrase]) -> Pieces:
    """Return phrases each on a line of its own: translations change one at a time."""
    first, *rest = _phrases(phrases)
    return [first, *(piece._replace(fresh=True) for piece in rest)]


def _below(word: str, phrases: Sequence[n.Phrase]) -> Pieces:
    """Return a word with phrases, on lines of their own below what they belong to."""
    first, *rest = glued(word, _phrases(phrases))
    indent = len(word) + 1
    return [
        first._replace(fresh=True),
        *(piece._replace(fresh=True, indent=indent) for piece in rest),
    ]


def _events(events: Sequence[n.Event]) -> Pieces:
    first, *rest = (" ".join(event.words) for event in events)
    return pieces(first, *(f"or {event}" for event in rest))


def _range(numbers: n.Range) -> str:
    low, high = numbers.low, numbers.high
    return f"{low}" if low == high else f"{low}..{high}"


def _outcome(then: n.Then) -> str:
    match then.what:
        case "board":
            return quoted(str(then.value))
        case "forbidden":
            return "forbidden" if then.value is None else f"forbidden by {then.value}"
        case "moves" | "turn":
            return f"{then.what} {then.value}"
        case "fills":
            return f"{then.value} fills flask"
        case _:
            return f"{then.value} home"


# --- blocks ----------------------------------------------------------------------------------


def _parts(node: Any) -> list[_Part]:
    """Return the blocks of a clause or item, in order, each with what stands before it."""
    match node:
        case n.Ruleset():
            return [_Part(f"ruleset {node.id.id}", node.members)]
        case n.Variant():
            ranges = ", ".join(map(_range, node.players))
            people = "player" if ranges == "1" else "players"
            players = f" for {ranges} {people}" if node.players else ""
            return [_Part(f"variant {node.id.id}{players}", node.members)]
        case n.Rule():
            return [_Part(f"rule {node.id.id}{_parameters(node.parameters)}", node.clauses)]
        case n.Card():
            return [_Part(f"card {node.id.id}{_parameters(node.parameters)}", node.clauses)]
        case n.Spell():
            return [_Part(f"spell {node.id.id}", node.clauses)]
        case n.Outcome():
            return [_Part(f"outcome {node.id.id}", node.clauses)]
        case n.Example():
            return [_Part(f"example {node.id.id}", node.clauses)]
        case n.Assumption():
            return [_Part(f"assumption {node.id.id}", node.clauses)]
        case n.Topic():
            return [_Part(f"topic {node.id.id}", node.clauses)]
        case n.Manual():
            return [_Part(f"manual {node.id.id}", node.lines)]
        case n.Group():
            return [_Part(node.id.id, node.settings)]
        case n.Table():
            return [_Part(f"table {node.id.id}", node.rows)]
        case n.Deck():
            return [_Part(f"deck {node.size}", node.lines)]
        case n.Override():
            first, *rest = _parts(node.item)
            return [_Part(f"override {first.header}", first.children), *rest]
        case n.Add():
            name = f" {node.id.id}" if node.id else ""
            return [_Part(f"add to {node.kind}{name}", node.members)]
        case n.Reading():
            named = f"{'reading':<{_WIDTHS[n.Assumption]}} {node.name.id}"
            before = glued(named, _phrases(node.phrases))
            parts = [_Part("", body.items, _scope(body)) for body in node.bodies]
            if len(parts) == 1 and not parts[0].before:
                return [_Part("", parts[0].children, before, len(named) + 1)]
            return [_Part("", (), before, len(named) + 1), *parts]
        case _:
            return _statement_parts(node)


def _statement_parts(node: Any) -> list[_Part]:
    match node:
        case n.Choose():
            queries = commas([query(each) for each in node.queries])
            parts = [_Part("", (), glued("choose", queries), len("choose "))]
        case n.May():
            parts = [_Part("may", node.body.statements)]
        case n.Either():
            first, *rest = node.branches
            parts = [_Part("either", first.statements)]
            parts += [_Part("or", branch.statements) for branch in rest]
        case n.If():
            parts = [_Part("", node.then.statements, glued("if", term(node.condition)))]
        case n.Repeat():
            before = pieces("repeat")
            if node.mode == "times" and node.term is not None:
                before = glued("repeat", term(node.term), "times")
            elif node.mode == "while" and node.term is not None:
                before = glued("repeat while", term(node.term))
            parts = [_Part("", node.body.statements, before)]
        case n.Each():
            parts = [_Part("", node.body.statements, glued("each", query(node.query)))]
        case n.As():
            parts = [_Part("", node.body.statements, glued("as", term(node.player)))]
        case n.Scope():
            player = glued("of", term(node.player, ATOM)) if node.player is not None else []
            parts = [_Part("", node.body.statements, glued(node.word, player))]
        case _:
            raise TypeError(f"no layout for {type(node).__name__}")
    otherwise: n.Block | None = getattr(node, "otherwise", None)
    if otherwise is not None:
        parts.append(_Part("else", otherwise.statements))
    return parts


def _scope(body: n.ReadingBody) -> Pieces:
    rulesets = glued("for", listed(body.rulesets)) if body.rulesets else []
    variants = glued("with", listed(body.variants)) if body.variants else []
    return glued(rulesets, variants)


def _parameters(parameters: tuple[n.Parameter, ...]) -> str:
    if not parameters:
        return ""
    return "(" + ", ".join(f"{each.kind} {each.name.id}" for each in parameters) + ")"


# --- rows, settings, deck lines ----------------------------------------------------------------


def _cell(cell: n.Cell) -> str:
    if cell.text is not None:
        return quoted(cell.text) if cell.quoted else cell.text
    match cell.low, cell.high:
        case None, None:
            return ""
        case None, int(high):
            return f"<{high + 1}"
        case int(low), None:
            return f">{low - 1}"
        case low, high:
            return f"{low}" if low == high else f"{low}..{high}"


def _row_cells(row: n.Row) -> list[str]:
    return [", ".join(map(_cell, row.keys)), *map(_cell, row.cells)]


def _deck_line(line: n.DeckLine, width: int) -> str:
    faces = " or ".join(
        face.kind.id + (" die" if face.die else f" {face.value}" if face.value is not None else "")
        for face in line.faces
    )
    rolls = f" rolls {line.rolls}" if line.rolls is not None else ""
    return f"{line.copies:>{width}} x {faces}{rolls}"


# --- layout ----------------------------------------------------------------------------------


class _Layout:
    """The lines written so far, and how much of the source and its comments they stand for."""

    def __init__(self, file: n.File) -> None:
        self.source = file.span.source.text
        self.comments = sorted(file.comments, key=lambda comment: comment.span.start)
        self.next = 0  # the first comment not written yet
        self.lines: list[str] = []
        self.written = 0  # the offset up to which the source is written
        self.is_fresh = True  # nothing written in this block yet

    # --- comments and blank lines ---

    def comments_before(self, offset: int, indent: str) -> None:
        """Write the comments that stand before *offset*, each on a line of its own."""
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
        """Write the comment that follows *offset* on the same line behind the last line."""
        if self.next >= len(self.comments):
            return
        comment = self.comments[self.next]
        between = self.source[offset : comment.span.start]
        if comment.span.start >= offset and not between.strip(" \t,"):
            self._put_behind(comment)

    def comment_in_header(self, first_child: int) -> None:
        """Write a comment from the line of a block's opening brace behind that brace."""
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
        lines = [_line(node, after) for node, after in zip(members, followers, strict=False)]
        topics = [len(m.topic.id) for m in members if isinstance(m, n.ManualLine) and m.section]
        if topics:
            lines = [_manual_line(node, max(topics)) for node in members]
        flats = self._aligned(members, lines, indent)
        was_tall = False
        for index, node in enumerate(members):
            line, flat = lines[index], flats[index]
            is_tall = line is None and flat is None and _is_item(node)
            self._begin(node, indent, index > 0 and (is_tall or was_tall))
            if line is not None:
                self.lines += _filled(line, indent, 0 if _is_item(node) else width)
            elif flat is not None:
                self.lines.append(flat)
            else:
                self._block(node, indent)
            self._finish(node)
            was_tall = is_tall

    def _aligned(
        self, members: Sequence[Any], lines: Sequence[_Line | None], indent: str
    ) -> list[str | None]:
        """Return the blocks that stay on one line; those right below each other are aligned."""
        flats = []
        for node, line in zip(members, lines, strict=True):
            flat = self._on_one_line(node) if line is None else None
            fits = flat is not None and len(f"{indent}{flat[0]} {flat[1]}") <= WIDTH
            flats.append(flat if fits else None)
        written: list[str | None] = []
        for index, flat in enumerate(flats):
            if flat is None or len(written) > index:
                written += [None] * (index + 1 - len(written))
                continue
            stop = index + 1
            while stop < len(flats) and flats[stop] is not None and _is_item(members[stop]):
                if self._is_apart(members[stop - 1], members[stop]):
                    break
                if _sort(members[stop - 1]) is not _sort(members[stop]):
                    break
                stop += 1
            run = [each for each in flats[index:stop] if each is not None]
            width = max(len(header) for header, _ in run)
            texts = [f"{indent}{header.ljust(width)} {rest}" for header, rest in run]
            if any(len(text) > WIDTH for text in texts):
                texts = [f"{indent}{header} {rest}" for header, rest in run]
            written += texts
        return written

    def _is_apart(self, node: Any, other: Any) -> bool:
        """Whether a blank line or a comment stands between two members."""
        start, end = node.span.end, max(node.span.end, other.span.start)
        return self.has_comments(start, end) or bool(_BLANK_LINE.search(self.source, start, end))

    def _begin(self, node: Any, indent: str, apart: bool = False) -> None:
        """Write what stands before a member: a blank line, comments."""
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
        if _line(node) is not None:
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
        first, *more = _parts(node)
        if isinstance(node, n.Reading) and more:
            return None
        rest = _flat(first)
        if rest is None:
            return None
        for part in more:
            inside = _flat(part)
            if inside is None:
                return None
            rest += f" {part.header or _joined(part.before)} {inside}"
        return first.header or _joined(first.before), rest

    def _block(self, node: Any, indent: str) -> None:
        parts = _parts(node)
        spans = [block.span for block in _blocks(node)] or [node.span]
        if len(parts) > len(spans):
            # The header stands by itself, every block has a line of its own.
            header, *parts = parts
            self.lines += _filled(_Line("", header.before, header.hang), indent)
            self.written = _header_end(node)
            self.comment_behind(self.written)
            self.is_fresh = False
            for part, span in zip(parts, spans, strict=True):
                self.comments_before(span.start, indent)
                self._part(part, span, indent, may_be_flat=True)
                self.comment_behind(span.end)
            return
        width = _width_inside(node)
        is_reading = isinstance(node, n.Reading)
        for index, (part, span) in enumerate(zip(parts, spans, strict=True)):
            self._part(part, span, indent, index > 0, width, is_reading)

    def _part(
        self,
        part: _Part,
        span: Span,
        indent: str,
        goes_on: bool = False,
        width: int = 0,
        may_be_flat: bool = False,
    ) -> None:
        """Write a block with its header; one that goes on begins behind the last brace."""
        if goes_on and part.header == "else" and self._is_else_if(part):
            # `else { if … }` is written `else if …`.
            mark = len(self.lines)
            self._block(part.children[0], indent)
            self.lines[mark - 1] += f" else {self.lines.pop(mark).lstrip()}"
            self.written = span.end
            return
        header = pieces(part.header) if part.header else part.before
        lines = _filled(_Line("", header, part.hang), indent, spare=2)
        if not header:
            lines = [indent.removesuffix(" ")]  # a bare block
        if goes_on:
            self.lines[-1] += f" {lines.pop(0).lstrip()}"
        self.lines += lines
        children = part.children
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

    def _is_else_if(self, part: _Part) -> bool:
        if len(part.children) != 1 or not isinstance(part.children[0], n.If):
            return False
        return not self.has_comments(0, part.children[0].span.start)

    # --- rows, settings, deck lines ---

    def _rows(self, rows: Sequence[n.Row], indent: str) -> None:
        cells = [_row_cells(row) for row in rows]
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
            self.lines.append(indent + _deck_line(line, width))
            self._finish(line)

    def _settings(self, settings: Sequence[n.Setting], indent: str) -> None:
        width = max(len(setting.key.id) for setting in settings)
        least, most = _GROUND_COLUMNS
        texts = []
        for setting, follower in zip(settings, [*settings[1:], None], strict=True):
            held = value(setting.value, follower is not None and not setting.grounds)
            texts.append(_filled(_Line(setting.key.id, held), indent, width))
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
                line = _line(ground)
                assert line is not None
                below = _filled(line, " " * column)
                if is_bare and self.lines[-1] is lines[-1] and len(lines[-1]) < column:
                    below[0] = self.lines.pop().ljust(column) + below[0].lstrip()
                is_bare = False
                self.lines += below
                self.written = max(self.written, ground.span.end)
                self.comment_behind(ground.span.end)
            self._finish(setting)


def _manual_line(node: n.ManualLine, width: int) -> _Line:
    """Return a line of a manual, its section in a column."""
    section = quoted(node.section) if node.section is not None else ""
    topic = node.topic.id.ljust(width if section else 0)
    rest = glued(topic, section, node.page or "")
    return _Line(node.stance, rest + (_below("differs", node.differs) if node.differs else []))


def _flat(part: _Part) -> str | None:
    """Return a block on one line, without its header; None if it is not simple enough."""
    texts = []
    for child, follower in zip(part.children, [*part.children[1:], None], strict=False):
        if isinstance(child, n.Row | n.DeckLine):
            return None
        if isinstance(child, n.Setting):
            held = value(child.value, follower is not None and not child.grounds)
            texts.append(" ".join([child.key.id, _joined(held), *_grounds(child)]))
            continue
        line = _line(child, follower)
        if line is not None:
            texts.append(_joined([Piece(line.word), *line.rest]))
            continue
        inner = _parts(child)
        inside = _flat(inner[0]) if _is_item(child) and len(inner) == 1 else None
        if inside is None:
            return None
        texts.append(f"{inner[0].header} {inside}")
    return f"{{ {'  '.join(texts)} }}" if texts else "{ }"


def _blocks(node: Any) -> Sequence[n.Block | n.ReadingBody]:
    """Return the blocks of a clause that may have several, in the order they are written."""
    blocks: list[n.Block]
    match node:
        case n.Either():
            blocks = list(node.branches)
        case n.If():
            blocks = [node.then]
        case n.Choose():
            blocks = []
        case n.Reading():
            return list(node.bodies)
        case _:
            body = getattr(node, "body", None)
            blocks = [body] if isinstance(body, n.Block) else []
    otherwise = getattr(node, "otherwise", None)
    return [*blocks, otherwise] if otherwise is not None else blocks


def _header_end(node: n.Choose | n.Reading) -> int:
    parts = node.queries if isinstance(node, n.Choose) else node.phrases
    return parts[-1].span.end


def _grounds(setting: n.Setting) -> Iterator[str]:
    for ground in setting.grounds:
        line = _line(ground)
        assert line is not None
        yield _joined([Piece(line.word), *line.rest])


def _filled(line: _Line, indent: str, width: int = 0, spare: int = 0) -> list[str]:
    """Return the lines of a clause, broken where it grows too long.

    A line breaks at the loosest place in it; *spare* columns stay free for a brace.
    """
    head = indent + (line.word.ljust(width) if line.rest else line.word)
    if line.word and line.rest:
        head += " "
    hang = " " * (len(head) if line.hang is None else len(indent) + line.hang)
    lines: list[str] = []
    current: Pieces = []
    for piece in line.rest:
        if piece.fresh and current:
            lines.append(head + _joined(current))
            head, current = hang + " " * piece.indent, []
        current.append(piece)
        while len(current) > 1 and len(head) + _length(current) > WIDTH - spare:
            # The first piece has to stay; of the loosest places the last one that fits.
            ranks = [part.rank for part in current[1:]]
            at = len(ranks) - ranks[::-1].index(min(ranks))
            lines.append(head + _joined(current[:at]))
            head, current = hang, current[at:]
    return [*lines, head + _joined(current)]


def _joined(some: Pieces) -> str:
    return " ".join(piece.text for piece in some)


def _length(some: Pieces) -> int:
    return sum(len(piece.text) + 1 for piece in some) - 1


def _sort(node: Any) -> type[Any]:
    """Return what sort of item a node is or overrides."""
    return type(node.item if isinstance(node, n.Override) else node)


def _width_inside(node: Any) -> int:
    return _WIDTHS.get(_sort(node), 0)


def _is_item(node: Any) -> bool:
    """Whether a node can stand at the top of a file; others are clauses of such a node."""
    return isinstance(node, n.Ruleset | n.Item) and not isinstance(node, n.Suppress)
