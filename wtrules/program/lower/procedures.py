"""Lowering of rules as functions and procedures.

A rule that never asks anybody becomes a function. A rule that may have to ask becomes a
procedure: blocks that can stop at a decision and go on later, with their variables in the state.
No rule is at work twice at the same time: a rule never sets itself off, and a rule that performs
itself is refused by the checks. So each procedure has one frame, and the state keeps its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import define, evolve, field

from wtrules.diagnostics import Diagnostic, Label
from wtrules.node import walk
from wtrules.program import program as p
from wtrules.program.lower.actions import Actions
from wtrules.program.lower.context import Context
from wtrules.program.lower.events import events_of
from wtrules.program.program import Expr, Load, Origin, Var, op
from wtrules.rules import meaning as m


class CannotCompile(Exception):
    """Rules that make sense one by one but cannot be played; carries the diagnostic."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__(fault.message)
        self.fault = fault


def _endless(ring: list[str], rules: Mapping[str, m.Rule]) -> CannotCompile:
    first, *others = dict.fromkeys(ring)
    return CannotCompile(
        Diagnostic(
            "endless-rule",
            f"`{first}` performs itself: {' → '.join(ring)}",
            Label(rules[first].span, "never comes to an end"),
            related=tuple(
                Label(rules[other].span, "on the way") for other in others if other in rules
            ),
            help=("use `repeat` for what is to happen several times",),
        )
    )


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
class Procedures(Actions):
    """Writes functions, procedures, their calls, and the answers to events."""

    block_names: list[str] = field(factory=list)
    block_bodies: list[list[p.Statement]] = field(factory=list)
    procedures: dict[str, Procedure] = field(factory=dict)
    current: list[Procedure] = field(factory=list)
    building: list[str] = field(factory=list)
    unwindings: list[Unwinding] = field(factory=list)
    asking_rules: set[str] = field(factory=set)
    ending_rules: set[str] = field(factory=set)
    arrivals_used: bool = False

    def __attrs_post_init__(self) -> None:
        bodies = [rule.body for rule in self.meaning.rules.values()]
        self.arrivals_used = any(
            isinstance(part, m.Prim) and part.op == "arrivals" for part in walk(bodies)
        )
        self._analyse()

    def body(self, body: m.Body, ctx: Context) -> None:
        """Write statements one after another."""
        raise NotImplementedError

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
                return any(self._body_asks(body) for body in m.inner_bodies(statement))

    def _asks(self, events: tuple[str, ...]) -> bool:
        return self._asking(events) is not None

    def _asking(self, events: Iterable[str]) -> m.Rule | None:
        """Return a rule that answers one of the events by asking somebody."""
        for event in events:
            for rule in self.handlers.get(event, []):
                if rule.id in self.asking_rules:
                    return rule
        return None

    def refuse_asking(self, event: str, while_: str) -> None:
        """Refuse a rule that asks where the game cannot wait for an answer."""
        rule = self._asking((event,))
        if rule is not None:
            raise CannotCompile(
                Diagnostic(
                    "cannot-ask-here",
                    f"`{rule.id}` asks somebody {while_}",
                    Label(rule.span, "cannot wait for an answer here"),
                    help=("remember what happened with `set`, and ask when the turn ends",),
                )
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
                return any(self._body_ends(body) for body in m.inner_bodies(statement))

    def _ends(self, events: Iterable[str]) -> bool:
        return any(
            rule.id in self.ending_rules for e in events for rule in self.handlers.get(e, [])
        )

    def uses_arrivals(self) -> bool:
        return self.arrivals_used

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
        self.shape.add(name, 1, p.FieldRole.FRAME, type=type)
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
            self.shape.add(one, 1, p.FieldRole.FRAME)
        procedure.frame += [*fields_, result]
        self.current.append(procedure)
        inner = Context({}, [], ctx.origin, leave=(p.Goto(exit),), asking=True, active=ctx.active)
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
        ctx.store(procedure.back, p.At(back))
        self.goto(procedure.entry, ctx)
        self.begin(back, ctx)
        if ends:
            self.leave_if_ended(ctx)

    def perform(
        self, rule: m.Rule, names: Iterable[str], args: list[Expr], ctx: Context, *,
        answering: bool = False,
    ) -> None:  # fmt: skip
        """Write the call of a rule with values for the names it knows them by.

        *answering* an event, it leaves it to the caller to end what the rule has ended.
        """
        names = tuple(names)
        # As an answer its guard has been asked already, so it is another body.
        name = _named(f"{'answer' if answering else 'rule'}.{rule.id}", ctx.active)
        ends = rule.id in self.ending_rules and not answering
        if name in self.building:
            ring = [_plain(x) for x in self.building[self.building.index(name) :]]
            raise _endless([*ring, rule.id], self.meaning.rules)
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
            self.functions[name] = p.Function(
                name, parameters, tuple(inner.out), origin=inner.origin
            )
        ctx.emit(p.Run(p.Call(name, tuple(args))))
        if ends:
            self.leave_if_ended(ctx)

    def fire(self, event: str, args: list[Expr], ctx: Context) -> None:
        """Write the answers of all rules to an event; then leave, if one of them ended something.

        All of them answer, even if the first one ends the turn; the largest end counts.
        """
        # A rule does not set itself off.
        rules = [rule for rule in self.handlers.get(event, []) if rule.id not in ctx.active]
        ending = [rule for rule in rules if rule.id in self.ending_rules]
        held: Expr | None = None
        if ending and ending[0] is not rules[-1]:
            held = self._variable("ended", 0, ctx)
        for rule in rules:
            self._answer(rule, event, args, ctx)
            if held is not None and rule in ending:
                self._assign(held, op("max", held, Load("ending", 0)), ctx)
                ctx.store("ending", 0)
        if held is not None:
            restore: list[p.Statement] = [p.Store("ending", 0, held)]
            if isinstance(held, Load):
                restore.append(p.Store(held.array, held.index, 0))
            ctx.emit(p.If(held, (*restore, *ctx.leave)))
        elif ending:
            self.leave_if_ended(ctx)

    def _assign(self, place: Expr, value: Expr, ctx: Context) -> None:
        if isinstance(place, Var):
            ctx.emit(p.Assign(place.name, value))
        else:
            assert isinstance(place, Load)
            ctx.emit(p.Store(place.array, place.index, value))

    def _answer(self, rule: m.Rule, event: str, args: list[Expr], ctx: Context) -> None:
        """Write how one rule answers an event."""
        reaction = next(r for r in rule.on if r.event == event)
        # The guard is asked on the spot, so that most events cost no call.
        guards = list(_leading_whens(rule.body))
        rest = evolve(rule, body=rule.body[len(guards) :])
        env = dict(ctx.env)
        condition: Expr = 1
        asked = Context(
            {**env, **dict(zip(reaction.names, args, strict=True))}, [], ctx.origin,
            active=ctx.active,
        )  # fmt: skip
        for guard in guards:
            condition = op("and", condition, self.expr(guard.condition, asked))
        if condition == 0:
            return
        outer = ctx.active
        if ctx.asking and rule.id in self.asking_rules:
            after = self.skip_if(op("not", condition), ctx) if condition != 1 else None
            ctx.active = outer | {rule.id}
            self.perform(rest, reaction.names, args, ctx, answering=True)
            ctx.active = outer
            if after is not None:
                after()
            return
        inner = ctx.inner()
        inner.active = outer | {rule.id}
        inner.origin = Origin(rule.id, reaction.span)
        self.perform(rest, reaction.names, args, inner, answering=True)
        if condition == 1:
            ctx.emit(*inner.out)
        else:
            ctx.emit(p.If(condition, tuple(inner.out), origin=inner.origin))

    def _variable(self, name: str, value: Expr, ctx: Context) -> Expr:
        """Return a place of its own for a variable, because it may follow a piece."""
        if ctx.asking:
            field_ = self.frame(name.rpartition("_")[0] or name)
            ctx.store(field_, value)
            return Load(field_, 0)
        made = self.fresh(name)
        ctx.emit(p.Assign(made, value))
        return Var(made)

    def write_unwindings(self) -> None:
        """Write, for each scope, what to forget when it is left from deep inside."""
        every = [f for f in self.shape.fields.values() if f.role is p.FieldRole.FRAME]
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


def _leading_whens(body: m.Body) -> Iterator[m.When]:
    for statement in body:
        if not isinstance(statement, m.When):
            return
        yield statement


def _named(key: str, active: frozenset[str]) -> str:
    """Return the name of a rule or action while some rules are at work."""
    return key if not active else f"{key} in {'+'.join(sorted(active))}"


def _plain(name: str) -> str:
    return name.partition(".")[2].partition(" in ")[0]


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
