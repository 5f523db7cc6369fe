"""TOML with places: what `tomllib` reads, and where in the text it is, which `tomllib` does not say."""

from __future__ import annotations

import re
from typing import Any

from wtrules.source import SourceFile, Span, find_deep_nesting

_PARTS = 100  # of a dotted key: reading one takes time that grows with their square
_LONG_KEY = rf"(?<![\w.\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){{{_PARTS}}}"
_PLACE = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"
_LINE = r"""(?mx)^[ \t]*(?:(?P<open>\[\[?)(?P<table>[^\]\n]*)\]
      | (?P<key>[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*(?:=[ \t]*
        (?P<value>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\[[^\]\n]*\]?|[^#\n]*)|\.))"""


def read_toml(source: SourceFile) -> dict[str, Any]:
    """Return the content of a TOML file; raises BrokenRules."""
    import tomllib

    from wtrules.diagnostics import BrokenRules, report
    from wtrules.phrase import Verbatim

    deep = find_deep_nesting(source)
    if deep is None and (key := re.search(_LONG_KEY, source.text)):
        deep = Span(source, key.start(), key.start() + 1)
    if deep is not None:
        raise BrokenRules([report("bad-config-file.deep", deep)])
    try:
        return tomllib.loads(source.text)
    except RecursionError:
        raise BrokenRules([report("bad-config-file.deep", first_place(source, ""))]) from None
    except ValueError as error:  # also a number with thousands of digits
        why = str(error)
        place = re.search(_PLACE, why)
        why = why[: place.start()] if place else why
        end = len(source.text.rstrip())
        start = source.offset(int(place[1]), int(place[2])) if place and place[1] else end
        at = Span(source, start, start + 1 if start < end else start)
        raise BrokenRules([report("bad-config-file", at, why=Verbatim(why[:100]))]) from None


def places_in(source: SourceFile, table: str) -> dict[str, tuple[Span, Span]]:
    """Return where the keys of a table and their values are; those that are hard to find are left out."""
    found: dict[str, tuple[Span, Span]] = {}
    inside = not table
    for match in re.finditer(_LINE, source.text):
        if match["open"]:
            name = re.sub(r"[\s\"']", "", match["table"])
            inside = name == table
            above, _, key = name.rpartition(".") if table else ("", "", name.partition(".")[0])
            if above == table and not inside:
                at = Span(source, match.start("open"), match.end())
                found.setdefault(key, (at, at))
        elif inside:
            at = Span(source, match.start("key"), match.end("key"))
            value = (match["value"] or "").rstrip()
            start = match.start("value") if value else at.start
            value_at = Span(source, start, start + len(value)) if value else at
            found.setdefault(match["key"].strip("\"'"), (at, value_at))
    return found


def first_place(source: SourceFile, key: str) -> Span:
    """Return the first place where a key is written; the beginning if it is written in another way."""
    start = max(source.text.find(key), 0)
    return Span(source, start, start + len(key) if source.text.startswith(key, start) else start)
