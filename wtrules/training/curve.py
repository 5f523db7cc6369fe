"""The learning curve of a bot: how often it won, and how wrong its network was, after so many games.

As lines of text, as a picture, and as a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wtrules.game.trained import BotFile, Trained
from wtrules.safe_text import Medium, guarded
from wtrules.simulate.charts import COLOURS, Chart, Picture, framed, png, svg, together
from wtrules.simulate.statistics import share
from wtrules.simulate.store import check_extra
from wtrules.templates import render_template
from wtrules.texts import Texts

KINDS = (".html", ".svg", ".png")
_BARS = "▁▂▃▄▅▆▇█"
_MOST_LINES = 12
_HEIGHT = 220


def lines(file: BotFile, texts: Texts) -> Iterator[str]:
    """Yield what each mind of a bot has learned."""
    for players, one in sorted(file.minds.items()):
        yield from mind_lines(file.ruleset, players, one, texts)


def mind_lines(ruleset: str, players: int, one: Trained, texts: Texts) -> Iterator[str]:
    """Yield what one mind has learned: its curve as a row of bars, and a table."""
    training = one.training
    games = texts.number(training["games"])
    about = {"ruleset": ruleset, "games": games, "seed": training["seed"]}
    yield texts("train.head", players=texts("train.players", n=players), **about)
    curve = training["curve"]
    alone = _is_alone(players, training)
    name = texts("train.turns" if alone else "train.wins")
    values = [point["turns"] if alone else point["wins"] / point["of"] for point in curve]
    yield f"  {name}  {sparkline(values)}"
    head = [texts(f"train.column.{key}") for key in ("games", "loss", "wins", "turns")]
    rows = [[*head]]
    step = max(1, -(-len(curve) // _MOST_LINES))
    shown = [*curve[::-1][::step]][::-1]
    for point in shown:
        rows.append(
            [
                texts.number(point["games"]),
                _figures(texts, point["loss"], 3),
                _share(point, texts),
                _figures(texts, point["turns"], 1),
            ]
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for row in rows:
        yield "  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
    if not alone:
        yield "  " + texts("train.equal", share=_figures(texts, 100 / players, 0))
        yield "  " + texts("train.loss")


def sparkline(values: list[float]) -> str:
    """Return numbers as a row of bars, the lowest the shortest."""
    if not values:
        return ""
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    return "".join(_BARS[round((value - low) / span * (len(_BARS) - 1))] for value in values)


def report(file: BotFile, kind: str, lang: str = "en") -> bytes:
    """Return the curves of a bot as a page or a picture; raises Unusable."""
    check_extra("vl_convert")
    texts = Texts(lang)
    drawn = [
        picture
        for players, one in sorted(file.minds.items())
        for picture in _pictures(players, one.training, texts)
    ]
    if kind == ".png":
        return png(together(drawn), lang)
    if kind == ".svg":
        return guarded(svg(together(drawn), lang), Medium.SVG).encode()
    page = render_template(
        Path(__file__).with_name("curve.html.jinja"),
        t=texts,
        title=texts("train.title", ruleset=file.ruleset),
        pictures=[
            {"title": one.title, "caption": one.caption, "svg": svg(one.chart, lang)}
            for one in drawn
        ],
        table="\n".join(lines(file, texts)),
    )
    return page.encode()


def to_json(file: BotFile) -> dict[str, Any]:
    """Return the records of the training as plain values."""
    return {
        "ruleset": {"name": file.ruleset, "hash": file.hash},
        "minds": [
            {"players": players, **one.training} for players, one in sorted(file.minds.items())
        ],
    }


def _is_alone(players: int, training: Mapping[str, Any]) -> bool:
    """Whether there is nobody to win against."""
    return players == 1 or training["hurry"] > 0


def _share(point: Mapping[str, Any], texts: Texts) -> str:
    found = share(int(point["wins"]), int(point["of"]))
    low, high = (_figures(texts, 100 * number, 0) for number in (found.low, found.high))
    return f"{_figures(texts, 100 * found.value, 1)} % ({low}–{high})"


def _figures(texts: Texts, value: float, digits: int) -> str:
    return texts.figures(f"{value:.{digits}f}")


def _pictures(players: int, training: Mapping[str, Any], texts: Texts) -> Iterator[Picture]:
    title = texts("train.players", n=players)
    rows = []
    for point in training["curve"]:
        found = share(int(point["wins"]), int(point["of"]))
        rows.append(
            {
                "games": point["games"],
                "wins": found.value,
                "low": found.low,
                "high": found.high,
                "loss": point["loss"],
                "turns": point["turns"],
            }
        )
    alone = _is_alone(players, training)
    for key in ("turns", "loss") if alone else ("wins", "loss"):
        name = texts(f"train.column.{key}")
        caption = texts(f"train.caption.{key}", share=_figures(texts, 100 / players, 0))
        chart = _chart(rows, key, name, texts("train.column.games"))
        yield Picture(f"{title}: {name}", caption, framed(chart))


def _chart(rows: Sequence[Mapping[str, Any]], key: str, name: str, games: str) -> Chart:
    """Return one column over the number of games; shares of wins with their intervals."""
    is_share = key == "wins"
    y = {
        "type": "quantitative",
        "title": name,
        "scale": {"domain": [0, 1]} if is_share else {"zero": False},
        "axis": {"format": "%"} if is_share else {},
    }
    band = {
        "mark": {"type": "area", "color": COLOURS[0], "opacity": 0.2},
        "encoding": {"y": {**y, "field": "low"}, "y2": {"field": "high"}},
    }
    line = {
        "mark": {"type": "line", "color": COLOURS[0], "point": {"color": COLOURS[0]}},
        "encoding": {"y": {**y, "field": key}},
    }
    return {
        "data": {"values": list(rows)},
        "height": _HEIGHT,
        "encoding": {"x": {"field": "games", "type": "quantitative", "title": games}},
        "layer": [band, line] if is_share else [line],
    }
