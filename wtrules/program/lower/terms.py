"""Lowering of terms: from what rules mean to expressions of the program form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from wtrules.language.things import THINGS
from wtrules.node import Change, rewrite, walk
from wtrules.program import program as p
from wtrules.program.lower import properties
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.nothing import NOTHING, depends_on, may_be_nothing
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m
from wtrules.rules import values


class Terms:
    """Lowers terms."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._uncertain: set[str] = set()  # variables that may hold nothing

    def expr(self, term: m.Term, code: Code) -> Expr:
        """Return the expression that gives a term's value."""
        doubtful = [part for part in depends_on(term) if self.may_be_nothing(part)]
        if doubtful:
            return self._if_known(term, doubtful, code)
        match term:
            case m.Const():
                return p.clamp(term.value)
            case m.Local():
                return code.env[term.name]
            case m.Recall():
                index = self.expr(term.of, code) if term.of is not None else 0
                return Load(f"memory.{term.id}", index)
            case m.Column():
                return self._column(term, code)
            case m.ListAt():
                return self._list_at(term, code)
            case m.Among():
                item = self.expr(term.item, code)
                found: Expr = 0
                for value in term.values:
                    found = op("or", found, op("==", item, value))
                return found
            case m.Prim():
                args = [self.expr(arg, code) for arg in term.args]
                return properties.lower(self._lowering, term.op, args[0] if args else 0, code)
            case m.Calc():
                return self._calc(term, code)
            case m.Meant():
                return self.expr(self.unfold(term), code)
            case m.Search():
                return self._lowering.queries.search(term, code)
            case m.Best():
                return self._lowering.queries.best(term, code)
            case m.Conditional():
                return self._conditional(term, code)
            case m.Possible():
                return self._lowering.permissions.possible(term.action, code)

    def all_true(self, terms: Sequence[m.Term], code: Code, first: Expr = 1) -> Expr:
        """Return whether *first* and all conditions are true."""
        result = first
        for term in terms:
            result = op("and", result, self.expr(term, code))
        return result

    def may_be_nothing(self, term: m.Term) -> bool:
        """Return whether a term may find nothing."""
        return may_be_nothing(term, self._uncertain, self.unfold)

    def note_uncertain(self, name: str, value: m.Term) -> None:
        """Remember that a variable may hold nothing, if its value may."""
        if self.may_be_nothing(value):
            self._uncertain.add(name)

    def named(
        self, parts: list[m.Term], code: Code, keep: Callable[[str, Expr], Expr]
    ) -> tuple[Change, dict[str, Expr]]:
        """Return a change that replaces these very parts by names, and the values of the names."""
        names = [m.Local(t.type, self._lowering.fresh("it"), span=t.span) for t in parts]
        env = {
            name.name: keep(name.name, self.expr(term, code))
            for name, term in zip(names, parts, strict=True)
        }

        def change(part: object) -> m.Term | None:
            return next((n for n, t in zip(names, parts, strict=True) if t is part), None)

        return change, env

    def _if_known(self, term: m.Term, doubtful: list[m.Term], code: Code) -> Expr:
        """Return the value of a term, or nothing if a part it depends on is nothing."""
        change, env = self.named(doubtful, code, lambda _, value: value)
        asked: m.Term = rewrite(term, change)

        def body(inner: Code) -> None:
            for name in env:
                inner.write(p.If(op("<", inner.env[name], 0), (p.Return(_of_nothing(term)),)))
            inner.write(p.Return(self.expr(asked, inner)))

        outer = evolve(code, env={**code.env, **env})
        return self.function("if_known", [asked], outer, body)

    def function(
        self, stem: str, terms: list[m.Term], code: Code, body: Callable[[Code], None]
    ) -> Expr:
        """Write a function around *terms* and return the call of it; *body* writes its code.

        The variables that occur in the terms become its parameters.
        """
        names = [name for name in sorted(free_names(terms)) if name in code.env]
        passed = [name for name in names if not isinstance(code.env[name], int)]
        env: dict[str, Expr] = {
            name: code.env[name] if name not in passed else Var(f"v_{i}")
            for i, name in enumerate(names)
        }
        parameters = [f"v_{i}" for i, name in enumerate(names) if name in passed]
        args = [code.env[name] for name in passed]
        group = code.group
        if not isinstance(group, int):
            parameters.append("group")
            args.append(group)
            group = Var("group")
        inner = Code(env, [], code.origin, group=group, active=code.active)
        body(inner)
        key = (tuple(parameters), tuple(inner.out))
        for known in self._lowering.functions.values():  # equal questions share a function
            if (known.parameters, known.body) == key:
                return p.Call(known.name, tuple(args))
        name = self._lowering.fresh(stem)
        self._lowering.define(p.Function(name, *key, origin=code.origin))
        return p.Call(name, tuple(args))

    def _conditional(self, term: m.Conditional, code: Code) -> Expr:
        def body(inner: Code) -> None:
            value = (p.Return(self.expr(term.value, inner)),)
            inner.write(p.If(self.expr(term.condition, inner), value))
            inner.write(p.Return(self.expr(term.otherwise, inner)))

        return self.function("conditional", [term], code, body)

    def _column(self, term: m.Column, code: Code) -> Expr:
        table = values.table(self._lowering.rules, term.table)
        assert table is not None
        words = self._lowering.meaning.symbols
        symbols = {name: i for i, name in enumerate(words)}

        def number(key: int | str) -> int:
            cell = table.cell(key, term.column)
            return symbols.get(cell, 0) if isinstance(cell, str) else cell or 0

        if term.key is None:
            return number(self._lowering.layout.players)
        name = f"table_{term.table}_{term.column}"
        if term.key.type == "symbol":
            self._lowering.tables[name] = tuple(number(word) for word in words)
            return p.Entry(name, self.expr(term.key, code))
        most = max((c.high or c.low or 0 for row in table.rows for c in row.keys), default=0)
        self._lowering.tables[name] = tuple(number(key) for key in range(most + 2))
        return p.Entry(name, _between(0, self.expr(term.key, code), most + 1))

    def _list_at(self, term: m.ListAt, code: Code) -> Expr:
        value = values.list_of(self._lowering.rules, term.id)
        assert value is not None
        name = "list_" + term.id.replace(".", "_")
        length = max(self._lowering.layout.spaces, value.first + len(value.entries))
        symbols = {word: i for i, word in enumerate(self._lowering.meaning.symbols)}
        nothing = NOTHING if term.type == "symbol" else 0
        entries = tuple(
            symbols.get(e, 0) if isinstance(e, str) else e if isinstance(e, int) and e else nothing
            for e in map(value.at, range(length))
        )
        self._lowering.tables[name] = entries
        key = self.expr(term.key, code)
        if isinstance(key, int):
            return entries[key] if 0 <= key < length else 0
        if term.key.type != "space":
            key = _between(0, key, length - 1)
        return p.Entry(name, key)

    def _calc(self, term: m.Calc, code: Code) -> Expr:
        args = [self.expr(arg, code) for arg in term.args]
        match term.op:
            case "space+":
                return self._lowering.board.ring(args[0], args[1])
            case "space-":
                return op("%", op("-", args[0], args[1]), self._lowering.layout.spaces)
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

    def unfold(self, term: m.Meant) -> m.Term:
        """Return the definition of a defined word, with the thing it is asked of filled in."""
        define = self._lowering.meaning.defines[term.id]
        if define.parameter is None:
            return define.value
        return _substitute(define.value, define.parameter[0], term.args[0])

    def conjuncts(self, term: m.Term | None) -> Iterator[m.Term]:
        """Yield the conditions that must all be true, defined words unfolded."""
        match term:
            case None:
                return
            case m.Calc(op="and"):
                for arg in term.args:
                    yield from self.conjuncts(arg)
            case m.Meant():
                yield from self.conjuncts(self.unfold(term))
            case _:
                yield term


def free_names(terms: object) -> set[str]:
    """Return the variables that occur in terms, statements or tuples of them."""
    return {part.name for part in walk(terms) if isinstance(part, m.Local)}


def _substitute(term: m.Term, name: str, value: m.Term) -> m.Term:
    def change(part: object) -> m.Term | None:
        return value if isinstance(part, m.Local) and part.name == name else None

    made: m.Term = rewrite(term, change)
    return made


def _between(low: int, value: Expr, high: int) -> Expr:
    return op("max", low, op("min", value, high))


def _of_nothing(term: m.Term) -> int:
    """Return the answer to a question about nothing."""
    if term.type in THINGS or term.type == "symbol":
        return NOTHING
    return int(isinstance(term, m.Search) and term.word == "no")
