"""A page about a simulation, for the browser and the printer; it loads nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from shlex import quote

from wtrules.notebook import output
from wtrules.safe_text import Medium, guarded
from wtrules.simulate.charts import pictures, png, svg, together
from wtrules.simulate.plan import Plan
from wtrules.simulate.records import Records
from wtrules.simulate.store import Store, Unusable, check_extra
from wtrules.simulate.summary import Summary, summarise
from wtrules.simulate.table import lines, sentences, tables
from wtrules.templates import render_template
from wtrules.texts import Texts

_CELL_CHARTS = 2  # in a notebook: lengths and wins; the page has all
KINDS = (".html", ".svg", ".png")


def report(folder: Path, kind: str, lang: str = "en") -> bytes:
    """Return a report on the results in a folder: `.html`, `.svg` or `.png`; raises Unusable."""
    texts = Texts(lang)
    check_extra("altair", "vl_convert", "duckdb", "numpy")
    store = Store.open(folder)
    plan = store.plan()
    results = {count: found for count, found in store.records().items() if found.games}
    if not results:
        again = f"{store.facts['command']} --data {quote(str(folder))}"
        raise Unusable("usage.no_results", folder=folder, command=again)
    names = [side.name for side in plan.sides]
    summaries = [summarise(records, names, lang) for records in results.values()]
    drawn = pictures(names, results, summaries, texts)
    if kind == ".svg":
        return guarded(svg(together(drawn)), Medium.SVG).encode()
    if kind == ".png":
        return png(together(drawn))
    facts = [
        (
            texts("simulate.page.rulesets"),
            ", ".join(f"{side.name} ({side.hash})" for side in plan.sides),
        ),
        (texts("simulate.page.seed"), plan.seed),
        (texts("simulate.page.version"), f"wtrules {store.facts['wtrules']}"),
        (texts("simulate.page.command"), store.facts["command"]),
    ]
    page = render_template(
        Path(__file__).with_name("report.html.jinja"),
        t=texts,
        title=title(plan, texts),
        lead=lead(plan, summaries, texts),
        pictures=[
            {"title": one.title, "caption": one.caption, "svg": svg(one.chart)} for one in drawn
        ],
        table="\n".join(lines(plan, summaries, lang)),
        facts=facts,
    )
    return guarded(page, Medium.HTML).encode()


def notebook_html(plan: Plan, results: Mapping[int, Records], lang: str = "en") -> str:
    """Return results as the output of a cell: in words, as charts if they can be drawn, as tables."""
    texts = Texts(lang)
    names = [side.name for side in plan.sides]
    summaries = [summarise(records, names, lang) for records in results.values() if records.games]
    drawn = pictures(names, results, summaries, texts)[:_CELL_CHARTS] if _can_draw() else []
    return output(
        Path(__file__).with_name("notebook.html.jinja"),
        t=texts,
        title=title(plan, texts),
        lead=lead(plan, summaries, texts),
        pictures=[
            {"title": one.title, "caption": one.caption, "svg": svg(one.chart)} for one in drawn
        ],
        tables=list(tables(summaries, texts)) if summaries else [],
    )


def _can_draw() -> bool:
    return all(find_spec(name) is not None for name in ("altair", "vl_convert"))


def title(plan: Plan, texts: Texts) -> str:
    """Return what was played."""
    names = [side.name for side in plan.sides]
    if len(names) > 1:
        names = [texts("simulate.page.against", one=names[0], base=names[1])]
    return texts("simulate.page.title", rulesets=names[0])


def lead(plan: Plan, summaries: Sequence[Summary], texts: Texts) -> list[str]:
    """Return the results in a few sentences."""
    if len(plan.sides) > 1:
        return [line for summary in summaries for line in sentences(summary, texts)]
    games = ", ".join(
        texts(
            "simulate.page.lead_games",
            games=texts.number(one.games),
            players=texts("simulate.players", n=one.players),
        )
        for one in summaries
    )
    return [texts("simulate.page.lead", games=games, bots=", ".join(plan.bots))]
