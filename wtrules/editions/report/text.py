"""A report for the terminal, and for other programs as JUnit XML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.board import format_board
from wtrules.editions.changes import (
    Change,
    Grade,
    SaysChanged,
    StanceChanged,
    TellingChanged,
)
from wtrules.editions.differences import Difference, Report
from wtrules.editions.phrasing import PhrasingChanged
from wtrules.editions.report.passage_text import has_marks, passage_lines
from wtrules.editions.report.phrasing_text import difference_text
from wtrules.editions.report.view import Pair, Side, View
from wtrules.junit import Case, Suite, junit
from wtrules.meaning.changes import CitationChanged
from wtrules.safe_text import safe
from wtrules.texts import Texts

_WIDE = 34  # of the titles in a list


def text(report: Report, lang: str = "en") -> str:
    """Return a report as plain text."""
    view = View(report, Texts(lang))
    words = view.words
    lines = list(heading(view))
    for grade in Grade:
        found = report.of_grade(grade)
        if found:
            name, about = words(f"report.grade.{grade}"), words(f"report.about.{grade}")
            lines += ["", f"{name} ({len(found)}): {about}"]
            lines += _section(view, found)
    lines += _tail(view)
    return "\n".join(safe(line).rstrip() for line in lines) + "\n"


def as_junit(report: Report, failing: Sequence[Difference], lang: str = "en") -> str:
    """Return a report as JUnit XML: a test per difference, which fails if it is among *failing*."""
    view = View(report, Texts(lang))
    cases = [
        Case(
            f"{difference.address} [{difference.fingerprint}]",
            view.words(f"report.grade.{difference.grade}") if difference in failing else "",
            "\n".join(line.rstrip() for line in details(view, difference)),
            str(difference.grade),
        )
        for difference in report.differences
    ]
    return junit([Suite(view.title, tuple(cases) or (Case(view.none),))])


def heading(view: View) -> Iterator[str]:
    """Yield the first lines of a report: what is compared with what, and what came out."""
    yield view.title
    if view.sides != view.names.ids:
        yield " · ".join(view.names.ids)
    yield view.counts
    yield from view.compared


def _tail(view: View) -> Iterator[str]:
    report, words = view.report, view.words
    if report.overall is not None:
        yield ""
        yield f"{words('report.impact.overall')}: {view.impact(report.overall)}"
    if view.lost():
        yield ""
        yield view.lost()
    if report.gaps or has_marks(report):
        yield ""
        yield from [words("report.marks")] if has_marks(report) else []
        yield from view.gaps()
    if report.accepted:
        yield ""
        yield words("report.accepted", n=len(report.accepted))
        for difference, reason in report.accepted:
            yield f"  {_name(view, difference)}: {reason}"


def _section(view: View, found: tuple[Difference, ...]) -> Iterator[str]:
    short = [difference for difference in found if not view.is_long(difference)]
    width = min(_WIDE, max((len(view.heading(d)) for d in short), default=0))
    for difference in found:
        if view.is_long(difference):
            yield ""
            yield f"  {_name(view, difference)}"
            yield from (f"  {line}" for line in details(view, difference))
        else:
            title = view.heading(difference)
            yield f"  {title:<{width}}  {_short(view, difference)}  [{difference.address}]"
            yield from (f"      {line}" for line in _manual_lines(view, view.wording(difference)))


def _name(view: View, difference: Difference) -> str:
    mode = f" ({view.mode(difference.mode)})" if difference.mode else ""
    address = difference.address.partition(" (+")[0]
    return f"{view.heading(difference)}{mode}  [{address} {difference.fingerprint}]"


def _short(view: View, difference: Difference) -> str:
    """Return a difference in one line: who states what where."""
    pair = view.wording(difference)
    if any(isinstance(c, StanceChanged | PhrasingChanged) for c in difference.changes):
        return " · ".join(_stance(side) for side in pair.sides)
    if difference.searched is not None and not pair.same:
        return f"{' → '.join(_cut(s.says) for s in pair.sides)} ({view.searched(difference)})"
    if any(isinstance(c, SaysChanged) for c in difference.changes) and not pair.same:
        return _cut(" → ".join(view.words("say.quoted", text=s.says) for s in pair.sides))
    if any(isinstance(change, TellingChanged) for change in difference.changes):
        return " → ".join(_cut(side.says) for side in pair.sides)
    changes = _cut("; ".join(difference_text(c, view.words) for c in difference.changes))
    return (
        f"{changes} ({view.searched(difference)})" if difference.searched is not None else changes
    )


def _stance(side: Side) -> str:
    return f"{side.name}: {side.said}" + (f", {side.cites[0]}" if side.cites else "")


def details(view: View, difference: Difference) -> Iterator[str]:
    """Yield all there is to say about a difference, below its name."""
    words = view.words
    pair = view.wording(difference)
    if any(side.says for side in pair.sides):
        yield from _pair(view, pair)
    yield from (f"    {line}" for line in _manual_lines(view, pair))
    for change in shown_changes(difference):
        yield f"  {words('report.changes')}: {_cut(difference_text(change, words))}"
    for statement in view.statements(difference):
        yield from _topic(view, statement)
    named = [part for part in difference.parts if difference.kind == "topic"]
    if named:  # their changes are in the other formats
        titles = dict.fromkeys(view.names.title(part.kind, part.id) for part in named)
        yield f"  {words('report.parts')}: {', '.join(titles)}"
    for part in difference.parts if not named else ():
        shown = "; ".join(_cut(difference_text(c, words)) for c in part.changes)
        yield f"  {words('report.with_it')}: {view.names.title(part.kind, part.id)}: {shown}"
    if difference.taken is not None:
        yield f"  {view.literal(difference)}"
    if difference.choice is not None:
        chosen, boards = view.choice(difference, drawn=False)
        yield f"  {words('report.choice')}: {chosen}"
        yield from (f"    {board.name}: {board.caption}" for board in boards)
    yield f"  {words('report.evidence')}: {view.evidence(difference)}"
    if difference.witness is not None:
        yield from witness_lines(view, difference)
    elif difference.searched is not None:
        yield f"  {view.searched(difference)}"
    if difference.impact is not None:
        yield f"  {words('report.impact')}: {view.impact(difference.impact)}"


def shown_changes(difference: Difference) -> list[Change]:
    """Return the changes that the texts of the two sides do not show already."""
    sources = (StanceChanged, TellingChanged, PhrasingChanged, SaysChanged, CitationChanged)
    shown: list[Change] = [c for c in difference.changes if not isinstance(c, sources)]
    rest: list[Change] = [c for c in difference.changes if isinstance(c, CitationChanged)]
    return shown or rest


def _pair(view: View, pair: Pair) -> Iterator[str]:
    if pair.same:
        yield f"  {view.words('report.both')}: {pair.same}"
        for side in pair.sides:
            if side.cites:
                yield f"      {_stance(side)}" if side.said else f"      {'; '.join(side.cites)}"
        return
    for side in pair.sides:
        yield f"  {side.name}: {side.says or side.said}"
        if side.cites:
            stance = f"{side.said}: " if side.stance else ""
            yield f"      {stance}{'; '.join(side.cites)}"


def _topic(view: View, pair: Pair) -> Iterator[str]:
    telling = [side for side in pair.sides if side.stance != "omits"]
    if len(telling) == 1:  # one line is enough
        [side] = telling
        only = view.words("report.mentioned", side=side.name)
        yield f"  {pair.title} ({only}): {side.says}"
        yield f"      {side.said}: {'; '.join(side.cites)}"
        yield from (f"      {line}" for line in _manual_lines(view, pair))
        return
    yield f"  {pair.title}"
    yield from (f"  {line}" for line in _pair(view, pair))
    yield from (f"      {line}" for line in _manual_lines(view, pair))


def _manual_lines(view: View, pair: Pair) -> Iterator[str]:
    """Yield how the manuals put something, and what they print."""
    one, two = pair.sides
    for (aspect, first), (_, second) in zip(one.put, two.put, strict=True):
        yield f"{aspect}: {first} / {second}"
    yield from passage_lines([(side.name, side.passage) for side in pair.sides], view.words)


def witness_lines(view: View, difference: Difference) -> Iterator[str]:
    """Yield a position and what each side makes of it."""
    words = view.words
    before = view.before(difference, drawn=False)
    yield f"  {words('report.witness')}: {before.caption}"
    assert difference.witness is not None
    if difference.witness.scene is not None:
        yield f"      {format_board(difference.witness.scene.board)}"
    yield from (f"      {line}" for line in before.reasons)
    yield from (f"      {line}" for line in before.steps)
    for board in view.after(difference, drawn=False):
        yield from (f"      {board.name}: {line}" for line in board.steps)
        yield f"    {board.name}: {board.caption}"
    yield from (f"      ({line})" for line in view.sentences(difference).found())
    if difference.because:
        yield f"      {words('report.because')}: {view.because(difference)}"


def _cut(line: str, most: int = 160) -> str:
    return line if len(line) <= most else line[: most - 1] + "…"
