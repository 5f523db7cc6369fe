"""The clauses of a rule, card or spell: no duplicates, each in its place, and some effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.checks.survey import Nodes, nodes_of, survey
from wtrules.diagnostics import Diagnostic, Fix, Label, TextEdit, error, warning
from wtrules.diagnostics.fix import delete, deletion, fix, replace
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.decks import only_in_named_decks
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, VariantInfo
from wtrules.rules.uses import walk_outside_loops
from wtrules.source import Span
from wtrules.syntax import nodes as n

_ONCE: dict[type, str] = {
    n.NameClause: "name",
    n.Says: "says",
    n.Cost: "cost",
    n.Code: "code",
    n.Goal: "goal",
    n.Trigger: "on",
    n.PieceOn: "on spaces",
    n.Given: "given",
    n.DefaultReading: "default",
    n.Confidence: "confidence",
    n.QuestionKind: "kind",
    n.Detail: "detail",
}
_FIXES = {
    "on": "combine them: `on … or …`",
    "on spaces": "combine them: `on spaces 3, 7`",
    "says": 'combine both languages: `says en "…" de "…"`',
    "name": 'combine both languages: `name en "…" de "…"`',
}
_HOMES: dict[type, tuple[str, str]] = {
    n.Cost: ("cost", "spell"),
    n.Code: ("code", "card"),
    n.Goal: ("goal", "outcome"),
    n.Trigger: ("on", "rule"),
    n.Forbid: ("forbid", "rule"),
    n.RuleAfter: ("after", "rule"),
    n.Detail: ("detail", "rule"),
}
_DOING = ("rule", "card", "spell")
# Clauses that another kind has too.
_ALSO = {("chapter", "after"), ("piece", "code")}


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the clauses of every entry and variant."""
    rules = meaning.resolved
    seen = survey(rules)
    named = only_in_named_decks(rules)  # rules may ask for such cards that do nothing themselves
    for entry in rules.entries.values():
        yield from entry.once(_faults)
        if entry.kind in _DOING and seen.is_own(entry.span):
            if not (entry.kind == "card" and entry.id in named):
                yield from _empty(entry)
    for variant in rules.variants.values():
        yield from variant.once(_members_twice)


def _faults(entry: Entry) -> tuple[Diagnostic, ...]:
    """Return what is wrong with an entry, whatever else the rules say."""
    found = [*_named_twice(nodes_of(entry)), *_twice(entry.clauses()), *_homes(entry)]
    if entry.kind in _DOING:
        found += [*_forbids(entry), *_loose(entry)]
    return tuple(found)


def _members_twice(variant: VariantInfo) -> tuple[Diagnostic, ...]:
    return tuple(_twice(variant.node.members))


def _named_twice(nodes: Nodes) -> Iterator[Diagnostic]:
    """Find parameters, or things to choose at once, that have the same name."""
    for node in nodes.of(n.Rule, n.Card, n.Define, n.Choose):
        if isinstance(node, n.Choose):
            names, what = [q.variable for q in node.queries if q.variable], "choices are"
        else:
            names, what = [p.name for p in node.parameters], "parameters are"
        first: dict[str, n.Name] = {}
        for name in names:
            earlier = first.setdefault(name.id, name)
            if earlier is not name:
                yield error(
                    "duplicate-id",
                    phrase("two {what} called `{name}`", what=what, name=name.id),
                    name.span,
                    "nothing could mean this one",
                    "give one of them another name",
                    related=(Label(earlier.span, "the other one"),),
                )


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
            yield error(
                "duplicate-clause",
                phrase("`{word}` appears twice", word=word),
                clause.span,
                "the second one",
                _combined(word, earlier, clause),
                related=(Label(earlier.span, "the first one"),),
            )
        yield from _languages(clause)


