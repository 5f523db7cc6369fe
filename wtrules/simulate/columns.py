"""The columns of saved games: name, type and meaning of each, in the order in which they are written.

`columns.json` is the schema. Every column that is written is in it, the table in `docs/simulate.md` is
made from it (`python tests/pages.py`), and each folder of results says the same of its columns.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from attrs import frozen

from wtrules.value import Value

_SCHEMA = Path(__file__).with_name("columns.json")
_VARIES = re.compile(r"[A-Z]+")


@frozen
class Column(Value):
    """A column, or all columns whose names differ only in what is in capitals: `winner.N`."""

    name: str
    type: str  # as DuckDB calls it
    means: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """The names of these columns."""
        whole = re.escape(self.name).replace(r"\ ", " ")
        return re.compile(_VARIES.sub(lambda part: r"\d+" if part[0] == "N" else ".+", whole))


@cache
def schema() -> tuple[Column, ...]:
    """Return all columns, in order."""
    return tuple(Column(**one) for one in json.loads(_SCHEMA.read_text("utf-8")))


def column(name: str) -> Column:
    """Return what the schema says about a column; raises LookupError if it is not in the schema."""
    for one in schema():
        if one.pattern.fullmatch(name):
            return one
    raise LookupError(name)


def table() -> str:
    """Return the schema as a table in Markdown."""
    rows = [f"| `{one.name}` | {one.type} | {one.means} |" for one in schema()]
    return "\n".join(["| column | type | means |", "| --- | --- | --- |", *rows])
