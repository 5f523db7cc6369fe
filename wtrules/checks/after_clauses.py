"""The `after` clauses of rules and variants: no unknown names and no cycles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, closest, error, name_fix
from wtrules.diagnostics.fix import delete_entry
from wtrules.rules.clauses import clauses_of
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check the `after` clauses of rules and variants."""
    ids = {entry.id: entry for entry in rules.of_kind("rule")}
    graph: dict[str, list[n.Name]] = {}
    for entry in ids.values():
        names = [name for clause in clauses_of(entry.node, n.RuleAfter) for name in clause.rules]
        if names:
            graph[entry.id] = names
        for name in names:
            if name.id not in ids and not _is_gone(rules, name, ("rule", name.id) in rules.removed):
                near = closest(name.id, ids)
                yield error(
                    "unknown-after",
                    f"`after` names an unknown rule: `{name.id}`",
                    name.span,
                    "no such rule",
                    name_fix(name.span, ids) or "`wtrules show` lists the rules",
                    related=(Label(ids[near].name_span, "did you mean this one?"),) if near else (),
                )
    yield from _cycles(graph)
    yield from _variants(rules)


def _variants(rules: Rules) -> Iterator[Diagnostic]:
    layers = {*rules.variants, *(layer.name for layer in rules.layers)}
    graph: dict[str, list[n.Name]] = {}
    for variant in rules.variants.values():
        names = variant.names(n.LayerAfter)
        graph[variant.id] = names
        for name in names:
            if name.id not in layers and not _is_gone(rules, name):
                yield error(
                    "unknown-after",
                    f"`after` names an unknown variant: `{name.id}`",
                    name.span,
                    "no such variant or ruleset",
                    name_fix(name.span, sorted(layers)) or "name a variant of this ruleset",
                )
    yield from _cycles(graph)


def _is_gone(rules: Rules, name: n.Name, removed: bool = True) -> bool:
    """Whether an inherited `after` names something that this ruleset has removed."""
    return removed and not survey(rules).is_own(name.span)


def _cycles(graph: Mapping[str, list[n.Name]]) -> Iterator[Diagnostic]:
    """Report each cycle once, at the clause that closes it."""
    done: set[str] = set()
    for start in graph:
        # The way from the start: names, and for each the `after` clauses still to follow.
        path = {start: iter(graph[start])} if start not in done else {}
        steps: list[tuple[str, n.Name]] = []  # the clauses along the path
        while path:
            here = next(reversed(path))
            name = next(path[here], None)
            if name is None:
                done.add(here)
                del path[here]
                del steps[-1:]
            elif name.id in path:
                cycle = list(path)[list(path).index(name.id) :]
                yield _cycle(cycle, name, steps[len(path) - len(cycle) :])
            elif name.id in graph and name.id not in done:
                path[name.id] = iter(graph[name.id])
                steps.append((here, name))


def _cycle(path: list[str], closing: n.Name, steps: list[tuple[str, n.Name]]) -> Diagnostic:
    cycle = " → ".join([*path, closing.id])
    return error(
        "cyclic-after",
        f"`{closing.id}` comes after itself: {cycle}",
        closing.span,
        "closes the circle",
        delete_entry(closing.span, "remove one of these `after` clauses", keyword="after"),
        related=[Label(name.span, f"`{step}` comes after this") for step, name in steps[:6]],
    )