def _combined(word: str, first: Any, second: Any) -> Fix:
    """Return the fix for a clause that appears twice: one clause with both, or the first alone."""
    help = _FIXES.get(word, "keep one of the two")
    languages = {text.language for text in getattr(first, "phrases", ())}
    others = {text.language for text in getattr(second, "phrases", ())}
    if word not in _FIXES or languages & others or first.span.source != second.span.source:
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
            yield error(
                "duplicate-clause",
                phrase("two texts for `{language}`", language=text.language),
                text.span,
                "the second one",
                delete(text.span, "keep one of the two"),
                related=(Label(earlier.span, "the first one"),),
            )


def _homes(entry: Entry) -> Iterator[Diagnostic]:
    for clause in entry.clauses():
        word, home = _HOMES.get(type(clause), ("", entry.kind))
        if home != entry.kind and (entry.kind, word) not in _ALSO:
            yield error(
                "useless-clause",
                phrase(
                    "`{word}` belongs in `{home}`, not in `{kind}`",
                    word=word,
                    home=home,
                    kind=entry.kind,
                ),
                clause.span,
                phrase("no effect in `{kind}`", kind=entry.kind),
                delete(
                    clause.span,
                    phrase(
                        "remove it, or write `{home}` instead of `{kind}`",
                        home=home,
                        kind=entry.kind,
                    ),
                ),
            )
    if entry.kind == "outcome":
        for statement in entry.statements():
            yield error(
                "useless-clause",
                "an outcome only names an end of the game; it cannot do anything",
                statement.span,
                "never carried out",
                "move it to a rule with `on game ends`",
            )


def _forbids(entry: Entry) -> Iterator[Diagnostic]:
    forbid = next(clauses_of(entry.node, n.Forbid), None)
    if forbid is None:
        return
    statements = entry.statements()
    for clause in entry.clauses():
        if isinstance(clause, n.Trigger) or (
            clause in statements and not isinstance(clause, n.When | n.Let)
        ):
            yield error(
                "forbid-with-effect",
                phrase("rule `{id}` forbids something and also does something", id=entry.id),
                clause.span,
                "not allowed in a rule with `forbid`",
                "write two rules; a rule with `forbid` has only conditions (`when`)",
                related=(Label(forbid.span, "forbidden here"),),
            )
            return


def _loose(entry: Entry) -> Iterator[Diagnostic]:
    """Find a `stop` outside a loop, or in a turn, round or action that the loop opens."""
    if not nodes_of(entry).of(n.Stop):
        return
    body = entry.statements()
    loose = _stops(body)
    for span in loose:
        yield error(
            "useless-clause",
            "`stop` is not in a loop",
            span,
            "not inside `repeat` or `each`",
            replace(span, "end action", "write `end action` or `end turn`, or remove it"),
        )
    # Leaving the loop would skip the end of the scope; of scopes in scopes, the innermost comes last.
    scopes = [node for node in walk(body) if isinstance(node, n.Scope)]
    within = {span: scope for scope in scopes for span in _stops(scope.body) if span not in loose}
    for span, scope in within.items():
        yield error(
            "useless-clause",
            phrase("`stop` cannot leave the {word} that it is in", word=scope.word),
            span,
            phrase("the loop is outside the {word}", word=scope.word),
            replace(
                span,
                f"end {scope.word}",
                phrase(
                    "write `end {word}`; to leave the loop too, write `stop` after the block",
                    word=scope.word,
                ),
            ),
            related=(Label(scope.span, phrase("the {word}", word=scope.word)),),
        )


def _stops(body: object) -> list[Span]:
    """Return where a body has a `stop` that is not in a loop of its own."""
    return [node.span for node in walk_outside_loops(body) if isinstance(node, n.Stop)]


def _empty(entry: Entry) -> Iterator[Diagnostic]:
    if any(clauses_of(entry.node, n.Forbid)):
        return
    # A rule may be nothing but a text.
    happens = entry.kind != "rule" or any(clauses_of(entry.node, n.Trigger)) or not entry.clauses()
    if happens and all(isinstance(s, n.When | n.Let) for s in entry.statements()):
        yield warning(
            "empty-rule",
            phrase("{kind} `{id}` does nothing", kind=entry.kind, id=entry.id),
            entry.name_span,
            "nothing happens",
            "write what happens with `do …`, or remove it",
        )
