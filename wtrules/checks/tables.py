"""Tables: exactly one row for every case, and the same columns in each row."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.checks.words import numbers, plural
from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.language.physical import TABLES_READ_BY_NAME, TRACK
from wtrules.phrase import listed, phrase
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the columns, the cells and the cases of every table."""
    rules = meaning.resolved
    for entry in rules.of_kind("table"):
        node = entry.node_as(n.Table)
        if len(node.rows) < 2:
            what = "no rows" if not node.rows else "only the names of its columns"
            yield error(
                "empty-table",
                phrase("table `{id}` has {what}", id=entry.id, what=what),
                node.id.span,
                "no values",
                "the first row names the columns; add rows below it"
                if node.rows
                else "start with a row that names the columns, such as `players | wizards`",
            )
            continue
        header, *rows = node.rows
        yield from _header(entry, header)
        yield from _only_on_tracks(entry, rows)
        yield from _cells(entry, header, rows)
        yield from _cases(rules, entry, header, rows)


def _header(entry: Entry, header: n.Row) -> Iterator[Diagnostic]:
    for cell in (*header.keys, *header.cells):
        if cell.text is None or cell.quoted:
            yield error(
                "bad-cell",
                phrase(
                    "`{text}` cannot be the name of a column of table `{id}`",
                    text=cell.span.text,
                    id=entry.id,
                ),
                cell.span,
                "the first row names the columns",
                "write a plain word for each column; the values start in the second row",
            )
    for extra in header.keys[1:]:
        yield error(
            "bad-cell",
            phrase("table `{id}` has more than one first column", id=entry.id),
            extra.span,
            "the first column has one name",
            "write `|` between two columns",
        )
    seen: dict[str, n.Cell] = {}
    for cell in (*header.keys[:1], *header.cells):
        if cell.text is None:
            continue
        first = seen.setdefault(cell.text, cell)
        if first is not cell:
            yield error(
                "duplicate-column",
                phrase("table `{id}` has two columns called `{cell}`", id=entry.id, cell=cell.text),
                cell.span,
                "the second one",
                "give one of them another name, or remove it",
                related=(Label(first.span, "the first one"),),
            )


def _only_on_tracks(entry: Entry, rows: list[n.Row]) -> Iterator[Diagnostic]:
    """Check that `6 or 13` and `5 coming from 4` are in the table of the track."""
    for cell in (cell for row in rows for cell in (*row.keys, *row.cells)):
        if cell.is_about_ways and entry.id != TRACK:
            yield error(
                "bad-cell",
                phrase("table `{id}` cannot say `{text}`", id=entry.id, text=cell.span.text),
                cell.span,
                phrase("only table `{track}` knows spaces and ways", track=TRACK),
                "write one row for each case and one value in each cell",
            )


def _cells(entry: Entry, header: n.Row, rows: list[n.Row]) -> Iterator[Diagnostic]:
    kinds: dict[int, n.Cell] = {}
    for row in rows:
        if len(row.cells) != len(header.cells):
            given, wanted = len(row.cells) + 1, len(header.cells) + 1
            yield error(
                "ragged-table",
                phrase(
                    "this row of table `{id}` has {cells}, but the table has {columns}",
                    id=entry.id,
                    cells=plural(given, "cell"),
                    columns=plural(wanted, "column"),
                ),
                row.span,
                phrase(
                    "{cells} too few" if given < wanted else "{cells} too many",
                    cells=plural(abs(given - wanted), "cell"),
                ),
                "give every row one cell for each column, with `|` between them",
                related=(Label(header.span, "the columns"),),
            )
        for place, cell in enumerate(row.cells):
            kind = _kind(cell)
            if kind == "range" and entry.id not in TABLES_READ_BY_NAME:
                yield error(
                    "bad-cell",
                    phrase("`{text}` is a range where one number is needed", text=cell.span.text),
                    cell.span,
                    "only the first column can have ranges",
                    "write one number",
                )
                continue
            first = kinds.setdefault(place, cell)
            if _kind(first) != kind and entry.id not in TABLES_READ_BY_NAME:
                yield error(
                    "bad-cell",
                    phrase(
                        "`{text}` is {kind} in a column of {kinds}",
                        text=cell.span.text,
                        kind=_A[kind],
                        kinds=f"{_kind(first)}s",
                    ),
                    cell.span,
                    _A[kind],
                    "use only numbers, only words or only texts in a column",
                    related=(Label(first.span, phrase("{kind} above", kind=_A[_kind(first)])),),
                )


