"""Conditions that are never true after another one: `when a … when not a`, `if a { } else if a { }`."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.conditions import contradiction, said
from wtrules.checks.survey import own_definitions
from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning import nodes as m

Known = tuple[tuple[m.Term, bool], ...]  # conditions that are true or false at this moment


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Check the conditions of rules, cards and spells against those just before them."""
    for _, definition in own_definitions(meaning):
        if isinstance(definition, m.Rule | m.Card | m.Spell):
            yield from _body(definition.body, ())


def _body(body: m.Body, known: Known) -> Iterator[Diagnostic]:
    for statement in body:
        match statement:
            case m.When(condition=condition):
                yield from _decided(condition, known)
                known = (*known, (condition, True))
            case m.If(condition=condition):
                yield from _decided(condition, known)
                yield from _body(statement.then, (*known, (condition, True)))
                yield from _body(statement.otherwise, (*known, (condition, False)))
                known = ()  # its blocks may have changed anything
            case m.Let():
                pass
            case _:
                for inner in m.inner_bodies(statement):
                    yield from _body(inner, ())
                known = ()


def _decided(condition: m.Term, known: Known) -> Iterator[Diagnostic]:
    if not known:
        return
    conflict = contradiction(condition, known)
    if conflict is None:
        return
    first, second = conflict
    at = condition.span
    if at.start <= first[0].start < at.end or not at.start <= second[0].start < at.end:
        return  # a contradiction in itself, which is reported as one
    yield report(
        "never-fires.after-true" if first[1] else "never-fires.after-false",
        second[0],
        what=said((second[0], True)),
        first=first[0],
    )
