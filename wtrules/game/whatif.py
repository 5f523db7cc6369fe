"""Find the conditions that an option fails, if a decision does not offer it.

The function that lists the options is interpreted as if every condition were true. The conditions
that are false on the path to the wanted option are the ones it fails.

No back end can do this: none of them enters a branch whose condition is false, and none says which
part of a condition is false. So statements and operators are interpreted here, with the arithmetic
of `program.fold`; the reference back end answers all calls. Only `explain` uses it, one move at a
time.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from wtrules.game.game import State
from wtrules.program import program as p
from wtrules.program.program import Decision, Expr
from wtrules.value import Value

_MAX_STEPS = 200_000  # a decision of the shipped rules takes a few thousand


@frozen
class Broken(Value):
    """A condition that is false, the fields it reads, and the rules that forbid the option."""

    condition: Expr
    loads: tuple[p.Load, ...]
    numbers: tuple[int, ...]  # the values of its two sides, for a comparison
    forbidden_by: tuple[str, ...]


def conditions_against(state: State, decision: Decision, option: int) -> tuple[Broken, ...] | None:
    """Return the conditions that an option fails; None if the rules never consider the option.

    If several paths lead to the option, the one with the fewest false conditions counts.
    """
    walk = _Walk(state, option)
    walk.body(state.program.notes.written[decision.options].body, {}, ())
    return min(walk.found, key=len, default=None)


Env = dict[str, int]


@define(eq=False, repr=False)
class _Walk:
    state: State
    option: int
    found: list[tuple[Broken, ...]] = field(factory=list)
    steps: int = 0

    def body(self, body: p.Body, env: Env, broken: tuple[Broken, ...]) -> None:
        for statement in body:
            self.steps += 1
            if self.steps > _MAX_STEPS:
                return
            match statement:
                case p.Assign():
                    env[statement.name] = self.value(statement.value, env)
                case p.If():
                    self._if(statement, env, broken)
                case p.For():
                    first = self.value(statement.start, env)
                    for i in range(first, self.value(statement.stop, env)):
                        self.body(statement.body, {**env, statement.name: i}, broken)
                case p.While():
                    while self.steps <= _MAX_STEPS and self.value(statement.condition, env):
                        self.body(statement.body, env, broken)
                case p.Emit():
                    if self.value(statement.value, env) == self.option:
                        self.found.append(broken)
                case p.Return():
                    return

    def _if(self, statement: p.If, env: Env, broken: tuple[Broken, ...]) -> None:
        if p.Emitted() in p.parts_of(statement.condition):  # an option to do nothing
            return
        failed = tuple(self._failed(statement.condition, env))
        if not failed:
            self.body(statement.then, dict(env), broken)
        elif _emits(statement.then):
            self.body(statement.then, dict(env), (*broken, *failed))
        if failed:
            self.body(statement.otherwise, dict(env), broken)

    def _failed(self, condition: Expr, env: Env) -> Iterator[Broken]:
        """Yield the parts of a condition that are false."""
        for part in _conjuncts(condition):
            if not self.value(part, env):
                sides = part.args if isinstance(part, p.Op) and len(part.args) == 2 else ()
                yield Broken(
                    part,
                    tuple(x for x in p.parts_of(part) if isinstance(x, p.Load)),
                    tuple(self.value(side, env) for side in sides),
                    tuple(self._forbidding(part, env)),
                )

    def _forbidding(self, condition: Expr, env: Env) -> Iterator[str]:
        """Yield the rules that forbid something in a condition."""
        forbids = self.state.program.notes.forbids
        rules = {ban.function: ban.rule for found in forbids.values() for ban in found}
        for part in p.parts_of(condition):
            if not isinstance(part, p.Call) or not self.value(part, env):
                continue
            if part.function in rules:
                yield rules[part.function]
            else:
                # A function that asks these rules about every space on the way.
                body = self.state.program.notes.written[part.function].body
                inner = {x.function for x in p.parts_of(body) if isinstance(x, p.Call)} & set(rules)
                yield from (rules[name] for name in sorted(inner))

    def value(self, expr: Expr, env: Env) -> int:
        """Return the value of an expression in this position."""
        program, data = self.state.program, self.state.data
        match expr:
            case int():
                return expr
            case p.Var():
                return env[expr.name]
            case p.Load():
                # After a false condition, an index may be off the board; such a place is empty.
                there = program.fields[expr.array]
                index = self.value(expr.index, env)
                return data[there.offset + index] if 0 <= index < there.size else 0
            case p.Entry():
                table = program.tables[expr.table]
                index = self.value(expr.index, env)
                return table[index] if 0 <= index < len(table) else 0
            case p.Emitted():
                return 1
            case p.Call():
                args = [self.value(arg, env) for arg in expr.args]
                try:
                    return self.state.engine.ask(expr.function, data, *args)
                except IndexError:
                    return 0
            case p.Op(op="and"):
                return int(all(self.value(arg, env) for arg in expr.args))
            case p.Op(op="or"):
                return int(any(self.value(arg, env) for arg in expr.args))
            case p.Op():
                return p.fold(expr.op, *(self.value(arg, env) for arg in expr.args))
        raise TypeError(expr)


def _conjuncts(condition: Expr) -> Iterator[Expr]:
    if isinstance(condition, p.Op) and condition.op == "and":
        for arg in condition.args:
            yield from _conjuncts(arg)
    else:
        yield condition


def _emits(body: p.Body) -> bool:
    return any(isinstance(statement, p.Emit) for statement in p.walk(body))
