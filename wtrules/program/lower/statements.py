"""Lowering of statements: the bodies of rules."""

from __future__ import annotations

from wtrules.node import rewrite
from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.nothing import done_with
from wtrules.program.program import Expr, Load, Origin, op
from wtrules.rules import meaning as m
from wtrules.rules.chance import chance_in


class Statements:
    """Writes statements."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering

    def block(self, body: m.Body, code: Code) -> None:
        """Write a body whose names end with it."""
        env, chosen = dict(code.env), code.chosen
        self.body(body, code)
        code.env, code.chosen = env, chosen

    def body(self, body: m.Body, code: Code) -> None:
        """Write statements one after another."""
        for i, statement in enumerate(body):
            rest = body[i + 1 :]
            origin = code.origin
            code.origin = Origin(origin.rule, statement.span)
            match statement:
                case m.When():
                    self._when(statement, rest, code)
                    return
                case m.Choose() | m.Either() | m.May() | m.PerformCard():
                    self._lowering.decisions.decision(statement, rest, code)
                    if isinstance(statement, m.Choose):
                        return
                case _:
                    self._statement(statement, code)
            code.origin = origin
            if isinstance(statement, m.Stop):
                return

    def _asks(self, body: m.Body, code: Code) -> bool:
        return code.asking and self._lowering.analysis.body_asks(body)

    def _when(self, statement: m.When, rest: m.Body, code: Code) -> None:
        condition = self._lowering.terms.expr(statement.condition, code)
        if condition == 0:
            return
        if condition == 1:
            self.body(rest, code)
        elif self._asks(rest, code):
            after = self._lowering.blocks.skip_if(op("not", condition), code)
            self.body(rest, code)
            after()
        else:
            inner = code.inner()
            self.body(rest, inner)
            code.write(p.If(condition, tuple(inner.out)))

    def _statement(self, statement: m.Statement, code: Code) -> None:
        """Write a statement; what may find nothing or is left to chance is computed first, once."""
        low = self._lowering
        checked = statement is code.checked
        parts = [
            term
            for term in done_with(statement)
            if low.terms.may_be_nothing(term) or chance_in(term, low.meaning)
        ]
        if not parts:
            self._known(statement, code, checked)
            return
        change, env = low.terms.named(
            parts, code, lambda name, value: low.variables.own(name, value, code)
        )
        known: Expr = 1
        for term, value in zip(parts, env.values(), strict=True):
            if low.terms.may_be_nothing(term):
                known = op("and", known, op(">=", value, 0))
        settled: m.Statement = rewrite(statement, change)
        if known == 1 or self._asks((statement,), code):
            after = low.blocks.skip_if(op("not", known), code) if known != 1 else None
            code.env = {**code.env, **env}
            self._known(settled, code, checked)
            code.env = {name: value for name, value in code.env.items() if name not in env}
            if after is not None:
                after()
            return
        inner = code.inner()
        inner.env |= env
        self._known(settled, inner, checked)
        code.write(p.If(known, tuple(inner.out)))

    def _known(self, statement: m.Statement, code: Code, checked: bool) -> None:
        """Write a statement whose parts are known to be something."""
        low = self._lowering
        match statement:
            case m.Act():
                low.actions.act(statement, code, checked=checked)
            case m.Perform():
                rule = low.meaning.rules[statement.rule]
                args = [low.terms.expr(arg, code) for arg in statement.args]
                low.procedures.perform(rule, [name for name, _ in rule.parameters], args, code)
            case m.PerformSpell():
                low.decisions.perform_spell(statement, code)
            case m.If():
                self._if(statement, code)
            case m.Repeat():
                low.loops.repeat(statement, code)
            case m.Each():
                low.loops.each(statement, code)
            case m.As():
                self._as(statement, code)
            case m.Scope():
                low.scopes.scope(statement, code)
            case m.End():
                low.scopes.end(statement, code)
            case m.SetMemory():
                index = low.terms.expr(statement.of, code) if statement.of is not None else 0
                code.store(f"memory.{statement.id}", low.terms.expr(statement.value, code), index)
            case m.Let():
                value = low.terms.expr(statement.value, code)
                low.terms.note_uncertain(statement.name, statement.value)
                code.env[statement.name] = low.variables.own(statement.name, value, code)
            case m.Use():
                allowance = low.meaning.allowances[statement.id]
                index = Load("actor", 0) if allowance.each else 0
                used = f"used.{statement.id}"
                code.store(used, op("+", Load(used, index), 1), index)
            case m.Stop():
                block = code.loops[-1] if code.loops else None
                code.write(p.Break() if block is None else p.Goto(block))
            case m.Option():
                pass  # names a branch; the decision has used it
            case _:
                raise TypeError(f"{type(statement).__name__} is written by `body`")

    def _if(self, statement: m.If, code: Code) -> None:
        condition = self._lowering.terms.expr(statement.condition, code)
        if isinstance(condition, int):
            self.block(statement.then if condition else statement.otherwise, code)
        elif self._asks((*statement.then, *statement.otherwise), code):
            blocks = self._lowering.blocks
            other, join = blocks.new("else"), blocks.new("end if")
            code.write(p.If(op("not", condition), (p.Goto(other),)))
            self.block(statement.then, code)
            blocks.goto(join, code)
            blocks.begin(other, code)
            self.block(statement.otherwise, code)
            blocks.go_on(join, code)
        else:
            then, otherwise = code.inner(), code.inner()
            self.body(statement.then, then)
            self.body(statement.otherwise, otherwise)
            code.write(p.If(condition, tuple(then.out), tuple(otherwise.out)))

    def _as(self, statement: m.As, code: Code) -> None:
        player = self._lowering.terms.expr(statement.player, code)
        before = self._lowering.variables.keep("before", Load("actor", 0), code)
        code.store("actor", player)
        self.block(statement.body, code)
        code.store("actor", before)
