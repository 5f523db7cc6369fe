"""Memories that are reset before anything is made of what rules write to them.

`memory rounds = 0 per round` with `on round begins do add 1 to rounds` is 1 in every round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wtrules.checks.survey import Survey, blocks, survey
from wtrules.diagnostics import Diagnostic, Label, warning
from wtrules.diagnostics.fix import delete, replace
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules
from wtrules.rules.uses import written_names
from wtrules.source import Span
from wtrules.syntax import nodes as n

_SCOPES = ("game", "round", "turn", "action")  # each is inside the one before it


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check every memory that is kept per round, turn or action."""
    rules = meaning.resolved
    seen = survey(rules)
    for entry in rules.of_kind("memory"):
        unit = entry.node_as(n.Memory).unit
        if unit is None or unit.scope not in _SCOPES[1:] or not seen.is_own(entry.name_span):
            continue
        writers = [x for key, x in rules.entries.items() if any(_writes(seen.nodes[key], entry.id))]
        moments = {moment for writer in writers for moment in _moments(writer)}
        if not moments or None in moments:
            continue
        first = next(_writes(seen.nodes[writers[0].kind, writers[0].id], entry.id))
        if moments <= {f"{unit.scope} begins", f"{unit.scope} ends"}:
            if all(_counts_once(writer, entry.id) for writer in writers):
                yield _never_counts(entry, unit, first)
        elif moments <= _before(unit.scope) and not _may_be_read(seen, rules, entry, moments):
            yield _set_too_early(entry, unit, first)


def _before(scope: str) -> set[str | None]:
    """Return the moments that are followed by the beginning of a scope, which resets the memory."""
    around = _SCOPES[: _SCOPES.index(scope)]
    return {"setup begins", "setup ends", *(f"{outer} begins" for outer in around)}


def _writes(nodes: Iterable[object], id: str) -> Iterator[n.Set | n.Do]:
    """Yield the statements that change a memory."""
    for node in nodes:
        if isinstance(node, n.Set | n.Do) and any(x.id == id for x in written_names(node)):
            yield node


def _moments(entry: Entry) -> Iterator[str | None]:
    """Yield the beginnings and ends that start a rule; None if something else can."""
    events = [event for on in clauses_of(entry.node, n.Trigger) for event in on.events]
    for event in events:
        is_moment = len(event.words) == 2 and event.words[1] in ("begins", "ends")
        yield " ".join(event.words) if is_moment else None
    if not events:
        yield None


def _counts_once(entry: Entry, id: str) -> bool:
    """Whether a rule only adds to the memory, outside of loops and in any case."""
    for statements, owner in blocks(entry):
        if owner is not entry.node and any(_writes(statements, id)):
            return False
    outer = entry.statements()
    stops = (i for i, node in enumerate(outer) if isinstance(node, n.When | n.Choose))
    stop = next(stops, len(outer))
    changes = list(_writes(outer, id))
    return changes == list(_writes(outer[:stop], id)) and all(
        isinstance(node, n.Do)
        or any(isinstance(x, n.Name) and x.id == id for x in walk(node.value))
        for node in changes
    )


def _may_be_read(seen: Survey, rules: Rules, memory: Entry, moments: set[str | None]) -> bool:
    """Whether something reads the memory before it is reset, or nothing reads it at all."""
    readers = seen.users(memory.id, ("memory", memory.id))
    for key in readers:
        entry = rules.entries.get(key)
        if entry is None or entry.kind not in ("rule", "spell", "card"):
            return True
        reacts = any(clauses_of(entry.node, n.Trigger)) or any(clauses_of(entry.node, n.Forbid))
        if entry.kind == "rule" and (not reacts or moments & set(_moments(entry))):
            return True  # it reads the memory at that moment, or is performed, perhaps then
    return not readers


def _never_counts(entry: Entry, unit: n.Unit, at: n.Set | n.Do) -> Diagnostic:
    scope = unit.scope
    help = phrase("to count from {scope} to {scope}, leave out `per {scope}`", scope=scope)
    source, start = unit.span.source, unit.span.start
    whole = Span(source, source.text.rindex("per", 0, start), unit.span.end)
    kept = f"for each {unit.each}"
    return warning(
        "lost-value",
        phrase(
            "memory `{id}` counts only once: it is reset whenever a {scope} begins",
            id=entry.id,
            scope=scope,
        ),
        at.span,
        "always has the same result",
        replace(whole, kept, help) if unit.each is not None else delete(whole, help),
        related=(
            Label(
                unit.span, phrase("reset first, then rules react to `{scope} begins`", scope=scope)
            ),
        ),
    )


def _set_too_early(entry: Entry, unit: n.Unit, at: n.Set | n.Do) -> Diagnostic:
    scope = unit.scope
    return warning(
        "lost-value",
        phrase("memory `{id}` is reset before any rule reads it", id=entry.id),
        at.span,
        phrase("lost when the next {scope} begins", scope=scope),
        phrase(
            "leave out `per {scope}`, or write `on {scope} begins` in the rule that sets it",
            scope=scope,
        ),
        related=(Label(unit.span, phrase("reset when a {scope} begins", scope=scope)),),
    )
