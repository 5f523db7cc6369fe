"""The `after` clauses of rules and variants: no unknown names, no cycles, and some effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, closest, name_fix, report, wording
from wtrules.diagnostics.fix import delete_entry
from wtrules.language.events import matching_event
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.pieces import PieceKind, general_event, piece_kinds
from wtrules.phrase import listed, names
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the `after` clauses of rules and variants."""
    rules = meaning.resolved
    ids = {entry.id: entry for entry in rules.of_kind("rule")}
    graph: dict[str, list[n.Name]] = {}
    for entry in ids.values():
        names = [name for clause in clauses_of(entry.node, n.RuleAfter) for name in clause.rules]
        if names:
            graph[entry.id] = names
        for name in names:
            if name.id not in ids and not _is_gone(rules, name, ("rule", name.id) in rules.removed):
                near = closest(name.id, ids)
                yield report(
                    "unknown-after.rule",
                    name.span,
                    name_fix(name.span, ids),
                    name=name.id,
                    near=ids[near].name_span if near else None,
                )
    yield from _cycles(graph)
    yield from _without_effect(rules, graph)
    yield from _variants(rules)


def _without_effect(rules: Rules, graph: Mapping[str, list[n.Name]]) -> Iterator[Diagnostic]:
    """Find rules that come after others with which they have no event in common."""
    seen = survey(rules)
    kinds = {kind.id: kind for kind in piece_kinds(rules)}
    for id, before in graph.items():
        entry = rules.entries["rule", id]
        own = _events(entry, kinds)
        for name in before:
            other = rules.get("rule", name.id)
            if other is None or other is entry or not seen.is_own(name.span):
                continue
            others = _events(other, kinds)
            if None in own or None in others or own.keys() & others.keys():
                continue
            yield report(
                "useless-after",
                name.span,
                *_instead(own, others),
                delete_entry(name.span, keyword="after"),
                name=name.id,
                id=id,
                label=None if others else wording("useless-after.no-event"),
                events=_listed(others),
                event=next((event.span for event in own.values()), None),
            )


def _events(entry: Entry, kinds: Mapping[str, PieceKind]) -> dict[str | None, n.Event]:
    """Return the events a rule reacts to, by their ids; an unknown one under None."""
    found: dict[str | None, n.Event] = {}
    for clause in clauses_of(entry.node, n.Trigger):
        for event in clause.events:
            match = matching_event(general_event(event.words, kinds)[0])
            found.setdefault(match[0].id if match else None, event)
    return found


def _listed(events: Mapping[str | None, n.Event]) -> str:
    words = [f"`{' '.join(event.words)}`" for event in events.values()]
    return listed(words, "or") if words else ""


def _instead(
    own: Mapping[str | None, n.Event], others: Mapping[str | None, n.Event]
) -> Iterator[str]:
    """Yield how to react later than a rule that reacts to other events."""
    if own and others:
        first = " ".join(next(iter(others.values())).words)
        yield wording("useless-after.same-event", first=first)
    elif own:
        yield wording("useless-after.not-reacting")


def _variants(rules: Rules) -> Iterator[Diagnostic]:
    layers = {*rules.variants, *(layer.name for layer in rules.layers)}
    graph: dict[str, list[n.Name]] = {}
    for variant in rules.variants.values():
        names = variant.names(n.LayerAfter)
        graph[variant.id] = names
        for name in names:
            if name.id not in layers and not _is_gone(rules, name):
                yield report(
                    "unknown-after.variant",
                    name.span,
                    name_fix(name.span, sorted(layers)),
                    name=name.id,
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
    cycle = names([*path, closing.id], " → ")
    return report(
        "cyclic-after",
        closing.span,
        delete_entry(closing.span, keyword="after"),
        closing=closing.id,
        cycle=cycle,
        related=[
            Label(name.span, wording("cyclic-after.step", step=step)) for step, name in steps[:6]
        ],
    )
