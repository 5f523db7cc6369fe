"""Tables: exactly one row for every case, and the same columns in each row."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.words import numbers, plural
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.language.physical import TABLES_READ_BY_NAME, TRACK
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import listed
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the columns, the cells and the cases of every table."""
    rules = meaning.resolved
    for entry in rules.of_kind("table"):
        node = entry.node_as(n.Table)
        if len(node.rows) < 2:
            yield report(
                "empty-table.header" if node.rows else "empty-table", node.id.span, id=entry.id
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
            yield report("bad-cell.column", cell.span, text=cell.span.text, id=entry.id)
    for extra in header.keys[1:]:
        yield report("bad-cell.first-column", extra.span, id=entry.id)
    seen: dict[str, n.Cell] = {}
    for cell in (*header.keys[:1], *header.cells):
        if cell.text is None:
            continue
        first = seen.setdefault(cell.text, cell)
        if first is not cell:
            yield report(
                "duplicate-column", cell.span, id=entry.id, cell=cell.text, first=first.span
            )


def _only_on_tracks(entry: Entry, rows: list[n.Row]) -> Iterator[Diagnostic]:
    """Check that `6 or 13` and `5 coming from 4` are in the table of the track."""
    for cell in (cell for row in rows for cell in (*row.keys, *row.cells)):
        if cell.is_about_ways and entry.id != TRACK:
            yield report("bad-cell.way", cell.span, id=entry.id, text=cell.span.text, track=TRACK)


def _cells(entry: Entry, header: n.Row, rows: list[n.Row]) -> Iterator[Diagnostic]:
    kinds: dict[int, n.Cell] = {}
    for row in rows:
        if len(row.cells) != len(header.cells):
            given, wanted = len(row.cells) + 1, len(header.cells) + 1
            yield report(
                "ragged-table" if given < wanted else "ragged-table.surplus",
                row.span,
                id=entry.id,
                cells=plural(given, "cell"),
                columns=plural(wanted, "column"),
                missing=plural(abs(given - wanted), "cell"),
                header=header.span,
            )
        for place, cell in enumerate(row.cells):
            kind = _kind(cell)
            if kind == "range" and entry.id not in TABLES_READ_BY_NAME:
                yield report("bad-cell.range", cell.span, text=cell.span.text)
                continue
            first = kinds.setdefault(place, cell)
            if _kind(first) != kind and entry.id not in TABLES_READ_BY_NAME:
                yield report(
                    "bad-cell.mixed",
                    cell.span,
                    text=cell.span.text,
                    kind=_A[kind],
                    kinds=f"{_kind(first)}s",
                    other=_A[_kind(first)],
                    first=first.span,
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
            yield report("bad-cell.players", cell.span, text=cell.span.text)
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
                entry,
                wording("table-overlap.players", case=case) if by_players else case,
                first,
                second,
            )
        if reach is None or high > reach[0]:
            reach = (high, cell)


def _overlap(entry: Entry, case: str, first: n.Cell, second: n.Cell) -> Diagnostic:
    return report("table-overlap", second.span, id=entry.id, case=case, first=first.span)


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
        yield report(
            "table-gap.players",
            entry.name_span,
            id=entry.id,
            counts=counts,
            word=word,
            ruleset=rules.name,
            players=numbers(rules.players),
            list=", ".join(map(str, missing)),
            needed=rules.span,
        )


def _holes(entry: Entry, intervals: list[tuple[float, float, n.Cell]]) -> Iterator[Diagnostic]:
    reach, before = intervals[0][1], intervals[0][2]
    for low, high, cell in intervals[1:]:
        if low > reach + 1:
            first, last = int(reach) + 1, int(low) - 1
            hole = (
                f"{first}" if first == last else wording("table-gap.range", first=first, last=last)
            )
            yield report("table-gap", cell.span, id=entry.id, hole=hole, before=before.span)
        if high > reach:
            reach, before = high, cell
