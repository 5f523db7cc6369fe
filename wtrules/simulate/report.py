"""A page about a simulation, for the browser and the printer; it loads nothing."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from wtrules.simulate.charts import pictures, png, svg, together
from wtrules.simulate.store import Store, Unusable, check_extra
from wtrules.simulate.summary import summarise
from wtrules.simulate.table import lines, sentences

KINDS = (".html", ".svg", ".png")


def report(folder: Path, kind: str) -> bytes:
    """Return a report on the results in a folder: `.html`, `.svg` or `.png`; raises Unusable."""
    check_extra("altair", "vl_convert", "duckdb", "numpy")
    store = Store.open(folder)
    plan = store.plan()
    results = {count: found for count, found in store.records().items() if found.games}
    if not results:
        again = f"{store.facts['command']} --out {quote(str(folder))}"
        raise Unusable(f"`{folder}` holds no finished part yet; run again: {again}")
    names = [side.name for side in plan.sides]
    summaries = [summarise(records, names) for records in results.values()]
    drawn = pictures(names, results, summaries)
    if kind == ".svg":
        return svg(together(drawn)).encode()
    if kind == ".png":
        return png(together(drawn))

    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    if len(names) > 1:
        lead = [line for summary in summaries for line in sentences(summary)]
    else:
        games = ", ".join(f"{one.games:,} games of {one.players}" for one in summaries)
        lead = [f"{games}; bots: {', '.join(plan.bots)}."]
    facts = [
        ("rulesets", ", ".join(f"{side.name} ({side.hash})" for side in plan.sides)),
        ("seed", plan.seed),
        ("version", f"wtrules {store.facts['wtrules']}"),
        ("command", store.facts["command"]),
    ]
    page = environment.get_template("report.html.jinja").render(
        title="Simulation: " + " against ".join(names),
        lead=lead,
        pictures=[
            {"title": one.title, "caption": one.caption, "svg": svg(one.chart)} for one in drawn
        ],
        table="\n".join(lines(plan, summaries)),
        facts=facts,
    )
    return page.encode()
