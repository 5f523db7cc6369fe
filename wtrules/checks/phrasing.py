"""How manuals put things (`phrased`): words that the language knows, each aspect once, and for all manuals."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, Label, error, name_fix, warning
from wtrules.diagnostics.fix import delete
from wtrules.language.phrasing import ASPECTS
from wtrules.phrase import names, phrase
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry
from wtrules.source import Span
from wtrules.syntax import nodes as n

_SILENT = ("omits", "lost")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the notes of each manual, and whether all manuals have the same aspects."""
    rules = meaning.resolved
    entries = tuple(rules.of_kind("manual"))
    for entry in entries:
        yield from entry.once(_faults)
    yield from _gaps({entry.id: entry.node_as(n.Manual) for entry in entries})


def _faults(entry: Entry) -> tuple[Diagnostic, ...]:
    return tuple(
        fault
        for line in entry.node_as(n.Manual).lines
        if line.phrased
        for fault in (*_misplaced(line), *_twice(line), *_unknown(line))
    )


def _misplaced(line: n.ManualLine) -> Iterator[Diagnostic]:
    if line.stance in _SILENT:
        yield error(
            "useless-clause",
            phrase("`{stance}` leaves nothing to be phrased", stance=line.stance),
            Span(line.span.source, line.phrased[0].span.start, line.span.end),
            "about words that are not there",
            "remove `phrased`, or write `states` or `implies`",
        )


def _twice(line: n.ManualLine) -> Iterator[Diagnostic]:
    first: dict[str, n.Aspect] = {}
    for aspect in line.phrased:
        earlier = first.setdefault(aspect.name, aspect)
        if earlier is not aspect:
            yield error(
                "duplicate-clause",
                phrase("`{word}` appears twice", word=aspect.name),
                aspect.span,
                "the second one",
                delete(aspect.span, "keep one of the two"),
                related=(Label(earlier.span, "the first one"),),
            )


def _unknown(line: n.ManualLine) -> Iterator[Diagnostic]:
    for aspect in line.phrased:
        known = ASPECTS[aspect.name].words
        if aspect.word is not None and aspect.word.id not in known:
            yield error(
                "unknown-choice",
                phrase(
                    "`{word}` is not a word for `{name}`", word=aspect.word.id, name=aspect.name
                ),
                aspect.word.span,
                "not one of its words",
                name_fix(aspect.word.span, known)
                or phrase("write one of: {list}", list=names(known)),
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
                    yield warning(
                        "missing-phrasing",
                        phrase("`{topic}` has no note on `{name}`", topic=line.topic.id, name=name),
                        line.topic.span,
                        phrase(
                            "`{manual}` has one, so the two cannot be compared", manual=there[0]
                        ),
                        "add it to `phrased`, or remove it from all manuals",
                        related=(Label(there[1].span, "the other note"),),
                    )
