"""A page about a simulation, for the browser and the printer; it loads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from wtrules.safe_text import Medium, guarded
from wtrules.simulate.charts import pictures, png, svg, together
from wtrules.simulate.store import Store, Unusable, check_extra
from wtrules.simulate.summary import summarise
from wtrules.simulate.table import lines, sentences
from wtrules.templates import render_template
from wtrules.texts import Texts

KINDS = (".html", ".svg", ".png")


def report(folder: Path, kind: str, lang: str = "en") -> bytes:
    """Return a report on the results in a folder: `.html`, `.svg` or `.png`; raises Unusable."""
    texts = Texts(lang)
    check_extra("altair", "vl_convert", "duckdb", "numpy")
    store = Store.open(folder)
    plan = store.plan()
    results = {count: found for count, found in store.records().items() if found.games}
    if not results:
        again = f"{store.facts['command']} --out {quote(str(folder))}"
        raise Unusable("usage.no_results", folder=folder, command=again)
    names = [side.name for side in plan.sides]
    summaries = [summarise(records, names, lang) for records in results.values()]
    drawn = pictures(names, results, summaries, texts)
    if kind == ".svg":
        return guarded(svg(together(drawn)), Medium.SVG).encode()
    if kind == ".png":
        return png(together(drawn))
    if len(names) > 1:
        lead = [line for summary in summaries for line in sentences(summary, texts)]
    else:
        games = ", ".join(
            texts(
                "simulate.page.lead_games",
                games=texts.number(one.games),
                players=texts("simulate.players", n=one.players),
            )
            for one in summaries
        )
        lead = [texts("simulate.page.lead", games=games, bots=", ".join(plan.bots))]
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
        title=texts("simulate.page.title", rulesets=_compared(names, texts)),
        lead=lead,
        pictures=[
            {"title": one.title, "caption": one.caption, "svg": svg(one.chart)} for one in drawn
        ],
        table="\n".join(lines(plan, summaries, lang)),
        facts=facts,
    )
    return guarded(page, Medium.HTML).encode()


def _compared(names: Sequence[str], texts: Texts) -> str:
    if len(names) == 1:
        return names[0]
    return texts("simulate.page.against", one=names[0], base=names[1])
