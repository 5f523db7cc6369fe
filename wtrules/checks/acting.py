"""Who acts inside `as q { … }`: things that a player would do to themselves, by mistake.

`actor` and allowances `for each player` are those of `q` there, not of the player who acted before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wtrules.checks.survey import Nodes, survey, variables_of
from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning.nodes import Meaning
from wtrules.node import Node, parts_in, walk
from wtrules.resolve.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n

# What one player does to another; the player and the other one, by the labels of their parts.
_BETWEEN_TWO = {
    "give flasks": ("player", "to"),
    "hand over": (None, "to"),  # from the player who acts
    "show": ("of", "to"),
    "show hand": ("player", "to"),
}


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check every `as` of rules, cards and spells."""
    rules = meaning.resolved
    seen = survey(rules)
    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            for node in seen.nodes[kind, entry.id].of(n.As):
                if seen.is_own(node.span):
                    yield from _same_player(node)
                    yield from _other_allowance(rules, entry, node, seen.nodes[kind, entry.id])


def _inside(block: Any) -> Iterator[Any]:
    """Yield what is in a block while the same player acts."""

    def inside(node: Node) -> Sequence[object]:
        is_turn = isinstance(node, n.Scope) and node.word == "turn"
        return () if is_turn or isinstance(node, n.As | n.Secretly) else parts_in(node)

    return walk(block, inside=inside)


def _same_player(node: n.As) -> Iterator[Diagnostic]:
    """Find what the player of an `as` does to themselves."""
    own = {name for part in walk(node.body) for name in variables_of(part)}
    for part in _inside(node.body):
        if type(part) is n.Do and part.verb in _BETWEEN_TWO:
            first, second = (part.part(x) if x else None for x in _BETWEEN_TWO[part.verb])
            if part.verb == "hand over":
                card = part.part("what")
                # A card that was chosen before the `as` is in the hand it was chosen from.
                if not isinstance(card, n.Name) or card.id not in own:
                    continue
                first = node.player
            if _is_actor(first, node) and _is_actor(second, node) and second is not None:
                yield _to_itself(node, second)
        elif type(part) is n.Binary and part.operator in ("=", "!=", "is", "is not"):
            sides = (part.left, part.right)
            actors = [x for x in sides if isinstance(x, n.Name) and x.id == "actor"]
            if len(actors) == 1 and all(_is_actor(x, node) for x in sides):
                yield _to_itself(node, actors[0])


def _is_actor(term: n.Expr | None, node: n.As) -> bool:
    """Whether a term is certainly the player who acts in an `as`."""
    if not isinstance(term, n.Name):
        return False
    return term.id == "actor" or (isinstance(node.player, n.Name) and term.id == node.player.id)


def _to_itself(node: n.As, at: n.Expr) -> Diagnostic:
    who = _short(node.player.span)
    return report("same-player", at.span, who=who, acts=node.player.span)


def _other_allowance(rules: Rules, entry: Entry, node: n.As, nodes: Nodes) -> Iterator[Diagnostic]:
    """Find a `use` in an `as` for which only the player who acted before was asked."""
    for part in _inside(node.body):
        if type(part) is not n.Use:
            continue
        allowance = rules.get("allowance", part.allowance.id)
        if allowance is None or allowance.node_as(n.Allowance).unit.each is None:
            continue
        asked = [
            x
            for x in nodes
            if type(x) is n.PropertyOf
            and x.property.id == "left"
            and isinstance(x.subject, n.Name)
            and x.subject.id == part.allowance.id
        ]
        if asked and not any(_is_in(x.span, node.span) for x in asked):
            who = _short(node.player.span)
            yield report("same-player.allowance", part.span, who=who, asked=asked[0].span)


def _is_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


def _short(span: Span) -> str:
    return " ".join(span.text.split())
