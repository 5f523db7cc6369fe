"""The outcomes with which a statement ends the game: the one it names, or those in a table's column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from wtrules.meaning import nodes as m
from wtrules.meaning.values import table
from wtrules.node import walk
from wtrules.resolve.model import Rules, once
from wtrules.source import Span
from wtrules.syntax import nodes as n


def outcomes_named(rules: Rules, end: n.End) -> Iterator[tuple[str, Span]]:
    """Yield the outcomes that `end game won` or `end game grades.grade at cards` names, and where."""
    match end.outcome:
        case n.Name(id=id, span=span):
            yield id, span
        case n.EntryAt(table=n.Name(id=column)):
            entry = rules.get("table", column.rpartition(".")[0])
            if entry is not None:
                cells = _in_columns({column}, entry.node_as(n.Table), rules)
                yield from ((str(cell.text), cell.span) for cell in cells)


def outcomes_of(rules: Rules, end: m.End) -> Iterator[str]:
    """Yield the outcomes with which a statement can end the game."""
    match end.outcome:
        case str(id):
            yield id
        case m.Column() as entry:
            found = table(rules, entry.table)
            cells = [found.in_row(row, entry.column) for row in found.rows] if found else []
            yield from (cell for cell in cells if isinstance(cell, str))


def outcome_cells(rules: Rules, part: n.Table | n.Add) -> Iterator[n.Cell]:
    """Yield the cells of a table, or of rows added to it, that name outcomes for an `end game`."""
    return _in_columns(_columns_read(rules), part, rules)


@once
def _columns_read(rules: Rules) -> frozenset[str]:
    """Return the columns of tables in which rules and variants look for an outcome."""
    entries = [entry.node for entry in rules.entries.values()]
    variants = [variant.node for variant in rules.variants.values()]
    return frozenset(
        node.outcome.table.id
        for node in walk(entries, variants)
        if isinstance(node, n.End) and isinstance(node.outcome, n.EntryAt)
    )


def _in_columns(read: Set[str], part: n.Table | n.Add, rules: Rules) -> Iterator[n.Cell]:
    if part.id is None:
        return
    known = table(rules, part.id.id)
    columns: Iterable[str | None] = known.columns if known is not None else ()
    rows = (
        [row for row in part.members if isinstance(row, n.Row)]
        if isinstance(part, n.Add)
        else list(part.rows)
    )
    if isinstance(part, n.Table) and rows:
        columns = [cell.text for cell in rows.pop(0).cells]
    for row in rows:
        for column, cell in zip(columns, row.cells, strict=False):
            if f"{part.id.id}.{column}" in read and cell.text is not None:
                yield cell
