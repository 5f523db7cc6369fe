"""Lowering of terms: from what rules mean to expressions of the program form.

Questions about many things (`number of`, `any`, `next` …) become functions with a loop; what they
use of the rule around them is handed to them as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, evolve, field, fields

from wtrules.program import program as p
from wtrules.program.layout import Layout
from wtrules.program.program import Expr, Load, Op, Origin, Var, op
from wtrules.rules import meaning as m
from wtrules.rules import values
from wtrules.rules.elaborate import relate
from wtrules.rules.model import Rules

Visit = Callable[["Context", Expr, Expr], None]


@define
class Context:
    """Where code is being written, and what names mean there."""

    env: dict[str, Expr]
    out: list[p.Statement]
    origin: Origin
    leave: tuple[p.Statement, ...] = (p.Return(),)
    asking: bool = False  # the top level of the asking part: variables live in the state
    loops: tuple[int | None, ...] = ()  # block to go to for `stop`; None: a loop of this code
    active: frozenset[str] = frozenset()
    chosen: dict[str, tuple[str, m.Body]] = field(factory=dict)  # spells with bound targets
    group: Expr = 1

    def inner(self, out: list[p.Statement] | None = None) -> Context:
        """Return a context for code nested in this one."""
        return evolve(
            self,
            env=dict(self.env),
            out=[] if out is None else out,
            asking=False,
            chosen=dict(self.chosen),
        )

    def emit(self, *statements: p.Statement) -> None:
        """Write statements."""
        for statement in statements:
            if statement.origin is p.NOWHERE:
                statement = evolve(statement, origin=self.origin)
            self.out.append(statement)

    def store(self, name: str, value: Expr, index: Expr = 0) -> None:
        """Write a store."""
        self.emit(p.Store(name, index, value))


@define
class Terms:
    """Lowers terms for one ruleset and number of players."""

    rules: Rules
    meaning: m.Meaning
    shape: Layout
    functions: dict[str, p.Function] = field(factory=dict)
    tables: dict[str, tuple[int, ...]] = field(factory=dict)
    counter: int = 0

    def fresh(self, stem: str) -> str:
        """Return a name nobody else has."""
        self.counter += 1
        return f"{stem}_{self.counter}"

    # --- single values ---

    def place(self, space: Expr, level: Expr) -> Expr:
        return op("+", op("*", space, self.shape.levels), level)

    def top(self, space: Expr) -> Expr:
        return self.place(space, Load("height", space))

    def space_of(self, cell: Expr) -> Expr:
        return op("//", cell, self.shape.levels)

    def ring(self, space: Expr, by: Expr) -> Expr:
        return op("%", op("+", space, by), self.shape.spaces)

    def wizard_cell(self, wizard: Expr) -> Expr:
        return op("//", wizard, self.shape.players)

    def wizard_owner(self, wizard: Expr) -> Expr:
        return op("%", wizard, self.shape.players)

    def wizard(self, cell: Expr, player: Expr) -> Expr:
        return op("+", op("*", cell, self.shape.players), player)

    def count(self, cell: Expr, player: Expr) -> Expr:
        shift = op("*", player, self.shape.bits)
        return op("&", op(">>", Load("cell", cell), shift), self.shape.mask)

    def one(self, player: Expr) -> Expr:
        """Return one wizard of a player as it counts in a cell."""
        return op("<<", 1, op("*", player, self.shape.bits))

    def crowd(self, cell: Expr) -> Expr:
        """Return the number of wizards on a surface."""
        name = "crowd"
        if name not in self.functions:
            total: Expr = 0
            here = Var("n")
            for player in range(self.shape.players):
                part = op("&", op(">>", here, player * self.shape.bits), self.shape.mask)
                total = op("+", total, part)
            body = (p.Assign("n", Load("cell", Var("c"))), p.Return(total))
            self.functions[name] = p.Function(name, ("c",), body)
        return p.Call(name, (cell,))

    # --- terms ---

    def expr(self, term: m.Term, ctx: Context) -> Expr:
        """Return the expression that gives a term's value."""
        match term:
            case m.Const():
                return term.value
            case m.Local():
                return ctx.env[term.name]
            case m.Recall():
                index = self.expr(term.player, ctx) if term.player is not None else 0
                return Load(f"memory.{term.id}", index)
            case m.Column():
                return self.column(term, ctx)
            case m.ListAt():
                return self.list_at(term, ctx)
            case m.Among():
                item = self.expr(term.item, ctx)
                found: Expr = 0
                for value in term.values:
                    found = op("or", found, op("==", item, value))
                return found
            case m.Prim():
                return self.prim(term, ctx)
            case m.Calc():
                return self.calc(term, ctx)
            case m.Meant():
                return self.expr(self.unfold(term), ctx)
            case m.Search():
                return self.search(term, ctx)
            case m.Best():
                return self.best(term, ctx)
            case m.Possible():
                return self.possible(term.action, ctx)

    def possible(self, act: m.Act, ctx: Context) -> Expr:
        """Return whether an action could be done; the actions know."""
        raise NotImplementedError

    def column(self, term: m.Column, ctx: Context) -> Expr:
        table = values.table(self.rules, term.table)
        assert table is not None
        symbols = {name: i for i, name in enumerate(self.meaning.symbols)}

        def number(key: int) -> int:
            cell = table.cell(key, term.column)
            return symbols.get(cell, 0) if isinstance(cell, str) else cell or 0

        if term.key is None:
            return number(self.shape.players)
        most = max((c.high or c.low or 0 for row in table.rows for c in row.keys), default=0)
        name = f"table_{term.table}_{term.column}"
        self.tables[name] = tuple(number(key) for key in range(most + 2))
        return p.Entry(name, op("max", 0, op("min", self.expr(term.key, ctx), most + 1)))

    def list_at(self, term: m.ListAt, ctx: Context) -> Expr:
        value = values.list_of(self.rules, term.id)
        assert value is not None
        name = "list_" + term.id.replace(".", "_")
        length = max(self.shape.spaces, value.first + len(value.entries))
        entries = [value.at(i) for i in range(length)]
        self.tables[name] = tuple(e if isinstance(e, int) else 0 for e in entries)
        key = self.expr(term.key, ctx)
        if isinstance(key, int):
            return self.tables[name][key] if 0 <= key < length else 0
        if term.key.type != "space":
            key = op("max", 0, op("min", key, length - 1))
        return p.Entry(name, key)

    def calc(self, term: m.Calc, ctx: Context) -> Expr:
        args = [self.expr(arg, ctx) for arg in term.args]
        match term.op:
            case "space+":
                return self.ring(args[0], args[1])
            case "space-":
                return op("%", op("-", args[0], args[1]), self.shape.spaces)
            case "=":
                return op("==", *args)
            case "/":
                return op("//", args[0], op("max", 1, args[1]))
            case "mod":
                return op("%", args[0], op("max", 1, args[1]))
            case _:
                return op(term.op, *args)

    def prim(self, term: m.Prim, ctx: Context) -> Expr:
        args = [self.expr(arg, ctx) for arg in term.args]
        first: Expr = args[0] if args else 0
        shape = self.shape
        match term.op:
            case "active" | "actor" | "roll":
                return Load(term.op, 0)
            case "players":
                return shape.players
            case "draw_pile":
                return Load("pile_size", 0)
            case "discard_pile":
                return Load("discard_size", 0)
            case "group":
                return ctx.group
            case "castle":
                return 0
            case "owner:wizard":
                return self.wizard_owner(first)
            case "place:wizard":
                return self.wizard_cell(first)
            case "space:wizard":
                return op("//", first, shape.players * shape.levels)
            case "level:wizard":
                return op("%", self.wizard_cell(first), shape.levels)
            case "space:tower" | "space:place":
                return self.space_of(first)
            case "space:castle":
                return Load("castle", 0)
            case "place:castle":
                return self.top(Load("castle", 0))
            case "place:tower":
                return first
            case "floor:tower":
                return op("-", first, 1)
            case "top:space":
                return self.top(first)
            case "ground:space":
                return self.place(first, 0)
            case "height:space":
                return Load("height", first)
            case "height:tower":
                above = op("-", Load("height", self.space_of(first)), op("%", first, shape.levels))
                return op("+", above, 1)
            case "level:tower" | "level:place":
                return op("%", first, shape.levels)
            case "number:space" | "seat:player":
                return first
            case "next_player:player":
                return op("%", op("+", first, 1), shape.players)
            case "previous_player:player":
                return op("%", op("+", first, shape.players - 1), shape.players)
            case "opposite:player":
                return op("%", op("+", first, shape.players // 2), shape.players)
            case "wizards:player" | "home:player" | "hand_size:player" | "points:player":
                return Load(term.op.partition(":")[0], first)
            case "empty_flasks:player" | "full_flasks:player" | "spent_flasks:player":
                return Load(term.op.partition("_")[0], first)
            case "cost:spell":
                return self.by_spell(first, ctx)
            case "rolls:card":
                self.tables["card_rolls"] = tuple(card.rolls for card in shape.cards)
                return p.Entry("card_rolls", first)
            case "value:card":
                return self.card_value(first)
            case "visible:wizard":
                cell = self.wizard_cell(first)
                return op("==", op("%", cell, shape.levels), Load("height", self.space_of(cell)))
            case "hidden:wizard":
                cell = self.wizard_cell(first)
                return op("!=", op("%", cell, shape.levels), Load("height", self.space_of(cell)))
            case "topmost:tower" | "uppermost:place":
                return op("==", op("%", first, shape.levels), Load("height", self.space_of(first)))
            case "shielded:place" | "shielded:tower":
                bits = Load("shields", self.space_of(first))
                return op("&", op(">>", bits, op("%", first, shape.levels)), 1)
            case "laid_out:spell":
                return Load("laid_out", first)
            case "winner:player":
                return Load("winner", first)
        name, _, rest = term.op.partition(":")
        if name == "known":
            return op(">=", first, 0)
        if name == "left":
            return self.left(rest, ctx)
        raise NotImplementedError(term.op)

    def left(self, id: str, ctx: Context) -> Expr:
        cell = self.meaning.allowances[id]
        index: Expr = Load("actor", 0) if cell.each_player else 0
        used = Load(f"used.{id}", index)
        return op("max", 0, op("-", self.expr(cell.amount, ctx), used))

    def by_spell(self, spell: Expr, ctx: Context) -> Expr:
        costs = [self.expr(s.cost, ctx) for s in self.meaning.spells.values()]
        if isinstance(spell, int):
            return costs[spell]
        if all(isinstance(cost, int) for cost in costs):
            self.tables["spell_cost"] = tuple(c for c in costs if isinstance(c, int))
            return p.Entry("spell_cost", spell)
        total: Expr = 0
        for i, cost in enumerate(costs):
            total = op("+", total, op("*", cost, op("==", spell, i)))
        return total

    def card_value(self, card: Expr, kind: str | None = None) -> Expr:
        """Return the number a card shows for a kind of card, by the die where it shows one."""
        numbers = []
        for held in self.shape.cards:
            face = next((f for f in held.faces if kind is None or f.kind == kind), None)
            numbers.append(face.value if face is not None else 0)
        if not any(number < 0 for number in numbers):
            return self._card_table(f"card_value_{kind or 'first'}", numbers, card)
        fixed = self._card_table(
            f"card_value_{kind or 'first'}", [max(0, number) for number in numbers], card
        )
        by_die = self._card_table(
            f"card_die_{kind or 'first'}", [int(number < 0) for number in numbers], card
        )
        return op("+", fixed, op("*", by_die, Load("roll", 0)))

    def has_face(self, card: Expr, kind: str) -> Expr:
        """Return whether a card can be used as a kind of card."""
        flags = [int(any(f.kind == kind for f in held.faces)) for held in self.shape.cards]
        return self._card_table(f"card_is_{kind}", flags, card)

    def _card_table(self, name: str, numbers: list[int], card: Expr) -> Expr:
        if isinstance(card, int):
            return numbers[card]
        if len(set(numbers)) == 1:
            return numbers[0]
        self.tables[name] = tuple(numbers)
        return p.Entry(name, card)

    # --- defined words ---

    def unfold(self, term: m.Meant) -> m.Term:
        """Return what a defined word means, with the thing it is asked of put in."""
        define = self.meaning.defines[term.id]
        if define.parameter is None:
            return define.value
        return substitute(define.value, define.parameter[0], term.args[0])

    def conjuncts(self, term: m.Term | None) -> Iterator[m.Term]:
        """Yield the conditions that must all hold, defined words unfolded."""
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

    # --- questions about many things ---

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
                    c.emit(p.Assign("n", op("+", Var("n"), op("*", value, weight))))
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

    # --- loops ---

    def loop(self, query: m.Query, ctx: Context, visit: Visit, *, skip: int = 0) -> None:
        """Write loops over what a query finds; *visit* writes the code for each.

        *skip* leaves out the place where the search begins. For wizards the third argument of
        *visit* is how many stand there alike.
        """
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
                self._visit(held, conditions, it, 1, visit)
                hand = op("+", op("*", Load("actor", 0), len(self.shape.cards)), it)
                inner.emit(p.If(op(">", Load("hand", hand), 0), tuple(held.out)))
                ctx.emit(p.For(k, 0, len(self.shape.cards), tuple(inner.out)))
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
            space = self._name(inner, fixed)
            yield inner, space
            ctx.emit(*inner.out)
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
                top = op("==", op("%", cell, self.shape.levels), Load("height", self.space_of(cell)))
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


# --- walking terms ---------------------------------------------------------------------------


def substitute(term: m.Term, name: str, value: m.Term) -> m.Term:
    """Return *term* with a variable replaced by another term."""
    if isinstance(term, m.Local):
        return value if term.name == name else term
    changed: dict[str, object] = {}
    for attribute in fields(type(term)):
        if attribute.name == "span":
            continue
        old = getattr(term, attribute.name)
        new = _replaced(old, name, value)
        if new is not old:
            changed[attribute.name] = new
    return evolve(term, **changed) if changed else term  # type: ignore[arg-type]


def _replaced(old: object, name: str, value: m.Term) -> object:
    if isinstance(old, tuple):
        made = tuple(_replaced(part, name, value) for part in old)
        return made if any(x is not y for x, y in zip(made, old, strict=True)) else old
    if hasattr(type(old), "__attrs_attrs__"):
        return substitute(old, name, value)  # type: ignore[arg-type]
    return old


def free_names(terms: object) -> set[str]:
    """Return the variables that occur in terms, statements or tuples of them."""
    if isinstance(terms, m.Local):
        return {terms.name}
    found: set[str] = set()
    if isinstance(terms, list | tuple):
        for part in terms:
            found |= free_names(part)
    elif hasattr(type(terms), "__attrs_attrs__"):
        for attribute in fields(type(terms)):  # type: ignore[arg-type]
            if attribute.name != "span":
                found |= free_names(getattr(terms, attribute.name))
    return found
