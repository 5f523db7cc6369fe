"""The table `track`: spaces that exist, in columns that the physics knows."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, name_hint, report
from wtrules.language.physical import DEAD_END, TRACK, TRACK_KEY, WAYS
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.track import MOST_ROUTES, track
from wtrules.meaning.values import number
from wtrules.phrase import listed
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n

_SHAPE = f"{TRACK_KEY} | {WAYS[0]} | {WAYS[1]}"


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the shape of the track against the number of spaces."""
    rules = meaning.resolved
    entry, spaces = rules.get("table", TRACK), number(rules, "board.spaces")
    if entry is None or spaces is None:
        return
    node = entry.node_as(n.Table)
    if len(node.rows) < 2:
        return  # reported by the check of tables
    header, *rows = node.rows
    faults = [*_columns(header), *(x for row in rows for x in _row(rules, header, row, spaces))]
    yield from faults
    if faults:
        return
    faults = list(_never_met(rules, rows))
    yield from faults
    shape = track(rules)
    if shape.is_ring and not faults:
        yield report("useless-clause.ring", entry.name_span)
    if shape.routes > MOST_ROUTES:
        yield report(
            "rules-too-large.track", entry.name_span, routes=shape.routes, most_routes=MOST_ROUTES
        )


def _never_met(rules: Rules, rows: list[n.Row]) -> Iterator[Diagnostic]:
    """Check that pieces can come from where `coming from` says."""
    met = {(branch.space, branch.before) for branch in track(rules).branches}
    for key in (key for row in rows for key in row.keys):
        for before in key.coming_from:
            if (key.low, before) not in met:
                yield report("useless-clause.way", key.span, low=key.low, before=before)


def _columns(header: n.Row) -> Iterator[Diagnostic]:
    first, *others = (*header.keys[:1], *header.cells)
    if first.text != TRACK_KEY:
        yield report(
            "unknown-column.track-key", first.span, track=TRACK, track_key=TRACK_KEY, shape=_SHAPE
        )
    for cell in others:
        if cell.text is not None and cell.text not in WAYS:
            hint = name_hint(cell.text, WAYS)
            yield report(
                "unknown-column.track",
                cell.span,
                hint,
                track=TRACK,
                cell=cell.text,
                list=listed(f"`{way}`" for way in WAYS),
            )


def _row(rules: Rules, header: n.Row, row: n.Row, spaces: int) -> Iterator[Diagnostic]:
    for key in row.keys:
        if key.text is not None:
            yield report("bad-cell.not-a-number", key.span, text=key.span.text, dead_end=DEAD_END)
        else:
            for end in (key.low, key.high):
                if end is None or not 0 <= end < spaces:
                    yield _missing(rules, key, spaces)
                    break
            yield from _coming_from(rules, key, spaces)
    for cell, column in zip(row.cells, header.cells, strict=False):
        if cell.text == DEAD_END and not cell.quoted:
            continue
        if cell.text is not None or cell.low is None or cell.low != cell.high:
            yield report(
                "bad-cell.not-a-space",
                cell.span,
                text=cell.span.text,
                way=column.span.text,
                dead_end=DEAD_END,
            )
        elif not all(0 <= to < spaces for to in cell.ways or (cell.low,)):
            yield _missing(rules, cell, spaces)
        elif len(set(cell.ways)) < len(cell.ways):
            yield _twice(cell)


def _coming_from(rules: Rules, key: n.Cell, spaces: int) -> Iterator[Diagnostic]:
    if not all(0 <= before < spaces for before in key.coming_from):
        yield _missing(rules, key, spaces)
    elif len(set(key.coming_from)) < len(key.coming_from):
        yield _twice(key)


def _twice(cell: n.Cell) -> Diagnostic:
    return report("bad-cell.twice", cell.span, text=cell.span.text)


def _missing(rules: Rules, cell: n.Cell, spaces: int) -> Diagnostic:
    return report(
        "off-the-ring.track",
        cell.span,
        text=cell.span.text,
        spaces=spaces,
        last=spaces - 1,
        ring=rules.entries["setting", "board.spaces"].value_span,
    )
