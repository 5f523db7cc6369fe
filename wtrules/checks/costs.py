"""Every spell has a cost."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import begin_block
from wtrules.meaning.nodes import Meaning
from wtrules.resolve.clauses import clauses_of
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find spells without a cost."""
    rules = meaning.resolved
    for entry in rules.of_kind("spell"):
        if not any(clauses_of(entry.node, n.Cost)):
            yield report(
                "missing-cost",
                entry.name_span,
                begin_block(entry.name_span, "cost 1"),
                begin_block(entry.name_span, "cost 0"),
                id=entry.id,
            )
