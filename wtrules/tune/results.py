"""What a search has found: as text, as plain values, as a page with a picture of the trade-offs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from wtrules.simulate.figures import span_text, value_text
from wtrules.simulate.table import Table, lined_up
from wtrules.texts import Texts
from wtrules.tune.goals import Measured
from wtrules.tune.search import Candidate, Request
from wtrules.version import __version__

if TYPE_CHECKING:
    from wtrules.simulate.charts import Chart, Picture

SHOWN = 8  # candidates in the table
_TRADES = 3  # pictures


def best(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates worth showing: those that meet all goals, or the nearest ones."""
    most = max((one.games for one in candidates), default=0)
    final = [one for one in candidates if one.games == most and not one.faults]
    meeting = [one for one in final if one.meets_goals]
    return (meeting or final)[:SHOWN]


def values_text(candidate: Candidate) -> str:
    """Return what a candidate changes."""
    return ", ".join(f"{name} = {value}" for name, value in candidate.values.items())


def lines(request: Request, candidates: Sequence[Candidate], texts: Texts) -> Iterator[str]:
    """Yield the results as text."""
    yield head(request, candidates, texts)
    yield from findings(candidates, texts)
    shown = best(candidates)
    if shown:
        yield from lined_up(table(request, shown, texts))
        yield texts("tune.legend")


def head(request: Request, candidates: Sequence[Candidate], texts: Texts) -> str:
    """Return what was searched."""
    most = max((one.games for one in candidates), default=0)
    return texts(
        "tune.head",
        ruleset=request.game.name,
        tried=texts.number(len(candidates)),
        all=texts.number(request.combinations),
        finalists=sum(one.games == most and not one.faults for one in candidates),
        games=texts.number(most),
        players=texts.join([texts("simulate.players", n=count) for count in request.players]),
        bots=", ".join(request.bots),
        seed=request.seed,
    )


def findings(candidates: Sequence[Candidate], texts: Texts) -> Iterator[str]:
    """Yield in words what was found."""
    for one in candidates:
        if one.faults:
            yield texts("tune.unplayable", values=values_text(one), why=one.faults[0])
    shown = best(candidates)
    meeting = [one for one in shown if one.meets_goals]
    if shown:
        yield texts("tune.some", n=len(meeting)) if meeting else texts("tune.none")


def table(request: Request, shown: Sequence[Candidate], texts: Texts) -> Table:
    """Return the candidates with their values and what was found for each goal."""
    names = [change.name for change in request.changes]
    # Candidates may offer other spells, so not every one has a number for every heading.
    heads = list(
        dict.fromkeys(_heading(request, part, texts) for one in shown for part in _parts(one))
    )
    rows = []
    for one in shown:
        found = {_heading(request, part, texts): _cell(part, texts) for part in _parts(one)}
        cells = [found.get(name, "–") for name in heads]
        rows.append([one.text.split()[1], *(one.values[name] for name in names), *cells])
    return Table([texts("tune.candidate"), *names, *heads], rows)


def _parts(one: Candidate) -> list[Measured]:
    return [part for parts in one.found.values() for part in parts]


def _heading(request: Request, part: Measured, texts: Texts) -> str:
    if len(request.players) == 1:
        return part.label
    return f"{part.label} ({texts('simulate.players', n=part.players)})"


def _cell(part: Measured, texts: Texts) -> str:
    value, span = (
        value_text(part.kind, part.found.value, texts),
        span_text(part.found, texts, part.kind),
    )
    return f"{value} ({span}) {texts(f'tune.{part.verdict}')}"


def to_json(request: Request, candidates: Sequence[Candidate]) -> dict[str, Any]:
    """Return the results as plain values."""
    return {
        "wtrules": __version__,
        "ruleset": {"name": request.game.name, "hash": request.game.hash},
        "goals": [goal.text for goal in request.goals],
        "vary": {change.name: list(change.values) for change in request.changes},
        "players": list(request.players),
        "bots": list(request.bots),
        "games": request.games,
        "trials": request.trials,
        "seed": request.seed,
        "combinations": request.combinations,
        "candidates": [_candidate_json(one) for one in candidates],
    }


def _candidate_json(one: Candidate) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": one.text.split()[1],
        "values": dict(one.values),
        "games": one.games,
        "meets_goals": one.meets_goals,
        "excess": None if math.isinf(one.excess) else round(one.excess, 6),
    }
    if one.faults:
        made["faults"] = list(one.faults)
    made["found"] = [
        {
            "goal": part.goal.text,
            "players": part.players,
            "label": part.label,
            "value": round(part.found.value, 6),
            "low": round(part.found.low, 6),
            "high": round(part.found.high, 6),
            "verdict": part.verdict,
        }
        for part in _parts(one)
        if not math.isinf(part.found.low)
    ]
    made["text"] = one.text
    return made


# --- a page -------------------------------------------------------------------------------------


