"""The table of colours: a name and one letter per colour, for use in positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.words import free_letter
from wtrules.diagnostics import Diagnostic, name_hint, report, wording
from wtrules.diagnostics.fix import replace
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.values import table_value
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the names and the letters in the table of colours."""
    rules = meaning.resolved
    entry = rules.get("table", "colours")
    if entry is None or not isinstance(entry.node, n.Table) or len(entry.node.rows) < 2:
        return
    value = table_value(entry)
    if "letter" not in value.columns:
        header = entry.node.rows[0]
        yield report("missing-column", header.span, name_hint("letter", value.columns))
        return
    place = value.columns.index("letter")
    seen: dict[str, n.Cell] = {}
    taken = {row.cells[place].text or "" for row in value.rows if place < len(row.cells)}
    for row in value.rows:
        yield from (_no_name(key) for key in row.keys if key.text is None)
        if place >= len(row.cells):
            continue
        cell = row.cells[place]
        if cell.text is None or not re.fullmatch("[a-z]", cell.text):
            yield report(
                "bad-letter",
                cell.span,
                replace(cell.span, free_letter(cell.text or "", taken)),
                text=cell.span.text,
            )
            continue
        first = seen.setdefault(cell.text, cell)
        if first is not cell:
            yield report(
                "clashing-letters",
                cell.span,
                replace(cell.span, free_letter(cell.text, taken)),
                cell=cell.text,
                first=first.span,
            )


def _no_name(key: n.Cell) -> Diagnostic:
    return report(
        "bad-cell.colour",
        key.span,
        wording("bad-cell.colour.numbered", number=key.low)
        if key.low is not None and key.low == key.high
        else None,
        text=key.span.text,
    )
