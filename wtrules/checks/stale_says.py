"""Texts of rules that are older than what the rules do."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning.nodes import Meaning
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry, Origin, Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

# Clauses that describe a rule; the others say what it does, and when.
_ABOUT = (*n.DESCRIPTIONS, n.Code, n.Cost, n.RuleAfter)


@frozen
class Stale(Value):
    """A text that is older than the clauses it describes."""

    says: n.Says
    clauses: tuple[n.Clause, ...]  # what the rule does now, as the newer layer writes it
    origin: Origin


def stale_says(rules: Rules, entry: Entry) -> Stale | None:
    """Return the outdated text of an entry, None if its text is up to date.

    The layers that are shipped are left to their own tests.
    """
    if len(entry.chain) == 1:
        return None
    says = list(clauses_of(entry.node, n.Says))
    effect = effects(entry)
    if not says or not effect:
        return None
    newest = max(_place(entry, clause) for clause in effect)
    # A reading of an open question has its own text for what it changes.
    shipped = {x.name for x in rules.layers if x.shipped or x.kind == "reading"}
    text = max(_place(entry, clause) for clause in says)
    # A layer that gives the text as well is up to date, in whatever order it says both.
    as_new = newest <= text or entry.chain[newest].layer == entry.chain[text].layer
    if as_new or entry.chain[newest].layer in shipped:
        return None
    changed = tuple(clause for clause in effect if _place(entry, clause) == newest)
    return Stale(says[0], changed, entry.chain[newest])


def effects(entry: Entry) -> tuple[n.Clause, ...]:
    """Return the clauses of an entry that make a difference at the table."""
    return tuple(clause for clause in entry.clauses() if not isinstance(clause, _ABOUT))


def _place(entry: Entry, clause: n.Clause) -> int:
    """Return the index in the chain of the layer that wrote a clause."""
    found = 0
    for i, origin in enumerate(entry.chain):
        # The name of a rule comes before its clauses.
        if origin.span.source is clause.span.source and origin.span.start <= clause.span.start:
            found = i
    return found


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find house rules that change what a rule does but keep its text."""
    rules = meaning.resolved
    for entry in rules.entries.values():
        stale = stale_says(rules, entry)
        if stale is not None:
            is_added = stale.origin.verb == "added to"
            yield report(
                "stale-says.added" if is_added else "stale-says",
                stale.origin.span,
                kind=entry.kind,
                id=entry.id,
                text=stale.says.span,
            )
