"""Lowering of terms: from what rules mean to expressions of the program form."""

from __future__ import annotations

from attrs import evolve

from wtrules.language.things import THINGS
from wtrules.node import rewrite
from wtrules.program import program as p
from wtrules.program.lower import permissions, properties, queries
from wtrules.program.lower.code import Code
from wtrules.program.lower.functions import function
from wtrules.program.lower.nothing import depends_on, may_be_nothing, named
from wtrules.program.program import NOTHING, Expr, Load, op
from wtrules.rules import meaning as m
from wtrules.rules import values


def expr(term: m.Term, code: Code) -> Expr:
    """Return the expression that gives a term's value."""
    match term:  # most terms are one of these
        case m.Const():
            return p.clamp(term.value)
        case m.Local():
            return code.env[term.name]
    doubtful = [part for part in depends_on(term) if may_be_nothing(part, code.low)]
    if doubtful:
        return _if_known(term, doubtful, code)
    match term:
        case m.Recall():
            index = code.expr(term.of) if term.of is not None else 0
            return Load(f"memory.{term.id}", index)
        case m.Column():
            return _column(term, code)
        case m.ListAt():
            return _list_at(term, code)
        case m.Among():
            item = code.expr(term.item)
            found: Expr = 0
            for value in term.values:
                found = op("or", found, op("==", item, value))
            return found
        case m.Prim():
            return properties.answer(term.op, code.expr(term.args[0]) if term.args else 0, code)
        case m.Calc():
            return _calc(term, code)
        case m.Meant():
            return code.expr(code.low.unfold(term))
        case m.Conditional():
            return _conditional(term, code)
        case m.Search():
            return queries.search(term, code)
        case m.Best():
            return queries.best(term, code)
        case m.Possible():
            return permissions.test(term.action, code)


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
    symbols = {name: i for i, name in enumerate(words)}

    def number(key: int | str) -> int:
        cell = table.cell(key, term.column)
        return symbols.get(cell, 0) if isinstance(cell, str) else cell or 0

    if term.key is None:
        return number(low.layout.players)
    name = f"table_{term.table}_{term.column}"
    if term.key.type == "symbol":
        low.tables[name] = tuple(number(word) for word in words)
        return p.Entry(name, code.expr(term.key))
    most = max((c.high or c.low or 0 for row in table.rows for c in row.keys), default=0)
    low.tables[name] = tuple(number(key) for key in range(most + 2))
    return p.Entry(name, _between(0, code.expr(term.key), most + 1))


def _list_at(term: m.ListAt, code: Code) -> Expr:
    low = code.low
    value = values.list_of(low.rules, term.id)
    assert value is not None
    name = "list_" + term.id.replace(".", "_")
    length = max(low.layout.spaces, value.first + len(value.entries))
    symbols = {word: i for i, word in enumerate(low.meaning.symbols)}
    nothing = NOTHING if term.type == "symbol" else 0
    entries = tuple(
        symbols.get(e, 0) if isinstance(e, str) else e if isinstance(e, int) and e else nothing
        for e in map(value.at, range(length))
    )
    low.tables[name] = entries
    key = code.expr(term.key)
    if isinstance(key, int):
        return entries[key] if 0 <= key < length else 0
    if term.key.type != "space":
        key = _between(0, key, length - 1)
    return p.Entry(name, key)


def _calc(term: m.Calc, code: Code) -> Expr:
    low = code.low
    args = [code.expr(arg) for arg in term.args]
    match term.op:
        case "space+":
            return low.board.ring(args[0], args[1])
        case "space-":
            return op("%", op("-", args[0], args[1]), low.layout.spaces)
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
    if term.type in THINGS or term.type == "symbol":
        return NOTHING
    return int(isinstance(term, m.Search) and term.word == "no")