_A = {"number": "a number", "word": "a word", "text": "a text", "range": "a range"}


def _kind(cell: n.Cell) -> str:
    if cell.text is not None:
        return "text" if cell.quoted else "word"
    return "number" if cell.low is not None and cell.low == cell.high else "range"


def _cases(rules: Rules, entry: Entry, header: n.Row, rows: list[n.Row]) -> Iterator[Diagnostic]:
    by_players = header.keys[0].text == "players"
    words: dict[str, n.Cell] = {}
    intervals: list[tuple[float, float, n.Cell]] = []
    for cell in (cell for row in rows for cell in row.keys):
        if cell.coming_from:
            for before in cell.coming_from:
                case = f"{cell.low} coming from {before}"
                first = words.setdefault(case, cell)
                if first is not cell:
                    yield _overlap(entry, case, first, cell)
            continue
        if cell.text is None:
            low = float("-inf") if cell.low is None else cell.low
            high = float("inf") if cell.high is None else cell.high
            if low <= high:  # otherwise reported by the check of numbers
                intervals.append((low, high, cell))
            continue
        if by_players:
            yield error(
                "bad-cell",
                phrase("`{text}` is not a number of players", text=cell.span.text),
                cell.span,
                "not a number",
                "write the player counts of this row, such as `2`, `3, 4` or `2..4`",
            )
        first = words.setdefault(cell.text, cell)
        if first is not cell:
            yield _overlap(entry, f"`{cell.text}`", first, cell)
    intervals.sort(key=lambda x: (x[0], x[2].span.start))
    yield from _overlaps(entry, intervals, by_players)
    if by_players:
        yield from _missing_counts(rules, entry, intervals, rows[-1])
    elif any(cell.low is None or cell.high is None for _, _, cell in intervals):
        yield from _holes(entry, intervals)


def _overlaps(
    entry: Entry, intervals: list[tuple[float, float, n.Cell]], by_players: bool
) -> Iterator[Diagnostic]:
    reach: tuple[float, n.Cell] | None = None
    for low, high, cell in intervals:
        if reach is not None and low <= reach[0]:
            case = f"{low:g}" if low > float("-inf") else f"{min(high, reach[0]):g}"
            first, second = sorted((reach[1], cell), key=lambda c: c.span.start)
            yield _overlap(
                entry, phrase("{case} players", case=case) if by_players else case, first, second
            )
        if reach is None or high > reach[0]:
            reach = (high, cell)


def _overlap(entry: Entry, case: str, first: n.Cell, second: n.Cell) -> Diagnostic:
    return error(
        "table-overlap",
        phrase("table `{id}` has two rows for {case}", id=entry.id, case=case),
        second.span,
        "also applies",
        "make only one row apply to each case",
        related=(Label(first.span, phrase("applies to {case}", case=case)),),
    )


def _missing_counts(
    rules: Rules, entry: Entry, intervals: list[tuple[float, float, n.Cell]], last: n.Row
) -> Iterator[Diagnostic]:
    missing = [
        count
        for count in sorted(rules.players)
        if not any(low <= count <= high for low, high, _ in intervals)
    ]
    if missing:
        word = "player" if missing == [1] else "players"
        counts = listed(map(str, missing), "or")
        yield survey(rules).between(
            "table-gap",
            phrase(
                "table `{id}` has no row for {counts} {word}", id=entry.id, counts=counts, word=word
            ),
            Label(entry.name_span, phrase("no row for {counts}", counts=counts)),
            Label(
                rules.span,
                phrase(
                    "`{ruleset}` is for {counts} players",
                    ruleset=rules.name,
                    counts=numbers(rules.players),
                ),
            ),
            phrase(
                "add a row that starts with `{list} |`, or remove these counts from `players`",
                list=", ".join(map(str, missing)),
            ),
        )


def _holes(entry: Entry, intervals: list[tuple[float, float, n.Cell]]) -> Iterator[Diagnostic]:
    reach, before = intervals[0][1], intervals[0][2]
    for low, high, cell in intervals[1:]:
        if low > reach + 1:
            first, last = int(reach) + 1, int(low) - 1
            hole = (
                f"{first}" if first == last else phrase("{first} to {last}", first=first, last=last)
            )
            yield error(
                "table-gap",
                phrase("table `{id}` has no row for {hole}", id=entry.id, hole=hole),
                cell.span,
                phrase("starts after {hole}", hole=hole),
                "close the gap between the rows",
                related=(Label(before.span, phrase("ends before {hole}", hole=hole)),),
            )
        if high > reach:
            reach, before = high, cell
