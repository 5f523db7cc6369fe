"""Options: a name for each branch of `either`, so that players can pick it."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import replace
from wtrules.meaning.nodes import Meaning
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check every `either` of rules, cards and spells."""
    rules = meaning.resolved
    seen = survey(rules)
    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            for node in seen.nodes[kind, entry.id].of(n.Either):
                yield from _options(node)


def _options(node: n.Either) -> Iterator[Diagnostic]:
    names: dict[str, n.Option] = {}
    for branch in node.branches:
        option = next((s for s in branch.statements if isinstance(s, n.Option)), None)
        if option is None:
            first = next((s for s in branch.statements if not isinstance(s, n.When | n.Let)), None)
            if not isinstance(first, n.Choose | n.Perform | n.Either | n.Secretly):
                yield report("unnamed-option", branch.span)
            continue
        earlier = names.setdefault(option.name.id, option)
        if earlier is not option:
            yield report(
                "duplicate-option",
                option.name.span,
                replace(option.name.span, f"{option.name.id}_{len(names) + 1}"),
                option=option.name.id,
                earlier=earlier.name.span,
            )
