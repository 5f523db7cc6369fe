"""The events of rules: something in the ruleset causes each, and none is named twice."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import delete_entry
from wtrules.language.events import matching_event
from wtrules.language.verbs import VERBS
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.pieces import PieceKind, general_event, piece_kinds
from wtrules.phrase import listed
from wtrules.resolve.clauses import clauses_of
from wtrules.syntax import nodes as n

# The verbs that cause an event. Other events happen in every game, or with scopes.
_CAUSES: dict[str, list[str]] = {}
for _verb in VERBS.values():
    for _event in dict.fromkeys(event for kind in _verb.kinds for event in kind.events):
        _CAUSES.setdefault(_event, []).append(_verb.name)


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find rules of the file whose events never happen, or are named twice."""
    rules = meaning.resolved
    seen = survey(rules)
    kinds = {kind.id: kind for kind in piece_kinds(rules)}
    done = {node.verb for nodes in seen.nodes.values() for node in nodes.of(n.Do)}
    for entry in rules.of_kind("rule"):
        if not seen.is_own(entry.span):
            continue
        reacting = [
            event for clause in clauses_of(entry.node, n.Trigger) for event in clause.events
        ]
        forbidden = [
            event for clause in clauses_of(entry.node, n.Forbid) for event in clause.events
        ]
        for events in (reacting, forbidden):
            yield from _twice(events, kinds)
        for event in (*reacting, *forbidden):
            match = matching_event(event.words)
            causes = _CAUSES.get(match[0].id) if match is not None else None
            if causes is not None and done.isdisjoint(causes):
                forms = listed((f"`do {VERBS[verb].shown}`" for verb in causes), "or")
                yield report("never-fires.event", event.span, text=event.span.text, forms=forms)


def _twice(events: list[n.Event], kinds: dict[str, PieceKind]) -> Iterator[Diagnostic]:
    """Find an event that another one of the rule includes: the rule reacts to both at once."""
    known: list[tuple[str, PieceKind | None, n.Event]] = []
    for event in events:
        words, kind = general_event(event.words, kinds)
        match = matching_event(words)
        if match is None:
            continue
        id = match[0].id
        for other, of, earlier in known:
            if other == id and (of == kind or of is None or kind is None):
                wide, narrow = (event, earlier) if kind is None and of else (earlier, event)
                yield report(
                    "duplicate-event" if of == kind else "duplicate-event.included",
                    narrow.span,
                    delete_entry(narrow.span, keyword="or") if narrow is event else None,
                    text=narrow.span.text,
                    other=wide.span.text,
                    wide=wide.span,
                )
                break
        known.append((id, kind, event))
