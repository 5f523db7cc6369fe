"""Who acts inside `as q { … }`: things that a player would do to themselves, by mistake.

`actor` and allowances `for each player` are those of `q` there, not of the player who acted before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.checks.survey import own_nodes
from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning import nodes as m
from wtrules.node import Node, parts_in, walk
from wtrules.source import Span


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Check every `as` of rules, cards and spells."""
    for definition, node in own_nodes(meaning, m.As):
        yield from _same_player(node)
        yield from _other_allowance(meaning, definition, node)


def _inside(body: m.Body) -> Iterator[Node]:
    """Yield what is in a body while the same player acts."""

    def inside(node: Node) -> Sequence[object]:
        is_turn = isinstance(node, m.Scope) and node.word == "turn"
        return () if is_turn or isinstance(node, m.As | m.Secretly) else parts_in(node)

    return walk(body, inside=inside)


def _same_player(node: m.As) -> Iterator[Diagnostic]:
    """Find what the player of an `as` does to themselves."""
    for part in _inside(node.body):
        match part:
            case m.Act():
                giver, taker = _giver(part, node), part.part("to")
                if _is_actor(giver, node) and _is_actor(taker, node) and taker is not None:
                    yield _to_itself(node, taker)
            case m.Calc(op="=" | "!=", args=sides):
                actors = [side for side in sides if _is_actor(side)]
                if len(actors) == 1 and all(_is_actor(side, node) for side in sides):
                    yield _to_itself(node, actors[0])


def _giver(act: m.Act, node: m.As) -> m.Term | None:
    """Return the player who gives or shows something to another; None for other actions."""
    match act.verb, act.part("what"):
        case "hand over", _:
            return node.player
        case "show", m.Recall(of=owner):
            return owner
        case "give flasks" | "show hand", _:
            return act.part("player")
    return None


def _is_actor(term: m.Term | None, node: m.As | None = None) -> bool:
    """Whether a term is certainly the player who acts, perhaps by the name that an `as` gives."""
    if isinstance(term, m.Prim) and term.op == "actor":
        return True
    return node is not None and term == node.player


def _to_itself(node: m.As, at: m.Term) -> Diagnostic:
    player = node.player.span
    return report("same-player", at.span, who=player.flat_text, acts=player)


def _other_allowance(
    meaning: m.Meaning, definition: m.Definition, node: m.As
) -> Iterator[Diagnostic]:
    """Find a `use` in an `as` for which only the player who acted before was asked."""
    for part in _inside(node.body):
        if not isinstance(part, m.Use) or meaning.allowances[part.id].each is None:
            continue
        left = f"left:{part.id}"
        asked = [x.span for x in walk(definition) if isinstance(x, m.Prim) and x.op == left]
        if asked and not any(_is_in(place, node.span) for place in asked):
            who = node.player.span.flat_text
            yield report("same-player.allowance", part.span, who=who, asked=asked[0])


def _is_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end
