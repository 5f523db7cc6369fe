"""The relations `on`, `beneath` and `above` between pieces and places, and `from` for cards."""

from __future__ import annotations

from wtrules.meaning import nodes as m
from wtrules.source import Span


def relate(word: str, subject: m.Term, target: m.Term, span: Span) -> m.Term | None:
    """Return `subject is word target` as a condition; None if the types do not fit."""

    def prim(type: str, name: str, term: m.Term) -> m.Term:
        return m.Prim(type, f"{name}:{term.type}", (term,), span=span)

    def space(term: m.Term) -> m.Term:
        return term if term.type == "space" else prim("space", "space", term)

    def place(term: m.Term) -> m.Term:
        return prim("place", "place", term)

    def floor(term: m.Term) -> m.Term:
        return prim("place", "floor", term)

    def same(left: m.Term, right: m.Term) -> m.Term:
        return m.Calc("truth", "=", (left, right), span=span)

    def in_one_space(levels: str) -> m.Term:
        """Whether both are in the same space, and their levels compare like this."""
        level = tuple(prim("number", "level", term) for term in (subject, target))
        compared = m.Calc("truth", levels, level, span=span)
        return m.Calc("truth", "and", (same(space(subject), space(target)), compared), span=span)

    match word, subject.type, target.type:
        case "on", "castle", ("place" | "space" | "tower" | "wizard" | "piece"):
            return same(space(subject), space(target))
        case "on", ("wizard" | "tower" | "place" | "piece"), ("space" | "castle"):
            return same(space(subject), space(target))
        case "on", "place", "piece":
            return same(space(subject), space(target))
        case "on", ("wizard" | "piece"), "place":
            return same(place(subject), target)
        case "on", ("wizard" | "piece"), ("tower" | "piece"):
            return same(place(subject), place(target))
        case "on", "tower", "piece":
            return same(floor(subject), place(target))
        case "on", "tower", "place":
            return same(floor(subject), target)
        case "on", "tower", "tower":
            return same(floor(subject), place(target))
        case "beneath", ("wizard" | "piece"), "tower":
            return same(place(subject), floor(target))
        case "beneath", "tower", "tower":
            return in_one_space("<")
        case "above", "tower", "tower":
            return in_one_space(">")
        case "above", ("wizard" | "piece"), "tower":
            return in_one_space(">=")
        case "from", "card", "deck":
            if isinstance(target, m.Prim):  # the pile of a player
                target = target.args[0]
            return m.Prim("truth", "from:card", (subject, target), span=span)
        case _:
            return None
