"""The table of colours: a name and one letter per colour, for use in positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.words import free_letter
from wtrules.diagnostics import Diagnostic, Label, error, name_hint
from wtrules.diagnostics.fix import replace
from wtrules.phrase import phrase
from wtrules.rules.meaning import Meaning
from wtrules.rules.values import table_value
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
        yield error(
            "missing-column",
            "the table of colours has no column `letter`",
            header.span,
            "positions need a letter for each colour",
            name_hint("letter", value.columns) or "add a column `letter`",
        )
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
            yield error(
                "bad-letter",
                phrase("`{text}` is not a lowercase letter", text=cell.span.text),
                cell.span,
                "one letter from a to z",
                replace(
                    cell.span,
                    free_letter(cell.text or "", taken),
                    "use one lowercase letter; capital letters are towers and the castle",
                ),
            )
            continue
        first = seen.setdefault(cell.text, cell)
        if first is not cell:
            yield error(
                "clashing-letters",
                phrase("two colours have the letter `{cell}`", cell=cell.text),
                cell.span,
                "already used",
                replace(
                    cell.span, free_letter(cell.text, taken), "give one of the two another letter"
                ),
                related=(Label(first.span, "the first one"),),
            )


def _no_name(key: n.Cell) -> Diagnostic:
    return error(
        "bad-cell",
        phrase("`{text}` cannot be the name of a colour", text=key.span.text),
        key.span,
        "not a word",
        phrase("write a word for each colour, such as `colour{text}`", text=key.low)
        if key.low is not None and key.low == key.high
        else "write a row for each colour, and begin it with a word",
    )