def page(request: Request, candidates: Sequence[Candidate], lang: str) -> bytes:
    """Return the results as a page for the browser."""
    from wtrules.simulate.report import Section, html_page

    texts = Texts(lang)
    shown = best(candidates)
    said = [head(request, candidates, texts), *findings(candidates, texts)]
    said += [f"{one.text.split()[1]}: {values_text(one)}" for one in shown]
    section = Section(texts("tune.goals"), said, list(_pictures(request, candidates, texts)))
    facts: list[tuple[str, object]] = [
        (texts("tune.goals"), "; ".join(goal.text for goal in request.goals)),
        (
            texts("tune.varied"),
            "; ".join(f"{one.name}: {' | '.join(one.values)}" for one in request.changes),
        ),
        (texts("simulate.page.rulesets"), f"{request.game.name} ({request.game.hash})"),
        (texts("simulate.page.seed"), request.seed),
        (texts("simulate.page.version"), f"wtrules {__version__}"),
    ]
    title = texts("tune.title", ruleset=request.game.name)
    facts.insert(0, (texts("simulate.page.numbers"), texts("tune.legend")))
    return html_page(texts, title, request.bots, [section], [table(request, shown, texts)], facts)


def _pictures(request: Request, candidates: Sequence[Candidate], texts: Texts) -> Iterator[Picture]:
    """Yield one number against the next, for all candidates that were played."""
    from wtrules.simulate.charts import Picture, framed

    able = [one for one in candidates if not one.faults]
    hardest = []  # of each goal: the number that misses it most
    for goal in request.goals:
        missed: dict[str, float] = {}
        for part in (part for one in able for part in _parts(one) if part.goal == goal):
            heading = _heading(request, part, texts)
            missed[heading] = missed.get(heading, 0.0) + part.excess
        hardest += [max(missed, key=missed.__getitem__)] if missed else []
    for x, y in list(combinations(dict.fromkeys(hardest), 2))[:_TRADES]:
        chart = framed(_trade(request, able, x, y, texts))
        title = texts("tune.trade", one=x, other=y)
        yield Picture(title, texts("tune.trade.caption"), chart)


def _trade(
    request: Request, candidates: Sequence[Candidate], x: str, y: str, texts: Texts
) -> Chart:
    from wtrules.simulate.charts import COLOURS, PALE

    rows: list[Chart] = []
    limits: Chart = {}
    for one in candidates:
        parts = {_heading(request, part, texts): part for part in _parts(one)}
        if x not in parts or y not in parts:
            continue
        row: Chart = {"candidate": one.text.split()[1], "values": values_text(one)}
        row["meets"] = one.meets_goals
        for axis, heading in (("x", x), ("y", y)):
            part = parts[heading]
            factor = 1 if part.kind == "mean" else 100
            row |= {
                axis: factor * part.found.value,
                f"{axis}low": factor * part.found.low,
                f"{axis}high": factor * part.found.high,
                f"{axis}said": _cell(part, texts),
            }
            limits[axis] = factor * part.goal.low
            limits[f"{axis}2"] = factor * part.goal.high
        rows.append(row)
    rows = [row for row in rows if not math.isinf(row["xlow"] + row["ylow"])]
    for axis in ("x", "y"):  # a goal without an upper limit reaches to the edge of the picture
        highest = max((row[f"{axis}high"] for row in rows), default=0.0)
        limits[f"{axis}2"] = min(limits.get(f"{axis}2", 0.0), 1.05 * highest)
        limits.setdefault(axis, 0.0)
    colour = {"condition": {"test": "datum.meets", "value": COLOURS[0]}, "value": PALE}

    def scale(field: str, title: str) -> Chart:
        return {"field": field, "type": "quantitative", "title": title, "scale": {"zero": False}}

    hints = [
        {"field": "candidate", "title": texts("tune.candidate")},
        {"field": "values", "title": texts("tune.varied")},
        {"field": "xsaid", "title": x},
        {"field": "ysaid", "title": y},
    ]
    band = {
        "data": {"values": [limits]},
        "mark": {"type": "rect", "color": COLOURS[0], "opacity": 0.12},
        "encoding": {
            "x": scale("x", x),
            "x2": {"field": "x2"},
            "y": scale("y", y),
            "y2": {"field": "y2"},
        },
    }
    marks: list[Chart] = [
        {
            "mark": {"type": "rule", "opacity": 0.5},
            "encoding": {"x": scale("xlow", x), "x2": {"field": "xhigh"}, "y": scale("y", y)},
        },
        {
            "mark": {"type": "rule", "opacity": 0.5},
            "encoding": {"y": scale("ylow", y), "y2": {"field": "yhigh"}, "x": scale("x", x)},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
            "encoding": {"x": scale("x", x), "y": scale("y", y), "tooltip": hints},
        },
    ]
    for mark in marks:
        mark["encoding"]["color"] = colour
        mark["data"] = {"values": rows}
    return {"height": 320, "layer": [band, *marks]}
