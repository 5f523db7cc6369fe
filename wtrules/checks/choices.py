"""Choices: a case for nothing to choose."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import own_definitions, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import append
from wtrules.language.verbs import VERBS
from wtrules.meaning import nodes as m
from wtrules.meaning.evaluate import Evaluator, Possible


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Check every `choose` of rules; a card or a spell that nobody can carry out is not offered."""
    is_own, values = survey(meaning.resolved).is_own, Evaluator(meaning)
    for _, definition in own_definitions(meaning):
        if isinstance(definition, m.Rule):
            for choice in _open(definition.body, values):
                if is_own(choice.span):
                    yield _unhandled(choice)


def _open(body: m.Body, values: Evaluator) -> Iterator[m.Choose]:
    """Yield the choices that may find nothing, with something after them that then is not done."""
    for i, statement in enumerate(body):
        if isinstance(statement, m.Choose) and statement.otherwise is None and body[i + 1 :]:
            # A `do` right behind a choice limits what is offered.
            limited = _may_be_impossible(body[i + 1])
            if limited or not all(_finds_some(query, values) for query in statement.queries):
                yield statement
        if isinstance(statement, m.Secretly):
            continue  # in secret, nothing is set if there is nothing to choose
        is_offer = isinstance(statement, m.May | m.Either)
        for inner in m.inner_bodies(statement):
            for choice in _open(inner, values):
                if not (is_offer and any(choice is one for one in inner)):
                    yield choice


def _may_be_impossible(statement: m.Statement) -> bool:
    return isinstance(statement, m.Act) and not all(
        kind.always for kind in VERBS[statement.verb].kinds
    )


def _finds_some(query: m.Query, values: Evaluator) -> bool:
    """Whether there is certainly something to choose."""
    if query.relations:
        return False
    if query.kind == "number" and query.where is None:
        ends = [values.possible(x) if x is not None else None for x in (query.low, query.high)]
        low, high = (end if end is not None else Possible() for end in ends)
        return low.high is not None and high.low is not None and low.high <= high.low
    if query.kind != "player":
        return False
    return query.where is None or (
        min(values.meaning.resolved.players, default=1) > 1 and _is_all_but_one(query)
    )


def _is_all_but_one(query: m.Query) -> bool:
    """Whether a search is for all players but the one who acts."""
    match query.where:
        case (
            m.Calc(op="!=", args=(m.Local(name=name), m.Prim(op="active" | "actor")))
            | m.Calc(
                op="not",
                args=(m.Calc(op="=", args=(m.Local(name=name), m.Prim(op="active" | "actor"))),),
            )
            | m.Prim(op="opponent:player", args=(m.Local(name=name),))
        ):
            return name == query.variable
    return False


def _unhandled(node: m.Choose) -> Diagnostic:
    kind = node.queries[0].kind
    return report(
        "unhandled-choice",
        node.span,
        append(node.span, f"\n{' ' * (node.span.column - 1)}else   {{ }}"),
        kind=kind,
    )
