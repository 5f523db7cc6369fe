"""How manuals put things (`phrased`): words that the language knows, each aspect once, and for all manuals."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, name_fix, report
from wtrules.diagnostics.fix import delete
from wtrules.language.phrasing import ASPECTS
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import names
from wtrules.resolve.model import Entry, once
from wtrules.source import Span
from wtrules.syntax import nodes as n

_SILENT = ("omits", "lost")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the notes of each manual, and whether all manuals have the same aspects."""
    rules = meaning.resolved
    entries = tuple(rules.of_kind("manual"))
    for entry in entries:
        yield from _faults(entry)
    yield from _gaps({entry.id: entry.node_as(n.Manual) for entry in entries})


@once
def _faults(entry: Entry) -> tuple[Diagnostic, ...]:
    return tuple(
        fault
        for line in entry.node_as(n.Manual).lines
        if line.phrased
        for fault in (*_misplaced(line), *_twice(line), *_unknown(line))
    )


def _misplaced(line: n.ManualLine) -> Iterator[Diagnostic]:
    if line.stance in _SILENT:
        yield report(
            "useless-clause.phrased",
            Span(line.span.source, line.phrased[0].span.start, line.span.end),
            stance=line.stance,
        )


def _twice(line: n.ManualLine) -> Iterator[Diagnostic]:
    first: dict[str, n.Aspect] = {}
    for aspect in line.phrased:
        earlier = first.setdefault(aspect.name, aspect)
        if earlier is not aspect:
            yield report(
                "duplicate-clause.aspect",
                aspect.span,
                delete(aspect.span),
                word=aspect.name,
                earlier=earlier.span,
            )


def _unknown(line: n.ManualLine) -> Iterator[Diagnostic]:
    for aspect in line.phrased:
        known = ASPECTS[aspect.name].words
        if aspect.word is not None and aspect.word.id not in known:
            yield report(
                "unknown-choice.phrasing",
                aspect.word.span,
                name_fix(aspect.word.span, known),
                word=aspect.word.id,
                name=aspect.name,
                list=names(known),
            )


def _gaps(manuals: dict[str, n.Manual]) -> Iterator[Diagnostic]:
    """Find aspects that one manual has a note on, and another that says the same has not."""
    noted: dict[
        tuple[str, str], tuple[str, n.Aspect]
    ] = {}  # where each aspect of a topic comes first
    for id, manual in manuals.items():
        for line in manual.lines:
            for aspect in line.phrased if line.stance not in _SILENT else ():
                noted.setdefault((line.topic.id, aspect.name), (id, aspect))
    if not noted:
        return
    for manual in manuals.values():
        for line in manual.lines:
            if line.stance in _SILENT:
                continue
            own = {aspect.name for aspect in line.phrased}
            for name in ASPECTS:
                there = noted.get((line.topic.id, name))
                if there is not None and name not in own:
                    yield report(
                        "missing-phrasing",
                        line.topic.span,
                        topic=line.topic.id,
                        name=name,
                        manual=there[0],
                        there=there[1].span,
                    )
