"""Choices: a case for nothing to choose, and a name for each option."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.possible_values import Folding, Possible
from wtrules.checks.survey import blocks, survey
from wtrules.diagnostics import Diagnostic, Label, error, warning
from wtrules.diagnostics.fix import append, replace
from wtrules.language.verbs import VERBS
from wtrules.phrase import phrase
from wtrules.rules.model import Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check every `choose` and `either` of rules, cards and spells."""
    seen = survey(rules)
    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            secret = [node.span for node in seen.nodes[kind, entry.id].of(n.Secretly)]
            for statements, owner in blocks(entry):
                excused = kind != "rule" or isinstance(owner, n.May | n.Either)
                for place, node in enumerate(statements):
                    if isinstance(node, n.Either):
                        yield from _options(node)
                    elif isinstance(node, n.Choose) and not excused and node.otherwise is None:
                        if place + 1 == len(statements) or not seen.is_own(node.span):
                            continue
                        # A `do` right behind a choice limits what is offered.
                        limited = _may_be_impossible(statements[place + 1])
                        if not limited and all(_finds_some(q, rules) for q in node.queries):
                            continue
                        # In secret, nothing is set if there is nothing to choose.
                        if not any(_is_in(node.span, part) for part in secret):
                            yield _unhandled(node)


def _may_be_impossible(node: n.Statement) -> bool:
    return isinstance(node, n.Do) and not all(kind.always for kind in VERBS[node.verb].kinds)


def _finds_some(query: n.Query, rules: Rules) -> bool:
    """Whether there is certainly something to choose."""
    if query.relations:
        return False
    if query.kind == "number" and query.where is None:
        fold = Folding(rules)
        ends = [fold.possible(x) if x is not None else None for x in (query.low, query.high)]
        low, high = (end if end is not None else Possible() for end in ends)
        return low.high is not None and high.low is not None and low.high <= high.low
    if query.kind != "player" or query.where is None or min(rules.players, default=1) < 2:
        return query.kind == "player" and query.where is None
    match query.where:  # all players but one
        case n.Binary(operator="!=" | "is not", left=n.Name(id=left), right=n.Name(id=right)):
            is_this = query.variable is not None and left == query.variable.id
            return is_this and right in ("active", "actor")
    return False


def _is_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


def _unhandled(node: n.Choose) -> Diagnostic:
    kind = node.queries[0].kind
    return warning(
        "unhandled-choice",
        phrase("what happens if there is no {kind} to choose?", kind=kind),
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
