"""Lowering of decisions: the function that lists the options, and what follows each of them."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field

from wtrules.program import program as p
from wtrules.program.lower.context import Context
from wtrules.program.lower.first_choices import Lead, Leads
from wtrules.program.lower.procedures import Procedures
from wtrules.program.program import Expr, Load, Origin, op
from wtrules.rules import meaning as m


@define
class Decisions(Procedures):
    """Writes decisions."""

    decisions: list[p.Decision] = field(factory=list)

    def block(self, body: m.Body, ctx: Context) -> None:
        """Write a body whose names end with it."""
        raise NotImplementedError

    def _decision(
        self, statement: m.Choose | m.Either | m.May | m.PerformCard, rest: m.Body, ctx: Context
    ) -> None:
        """Write a decision and what follows each of its options."""
        offers = [
            (lead, self._offer(lead, ctx))
            for lead in Leads(self.meaning, self.shape).of_statement(statement, rest)
        ]
        # As far as constants tell, some leads can never be an option.
        offers = [(lead, offer) for lead, offer in offers if _emits(offer)]
        leads = [lead for lead, _ in offers]
        otherwise = getattr(statement, "otherwise", None) or ()
        if all(lead.passes for lead in leads):  # nothing can ever be chosen here
            self.block(otherwise, ctx)
            return
        decision = len(self.decisions)
        resume, join = self.new_block("resume"), self.new_block("decided")
        other = self.new_block("nothing to choose") if otherwise else join
        name = f"{ctx.origin.rule}.{_word(statement)}"
        taken = sum(d.name.partition("#")[0] == name for d in self.decisions)
        name = f"{name}#{taken + 1}" if taken else name
        alternatives = _told_apart(self._alternative(lead, ctx) for lead in leads)
        self.decisions.append(
            p.Decision(
                name,
                ctx.origin.rule,
                f"options_{decision}",
                resume,
                alternatives,
                _word(statement),
            )
        )
        self._options(f"options_{decision}", [offer for _, offer in offers], ctx)
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
            lead.spell,
            lead.card,
            lead.passes,
            lead.declines,
        )

    def _offer(self, lead: Lead, ctx: Context) -> p.Body:
        """Write what lists the options of a lead; they are numbered when all leads are known."""
        inner = Context(dict(ctx.env), [], ctx.origin, active=ctx.active)
        self._option(lead, 0, [], inner)
        return tuple(inner.out)

    def _options(self, name: str, offers: list[p.Body], ctx: Context) -> None:
        """Write the function that lists the options of a decision."""
        body = [s for i, offer in enumerate(offers) for s in _numbered(offer, i, len(offers))]
        body.append(p.Return(0, origin=ctx.origin))
        self.functions[name] = p.Function(name, (), tuple(body), options=True, origin=ctx.origin)

    def _option(self, lead: Lead, step: int, values: list[tuple[Expr, int]], ctx: Context) -> None:
        """Write the steps of a lead from *step* on; *values* are chosen, each below its radix."""
        if lead.passes:  # nobody is asked whether to do nothing when nothing can be done
            ctx.emit(p.If(p.Emitted(), (p.Emit(0),)))
            return
        if step == len(lead.steps):
            code: Expr = 0
            for value, radix in reversed(values):
                code = op("+", op("*", code, radix), value)
            ctx.emit(p.Emit(code))
            return

        def onward(c: Context, more: tuple[tuple[Expr, int], ...] = ()) -> None:
            self._option(lead, step + 1, [*values, *more], c)

        kind, *parts = lead.steps[step]
        condition: Expr = 1
        match kind:
            case "query":
                query = parts[0]
                radix = self.shape.radix(query.kind)
                self.loop(query, ctx, lambda c, it, _: onward(c, ((it, radix),)))
                return
            case "let":
                value = self.expr(parts[1], ctx)
                ctx.env[parts[0]] = self._name(ctx, value)
                self.note_unsure(parts[0], parts[1])
            case "const":
                ctx.env[parts[0]] = parts[1]
            case "value":
                ctx.env[parts[0]] = self._name(
                    ctx, self.card_value(self.expr(parts[1], ctx), parts[2], parts[3])
                )
            case "when":
                for part in self.conjuncts(parts[0]):
                    condition = op("and", condition, self.expr(part, ctx))
            case "face":
                condition = self.has_face(self.expr(parts[0], ctx), parts[1], parts[2])
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
        env, chosen, checked = dict(ctx.env), dict(ctx.chosen), ctx.checked
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
                    ctx.store(name, self.card_value(self.expr(parts[1], ctx), parts[2], parts[3]))
                    ctx.env[parts[0]] = Load(name, 0)
                case "can":
                    ctx.checked = parts[0]
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
        ctx.env, ctx.chosen, ctx.checked = env, chosen, checked

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
            for _rule, body in bodies:
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


def _numbered(body: p.Body, number: int, count: int) -> p.Body:
    """Return what lists options as what lists those of alternative *number* of so many."""
    made: list[p.Statement] = []
    for statement in body:
        match statement:
            case p.Emit():
                code = op("+", op("*", statement.value, count), number)
                statement = p.Emit(code, origin=statement.origin)
            case p.If():
                then = _numbered(statement.then, number, count)
                otherwise = _numbered(statement.otherwise, number, count)
                statement = p.If(statement.condition, then, otherwise, origin=statement.origin)
            case p.For() | p.While():
                statement = evolve(statement, body=_numbered(statement.body, number, count))
        made.append(statement)
    return tuple(made)


def _emits(body: p.Body) -> bool:
    for statement in body:
        match statement:
            case p.Emit():
                return True
            case p.If() if _emits(statement.then) or _emits(statement.otherwise):
                return True
            case p.For() | p.While() if _emits(statement.body):
                return True
    return False


def _word(statement: m.Statement) -> str:
    return {"PerformCard": "card", "Choose": "choose", "Either": "either", "May": "may"}[
        type(statement).__name__
    ]


_ORDINALS = ("", "second", "third", "fourth", "fifth")


def _told_apart(alternatives: Iterable[p.Alternative]) -> tuple[p.Alternative, ...]:
    """Return alternatives whose moves no two read alike: the second of a sort says so."""
    made: list[p.Alternative] = []
    seen: dict[object, int] = {}
    for one in alternatives:
        seen[one.words, one.kinds] = alike = seen.get((one.words, one.kinds), -1) + 1
        word = _ORDINALS[alike] if alike < len(_ORDINALS) else f"number_{alike + 1}"
        made.append(evolve(one, words=(word, *one.words)) if alike else one)
    return tuple(made)
