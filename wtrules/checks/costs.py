"""Every spell has a cost."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, error
from wtrules.diagnostics.fix import begin_block
from wtrules.phrase import phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.meaning import Meaning
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find spells without a cost."""
    rules = meaning.resolved
    for entry in rules.of_kind("spell"):
        if not any(clauses_of(entry.node, n.Cost)):
            help = "add `cost 1`, or `cost 0` if it is free"
            yield error(
                "missing-cost",
                phrase("spell `{id}` has no cost", id=entry.id),
                entry.name_span,
                "no `cost`",
                begin_block(entry.name_span, "cost 1", help) or help,
                begin_block(entry.name_span, "cost 0", help),
            )
