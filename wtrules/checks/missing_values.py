"""Names that have no value, because of how a rule is started.

What an event names has a value only when the rule reacts to the event; a parameter has one only when
another rule performs the rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning import nodes as m
from wtrules.node import walk


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find rules that are performed without their event, and those that react without arguments."""
    is_own = survey(meaning.resolved).is_own
    performed: dict[str, m.Perform] = {}
    for statement in meaning.statements:
        if isinstance(statement, m.Perform):
            # If there are several, report the one in the file that is being checked.
            known = performed.setdefault(statement.rule, statement)
            if is_own(statement.span) and not is_own(known.span):
                performed[statement.rule] = statement
    for rule in meaning.rules.values():
        events = (*rule.on, *rule.forbids)
        if events and rule.id in performed:
            yield from _performed(rule, performed[rule.id])
        if events and rule.parameters:
            yield from _reacting(rule, events[0])


def _performed(rule: m.Rule, perform: m.Perform) -> Iterator[Diagnostic]:
    names = {name for event in (*rule.on, *rule.forbids) for name in event.names}
    use = _first_use(rule, names)
    if use is None:
        return
    yield report(
        "unknown-name.performed",
        perform.span,
        name=use.name,
        rule=rule.id,
        word="on" if rule.on else "forbid",
        type=use.type,
        use=use.span,
    )


def _reacting(rule: m.Rule, event: m.Reaction) -> Iterator[Diagnostic]:
    use = _first_use(rule, {parameter.name for parameter in rule.parameters})
    if use is None:
        return
    yield report(
        "unknown-name.reacting",
        use.span,
        written=use.span.text,
        rule=rule.id,
        type=use.type,
        event=event.span,
    )


def _first_use(rule: m.Rule, names: set[str]) -> m.Local | None:
    """Return the first place of a rule that uses one of some names."""
    locals_ = (part for part in walk(rule.body) if isinstance(part, m.Local))
    return next((part for part in locals_ if part.name in names), None)
