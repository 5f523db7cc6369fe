"""Memories that are reset before anything is made of what rules write to them.

`memory rounds = 0 per round` with `on round begins do add 1 to rounds` is 1 in every round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TypeGuard

from wtrules.checks.survey import Survey, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import delete, replace
from wtrules.language.events import EVENTS
from wtrules.meaning import nodes as m
from wtrules.meaning.references import WRITES
from wtrules.node import walk
from wtrules.resolve.model import Entry
from wtrules.source import Span
from wtrules.syntax import nodes as n

_SCOPES = ("game", "round", "turn", "action")  # each is inside the one before it


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Check every memory that is kept per round, turn or action."""
    rules = meaning.resolved
    seen = survey(rules)
    for entry in rules.of_kind("memory"):
        unit = entry.node_as(n.Memory).unit
        if unit is None or unit.scope not in _SCOPES[1:] or not seen.is_own(entry.name_span):
            continue
        writers = [one for one in _acting(meaning) if any(_writes(one.body, entry.id))]
        writing = {kind for (kind, _), _ in seen.references("memory", entry.id, WRITES)}
        if writing & {"assumption", "variant"}:
            continue
        moments = {moment for writer in writers for moment in _moments(writer)}
        if not moments or None in moments:
            continue
        first = next(_writes(writers[0].body, entry.id))
        if moments <= {f"{unit.scope} begins", f"{unit.scope} ends"}:
            if all(_counts_once(writer.body, entry.id) for writer in writers):
                yield _never_counts(entry, unit, first)
        elif moments <= _before(unit.scope) and not _may_be_read(seen, meaning, entry, moments):
            yield _set_too_early(entry, unit, first)


def _acting(meaning: m.Meaning) -> Iterator[m.Rule | m.Card | m.Spell]:
    return chain(meaning.rules.values(), meaning.cards.values(), meaning.spells.values())


def _before(scope: str) -> set[str | None]:
    """Return the moments that are followed by the beginning of a scope, which resets the memory."""
    around = _SCOPES[: _SCOPES.index(scope)]
    return {"setup begins", "setup ends", *(f"{outer} begins" for outer in around)}


def _writes(body: m.Body, id: str) -> Iterator[m.SetMemory | m.Act]:
    """Yield the statements that change a memory."""
    return (one for one in m.statements_in(body) if _changes(one, id))


def _changes(statement: m.Statement, id: str) -> TypeGuard[m.SetMemory | m.Act]:
    return m.memory_changed(statement) == id


def _moments(writer: m.Rule | m.Card | m.Spell) -> Iterator[str | None]:
    """Yield the beginnings and ends that start a rule; None if something else can."""
    reactions = writer.on if isinstance(writer, m.Rule) else ()
    for reaction in reactions:
        words = EVENTS[reaction.event].words
        is_moment = len(words) == 2 and words[1] in ("begins", "ends")
        yield " ".join(words) if is_moment else None
    if not reactions:
        yield None


def _counts_once(body: m.Body, id: str) -> bool:
    """Whether a rule only adds to the memory, outside of loops and in any case."""
    stops = (i for i, one in enumerate(body) if isinstance(one, m.When | m.Choose))
    changes = [one for one in body[: next(stops, len(body))] if _changes(one, id)]
    return len(changes) == len(list(_writes(body, id))) and all(
        isinstance(one, m.Act)
        or any(isinstance(part, m.Recall) and part.id == id for part in walk(one.value))
        for one in changes
    )


def _may_be_read(seen: Survey, meaning: m.Meaning, memory: Entry, moments: set[str | None]) -> bool:
    """Whether something reads the memory before it is reset, or nothing reads it at all."""
    readers = {key for key, _ in seen.references("memory", memory.id)}
    for kind, id in readers:
        rule = meaning.rules.get(id) if kind == "rule" else None
        if rule is None and kind not in ("spell", "card"):
            return True
        reacts = rule is not None and (rule.on or rule.forbids)
        if rule is not None and (not reacts or moments & set(_moments(rule))):
            return True  # it reads the memory at that moment, or is performed, perhaps then
    return not readers


def _never_counts(entry: Entry, unit: n.Unit, at: m.SetMemory | m.Act) -> Diagnostic:
    scope = unit.scope
    source, start = unit.span.source, unit.span.start
    whole = Span(source, source.text.rindex("per", 0, start), unit.span.end)
    kept = f"for each {unit.each}"
    return report(
        "lost-value.counts-once",
        at.span,
        replace(whole, kept) if unit.each is not None else delete(whole),
        id=entry.id,
        scope=scope,
        unit=unit.span,
    )


def _set_too_early(entry: Entry, unit: n.Unit, at: m.SetMemory | m.Act) -> Diagnostic:
    scope = unit.scope
    return report("lost-value", at.span, id=entry.id, scope=scope, unit=unit.span)
