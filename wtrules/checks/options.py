"""Options: a name for each branch of `either`, so that players can pick it."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.diagnostics.fix import replace
from wtrules.phrase import phrase
from wtrules.rules.meaning import Meaning
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
                yield error(
                    "unnamed-option",
                    "this branch has no name and nothing to choose",
                    branch.span,
                    "players cannot pick it",
                    'start it with `option a_name en "…" de "…"`, or with `choose`',
                )
            continue
        earlier = names.setdefault(option.name.id, option)
        if earlier is not option:
            yield error(
                "duplicate-option",
                phrase("two options are called `{option}`", option=option.name.id),
                option.name.span,
                "the second one",
                replace(
                    option.name.span,
                    f"{option.name.id}_{len(names) + 1}",
                    "give each branch a name of its own",
                ),
                related=(Label(earlier.name.span, "the first one"),),
            )
