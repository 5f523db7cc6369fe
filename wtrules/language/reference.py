"""The tables of the language reference, made from the records.

`python -m wtrules.syntax` writes them into the pages in `docs/`, between the lines `<!-- table: verbs -->`
and `<!-- end of table -->`. Every word has a sample from `samples.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.phrasing import ASPECTS, Aspect
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.verbs import VERBS, Verb

_TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def updated(page: str) -> str:
    """Return the text of a page with its tables as the records have them."""
    return _TABLE.sub(lambda match: f"{match[1]}\n{table(match[2])}\n\n{match[3]}", page)


def table(name: str) -> str:
    """Return one table: `verbs`, `events`, `properties`, `predicates`, `constants` or `aspects`.

    `verb_list` and so on are the same words in short, for the cheat sheet.
    """
    if name in _LISTS:
        return " · ".join(dict.fromkeys(_LISTS[name]()))
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]
    match name:
        case "verbs":
            header = ("`do …`, and an example", "does", "possible if", "events")
            rows = [
                (f"`{v.shown}`<br>{sample(name, v.name)}", v.doc, v.possible, _caused(v))
                for v in VERBS.values()
            ]
        case "events":
            header = ("event", "happens when", "`forbid`", "for example")
            rows = [
                (
                    "<br>".join(f"`{pattern}`" for pattern in e.patterns)
                    + (f" ({', '.join(e.types)})" if e.types else ""),
                    e.doc,
                    "yes" if e.forbiddable else "",
                    sample(name, e.id),
                )
                for e in EVENTS.values()
            ]
        case "properties":
            header = ("property, and an example", "is a", "means")
            rows = [
                (f"`{p.name}` of a {p.subject}<br>{sample(name, p.op)}", p.result, p.doc)
                for p in PROPERTIES
            ]
        case "predicates":
            header = ("predicate", "of a", "true if", "for example")
            rows = [(f"`{p.name}`", p.subject, p.doc, sample(name, p.op)) for p in PREDICATES]
        case "constants":
            header = ("word", "is a", "means", "for example")
            rows = [
                (f"`{c.name}`", c.type, c.doc, sample(name, c.name)) for c in CONSTANTS.values()
            ]
        case "aspects":
            header = ("aspect", "notes", "written")
            rows = [(f"`{a.name}`", a.doc, _written(a)) for a in ASPECTS.values()]
        case _:
            raise ValueError(f"there is no table called {name!r}")
    return _markdown(header, rows)


_LISTS: dict[str, Callable[[], Iterable[str]]] = {
    "verb_list": lambda: (f"`{v.shown}`" for v in VERBS.values()),
    "event_list": lambda: (
        f"`{e.pattern}`" + ("\\*" if e.forbiddable else "") for e in EVENTS.values()
    ),
    "property_list": lambda: (f"`{p.name}`" for p in PROPERTIES),
    "predicate_list": lambda: (f"`{p.name}`" for p in PREDICATES),
    "constant_list": lambda: (f"`{c.name}`" for c in CONSTANTS.values()),
}


def sample(kind: str, key: str) -> str:
    """Return the sample of a word for a cell of a table; nothing if there is none yet."""
    text = samples()[kind].get(key)
    return f"`{text}`" if text else ""


@cache
def samples() -> dict[str, dict[str, str]]:
    """Return the samples of all words, by kind and name."""
    return tomllib.loads(Path(__file__).with_name("samples.toml").read_text("utf-8"))


def _written(aspect: Aspect) -> str:
    """Return how an aspect of phrasing is written: with one of its words, or a text in each language."""
    if aspect.name == "example":
        return "`example` or `no example`"
    if aspect.words:
        return f"`{aspect.name}` and one of " + ", ".join(f"`{word}`" for word in aspect.words)
    return f'`{aspect.name} en "…" de "…"`'


def _caused(verb: Verb) -> str:
    """Return the events of a verb in order: `` `leaves`, `lands on` ``."""
    longest_first = sorted(verb.kinds, key=lambda kind: -len(kind.events))
    events = dict.fromkeys(_short(event) for kind in longest_first for event in kind.events)
    return ", ".join(f"`{event}`" for event in events)


def _short(event: str) -> str:
    """Return an event without the piece and the variables: `lands on`."""
    words = EVENTS[event].words
    if EVENTS[event].types:
        words = tuple(word for word in words[1:] if not word.isupper())
    return " ".join(words)


def _markdown(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [header, ("---",) * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
