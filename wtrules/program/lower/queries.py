"""Lowering of queries: loops over pieces and places.

Questions about many things (`number of`, `any`, `next` …) become functions with a loop; what they
use of the rule around them is handed to them as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define

from wtrules.program import program as p
from wtrules.program.lower.context import Context
from wtrules.program.lower.nothing import depends_on
from wtrules.program.lower.terms import Terms, free_names, rewrite
from wtrules.program.program import Expr, Load, Op, Var, op
from wtrules.rules import meaning as m
from wtrules.rules.relations import relate

Visit = Callable[[Context, Expr, Expr], None]


@define
class Queries(Terms):
    """Lowers queries."""

    def search(self, term: m.Search, ctx: Context) -> Expr:
        query = term.query
        plain = self._plain_crowd(term, ctx)
        if plain is not None:
            return plain

        def body(inner: Context) -> None:
            match term.word:
                case "number of":
                    inner.emit(p.Assign("n", 0))
                    self.loop(query, inner, _count_up)
                    inner.emit(p.Return(Var("n")))
                case "any" | "no":
                    found = int(term.word == "any")
                    self.loop(query, inner, lambda c, _, __: c.emit(p.Return(found)))
                    inner.emit(p.Return(1 - found))
                case "first" | "next":
                    skip = int(term.word == "next")
                    self.loop(query, inner, lambda c, it, _: c.emit(p.Return(it)), skip=skip)
                    inner.emit(p.Return(-1))
                case _:
                    self._random(query, inner)

        return self.function(f"{term.word.split()[0]}_{query.kind}", [term], ctx, body)

    def _plain_crowd(self, term: m.Search, ctx: Context) -> Expr | None:
        """A surface's own number needs no loop."""
        query = term.query
        if query.kind != "wizard" or query.where is not None or len(query.relations) != 1:
            return None
        word, target = query.relations[0]
        if word != "on" or target.type != "place":
            return None
        cell = self.expr(target, ctx)
        match term.word:
            case "number of":
                return self.crowd(cell)
            case "any":
                return op("!=", Load("cell", cell), 0)
            case "no":
                return op("==", Load("cell", cell), 0)
        return None

    def _random(self, query: m.Query, ctx: Context) -> None:
        ctx.emit(p.Assign("n", 0))
        self.loop(query, ctx, lambda c, _, __: c.emit(p.Assign("n", op("+", Var("n"), 1))))
        ctx.emit(p.If(op("==", Var("n"), 0), (p.Return(-1),)))
        ctx.emit(p.Assign("k", p.Call("random", (Var("n"),))))

        def pick(c: Context, it: Expr, _: Expr) -> None:
            c.emit(p.If(op("==", Var("k"), 0), (p.Return(it),)))
            c.emit(p.Assign("k", op("-", Var("k"), 1)))

        self.loop(query, ctx, pick)
        ctx.emit(p.Return(-1))

    def best(self, term: m.Best, ctx: Context) -> Expr:
        def body(inner: Context) -> None:
            inner.emit(p.Assign("n", 0), p.Assign("seen", 0))

            def visit(c: Context, _: Expr, weight: Expr) -> None:
                value = self.expr(term.value, c)
                if term.word == "total":
                    value = op("clamp", op("*", value, weight))
                    c.emit(p.Assign("n", op("clamp", op("+", Var("n"), value))))
                    return
                sign = ">" if term.word == "highest" else "<"
                better = op("or", op("==", Var("seen"), 0), Op(sign, (value, Var("n"))))
                c.emit(p.If(better, (p.Assign("n", value), p.Assign("seen", 1))))

            self.loop(term.query, inner, visit)
            inner.emit(p.Return(Var("n")))

        return self.function(f"{term.word}_{term.query.kind}", [term], ctx, body)

    def function(
        self, stem: str, terms: list[m.Term], ctx: Context, body: Callable[[Context], None]
    ) -> Expr:
        """Write a function around *terms* and return the call of it from here."""
        names = [name for name in sorted(free_names(terms)) if name in ctx.env]
        passed = [name for name in names if not isinstance(ctx.env[name], int)]
        env: dict[str, Expr] = {
            name: ctx.env[name] if name not in passed else Var(f"v_{i}")
            for i, name in enumerate(names)
        }
        parameters = [f"v_{i}" for i, name in enumerate(names) if name in passed]
        args = [ctx.env[name] for name in passed]
        group = ctx.group
        if not isinstance(group, int):
            parameters.append("group")
            args.append(group)
            group = Var("group")
        inner = Context(env, [], ctx.origin, group=group, active=ctx.active)
        body(inner)
        key = (tuple(parameters), tuple(inner.out))
        for known in self.functions.values():  # the same question asked twice is asked once
            if (known.parameters, known.body) == key:
                return p.Call(known.name, tuple(args))
        name = self.fresh(stem)
        self.functions[name] = p.Function(
            name, tuple(parameters), tuple(inner.out), origin=ctx.origin
        )
        return p.Call(name, tuple(args))

    def loop(self, query: m.Query, ctx: Context, visit: Visit, *, skip: int = 0) -> None:
        """Write loops over what a query finds; *visit* writes the code for each.

        *skip* leaves out the place where the search begins. For wizards the third argument of
        *visit* is how many stand there alike.
        """
        doubtful = [part for part in depends_on(query) if self.may_be_nothing(part)]
        if doubtful:
            change, env = self.named(doubtful, ctx, lambda _, value: self._name(ctx, value))
            inner = ctx.inner()
            inner.env |= env
            self.loop(rewrite(query, change), inner, visit, skip=skip)
            known: Expr = 1
            for value in env.values():
                known = op("and", known, op(">=", value, 0))
            ctx.emit(p.If(known, tuple(inner.out)))
            return
        variable = query.variable
        conditions = [*self._relations(query), *self.conjuncts(query.where)]
        match query.kind:
            case "player":
                self._players(query, ctx, conditions, visit, skip)
            case "space" | "place":
                for inner, space in self._spaces(query, ctx, conditions, skip):
                    it = space if query.kind == "space" else self._name(inner, self.top(space))
                    inner.env[variable] = it
                    self._visit(inner, conditions, it, 1, visit)
            case "tower":
                self._towers(query, ctx, conditions, visit, skip)
            case "wizard":
                self._wizards(query, ctx, conditions, visit, skip)
            case "card":
                k = self.fresh("k")
                inner = ctx.inner()
                held = inner.inner()
                it = Var(k)
                held.env[variable] = it
                hand = op("+", op("*", Load("actor", 0), len(self.shape.cards)), it)
                discarded = self._take(query, conditions, "discarded:card")
                where = Load("discard", it) if discarded else Load("hand", hand)
                copies = self._name(inner, where)
                self._visit(held, conditions, it, copies, visit)
                inner.emit(p.If(op(">", copies, 0), tuple(held.out)))
                ctx.emit(p.For(k, 0, len(self.shape.cards), tuple(inner.out)))
            case "number":
                k = self.fresh("k")
                inner = ctx.inner()
                inner.env[variable] = Var(k)
                self._visit(inner, conditions, Var(k), 1, visit)
                assert query.low is not None
                assert query.high is not None
                low = op("max", 0, self.expr(query.low, ctx))
                most = self.shape.radix("number")
                stop = op("min", op("+", self.expr(query.high, ctx), 1), most)
                ctx.emit(p.For(k, low, stop, tuple(inner.out)))
            case "spell":
                k = self.fresh("k")
                inner = ctx.inner()
                inner.env[variable] = Var(k)
                self._visit(inner, conditions, Var(k), 1, visit)
                ctx.emit(p.For(k, 0, len(self.shape.spells), tuple(inner.out)))

    def _relations(self, query: m.Query) -> Iterator[m.Term]:
        subject = m.Local(query.kind, query.variable, span=query.span)
        for word, target in query.relations:
            made = relate(word, subject, target, query.span)
            assert made is not None
            yield from self.conjuncts(made)

    def _visit(
        self, ctx: Context, conditions: list[m.Term], it: Expr, weight: Expr, visit: Visit
    ) -> None:
        """Write the rest of the conditions around what *visit* writes."""
        ctx.found = ctx.found | {name for name, value in ctx.env.items() if value is it}
        holds: Expr = 1
        for condition in conditions:
            holds = op("and", holds, self.expr(condition, ctx))
        if holds == 0:
            return
        if holds == 1:
            visit(ctx, it, weight)
            return
        inner = ctx.inner()
        visit(inner, it, weight)
        ctx.emit(p.If(holds, tuple(inner.out)))

    def _name(self, ctx: Context, value: Expr) -> Expr:
        """Give a value a variable, so that it is worked out once."""
        if isinstance(value, int | Var):
            return value
        name = self.fresh("x")
        ctx.emit(p.Assign(name, value))
        return Var(name)

    def _fixed(
        self, query: m.Query, conditions: list[m.Term], op_: str, ctx: Context
    ) -> Expr | None:
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
                        and not self.may_be_nothing(other)
                    ):
                        conditions.remove(condition)
                        return self.expr(other, ctx)
        return None

    def _take(self, query: m.Query, conditions: list[m.Term], op_: str) -> bool:
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

    def _players(
        self, query: m.Query, ctx: Context, conditions: list[m.Term], visit: Visit, skip: int
    ) -> None:
        i = self.fresh("i")
        inner = ctx.inner()
        it: Expr = Var(i)
        if query.origin is not None:
            it = self._name(inner, self.around(query, self.expr(query.origin, ctx), Var(i)))
        inner.env[query.variable] = it
        self._visit(inner, conditions, it, 1, visit)
        ctx.emit(p.For(i, skip, self.shape.players, tuple(inner.out)))

    def around(self, query: m.Query, origin: Expr, step: Expr) -> Expr:
        """Return the player or space so many steps from the origin of a query."""
        size = self.shape.players if query.kind == "player" else self.shape.spaces
        sign = "+" if query.direction == "clockwise" else "-"
        return op("%", op(sign, origin, step), size)

    def _spaces(
        self, query: m.Query, ctx: Context, conditions: list[m.Term], skip: int
    ) -> Iterator[tuple[Context, Expr]]:
        """Write the loop over spaces around what the caller writes into the inner context."""
        fixed = self._fixed(query, conditions, f"space:{query.kind}", ctx)
        inner = ctx.inner()
        if fixed is not None:
            space = self._name(ctx, fixed)
            yield inner, space
            # A loop all the same, so that `stop` has something to leave.
            ctx.emit(p.For(self.fresh("once"), 0, 1, tuple(inner.out)))
            return
        i = self.fresh("s")
        space = Var(i)
        if query.origin is not None:
            origin = self._name(ctx, self.expr(query.origin, ctx))
            space = self._name(inner, self.around(query, origin, Var(i)))
        yield inner, space
        ctx.emit(p.For(i, skip, self.shape.spaces, tuple(inner.out)))

    def _towers(
        self, query: m.Query, ctx: Context, conditions: list[m.Term], visit: Visit, skip: int
    ) -> None:
        topmost = self._take(query, conditions, "topmost:tower")
        for inner, space in self._spaces(query, ctx, conditions, skip):
            if topmost:
                held = inner.inner()
                it = self._name(held, self.top(space))
                held.env[query.variable] = it
                self._visit(held, conditions, it, 1, visit)
                inner.emit(p.If(op(">", Load("height", space), 0), tuple(held.out)))
                continue
            level = self.fresh("t")
            held = inner.inner()
            it = Var(level)
            held.env[query.variable] = it
            self._visit(held, conditions, it, 1, visit)
            start = self.place(space, 1)
            stop = op("+", self.place(space, Load("height", space)), 1)
            inner.emit(p.For(level, start, stop, tuple(held.out)))

    def _wizards(
        self, query: m.Query, ctx: Context, conditions: list[m.Term], visit: Visit, skip: int
    ) -> None:
        owner = self._fixed(query, conditions, "owner:wizard", ctx)
        cell = self._fixed(query, conditions, "place:wizard", ctx)
        visible = self._take(query, conditions, "visible:wizard")
        if owner is not None:
            owner = self._name(ctx, owner)
        if cell is not None:
            if visible:
                top = op(
                    "==", op("%", cell, self.shape.levels), Load("height", self.space_of(cell))
                )
                inner = ctx.inner()
                self._colours(query, inner, cell, owner, conditions, visit)
                ctx.emit(p.If(top, tuple(inner.out)))
            else:
                self._colours(query, ctx, cell, owner, conditions, visit)
            return
        for inner, space in self._spaces(query, ctx, conditions, skip):
            if visible:
                top = self._name(inner, self.top(space))
                self._colours(query, inner, top, owner, conditions, visit)
                continue
            level = self.fresh("c")
            held = inner.inner()
            self._colours(query, held, Var(level), owner, conditions, visit)
            stop = op("+", self.place(space, Load("height", space)), 1)
            inner.emit(p.For(level, self.place(space, 0), stop, tuple(held.out)))

    def _colours(
        self,
        query: m.Query,
        ctx: Context,
        cell: Expr,
        owner: Expr | None,
        conditions: list[m.Term],
        visit: Visit,
    ) -> None:
        """Write the loop over the colours on one surface."""
        cell = self._name(ctx, cell)
        inner = ctx.inner()
        player: Expr
        if owner is None:
            name = self.fresh("p")
            player = Var(name)
        else:
            player = owner
        held = inner.inner()
        weight = self._name(inner, self.count(cell, player))
        it = self._name(held, self.wizard(cell, player))
        held.env[query.variable] = it
        self._visit(held, conditions, it, weight, visit)
        inner.emit(p.If(weight, tuple(held.out)))
        if owner is not None:
            ctx.emit(*inner.out)
            return
        loop = p.For(name, 0, self.shape.players, tuple(inner.out))
        ctx.emit(p.If(op("!=", Load("cell", cell), 0), (loop,)))


def _count_up(ctx: Context, _: Expr, weight: Expr) -> None:
    ctx.emit(p.Assign("n", op("+", Var("n"), weight)))
