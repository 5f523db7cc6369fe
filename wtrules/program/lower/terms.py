"""Lowering of terms: from what rules mean to expressions of the program form."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from wtrules.language.things import THINGS, is_pair
from wtrules.meaning import nodes as m
from wtrules.meaning import values
from wtrules.node import rewrite
from wtrules.program import program as p
from wtrules.program.limits import SPLIT
from wtrules.program.lower import memories, permissions, piles, properties, queries
from wtrules.program.lower.code import Code, function
from wtrules.program.lower.nothing import depends_on, may_be_nothing, named
from wtrules.program.program import NOTHING, Expr, Load, Var, chain, op
from wtrules.syntax import nodes as n

_FEW = 8  # ranges of a list that are compared one after another
_DENSE = 1024  # numbers of a table or list that has an entry for each


def expr(term: m.Term, code: Code) -> Expr:
    """Return the expression that gives a term's value."""
    match term:  # most terms are one of these
        case m.Const():
            return p.clamp(term.value)
        case m.Local():
            return code.env[term.name]
        case m.Calc() if (constant := m.constant(term)) is not None:
            return p.clamp(constant)
    budget = code.low.budget
    budget.spend(1, code.origin)
    budget.enter(code.origin)
    if code.levels == SPLIT:
        value = function(
            "part", [term], code, lambda inner: inner.write(p.Return(inner.expr(term)))
        )
    else:
        code.levels += 1
        value = _expr(term, code)
        code.levels -= 1
    budget.leave()
    return value


def _expr(term: m.Term, code: Code) -> Expr:
    doubtful = [part for part in depends_on(term) if may_be_nothing(part, code.low)]
    if doubtful:
        return _if_known(term, doubtful, code)
    match term:
        case m.Recall():
            return Load(memories.field_of(term.id), memories.index(term.of, code))
        case m.Column():
            return _column(term, code)
        case m.ListAt():
            return _list_at(term, code)
        case m.Among():
            return _among(term, code)
        case m.Prim(op="own:deck", args=(m.Const(value=number), owner)):
            return code.low.layout.pile_of(number, code.expr(owner))
        case m.Prim(op="from:card", args=(card, deck)):
            return piles.is_from(code.expr(card), code.expr(deck), code.low)
        case m.Prim():
            return properties.answer(term.op, code.expr(term.args[0]) if term.args else 0, code)
        case m.Calc():
            return _calc(term, code)
        case m.Meant():
            return _meant(term, code)
        case m.Conditional():
            return _conditional(term, code)
        case m.Search():
            return queries.search(term, code)
        case m.Best():
            return queries.best(term, code)
        case m.Possible():
            return permissions.test(term.action, code)
    raise TypeError(f"{type(term).__name__} is lowered by `expr`")


def _if_known(term: m.Term, doubtful: list[m.Term], code: Code) -> Expr:
    """Return the value of a term, or nothing if a part it depends on is nothing."""
    change, env = named(doubtful, code, lambda _, value, __: value)
    asked: m.Term = rewrite(term, change)

    def body(inner: Code) -> None:
        for name in env:
            inner.write(p.If(op("<", inner.env[name], 0), (p.Return(_of_nothing(term)),)))
        inner.write(p.Return(inner.expr(asked)))

    outer = evolve(code, env={**code.env, **env})
    return function("if_known", [asked], outer, body)


def _meant(term: m.Meant, code: Code) -> Expr:
    """Return the value of a defined word: a long definition is a function, which all its uses share."""
    low = code.low
    if not low.is_shared(term.id):
        return code.expr(low.unfold(term))
    # Questions about what may be nothing are asked in another way.
    doubtful = any(may_be_nothing(arg, low) for arg in term.args)
    key = (term.id, doubtful, isinstance(code.group, int))
    if key not in low.shared:
        low.shared[key] = _define(term, doubtful, code)
    args = [code.expr(arg) for arg in term.args]
    group = () if isinstance(code.group, int) else (code.group,)
    return p.Call(low.shared[key], (*args, *group))


def _define(term: m.Meant, doubtful: bool, code: Code) -> str:
    """Write the function of a defined word and return its name."""
    low = code.low
    things = [m.Local(arg.type, low.fresh("it"), span=term.span) for arg in term.args]
    if doubtful:
        low.uncertain |= {thing.name for thing in things}
    value = low.unfold(evolve(term, args=tuple(things)))
    outer = evolve(code, env={thing.name: Var(thing.name) for thing in things})
    call = function(
        "word", [*things], outer, lambda inner: inner.write(p.Return(inner.expr(value)))
    )
    assert isinstance(call, p.Call)
    return call.function


def _among(term: m.Among, code: Code) -> Expr:
    """Return whether a value is in a list; a long list is a function, so that the value is named."""
    if len(term.ranges) <= _FEW:
        return _in_ranges(code.expr(term.item), term.ranges, code)

    def body(inner: Code) -> None:
        inner.write(p.Return(_in_ranges(Var("v_0"), term.ranges, code)))

    item = m.Local(term.item.type, code.low.fresh("item"), span=term.span)
    outer = evolve(code, env={item.name: code.expr(term.item)})
    return function("among", [item], outer, body)


