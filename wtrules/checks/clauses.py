"""The clauses of a rule, card or spell: no duplicates, each in its place, and some effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.checks.survey import Nodes, nodes_of, survey
from wtrules.diagnostics import Diagnostic, Fix, TextEdit, report, wording
from wtrules.diagnostics.fix import delete, deletion, fix, replace
from wtrules.meaning.decks import only_in_named_decks
from wtrules.meaning.nodes import Meaning
from wtrules.node import parts_in, walk
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry, VariantInfo, once
from wtrules.source import Span
from wtrules.syntax import nodes as n

_ONCE: dict[type, str] = {
    n.NameClause: "name",
    n.Says: "says",
    n.Cost: "cost",
    n.Code: "code",
    n.Goal: "goal",
    n.Picture: "picture",
    n.Worth: "worth",
    n.Trigger: "on",
    n.PieceOn: "on spaces",
    n.Given: "given",
    n.DefaultReading: "default",
    n.Confidence: "confidence",
    n.QuestionKind: "kind",
    n.Detail: "detail",
}
# Clauses that can be made one: how to say so is on the page.
_COMBINED = ("on", "on spaces", "says", "name")
_HOMES: dict[type, tuple[str, str]] = {
    n.Cost: ("cost", "spell"),
    n.Code: ("code", "card"),
    n.Goal: ("goal", "outcome"),
    n.Picture: ("picture", "piece"),
    n.Worth: ("worth", "rule"),
    n.Trigger: ("on", "rule"),
    n.Forbid: ("forbid", "rule"),
    n.RuleAfter: ("after", "rule"),
    n.Detail: ("detail", "rule"),
}
_DOING = ("rule", "card", "spell")
# Clauses that another kind has too.
_ALSO = {("chapter", "after"), ("piece", "code"), ("card", "worth"), ("outcome", "worth")}


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the clauses of every entry and variant."""
    rules = meaning.resolved
    seen = survey(rules)
    named = only_in_named_decks(rules)  # rules may ask for such cards that do nothing themselves
    for entry in rules.entries.values():
        yield from _faults(entry)
        if entry.kind in _DOING and seen.is_own(entry.span):
            if not (entry.kind == "card" and entry.id in named):
                yield from _empty(entry)
    for variant in rules.variants.values():
        yield from _members_twice(variant)


@once
def _faults(entry: Entry) -> tuple[Diagnostic, ...]:
    """Return what is wrong with an entry, whatever else the rules say."""
    found = [*_named_twice(nodes_of(entry)), *_twice(entry.clauses()), *_homes(entry)]
    if entry.kind in _DOING:
        found += [*_forbids(entry), *_loose(entry)]
    return tuple(found)


@once
def _members_twice(variant: VariantInfo) -> tuple[Diagnostic, ...]:
    return tuple(_twice(variant.node.members))


def _named_twice(nodes: Nodes) -> Iterator[Diagnostic]:
    """Find parameters, or things to choose at once, that have the same name."""
    for node in nodes.of(n.Rule, n.Card, n.Define, n.Choose):
        if isinstance(node, n.Choose):
            what, names = "duplicate-id.choices", [q.variable for q in node.queries if q.variable]
        else:
            what, names = "duplicate-id.parameters", [p.name for p in node.parameters]
        first: dict[str, n.Name] = {}
        for name in names:
            earlier = first.setdefault(name.id, name)
            if earlier is not name:
                yield report(what, name.span, name=name.id, earlier=earlier.span)


def _twice(clauses: tuple[Any, ...]) -> Iterator[Diagnostic]:
    first: dict[type, Any] = {}
    for clause in clauses:
        word = _ONCE.get(type(clause))
        # There may be a default for some rulesets in addition to the general one.
        if word is None or (isinstance(clause, n.DefaultReading) and clause.rulesets):
            continue
        if isinstance(clause, n.Says) and clause.condition is not None:
            yield from _languages(clause)
            continue
        earlier = first.setdefault(type(clause), clause)
        if earlier is not clause:
            yield report(
                "duplicate-clause",
                clause.span,
                _combined(word, earlier, clause),
                word=word,
                earlier=earlier.span,
            )
        yield from _languages(clause)


