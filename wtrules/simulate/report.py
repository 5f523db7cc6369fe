"""A page about a simulation, for the browser and the printer; it loads nothing.

The charts are pictures first. Where scripts run, they are drawn again as wide as the page is, in the
colours of the reader, with the numbers under the pointer; the library for it is in the page, packed.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import Any

from attrs import evolve, frozen

from wtrules.notebook import output
from wtrules.safe_text import Medium, guarded
from wtrules.simulate.charts import Picture, locale, pictures, png, svg, together
from wtrules.simulate.findings import sentences, strength
from wtrules.simulate.plan import Plan
from wtrules.simulate.records import Records
from wtrules.simulate.statistics import Estimate
from wtrules.simulate.store import Store, Unusable, check_extra
from wtrules.simulate.summary import Summary, summarise
from wtrules.simulate.table import Table, tables
from wtrules.templates import render_template
from wtrules.texts import Texts
from wtrules.value import Value

_CELL_CHARTS = ("length", "wins")  # in a notebook; the page has all
KINDS = (".html", ".svg", ".png")
_LIBRARY = "the library is put here"


def report(store: Store, kind: str, lang: str = "en") -> bytes:
    """Return a report on the results in a folder: `.html`, `.svg` or `.png`; raises Unusable."""
    check_extra("vl_convert")
    plan = store.plan()
    names = [side.name for side in plan.sides]
    played = [records for records in store.records().values() if records.games]
    if not played:
        again = f"{store.facts['command']} --data {quote(str(store.folder))}"
        raise Unusable("usage.no_results", folder=store.folder, command=again)
    looks = {one["players"]: one.get("unused", ()) for one in store.statistics().get("results", ())}
    summaries = [
        _with_looks(one, looks.get(one.players, ()))
        for one in (summarise(records, names, lang) for records in played)
    ]
    return drawn(plan, played, summaries, kind, lang, store.facts)


def drawn(
    plan: Plan,
    played: Sequence[Records],
    summaries: Sequence[Summary],
    kind: str,
    lang: str,
    origin: Mapping[str, Any],
) -> bytes:
    """Return a report on games; *origin* is their version and command, as `Plan.provenance` has them."""
    texts = Texts(lang)
    names = [side.name for side in plan.sides]
    charts = [
        pictures(names, records, summary, texts)
        for records, summary in zip(played, summaries, strict=True)
    ]
    if kind in (".svg", ".png"):
        whole = together(
            [
                evolve(one, title=f"{texts('simulate.players', n=summary.players)}: {one.title}")
                for summary, found in zip(summaries, charts, strict=True)
                for one in found
            ]
        )
        if kind == ".svg":
            return guarded(svg(whole, lang), Medium.SVG).encode()
        return png(whole, lang)
    facts = [
        (
            texts("simulate.page.rulesets"),
            ", ".join(f"{side.name} ({side.hash})" for side in plan.sides),
        ),
        (texts("simulate.page.seed"), plan.seed),
        (texts("simulate.page.version"), f"wtrules {origin['wtrules']}"),
        (texts("simulate.page.command"), origin["command"]),
    ]
    sections = [
        Section(
            texts("simulate.players", n=summary.players), list(sentences(summary, texts)), found
        )
        for summary, found in zip(summaries, charts, strict=True)
    ]
    return html_page(
        texts, title(plan, texts), plan.bots, sections, list(tables(summaries, texts)), facts
    )


@frozen
class Section(Value):
    """A part of a page: what was found, and pictures of it."""

    title: str
    findings: list[str]
    pictures: Sequence[Picture]


def html_page(
    texts: Texts,
    title: str,
    bots: Sequence[str],
    sections: Sequence[Section],
    tables: Sequence[Table],
    facts: Sequence[tuple[str, object]],
) -> bytes:
    """Return a page with findings, charts that answer to the pointer, tables and their origin."""
    who = [texts("simulate.page.bots", bots=", ".join(bots)), *strength(bots, texts)]
    page = render_template(
        Path(__file__).with_name("report.html.jinja"),
        t=texts,
        title=title,
        who=who,
        sections=[
            {
                "title": one.title,
                "findings": one.findings,
                "pictures": _shown(one.pictures, texts.language),
            }
            for one in sections
        ],
        tables=tables,
        facts=facts,
        locale=_script_text(locale(texts.language)),
        library=_LIBRARY,
    )
    return guarded(page, Medium.HTML).replace(_LIBRARY, _library()).encode()


def _with_looks(summary: Summary, looks: Sequence[Mapping[str, Any]]) -> Summary:
    """Return a summary with what a stronger player did, which was found when the games were played."""
    known = {look["id"]: look for look in looks if "bot" in look}
    return evolve(
        summary,
        unused=tuple(
            evolve(
                one,
                bot=look["bot"],
                rate=Estimate(look["value"], look["low"], look["high"], look["games"]),
            )
            if (look := known.get(one.id)) is not None
            else one
            for one in summary.unused
        ),
    )


def _shown(found: Sequence[Picture], lang: str) -> list[dict[str, str]]:
    return [
        {
            "title": one.title,
            "caption": one.caption,
            "svg": svg(one.chart, lang),
            "chart": _script_text(one.chart),
        }
        for one in found
    ]


def _script_text(value: object) -> str:
    """Return a value as JSON that nothing in it can end: it stays inside its element."""
    return json.dumps(value).replace("<", "\\u003c").replace("&", "\\u0026")


@cache
def _library() -> str:
    """Return the library that draws charts, compressed, in letters that any page may contain."""
    import vl_convert

    make: Any = vl_convert.javascript_bundle  # whose types demand an argument that it does not need
    bundle: str = make()
    return base64.b64encode(gzip.compress(bundle.encode(), 9, mtime=0)).decode()


def notebook_html(plan: Plan, played: Sequence[Records], lang: str = "en") -> str:
    """Return results as the output of a cell: in words, as charts if they can be drawn, as tables."""
    texts = Texts(lang)
    names = [side.name for side in plan.sides]
    summaries = [summarise(records, names, lang) for records in played]
    wanted = {texts(f"simulate.chart.{key}") for key in _CELL_CHARTS}
    drawn = [
        one
        for records, summary in zip(played, summaries, strict=True)
        for one in (pictures(names, records, summary, texts) if _can_draw() else ())
        if one.title in wanted
    ]
    return output(
        Path(__file__).with_name("notebook.html.jinja"),
        t=texts,
        title=title(plan, texts),
        lead=[" ".join(sentences(summary, texts)) for summary in summaries],
        pictures=_shown(drawn, lang),
        tables=list(tables(summaries, texts)) if summaries else [],
    )


def _can_draw() -> bool:
    return find_spec("vl_convert") is not None


def title(plan: Plan, texts: Texts) -> str:
    """Return what was played."""
    names = [side.name for side in plan.sides]
    if len(names) > 1:
        names = [texts("simulate.page.against", one=names[0], base=names[1])]
    return texts("simulate.page.title", rulesets=names[0])
