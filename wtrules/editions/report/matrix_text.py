"""All manuals against one another, for the terminal: a table of letters, and who differs how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.editions.compare import Matrix
from wtrules.editions.report.matrix import MatrixView
from wtrules.editions.report.text import BOLD, DIM, Line, painted
from wtrules.texts import Texts

_WIDEST = 60  # of the first column


def matrix_text(
    matrix: Matrix, lang: str = "en", *, is_short: bool = False, colour: bool = False
) -> str:
    """Return the comparison of all manuals as plain text; a short one has only what plays differently."""
    view = MatrixView(matrix, Texts(lang))
    return "\n".join(painted(line, colour) for line in _lines(view, is_short)) + "\n"


def _lines(view: MatrixView, is_short: bool) -> Iterator[Line]:
    words = view.words
    yield (BOLD, words("report.matrix"))
    yield from (f"  {number} {name}" for number, name in enumerate(view.manuals, 1))
    about = f"{words('report.matrix.plays')} ({len(view.played)})"
    yield from ("", (BOLD, f"{about}: {words('report.matrix.plays_about')}"))
    rows = [
        (f"{p.title} ({p.mode})" if p.mode else p.title, p.letters, p.says) for p in view.played
    ]
    yield from _table(view, rows, is_short)
    yield from ("", (BOLD, words("report.matrix.pairs")))
    for one, two, of in view.pairs():
        sides = words("report.sides", one=view.name(one), two=view.name(two))
        yield f"  {sides}: {of.counts}"
    if is_short:
        yield from ("", (DIM, words("report.matrix.more")))
        return
    yield from ("", (BOLD, words("report.matrix.rules")))
    tellings = [
        (
            one.title,
            tuple(str(told.version or "–") for told in one.manuals),
            tuple((str(number), says) for number, says in enumerate(one.versions, 1)),
        )
        for one in view.tellings
    ]
    yield from _table(view, tellings, is_short)


def _table(
    view: MatrixView,
    rows: Sequence[tuple[str, Sequence[str], Sequence[tuple[str, str]]]],
    is_short: bool,
) -> Iterator[Line]:
    """Yield a row for each thing: a sign for each manual, and below what each sign stands for."""
    width = min(_WIDEST, max((len(title) for title, _, _ in rows), default=0))
    numbers = "  ".join(str(number) for number in range(1, len(view.manuals) + 1))
    yield (DIM, f"  {'':<{width}}  {numbers}")
    for title, signs, says in rows:
        shown = title if len(title) <= width else f"{title[: width - 1]}…"
        yield f"  {shown:<{width}}  {'  '.join(signs)}"
        if not is_short:
            yield from (f"      {sign} {sentence}" for sign, sentence in says)