def _combined(word: str, first: Any, second: Any) -> Fix:
    """Return the fix for a clause that appears twice: one clause with both, or the first alone."""
    help = wording(f"duplicate-clause.combine.{word}") if word in _COMBINED else ""
    languages = {text.language for text in getattr(first, "phrases", ())}
    others = {text.language for text in getattr(second, "phrases", ())}
    if not help or languages & others or first.span.source != second.span.source:
        return delete(second.span, help)
    more = second.span.text.removeprefix(word).strip()
    text = f" or {more}" if word == "on" else f" {more}"
    end = Span(first.span.source, first.span.end, first.span.end)
    return fix((TextEdit(end, text), deletion(second.span)), help)


def _languages(clause: Any) -> Iterator[Diagnostic]:
    seen: dict[str, n.Phrase] = {}
    for text in getattr(clause, "phrases", ()):
        earlier = seen.setdefault(text.language, text)
        if earlier is not text:
            yield report(
                "duplicate-clause.language",
                text.span,
                delete(text.span),
                language=text.language,
                earlier=earlier.span,
            )


def _homes(entry: Entry) -> Iterator[Diagnostic]:
    for clause in entry.clauses():
        word, home = _HOMES.get(type(clause), ("", entry.kind))
        if home != entry.kind and (entry.kind, word) not in _ALSO:
            yield report(
                "useless-clause",
                clause.span,
                delete(clause.span),
                word=word,
                home=home,
                kind=entry.kind,
            )
    if entry.kind == "outcome":
        for statement in entry.statements():
            yield report("useless-clause.outcome", statement.span)


def _forbids(entry: Entry) -> Iterator[Diagnostic]:
    forbid = next(clauses_of(entry.node, n.Forbid), None)
    if forbid is None:
        return
    statements = entry.statements()
    for clause in entry.clauses():
        if isinstance(clause, n.Trigger) or (
            clause in statements and not isinstance(clause, n.When | n.Let)
        ):
            yield report("forbid-with-effect", clause.span, id=entry.id, forbid=forbid.span)
            return


def _loose(entry: Entry) -> Iterator[Diagnostic]:
    """Find a `stop` outside a loop, or in a turn, round or action that the loop opens."""
    if not nodes_of(entry).of(n.Stop):
        return
    body = entry.statements()
    loose = _stops(body)
    for span in loose:
        yield report("useless-clause.stop", span, replace(span, "end action"))
    # Leaving the loop would skip the end of the scope; of scopes in scopes, the innermost comes last.
    scopes = [node for node in walk(body) if isinstance(node, n.Scope)]
    within = {span: scope for scope in scopes for span in _stops(scope.body) if span not in loose}
    for span, scope in within.items():
        yield report(
            "useless-clause.stop-in-scope",
            span,
            replace(span, f"end {scope.word}"),
            word=scope.word,
            scope=scope.span,
        )


def _stops(body: object) -> list[Span]:
    """Return where a body has a `stop` that is not in a loop of its own."""
    parts = walk(body, inside=lambda node: () if isinstance(node, _LOOPS) else parts_in(node))
    return [node.span for node in parts if isinstance(node, n.Stop)]


_LOOPS = (n.Repeat, n.Each, n.Secretly)


def _empty(entry: Entry) -> Iterator[Diagnostic]:
    if any(clauses_of(entry.node, n.Forbid)):
        return
    # A rule may be nothing but a text.
    happens = entry.kind != "rule" or any(clauses_of(entry.node, n.Trigger)) or not entry.clauses()
    if happens and all(isinstance(s, n.When | n.Let) for s in entry.statements()):
        yield report("empty-rule", entry.name_span, kind=entry.kind, id=entry.id)
