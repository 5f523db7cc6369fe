"""Charts of the results: differences, lengths, seats, spells, flasks and wizards over time.

Takes what was counted and its summaries, and returns Vega-Lite charts as plain values, and from them SVG
or PNG. A chart is for one number of players and as wide as the page it is shown on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from wtrules.simulate.figures import cell_text, is_clear, span_text, value_text
from wtrules.simulate.records import Records
from wtrules.simulate.summary import Statistic, Summary
from wtrules.texts import Texts
from wtrules.value import Value

Chart = dict[str, Any]  # in Vega-Lite

COLOURS = ("#1b9e8a", "#d95f30")  # on a light and on a dark page
PALE = "#8c8c8c"
_WIDTH, _HEIGHT = 620, 220
_ROW = 26  # pixels for a row of bars, per ruleset
_BARS = 40
_POINTS = 60
_MOST = 200  # percent of change that are drawn
_LOCALES: dict[str, Any] = {"de": "de-DE"}  # how numbers on axes are written; others as in English
_CONFIG: Chart = {
    "font": "system-ui, sans-serif",
    "background": None,
    "view": {"stroke": None},
    "axis": {
        "labelColor": "#767676", "titleColor": "#767676", "labelFontSize": 13, "titleFontSize": 13,
        "titleFontWeight": "normal", "gridColor": "#80808033", "domainColor": "#80808088",
        "tickColor": "#80808088", "labelLimit": 230,
    },
    "legend": {"labelColor": "#767676", "labelFontSize": 13, "orient": "top", "labelLimit": 300,
               "symbolOpacity": 1},
}  # fmt: skip


@frozen
class Picture(Value):
    """A chart with the words above and below it."""

    title: str
    caption: str
    chart: Chart


def pictures(
    names: Sequence[str], records: Records, summary: Summary, texts: Texts
) -> list[Picture]:
    """Return the charts for one number of players, those that have something to show."""
    share, casts = texts("simulate.axis.share"), texts("simulate.axis.casts")
    found = {
        "points": _differences(summary, texts, is_share=True),
        "percent": _differences(summary, texts, is_share=False),
        "length": _length(names, records, texts),
        "wins": _estimates(names, summary, "wins", share, texts),
        "outcomes": _estimates(names, summary, "outcomes", share, texts),
        "spells": _estimates(names, summary, "spells cast", casts, texts),
        "time": _timeline(names, records, texts),
    }
    return [
        Picture(
            texts(f"simulate.chart.{key}"),
            texts(f"simulate.chart.{key}.caption", base=names[-1]),
            framed(chart),
        )
        for key, chart in found.items()
        if chart is not None
    ]


def framed(chart: Chart) -> Chart:
    """Return a chart with the width and the style of all charts."""
    return {"width": _WIDTH, "config": _CONFIG, **chart}


def svg(chart: Chart, lang: str = "en") -> str:
    """Return a chart as SVG."""
    import vl_convert

    text: str = vl_convert.vegalite_to_svg(chart, format_locale=_LOCALES.get(lang))
    return text


def png(chart: Chart, lang: str = "en") -> bytes:
    """Return a chart as PNG, on white."""
    import vl_convert

    white = {**chart, "background": "white"}
    data: bytes = vl_convert.vegalite_to_png(white, scale=2, format_locale=_LOCALES.get(lang))
    return data


def locale(lang: str) -> dict[str, Any] | None:
    """Return how a language writes numbers, as Vega wants it; None for English."""
    import vl_convert

    found: dict[str, Any] | None = (
        vl_convert.get_format_locale(_LOCALES[lang]) if lang in _LOCALES else None
    )
    return found


def together(found: Sequence[Picture]) -> Chart:
    """Return all charts as one picture."""
    charts = [
        {"title": one.title, **{key: part for key, part in one.chart.items() if key != "config"}}
        for one in found
    ]
    separate = {"scale": {"color": "independent", "strokeDash": "independent"}}
    return {"vconcat": charts, "resolve": separate, "config": _CONFIG}


# --- the charts ----------------------------------------------------------------------------------


def _colour(names: Sequence[str]) -> Chart:
    if len(names) == 1:
        return {"value": COLOURS[0]}
    scale = {"domain": list(names), "range": list(COLOURS)}
    return {"field": "ruleset", "type": "nominal", "scale": scale, "title": None}


def _tooltip(*fields: tuple[str, str]) -> list[Chart]:
    return [{"field": name, "title": title} for name, title in fields]


def _differences(summary: Summary, texts: Texts, is_share: bool) -> Chart | None:
    """Return how much everything differs, with intervals: shares, or numbers in percent."""
    rows = [
        row
        for one in summary.statistics
        if (one.kind != "mean") == is_share and (row := _difference(one, texts)) is not None
    ]
    if not rows or not any(row["value"] for row in rows):
        return None
    unit = texts(f"simulate.axis.{'points' if is_share else 'percent'}")
    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    # Nothing gets less by more than 100 %; what is many times as much would squeeze all others.
    scale: Chart = {"domain": [min(0, max(-100, low)), max(0, min(_MOST, high))], "clamp": True}
    colour = {
        "condition": {"test": "datum.clear", "value": COLOURS[0]},
        "value": PALE,
    }
    x = {
        "type": "quantitative", "title": unit, "scale": scale,
        "axis": {"format": "+.1~f", "tickCount": 7},
    }  # fmt: skip
    hints = _tooltip(
        ("label", texts("simulate.axis.what")),
        ("before", summary.names[-1]),
        ("after", summary.names[0]),
        ("difference", texts("simulate.difference")),
    )
    return {
        "data": {"values": rows},
        "height": _ROW * len(rows),
        "encoding": {"y": {"field": "label", "type": "nominal", "sort": None, "title": None}},
        "layer": [
            {
                "mark": {"type": "rule", "color": PALE},
                "encoding": {"x": {"datum": 0, "type": "quantitative"}, "y": None},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 4, "opacity": 0.55},
                "encoding": {
                    "x": {"field": "low", **x}, "x2": {"field": "high"}, "color": colour,
                    "tooltip": hints,
                },
            },
            {
                "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
                "encoding": {"x": {"field": "value", **x}, "color": colour, "tooltip": hints},
            },
        ],
    }  # fmt: skip


def _difference(one: Statistic, texts: Texts) -> Chart | None:
    difference, base = one.difference, one.sides[-1].value
    if difference is None or math.isinf(difference.low) or math.isnan(difference.value):
        return None
    if one.kind == "mean":
        if not base or math.isnan(base):
            return None
        factor = 100 / base
    else:
        factor = 100
    span = span_text(difference, texts, one.kind, signed=True)
    value = value_text(one.kind, difference.value, texts, signed=True, unit="")
    return {
        "label": one.label,
        "value": factor * difference.value,
        "low": factor * difference.low,
        "high": factor * difference.high,
        "clear": is_clear(one),
        "before": cell_text(one, one.sides[-1], texts),
        "after": cell_text(one, one.sides[0], texts),
        "difference": f"{value} ({span})",
    }


def _length(names: Sequence[str], records: Records, texts: Texts) -> Chart | None:
    """Return the distribution of lengths: outlines over pale areas, so that both can be seen."""
    sides = [records.tally.counts("turns", side) for side in range(len(names))]
    if not all(sides):
        return None
    low, high = int(min(map(min, sides))), int(max(map(max, sides)))
    step = max(1, math.ceil((high - low + 1) / _BARS))
    rows: list[Chart] = []
    for name, turns in zip(names, sides, strict=True):
        shares = [0] * (math.ceil((high - low + 1) / step) + 1)
        for number, games in turns.items():
            shares[int(number - low) // step] += games
        for i, hits in enumerate(shares):
            start = low + i * step
            span = f"{start}–{start + step - 1}" if step > 1 else f"{start}"
            share = hits / records.games
            said = value_text("share", share, texts)
            rows.append(
                {"ruleset": name, "turns": start, "share": share, "span": span, "said": said}
            )
    x = {
        "field": "turns",
        "type": "quantitative",
        "title": texts("simulate.axis.turns"),
        "scale": {"zero": False, "nice": False},
    }
    y = {
        "field": "share", "type": "quantitative", "stack": None,
        "title": texts("simulate.axis.share"), "axis": {"format": "%"},
    }  # fmt: skip
    hints = _tooltip(
        ("ruleset", texts("simulate.axis.ruleset")),
        ("span", texts("simulate.axis.turns")),
        ("said", texts("simulate.axis.share")),
    )
    dash = {
        "field": "ruleset", "type": "nominal", "title": None,
        "scale": {"domain": list(names), "range": [[1, 0], [6, 3]]},
    }  # fmt: skip
    return {
        "data": {"values": rows},
        "height": _HEIGHT,
        "encoding": {"x": x, "y": y, "color": _colour(names)},
        "layer": [
            {"mark": {"type": "area", "interpolate": "step-after", "opacity": 0.15}},
            {
                "mark": {"type": "line", "interpolate": "step-after", "strokeWidth": 2},
                "encoding": {"strokeDash": dash} if len(names) > 1 else {},
            },
            {"mark": {"type": "point", "opacity": 0, "size": 150}, "encoding": {"tooltip": hints}},
        ],
    }


def _estimates(
    names: Sequence[str], summary: Summary, group: str, unit: str, texts: Texts
) -> Chart | None:
    """Return what was found for each ruleset, with its interval."""
    found = [one for one in summary.statistics if one.group == group]
    rows = [
        {
            "ruleset": name,
            "label": one.label,
            "value": estimate.value,
            "low": estimate.low,
            "high": estimate.high,
            "said": cell_text(one, estimate, texts),
        }
        for one in found
        for name, estimate in zip(names, one.sides, strict=True)
        if not math.isinf(estimate.low)
    ]
    if not rows or (group == "outcomes" and len(found) < 3):  # an outcome, and `cut off`
        return None
    is_share = any(one.kind != "mean" for one in found)
    axis: Chart = {"format": "%"} if is_share else {}
    x = {"type": "quantitative", "title": unit, "axis": axis, "scale": {"zero": True}}
    hints = _tooltip(
        ("label", texts("simulate.axis.what")),
        ("ruleset", texts("simulate.axis.ruleset")),
        ("said", texts("simulate.axis.value")),
    )
    encoding: Chart = {
        "y": {"field": "label", "type": "nominal", "sort": None, "title": None},
        "color": _colour(names),
        "tooltip": hints,
    }
    if len(names) > 1:
        encoding["yOffset"] = {"field": "ruleset", "type": "nominal", "sort": list(names)}
    return {
        "data": {"values": rows},
        "height": _ROW * len(rows),
        "encoding": encoding,
        "layer": [
            {
                "mark": {"type": "bar", "opacity": 0.25},
                "encoding": {"x": {"field": "value", **x}},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 3},
                "encoding": {"x": {"field": "low", **x}, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
                "encoding": {"x": {"field": "value", **x}},
            },
        ],
    }


def _timeline(names: Sequence[str], records: Records, texts: Texts) -> Chart | None:
    rows = list(_over_time(names, records, texts))
    if not any(row["number"] for row in rows):
        return None
    x = {"field": "round", "type": "quantitative", "title": texts("simulate.axis.rounds")}
    y = {"field": "number", "type": "quantitative", "title": texts("simulate.axis.pieces")}
    hints = _tooltip(
        ("ruleset", texts("simulate.axis.ruleset")),
        ("round", texts("simulate.axis.rounds")),
        ("what", texts("simulate.axis.what")),
        ("said", texts("simulate.axis.value")),
    )
    return {
        "data": {"values": rows},
        "height": _HEIGHT,
        "encoding": {
            "x": x,
            "y": y,
            "strokeDash": {"field": "what", "type": "nominal", "title": None},
            "color": _colour(names),
        },
        "layer": [
            {"mark": {"type": "line", "strokeWidth": 2}},
            {"mark": {"type": "point", "opacity": 0, "size": 150}, "encoding": {"tooltip": hints}},
        ],
    }


def _over_time(names: Sequence[str], records: Records, texts: Texts) -> Iterator[Chart]:
    tally = records.tally
    sides = range(len(names))
    last = int(max((max(tally.counts("rounds", side), default=0) for side in sides), default=0))
    step = max(1, math.ceil(last / _POINTS))
    for side, name in enumerate(names):
        for what, key in (("flasks", "fill"), ("wizards", "enter")):
            steps = [0] * (last // step + 2)
            for round_, times in tally.counts(key, side).items():
                steps[min(len(steps) - 1, -(-int(round_) // step))] += times
            total = 0
            for i, more in enumerate(steps):
                total += more
                number = total / records.games
                yield {
                    "ruleset": name,
                    "what": texts(f"simulate.axis.{what}"),
                    "round": i * step,
                    "number": number,
                    "said": value_text("mean", number, texts),
                }
