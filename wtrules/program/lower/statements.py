"""Lowering of statements: the bodies of rules."""

from __future__ import annotations

from functools import partial

from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CardDecks
from wtrules.node import rewrite
from wtrules.program import program as p
from wtrules.program.lower import (
    decisions,
    events,
    held_cards,
    loops,
    memories,
    permissions,
    procedures,
    routes,
    scopes,
    secrets,
)
from wtrules.program.lower.actions import bind
from wtrules.program.lower.analysis import card_rule
from wtrules.program.lower.code import Code
from wtrules.program.lower.nothing import done_with, may_be_nothing, named, note_uncertain
from wtrules.program.lower.verbs import LOWERINGS
from wtrules.program.program import Expr, Load, Origin, op


def write_body(body: m.Body, code: Code) -> None:
    """Write statements one after another."""
    budget = code.low.budget
    budget.enter(code.origin)
    _write_body(body, code)
    budget.leave()


def _write_body(body: m.Body, code: Code) -> None:
    decks = CardDecks(code.low.meaning)
    more = code.more
    for i, statement in enumerate(body):
        rest = body[i + 1 :]
        origin = code.origin
        code.origin = Origin(origin.rule, statement.span)
        code.more = more or (bool(rest) and not isinstance(statement, m.When | m.Choose))
        if code.low.analysis.is_question(statement):  # nobody is asked anything after the end
            code.leave_if_pending()
        match statement:
            case m.When():
                condition = code.expr(statement.condition)
                code.only_if(condition, partial(write_body, rest), asks=code.asks(rest))
                return
            case m.PerformCard() if (kinds := decks.carried_out(statement.card)) is not None:
                _carry_out(statement, kinds, code)
            case m.Choose() | m.Either() | m.May() | m.PerformCard():
                decisions.decision(statement, rest, code)
                if isinstance(statement, m.Choose):
                    return
            case _:
                _statement(statement, code)
        code.origin, code.more = origin, more
        if isinstance(statement, m.Stop):
            return


def _carry_out(statement: m.PerformCard, kinds: tuple[str, ...], code: Code) -> None:
    """Write a card that is carried out like a rule: the one of its kinds that it is."""
    low = code.low
    card = code.own("card", code.expr(statement.card), "card")
    held_cards.note("", statement.card, card, code)

    def write(inner: Code) -> None:
        for kind in kinds:
            meant = low.meaning.cards[kind]
            number = [low.cards.value(card, kind)] if meant.parameters else []
            rule = m.Rule(
                card_rule(kind), meant.parameters, (), (), (), meant.body, span=meant.span
            )
            perform = partial(procedures.perform, rule, rule.parameters, number, what="card")
            asks = inner.asking and rule.id in low.analysis.asking
            inner.only_if(low.cards.has_half(card, kind), perform, asks=asks)

    there = op(">=", card, 0) if may_be_nothing(statement.card, low) else 1
    code.only_if(there, write, asks=code.asks((statement,)))


def _statement(statement: m.Statement, code: Code) -> None:
    """Write a statement; what may find nothing or is left to chance is computed first, once."""
    low = code.low
    checked = statement is code.checked
    parts = [
        term
        for term in done_with(statement)
        if may_be_nothing(term, low) or low.meaning.chance_in(term)
    ]
    if not parts:
        _known(statement, code, checked)
        return
    change, env = named(parts, code, code.own)
    exists: Expr = 1
    for term, (name, value) in zip(parts, env.items(), strict=True):
        held_cards.note(name, term, value, code)
        if may_be_nothing(term, low):
            exists = op("and", exists, op(">=", value, 0))
    settled: m.Statement = rewrite(statement, change)

    def write(inner: Code) -> None:
        inner.env |= env
        _known(settled, inner, checked)

    code.only_if(exists, write, asks=code.asks((statement,)))


def _known(statement: m.Statement, code: Code, checked: bool) -> None:
    """Write a statement whose parts are known to be something."""
    low = code.low
    match statement:
        case m.Act():
            _act(statement, code, checked)
        case m.Perform():
            rule = low.meaning.rules[statement.rule]
            args = [code.expr(arg) for arg in statement.args]
            procedures.perform(rule, rule.parameters, args, code)
        case m.PerformSpell():
            decisions.perform_spell(statement, code)
        case m.If():
            _if(statement, code)
        case m.Repeat():
            loops.repeat(statement, code)
        case m.Each():
            loops.each(statement, code)
            secrets.after_each(statement, code)
        case m.As():
            _as(statement, code)
        case m.Secretly():
            secrets.secretly(statement, code)
        case m.Scope():
            scopes.scope(statement, code)
        case m.End():
            scopes.end(statement, code)
        case m.SetMemory():
            _set(statement, code)
        case m.Let():
            value = code.expr(statement.value)
            note_uncertain(statement.name, statement.value, low)
            own = code.env[statement.name] = code.own(statement.name, value, statement.value.type)
            held_cards.note(statement.name, statement.value, own, code)
        case m.Use():
            allowance = low.meaning.allowances[statement.id]
            index = Load("actor", 0) if allowance.each else 0
            used = f"used.{statement.id}"
            code.store(used, op("+", Load(used, index), 1), index)
        case m.Stop():
            code.write(*code.stop)
        case m.Option():
            pass  # names a branch; the decision has used it
        case _:
            raise TypeError(f"{type(statement).__name__} is written by `write_body`")


def _act(act: m.Act, code: Code, checked: bool) -> None:
    """Write an action; *checked*: it is known to be possible."""
    if routes.is_open(act, code.low):
        code.write_block(routes.decided(act, code.low))
        return
    action = bind(act, code)
    verb = LOWERINGS[action.kind]
    if not verb.guarded:
        verb.write(action, code)
        return
    guard = 1 if checked else permissions.possible(act, code)
    events.only_if(guard, action.events, code, lambda inner: verb.write(action, inner))


def _set(statement: m.SetMemory, code: Code) -> None:
    """Write the change of a memory."""

    def write(inner: Code, index: Expr) -> None:
        inner.store(memories.field_of(statement.id), inner.expr(statement.value), index)
        secrets.note_set(statement, index, inner)

    memories.change(statement.of, code, write)


def _if(statement: m.If, code: Code) -> None:
    low = code.low
    condition = code.expr(statement.condition)
    if isinstance(condition, int):
        code.write_block(statement.then if condition else statement.otherwise)
    elif code.asks((*statement.then, *statement.otherwise)):
        other, join = low.new_block("else"), low.new_block("end if")
        code.write(p.If(op("not", condition), (p.Goto(other),)))
        code.write_block(statement.then)
        code.goto(join)
        code.begin(other)
        code.write_block(statement.otherwise)
        code.go_on(join)
    else:
        then, otherwise = code.inner(), code.inner()
        then.write_body(statement.then)
        otherwise.write_body(statement.otherwise)
        code.write(p.If(condition, tuple(then.out), tuple(otherwise.out)))


def _as(statement: m.As, code: Code) -> None:
    player = code.expr(statement.player)
    before = code.keep("before", Load("actor", 0), "player")
    code.store("actor", player)
    stop = code.stop
    if stop:
        code.stop = (p.Store("actor", 0, before), *stop)
    code.write_block(statement.body)
    code.stop = stop
    code.store("actor", before)
