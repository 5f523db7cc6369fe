"""Lowering of queries: loops over pieces and places.

Questions about many things (`number of`, `any`, `next` …) become functions with a loop; what they
use of the rule around them is handed to them as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wtrules.node import rewrite
from wtrules.program import program as p
from wtrules.program.lower.board import crowd
from wtrules.program.lower.code import Code
from wtrules.program.lower.functions import free_names, function
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.nothing import depends_on, may_be_nothing, named
from wtrules.program.program import Expr, Load, Op, Var, op
from wtrules.rules import meaning as m
from wtrules.rules.relations import relate

# Writes the code for one thing found: where to write, the thing, how many there are of it.
Visit = Callable[[Code, Expr, Expr], None]


def search(term: m.Search, code: Code) -> Expr:
    """Return the answer to `number of`, `any`, `no`, `first`, `next` or `random`."""
    query = term.query
    plain = _plain_crowd(term, code)
    if plain is not None:
        return plain

    def body(inner: Code) -> None:
        match term.word:
            case "number of":
                inner.write(p.Assign("n", 0))
                loop(query, inner, _count_up)
                inner.write(p.Return(Var("n")))
            case "any" | "no":
                found = int(term.word == "any")
                loop(query, inner, lambda c, _, __: c.write(p.Return(found)))
                inner.write(p.Return(1 - found))
            case "first" | "next":
                skip = int(term.word == "next")
                loop(query, inner, lambda c, it, _: c.write(p.Return(it)), skip=skip)
                inner.write(p.Return(-1))
            case _:
                _random(query, inner)

    return function(f"{term.word.split()[0]}_{query.kind}", [term], code, body)


def _plain_crowd(term: m.Search, code: Code) -> Expr | None:
    """Return the answer to a question about all wizards of a surface, which needs no loop."""
    query = term.query
    if query.kind != "wizard" or query.where is not None or len(query.relations) != 1:
        return None
    word, target = query.relations[0]
    if word != "on" or target.type != "place":
        return None
    cell = code.expr(target)
    match term.word:
        case "number of":
            return crowd(cell)
        case "any":
            return op("!=", Load("cell", cell), 0)
        case "no":
            return op("==", Load("cell", cell), 0)
    return None


def _random(query: m.Query, code: Code) -> None:
    code.write(p.Assign("n", 0))
    loop(query, code, lambda c, _, __: c.write(p.Assign("n", op("+", Var("n"), 1))))
    code.write(p.If(op("==", Var("n"), 0), (p.Return(-1),)))
    code.write(p.Assign("k", p.Call("random", (Var("n"),))))

    def pick(c: Code, it: Expr, _: Expr) -> None:
        c.write(p.If(op("==", Var("k"), 0), (p.Return(it),)))
        c.write(p.Assign("k", op("-", Var("k"), 1)))

    loop(query, code, pick)
    code.write(p.Return(-1))


def best(term: m.Best, code: Code) -> Expr:
    """Return the `highest`, `lowest` or `total` of a term over what a query finds."""

    def body(inner: Code) -> None:
        inner.write(p.Assign("n", 0), p.Assign("seen", 0))

        def visit(c: Code, _: Expr, weight: Expr) -> None:
            value = c.expr(term.value)
            if term.word == "total":
                value = op("clamp", op("*", value, weight))
                c.write(p.Assign("n", op("clamp", op("+", Var("n"), value))))
                return
            sign = ">" if term.word == "highest" else "<"
            better = op("or", op("==", Var("seen"), 0), Op(sign, (value, Var("n"))))
            c.write(p.If(better, (p.Assign("n", value), p.Assign("seen", 1))))

        loop(term.query, inner, visit)
        inner.write(p.Return(Var("n")))

    return function(f"{term.word}_{term.query.kind}", [term], code, body)


def loop(query: m.Query, code: Code, visit: Visit, *, skip: int = 0) -> None:
    """Write loops over what a query finds; *visit* writes the code for each.

    *skip* leaves out the place where the search begins. Wizards of one player on one surface
    are found once, with their number.
    """
    low = code.low
    doubtful = [part for part in depends_on(query) if may_be_nothing(part, code.low)]
    if doubtful:
        change, env = named(doubtful, code, lambda _, value: code.name(value))
        inner = code.inner()
        inner.env |= env
        loop(rewrite(query, change), inner, visit, skip=skip)
        known: Expr = 1
        for value in env.values():
            known = op("and", known, op(">=", value, 0))
        code.write(p.If(known, tuple(inner.out)))
        return
    conditions = [*relations(query, low), *low.conjuncts(query.where)]
    match query.kind:
        case "player":
            _players(query, code, conditions, visit, skip)
        case "space" | "place":
            for inner, space in _spaces(query, code, conditions, skip):
                it = space
                if query.kind == "place":
                    it = inner.name(low.board.top(space))
                inner.env[query.variable] = it
                _visit(inner, conditions, it, 1, visit)
        case "tower":
            _towers(query, code, conditions, visit, skip)
        case "wizard":
            _wizards(query, code, conditions, visit, skip)
        case "card":
            _cards(query, code, conditions, visit)
        case "number":
            _numbers(query, code, conditions, visit)
        case "spell":
            k = low.fresh("k")
            inner = code.inner()
            inner.env[query.variable] = Var(k)
            _visit(inner, conditions, Var(k), 1, visit)
            code.write(p.For(k, 0, len(low.layout.spells), tuple(inner.out)))


def relations(query: m.Query, low: Lowering) -> Iterator[m.Term]:
    """Yield the relations of a query (`on p`, `beneath t`) as conditions on its variable."""
    subject = m.Local(query.kind, query.variable, span=query.span)
    for word, target in query.relations:
        made = relate(word, subject, target, query.span)
        assert made is not None
        yield from low.conjuncts(made)


def _visit(code: Code, conditions: list[m.Term], it: Expr, weight: Expr, visit: Visit) -> None:
    """Write the rest of the conditions around what *visit* writes."""
    code.found = code.found | {name for name, value in code.env.items() if value is it}
    condition = code.all_true(conditions)
    if condition == 0:
        return
    if condition == 1:
        visit(code, it, weight)
        return
    inner = code.inner()
    visit(inner, it, weight)
    code.write(p.If(condition, tuple(inner.out)))


def _fixed(query: m.Query, conditions: list[m.Term], op_: str, code: Code) -> Expr | None:
    """Take out a condition `op of variable = …` and return what it must be."""
    for condition in conditions:
        if isinstance(condition, m.Calc) and condition.op == "=":
            for one, other in (condition.args, condition.args[::-1]):
                if (
                    isinstance(one, m.Prim)
                    and one.op == op_
                    and isinstance(one.args[0], m.Local)
                    and one.args[0].name == query.variable
                    and query.variable not in free_names([other])
                    and not may_be_nothing(other, code.low)
                ):
                    conditions.remove(condition)
                    return code.expr(other)
    return None


def _take(query: m.Query, conditions: list[m.Term], op_: str) -> bool:
    """Take out a condition `variable is op`."""
    for condition in conditions:
        if (
            isinstance(condition, m.Prim)
            and condition.op == op_
            and isinstance(condition.args[0], m.Local)
            and condition.args[0].name == query.variable
        ):
            conditions.remove(condition)
            return True
    return False


def _players(query: m.Query, code: Code, conditions: list[m.Term], visit: Visit, skip: int) -> None:
    low = code.low
    i = low.fresh("i")
    inner = code.inner()
    it: Expr = Var(i)
    if query.origin is not None:
        it = inner.name(around(query, code.expr(query.origin), Var(i), low))
    inner.env[query.variable] = it
    _visit(inner, conditions, it, 1, visit)
    code.write(p.For(i, skip, low.layout.players, tuple(inner.out)))


def around(query: m.Query, origin: Expr, step: Expr, low: Lowering) -> Expr:
    """Return the player or space so many steps from the origin of a query."""
    size = low.layout.players if query.kind == "player" else low.layout.spaces
    sign = "+" if query.direction == "clockwise" else "-"
    return op("%", op(sign, origin, step), size)


def _spaces(
    query: m.Query, code: Code, conditions: list[m.Term], skip: int
) -> Iterator[tuple[Code, Expr]]:
    """Write the loop over spaces around what the caller writes into the inner context."""
    low = code.low
    fixed = _fixed(query, conditions, f"space:{query.kind}", code)
    inner = code.inner()
    if fixed is not None:
        space = code.name(fixed)
        yield inner, space
        # A loop all the same, so that `stop` has something to leave.
        code.write(p.For(low.fresh("once"), 0, 1, tuple(inner.out)))
        return
    i = low.fresh("s")
    space = Var(i)
    if query.origin is not None:
        origin = code.name(code.expr(query.origin))
        space = inner.name(around(query, origin, Var(i), low))
    yield inner, space
    code.write(p.For(i, skip, low.layout.spaces, tuple(inner.out)))


def _towers(query: m.Query, code: Code, conditions: list[m.Term], visit: Visit, skip: int) -> None:
    low = code.low
    topmost = _take(query, conditions, "topmost:tower")
    for inner, space in _spaces(query, code, conditions, skip):
        if topmost:
            held = inner.inner()
            it = held.name(low.board.top(space))
            held.env[query.variable] = it
            _visit(held, conditions, it, 1, visit)
            inner.write(p.If(op(">", Load("height", space), 0), tuple(held.out)))
            continue
        level = low.fresh("t")
        held = inner.inner()
        it = Var(level)
        held.env[query.variable] = it
        _visit(held, conditions, it, 1, visit)
        start = low.board.surface(space, 1)
        stop = op("+", low.board.surface(space, Load("height", space)), 1)
        inner.write(p.For(level, start, stop, tuple(held.out)))


def _wizards(query: m.Query, code: Code, conditions: list[m.Term], visit: Visit, skip: int) -> None:
    low = code.low
    owner = _fixed(query, conditions, "owner:wizard", code)
    cell = _fixed(query, conditions, "place:wizard", code)
    visible = _take(query, conditions, "visible:wizard")
    if owner is not None:
        owner = code.name(owner)
    if cell is not None:
        if visible:
            inner = code.inner()
            _colours(query, inner, cell, owner, conditions, visit)
            code.write(p.If(low.board.is_top(cell), tuple(inner.out)))
        else:
            _colours(query, code, cell, owner, conditions, visit)
        return
    for inner, space in _spaces(query, code, conditions, skip):
        if visible:
            top = inner.name(low.board.top(space))
            _colours(query, inner, top, owner, conditions, visit)
            continue
        level = low.fresh("c")
        held = inner.inner()
        _colours(query, held, Var(level), owner, conditions, visit)
        stop = op("+", low.board.surface(space, Load("height", space)), 1)
        inner.write(p.For(level, low.board.surface(space, 0), stop, tuple(held.out)))


def _cards(query: m.Query, code: Code, conditions: list[m.Term], visit: Visit) -> None:
    """Write the loop over the kinds of cards in the actor's hand or among the discards."""
    low = code.low
    k = low.fresh("k")
    inner = code.inner()
    held = inner.inner()
    it = Var(k)
    held.env[query.variable] = it
    in_hand = Load("hand", low.board.in_hand(Load("actor", 0), it))
    discarded = _take(query, conditions, "discarded:card")
    copies = inner.name(Load("discard", it) if discarded else in_hand)
    _visit(held, conditions, it, copies, visit)
    inner.write(p.If(op(">", copies, 0), tuple(held.out)))
    code.write(p.For(k, 0, len(low.layout.cards), tuple(inner.out)))