def _in_ranges(item: Expr, ranges: Sequence[range], code: Code) -> Expr:
    """Return whether a number is in one of some ranges."""
    code.low.budget.spend(len(ranges), code.origin)
    return chain("or", [0, *(_in_range(item, span) for span in ranges)])


def _in_range(item: Expr, span: range) -> Expr:
    if len(span) == 1:
        return op("==", item, span[0])
    return op("and", op(">=", item, span.start), op("<", item, span.stop)) if span else 0


def _conditional(term: m.Conditional, code: Code) -> Expr:
    def body(inner: Code) -> None:
        value = (p.Return(inner.expr(term.value)),)
        inner.write(p.If(inner.expr(term.condition), value))
        inner.write(p.Return(inner.expr(term.otherwise)))

    return function("conditional", [term], code, body)


def _column(term: m.Column, code: Code) -> Expr:
    low = code.low
    table = values.table(low.rules, term.table)
    assert table is not None
    words = low.meaning.symbols
    name, numbers = "table", {word: i for i, word in enumerate(words)}
    if term.type == "outcome":  # 0 is none
        name, numbers = "outcomes", {id: i for i, id in enumerate(low.meaning.outcomes, start=1)}
    name = f"{name}_{term.table}_{term.column}"

    def number(row: n.Row | None) -> int:
        cell = table.in_row(row, term.column)
        return numbers.get(cell, 0) if isinstance(cell, str) else cell or 0

    if term.key is None:
        return number(table.row(low.layout.players))
    key = code.expr(term.key)
    if term.key.type == "symbol":
        rows = {cell.text: row for row in table.rows[::-1] for cell in row.keys[::-1]}
        _add_table(name, [number(rows.get(word)) for word in words], code)
        return p.Entry(name, key)
    runs = [(start, number(row)) for start, row in table.runs()]
    most = runs[-1][0]
    key = _between(0, key, most)
    if most > _DENSE:
        return p.Call(_search(name, runs, code), (key,))
    stops = [*(start for start, _ in runs[1:]), most + 1]
    filled = [[value] * (stop - start) for (start, value), stop in zip(runs, stops, strict=True)]
    _add_table(name, [value for run in filled for value in run], code)
    return p.Entry(name, key)


def _search(name: str, runs: Sequence[tuple[int, int]], code: Code) -> str:
    """Write the function that finds a value among runs of numbers; return its name."""

    def body(runs: Sequence[tuple[int, int]]) -> p.Body:
        half = len(runs) // 2
        if not half:
            return (p.Return(runs[0][1]),)
        is_before = op("<", Var("key"), runs[half][0])
        return (p.If(is_before, body(runs[:half]), body(runs[half:])),)

    if name not in code.low.functions:
        code.low.budget.spend(2 * len(runs), code.origin)
        # A function ends with a `return`, even if it is never reached.
        code.low.define(p.Function(name, ("key",), (*body(runs), p.Return(0)), origin=code.origin))
    return name


def _add_table(name: str, entries: Sequence[int], code: Code) -> None:
    if name not in code.low.tables:
        code.low.budget.spend(len(entries), code.origin)
        code.low.tables[name] = tuple(entries)


def _list_at(term: m.ListAt, code: Code) -> Expr:
    low = code.low
    value = values.list_of(low.rules, term.id)
    assert value is not None
    name = "list_" + term.id.replace(".", "_")
    symbols = {word: i for i, word in enumerate(low.meaning.symbols)}
    nothing = NOTHING if term.type == "symbol" else 0

    def number(index: int) -> int:
        entry = value.at(index)
        if isinstance(entry, str):
            return symbols.get(entry, 0)
        return entry if isinstance(entry, int) and entry else nothing

    key = code.expr(term.key)
    if isinstance(key, int):
        return number(key)
    if term.key.type == "space":
        first, last = 0, max(low.layout.board.spaces, value.first + len(value.entries)) - 1
    else:  # one entry for all numbers before the list, and one for all after it
        first, last = value.first - 1, value.first + len(value.entries)
        key = _between(0, op("-", key, first), last - first)
        name += "_by_number"
    _add_table(name, [number(index) for index in range(first, last + 1)], code)
    return p.Entry(name, key)


def _calc(term: m.Calc, code: Code) -> Expr:
    low = code.low
    args = [code.expr(arg) for arg in term.args]
    match term.op:
        case "space":  # by its number
            return op("%", args[0], low.layout.board.spaces)
        case "space+":
            return low.board.walk(*args)
        case "space-":
            return low.board.walk_back(*args)
        case "pair":  # what a memory is kept for
            second = low.layout.radix(term.args[1].type)
            return op("+", op("*", args[0], second), args[1])
        case "=":
            return op("==", *args)
        case "/":
            return op("//", args[0], op("max", 1, args[1]))
        case "mod":
            return op("%", args[0], op("max", 1, args[1]))
        case "+" | "-" | "*":
            return op("clamp", op(term.op, *args))
        case _:
            return op(term.op, *args)


def _between(least: int, value: Expr, most: int) -> Expr:
    return op("max", least, op("min", value, most))


def _of_nothing(term: m.Term) -> int:
    """Return the answer to a question about nothing."""
    if term.type in THINGS or term.type == "symbol" or is_pair(term.type):
        return NOTHING
    return int(isinstance(term, m.Search) and term.word == "no")
