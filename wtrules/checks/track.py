"""The table `track`: spaces that exist, in columns that the physics knows."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, error, name_hint
from wtrules.language.physical import DEAD_END, TRACK, TRACK_KEY, WAYS
from wtrules.phrase import listed, phrase
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules
from wtrules.rules.track import MOST_ROUTES, track
from wtrules.rules.values import number
from wtrules.source import Span
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
    if shape is None and not faults:
        yield error(
            "useless-clause",
            "this track is a plain ring",
            entry.name_span,
            "nothing differs from the ring",
            "remove the table, or write what follows a space in another order",
        )
    if shape is not None and shape.routes > MOST_ROUTES:
        yield error(
            "rules-too-large",
            phrase(
                "this track has too many forks: there are {routes} ways to go", routes=shape.routes
            ),
            entry.name_span,
            phrase("at most {most_routes} are possible", most_routes=MOST_ROUTES),
            "write `or` in fewer rows: each fork multiplies the ways by the number of its own",
        )


def _never_met(rules: Rules, rows: list[n.Row]) -> Iterator[Diagnostic]:
    """Check that pieces can come from where `coming from` says."""
    shape = track(rules)
    met = {(branch.space, branch.before) for branch in shape.branches} if shape else set()
    for key in (key for row in rows for key in row.keys):
        for before in key.coming_from:
            if (key.low, before) not in met:
                yield error(
                    "useless-clause",
                    phrase(
                        "no piece comes to space {low} from space {before}",
                        low=key.low,
                        before=before,
                    ),
                    key.span,
                    phrase(
                        "space {before} does not lead to space {low}", before=before, low=key.low
                    ),
                    phrase(
                        "add a row that leads there: `{before} | {low}`, or name a space that comes before "
                        "space {low}",
                        before=before,
                        low=key.low,
                    ),
                )


def _columns(header: n.Row) -> Iterator[Diagnostic]:
    first, *others = (*header.keys[:1], *header.cells)
    if first.text != TRACK_KEY:
        yield error(
            "unknown-column",
            phrase(
                "the first column of table `{track}` is called `{track_key}`",
                track=TRACK,
                track_key=TRACK_KEY,
            ),
            first.span,
            "the space that a row is about",
            phrase("start the table with `{shape}`", shape=_SHAPE),
        )
    for cell in others:
        if cell.text is not None and cell.text not in WAYS:
            hint = name_hint(cell.text, WAYS)
            yield error(
                "unknown-column",
                phrase("table `{track}` has no column `{cell}`", track=TRACK, cell=cell.text),
                cell.span,
                "not a direction",
                hint or phrase("its columns are {list}", list=listed(f"`{way}`" for way in WAYS)),
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
            yield from _coming_from(rules, key, spaces)
    for cell, column in zip(row.cells, header.cells, strict=False):
        if cell.text == DEAD_END and not cell.quoted:
            continue
        if cell.text is not None or cell.low is None or cell.low != cell.high:
            yield _not_a_space(
                cell,
                phrase(
                    "the next space {text}, or `{dead_end}`",
                    text=column.span.text,
                    dead_end=DEAD_END,
                ),
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
    return error(
        "bad-cell",
        phrase("`{text}` names a space twice", text=cell.span.text),
        cell.span,
        "each way needs a space of its own",
        "name each space once",
    )


def _not_a_space(cell: n.Cell, label: str) -> Diagnostic:
    return error(
        "bad-cell",
        phrase("`{text}` is not a space", text=cell.span.text),
        cell.span,
        label,
        phrase(
            "write the number of a space, or `{dead_end}` where the track ends", dead_end=DEAD_END
        ),
    )


def _missing(rules: Rules, cell: n.Cell, spaces: int) -> Diagnostic:
    entry = rules.get("setting", "board.spaces")
    assert entry is not None
    return survey(rules).between(
        "off-the-ring",
        phrase("there is no space {text}", text=cell.span.text),
        Label(cell.span, "not on the track"),
        Label(
            _value(entry),
            phrase("there are {spaces} spaces, 0 to {last}", spaces=spaces, last=spaces - 1),
        ),
        phrase("the last space is {last}; `override board.spaces = …` adds more", last=spaces - 1),
    )


def _value(entry: Entry) -> Span:
    return entry.node_as(n.Setting).value.span
