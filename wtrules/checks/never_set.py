"""Memories that are nothing at first and never anything else, because only rules that need them set them.

`memory taker = player` with `each player q clockwise from taker { set taker = q }`: a search that
starts from nothing finds nobody, so nobody ever becomes the taker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, warning
from wtrules.phrase import phrase
from wtrules.rules.model import Rules
from wtrules.rules.uses import inner_blocks
from wtrules.source import Span
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check every memory of a piece, place, player, card or spell that is kept once."""
    seen = survey(rules)
    for entry in rules.of_kind("memory"):
        memory = entry.node_as(n.Memory)
        is_kept_once = memory.unit is None or not memory.unit.each
        if not (isinstance(memory.value, n.KindValue) and is_kept_once):
            continue
        if not seen.is_own(entry.name_span):
            continue
        found = [
            pair
            for kind in ("rule", "card", "spell")
            for other in rules.of_kind(kind)
            for pair in _sets(other.statements(), entry.id, None)
        ]
        needs = [need for _, need in found if need is not None]
        if found and len(needs) == len(found):
            first = found[0][0]
            yield warning(
                "never-fires",
                phrase("`{id}` is nothing at first, and stays so", id=entry.id),
                needs[0],
                phrase("nothing happens here as long as `{id}` is nothing", id=entry.id),
                phrase("set `{id}` first, for example in a rule `on setup ends`", id=entry.id),
                related=(Label(first.target.span, "only set after that"),),
            )


def _sets(
    statements: Iterable[n.Statement], id: str, need: Span | None
) -> Iterator[tuple[n.Set, Span | None]]:
    """Yield the statements that give the memory a value, with what needs its value before them."""
    for node in statements:
        if isinstance(node, n.Set) and node.target.id == id:
            if not _is(node.value, "nothing"):
                yield node, need
        elif isinstance(node, n.When) and _asks(node.condition, id):
            need = need or node.condition.span
        inside = need or _needed(node, id)
        for block in inner_blocks(node):
            is_otherwise = isinstance(node, n.If) and block is node.otherwise
            yield from _sets(block.statements, id, need if is_otherwise else inside)


def _needed(node: n.Statement, id: str) -> Span | None:
    """Return where a statement needs the memory for its block to be carried out."""
    match node:
        case (
            n.As(player=n.Name() as name)
            | n.Each(query=n.Query(course=n.Course(origin=n.Name() as name)))
        ):
            return name.span if name.id == id else None
        case n.If(condition=condition):
            return condition.span if _asks(condition, id) else None
    return None


def _asks(condition: n.Expr, id: str) -> bool:
    """Whether a condition is true only if the memory has a value."""
    match condition:
        case n.Binary(operator="is", left=left, right=right):
            return _is(left, id) and _is(right, "known")
        case n.Binary(operator="and", left=left, right=right):
            return _asks(left, id) or _asks(right, id)
    return False


def _is(term: n.Expr, id: str) -> bool:
    return isinstance(term, n.Name) and term.id == id
