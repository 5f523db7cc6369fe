"""The relations `on`, `beneath` and `above` between pieces and places."""

from __future__ import annotations

from wtrules.rules import meaning as m
from wtrules.source import Span

RELATION_HELP = {
    "on": "a wizard can be on a place, space or tower, a tower on a space, and the castle on any of them",
    "beneath": "only wizards and towers can be beneath a tower",
    "above": "only wizards and towers can be above a tower",
}


def relate(word: str, subject: m.Term, target: m.Term, span: Span) -> m.Term | None:
    """Return `subject is word target` as a condition; None if the types do not fit."""

    def prim(type: str, op: str, term: m.Term) -> m.Term:
        return m.Prim(type, op, (term,), span=span)

    def same(left: m.Term, right: m.Term) -> m.Term:
        return m.Calc("truth", "=", (left, right), span=span)

    def space(term: m.Term) -> m.Term:
        return term if term.type == "space" else prim("space", f"space:{term.type}", term)

    pair = (subject.type, target.type)
    match word, pair:
        case "on", ("castle", "place" | "space" | "tower" | "wizard"):
            return same(space(subject), space(target))
        case "on", ("wizard", "place"):
            return same(prim("place", "place:wizard", subject), target)
        case "on", ("wizard", "tower"):
            return same(
                prim("place", "place:wizard", subject), prim("place", "place:tower", target)
            )
        case "on", ("wizard" | "tower" | "place", "space"):
            return same(space(subject), target)
        case "on", ("wizard" | "place" | "tower", "castle"):
            return same(space(subject), space(target))
        case "on", ("tower", "place"):
            return same(prim("place", "floor:tower", subject), target)
        case "on", ("tower", "tower"):
            return same(prim("place", "floor:tower", subject), prim("place", "place:tower", target))
        case "beneath", ("wizard", "tower"):
            return same(
                prim("place", "place:wizard", subject), prim("place", "floor:tower", target)
            )
        case (("beneath" | "above"), ("tower", "tower")):
            op = "<" if word == "beneath" else ">"
            level = m.Calc(
                "truth",
                op,
                (prim("number", "level:tower", subject), prim("number", "level:tower", target)),
                span=span,
            )
            return m.Calc("truth", "and", (same(space(subject), space(target)), level), span=span)
        case "above", ("wizard", "tower"):
            level = m.Calc(
                "truth",
                ">=",
                (prim("number", "level:wizard", subject), prim("number", "level:tower", target)),
                span=span,
            )
            return m.Calc("truth", "and", (same(space(subject), space(target)), level), span=span)
        case _:
            return None
