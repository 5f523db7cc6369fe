"""The constants of a ruleset: settings and tables as plain numbers, words and lists.

A setting's terms may use numbers, other settings and arithmetic; anything that would need a game
in progress is not a constant. Mistakes are raised as `NotConstant`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from heapq import heappop, heappush

from attrs import field, frozen

from wtrules.diagnostics import Diagnostic, name_fix, report
from wtrules.phrase import names
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

Constant = int | str | range
MAX_NUMBER = 1_000_000
# How deeply settings, and defined words, may depend on each other.
MAX_STEPS = 30


ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "mod": operator.mod,
}


class NotConstant(Exception):
    """Raised when a term is not a constant; carries the diagnostic."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__(fault.message)
        self.fault = fault


@frozen
class ListValue(Value):
    """The entries of a setting; `first` is the index of the first one (`from 1:`)."""

    entries: tuple[Constant, ...]
    first: int = 0

    def at(self, index: int) -> Constant:
        """Return the entry at *index*, 0 outside the list."""
        place = index - self.first
        return self.entries[place] if 0 <= place < len(self.entries) else 0


@frozen
class TableValue(Value):
    """A table: the name of its key column, its other columns, and its rows."""

    key: str
    columns: tuple[str, ...]
    rows: tuple[n.Row, ...]

    def row(self, key: int | str) -> n.Row | None:
        """Return the first row for *key*, a number or a word."""
        for row in self.rows:
            if any(_holds(cell, key) for cell in row.keys):
                return row
        return None

    def cell(self, key: int | str, column: str) -> int | str | None:
        """Return the value of *column* for *key*; None if the table has none."""
        return self.in_row(self.row(key), column)

    def in_row(self, row: n.Row | None, column: str) -> int | str | None:
        """Return the value of *column* in a row; None if there is none."""
        if row is None or column not in self.columns:
            return None
        place = self.columns.index(column)
        if place >= len(row.cells):
            return None
        cell = row.cells[place]
        return cell.text if cell.text is not None else cell.low

    def runs(self) -> list[tuple[int, n.Row | None]]:
        """Return the numbers from 0 on in runs that one row, or none, applies to.

        A run is its first number and its row. The last one begins after the largest number of the
        table, and has no end.
        """
        keys = [(i, cell) for i, row in enumerate(self.rows) for cell in row.keys]
        spans = [(max(0, cell.low or 0), i, cell.high) for i, cell in keys if cell.text is None]
        end = 1 + max((cell.high or cell.low or 0 for _, cell in keys), default=0)
        starts = {0, end, *(low for low, _, _ in spans)}
        starts |= {high + 1 for _, _, high in spans if high is not None}
        waiting = sorted(spans, key=lambda span: -span[0])
        rows: list[tuple[int, float]] = []  # that apply, the first of them on top
        found: list[tuple[int, n.Row | None]] = []
        for start in sorted(start for start in starts if 0 <= start <= end):
            while waiting and waiting[-1][0] <= start:
                _, i, high = waiting.pop()
                heappush(rows, (i, math.inf if high is None else high))
            while rows and rows[0][1] < start:
                heappop(rows)
            found.append((start, self.rows[rows[0][0]] if rows else None))
        return found


def _holds(cell: n.Cell, key: int | str) -> bool:
    if isinstance(key, str) or cell.text is not None:
        return cell.text == key
    return (cell.low is None or cell.low <= key) and (cell.high is None or key <= cell.high)


def table_value(entry: Entry) -> TableValue:
    """Return a table entry's header and rows; a table without rows has no columns."""
    node = entry.node_as(n.Table)
    if not node.rows:
        return TableValue("", (), ())
    header, *rows = node.rows
    names = [cell.text or "" for cell in (*header.keys, *header.cells)]
    return TableValue(names[0], tuple(names[1:]), tuple(rows))


def setting_value(rules: Rules, entry: Entry) -> ListValue:
    """Return the constant entries of a setting; raises NotConstant."""
    return _setting(_Work(rules), entry, ())


