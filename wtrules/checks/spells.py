"""Spells that are never laid out, so that nobody can cast them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.checks.possible_values import Folding
from wtrules.checks.survey import Survey, survey
from wtrules.diagnostics import Diagnostic, note
from wtrules.diagnostics.fix import append
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules.model import Entry, Rules
from wtrules.rules.uses import used_parts
from wtrules.syntax import nodes as n

_LAY_OUT = "lay out"


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Find spells of a house rule that no rule lays out or names."""
    if rules.layers[-1].shipped:  # they are there for house rules to lay out
        return
    seen = survey(rules)
    own = [entry for entry in rules.of_kind("spell") if seen.is_own(entry.span)]
    unnamed = [entry for entry in own if not _is_named(entry, seen)]
    if not unnamed:
        return
    lists: list[str] = []
    for query in _laid_out(rules):
        named = query.where is not None and next(_lists(query.where), None)
        if not named:
            return  # any spell may be laid out
        lists.append(named)
    for entry in unnamed:
        yield _never(entry, next(iter(lists), None))


def _is_named(entry: Entry, seen: Survey) -> bool:
    """Whether a list, a rule or a variant names a spell."""
    users = seen.users(entry.id, (entry.kind, entry.id))
    return any(kind != "example" for kind, _ in users)


def _laid_out(rules: Rules) -> Iterator[n.Query]:
    """Yield the searches for spells in rules that lay out spells, as far as the settings allow."""
    fold = Folding(rules, is_settled=True)

    def inside(node: Any) -> list[Any]:
        if isinstance(node, n.If) and (truth := fold.truth(node.condition)) is not None:
            return [block for block in (node.then if truth else node.otherwise,) if block]
        return used_parts(node)

    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            nodes = list(walk(entry.node, inside=inside))
            if any(isinstance(node, n.Do) and node.verb == _LAY_OUT for node in nodes):
                yield from (x for x in nodes if isinstance(x, n.Query) and x.kind == "spell")


def _lists(where: n.Expr) -> Iterator[str]:
    """Yield the lists that a condition asks for: `s in spells.laid_out`."""
    for node in walk(where):
        if isinstance(node, n.Binary) and node.operator == "in" and isinstance(node.right, n.Name):
            yield node.right.id


def _never(entry: Entry, listed: str | None) -> Diagnostic:
    rule = phrase("`do lay out {id}` in a rule", id=entry.id)
    help = (
        phrase("write `add to {listed} = {id}`, or {rule}", listed=listed, id=entry.id, rule=rule)
        if listed
        else phrase("write {rule}", rule=rule)
    )
    line = f"\n\n{' ' * (entry.node.span.column - 1)}add to {listed} = {entry.id}"
    is_new = listed and entry.chain[-1].verb == "defined"
    return note(
        "never-laid-out",
        phrase("spell `{id}` is not laid out, so nobody can cast it", id=entry.id),
        entry.name_span if is_new else entry.span,
        "not beside the track",
        append(entry.node.span, line, help) if is_new else help,
    )
