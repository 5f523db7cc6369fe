"""The charts of games made up by hand. If you change one, look at it again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.looks import digest
from tests.simulate.test_summary import arena, played
from wtrules.simulate.charts import Picture, pictures
from wtrules.simulate.plan import Plan, Side
from wtrules.simulate.records import Records
from wtrules.simulate.summary import summarise
from wtrules.simulate.table import lines
from wtrules.texts import Texts

NEW = [
    {"turns": 8 + number % 5, "rounds": 4, "winner.0": number % 4 < 3, "winner.1": number % 4 == 3,
     "cast gust": number % 3, "filled": 2, "spent": number % 2, "outcome": 1, "points.0": 5}
    for number in range(24)
]  # fmt: skip
OLD = [
    {"turns": 10 + 9 * (number % 7), "rounds": 6, "winner.0": number % 2, "winner.1": 1 - number % 2,
     "cast gust": 1, "filled": 1 + number % 2, "spent": 1, "outcome": 1 + (number % 8 == 0)}
    for number in range(24)
]  # fmt: skip


def drawn(sides: int, lang: str) -> list[Picture]:
    """Return the charts of one or both rulesets."""
    names = ["new", "old"][:sides]
    arenas = (arena(spells=("gust",)),) * sides
    found = Records(arenas)
    found.add(played(arenas, (NEW, OLD)[:sides], (3, 0, 5) * 8 if sides == 2 else ()))
    return pictures(names, found, summarise(found, names), Texts(lang))


def fields(chart: Any, rows: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the fields that a chart shows, with the rows that must have them."""
    if isinstance(chart, list):
        for part in chart:
            yield from fields(part, rows)
    if isinstance(chart, dict):
        rows = chart.get("data", {}).get("values", rows)
        if isinstance(chart.get("field"), str):
            yield chart["field"], rows
        for key, part in chart.items():
            if key != "data":
                yield from fields(part, rows)


def written(chart: Any) -> str:
    """Return a chart as text, without digits in which machines may differ."""
    rounded = json.loads(json.dumps(chart), parse_float=lambda digits: round(float(digits), 6))
    return json.dumps(rounded, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_charts(sides: int, lang: str, tmp_path: Path, snapshot: SnapshotAssertion):
    """The marks, colours, scales and words are those that somebody has seen drawn."""
    shown = [f"{one.title}\n{one.caption}\n{written(one.chart)}\n" for one in drawn(sides, lang)]
    assert snapshot == digest("\n".join(shown), tmp_path / "charts.txt")


@pytest.mark.parametrize("sides", [1, 2])
def test_every_field_is_in_the_rows(sides: int):
    """A chart shows only what its data have."""
    for picture in drawn(sides, "en"):
        shown = list(fields(picture.chart, []))
        assert shown
        for name, rows in shown:
            assert all(name in row for row in rows)
            assert rows


def test_shares_of_lengths_add_up():
    """Every game is in one bar."""
    for sides in (1, 2):
        (length,) = (picture for picture in drawn(sides, "en") if picture.title == "Length")
        (rows,) = {id(rows): rows for _, rows in fields(length.chart, []) if rows}.values()
        assert sides == pytest.approx(sum(row["share"] for row in rows))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_table_of_both(lang: str, snapshot: SnapshotAssertion):
    """All numbers of both rulesets, with their intervals and differences."""
    arenas = (arena(spells=("gust",)),) * 2
    found = Records(arenas)
    found.add(played(arenas, (NEW, OLD), (3, 0, 5) * 8))
    plan = Plan((Side("new", "1"), Side("old", "2")), (2,), ("random",), 7, 24, None, 99)
    rows = list(lines(plan, [summarise(found, ["new", "old"])], lang))
    # How strong a bot is, was measured; another measurement changes nothing here.
    assert snapshot == "\n".join(row for row in rows if "greedy" not in row) + "\n"
