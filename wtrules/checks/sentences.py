"""Sentences that are never printed, details without a text, and what examples illustrate."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.examples import own_examples
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, name_fix, report
from wtrules.diagnostics.fix import delete
from wtrules.meaning import nodes as m
from wtrules.meaning.binder import binder_of
from wtrules.meaning.evaluate import depends_on_game, is_true, parts_behind
from wtrules.node import walk
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n

# What an example can illustrate, with what is reported for one that does not exist.
_ILLUSTRATED: dict[str, tuple[type[n.Rule | n.Card | n.Spell], str]] = {
    "rule": (n.Rule, "unknown-rule.illustrated"),
    "card": (n.Card, "unknown-card.illustrated"),
    "spell": (n.Spell, "unknown-spell.illustrated"),
}


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Look at the texts of the ruleset itself."""
    rules = meaning.resolved
    is_own = survey(rules).is_own
    for entry in rules.entries.values():
        for clause in entry.clauses():
            if isinstance(clause, n.Says) and clause.condition is not None and is_own(clause.span):
                condition = binder_of(rules).condition(clause)
                yield from _decided(meaning, clause, condition)
            elif isinstance(clause, n.Detail) and entry.kind == "rule" and is_own(clause.span):
                yield from _detail(entry, clause)
    for entry in own_examples(rules):
        for shown in clauses_of(entry.node, n.Illustrates):
            yield from _illustrates(rules, shown)


def _decided(meaning: m.Meaning, says: n.Says, condition: m.Term) -> Iterator[Diagnostic]:
    """Find a condition that no variant, and no number of players, makes true."""
    rules = meaning.resolved
    if depends_on_game(condition, meaning.defines) is not None or _may_change(meaning, condition):
        return
    counts = rules.players.union(*(info.players or () for info in rules.variants.values()))
    if is_true(meaning, condition, counts) is False:
        text = condition.span.flat_text
        yield report("never-fires.sentence", condition.span, delete(says.span), span=text)


def _may_change(meaning: m.Meaning, condition: m.Term) -> bool:
    """Whether a variant, a house rule or a choice of a setting can make another answer of a condition."""
    if any(isinstance(part, m.Stands) for part in walk(condition)):
        return True
    rules = meaning.resolved
    changed = {name for info in rules.variants.values() for name in _changed(info.node)}
    for part in parts_behind(condition, meaning.defines):
        kind, id = m.source_of(part)
        if kind == "setting" and rules.entries[kind, id].node_as(n.Setting).value.choices:
            return True
        if id in changed or (isinstance(part, m.Column) and f"{id}.{part.column}" in changed):
            return True
    return False


def _changed(variant: n.Variant) -> Iterator[str]:
    """Yield the names of what a variant changes."""
    for node in walk(variant):
        match node:
            case n.NewValue():
                yield node.id.id
            case n.Override(item=n.Table() | n.Define() as item):
                yield item.id.id
            case n.Add(id=n.Name() as name) | n.Remove(id=n.Name() as name):
                yield name.id


def _detail(entry: Entry, clause: n.Detail) -> Iterator[Diagnostic]:
    if not any(clauses_of(entry.node, n.Says)):
        yield report("useless-clause.detail", clause.span, delete(clause.span), id=entry.id)


def _illustrates(rules: Rules, shown: n.Illustrates) -> Iterator[Diagnostic]:
    kind, fault = _ILLUSTRATED[shown.kind]
    # A variant may define it, with which the example is played.
    nodes = (node for info in rules.variants.values() for node in walk(info.node))
    known = {entry.id for entry in rules.of_kind(shown.kind)}
    known |= {node.id.id for node in nodes if isinstance(node, kind)}
    if shown.name.id not in known:
        at = shown.name.span
        yield report(fault, at, name_fix(at, sorted(known)), kind=shown.kind, id=shown.name.id)
