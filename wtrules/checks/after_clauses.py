"""The `after` clauses of rules and variants: no unknown names, no cycles, and some effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, closest, error, name_fix, warning
from wtrules.diagnostics.fix import delete_entry
from wtrules.language.events import matching_event
from wtrules.phrase import listed, names, phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules
from wtrules.rules.pieces import PieceKind, general_event, piece_kinds
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
                yield error(
                    "unknown-after",
                    phrase("`after` names an unknown rule: `{name}`", name=name.id),
                    name.span,
                    "no such rule",
                    name_fix(name.span, ids) or "`wtrules show` lists the rules",
                    related=(Label(ids[near].name_span, "did you mean this one?"),) if near else (),
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
            yield warning(
                "useless-after",
                phrase(
                    "`after {name}` has no effect: `{id}` and `{name}` never react to the same event",
                    name=name.id,
                    id=id,
                ),
                name.span,
                phrase("reacts to {list}", list=_listed(others))
                if others
                else "reacts to no event",
                *_instead(own, others),
                delete_entry(name.span, "remove it from `after`", keyword="after"),
                related=[
                    Label(event.span, phrase("`{id}` reacts to this", id=id))
                    for event in own.values()
                ][:1],
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
    return listed((f"`{' '.join(event.words)}`" for event in events.values()), "or")


def _instead(
    own: Mapping[str | None, n.Event], others: Mapping[str | None, n.Event]
) -> Iterator[str]:
    """Yield how to react later than a rule that reacts to other events."""
    if own and others:
        first = " ".join(next(iter(others.values())).words)
        yield phrase("to react after it, react to the same event: `on {first}`", first=first)
    elif own:
        yield "`after` orders rules that react to one event; this one is performed or forbids something"


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
                    phrase("`after` names an unknown variant: `{name}`", name=name.id),
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
    cycle = names([*path, closing.id], " → ")
    return error(
        "cyclic-after",
        phrase("`{closing}` comes after itself: {cycle}", closing=closing.id, cycle=cycle),
        closing.span,
        "closes the circle",
        delete_entry(closing.span, "remove one of these `after` clauses", keyword="after"),
        related=[
            Label(name.span, phrase("`{step}` comes after this", step=step))
            for step, name in steps[:6]
        ],
    )
