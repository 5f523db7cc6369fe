"""Rules that are sound one by one but cannot be compiled together."""

from __future__ import annotations

from collections import Counter

from wtrules.diagnostics import BrokenRules, Diagnostic, Label, report, wording
from wtrules.meaning import nodes as m
from wtrules.phrase import names
from wtrules.program.statements import Origin
from wtrules.resolve.model import Entry, Rules


class CannotCompile(BrokenRules):
    """Rules that cannot be compiled; `fault` says why."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__((fault,))
        self.args = (fault,)
        self.fault = fault

    def __str__(self) -> str:
        return self.fault.message


def endless_rule(ring: list[str], meaning: m.Meaning) -> CannotCompile:
    """Return the fault of a rule that performs itself by way of the others in *ring*."""
    first, *others = dict.fromkeys(ring)
    rules: dict[str, m.Rule | m.Card] = {f"card.{id}": card for id, card in meaning.cards.items()}
    rules |= meaning.rules
    return CannotCompile(
        report(
            "endless-rule",
            rules[first].span,
            first=first,
            list=names(ring, " → "),
            related=[
                Label(rules[other].span, wording("endless-rule.step"))
                for other in others
                if other in rules
            ],
        )
    )


def cannot_ask_here(rule: m.Rule, moment: str, *, forks: bool = False) -> CannotCompile:
    """Return the fault of a rule that needs a decision at a moment that allows none.

    With *forks*, the rule may need one only because a move can go several ways.
    """
    hint = wording("cannot-ask-here.forks") if forks else None
    later = wording("cannot-ask-here.later")
    return CannotCompile(report(f"cannot-ask-here.{moment}", rule.span, hint, later, rule=rule.id))


def too_large(rules: Rules, parts: Counter[str], most: int) -> CannotCompile:
    """Return the fault of rules whose program would have more than *most* parts.

    It points to the rule of the top layer that most of them are written for.
    """
    layer = rules.layers[-1].name
    own = ((_entry(rules, rule), count) for rule, count in parts.most_common())
    culprit = next(((e, n) for e, n in own if e and any(o.layer == layer for o in e.chain)), None)
    if culprit is None:
        return CannotCompile(report("rules-too-large", rules.span, most=most))
    entry, count = culprit
    return CannotCompile(
        report(
            "rules-too-large.table" if entry.kind == "table" else "rules-too-large.so-far",
            entry.name_span,
            most=most,
            count=count,
        )
    )


def nested_too_deeply(rules: Rules, origin: Origin) -> CannotCompile:
    """Return the fault of a rule that is nested too deeply, or performs too long a chain of rules."""
    entry = _entry(rules, origin.rule)
    at = origin.span or (entry.name_span if entry is not None else rules.span)
    name = f"`{entry.id}`" if entry is not None else "this rule"
    return CannotCompile(report("deep-nesting", at, name=name))


def too_many_options(rules: Rules, origin: Origin) -> CannotCompile:
    """Return the fault of a decision with more options than there are numbers for."""
    entry = _entry(rules, origin.rule)
    at = origin.span or (entry.name_span if entry is not None else rules.span)
    return CannotCompile(report("too-many-options", at))


def _entry(rules: Rules, name: str) -> Entry | None:
    """Return the definition that statements are written for."""
    kind, _, id = name.partition(".")
    named = kind in ("spell", "card", "table") and id
    return rules.get(kind, id) if named else rules.get("rule", name)
