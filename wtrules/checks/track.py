"""The table `track`: spaces that exist, in columns that the physics knows."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.checks.words import listed
from wtrules.diagnostics import Diagnostic, Label, error, name_hint
from wtrules.language.physical import DEAD_END, TRACK, TRACK_KEY, WAYS
from wtrules.rules.model import Entry, Rules
from wtrules.rules.track import track
from wtrules.rules.values import number
from wtrules.source import Span
from wtrules.syntax import nodes as n

_SHAPE = f"{TRACK_KEY} | {WAYS[0]} | {WAYS[1]}"


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check the shape of the track against the number of spaces."""
    entry, spaces = rules.get("table", TRACK), number(rules, "board.spaces")
    if entry is None or spaces is None:
        return
    node = entry.node_as(n.Table)
    if len(node.rows) < 2:
        return  # reported by the check of tables
    header, *rows = node.rows
    faults = [*_columns(header), *(x for row in rows for x in _row(rules, header, row, spaces))]
    yield from faults
    if not faults and track(rules) is None:
        yield error(
            "useless-clause",
            "this track is a plain ring",
            entry.name_span,
            "nothing differs from the ring",
            "remove the table, or write what follows a space in another order",
        )


def _columns(header: n.Row) -> Iterator[Diagnostic]:
    first, *others = (*header.keys[:1], *header.cells)
    if first.text != TRACK_KEY:
        yield error(
            "unknown-column",
            f"the first column of table `{TRACK}` is called `{TRACK_KEY}`",
            first.span,
            "the space that a row is about",
            f"start the table with `{_SHAPE}`",
        )
    for cell in others:
        if cell.text is not None and cell.text not in WAYS:
            hint = name_hint(cell.text, WAYS)
            yield error(
                "unknown-column",
                f"table `{TRACK}` has no column `{cell.text}`",
                cell.span,
                "not a direction",
                hint or f"its columns are {listed(f'`{way}`' for way in WAYS)}",
            )


def _row(rules: Rules, header: n.Row, row: n.Row, spaces: int) -> Iterator[Diagnostic]:
    for key in row.keys:
        if key.text is not None:
            yield _not_a_space(key, "a space is a number")
        else:
            for end in (key.low, key.high):
                if end is None or not 0 <= end < spaces:
                    yield _missing(rules, key, spaces)
                    break
    for cell, column in zip(row.cells, header.cells, strict=False):
        if cell.text == DEAD_END and not cell.quoted:
            continue
        if cell.text is not None or cell.low is None or cell.low != cell.high:
            yield _not_a_space(cell, f"the next space {column.span.text}, or `{DEAD_END}`")
        elif not 0 <= cell.low < spaces:
            yield _missing(rules, cell, spaces)


def _not_a_space(cell: n.Cell, label: str) -> Diagnostic:
    return error(
        "bad-cell",
        f"`{cell.span.text}` is not a space",
        cell.span,
        label,
        f"write the number of a space, or `{DEAD_END}` where the track ends",
    )


def _missing(rules: Rules, cell: n.Cell, spaces: int) -> Diagnostic:
    entry = rules.get("setting", "board.spaces")
    assert entry is not None
    return survey(rules).between(
        "off-the-ring",
        f"there is no space {cell.span.text}",
        Label(cell.span, "not on the track"),
        Label(_value(entry), f"there are {spaces} spaces, 0 to {spaces - 1}"),
        f"the last space is {spaces - 1}; `override board.spaces = …` adds more",
    )


def _value(entry: Entry) -> Span:
    return entry.node_as(n.Setting).value.span
