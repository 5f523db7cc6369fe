"""Sentences that are never printed, details without a text, and what examples illustrate."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.examples import own_examples
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, error, name_fix, warning
from wtrules.diagnostics.fix import delete
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.decide import definitions_in, depends_on_game, value_of, variants_in
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n

# What an example can illustrate, with the code for one that does not exist.
_ILLUSTRATED: dict[str, tuple[type[n.Rule | n.Card | n.Spell], str]] = {
    "rule": (n.Rule, "unknown-rule"),
    "card": (n.Card, "unknown-card"),
    "spell": (n.Spell, "unknown-spell"),
}


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Look at the texts of the ruleset itself."""
    rules = meaning.resolved
    is_own = survey(rules).is_own
    for entry in rules.entries.values():
        for clause in entry.clauses():
            if isinstance(clause, n.Says) and clause.condition is not None and is_own(clause.span):
                yield from _decided(rules, clause, clause.condition)
            elif isinstance(clause, n.Detail) and entry.kind == "rule" and is_own(clause.span):
                yield from _detail(entry, clause)
    for entry in own_examples(rules):
        for shown in clauses_of(entry.node, n.Illustrates):
            yield from _illustrates(rules, shown)


def _decided(rules: Rules, says: n.Says, condition: n.Expr) -> Iterator[Diagnostic]:
    """Find a condition that no variant, and no number of players, makes true."""
    if depends_on_game(rules, condition) is not None or _may_change(rules, condition):
        return
    counts = rules.players.union(*(info.players or () for info in rules.variants.values()))
    answers = {value_of(rules, condition, count) for count in counts}
    text = " ".join(condition.span.text.split())
    if answers == {False}:
        yield warning(
            "never-fires",
            phrase("`{span}` is never true", span=text),
            condition.span,
            "the sentence is never printed",
            delete(says.span, "change the condition, or remove the sentence"),
        )


def _may_change(rules: Rules, condition: n.Expr) -> bool:
    """Whether a variant, a house rule or a choice of a setting can make another answer of a condition."""
    if variants_in(rules, condition) or definitions_in(rules, condition):
        return True
    names = _names(rules, condition)
    if any(
        entry is not None and entry.node_as(n.Setting).value.choices
        for entry in (rules.get("setting", name) for name in names)
    ):
        return True
    changed = {name for info in rules.variants.values() for name in _changed(info.node)}
    return any(name in changed or name.rpartition(".")[0] in changed for name in names)


def _names(rules: Rules, condition: n.Expr) -> set[str]:
    """Return the names that a condition reads, also through defined words."""
    found: set[str] = set()
    waiting: list[object] = [condition]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, n.Name) and node.id not in found:
                found.add(node.id)
                define = rules.get("define", node.id)
                waiting += [define.node] if define is not None else []
    return found


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
        yield error(
            "useless-clause",
            phrase("rule `{id}` has no text, so it is no detail of the rulebook", id=entry.id),
            clause.span,
            "no `says`",
            delete(clause.span, 'write `says en "…"`, or remove `detail`'),
        )


def _illustrates(rules: Rules, shown: n.Illustrates) -> Iterator[Diagnostic]:
    kind, code = _ILLUSTRATED[shown.kind]
    # A variant may define it, with which the example is played.
    nodes = (node for info in rules.variants.values() for node in walk(info.node))
    known = {entry.id for entry in rules.of_kind(shown.kind)}
    known |= {node.id.id for node in nodes if isinstance(node, kind)}
    if shown.name.id not in known:
        yield error(
            code,
            phrase("there is no {kind} called `{id}`", kind=shown.kind, id=shown.name.id),
            shown.name.span,
            "nothing to illustrate",
            name_fix(shown.name.span, sorted(known))
            or phrase("`wtrules show --kind {kind}` lists what there is", kind=shown.kind),
        )
