"""Choices: a case for nothing to choose, and a name for each option."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import blocks, survey
from wtrules.diagnostics import Diagnostic, Label, error, warning
from wtrules.diagnostics.fix import append, replace
from wtrules.rules.model import Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check every `choose` and `either` of rules, cards and spells."""
    seen = survey(rules)
    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            secret = [node.span for node in seen.nodes[kind, entry.id] if type(node) is n.Secretly]
            for statements, owner in blocks(entry):
                excused = kind != "rule" or isinstance(owner, n.May | n.Either)
                for place, node in enumerate(statements):
                    if isinstance(node, n.Either):
                        yield from _options(node)
                    elif isinstance(node, n.Choose) and not excused and node.otherwise is None:
                        if place + 1 == len(statements) or not seen.is_own(node.span):
                            continue
                        # In secret, nothing is set if there is nothing to choose.
                        if not any(_is_in(node.span, part) for part in secret):
                            yield _unhandled(node)


def _is_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


def _unhandled(node: n.Choose) -> Diagnostic:
    kind = node.queries[0].kind
    return warning(
        "unhandled-choice",
        f"what happens if there is no {kind} to choose?",
        node.span,
        "this case is not covered",
        append(
            node.span,
            f"\n{' ' * (node.span.column - 1)}else   {{ }}",
            "add `else { … }` after the choice; `else { }` skips the rest",
        ),
    )


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
                f"two options are called `{option.name.id}`",
                option.name.span,
                "the second one",
                replace(
                    option.name.span,
                    f"{option.name.id}_{len(names) + 1}",
                    "give each branch a name of its own",
                ),
                related=(Label(earlier.name.span, "the first one"),),
            )
