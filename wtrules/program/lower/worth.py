"""The functions that count for bots what a position is worth to a player, by `wtrules.meaning.worth`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wtrules.meaning import nodes as m
from wtrules.meaning.winning import WINNER, free_names
from wtrules.meaning.worth import GOAL, counted, homes
from wtrules.program import program as p
from wtrules.program.lower import piles
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, Var, op

_MOST = 100_000  # points that a function returns
_SEAT, _OTHER = "seat", "other"
_ACTOR = Load("actor", 0)


def worth(low: Lowering) -> p.Worth:
    """Write the functions for what counts in a ruleset; return their names."""
    meaning = low.meaning
    what = counted(meaning, max(low.layout.board.box))
    coming = (what.coming,) if what.coming is not None else ()
    every = (*what.now, *coming, *meaning.worths.values())
    return p.Worth(
        now=_function(lambda code: (*map(code.expr, what.now), *_kept(code)), low),
        coming=_function(lambda code: map(code.expr, coming), low),
        ending=_function(_outcomes, low),
        walks=_walkers(homes(every, meaning), low),
    )


def _kept(code: Code) -> Iterator[Expr]:
    """Yield what memories and cards in hand are worth."""
    low = code.low
    for (kind, id), term in low.meaning.worths.items():
        if kind == "memory":
            cell = low.meaning.memories[id]
            of = m.Local("player", WINNER, span=term.span) if cell.each else None
            value = code.expr(m.Recall(cell.type, id, of, span=term.span))
            yield op("*", code.expr(term), value)
        elif kind == "card":
            for card in range(len(low.layout.all_cards)):
                if low.cards.has_half(card, id):
                    code.env |= dict.fromkeys(free_names(term), low.cards.value(card, id))
                    yield op("*", piles.held(card, Var(_SEAT), low), code.expr(term))


def _outcomes(code: Code) -> Iterator[Expr]:
    """Yield what it is worth to the player how the game has ended."""
    meaning = code.low.meaning
    for number, (id, reached) in enumerate(zip(meaning.outcomes, meaning.goals, strict=True), 1):
        said = meaning.worths.get(("outcome", id))
        if said is not None or reached is not None:
            amount = code.expr(said) if said is not None else GOAL if reached else -GOAL
            yield op("*", op("==", Load("outcome", 0), number), amount)


def _function(points: Callable[[Code], Iterable[Expr]], low: Lowering) -> str | None:
    """Write a function of a player that adds up points; None if there are none."""
    code = Code(low, {WINNER: Var(_SEAT)}, p.NOWHERE)
    some = [amount for amount in points(code) if amount != 0]
    if not some:
        return None
    code.write(p.Assign("n", op("max", -_MOST, op("min", p.chain("+", some), _MOST))))
    body: p.Body = tuple(code.out)
    if any(part == _ACTOR or isinstance(part, p.Call) for part in p.parts_of(body)):
        acts = p.Store("actor", 0, Var(_SEAT))  # words are about the player who acts
        body = (p.Assign("acts", _ACTOR), acts, *body, p.Store("actor", 0, Var("acts")))
    name = low.fresh("worth")
    low.define(p.Function(name, (_SEAT,), (*body, p.Return(Var("n")))))
    return name


def _walkers(players: tuple[m.Term, ...], low: Lowering) -> str | None:
    """Write the function that says whose wizards have to come home for a player."""
    if not players:
        return None
    code = Code(low, {WINNER: Var(_SEAT)}, p.NOWHERE)
    name = low.fresh("walks")
    same = [op("==", code.expr(player), Var(_OTHER)) for player in players]
    code.write(p.Return(p.chain("or", [0, *same])))
    low.define(p.Function(name, (_SEAT, _OTHER), tuple(code.out)))
    return name
