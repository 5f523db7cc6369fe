"""Lowering of statements: what stands between the braces of a rule."""

from __future__ import annotations

from attrs import define

from wtrules.program import program as p
from wtrules.program.lower.context import Context
from wtrules.program.lower.decisions import Decisions
from wtrules.program.lower.nothing import done_with
from wtrules.program.lower.procedures import Unwinding
from wtrules.program.lower.terms import rewrite
from wtrules.program.program import Expr, Load, Origin, Var, op
from wtrules.rules import meaning as m
from wtrules.rules.chance import chance_in

LEVEL = {"action": 1, "turn": 2, "round": 3, "game": 4}
MOST_TURNS = 10_000  # of a loop that asks nobody; more than that never ends
OVER = 0  # the block a finished game stays in


@define
class Bodies(Decisions):
    """Writes statements."""

    def body(self, body: m.Body, ctx: Context) -> None:
        """Write statements one after another."""
        for i, statement in enumerate(body):
            rest = body[i + 1 :]
            origin = ctx.origin
            ctx.origin = Origin(origin.rule, statement.span)
            match statement:
                case m.When():
                    self._when(statement, rest, ctx)
                    return
                case m.Choose() | m.Either() | m.May() | m.PerformCard():
                    self._decision(statement, rest, ctx)
                    if isinstance(statement, m.Choose):
                        return
                case _:
                    self.statement(statement, ctx)
            ctx.origin = origin
            if isinstance(statement, m.Stop):
                return

    def _when(self, statement: m.When, rest: m.Body, ctx: Context) -> None:
        condition = self.expr(statement.condition, ctx)
        if condition == 0:
            return
        if condition == 1:
            self.body(rest, ctx)
        elif ctx.asking and self._body_asks(rest):
            after = self.skip_if(op("not", condition), ctx)
            self.body(rest, ctx)
            after()
        else:
            inner = ctx.inner()
            self.body(rest, inner)
            ctx.emit(p.If(condition, tuple(inner.out)))

    def statement(self, statement: m.Statement, ctx: Context) -> None:
        """Write a statement; what may find nothing is looked for first, and once."""
        checked = statement is ctx.checked
        parts = [
            term
            for term in done_with(statement)
            if self.may_be_nothing(term) or chance_in(term, self.meaning)
        ]
        if not parts:
            self._statement(statement, ctx, checked)
            return
        change, env = self.named(parts, ctx, lambda name, value: self._variable(name, value, ctx))
        known: Expr = 1
        for term, value in zip(parts, env.values(), strict=True):
            if self.may_be_nothing(term):
                known = op("and", known, op(">=", value, 0))
        settled: m.Statement = rewrite(statement, change)
        if known == 1 or (ctx.asking and self._body_asks((statement,))):
            after = self.skip_if(op("not", known), ctx) if known != 1 else None
            ctx.env = {**ctx.env, **env}
            self._statement(settled, ctx, checked)
            ctx.env = {name: value for name, value in ctx.env.items() if name not in env}
            if after is not None:
                after()
            return
        inner = ctx.inner()
        inner.env |= env
        self._statement(settled, inner, checked)
        ctx.emit(p.If(known, tuple(inner.out)))

    def _statement(self, statement: m.Statement, ctx: Context, checked: bool) -> None:
        match statement:
            case m.Act():
                self.act(statement, ctx, checked=checked)
            case m.Perform():
                rule = self.meaning.rules[statement.rule]
                args = [self.expr(arg, ctx) for arg in statement.args]
                self.perform(rule, [name for name, _ in rule.parameters], args, ctx)
            case m.PerformSpell():
                self._perform_spell(statement, ctx)
            case m.If():
                self._if(statement, ctx)
            case m.Repeat():
                self._repeat(statement, ctx)
            case m.Each():
                self._each(statement, ctx)
            case m.As():
                self._as(statement, ctx)
            case m.Scope():
                self._scope(statement, ctx)
            case m.SetMemory():
                index = self.expr(statement.of, ctx) if statement.of is not None else 0
                ctx.store(f"memory.{statement.id}", self.expr(statement.value, ctx), index)
            case m.Let():
                value = self.expr(statement.value, ctx)
                self.note_unsure(statement.name, statement.value)
                ctx.env[statement.name] = self._variable(statement.name, value, ctx)
            case m.Use():
                cell = self.meaning.allowances[statement.id]
                index = Load("actor", 0) if cell.each else 0
                used = f"used.{statement.id}"
                ctx.store(used, op("+", Load(used, index), 1), index)
            case m.Stop():
                block = ctx.loops[-1] if ctx.loops else None
                ctx.emit(p.Break() if block is None else p.Goto(block))
            case m.End():
                self._end(statement, ctx)
            case m.Option():
                pass
            case _:
                raise NotImplementedError(type(statement).__name__)

    def _if(self, statement: m.If, ctx: Context) -> None:
        condition = self.expr(statement.condition, ctx)
        if isinstance(condition, int):
            self.block(statement.then if condition else statement.otherwise, ctx)
            return
        if ctx.asking and (self._body_asks(statement.then) or self._body_asks(statement.otherwise)):
            other, join = self.new_block("else"), self.new_block("end if")
            ctx.emit(p.If(op("not", condition), (p.Goto(other),)))
            self.block(statement.then, ctx)
            self.goto(join, ctx)
            self.begin(other, ctx)
            self.block(statement.otherwise, ctx)
            self.goto(join, ctx)
            self.begin(join, ctx)
            return
        then, otherwise = ctx.inner(), ctx.inner()
        self.body(statement.then, then)
        self.body(statement.otherwise, otherwise)
        ctx.emit(p.If(condition, tuple(then.out), tuple(otherwise.out)))

    def block(self, body: m.Body, ctx: Context) -> None:
        """Write a body whose names end with it."""
        env, chosen = dict(ctx.env), dict(ctx.chosen)
        self.body(body, ctx)
        ctx.env, ctx.chosen = env, chosen

    def _repeat(self, statement: m.Repeat, ctx: Context) -> None:
        term = self.expr(statement.term, ctx) if statement.term is not None else 1
        if ctx.asking and self._body_asks(statement.body):
            head, end = self.new_block("repeat"), self.new_block("end repeat")
            counter = None
            if statement.mode == "times":
                counter = self.frame("times")
                ctx.store(counter, term)
            self.goto(head, ctx)
            self.begin(head, ctx)
            if counter is not None:
                ctx.emit(p.If(op("<=", Load(counter, 0), 0), (p.Goto(end),)))
                ctx.store(counter, op("-", Load(counter, 0), 1))
            elif statement.mode == "while" and statement.term is not None:
                ctx.emit(p.If(op("not", self.expr(statement.term, ctx)), (p.Goto(end),)))
            loops, ctx.loops = ctx.loops, (*ctx.loops, end)
            self.block(statement.body, ctx)
            ctx.loops = loops
            self.goto(head, ctx)
            self.begin(end, ctx)
            if counter is not None:
                ctx.store(counter, 0)
            return
        inner = ctx.inner()
        inner.loops = (*ctx.loops, None)
        self.body(statement.body, inner)
        if statement.mode == "times":
            ctx.emit(p.For(self.fresh("i"), 0, term, tuple(inner.out)))
        else:
            turns = Var(self.fresh("turns"))
            endless = p.If(op(">", turns, MOST_TURNS), (p.Run(p.Call("endless", ())), *ctx.leave))
            count = p.Assign(turns.name, op("+", turns, 1))
            ctx.emit(p.Assign(turns.name, 0))
            ctx.emit(p.While(term, (count, endless, *inner.out)))

    def _each(self, statement: m.Each, ctx: Context) -> None:
        query = statement.query
        if query.kind in ("wizard", "tower"):
            self._each_piece(statement, ctx)
            return
        if not (ctx.asking and self._body_asks(statement.body)):

            def visit(c: Context, _: Expr, __: Expr) -> None:
                c.loops = (*ctx.loops, None)
                self.body(statement.body, c)

            self.loop(query, ctx, visit)
            return
        head, next_, end = (self.new_block(f"each {query.kind}") for _ in range(3))
        counter = self.frame("i")
        origin = None
        if query.origin is not None:
            origin = self.hold("from", self.expr(query.origin, ctx), ctx)
        variable = self.frame(query.variable.rpartition("_")[0], query.kind)
        ctx.store(counter, 0)
        self.goto(head, ctx)
        self.begin(head, ctx)
        size = self.shape.radix(query.kind if query.kind != "place" else "space")
        i = Load(counter, 0)
        ctx.emit(p.If(op(">=", i, size), (p.Goto(end),)))
        it: Expr = i if origin is None else self.around(query, origin, i)
        if query.kind == "place":
            it = self.top(it)
        ctx.store(variable, it)
        env = dict(ctx.env)
        ctx.env[query.variable] = Load(variable, 0)
        holds: Expr = 1
        if query.kind == "card":
            held = self._held(Load("actor", 0), Load(variable, 0))
            holds = op(">", Load("hand", held), 0)
        for condition in [*self._relations(query), *self.conjuncts(query.where)]:
            holds = op("and", holds, self.expr(condition, ctx))
        if holds != 1:
            ctx.emit(p.If(op("not", holds), (p.Goto(next_),)))
        loops, ctx.loops = ctx.loops, (*ctx.loops, end)
        self.block(statement.body, ctx)
        ctx.loops = loops
        ctx.env = env
        self.goto(next_, ctx)
        self.begin(next_, ctx)
        ctx.store(counter, op("+", i, 1))
        self.goto(head, ctx)
        self.begin(end, ctx)
        ctx.store(counter, 0)
        ctx.store(variable, 0)

    def _each_piece(self, statement: m.Each, ctx: Context) -> None:
        """Pieces are listed first, so that none is met twice because the body moved it."""
        query = statement.query
        size = sum(self.shape.box) if query.kind == "wizard" else len(self.shape.towers)
        name = self.fresh("list")
        listed, count = f"frame.{name}", f"frame.{name}.count"
        self.shape.add(listed, size, p.FieldRole.FRAME)
        self.shape.add(count, 1, p.FieldRole.FRAME)
        ctx.store(count, 0)

        def note(c: Context, it: Expr, weight: Expr) -> None:
            body = (
                p.Store(listed, Load(count, 0), it),
                p.Store(count, 0, op("+", Load(count, 0), 1)),
            )
            room = p.If(op("<", Load(count, 0), size), body)
            c.emit(room if weight == 1 else p.For(self.fresh("i"), 0, weight, (room,)))

        inner = ctx.inner()
        self.loop(query, inner, note)
        ctx.emit(*inner.out)
        turn = f"frame.{name}.turn"
        self.shape.add(turn, 1, p.FieldRole.FRAME)
        ctx.store(turn, 0)
        more = op("<", Load(turn, 0), Load(count, 0))
        step = p.Store(turn, 0, op("+", Load(turn, 0), 1))
        forget = (
            *(p.Store(listed, i, 0) for i in range(size)),
            p.Store(count, 0, 0),
            p.Store(turn, 0, 0),
        )
        if not (ctx.asking and self._body_asks(statement.body)):
            held = ctx.inner()
            held.loops = (*ctx.loops, None)
            variable = self.fresh(query.variable)
            held.emit(p.Assign(variable, Load(listed, Load(turn, 0))), step)
            held.env[query.variable] = Var(variable)
            self.body(statement.body, held)
            ctx.emit(p.While(more, tuple(held.out)), *forget)
            return
        head, end = self.new_block(f"each {query.kind}"), self.new_block("end each")
        variable = self.frame(query.variable.rpartition("_")[0], query.kind)
        self.goto(head, ctx)
        self.begin(head, ctx)
        ctx.emit(p.If(op("not", more), (p.Goto(end),)))
        ctx.store(variable, Load(listed, Load(turn, 0)))
        ctx.emit(step)
        env = dict(ctx.env)
        ctx.env[query.variable] = Load(variable, 0)
        loops, ctx.loops = ctx.loops, (*ctx.loops, end)
        self.block(statement.body, ctx)
        ctx.loops, ctx.env = loops, env
        self.goto(head, ctx)
        self.begin(end, ctx)
        ctx.emit(*forget)
        ctx.store(variable, 0)

    def _as(self, statement: m.As, ctx: Context) -> None:
        player = self.expr(statement.player, ctx)
        before = self.hold("before", Load("actor", 0), ctx)
        ctx.store("actor", player)
        self.block(statement.body, ctx)
        ctx.store("actor", before)

    def _scope(self, statement: m.Scope, ctx: Context) -> None:
        word, level = statement.word, LEVEL[statement.word]
        procedure = self.current[-1]
        # One turn may stand inside another: what was under way goes on afterwards.
        bit = 1 << level - 1
        outer = self.hold("outer", op("&", Load("open", 0), bit), ctx)
        before: Expr = 0
        if statement.player is not None:
            who = self._name(ctx, self.expr(statement.player, ctx))
            before = self.hold("before", Load("active", 0), ctx)
            ctx.store("active", who)
            ctx.store("actor", who)
        ctx.store("open", op("|", Load("open", 0), bit))
        self.reset(word, ctx)
        kept = set(procedure.frame)
        end = self.new_block(f"{word} ends")
        leave, loops = ctx.leave, ctx.loops
        ctx.leave, ctx.loops = (p.Goto(end),), ()
        self.fire(f"{word}-begins", [], ctx)
        self.block(statement.body, ctx)
        self.goto(end, ctx)
        self.begin(end, ctx)
        ctx.leave, ctx.loops = leave, loops
        unwind = f"unwind_{len(self.unwindings)}"
        self.unwindings.append(Unwinding(procedure.name, kept, unwind))
        ending = Load("ending", 0)
        ctx.emit(p.If(ending, (p.Run(p.Call(unwind, ())),)))
        if level < LEVEL["game"]:  # what is over cannot be ended again, not even while it answers
            ctx.store("open", op("|", op("&", Load("open", 0), ~bit), outer))
            ctx.store("actor", Load("active", 0))
        back: tuple[p.Statement, ...] = ()
        if statement.player is not None:
            back = (p.Store("active", 0, before), p.Store("actor", 0, before))
        if not self.handlers.get(f"{word}-ends"):
            ctx.emit(*back)
            ctx.emit(p.If(op(">", ending, level), leave), p.Store("ending", 0, 0))
            return
        # A larger end passes through, but what is over is over: its rules still answer.
        ctx.emit(p.If(op("==", ending, LEVEL["game"]), leave))
        larger = self.frame("ending")
        ctx.store(larger, op("*", ending, op(">", ending, level)))
        ctx.store("ending", 0)
        self.fire(f"{word}-ends", [], ctx)
        ctx.emit(*back)
        ctx.emit(
            p.If(
                Load(larger, 0),
                (p.Store("ending", 0, Load(larger, 0)), p.Store(larger, 0, 0), *leave),
            )
        )

    def _end(self, statement: m.End, ctx: Context) -> None:
        """Write the end of a scope; nothing happens if none of its kind is under way."""
        level = LEVEL[statement.scope]
        outcome = Load("outcome", 0)
        inner = ctx.inner()
        inner.store("ending", level)
        if statement.outcome is not None:
            # All rules answer an event; the first that ends the game says how it ended.
            number = self.meaning.outcomes.index(statement.outcome) + 1
            inner.store("outcome", op("+", outcome, op("*", number, op("==", outcome, 0))))
        inner.emit(*ctx.leave)
        if level == LEVEL["game"]:
            ctx.emit(*inner.out)
        else:
            ctx.emit(p.If(op("&", Load("open", 0), 1 << level - 1), tuple(inner.out)))

    def reset(self, scope: str, ctx: Context) -> None:
        """Write what goes back to its first value when a scope begins."""
        for memory in self.meaning.memories.values():
            if memory.scope == scope:
                first = self.expr(memory.initial, ctx)
                for i in range(self.shape.radix(memory.each) if memory.each else 1):
                    ctx.store(f"memory.{memory.id}", first, i)
        for allowance in self.meaning.allowances.values():
            if allowance.scope == scope:
                for i in range(self.shape.players if allowance.each else 1):
                    ctx.store(f"used.{allowance.id}", 0, i)
