"""A report for the terminal, short or complete, and for other programs as JUnit XML."""

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
_FEW = 2  # statements of both manuals about a difference, in a short report

BOLD, DIM = "1", "2"
_COLOURS = {Grade.BEHAVIOUR: "1;31", Grade.UNSETTLED: "1;33"}
_OTHER = "1;36"

Line = str | tuple[str, str]  # plain, or a colour and the text in it


def text(
    report: Report, lang: str = "en", least: Grade | None = None, *, colour: bool = False
) -> str:
    """Return a report as plain text.

    With *least*, it is short: it has the differences of this grade and of higher ones, without what
    only programs and people who accept differences need, and the number of the others.
    """
    view = View(report, Texts(lang))
    lines = list(_lines(view, least))
    return "\n".join(painted(line, colour) for line in lines) + "\n"


def _lines(view: View, least: Grade | None) -> Iterator[Line]:
    report, words = view.report, view.words
    title, *overview = heading(view)
    yield (BOLD, title)
    yield from overview
    more = 0
    for grade in Grade:
        found = report.of_grade(grade)
        if not found:
            continue
        if least is not None and not grade.reaches(least):
            more += len(found)
            continue
        name, about = words(f"report.grade.{grade}"), words(f"report.about.{grade}")
        yield ""
        yield (_COLOURS.get(grade, _OTHER), f"{name} ({len(found)}): {about}")
        yield from _section(view, found, is_short=least is not None)
    if more:
        key = "report.not_listed" if more < len(report.differences) else "report.only_more"
        yield from ("", (DIM, words(key, n=more)))
    yield from _tail(view, is_short=least is not None)


def painted(line: Line, colour: bool) -> str:
    """Return a line, safe for the terminal, in its colour if that is wanted."""
    code, shown = ("", line) if isinstance(line, str) else line
    shown = safe(shown).rstrip()
    return f"\x1b[{code}m{shown}\x1b[0m" if code and colour else shown


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


def _tail(view: View, *, is_short: bool) -> Iterator[str]:
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
            yield f"  {_name(view, difference, is_short=is_short)}: {reason}"


def _section(
    view: View, found: tuple[Difference, ...], *, is_short: bool = False
) -> Iterator[Line]:
    short = [difference for difference in found if not view.is_long(difference)]
    width = min(_WIDE, max((len(view.heading(d)) for d in short), default=0))
    for difference in found:
        if view.is_long(difference):
            yield ""
            yield (BOLD, f"  {_name(view, difference, is_short=is_short)}")
            shown = _in_short(view, difference) if is_short else details(view, difference)
            yield from (f"  {line}" for line in shown)
        else:
            title = view.heading(difference)
            address = "" if is_short else f"  [{difference.address}]"
            yield f"  {title:<{width}}  {_short(view, difference)}{address}"
            yield from (f"      {line}" for line in _manual_lines(view, view.wording(difference)))


def _name(view: View, difference: Difference, *, is_short: bool = False) -> str:
    mode = f" ({view.mode(difference.mode)})" if difference.mode else ""
    if is_short:
        return f"{view.heading(difference)}{mode}"
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


def _in_short(view: View, difference: Difference) -> Iterator[str]:
    """Yield what both sides say about a difference and a position that shows it."""
    words, pair = view.words, view.wording(difference)
    statements = view.statements(difference)
    told = [one for one in statements if "omits" not in [side.stance for side in one.sides]]
    pairs = [pair] if any(side.says for side in pair.sides) else []
    if [pair.title] == [one.title for one in statements] and told:  # it says the same, more exactly
        pairs, told = [], statements
    shown = told[:_FEW]
    for one in pairs:
        yield from _pair(view, one)
        yield from (f"    {line}" for line in _manual_lines(view, one))
    for statement in shown:
        if statement.title == pair.title:
            yield from _pair(view, statement)
            yield from (f"    {line}" for line in _manual_lines(view, statement))
        else:
            yield from _topic(view, statement)
    if all(one.same or one.is_empty for one in (*pairs, *shown)):
        for change in shown_changes(difference):
            yield f"  {words('report.changes')}: {_cut(difference_text(change, words))}"
    if len(statements) > len(shown):
        yield f"  {words('report.other_statements', n=len(statements) - len(shown))}"
    yield from _shown(view, difference, is_short=True)


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
        titles = {view.names.title(part.kind, part.id): part.id for part in named}
        # What has no name of its own serves what has one.
        known = [title for title, id in titles.items() if title != id]
        yield f"  {words('report.parts')}: {', '.join(known or titles)}"
    for part in difference.parts if not named else ():
        shown = "; ".join(_cut(difference_text(c, words)) for c in part.changes)
        yield f"  {words('report.with_it')}: {view.names.title(part.kind, part.id)}: {shown}"
    yield from _shown(view, difference)


def _shown(view: View, difference: Difference, *, is_short: bool = False) -> Iterator[str]:
    """Yield what shows a difference: a choice, a position, games; or how far the search went."""
    words = view.words
    if difference.taken is not None:
        yield f"  {view.literal(difference)}"
    if difference.choice is not None:
        chosen, boards = view.choice(difference, drawn=False)
        yield f"  {words('report.choice')}: {chosen}"
        yield from (f"    {board.name}: {board.caption}" for board in boards)
    if not is_short:
        yield f"  {words('report.evidence')}: {view.evidence(difference)}"
    if difference.witness is not None:
        yield from witness_lines(view, difference, is_short=is_short)
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


def witness_lines(view: View, difference: Difference, *, is_short: bool = False) -> Iterator[str]:
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
    if not is_short:
        yield from (f"      ({line})" for line in view.sentences(difference).found())
    because = view.because(difference) if difference.because else ""
    if because not in ("", view.names.title(*difference.key)):
        yield f"      {words('report.because')}: {because}"


def _cut(line: str, most: int = 160) -> str:
    return line if len(line) <= most else line[: most - 1] + "…"
