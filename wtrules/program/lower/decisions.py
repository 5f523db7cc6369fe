"""Lowering of decisions: the function that lists the options, and what follows each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from attrs import evolve, frozen

from wtrules.program import program as p
from wtrules.program.lower import first_choices as f
from wtrules.program.lower.code import Code
from wtrules.program.lower.first_choices import FirstChoice, FirstChoices
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.variables import plain
from wtrules.program.program import Expr, Load, Origin, op
from wtrules.rules import meaning as m


@frozen
class _Chosen:
    """A value that is part of an option, and a number it is always below."""

    value: Expr
    radix: int


class Decisions:
    """Writes decisions."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._first_choices = FirstChoices(lowering.meaning, lowering.layout)

    def decision(
        self, statement: m.Choose | m.Either | m.May | m.PerformCard, rest: m.Body, code: Code
    ) -> None:
        """Write a decision and what follows each of its options."""
        low, blocks = self._lowering, self._lowering.blocks
        offers = [
            (choice, self._offer(choice, code))
            for choice in self._first_choices.of_statement(statement, rest)
        ]
        # Constants may show that some choices are never possible.
        offers = [(choice, offer) for choice, offer in offers if _emits(offer)]
        choices = [choice for choice, _ in offers]
        otherwise = getattr(statement, "otherwise", None) or ()
        if all(choice.passes for choice in choices):  # there is never anything to choose
            low.statements.block(otherwise, code)
            return
        number = len(self._lowering.written_decisions)
        resume, join = blocks.new("resume"), blocks.new("decided")
        other = blocks.new("nothing to choose") if otherwise else join
        word = _WORDS[type(statement)]
        name = self._unused_name(f"{code.origin.rule}.{word}")
        alternatives = _distinct(self._alternative(choice, code) for choice in choices)
        options = f"options_{number}"
        self._lowering.written_decisions.append(
            p.Decision(name, code.origin.rule, options, resume, alternatives, word)
        )
        self._define_options(options, [offer for _, offer in offers], code)
        code.write(p.Decide(number, other))
        origin = code.origin
        blocks.begin(resume, code)
        count = len(choices)
        landings = [blocks.new(f"{name} {i}") for i in range(count)]
        for i, landing in enumerate(landings[:-1]):
            chosen = op("==", op("%", Load("choice", 0), count), i)
            code.write(p.If(chosen, (p.Goto(landing),)))
        blocks.goto(landings[-1], code)
        for landing, choice in zip(landings, choices, strict=True):
            blocks.begin(landing, code)
            self._follow(choice, count, otherwise, code)
            code.origin = origin
            blocks.goto(join, code)
        if otherwise:
            blocks.begin(other, code)
            low.statements.block(otherwise, code)
            blocks.goto(join, code)
        blocks.begin(join, code)

    def _unused_name(self, name: str) -> str:
        taken = sum(d.name.partition("#")[0] == name for d in self._lowering.written_decisions)
        return f"{name}#{taken + 1}" if taken else name

    def _alternative(self, choice: FirstChoice, code: Code) -> p.Alternative:
        kinds = tuple(query.kind for query in choice.queries)
        return p.Alternative(
            choice.words,
            kinds,
            tuple(self._lowering.layout.radix(kind) for kind in kinds),
            choice.texts,
            choice.rule or code.origin.rule,
            choice.spell,
            choice.card,
            choice.passes,
            choice.declines,
        )

    # --- options ---

    def _define_options(self, name: str, offers: list[p.Body], code: Code) -> None:
        """Write the function that lists the options of a decision."""
        body = [s for i, offer in enumerate(offers) for s in _numbered(offer, i, len(offers))]
        body.append(p.Return(0, origin=code.origin))
        function = p.Function(name, (), tuple(body), options=True, origin=code.origin)
        self._lowering.define(function)

    def _offer(self, choice: FirstChoice, code: Code) -> p.Body:
        """Return the code that lists the options of a choice, not yet numbered."""
        inner = Code(dict(code.env), [], code.origin, active=code.active)
        if choice.passes:  # a decision between nothing and nothing is none
            inner.write(p.If(p.Emitted(), (p.Emit(0),)))
        else:
            self._offer_from(choice.steps, [], inner)
        return tuple(inner.out)

    def _offer_from(self, steps: tuple[f.Step, ...], values: list[_Chosen], code: Code) -> None:
        """Write the steps that are left; *values* are chosen already."""
        if not steps:
            number: Expr = 0
            for chosen in reversed(values):
                number = op("+", op("*", number, chosen.radix), chosen.value)
            code.write(p.Emit(number))
            return
        step, *others = steps
        rest = tuple(others)
        if isinstance(step, f.ChooseFrom):
            radix = self._lowering.layout.radix(step.query.kind)
            self._lowering.queries.loop(
                step.query,
                code,
                lambda c, it, _: self._offer_from(rest, [*values, _Chosen(it, radix)], c),
            )
            return
        condition = self._condition(step, code)
        if condition == 0:
            return
        if condition == 1:
            self._offer_from(rest, values, code)
            return
        inner = code.inner()
        self._offer_from(rest, values, inner)
        code.write(p.If(condition, tuple(inner.out)))

    def _condition(self, step: f.Step, code: Code) -> Expr:
        """Return whether a step is possible; names it gives are known from then on."""
        low = self._lowering
        match step:
            case f.NameTerm():
                value = low.terms.expr(step.value, code)
                code.env[step.name] = low.variables.name(value, code)
                low.terms.note_uncertain(step.name, step.value)
            case f.NameNumber():
                code.env[step.name] = step.number
            case f.NameCardValue():
                code.env[step.name] = low.variables.name(self._card_value(step, code), code)
            case f.Require():
                return low.terms.all_true(list(low.terms.conjuncts(step.condition)), code)
            case f.RequireHalf():
                return low.cards.has_half(low.terms.expr(step.card, code), step.kind, step.which)
            case f.RequireCastable():
                actor = Load("actor", 0)
                return op("not", low.permissions.forbidden("spell-cast", [actor, step.spell]))
            case f.RequirePossible():
                return low.permissions.possible(step.act, code)
        return 1

    def _card_value(self, step: f.NameCardValue, code: Code) -> Expr:
        card = self._lowering.terms.expr(step.card, code)
        return self._lowering.cards.value(card, step.kind, step.which)

    # --- what follows ---

    def _follow(self, choice: FirstChoice, count: int, otherwise: m.Body, code: Code) -> None:
        """Write what follows a choice: its values into the frame, then its statements."""
        low = self._lowering
        env, chosen, checked = dict(code.env), code.chosen, code.checked
        made: list[str] = []

        def name(variable: str, stem: str, value: Callable[[], Expr], type: str = "number") -> None:
            field = low.procedures.variable(stem, type)
            made.append(field)
            code.store(field, value())
            code.env[variable] = Load(field, 0)

        number: Expr = op("//", Load("choice", 0), count)
        for step in choice.steps:
            match step:
                case f.ChooseFrom(query=query):
                    radix = low.layout.radix(query.kind)
                    name(
                        query.variable,
                        plain(query.variable),
                        partial(op, "%", number, radix),
                        query.kind,
                    )
                    number = op("//", number, radix)
                case f.NameTerm():
                    name(step.name, plain(step.name), partial(low.terms.expr, step.value, code))
                case f.NameNumber():
                    code.env[step.name] = step.number
                case f.NameCardValue():
                    name(step.name, "number", partial(self._card_value, step, code))
                case f.RequirePossible():
                    code.checked = step.act
        code.store("choice", 0)
        code.chosen = {**chosen, **choice.chosen}
        if choice.passes:
            low.statements.block(otherwise, code)
        for part in choice.rest:
            outer = code.origin
            if part.rule is not None:
                code.origin = Origin(part.rule, code.origin.span)
            low.statements.body(part.body, code)
            code.origin = outer
        for field in made:
            code.store(field, 0)
        code.env, code.chosen, code.checked = env, chosen, checked

    # --- spells ---

    def perform_spell(self, statement: m.PerformSpell, code: Code) -> None:
        """Write a spell: the one whose targets are chosen already, or any with its choices."""
        low, blocks = self._lowering, self._lowering.blocks
        spell = low.terms.expr(statement.spell, code)
        name = statement.spell.name if isinstance(statement.spell, m.Local) else ""
        chosen = code.chosen.get(name)
        low.events.emit("spell-cast", [Load("actor", 0), spell], code)
        if chosen is not None:
            outer = code.origin
            code.origin = Origin(f"spell.{chosen.id}", outer.span)
            for part in chosen.rest:
                low.statements.body(part.body, code)
            code.origin = outer
            return
        join = blocks.new("spell cast")
        for i, one in enumerate(low.meaning.spells.values()):
            if isinstance(spell, int) and spell != i:
                continue
            after = blocks.new("next spell")
            if not isinstance(spell, int):
                code.write(p.If(op("!=", spell, i), (p.Goto(after),)))
            outer = code.origin
            code.origin = Origin(f"spell.{one.id}", one.span)
            low.statements.block(one.body, code)
            code.origin = outer
            blocks.goto(join, code)
            blocks.begin(after, code)
        blocks.go_on(join, code)


