"""What may vary: settings, costs of spells and cells of tables, each with its possible values.

    board.capacity=3..6     spell.second_wind.cost=1..3     supply.flasks[2]=5|6|7
    turn.discard=allowed|barred     board.shields=0, 4, 8, 12|0, 8

`|` separates values, because a value may be a list. A change becomes an override in a rule file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from wtrules.diagnostics import closest
from wtrules.game.game import Game
from wtrules.syntax import nodes as n
from wtrules.texts import TextError
from wtrules.value import Value

MOST = 10_000  # values of one change
_RANGE = re.compile(r"(\d+)\s*\.\.\s*(\d+)")
_CELL = re.compile(r"([\w.]+)\.(\w+)\[([^\]]+)\]")
_COST = re.compile(r"spell\.(\w+)\.cost")


class BadChange(TextError):
    """A change that is not possible; the message says how one is written."""


@frozen
class Change(Value):
    """One thing that may vary, and its values as they are written in a rule file."""

    name: str
    values: tuple[str, ...]


def read_change(text: str, game: Game) -> Change:
    """Return what `--vary` names; raises BadChange."""
    name, equals, written = (part.strip() for part in text.partition("="))
    if not (name and equals and written):
        raise BadChange("tune.bad_change", text=text)
    values: list[str] = []
    for part in written.split("|"):
        found = _RANGE.fullmatch(part.strip())
        if found is None:
            values.append(part.strip())
            continue
        low, high = int(found[1]), int(found[2])
        if high < low or high - low >= MOST:
            raise BadChange("tune.bad_values", text=part)
        values += [str(number) for number in range(low, high + 1)]
    if not all(values) or any("\n" in value or "{" in value or "}" in value for value in values):
        raise BadChange("tune.bad_change", text=text)
    _check(name, game)
    return Change(name, tuple(dict.fromkeys(values)))


def _check(name: str, game: Game) -> None:
    """Raise BadChange if the rules have nothing of that name."""
    rules = game.rules
    if cost := _COST.fullmatch(name):
        if rules.get("spell", cost[1]) is None:
            raise _unknown(name, (f"spell.{entry.id}.cost" for entry in rules.of_kind("spell")))
        return
    if cell := _CELL.fullmatch(name):
        if name not in set(_cells(game)):
            raise _unknown(name, (one for one in _cells(game) if one.startswith(f"{cell[1]}.")))
        return
    if rules.get("setting", name) is None:
        known = [entry.id for entry in rules.of_kind("setting")]
        raise _unknown(name, [*known, *_cells(game)])


def _unknown(name: str, known: Iterator[str] | Sequence[str]) -> BadChange:
    names = list(known)
    near = closest(name, names)
    if near:
        return BadChange("tune.unknown_change_near", name=name, near=near)
    return BadChange("tune.unknown_change", name=name, known=", ".join(names[:8]))


def _cells(game: Game) -> Iterator[str]:
    for entry in game.rules.of_kind("table"):
        table = entry.node
        if isinstance(table, n.Table):
            head, *rows = table.rows
            for row in rows:
                for key in row.keys:
                    for column in head.cells:
                        yield f"{entry.id}.{column.span.text}[{key.span.text}]"


# --- as a rule file -------------------------------------------------------------------------------


def ruleset_text(name: str, game: Game, extends: str, chosen: Mapping[str, str]) -> str:
    """Return the rule file of a candidate, not yet laid out."""
    base, *variants = extends.split("+")
    with_ = f" with {', '.join(variants)}" if variants else ""
    lines = [f"ruleset {name} {{", f"extends {base}{with_}"]
    tables: dict[str, dict[tuple[str, str], str]] = {}
    for what, value in chosen.items():
        if cost := _COST.fullmatch(what):
            lines.append(f"override spell {cost[1]} {{ cost {value} }}")
        elif cell := _CELL.fullmatch(what):
            tables.setdefault(cell[1], {})[cell[2], cell[3]] = value
        else:
            lines.append(f"override {what} = {value}")
    for id, cells in tables.items():
        lines += _table(id, game, cells)
    return "\n".join([*lines, "}"]) + "\n"


def _table(id: str, game: Game, cells: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Yield a whole table with some other cells; a row for several keys is taken apart."""
    entry = game.rules.get("table", id)
    assert entry is not None
    table = entry.node
    assert isinstance(table, n.Table)
    head, *rows = table.rows
    columns = [cell.span.text for cell in head.cells]
    yield f"override table {id} {{"
    yield " | ".join([head.keys[0].span.text, *columns])
    for row in rows:
        for key in row.keys:
            values = [
                cells.get((column, key.span.text), cell.span.text)
                for column, cell in zip(columns, row.cells, strict=True)
            ]
            yield " | ".join([key.span.text, *values])
    yield "}"