@frozen(eq=False, repr=False)
class _Work:
    """One question about constants: the rules, and the settings answered on the way."""

    rules: Rules
    known: dict[str, ListValue] = field(factory=dict)


def _setting(work: _Work, entry: Entry, path: tuple[str, ...]) -> ListValue:
    node = entry.node_as(n.Setting)
    if entry.id in work.known:
        return work.known[entry.id]
    if len(path) > MAX_STEPS:
        raise NotConstant(report("not-a-constant.chain", node.value.span, max_steps=MAX_STEPS))
    if entry.id in path:
        ring = names([*path, entry.id], " → ")
        raise NotConstant(report("cyclic-value", node.value.span, id=entry.id, ring=ring))
    entries = tuple(_constant(work, term, (*path, entry.id)) for term in node.value.entries)
    work.known[entry.id] = ListValue(entries, node.value.first or 0)
    return work.known[entry.id]


def _constant(work: _Work, term: n.Expr, path: tuple[str, ...]) -> Constant:
    match term:
        case n.Number() | n.Text():
            return term.value
        case n.Range():
            return range(term.low, term.high + 1)
        case n.Name():
            entry = work.rules.get("setting", term.id)
            if entry is not None:
                return _single(_setting(work, entry, path), term)
            if "." in term.id:
                return _unknown(work.rules, term)
            return term.id
        case n.Unary(operator="-"):
            return -_number(work, term.operand, path)
        case n.Binary(operator="+" | "-" | "*" | "/" | "mod"):
            return _arithmetic(work, term, path)
        case _:
            raise NotConstant(report("not-a-constant.setting", term.span))


def _unknown(rules: Rules, term: n.Name) -> Constant:
    known = [entry.id for entry in rules.of_kind("setting")]
    fix = name_fix(term.span, known)
    raise NotConstant(report("unknown-name.setting", term.span, fix, id=term.id))


def _single(value: ListValue, term: n.Expr) -> Constant:
    if len(value.entries) == 1:
        return value.entries[0]
    raise NotConstant(report("type-error.single", term.span, number=len(value.entries)))


def _number(work: _Work, term: n.Expr, path: tuple[str, ...]) -> int:
    value = _constant(work, term, path)
    if isinstance(value, int):
        return value
    raise NotConstant(report("type-error.number", term.span, text=term.span.text))


def _arithmetic(work: _Work, term: n.Binary, path: tuple[str, ...]) -> int:
    left = _number(work, term.left, path)
    right = _number(work, term.right, path)
    if term.operator in ("/", "mod") and right == 0:
        raise NotConstant(report("division-by-zero", term.right.span))
    result = ARITHMETIC[term.operator](left, right)
    return max(min(result, 10**12), -(10**12))


def number(rules: Rules, path: str) -> int | None:
    """Return a setting that holds one number, None if it is missing or something else."""
    entries = entries_of(rules, path)
    return entries[0] if len(entries) == 1 and isinstance(entries[0], int) else None


def entries_of(rules: Rules, path: str) -> tuple[Constant, ...]:
    """Return the entries of a setting, nothing if it is missing or faulty."""
    value = list_of(rules, path)
    return value.entries if value is not None else ()


def list_of(rules: Rules, path: str) -> ListValue | None:
    """Return a setting's list, None if it is missing or faulty."""
    entry = rules.get("setting", path)
    if entry is None:
        return None
    try:
        return setting_value(rules, entry)
    except NotConstant:
        return None


def table(rules: Rules, id: str) -> TableValue | None:
    """Return a table by name."""
    entry = rules.get("table", id)
    return table_value(entry) if entry is not None else None


def letters(rules: Rules) -> Mapping[str, str]:
    """Return the colours with their letters, in the order of the `colours` table."""
    colours = table(rules, "colours")
    if colours is None:
        return {}
    found: dict[str, str] = {}
    for row in colours.rows:
        name = row.keys[0].text
        letter = colours.cell(name, "letter") if name else None
        if name and isinstance(letter, str):
            found[name] = letter
    return found
