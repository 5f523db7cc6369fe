"""A report as Markdown that GitHub shows as tables and pictures.

Pictures are files of their own, because GitHub shows no others: `pictures` collects them, by the name
under which the report refers to them. Without it, boards are drawn as text and folded away.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence

from wtrules.board.draw import draw
from wtrules.editions.changes import Grade
from wtrules.editions.differences import Difference, Impact, Report
from wtrules.editions.report.links import Links
from wtrules.editions.report.marked import Marked
from wtrules.editions.report.text import heading
from wtrules.editions.report.view import Board, Pair, Side, View
from wtrules.game.game import State
from wtrules.safe_text import Medium, code_span, fenced, safe
from wtrules.texts import Texts, capitalised


def markdown(
    report: Report,
    lang: str = "en",
    level: int = 1,
    *,
    pictures: MutableMapping[str, str] | None = None,
    folder: str = "",
    links: Links | None = None,
) -> str:
    """Return a report as Markdown, with headings from a level on.

    *pictures* gets an SVG for each board; the report refers to them in *folder*.
    """
    made = _Markdown(View(report, Texts(lang), links), pictures, folder)
    return "\n".join(made.lines(level)).strip() + "\n"


class _Markdown:
    """Writes one report."""

    def __init__(self, view: View, pictures: MutableMapping[str, str] | None, folder: str) -> None:
        self.view = view
        self.words = view.words
        self.pictures = pictures
        self.folder = folder

    def lines(self, level: int) -> Iterator[str]:
        """Yield the whole report."""
        view, marks = self.view, "#" * level
        first, *more = (_safe(line) for line in heading(view))
        yield f"{marks} {first}"
        for line in more:
            yield from ("", line)
        if view.report.overall is not None:
            yield from ("", f"**{_safe(self.words('report.impact.overall'))}**", "")
            yield from self._impact(view.report.overall)
        for grade in Grade:
            found = view.report.of_grade(grade)
            if not found:
                continue
            name = capitalised(self.words(f"report.grade.{grade}"))
            yield from ("", f"{marks}# {name} ({len(found)})")
            yield from ("", _safe(capitalised(self.words(f"report.about.{grade}"))) + ".")
            short = view.short(grade)
            for difference in found:
                if difference not in short:
                    yield from self._long(difference, f"{marks}##")
            yield from self._short(short)
        if view.lost():
            yield from ("", _safe(view.lost()))
        for gap in view.gaps():
            yield from ("", _safe(gap))
        if view.report.accepted:
            yield from ("", _safe(self.words("report.accepted", n=len(view.report.accepted))), "")
            for difference, reason in view.report.accepted:
                yield f"- {_safe(view.heading(difference))}: {_safe(reason)} {_id(difference)}"

    # --- differences ---

    def _long(self, difference: Difference, marks: str) -> Iterator[str]:
        view = self.view
        mode = f" ({_safe(view.mode(difference.mode))})" if difference.mode else ""
        yield from (
            "",
            f"{marks} {_safe(view.heading(difference))}{mode}",
            "",
            f"{_id(difference)} · {_safe(view.evidence(difference))}",
        )
        pairs = [] if view.wording(difference).is_empty else [view.wording(difference)]
        pairs += view.statements(difference)
        if pairs:
            yield ""
            yield from self._pairs(pairs)
        if difference.taken is not None:
            yield from ("", _safe(view.literal(difference)))
        if difference.choice is not None:
            chosen, boards = view.choice(difference, drawn=self.pictures is not None)
            yield from ("", f"**{capitalised(self.words('report.choice'))}:** {_safe(chosen)}", "")
            yield from self._boards(boards)
            yield from self._drawn(boards, (difference.choice.one, difference.choice.two))
        if difference.witness is not None:
            yield from self._witness(difference)
        elif difference.searched is not None:
            yield from ("", _safe(capitalised(view.searched(difference))) + ".")
        if difference.impact is not None:
            yield from ("", f"**{capitalised(self.words('report.impact'))}**", "")
            yield from self._impact(difference.impact)

    def _pairs(self, pairs: Sequence[Pair]) -> Iterator[str]:
        """Yield what both sides say: a row for each topic, a sentence that both say only once."""
        yield _row(["", *(_bold(name) for name in self.view.sides)])
        yield "| --- | --- | --- |"
        for pair in pairs:
            one, two = (self._side(side, pair) for side in pair.sides)
            about = f"{_safe(pair.title)}: {_safe(pair.same)}" if pair.same else _safe(pair.title)
            yield _row([about, one, two])

    def _side(self, side: Side, pair: Pair) -> str:
        parts = [] if pair.same or not side.says else [_marked(side.words)]
        stance = f"*{_safe(side.said)}*" if side.said else ""
        cites = "; ".join(_safe(cite) for cite in side.cites)
        if cites and side.link:
            cites = f"[{cites}]({side.link})"
        about = ", ".join(part for part in (stance, cites) if part)
        parts += [about] if about else []
        parts += [f"{_safe(aspect)}: {_safe(note)}" for aspect, note in side.put]
        if side.passage is not None:
            runs = tuple((run.text, run.is_marked) for run in side.passage.runs)
            parts.append(f"<q>{_marked(runs)}</q> ({_safe(side.passage.heading)})")
        return "<br>".join(parts)

    def _short(self, found: Sequence[Difference]) -> Iterator[str]:
        if found:
            yield ""
            yield from self._pairs([self.view.wording(difference) for difference in found])

    def _impact(self, impact: Impact) -> Iterator[str]:
        table = self.view.impact_table(impact)
        if not table.runs:
            yield _safe(table.title)
        for number, (who, rows) in enumerate(table.runs):
            if number:
                yield ""
            side = _safe(self.view.sides[0])
            yield _row([_safe(who), side, _safe(self.words("report.impact.change"))])
            yield "| --- | ---: | --- |"
            for row in rows:
                change = _bold(row.change) if row.sure else _safe(row.change)
                yield _row([_safe(row.label), _safe(row.base), change])

    # --- positions ---

    def _witness(self, difference: Difference) -> Iterator[str]:
        view, drawn = self.view, self.pictures is not None
        witness = difference.witness
        assert witness is not None
        before, after = view.before(difference, drawn=drawn), view.after(difference, drawn=drawn)
        yield from ("", f"**{capitalised(self.words('report.witness'))}:** {_safe(before.caption)}")
        facts = [*before.reasons, *before.steps]
        if facts:
            yield ""
            yield from (f"- {_safe(fact)}" for fact in facts)
        yield ""
        boards = [before, *after] if witness.scene is not None and drawn else after
        yield from self._boards(boards, with_caption_from=1 if boards[0] is before else 0)
        states = [witness.before[0], witness.one.state, witness.two.state]
        yield from self._drawn([before, *after], states)
        notes = list(view.sentences(difference).found())
        if difference.because:
            notes.insert(0, f"{self.words('report.because')}: {view.because(difference)}")
        if notes:
            yield from ("", f"<sub>{_safe('; '.join(capitalised(note) for note in notes))}</sub>")

    def _boards(self, boards: Sequence[Board], with_caption_from: int = 0) -> Iterator[str]:
        """Yield boards side by side, each with its name, its picture and what follows."""
        yield _row([_bold(board.name) for board in boards])
        yield "|" + " --- |" * len(boards)
        if any(board.svg for board in boards):
            yield _row([self._picture(board) for board in boards])
        said = []
        for number, board in enumerate(boards):
            lines = [*board.steps, board.caption, *board.reasons]
            lines = [_safe(x) for x in lines] if number >= with_caption_from else []
            if board.link:
                lines.append(f"[{_safe(self.words('report.open_board'))}]({board.link})")
            said.append("<br>".join(lines))
        yield _row(said)

    def _picture(self, board: Board) -> str:
        if not board.svg or self.pictures is None:
            return ""
        name = f"{board.anchor}.svg"
        self.pictures[name] = board.svg
        where = f"{self.folder}/{name}" if self.folder else name
        return f"![{_safe(board.name)}]({where})"

    def _drawn(self, boards: Sequence[Board], states: Sequence[State | None]) -> Iterator[str]:
        """Yield boards as text, folded away, where there are no pictures."""
        if self.pictures is not None:
            return
        yield from ("", f"<details><summary>{_html(self.words('report.boards'))}</summary>", "")
        drawn: dict[str, str] = {}
        for board, state in zip(boards, states, strict=True):
            if state is not None:
                name, picture = _safe(board.name), _drawing(state)
                drawn[picture] = f"{drawn[picture]}, {name}" if picture in drawn else name
        for picture, names in drawn.items():
            yield from (f"{names}:", "", fenced(picture), "")
        yield "</details>"


def _drawing(state: State) -> str:
    return draw(
        state.board,
        colour=False,
        ground_shields=state.program.board.ground_shields,
        track=state.program.board.track,
        letters=state.program.board.letters,
        show_hidden=True,
    )


def _marked(words: Marked) -> str:
    """Return a sentence; words that the other side does not have are bold."""
    shown = []
    for text, differs in words:
        bare = text.strip()
        if not differs or not bare or len(words) == 1:
            shown.append(_inner(text))
            continue
        before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        shown.append(f"{before}**{_inner(bare)}**{after}")
    return "".join(shown)


def _inner(text: str) -> str:
    """Return a piece of a sentence, with the blanks around it."""
    return f"{' ' if text[:1].isspace() else ''}{_safe(text)}{' ' if text[-1:].isspace() else ''}"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _bold(text: str) -> str:
    return f"**{_safe(text)}**" if text else ""


def _id(difference: Difference) -> str:
    return f"<sub>{code_span(difference.address)} · {difference.fingerprint}</sub>"


def _safe(text: str) -> str:
    return safe(text, Medium.MARKDOWN)


def _html(text: str) -> str:
    return safe(text, Medium.HTML)
