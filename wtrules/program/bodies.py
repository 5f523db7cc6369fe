"""Lowering of statements: rules become functions, or procedures of the asking part.

A rule that never asks anybody becomes a function. A rule that may have to ask becomes a
procedure: blocks that can stop at a decision and go on later, with their variables in the state.
No rule is at work twice at the same time: a rule never sets itself off, and a rule that performs
itself is refused by the checks. So each procedure has one frame, and the state keeps its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import define, evolve, field, fields

from wtrules.program import program as p
from wtrules.program.actions import Actions, events_of
from wtrules.program.leads import Lead, Leads
from wtrules.program.program import Expr, Load, Origin, Var, op
from wtrules.program.terms import Context
from wtrules.rules import meaning as m

LEVEL = {"action": 1, "turn": 2, "round": 3, "game": 4}
OVER = 0  # the block a finished game stays in


class Endless(Exception):
    """A rule that performs itself; carries the ring of rules."""

    def __init__(self, ring: list[str]) -> None:
        super().__init__(" → ".join(ring))
        self.ring = ring


@define
class Procedure:
    """A rule or action of the asking part: where it begins, its parameters, its way back."""

    name: str
    entry: int
    exit: int
    parameters: tuple[str, ...]
    back: str
    result: str
    frame: list[str] = field(factory=list)
    callers: set[str] = field(factory=set)


@define
class Unwinding:
    """What must be forgotten when a scope is left from deep inside."""

    procedure: str
    kept: set[str]
    function: str


@define
class Bodies(Actions):
    """Lowers whole rules."""

    block_names: list[str] = field(factory=list)
    block_bodies: list[list[p.Statement]] = field(factory=list)
    decisions: list[p.Decision] = field(factory=list)
    procedures: dict[str, Procedure] = field(factory=dict)
    current: list[Procedure] = field(factory=list)
    building: list[str] = field(factory=list)
    unwindings: list[Unwinding] = field(factory=list)
    asking_rules: set[str] = field(factory=set)
    ending_rules: set[str] = field(factory=set)
    leads: Leads = field(init=False)
    arrivals_used: bool = False

    def __attrs_post_init__(self) -> None:
        self.leads = Leads(self.meaning, self.shape)
        self.arrivals_used = "op='arrivals'" in repr(
            [rule.body for rule in self.meaning.rules.values()]
        )
        self._analyse()

    # --- what asks, what ends ---

    def _analyse(self) -> None:
        for rule in _in_order(self.meaning.rules.values()):
            for reaction in rule.on:
                self.handlers.setdefault(reaction.event, []).append(rule)
            for reaction in rule.forbids:
                self.forbidders.setdefault(reaction.event, []).append(rule)
        for found, test in (
            (self.asking_rules, self._body_asks),
            (self.ending_rules, self._body_ends),
        ):
            grown = True
            while grown:
                grown = False
                for rule in self.meaning.rules.values():
                    if rule.id not in found and test(rule.body):
                        found.add(rule.id)
                        grown = True

    def _body_asks(self, body: m.Body) -> bool:
        return any(self.asks(statement) for statement in body)

    def asks(self, statement: m.Statement) -> bool:
        """Return whether a statement may have to ask somebody."""
        match statement:
            case m.Choose() | m.May() | m.Either() | m.PerformCard() | m.PerformSpell():
                return True
            case m.Scope():
                return True
            case m.Perform():
                return statement.rule in self.asking_rules
            case m.Act():
                return self._asks(events_of(statement))
            case _:
                return any(self._body_asks(body) for body in _bodies(statement))

    def _asks(self, events: tuple[str, ...]) -> bool:
        return any(
            rule.id in self.asking_rules for e in events for rule in self.handlers.get(e, [])
        )

    def _body_ends(self, body: m.Body) -> bool:
        return any(self.ends(statement) for statement in body)

    def ends(self, statement: m.Statement) -> bool:
        """Return whether a statement may end a scope."""
        match statement:
            case m.End():
                return True
            case m.Perform():
                return statement.rule in self.ending_rules
            case m.Act():
                return self._ends(events_of(statement))
            case m.PerformCard():
                return any(self._body_ends(card.body) for card in self.meaning.cards.values())
            case m.PerformSpell():
                return any(self._body_ends(spell.body) for spell in self.meaning.spells.values())
            case m.Scope():
                return True
            case _:
                return any(self._body_ends(body) for body in _bodies(statement))

    def _ends(self, events: Iterable[str]) -> bool:
        return any(
            rule.id in self.ending_rules for e in events for rule in self.handlers.get(e, [])
        )

    def uses_arrivals(self) -> bool:
        return self.arrivals_used

    # --- blocks and frames ---

    def new_block(self, name: str) -> int:
        self.block_names.append(name)
        self.block_bodies.append([])
        return len(self.block_names) - 1

    def begin(self, block: int, ctx: Context) -> None:
        """Go on writing in another block."""
        ctx.out = self.block_bodies[block]

    def goto(self, block: int, ctx: Context) -> None:
        ctx.emit(p.Goto(block))

    def frame(self, stem: str, type: str = "number") -> str:
        """Lay out a variable of the procedure at hand."""
        procedure = self.current[-1]
        name = f"frame.{procedure.name}.{self.fresh(stem)}"
        self.shape.add(name, 1, "frame", type=type)
        procedure.frame.append(name)
        return name

    def hold(self, stem: str, value: Expr, ctx: Context, type: str = "number") -> Expr:
        if isinstance(value, int):
            return value
        if ctx.asking:
            name = self.frame(stem, type)
            ctx.store(name, value)
            return Load(name, 0)
        if isinstance(value, Var):
            return value
        name = self.fresh(stem)
        ctx.emit(p.Assign(name, value))
        return Var(name)

    def skip_if(self, condition: Expr, ctx: Context) -> Callable[[], None]:
        if ctx.asking:
            after = self.new_block("after")
            ctx.emit(p.If(condition, (p.Goto(after),)))

            def land() -> None:
                self.goto(after, ctx)
                self.begin(after, ctx)

            return land
        outer, ctx.out = ctx.out, []

        def close() -> None:
            inner, ctx.out = ctx.out, outer
            ctx.emit(p.If(op("not", condition), tuple(inner)))

        return close

    def leave_if_ended(self, ctx: Context) -> None:
        ctx.emit(p.If(Load("ending", 0), ctx.leave))

    # --- calls ---

    def call(
        self, key: str, parameters: tuple[str, ...], args: list[Expr], ctx: Context,
        events: tuple[str, ...], write: Callable[[Context, list[Expr]], Expr],
    ) -> Expr:  # fmt: skip
        name = _named(key, ctx.active)
        if self._asks(events):
            procedure = self._procedure(name, parameters, ctx, lambda c, a: write(c, a))
            self._call_procedure(procedure, args, ctx, self._ends(events))
            return Load(procedure.result, 0)
        if name not in self.functions:
            self.functions[name] = p.Function(name, parameters, ())  # holds its place
            inner = Context({}, [], Origin(key), active=ctx.active)
            given: list[Expr] = [Var(parameter) for parameter in parameters]
            result = write(inner, given)
            inner.emit(p.Return(result))
            self.functions[name] = p.Function(name, parameters, tuple(inner.out), origin=ctx.origin)
        made = p.Call(name, tuple(args))
        if not self._ends(events):
            return made
        moved = self.hold("moved", made, ctx)
        if ctx.asking:  # the frame is left to the scope that ends
            self.leave_if_ended(ctx)
        else:
            self.leave_if_ended(ctx)
        return moved

    def _procedure(
        self, name: str, parameters: tuple[str, ...], ctx: Context,
        write: Callable[[Context, list[Expr]], Expr | None],
    ) -> Procedure:  # fmt: skip
        """Return a procedure of the asking part, writing it when it is first needed."""
        if name in self.procedures:
            return self.procedures[name]
        entry, exit = self.new_block(name), self.new_block(f"{name}: end")
        fields_ = tuple(f"frame.{name}.{parameter}" for parameter in parameters)
        back, result = f"back.{name}", f"result.{name}"
        procedure = Procedure(name, entry, exit, fields_, back, result)
        self.procedures[name] = procedure
        for one in (*fields_, back, result):
            self.shape.add(one, 1, "frame")
        procedure.frame += [*fields_, result]
        self.current.append(procedure)
        inner = Context(
            {}, [], ctx.origin, leave=(p.Goto(exit),), asking=True, active=ctx.active
        )
        self.begin(entry, inner)
        result_value = write(inner, [Load(one, 0) for one in fields_])
        if result_value is not None and result_value != 0:
            inner.store(result, result_value)
        self.goto(exit, inner)
        self.begin(exit, inner)
        for one in procedure.frame:
            if one != result:
                inner.store(one, 0)
        way = Var(self.fresh("way"))
        inner.emit(p.Assign(way.name, Load(back, 0)), p.Store(back, 0, 0), p.Goto(way))
        self.current.pop()
        return procedure

    def _call_procedure(
        self, procedure: Procedure, args: list[Expr], ctx: Context, ends: bool
    ) -> None:
        if self.current:
            procedure.callers.add(self.current[-1].name)
        back = self.new_block(f"{procedure.name}: back")
        for name, arg in zip(procedure.parameters, args, strict=True):
            ctx.store(name, arg)
        ctx.store(procedure.back, back)
        self.goto(procedure.entry, ctx)
        self.begin(back, ctx)
        if ends:
            self.leave_if_ended(ctx)

    # --- rules ---

    def perform(self, rule: m.Rule, names: Iterable[str], args: list[Expr], ctx: Context) -> None:
        """Write the call of a rule with values for the names it knows them by."""
        names = tuple(names)
        name = _named(f"rule.{rule.id}", ctx.active)
        ends = rule.id in self.ending_rules
        if name in self.building:
            ring = [_plain(x) for x in self.building[self.building.index(name) :]]
            raise Endless([*ring, rule.id])
        if rule.id in self.asking_rules:

            def write(inner: Context, given: list[Expr]) -> None:
                inner.origin = Origin(rule.id, rule.span)
                inner.env.update(zip(names, given, strict=True))
                self.building.append(name)
                self.body(rule.body, inner)
                self.building.pop()

            procedure = self._procedure(name, names, ctx, write)
            self._call_procedure(procedure, args, ctx, ends)
            return
        if name not in self.functions:
            env: dict[str, Expr] = {n: Var(f"a_{i}") for i, n in enumerate(names)}
            inner = Context(env, [], Origin(rule.id, rule.span), active=ctx.active)
            self.building.append(name)
            self.body(rule.body, inner)
            self.building.pop()
            inner.emit(p.Return(0))
            parameters = tuple(f"a_{i}" for i in range(len(names)))
            self.functions[name] = p.Function(name, parameters, tuple(inner.out), origin=inner.origin)
        ctx.emit(p.Run(p.Call(name, tuple(args))))
        if ends:
            self.leave_if_ended(ctx)

    def fire(self, event: str, args: list[Expr], ctx: Context) -> None:
        for rule in self.handlers.get(event, []):
            if rule.id in ctx.active:  # a rule does not set itself off
                continue
            reaction = next(r for r in rule.on if r.event == event)
            # The guard is asked on the spot, so that most events cost no call.
            guards = [s for s in _leading_whens(rule.body)]
            rest = evolve(rule, body=rule.body[len(guards) :])
            guarded = ctx.inner() if not ctx.asking else ctx
            env = dict(ctx.env)
            condition: Expr = 1
            asked = Context(
                {**env, **dict(zip(reaction.names, args, strict=True))}, [], ctx.origin,
                active=ctx.active,
            )  # fmt: skip
            for guard in guards:
                condition = op("and", condition, self.expr(guard.condition, asked))
            if condition == 0:
                continue
            outer = ctx.active
            if ctx.asking and rule.id in self.asking_rules:
                after = self.skip_if(op("not", condition), ctx) if condition != 1 else None
                ctx.active = outer | {rule.id}
                self.perform(rest, reaction.names, args, ctx)
                ctx.active = outer
                if after is not None:
                    after()
                continue
            inner = ctx.inner()
            inner.active = outer | {rule.id}
            inner.origin = Origin(rule.id, reaction.span)
            self.perform(rest, reaction.names, args, inner)
            if condition == 1:
                ctx.emit(*inner.out)
            else:
                ctx.emit(p.If(condition, tuple(inner.out), origin=inner.origin))
            del guarded

    # --- statements ---

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
            if isinstance(statement, m.End | m.Stop):
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
        match statement:
            case m.Act():
                self.act(statement, ctx, checked=statement is ctx.env.get("_checked"))
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
                index = self.expr(statement.player, ctx) if statement.player is not None else 0
                ctx.store(f"memory.{statement.id}", self.expr(statement.value, ctx), index)
            case m.Let():
                value = self.expr(statement.value, ctx)
                ctx.env[statement.name] = self._variable(statement.name, value, ctx)
            case m.Use():
                cell = self.meaning.allowances[statement.id]
                index = Load("actor", 0) if cell.each_player else 0
                used = f"used.{statement.id}"
                ctx.store(used, op("+", Load(used, index), 1), index)
            case m.Stop():
                block = ctx.loops[-1] if ctx.loops else None
                ctx.emit(p.Break() if block is None else p.Goto(block))
            case m.End():
                ctx.store("ending", LEVEL[statement.scope])
                if statement.outcome is not None:
                    ctx.store("outcome", self.meaning.outcomes.index(statement.outcome) + 1)
                ctx.emit(*ctx.leave)
            case m.Option():
                pass
            case _:
                raise NotImplementedError(type(statement).__name__)

    def _variable(self, name: str, value: Expr, ctx: Context) -> Expr:
        """Return a place of its own for a variable, because it may follow a piece."""
        if ctx.asking:
            field_ = self.frame(name.rpartition("_")[0] or name)
            ctx.store(field_, value)
            return Load(field_, 0)
        made = self.fresh(name)
        ctx.emit(p.Assign(made, value))
        return Var(made)

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
            ctx.emit(p.While(term, tuple(inner.out)))

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
        size = self.shape.players * 16 if query.kind == "wizard" else len(self.shape.towers)
        name = self.fresh("list")
        listed, count = f"frame.{name}", f"frame.{name}.count"
        self.shape.add(listed, size, "frame")
        self.shape.add(count, 1, "frame")
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
        asking = ctx.asking and self._body_asks(statement.body)
        # Taken from the end, so that what is left lies in front; a piece is forgotten once taken.
        take = op("-", Load(count, 0), 1)
        if not asking:
            held = ctx.inner()
            held.loops = (*ctx.loops, None)
            held.store(count, take)
            variable = self.fresh(query.variable)
            held.emit(p.Assign(variable, Load(listed, Load(count, 0))))
            held.store(listed, 0, Load(count, 0))
            held.env[query.variable] = Var(variable)
            self.body(statement.body, held)
            ctx.emit(p.While(op(">", Load(count, 0), 0), tuple(held.out)))
            return
        head, end = self.new_block(f"each {query.kind}"), self.new_block("end each")
        variable = self.frame(query.variable.rpartition("_")[0], query.kind)
        self.goto(head, ctx)
        self.begin(head, ctx)
        ctx.emit(p.If(op("<=", Load(count, 0), 0), (p.Goto(end),)))
        ctx.store(count, take)
        ctx.store(variable, Load(listed, Load(count, 0)))
        ctx.store(listed, 0, Load(count, 0))
        env = dict(ctx.env)
        ctx.env[query.variable] = Load(variable, 0)
        loops, ctx.loops = ctx.loops, (*ctx.loops, end)
        self.block(statement.body, ctx)
        ctx.loops, ctx.env = loops, env
        self.goto(head, ctx)
        self.begin(end, ctx)
        ctx.store(variable, 0)

    def _as(self, statement: m.As, ctx: Context) -> None:
        player = self.expr(statement.player, ctx)
        before = self.hold("before", Load("actor", 0), ctx)
        ctx.store("actor", player)
        self.block(statement.body, ctx)
        ctx.store("actor", before)

    # --- scopes ---

    def _scope(self, statement: m.Scope, ctx: Context) -> None:
        word, level = statement.word, LEVEL[statement.word]
        procedure = self.current[-1]
        if statement.player is not None:
            who = self.expr(statement.player, ctx)
            ctx.store("active", who)
            ctx.store("actor", who)
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
        if level < 4:
            ctx.store("actor", Load("active", 0))
        if not self.handlers.get(f"{word}-ends"):
            ctx.emit(p.If(op(">", ending, level), leave), p.Store("ending", 0, 0))
            return
        # A larger end passes through, but what is over is over: its rules still answer.
        ctx.emit(p.If(op("==", ending, LEVEL["game"]), leave))
        larger = self.frame("ending")
        ctx.store(larger, op("*", ending, op(">", ending, level)))
        ctx.store("ending", 0)
        self.fire(f"{word}-ends", [], ctx)
        ctx.emit(
            p.If(
                Load(larger, 0),
                (p.Store("ending", 0, Load(larger, 0)), p.Store(larger, 0, 0), *leave),
            )
        )

    def reset(self, scope: str, ctx: Context) -> None:
        """Write what goes back to its first value when a scope begins."""
        for memory in self.meaning.memories.values():
            if memory.scope == scope:
                first = self.expr(memory.initial, ctx)
                for i in range(self.shape.players if memory.each_player else 1):
                    ctx.store(f"memory.{memory.id}", first, i)
        for allowance in self.meaning.allowances.values():
            if allowance.scope == scope:
                for i in range(self.shape.players if allowance.each_player else 1):
                    ctx.store(f"used.{allowance.id}", 0, i)

    def write_unwindings(self) -> None:
        """Write, for each scope, what to forget when it is left from deep inside."""
        every = [f for f in self.shape.fields.values() if f.role == "frame"]
        for unwinding in self.unwindings:
            above = self._callers(unwinding.procedure)
            kept = set(unwinding.kept)
            for name in above:
                procedure = self.procedures[name]
                kept |= {*procedure.frame, procedure.back}
            kept.add(self.procedures[unwinding.procedure].back)
            body: list[p.Statement] = []
            for one in every:
                if one.name not in kept:
                    body += [p.Store(one.name, i, 0) for i in range(one.size)]
            body.append(p.Return(0))
            self.functions[unwinding.function] = p.Function(unwinding.function, (), tuple(body))

    def _callers(self, name: str) -> set[str]:
        found: set[str] = set()
        waiting = [name]
        while waiting:
            for caller in self.procedures[waiting.pop()].callers:
                if caller not in found:
                    found.add(caller)
                    waiting.append(caller)
        return found - {name}

    # --- decisions ---

    def _decision(
        self, statement: m.Choose | m.Either | m.May | m.PerformCard, rest: m.Body, ctx: Context
    ) -> None:
        """Write a decision and what follows each of its options."""
        leads = self.leads.of_statement(statement, rest)
        otherwise = getattr(statement, "otherwise", None) or ()
        decision = len(self.decisions)
        resume, join = self.new_block("resume"), self.new_block("decided")
        other = self.new_block("nothing to choose") if otherwise else join
        name = f"{ctx.origin.rule}.{_word(statement)}"
        taken = sum(d.name.partition("#")[0] == name for d in self.decisions)
        name = f"{name}#{taken + 1}" if taken else name
        alternatives = tuple(self._alternative(lead, ctx) for lead in leads)
        self.decisions.append(
            p.Decision(
                name, ctx.origin.rule, f"options_{decision}", resume, alternatives,
                _word(statement),
            )  # fmt: skip
        )
        self._options(f"options_{decision}", leads, alternatives, ctx)
        ctx.emit(p.Decide(decision, other))
        outer = ctx.origin
        self.begin(resume, ctx)
        count = len(leads)
        landings = [self.new_block(f"{name} {i}") for i in range(count)]
        choice = Load("choice", 0)
        for i, landing in enumerate(landings[:-1]):
            ctx.emit(p.If(op("==", op("%", choice, count), i), (p.Goto(landing),)))
        self.goto(landings[-1], ctx)
        for landing, lead, alternative in zip(landings, leads, alternatives, strict=True):
            self.begin(landing, ctx)
            self._follow(lead, alternative, count, otherwise, ctx)
            ctx.origin = outer
            self.goto(join, ctx)
        if otherwise:
            self.begin(other, ctx)
            self.block(otherwise, ctx)
            self.goto(join, ctx)
        self.begin(join, ctx)

    def _alternative(self, lead: Lead, ctx: Context) -> p.Alternative:
        kinds = tuple(query.kind for query in lead.queries())
        return p.Alternative(
            tuple(lead.words),
            kinds,
            tuple(self.shape.radix(kind) for kind in kinds),
            lead.texts,
            lead.rule or ctx.origin.rule,
        )

    def _options(
        self, name: str, leads: list[Lead], alternatives: tuple[p.Alternative, ...], ctx: Context
    ) -> None:
        """Write the function that lists the options of a decision."""
        out = Context(dict(ctx.env), [], ctx.origin, active=ctx.active)
        for i, (lead, alternative) in enumerate(zip(leads, alternatives, strict=True)):
            inner = out.inner()
            self._option(lead, 0, [], i, len(leads), alternative, inner)
            out.emit(*inner.out)
        out.emit(p.Return(0))
        self.functions[name] = p.Function(name, (), tuple(out.out), options=True, origin=ctx.origin)

    def _option(
        self, lead: Lead, step: int, values: list[Expr], number: int, count: int,
        alternative: p.Alternative, ctx: Context,
    ) -> None:  # fmt: skip
        if lead.passes:  # nobody is asked whether to do nothing when nothing can be done
            ctx.emit(p.If(p.Emitted(), (p.Emit(number),)))
            return
        if step == len(lead.steps):
            code: Expr = 0
            for value, radix in zip(reversed(values), reversed(alternative.radices), strict=True):
                code = op("+", op("*", code, radix), value)
            ctx.emit(p.Emit(op("+", op("*", code, count), number)))
            return

        def onward(c: Context, found: list[Expr] | None = None) -> None:
            self._option(lead, step + 1, found or values, number, count, alternative, c)

        kind, *parts = lead.steps[step]
        condition: Expr = 1
        match kind:
            case "query":
                query = parts[0]
                self.loop(query, ctx, lambda c, it, _: onward(c, [*values, it]))
                return
            case "let":
                value = self.expr(parts[1], ctx)
                ctx.env[parts[0]] = self._name(ctx, value)
            case "const":
                ctx.env[parts[0]] = parts[1]
            case "value":
                ctx.env[parts[0]] = self._name(
                    ctx, self.card_value(self.expr(parts[1], ctx), parts[2])
                )
            case "when":
                for part in self.conjuncts(parts[0]):
                    condition = op("and", condition, self.expr(part, ctx))
            case "face":
                condition = self.has_face(self.expr(parts[0], ctx), parts[1])
            case "castable":
                actor = Load("actor", 0)
                condition = op("not", self.forbidden("spell-cast", [actor, parts[0]], ctx))
            case "can":
                condition = self.possible(parts[0], ctx)
        if condition == 0:
            return
        if condition == 1:
            onward(ctx)
            return
        inner = ctx.inner()
        onward(inner)
        ctx.emit(p.If(condition, tuple(inner.out)))

    def _follow(
        self, lead: Lead, alternative: p.Alternative, count: int, otherwise: m.Body, ctx: Context
    ) -> None:
        """Write what follows one alternative: its values into the frame, then its statements."""
        env, chosen = dict(ctx.env), dict(ctx.chosen)
        made: list[str] = []
        code: Expr = op("//", Load("choice", 0), count)
        radices = iter(alternative.radices)
        for kind, *parts in lead.steps:
            match kind:
                case "query":
                    radix = next(radices)
                    query = parts[0]
                    name = self.frame(query.variable.rpartition("_")[0], query.kind)
                    made.append(name)
                    ctx.store(name, op("%", code, radix))
                    ctx.env[query.variable] = Load(name, 0)
                    code = op("//", code, radix)
                case "let":
                    name = self.frame(parts[0].rpartition("_")[0])
                    made.append(name)
                    ctx.store(name, self.expr(parts[1], ctx))
                    ctx.env[parts[0]] = Load(name, 0)
                case "const":
                    ctx.env[parts[0]] = parts[1]
                case "value":
                    name = self.frame("number")
                    made.append(name)
                    ctx.store(name, self.card_value(self.expr(parts[1], ctx), parts[2]))
                    ctx.env[parts[0]] = Load(name, 0)
                case "can":
                    ctx.env["_checked"] = parts[0]
        ctx.store("choice", 0)
        ctx.chosen = {**chosen, **lead.chosen}
        if lead.passes:
            self.block(otherwise, ctx)
        for rule, body in lead.rest:
            outer = ctx.origin
            if rule is not None:
                ctx.origin = Origin(rule, ctx.origin.span)
            self.body(body, ctx)
            ctx.origin = outer
        for name in made:
            ctx.store(name, 0)
        ctx.env, ctx.chosen = env, chosen

    def _perform_spell(self, statement: m.PerformSpell, ctx: Context) -> None:
        """Write a spell: the one whose targets are chosen already, or any with its choices."""
        actor = Load("actor", 0)
        spell = self.expr(statement.spell, ctx)
        name = statement.spell.name if isinstance(statement.spell, m.Local) else ""
        ready = ctx.chosen.get(name)
        if ready is not None:
            id, bodies = ready
            self.fire("spell-cast", [actor, spell], ctx)
            outer = ctx.origin
            ctx.origin = Origin(f"spell.{id}", outer.span)
            for rule, body in bodies:
                self.body(body, ctx)
            ctx.origin = outer
            return
        spells = list(self.meaning.spells.values())
        self.fire("spell-cast", [actor, spell], ctx)
        join = self.new_block("spell cast")
        for i, one in enumerate(spells):
            if isinstance(spell, int) and spell != i:
                continue
            after = self.new_block("next spell")
            if not isinstance(spell, int):
                ctx.emit(p.If(op("!=", spell, i), (p.Goto(after),)))
            outer = ctx.origin
            ctx.origin = Origin(f"spell.{one.id}", one.span)
            self.block(one.body, ctx)
            ctx.origin = outer
            self.goto(join, ctx)
            self.begin(after, ctx)
        self.goto(join, ctx)
        self.begin(join, ctx)


# --- small helpers ---------------------------------------------------------------------------


def _bodies(statement: m.Statement) -> Iterator[m.Body]:
    """Yield the bodies nested directly in a statement."""
    for attribute in fields(type(statement)):
        value = getattr(statement, attribute.name)
        if attribute.name in ("body", "then", "otherwise") and value is not None:
            yield value
        elif attribute.name == "branches":
            yield from value


def _leading_whens(body: m.Body) -> Iterator[m.When]:
    for statement in body:
        if not isinstance(statement, m.When):
            return
        yield statement


def _named(key: str, active: frozenset[str]) -> str:
    """Return the name of a rule or action while some rules are at work."""
    return key if not active else f"{key} in {'+'.join(sorted(active))}"


def _plain(name: str) -> str:
    return name.removeprefix("rule.").partition(" in ")[0]


def _word(statement: m.Statement) -> str:
    return {"PerformCard": "card", "Choose": "choose", "Either": "either", "May": "may"}[
        type(statement).__name__
    ]


def _in_order(rules: Iterable[m.Rule]) -> list[m.Rule]:
    """Return rules so that each stands after those its `after` names, else as they were."""
    waiting = list(rules)
    ordered: list[m.Rule] = []
    while waiting:
        names = {rule.id for rule in waiting}
        ready = next((r for r in waiting if not names & set(r.after) - {r.id}), waiting[0])
        waiting.remove(ready)
        ordered.append(ready)
    return ordered
