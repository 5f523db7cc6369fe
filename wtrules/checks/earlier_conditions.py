"""Conditions that are never true after another one: `when a … when not a`, `if a { } else if a { }`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.checks.conditions import contradiction, said, words_of
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, warning
from wtrules.phrase import phrase
from wtrules.rules.model import Rules
from wtrules.rules.uses import inner_blocks
from wtrules.syntax import nodes as n

Known = tuple[tuple[n.Expr, bool], ...]  # conditions that are true or false at this moment


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check the conditions of rules, cards and spells against those just before them."""
    seen, words = survey(rules), words_of(rules)
    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            if seen.is_own(entry.span):
                yield from _block(entry.statements(), (), words)


def _block(
    statements: Sequence[n.Statement], known: Known, words: frozenset[str]
) -> Iterator[Diagnostic]:
    for statement in statements:
        match statement:
            case n.When():
                yield from _decided(statement.condition, known, words)
                known = (*known, (statement.condition, True))
            case n.If():
                condition = statement.condition
                yield from _decided(condition, known, words)
                yield from _block(statement.then.statements, (*known, (condition, True)), words)
                if statement.otherwise is not None:
                    known = (*known, (condition, False))
                    yield from _block(statement.otherwise.statements, known, words)
                known = ()  # its blocks may have changed anything
            case n.Let():
                pass
            case _:
                for block in inner_blocks(statement):
                    yield from _block(block.statements, (), words)
                known = ()


def _decided(condition: n.Expr, known: Known, words: frozenset[str]) -> Iterator[Diagnostic]:
    if not known:
        return
    conflict = contradiction(condition, words, known)
    if conflict is None:
        return
    first, second = conflict
    at = condition.span
    if at.start <= first[0].start < at.end or not at.start <= second[0].start < at.end:
        return  # a contradiction in itself, which is reported as one
    yield warning(
        "never-fires",
        phrase("`{what}` is never true here", what=said((second[0], True))),
        second[0],
        "never reached with this",
        "change one of the two conditions; of `if … else if …`, put the stricter one first",
        related=(Label(first[0], "is true before it" if first[1] else "is false before it"),),
    )
