"""Changing one definition by another: `override` replaces clauses, `add to` adds parts."""

from __future__ import annotations

from attrs import evolve

from wtrules.node import Node
from wtrules.resolve.model import ABOUT
from wtrules.syntax import nodes as n

_STATEMENTS = "statements"
_IN_CHAPTER = (n.NameClause, n.Says, n.Holds, n.Shows, n.RuleAfter)


def merge(
    old: n.Item | n.Setting,
    new: n.Rule | n.Card | n.Spell | n.Outcome | n.Piece | n.Chapter | n.Label,
) -> n.Item:
    """Return *old* with the clauses of *new* in place of those of the same kind.

    Clauses about the rule (`cost`, `says`, …) are replaced kind by kind; all statements, with a
    `when` before them, are replaced together, because half of an effect makes no sense. What the old
    ones were worth goes with them.
    """
    replaced = {_kind(clause) for clause in new.clauses}
    if _STATEMENTS in replaced:
        replaced.add(n.Worth.__name__)
    kept = [clause for clause in getattr(old, "clauses", ()) if _kind(clause) not in replaced]
    # Statements come last; apart from that, clauses keep their order.
    clauses = sorted((*kept, *new.clauses), key=lambda clause: not isinstance(clause, ABOUT))
    merged: n.Item = evolve(new, clauses=tuple(clauses))  # type: ignore[arg-type]
    if isinstance(merged, n.Rule | n.Card) and not merged.parameters:
        return evolve(merged, parameters=getattr(old, "parameters", ()))
    if isinstance(merged, n.Piece) and isinstance(old, n.Piece) and merged.number is None:
        return evolve(merged, number=old.number)
    return merged


def with_parts(node: n.Item | n.Setting, item: n.Add) -> n.Item | n.Setting | None:
    """Return a definition with parts added; None if it cannot have such parts."""
    members = item.members
    match node:
        case n.Setting() if item.value is not None:
            entries = (*node.value.entries, *item.value.entries)
            if node.value.choices:  # it is one of its choices, not a list
                return None
            return evolve(node, value=evolve(node.value, entries=entries))
        case n.Define() if item.meaning is not None:
            return evolve(node, more=(*node.more, item.meaning))
        case _ if item.meaning is not None:
            return None
        case n.Deck():
            lines = tuple(x for x in members if isinstance(x, n.DeckLine))
            new = sum(line.copies for line in lines)
            size = node.size + new if node.size is not None else None
            if len(lines) == len(members):
                return evolve(node, size=size, lines=(*node.lines, *lines))
        case n.Table():
            rows = tuple(x for x in members if isinstance(x, n.Row))
            if len(rows) == len(members):
                return evolve(node, rows=(*node.rows, *rows))
        case n.Chapter():
            more = tuple(x for x in members if isinstance(x, _IN_CHAPTER))
            if len(more) == len(members):
                return evolve(node, clauses=(*node.clauses, *more))
        case n.Rule() | n.Card() | n.Spell() | n.Outcome():
            extra = tuple(x for x in members if not isinstance(x, n.DeckLine | n.Row))
            if len(extra) == len(members):
                return evolve(node, clauses=(*node.clauses, *extra))
    return None


def _kind(clause: Node) -> str:
    if isinstance(clause, n.Word):
        return f"word {clause.name.id}"
    if isinstance(clause, n.Trigger | n.Forbid):
        return "trigger"
    if isinstance(clause, n.Cites | n.Assumed | n.Covers):
        return "ground"
    return type(clause).__name__ if isinstance(clause, ABOUT) else _STATEMENTS
