"""Rules that wait for an event which nothing in the ruleset can cause."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, warning
from wtrules.language.events import matching_event
from wtrules.language.verbs import VERBS
from wtrules.rules.clauses import clauses_of
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n

# The verbs that cause an event. Other events happen in every game, or with scopes.
_CAUSES: dict[str, list[str]] = {}
for _verb in VERBS.values():
    for _event in dict.fromkeys(event for kind in _verb.kinds for event in kind.events):
        _CAUSES.setdefault(_event, []).append(_verb.name)


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Find rules of the file whose events never happen."""
    seen = survey(rules)
    done = {node.verb for nodes in seen.nodes.values() for node in nodes if isinstance(node, n.Do)}
    for entry in rules.of_kind("rule"):
        if not seen.is_own(entry.span):
            continue
        reacting = [
            event for clause in clauses_of(entry.node, n.Trigger) for event in clause.events
        ]
        forbidden = [
            event for clause in clauses_of(entry.node, n.Forbid) for event in clause.events
        ]
        for event in (*reacting, *forbidden):
            match = matching_event(event.words)
            causes = _CAUSES.get(match[0].id) if match is not None else None
            if causes is not None and done.isdisjoint(causes):
                forms = " or ".join(f"`do {VERBS[verb].shown}`" for verb in causes)
                yield warning(
                    "never-fires",
                    f"`{event.span.text}` never happens: nothing causes it",
                    event.span,
                    "never happens",
                    f"some rule, card or spell must {forms}",
                )
