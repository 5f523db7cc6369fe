"""Moves on a track with forks: which routes there are, and the question which way a piece goes.

A `do move` of a rule says nothing of forks. Where there are several routes, the player who acts is
asked in which space the move is to end. If several routes end there, the first possible one is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wtrules.meaning import nodes as m
from wtrules.program.lower.actions import ROUTE
from wtrules.program.lower.lowering import Lowering


def is_open(act: m.Act, low: Lowering) -> bool:
    """Return whether an action may go several ways, and which one is not decided yet."""
    return low.board.routes > 1 and act.verb == "move" and act.part(ROUTE) is None


def all_of(act: m.Act, low: Lowering) -> Iterator[m.Act]:
    """Yield an action by each route."""
    for route in range(low.board.routes):
        yield _by(act, m.Const("number", route, span=act.span))


def decided(act: m.Act, low: Lowering) -> m.Body:
    """Return statements that ask which way a piece goes, if there is a choice, and move it."""
    span, end = act.span, low.fresh("end")
    to = m.Local("space", end, span=span)
    reached = m.Search("truth", "any", _routes(act, to, low), span=span)
    ends = m.Query("space", end, (), None, None, reached, span=span)
    several = m.Calc(
        "truth",
        ">",
        (m.Search("number", "number of", ends, span=span), m.Const("number", 1, span=span)),
        span=span,
    )
    chosen = (m.Choose((ends,), None, span=span), *_go(act, to, low))
    return (m.If(several, chosen, _go(act, None, low), span=span),)


def _go(act: m.Act, to: m.Local | None, low: Lowering) -> m.Body:
    """Return statements that move a piece by the first possible route, to a space if it is given."""
    route = m.Local("number", low.fresh("route"), span=act.span)
    first = m.Search("number", "first", _routes(act, to, low), span=act.span)
    return m.Let(route.name, first, span=act.span), _by(act, route)


def _by(act: m.Act, route: m.Term) -> m.Act:
    return evolve(act, parts=(*act.parts, m.Argument(ROUTE, route)))


def _routes(act: m.Act, to: m.Local | None, low: Lowering) -> m.Query:
    """Return the search for possible routes of an action, to a space if it is given."""
    span = act.span
    route = m.Local("number", low.fresh("route"), span=span)
    condition: m.Term = m.Possible(_by(act, route), span=span)
    if to is not None:
        what, by = act.part("what"), act.part("by")
        assert what is not None
        assert by is not None
        start = m.Prim("space", f"space:{what.type}", (what,), span=span)
        sign = "space+" if act.direction == "clockwise" else "space-"
        end = m.Calc("space", sign, (start, by, route), span=span)
        ends_there = m.Calc("truth", "=", (end, to), span=span)
        condition = m.Calc("truth", "and", (ends_there, condition), span=span)
    low_, high = m.Const("number", 0, span=span), m.Const("number", low.board.routes - 1, span=span)
    return m.Query("number", route.name, (), None, None, condition, low_, high, span=span)
