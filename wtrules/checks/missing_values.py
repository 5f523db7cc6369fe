"""Names that have no value, because of how a rule is started.

What an event names has a value only when the rule reacts to the event; a parameter has one only when
another rule performs the rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules import meaning as m
from wtrules.rules.model import Rules


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find rules that are performed without their event, and those that react without arguments."""
    rules = meaning.resolved
    performed: dict[str, m.Perform] = {}
    for statement in meaning.statements:
        if isinstance(statement, m.Perform):
            # If there are several, report the one in the file that is being checked.
            known = performed.setdefault(statement.rule, statement)
            if _is_own(rules, statement) and not _is_own(rules, known):
                performed[statement.rule] = statement
    for rule in meaning.rules.values():
        events = (*rule.on, *rule.forbids)
        if events and rule.id in performed:
            yield from _performed(rule, performed[rule.id], rules)
        if events and rule.parameters:
            yield from _reacting(rule, events[0])


def _performed(rule: m.Rule, perform: m.Perform, rules: Rules) -> Iterator[Diagnostic]:
    names = {name for event in (*rule.on, *rule.forbids) for name in event.names}
    use = _first_use(rule, names)
    if use is None:
        return
    at, there = Label(perform.span, "no event here"), Label(use.span, "what the event names")
    if not _is_own(rules, perform):
        at, there = there, at
    word = "on" if rule.on else "forbid"
    yield error(
        "unknown-name",
        phrase(
            "`{name}` has no value when another rule performs `{rule}`", name=use.name, rule=rule.id
        ),
        at.span,
        at.message,
        phrase(
            "write a rule without `{word}`, with a parameter: `rule {rule}.effect({type} {name}) "
            "{{ … }}`, and perform that one here and there",
            word=word,
            rule=rule.id,
            type=use.type,
            name=use.name,
        ),
        related=(there,),
    )


def _reacting(rule: m.Rule, event: m.Reaction) -> Iterator[Diagnostic]:
    use = _first_use(rule, {parameter.name for parameter in rule.parameters})
    if use is None:
        return
    written = use.span.text
    yield error(
        "unknown-name",
        phrase(
            "`{written}` has no value when `{rule}` reacts to its event",
            written=written,
            rule=rule.id,
        ),
        use.span,
        "has a value only when another rule performs this one",
        phrase(
            "choose it: `choose {type} {written} …`, or remove the event and perform the rule",
            type=use.type,
            written=written,
        ),
        related=(Label(event.span, "the event"),),
    )


def _first_use(rule: m.Rule, names: set[str]) -> m.Local | None:
    """Return the first place of a rule that uses one of some names."""
    locals_ = (part for part in walk(rule.body) if isinstance(part, m.Local))
    return next((part for part in locals_ if part.name in names), None)


def _is_own(rules: Rules, statement: m.Statement) -> bool:
    return statement.span.source is rules.layers[-1].span.source
