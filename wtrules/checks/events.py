"""The events of rules: something in the ruleset causes each."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.language.verbs import VERBS
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import listed

# The verbs that cause an event. Other events happen in every game, or with scopes.
_CAUSES: dict[str, list[str]] = {}
for _verb in VERBS.values():
    for _event in dict.fromkeys(event for kind in _verb.kinds for event in kind.events):
        _CAUSES.setdefault(_event, []).append(_verb.name)


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find rules of the file whose events never happen."""
    seen = survey(meaning.resolved)
    for rule in meaning.rules.values():
        if not seen.is_own(meaning.resolved.entries["rule", rule.id].span):
            continue
        for event in (*rule.on, *rule.forbids):
            causes = _CAUSES.get(event.event)
            if causes is not None and not any(seen.is_used("verb", verb) for verb in causes):
                forms = listed((f"`do {VERBS[verb].shown}`" for verb in causes), "or")
                yield report("never-fires.event", event.span, text=event.span.text, forms=forms)
