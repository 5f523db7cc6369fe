"""Lowering of decisions: the function that lists the options, and what follows each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import prod

from attrs import evolve, frozen

from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.limits import MOST_NUMBER
from wtrules.program.lower import events, figures, held_cards, permissions, queries, secrets
from wtrules.program.lower import first_choices as f
from wtrules.program.lower.code import Code, Continuation, plain
from wtrules.program.lower.faults import too_many_options
from wtrules.program.lower.first_choices import FirstChoice, FirstChoices
from wtrules.program.lower.lowering import Lowering, Secrecy
from wtrules.program.lower.nothing import may_be_nothing, note_uncertain
from wtrules.program.program import Expr, Load, Origin, op
from wtrules.value import Value


@frozen
class _Chosen(Value):
    """A value that is part of an option, and a number it is always below."""

    value: Expr
    radix: int


def decision(
    statement: m.Choose | m.Either | m.May | m.PerformCard, rest: m.Body, code: Code
) -> None:
    """Write a decision and what follows each of its options."""
    low = code.low
    offers = [
        (choice, _offer(choice, code))
        for choice in FirstChoices(low, code.origin).of_statement(statement, rest)
    ]
    # Constants may show that some choices are never possible.
    offers = [(choice, offer) for choice, offer in offers if _emits(offer)]
    choices = [choice for choice, _ in offers]
    otherwise = getattr(statement, "otherwise", None) or ()
    if not choices:
        code.write_block(otherwise)
        return
    join = low.new_block("decided")
    word = _WORDS[type(statement)]
    asked = len(choices) > 1 or not choices[0].declines
    hidden: dict[m.Secretly, Secrecy] = {}
    name = f"{code.origin.rule}.{word}"
    name = _unused_name(name, low) if asked else name
    landings = [low.new_block(f"{name} {i}") for i in range(len(choices))]
    declining = [(x, there) for x, there in zip(choices, landings, strict=True) if x.declines]
    if asked:
        number = len(low.decisions)
        hidden = _secret_parts(choices, code)
        resume, other = low.new_block("resume"), low.new_block("nothing to choose")
        alternatives = _distinct(choices, hidden, code)
        if any(count_ways(alternative, len(choices)) > MOST_NUMBER for alternative in alternatives):
            raise too_many_options(low.rules, code.origin)
        options = f"options_{number}"
        around = low.secretly.number if low.secretly is not None else None
        written = p.Decision(name, code.origin.rule, options, resume, alternatives, word, around)
        low.decisions.append(written)
        _define_options(options, offers, code)
        code.write(p.Decide(number, other))
        code.begin(resume)
        for i, landing in enumerate(landings[:-1]):
            chosen = op("==", op("%", Load("choice", 0), len(choices)), i)
            code.write(p.If(chosen, (p.Goto(landing),)))
        code.goto(landings[-1])
        code.begin(other)
    if not _decline_unasked(declining, code):
        code.write_block(otherwise)
        code.goto(join)
    origin = code.origin
    for landing, choice in zip(landings, choices, strict=True):
        code.begin(landing)
        secrecy = hidden[choice.secretly] if choice.secretly is not None else None
        _follow(choice, len(choices), otherwise, secrecy, code)
        code.origin = origin
        code.goto(join)
    code.begin(join)
    for secrecy in hidden.values():
        secrets.forget_owners(secrecy, code)


def _decline_unasked(declining: list[tuple[FirstChoice, int]], code: Code) -> bool:
    """Write what happens if the only option does nothing: it is taken without a question.

    Return whether there always is such an option.
    """
    for choice, landing in declining:
        env = dict(code.env)
        condition: Expr = 1
        for step in choice.steps:
            condition = op("and", condition, _condition(step, code))
        code.env = env
        if condition == 1:
            code.goto(landing)
            return True
        code.write(p.If(condition, (p.Goto(landing),)))
    return False


def _unused_name(name: str, low: Lowering) -> str:
    low.decision_names[name] += 1
    taken = low.decision_names[name]
    return f"{name}#{taken}" if taken > 1 else name


def _secret_parts(choices: list[FirstChoice], code: Code) -> dict[m.Secretly, Secrecy]:
    """Return the secret parts that choices of a decision begin; they begin with the decision."""
    begun = dict.fromkeys(c.secretly for c in choices if c.secretly is not None)
    if not begun:
        return {}
    entry = code.low.new_block("secretly")
    numbers = {part: secrets.new_part(part, entry, code) for part in begun}
    code.go_on(entry)
    return numbers


def _alternative(
    choice: FirstChoice, hidden: Mapping[m.Secretly, Secrecy], code: Code
) -> p.Alternative:
    secrecy = hidden[choice.secretly] if choice.secretly is not None else code.low.secretly
    kinds = tuple(query.kind for query in choice.queries)
    return p.Alternative(
        choice.words,
        kinds,
        tuple(code.low.layout.radix(kind) for kind in kinds),
        choice.texts,
        choice.rule or code.origin.rule,
        choice.spell,
        choice.card,
        choice.passes,
        choice.declines,
        secrecy.number if secrecy is not None else None,
        choice.verb,
        choice.leads_to,
    )


def count_ways(alternative: p.Alternative, alternatives: int) -> int:
    """Return a number above that of every option of an alternative of a decision."""
    return alternatives * prod(alternative.radices)


# --- options ---


def _define_options(name: str, offers: list[tuple[FirstChoice, p.Body]], code: Code) -> None:
    """Write the function that lists the options of a decision."""
    body: list[p.Statement] = []
    for i, (choice, offer) in enumerate(offers):
        numbered = _numbered(offer, i, len(offers))
        gate = _besides(i, [offer for _, offer in offers], code) if choice.declines else 1
        body += numbered if gate == 1 else [p.If(gate, numbered, origin=code.origin)]
    body.append(p.Return(0, origin=code.origin))
    function = p.Function(name, (), tuple(body), options=True, origin=code.origin)
    code.low.define(function)


def _besides(number: int, offers: list[p.Body], code: Code) -> Expr:
    """Return whether a decision has options besides those of alternative *number*.

    To do nothing is an option only if something else is: a decision between nothing and nothing
    is none.
    """
    before, later = offers[:number], offers[number + 1 :]
    if any(isinstance(statement, p.Emit) for body in (*before, *later) for statement in body):
        return 1
    if not any(later):
        return p.Emitted()
    possible = p.Return(1, origin=code.origin)
    body = p.rewrite(
        tuple(statement for offer in later for statement in offer),
        lambda statement: possible if isinstance(statement, p.Emit) else None,
    )
    name = code.low.fresh("offered_later")
    body = (*body, p.Return(0, origin=code.origin))
    code.low.define(p.Function(name, (), body, origin=code.origin))
    return op("or", p.Emitted(), p.Call(name, ())) if before else p.Call(name, ())


def _offer(choice: FirstChoice, code: Code) -> p.Body:
    """Return the code that lists the options of a choice, not yet numbered."""
    inner = Code(code.low, dict(code.env), code.origin, active=code.active)
    _offer_from(choice.steps, [], inner)
    return tuple(inner.out)


def _offer_from(steps: tuple[f.Step, ...], values: list[_Chosen], code: Code) -> None:
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
        radix = code.low.layout.radix(step.query.kind)
        queries.loop(
            step.query,
            code,
            lambda c, it, _: _offer_from(rest, [*values, _Chosen(it, radix)], c),
            options=True,
        )
        return
    code.only_if(_condition(step, code), lambda inner: _offer_from(rest, values, inner))


def _condition(step: f.Step, code: Code) -> Expr:
    """Return whether a step is possible; names it gives are known from then on."""
    low = code.low
    match step:
        case f.NameTerm():
            value = code.expr(step.value)
            code.env[step.name] = code.name(value)
            note_uncertain(step.name, step.value, low)
        case f.NameNumber():
            code.env[step.name] = step.number
        case f.NameCardValue():
            code.env[step.name] = code.name(_card_value(step, code))
        case f.Require():
            return code.all_true(list(low.conjuncts(step.condition)))
        case f.RequireHalf():
            half = low.cards.has_half(code.expr(step.card), step.kind, step.which)
            if may_be_nothing(step.card, low):
                return op("and", op(">=", code.expr(step.card), 0), half)
            return half
        case f.RequireCastable():
            return permissions.allowed("spell-cast", [Load("actor", 0), step.spell], code)
        case f.RequirePossible():
            return permissions.possible(step.act, code)
    return 1


def _card_value(step: f.NameCardValue, code: Code) -> Expr:
    card = code.expr(step.card)
    return code.low.cards.value(card, step.kind, step.which)


# --- what follows ---


def _follow(
    choice: FirstChoice, count: int, otherwise: m.Body, secrecy: Secrecy | None, code: Code
) -> None:
    """Write what follows a choice: its values into the frame, then its statements.

    *secrecy*: the secret part that the choice begins.
    """
    low = code.low
    fields_before: frozenset[str] = frozenset()
    if secrecy is not None:
        secrets.hide_targets(secrecy, code)
        fields_before = secrets.begin(secrecy, code)
    env, chosen, checked = dict(code.env), code.chosen, code.checked
    fields: list[str] = []

    def name(
        variable: str, stem: str, value: Callable[[], Expr], type: str = "number",
        maybe: bool = False,
    ) -> None:  # fmt: skip
        field = low.new_variable(stem, type, maybe=maybe)
        fields.append(field)
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
                if query.kind == "wizard":
                    figures.pick(code.env[query.variable], code)
            case f.NameTerm():
                type, maybe = step.value.type, may_be_nothing(step.value, low)
                name(step.name, plain(step.name), partial(code.expr, step.value), type, maybe)
                held_cards.note(step.name, step.value, code.env[step.name], code)
            case f.NameNumber():
                code.env[step.name] = step.number
            case f.NameCardValue():
                name(step.name, "number", partial(_card_value, step, code))
            case f.RequirePossible():
                code.checked = step.act
    code.store("choice", 0)
    if low.secretly is not None and low.secretly.asked is not None:
        code.store(low.secretly.asked, 1)
    code.chosen = {**chosen, **choice.chosen}
    if choice.passes:
        code.write_block(otherwise)

    def before(part: Continuation) -> None:
        if secrecy is not None and low.secretly is secrecy and not part.secret:
            secrets.end(secrecy, fields_before, code)

    _go_on(choice.rest, code, before)
    if secrecy is not None and low.secretly is secrecy:
        secrets.end(secrecy, fields_before, code)
    for field in fields:
        code.store(field, 0)
    code.env, code.chosen, code.checked = env, chosen, checked


def _go_on(
    parts: tuple[Continuation, ...], code: Code, before: Callable[[Continuation], None]
) -> None:
    """Write what is left to carry out: first the rest of rules and cards that are performed."""
    end = next((i for i, part in enumerate(parts, 1) if part.last), 0)
    if end:
        with code.running_body(*(part.body for part in parts[:end])):
            _write_parts(parts[:end], code, before)
        _go_on(parts[end:], code, before)
    else:
        _write_parts(parts, code, before)


def _write_parts(
    parts: tuple[Continuation, ...], code: Code, before: Callable[[Continuation], None]
) -> None:
    for i, part in enumerate(parts):
        before(part)
        outer = code.origin
        if part.rule is not None:
            code.origin = Origin(part.rule, code.origin.span)
        later = any(other.body for other in parts[i + 1 :])
        with code.followed_by(code.more or later):
            code.write_body(part.body)
        code.origin = outer


# --- spells ---


def perform_spell(statement: m.PerformSpell, code: Code) -> None:
    """Write a spell: the one whose targets are chosen already, or any with its choices."""
    low = code.low
    spell = code.expr(statement.spell)
    name = statement.spell.name if isinstance(statement.spell, m.Local) else ""
    chosen = code.chosen.get(name)
    with code.followed_by(None):  # a spell is not carried out after the end
        events.emit("spell-cast", [Load("actor", 0), spell], code)
    if chosen is not None:
        outer = code.origin
        code.origin = Origin(f"spell.{chosen.id}", outer.span)
        with code.running_body(*(part.body for part in chosen.rest)):
            _go_on(chosen.rest, code, lambda _: None)
        code.origin = outer
        return
    join = low.new_block("spell cast")
    for i, spell_tile in enumerate(low.meaning.spells.values()):
        if isinstance(spell, int) and spell != i:
            continue
        after = low.new_block("next spell")
        if not isinstance(spell, int):
            code.write(p.If(op("!=", spell, i), (p.Goto(after),)))
        outer = code.origin
        code.origin = Origin(f"spell.{spell_tile.id}", spell_tile.span)
        with code.running_body(spell_tile.body):
            code.write_block(spell_tile.body)
        code.origin = outer
        code.goto(join)
        code.begin(after)
    code.go_on(join)


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


def _distinct(
    choices: list[FirstChoice], hidden: Mapping[m.Secretly, Secrecy], code: Code
) -> tuple[p.Alternative, ...]:
    """Return alternatives with different texts: the second of two equal ones says so.

    Halves of different cards are never offered together, so they may have the same text.
    """
    alternatives: list[p.Alternative] = []
    numbers: list[int] = []
    for i, choice in enumerate(choices):
        alternative = _alternative(choice, hidden, code)
        text = alternative.words, alternative.kinds
        taken = [
            numbers[j]
            for j, other in enumerate(choices[:i])
            if text == (alternatives[j].words[numbers[j] > 0 :], alternatives[j].kinds)
            and _together(choice, other, code.low.layout.all_cards)
        ]
        number = next(n for n in range(len(taken) + 1) if n not in taken)
        word = _ORDINALS[number] if number < len(_ORDINALS) else f"number_{number + 1}"
        alternatives.append(
            evolve(alternative, words=(word, *alternative.words)) if number else alternative
        )
        numbers.append(number)
    return tuple(alternatives)


def _together(one: FirstChoice, other: FirstChoice, deck: Iterable[p.CardKind]) -> bool:
    """Return whether two choices can be offered together; not if no card has both halves."""
    halves = [
        next((step for step in choice.steps if isinstance(step, f.RequireHalf)), None)
        for choice in (one, other)
    ]
    first, second = halves
    if first is None or second is None or first.card != second.card:
        return True
    return any(
        all(
            sum(face.kind == half.kind for face in card.faces) > half.which
            for half in (first, second)
        )
        for card in deck
    )
