"""Memories that are nothing at first and never anything else, because only rules that need them set them.

`memory taker = player` with `each player q clockwise from taker { set taker = q }`: a search that
starts from nothing finds nobody, so nobody ever becomes the taker.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning import nodes as m
from wtrules.source import Span


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Check every memory of a piece, place, player, card or spell that is kept once."""
    is_own = survey(meaning.resolved).is_own
    for memory in meaning.memories.values():
        if memory.each or not _is_nothing(memory.initial) or not is_own(memory.span):
            continue
        found = [pair for body in meaning.bodies for pair in _sets(body, memory.id, None)]
        needs = [need for _, need in found if need is not None]
        if found and len(needs) == len(found):
            yield report("never-fires.never-set", needs[0], id=memory.id, found=found[0][0].span)


def _is_nothing(term: m.Term) -> bool:
    return isinstance(term, m.Const) and term.type != "number" and term.value < 0


def _sets(body: m.Body, id: str, need: Span | None) -> Iterator[tuple[m.SetMemory, Span | None]]:
    """Yield the statements that give the memory a value, with what needs its value before them."""
    for statement in body:
        if isinstance(statement, m.SetMemory) and statement.id == id:
            if not _is_nothing(statement.value):
                yield statement, need
        elif isinstance(statement, m.When) and _asks(statement.condition, id):
            need = need or statement.condition.span
        inside = need or _needed(statement, id)
        for inner in m.inner_bodies(statement):
            is_otherwise = isinstance(statement, m.If) and inner is statement.otherwise
            yield from _sets(inner, id, need if is_otherwise else inside)


def _needed(statement: m.Statement, id: str) -> Span | None:
    """Return where a statement needs the memory for its block to be carried out."""
    match statement:
        case (
            m.As(player=m.Recall(id=needed) as term)
            | m.Each(query=m.Query(origin=m.Recall(id=needed) as term))
        ):
            return term.span if needed == id else None
        case m.If(condition=condition):
            return condition.span if _asks(condition, id) else None
    return None


def _asks(condition: m.Term, id: str) -> bool:
    """Whether a condition is true only if the memory has a value."""
    match condition:
        case m.Prim(op=op, args=(m.Recall(id=asked),)):
            return asked == id and op.startswith("known:")
        case m.Calc(op="and", args=(left, right)):
            return _asks(left, id) or _asks(right, id)
    return False