def _numbered(body: p.Body, number: int, count: int) -> p.Body:
    """Return code that lists options as code that lists those of alternative *number* of *count*."""

    def change(statement: p.Statement) -> p.Statement | None:
        if not isinstance(statement, p.Emit):
            return None
        option = op("+", op("*", statement.value, count), number)
        return p.Emit(option, origin=statement.origin)

    return p.rewrite(body, change)


def _emits(body: p.Body) -> bool:
    """Return whether code lists any options."""
    return any(isinstance(statement, p.Emit) for statement in p.walk(body))


_WORDS: dict[type, str] = {
    m.PerformCard: "card",
    m.Choose: "choose",
    m.Either: "either",
    m.May: "may",
}

_ORDINALS = ("", "second", "third", "fourth", "fifth")


def _distinct(alternatives: Iterable[p.Alternative]) -> tuple[p.Alternative, ...]:
    """Return alternatives with different texts: the second of two equal ones says so."""
    made: list[p.Alternative] = []
    seen: dict[object, int] = {}
    for one in alternatives:
        seen[one.words, one.kinds] = before = seen.get((one.words, one.kinds), -1) + 1
        word = _ORDINALS[before] if before < len(_ORDINALS) else f"number_{before + 1}"
        made.append(evolve(one, words=(word, *one.words)) if before else one)
    return tuple(made)
