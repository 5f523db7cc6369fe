"""Charts of the results: lengths, seats, spells, flasks and wizards over time.

Records and their summaries come in; Vega-Lite charts go out, and from them SVG or PNG.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from wtrules.simulate.records import Records
from wtrules.simulate.summary import Summary
from wtrules.texts import Texts

_COLOURS = ("#1b7f79", "#c8553d")
_WIDTH, _HEIGHT = 420, 220
_BARS = 30
_POINTS = 60


@frozen
class Picture:
    """A chart with the words above and below it."""

    title: str
    caption: str
    chart: Any


def pictures(
    names: Sequence[str],
    results: Mapping[int, Records],
    summaries: Sequence[Summary],
    texts: Texts,
) -> list[Picture]:
    """Return the charts of a simulation, those that have something to show."""
    share, casts = texts("simulate.axis.share"), texts("simulate.axis.casts")
    # The first ruleset is drawn over the one it is compared with.
    found = {
        "length": _length(names, results, texts),
        "wins": _bars(names, summaries, "wins", share, texts),
        "outcomes": _bars(names, summaries, "outcomes", share, texts),
        "spells": _bars(names, summaries, "spells cast", casts, texts),
        "time": _timeline(names, results, texts),
    }
    return [
        Picture(texts(f"simulate.chart.{key}"), texts(f"simulate.chart.{key}.caption"), chart)
        for key, chart in found.items()
        if chart is not None
    ]


def svg(chart: Any) -> str:
    """Return a chart as SVG."""
    import vl_convert

    text: str = vl_convert.vegalite_to_svg(chart.to_dict())
    return text


def png(chart: Any) -> bytes:
    """Return a chart as PNG."""
    import vl_convert

    data: bytes = vl_convert.vegalite_to_png(chart.to_dict(), scale=2)
    return data


def together(found: Sequence[Picture]) -> Any:
    """Return all charts as one picture."""
    import altair

    return altair.vconcat(*(one.chart.properties(title=one.title) for one in found)).resolve_scale(
        color="independent", strokeDash="independent"
    )


def _chart(rows: list[dict[str, Any]]) -> Any:
    import altair

    data: Any = altair.Data  # which has no types of its own
    return altair.Chart(data(values=rows))


def _colour(names: Sequence[str]) -> Any:
    import altair

    if len(names) == 1:
        return altair.value(_COLOURS[0])
    scale = altair.Scale(domain=list(names), range=list(_COLOURS))
    return altair.Color("ruleset:N", scale=scale, title=None)


def _length(names: Sequence[str], results: Mapping[int, Records], texts: Texts) -> Any:
    import altair

    rows = []
    for count, records in results.items():
        sides = [records.tally.counts("turns", side) for side in range(len(names))]
        if not records.games:
            continue
        low, high = min(map(min, sides)), max(map(max, sides))
        step = max(1, math.ceil((high - low + 1) / _BARS))
        for name, turns in zip(names, sides, strict=True):
            shares = [0] * (math.ceil((high - low + 1) / step) + 1)
            for number, games in turns.items():
                shares[int(number - low) // step] += games
            rows += [
                {
                    "ruleset": name,
                    "players": texts("simulate.players", n=count),
                    "turns": low + i * step,
                    "share": hits / records.games,
                }
                for i, hits in enumerate(shares)
            ]
    return (
        _chart(rows)
        .mark_area(interpolate="step-after", opacity=0.5, line=True)
        .encode(
            x=altair.X("turns:Q", title=texts("simulate.axis.turns")),
            y=altair.Y(
                "share:Q",
                title=texts("simulate.axis.share"),
                stack=None,
                axis=altair.Axis(format="%"),
            ),
            color=_colour(names),
        )
        .properties(width=_WIDTH, height=_HEIGHT // 2)
        .facet(row=altair.Row("players:N", title=None))
        .resolve_scale(x="independent", y="independent")
    )


def _bars(
    names: Sequence[str], summaries: Sequence[Summary], group: str, unit: str, texts: Texts
) -> Any:
    import altair

    rows: list[dict[str, Any]] = []
    shares = False
    for summary in summaries:
        for one in summary.statistics:
            if one.group != group:
                continue
            shares = shares or one.kind != "mean"
            rows += [
                {
                    "ruleset": name,
                    "players": texts("simulate.players", n=summary.players),
                    "label": one.label,
                    "value": estimate.value,
                    "low": estimate.low,
                    "high": estimate.high,
                }
                for name, estimate in zip(names, one.sides, strict=True)
            ]
    if not rows:
        return None
    base = _chart(rows).encode(
        y=altair.Y("label:N", title=None, sort=None),
        yOffset=altair.YOffset("ruleset:N", sort=list(names))
        if len(names) > 1
        else altair.YOffset(),
        color=_colour(names),
    )
    axis = altair.Axis(format="%") if shares else altair.Axis()
    bars = base.mark_bar(opacity=0.55).encode(x=altair.X("value:Q", title=unit, axis=axis))
    spans = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")
    return (
        altair.layer(bars, spans)
        .properties(width=_WIDTH)
        .facet(row=altair.Row("players:N", title=None))
        .resolve_scale(y="independent")
    )


def _timeline(names: Sequence[str], results: Mapping[int, Records], texts: Texts) -> Any:
    import altair

    rows = []
    for count, records in results.items():
        last = int(
            max(max(records.tally.counts("rounds", i), default=0) for i in range(len(names)))
        )
        if not last:
            continue
        step = max(1, math.ceil(last / _POINTS))
        for side, name in enumerate(names):
            for what, column in (
                (texts("simulate.axis.flasks"), "fill"),
                (texts("simulate.axis.wizards"), "enter"),
            ):
                steps = [0] * (last // step + 2)
                for round_, times in records.tally.counts(column, side).items():
                    steps[min(len(steps) - 1, -(-int(round_) // step))] += times
                total = 0
                for i, more in enumerate(steps):
                    total += more
                    rows.append(
                        {
                            "ruleset": name,
                            "players": texts("simulate.players", n=count),
                            "what": what,
                            "round": i * step,
                            "number": total / records.games,
                        }
                    )
    if not any(row["number"] for row in rows):
        return None
    return (
        _chart(rows)
        .mark_line()
        .encode(
            x=altair.X("round:Q", title=texts("simulate.axis.rounds")),
            y=altair.Y("number:Q", title=texts("simulate.axis.pieces")),
            strokeDash=altair.StrokeDash("what:N", title=None),
            color=_colour(names),
        )
        .properties(width=_WIDTH, height=_HEIGHT // 2)
        .facet(row=altair.Row("players:N", title=None))
        .resolve_scale(x="independent", y="independent")
    )
