"""What counts for a player, as terms about `WINNER`: what the rules say it is worth, else what helps to win.

Where no `worth` is said, it is worked out from the conditions under which rules declare winners: of
`home of p = wizards of p`, each missing wizard costs points, of `points of p >= 7`, each missing point; of
`full_flasks of p = highest full_flasks of q for player q`, more is better.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from wtrules.meaning import nodes as m
from wtrules.meaning.winning import (
    WINNER,
    free_names,
    negated,
    scored_at_the_end,
    ways_to_end,
    ways_to_win,
)
from wtrules.node import rewrite, walk
from wtrules.value import Value

WIZARD = 100  # points for a wizard in the castle, if that counts; all of anything is worth as much as all
_EACH = 20  # for one of what has no number in the rules
_TIE = 1  # for one of what decides between players who have everything they need
GOAL = 200  # for an outcome that reaches the goal; subtracted if it is missed


@frozen
class Counted(Value):
    """What counts for a player."""

    now: tuple[m.Term, ...]  # points, to be added up
    coming: m.Term | None  # points for what will be scored at the end, until then


@frozen
class _Want(Value):
    """A condition that must be true, as something that can be counted."""

    term: m.Term  # what is missing of it, what there is, or what the rules say it is worth
    weight: int  # points for one; below 0 if it is missing
    is_more: bool = False  # nothing is needed, but more is better


def counted(meaning: m.Meaning, wizards: int) -> Counted:
    """Return what counts for a player who has so many wizards."""
    wants: dict[m.Term, _Want] = {}
    for way in ways_to_win(meaning) + ways_to_end(meaning):
        clear = [
            want
            for condition in way.conditions
            for want in _wants(condition, wizards * WIZARD, meaning)
            if free_names(want.term) <= {WINNER}
        ]
        needs = not all(want.is_more for want in clear)
        for want in clear:
            term = want.term if way.only is None else _for(way.only, want.term)
            weight = _TIE if want.is_more and needs else want.weight
            wants.setdefault(term, evolve(want, term=term, weight=weight))
    said = [_about_winner(term) for (kind, _), term in meaning.worths.items() if kind == "rule"]
    if not wants and not meaning.worths:
        wants = {want.term: want for want in _of_the_board(meaning)}
    points = (_times(want.weight, want.term) for want in wants.values())
    return Counted((*said, *points), _coming(tuple(wants.values()), meaning))


def homes(terms: tuple[m.Term, ...], meaning: m.Meaning) -> tuple[m.Term, ...]:
    """Return the players whose wizards in the castle are counted."""
    parts = walk(tuple(_written_out(_about_winner(term), meaning) for term in terms))
    asked = (
        part.args[0] for part in parts if isinstance(part, m.Prim) and part.op == "home:player"
    )
    return tuple(player for player in dict.fromkeys(asked) if free_names(player) <= {WINNER})


# --- from conditions to what is wanted -------------------------------------------------------------


def _wants(term: m.Term, everything: int, meaning: m.Meaning) -> Iterator[_Want]:
    """Yield what must be true for a condition to be true."""

    def inside(inner: m.Term) -> Iterator[_Want]:
        return _wants(inner, everything, meaning)

    match term:
        case m.Calc(op="and" | "or"):
            for arg in term.args:
                yield from inside(arg)
        case m.Calc(op="not", args=(m.Calc(op="and" | "or", args=args),)):
            for arg in args:
                yield from inside(negated(arg))
        case m.Meant() if ("define", term.id) in meaning.worths:
            yield _Want(_said(term, meaning), 1)
        case m.Calc(op="not", args=(m.Meant() as word,)):
            yield from inside(negated(meaning.unfold(word)))
        case m.Meant():
            yield from inside(meaning.unfold(term))
        case m.Calc(op="=" | "<" | "<=" | ">" | ">=", args=(left, right)) if left.type == "number":
            yield from _compared(term.op, left, right, everything)
        case m.Search(word="no", query=m.Query(kind="player", variable=name, where=m.Calc() as c)):
            yield from _nobody_has_more(term, name, c)
        case m.Search(word="no"):
            yield _few(term)
        case _ if not all(isinstance(part, m.Const | m.Calc) for part in walk(term)):
            one = m.Const("number", 1, span=term.span)
            yield _Want(_when(one, m.Calc("truth", "not", (term,), span=term.span)), -everything)


def _said(word: m.Meant, meaning: m.Meaning) -> m.Term:
    """Return what a defined word of a player is worth, as the rules say."""
    (player,) = word.args
    worth = meaning.worths["define", word.id]
    asked = free_names(worth)  # nothing but the player

    def change(part: object) -> m.Term | None:
        is_asked = isinstance(part, m.Local) and part.name in asked
        return player if is_asked or _is_actor(part) else None

    term: m.Term = rewrite(worth, change)
    return term


def _few(term: m.Search) -> _Want:
    """Return the want of `no wizard`: none that is left."""
    number = evolve(term, word="number of", type="number")
    return _Want(number, -WIZARD if term.query.kind == "wizard" else -_EACH)


def _compared(op: str, left: m.Term, right: m.Term, everything: int) -> Iterator[_Want]:
    for own, best, is_more in (
        (left, right, op in ("=", ">=")),
        (right, left, op in ("=", "<=")),
    ):
        if isinstance(best, m.Best) and best.query.kind == "player" and WINNER in free_names(own):
            if best.word == "highest" and is_more:
                yield _Want(own, _weight(own), is_more=True)
            elif best.word == "lowest" and (not is_more or op == "="):
                yield _Want(own, -_weight(own))
            return
    if op in ("<", "<="):
        left, right, op = right, left, op.replace("<", ">")
    if op == ">":
        right = _sum(right, m.Const("number", 1, span=right.span))
    missing = _lack(left, right)
    if op == "=":
        missing = _sum(missing, _lack(right, left))
    whole = m.constant(right)
    if whole is None or whole < 1 or _weight(missing) == WIZARD:
        yield _Want(missing, -_weight(missing))
    else:
        yield _Want(missing, -max(1, everything // whole))


def _nobody_has_more(term: m.Search, name: str, where: m.Calc) -> Iterator[_Want]:
    """Yield the want of `no player q where points of q > points of p`, or of what else is said."""
    if where.op in ("<", ">") and where.args[0].type == "number":
        high, low = where.args if where.op == ">" else where.args[::-1]
        mine = {name: _winner(term)}
        if m.filled(high, mine) == low:
            yield _Want(low, _weight(low), is_more=True)
            return
        if m.filled(low, mine) == high:
            yield _Want(high, -_weight(high))
            return
    yield _few(term)


def _weight(amount: m.Term) -> int:
    """Return the points for one of something whose whole is not known."""
    parts = (part for part in walk(amount) if isinstance(part, m.Prim))
    return WIZARD if any(part.op == "home:player" for part in parts) else _EACH


def _of_the_board(meaning: m.Meaning) -> Iterator[_Want]:
    """Yield what counts if the rules do not tell: wizards in the castle, and filled flasks."""
    player = _winner(next(iter(meaning.rules.values())))
    for word, weight in (("home", WIZARD), ("empty_flasks", -_EACH)):
        yield _Want(m.Prim("number", f"{word}:player", (player,), span=player.span), weight)


# --- points that are scored at the end -------------------------------------------------------------


def _coming(wants: tuple[_Want, ...], meaning: m.Meaning) -> m.Term | None:
    """Return what it is worth to the winner that rules score points when the game ends."""
    total: m.Term | None = None
    for want in wants:
        parts = (part for part in walk(want.term) if isinstance(part, m.Prim))
        if want.is_more and any(part.op == "points:player" for part in parts):
            for points in _scored(meaning):
                more = _times(want.weight, points)
                total = more if total is None else _sum(total, more)
    return total


def _scored(meaning: m.Meaning) -> Iterator[m.Term]:
    for way in scored_at_the_end(meaning):
        if way.amount is not None and all(
            free_names(term) <= {WINNER} and meaning.chance_in(term) is None
            for term in (way.amount, *way.conditions)
        ):
            points = way.amount
            for condition in way.conditions:
                points = _when(points, condition)
            yield points


# --- terms -----------------------------------------------------------------------------------------


def _winner(at: m.Term | m.Rule) -> m.Local:
    return m.Local("player", WINNER, span=at.span)


def _about_winner(term: m.Term) -> m.Term:
    """Return a term about the player who acts as one about `WINNER`."""
    changed: m.Term = rewrite(term, lambda part: _winner(term) if _is_actor(part) else None)
    return changed


def _is_actor(part: object) -> bool:
    return isinstance(part, m.Prim) and part.op == "actor"


def _written_out(term: m.Term, meaning: m.Meaning) -> m.Term:
    """Return a term with all defined words in it written out."""

    def change(part: object) -> m.Term | None:
        return _written_out(meaning.unfold(part), meaning) if isinstance(part, m.Meant) else None

    written: m.Term = rewrite(term, change)
    return written


def _times(number: int, term: m.Term) -> m.Term:
    weight = m.Const("number", number, span=term.span)
    return term if number == 1 else m.Calc("number", "*", (weight, term), span=term.span)


def _sum(one: m.Term, other: m.Term) -> m.Term:
    return m.Calc("number", "+", (one, other), span=other.span)


def _lack(has: m.Term, needs: m.Term) -> m.Term:
    """Return how much is missing of what is needed."""
    difference = m.Calc("number", "-", (needs, has), span=needs.span)
    return _when(difference, m.Calc("truth", "<", (has, needs), span=needs.span))


def _when(value: m.Term, condition: m.Term) -> m.Term:
    zero = m.Const("number", 0, span=condition.span)
    return m.Conditional("number", value, condition, zero, span=condition.span)


def _for(player: m.Term, term: m.Term) -> m.Term:
    """Return a term that counts for one player only."""
    return _when(term, m.Calc("truth", "=", (player, _winner(player)), span=player.span))