def _numbers(query: m.Query, code: Code, conditions: list[m.Term], visit: Visit) -> None:
    low = code.low
    k = low.fresh("k")
    inner = code.inner()
    inner.env[query.variable] = Var(k)
    _visit(inner, conditions, Var(k), 1, visit)
    assert query.low is not None
    assert query.high is not None
    start = op("max", 0, code.expr(query.low))
    most = low.layout.radix("number")
    stop = op("min", op("+", code.expr(query.high), 1), most)
    code.write(p.For(k, start, stop, tuple(inner.out)))


def _colours(
    query: m.Query,
    code: Code,
    cell: Expr,
    owner: Expr | None,
    conditions: list[m.Term],
    visit: Visit,
) -> None:
    """Write the loop over the colours on one surface."""
    low = code.low
    cell = code.name(cell)
    inner = code.inner()
    player: Expr
    if owner is None:
        name = low.fresh("p")
        player = Var(name)
    else:
        player = owner
    held = inner.inner()
    weight = inner.name(low.board.count(cell, player))
    it = held.name(low.board.wizard(cell, player))
    held.env[query.variable] = it
    _visit(held, conditions, it, weight, visit)
    inner.write(p.If(weight, tuple(held.out)))
    if owner is not None:
        code.write(*inner.out)
        return
    loop = p.For(name, 0, low.layout.players, tuple(inner.out))
    code.write(p.If(op("!=", Load("cell", cell), 0), (loop,)))


def _count_up(code: Code, _: Expr, weight: Expr) -> None:
    code.write(p.Assign("n", op("+", Var("n"), weight)))
