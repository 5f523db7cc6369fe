"""What counts towards winning: functions of a player, made from the conditions under which rules declare winners.

`home of p = wizards of p` becomes the number of wizards still missing, `points of p >= 7` the number of
points, `full_flasks of p = highest full_flasks of q for player q` the number of full flasks, of which
more is better. Bots weigh them (`backends/players.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from wtrules.node import rewrite, walk
from wtrules.program import program as p
from wtrules.program.lower import piles
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.nothing import may_be_nothing
from wtrules.program.lower.queries import loop
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m
from wtrules.rules.chance import chance_in
from wtrules.rules.decks import is_in_hand
from wtrules.rules.winning import (
    WINNER,
    Face,
    Way,
    free_names,
    negated,
    scored_at_the_end,
    ways_to_end,
    ways_to_win,
)
from wtrules.value import Value

_MOST = 1000  # missing of one thing; more makes no difference
_SEAT, _OTHER, _CARD = "seat", "other", "card"
_MORE = "more"
_HOME, _POINTS = "home:player", "points:player"


@frozen
class _Part(Value):
    """A condition that must be true, as something that can be counted."""

    terms: tuple[m.Term, ...]
    relation: str = "of"  # how what is missing follows from the terms: see `_amount`
    homes: tuple[m.Term, ...] = ()  # the players whose wizards have to come home
    everybody: bool = False  # … all of them
    scored: tuple[tuple[str, m.Term], ...] = ()  # variables for the points that players would score
    only: m.Term | None = None  # the only player it is about

    @property
    def is_need(self) -> bool:
        """Whether it should become 0; otherwise more is better."""
        return self.relation != _MORE

    @property
    def counts_homes(self) -> bool:
        """Whether it counts wizards in the castle."""
        return bool(self.homes) or self.everybody


def aims(low: Lowering) -> p.Aims:
    """Write the functions for what counts in a ruleset; return their names."""
    ways = ways_to_win(low.meaning) + ways_to_end(low.meaning)
    scored = [way for way in scored_at_the_end(low.meaning) if _is_countable(way, low)]
    parts: dict[_Part, tuple[bool, bool]] = {}  # whether they break ties, are beside homes
    for way in ways:
        found = [evolve(x, only=way.only) for c in way.conditions for x in _parts(c, low)]
        found = [part for part in found if _is_clear(part)]
        needs = any(part.is_need for part in found)
        walks = any(part.counts_homes for part in found)
        for part in found:
            beside = walks and not part.counts_homes
            parts.setdefault(_with_scores(part, scored), (needs and not part.is_need, beside))
    enters = any(way.enters for way in ways)
    if not parts and not enters:
        parts = {part: (False, not part.counts_homes) for part in _of_the_board(low)}
    count = _counted(scored, low) if any(part.scored for part in parts) else None
    made = tuple(aim for part, role in parts.items() for aim in _aim(part, *role, count, low))
    homes = [home for part in parts for home in part.homes]
    everybody = any(part.everybody for part in parts)
    promise = _promise(scored, low) if count is not None else None
    return p.Aims(made, _walkers(homes, everybody, low), enters, promise)


def _parts(term: m.Term, low: Lowering) -> Iterator[_Part]:
    """Yield what must be true for a condition to be true."""
    match term:
        case m.Calc(op="and" | "or"):
            for arg in term.args:
                yield from _parts(arg, low)
        case m.Calc(op="not", args=(m.Calc(op="and" | "or", args=args),)):
            for arg in args:
                yield from _parts(negated(arg), low)
        case m.Calc(op="not", args=(m.Meant() as word,)):
            yield from _parts(negated(low.unfold(word)), low)
        case m.Meant():
            yield from _parts(low.unfold(term), low)
        case m.Calc(op="=" | "<" | "<=" | ">" | ">=", args=(left, right)):
            if left.type == "number":
                yield from _compared(term.op, left, right)
            else:
                yield _truth(term)
        case m.Search(word="no", query=m.Query(kind="player", variable=name, where=m.Calc() as c)):
            yield from _nobody_has_more(term, name, c)
        case m.Search(word="no", query=m.Query(kind="wizard", relations=(), where=None)):
            yield _Part((_number(term),), everybody=True)
        case m.Search(word="no"):
            yield _Part((_number(term),))
        case m.Const():
            return
        case _:
            yield _truth(term)


def _truth(term: m.Term) -> _Part:
    return _Part((term,), "not")


def _number(term: m.Search) -> m.Term:
    return evolve(term, word="number of", type="number")


def _compared(relation: str, left: m.Term, right: m.Term) -> Iterator[_Part]:
    for one, other, is_more in (
        (left, right, relation in ("=", ">=")),
        (right, left, relation in ("=", "<=")),
    ):
        if isinstance(other, m.Best) and other.query.kind == "player" and WINNER in free_names(one):
            if other.word == "highest" and is_more:
                yield _Part((one,), _MORE, _homes(one))
            elif other.word == "lowest" and (not is_more or relation == "="):
                yield _Part((one,))
            return
    if relation in ("<", "<="):
        left, right = right, left
        relation = relation.replace("<", ">")
    yield _Part((left, right), relation, _homes(left) if relation != "=" else _homes(left, right))


def _nobody_has_more(term: m.Search, name: str, where: m.Calc) -> Iterator[_Part]:
    """Yield the part of `no player q where points of q > points of p`, or what else is said."""
    if where.op in ("<", ">") and where.args[0].type == "number":
        high, low = where.args if where.op == ">" else where.args[::-1]

        def change(part: object) -> m.Term | None:
            is_other = isinstance(part, m.Local) and part.name == name
            return m.Local("player", WINNER, span=term.span) if is_other else None

        if rewrite(high, change) == low:
            yield _Part((low,), _MORE, _homes(low))
            return
        if rewrite(low, change) == high:
            yield _Part((high,))
            return
    yield _Part((_number(term),))


def _homes(*terms: m.Term) -> tuple[m.Term, ...]:
    """Return the players whose wizards in the castle are counted."""
    found = (part for part in walk(terms) if isinstance(part, m.Prim) and part.op == _HOME)
    return tuple(dict.fromkeys(part.args[0] for part in found))


def _is_clear(part: _Part) -> bool:
    """Whether a part is about the player and nothing else that has a name."""
    return all(free_names(term) <= {WINNER} for term in (*part.terms, *part.homes))


def _with_scores(part: _Part, scored: list[Way]) -> _Part:
    """Return a part that counts points together with those that would be scored at the end."""
    if not scored:
        return part
    homes: list[m.Term] = [*part.homes]
    names: dict[str, m.Term] = {}

    def change(term: object) -> m.Term | None:
        if not (isinstance(term, m.Prim) and term.op == _POINTS):
            return None
        player = term.args[0]
        name = next((n for n, known in names.items() if known == player), f"scored {len(names)}")
        names[name] = player
        amounts = (way.amount for way in scored if way.amount is not None)
        homes.extend(rewrite(_homes(*amounts), lambda x: _replaced(x, player)))
        return m.Calc(
            "number", "+", (term, m.Local("number", name, span=term.span)), span=term.span
        )

    terms = rewrite(part.terms, change)
    found = tuple(dict.fromkeys(homes))
    return evolve(part, terms=terms, homes=found, scored=tuple(names.items()))


def _is_countable(way: Way, low: Lowering) -> bool:
    """Whether the points of a way can be counted at any time."""
    if way.amount is None or not free_names(way.amount) <= way.names:
        return False
    terms = (way.amount, *(term for term in way.conditions if free_names(term) <= way.names))
    return not any(chance_in(term, low.meaning) or may_be_nothing(term, low) for term in terms)


def _counted(scored: list[Way], low: Lowering) -> str:
    """Write the function that says how many points a player would score if the game ended now."""
    code = Code(low, {WINNER: Var(_SEAT)}, p.NOWHERE)
    code.write(p.If(op("==", Load("at", 0), 0), (p.Return(0),)))  # it has ended, and they count
    return _sum([(way, way.loops) for way in scored], (_SEAT,), code)


def _promise(scored: list[Way], low: Lowering) -> p.Promise | None:
    """Write the function that says how many points a card in hand would score now."""
    for way in scored:
        if (query := _hand_of(way)) is not None:
            break
    else:
        return None
    first, stop = piles.asked_about(query, low)
    same = [
        (each, each.loops[1:])
        for each in scored
        if (other := _hand_of(each)) is not None and piles.asked_about(other, low) == (first, stop)
    ]
    names = {
        query.variable for each, _ in same for query in each.loops if isinstance(query, m.Query)
    }
    code = Code(low, {WINNER: Var(_SEAT), **dict.fromkeys(names, Var(_CARD))}, p.NOWHERE)
    return p.Promise(_sum(same, (_CARD, _SEAT), code), first, stop)


def _hand_of(way: Way) -> m.Query | None:
    """Return the query of a way that carries out cards in hand, one after another."""
    match way.loops:
        case (m.Query(kind="card", where=None) as query, Face(card=m.Local(name=name))):
            return query if name == query.variable and is_in_hand(query) else None
    return None


def _sum(
    ways: list[tuple[Way, tuple[m.Query | Face, ...]]], parameters: tuple[str, ...], code: Code
) -> str:
    """Write the function that adds up the points of ways, each with the loops that are left of it."""
    code.write(p.Assign("acts", Load("actor", 0)), p.Assign("n", 0))
    code.store("actor", Var(_SEAT))  # cards and words may be about the player who acts
    for way, loops in ways:
        _count(way, loops, 1, code)
    code.store("actor", Var("acts"))
    code.write(p.Return(Var("n")))
    name = code.low.fresh("scored")
    code.low.define(p.Function(name, parameters, tuple(code.out)))
    return name


def _count(way: Way, loops: tuple[m.Query | Face, ...], times: Expr, code: Code) -> None:
    match loops:
        case (m.Query() as query, *rest):
            more = tuple(rest)
            loop(query, code, lambda c, _, weight: _count(way, more, op("*", times, weight), c))
        case (Face() as face, *rest):
            card, more = code.expr(face.card), tuple(rest)

            def write(inner: Code) -> None:
                if face.number is not None:
                    inner.env[face.number] = inner.low.cards.value(card, face.kind)
                _count(way, more, times, inner)

            code.only_if(code.low.cards.has_half(card, face.kind), write)
        case _:
            assert way.amount is not None
            amount = op("*", times, code.expr(way.amount))
            added = p.Assign("n", op("clamp", op("+", Var("n"), amount)))
            known = [term for term in way.conditions if free_names(term) <= way.names]
            code.only_if(code.all_true(known), lambda inner: inner.write(added))


def _replaced(part: object, player: m.Term) -> m.Term | None:
    return player if isinstance(part, m.Local) and part.name == WINNER else None


def _of_the_board(low: Lowering) -> Iterator[_Part]:
    """Yield what counts if the rules do not tell: wizards in the castle, and filled flasks."""
    span = next(iter(low.meaning.rules.values())).span
    player = m.Local("player", WINNER, span=span)

    def of(word: str) -> m.Term:
        return m.Prim("number", f"{word}:player", (player,), span=span)

    yield _Part((of("home"), of("wizards")), "=", (player,))
    yield _Part((of("empty_flasks"),))


def _aim(part: _Part, tie: bool, beside: bool, count: str | None, low: Lowering) -> Iterator[p.Aim]:
    code = Code(low, {WINNER: Var(_SEAT)}, p.NOWHERE)
    for variable, player in part.scored:
        assert count is not None
        code.env[variable] = p.Call(count, (code.expr(player),))
    amount = _amount(part.relation, [code.expr(term) for term in part.terms])
    if part.only is not None:
        amount = op("*", amount, op("==", code.expr(part.only), Var(_SEAT)))
    if isinstance(amount, int):
        return
    bounded = op("max", -_MOST, op("min", amount, _MOST))
    name = low.fresh("aim")
    code.write(p.Return(bounded))
    low.define(p.Function(name, (_SEAT,), tuple(code.out)))
    yield p.Aim(name, part.is_need, part.counts_homes, tie, beside, bool(part.scored))


def _amount(relation: str, values: list[Expr]) -> Expr:
    """Return what is missing for a relation to be true, or what there is of something."""
    match relation, values:
        case "=", [left, 0]:
            return op("max", left, op("-", 0, left))
        case "=", [left, right]:
            return op("max", op("-", left, right), op("-", right, left))
        case ">=", [left, right]:
            return op("max", 0, op("-", right, left))
        case ">", [left, right]:
            return op("max", 0, op("-", op("+", right, 1), left))
        case "not", [truth]:
            return op("not", truth)
    return values[0]


def _walkers(homes: list[m.Term], everybody: bool, low: Lowering) -> str | None:
    """Write the function that says whose wizards have to come home for a player."""
    code = Code(low, {WINNER: Var(_SEAT)}, p.NOWHERE)
    found: list[Expr] = [1] if everybody else []
    found += [op("==", code.expr(home), Var(_OTHER)) for home in dict.fromkeys(homes)]
    if not found:
        return None
    name = low.fresh("walks")
    code.write(p.Return(p.chain("or", [0, *found])))
    low.define(p.Function(name, (_SEAT, _OTHER), tuple(code.out)))
    return name
