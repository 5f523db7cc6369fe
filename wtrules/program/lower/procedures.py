"""Lowering of rules as functions and procedures.

A rule that never asks becomes a function. A rule that may need a decision becomes a procedure:
blocks that can stop at a decision and resume later, with their variables in the state. No rule is
carried out twice at the same time: it does not react to what it does itself, and one that performs
itself is refused. So each procedure has one frame, and the state has a fixed size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.faults import endless_rule
from wtrules.program.lower.lowering import Lowering, Procedure, Unwinding
from wtrules.program.program import Expr, Load, Origin, Var

BLOCK = "block"  # the type of a way back

# Writes an action with these values of its parameters, and returns its result.
WriteAction = Callable[[Code, list[Expr]], Expr]


def main(write: Callable[[Code], None], code: Code) -> int:
    """Write the procedure a game begins with; return its first block."""
    return _procedure("game", (), code, lambda inner, _: write(inner)).entry


def call(
    key: str, parameters: tuple[m.Parameter, ...], args: list[Expr], code: Code,
    events: tuple[str, ...], write: WriteAction, result: str,
) -> Expr:  # fmt: skip
    """Write the call of an action and return its result; the action is written if it is new.

    *result* is the type of the result.
    """
    name = _unique_name(key, code.active)
    names = tuple(parameter.name for parameter in parameters)
    low = code.low
    ends = low.analysis.events_end(events)
    if low.analysis.events_ask(events):

        def write_in_blocks(inner: Code, values: list[Expr]) -> Expr:
            with inner.running_action(events):
                return write(inner, values)

        procedure = _procedure(name, parameters, code, write_in_blocks, result)
        _call_procedure(procedure, args, code)
        if ends:
            code.finish_if_ended()
        return Load(procedure.result, 0)
    if name not in low.functions:
        low.define(p.Function(name, names, ()))  # keeps its place in the order
        inner = Code(low, {}, Origin(key), active=code.active)
        with inner.running_action(events):
            done = write(inner, [Var(parameter) for parameter in names])
        inner.write(p.Return(done))
        low.define(p.Function(name, names, tuple(inner.out), origin=code.origin))
    value = p.Call(name, tuple(args))
    if not ends:
        return value
    moved = code.keep("moved", value, result)
    code.finish_if_ended()
    return moved


def _procedure(
    name: str, parameters: tuple[m.Parameter, ...], code: Code,
    write: Callable[[Code, list[Expr]], Expr | None], result_type: str = "number",
) -> Procedure:  # fmt: skip
    """Return a procedure by name, written when it is first needed."""
    low = code.low
    if name in low.procedures:
        return low.procedures[name]
    entry, exit = low.new_block(name), low.new_block(f"{name}: end")
    fields = tuple(f"frame.{name}.{parameter.name}" for parameter in parameters)
    back, result = f"back.{name}", f"result.{name}"
    procedure = Procedure(name, entry, exit, fields, back, result)
    low.procedures[name] = procedure
    types = [parameter.type for parameter in parameters]
    for field, type in zip((*fields, back, result), (*types, BLOCK, result_type), strict=True):
        low.layout.add(field, 1, p.FieldRole.FRAME, type=type)
    procedure.frame += [*fields, result]
    low.current.append(procedure)
    inner = Code(low, {}, code.origin, leave=(p.Goto(exit),), asking=True, active=code.active)
    inner.begin(entry)
    value = write(inner, [Load(field, 0) for field in fields])
    if value is not None and value != 0:
        inner.store(result, value)
    inner.go_on(exit)
    for field in procedure.frame:
        if field != result:
            inner.store(field, 0)
    way = Var(low.fresh("way"))
    inner.write(p.Assign(way.name, Load(back, 0)), p.Store(back, 0, 0), p.Goto(way))
    low.current.pop()
    return procedure


def leave_with(result: Expr, code: Code) -> p.Body:
    """Return the statements with which an action ends early and gives a result."""
    if not code.asking:
        return (p.Return(result),)
    # Otherwise the result of the last call would still be there.
    return (p.Store(code.low.current[-1].result, 0, result), *code.leave)


def _call_procedure(procedure: Procedure, args: list[Expr], code: Code) -> None:
    low = code.low
    if low.current:
        procedure.callers.add(low.current[-1].name)
    back = low.new_block(f"{procedure.name}: back")
    for name, arg in zip(procedure.parameters, args, strict=True):
        code.store(name, arg)
    code.store(procedure.back, p.At(back))
    code.goto(procedure.entry)
    code.begin(back)


def perform(
    rule: m.Rule, parameters: Iterable[m.Parameter], args: list[Expr], code: Code, *,
    reacting: bool = False, what: str = "rule",
) -> None:  # fmt: skip
    """Write the call of a rule with values for what it is given.

    If it is *reacting* to an event, the caller leaves the scope that the rule has ended. *What* is
    `card` for a card that is carried out like a rule; a rule may have the same id.
    """
    formals = tuple(parameters)
    names = [parameter.name for parameter in formals]
    low = code.low
    # The conditions a reaction begins with are tested by the caller, so its body is another one.
    name = _unique_name(f"{'answer' if reacting else what}.{rule.id}", code.active)
    leave: Callable[[], None] | None = None
    if rule.id in low.analysis.ending and not reacting:
        leave = code.finish_if_ended if low.analysis.is_part(rule.id) else code.leave_if_ended
    if name in low.building:
        ring = [_rule_id(x) for x in low.building[low.building.index(name) :]]
        raise endless_rule([*ring, rule.id], low.meaning)
    if rule.id in low.analysis.asking:

        def write(inner: Code, values: list[Expr]) -> None:
            inner.origin = Origin(rule.id, rule.span)
            inner.env.update(zip(names, values, strict=True))
            with _build(name, low), inner.running_body(rule.body):
                inner.write_body(rule.body)

        procedure = _procedure(name, formals, code, write)
        _call_procedure(procedure, args, code)
        if leave is not None:
            leave()
        return
    if name not in low.functions:
        variables = tuple(f"a_{i}" for i in range(len(names)))
        env: dict[str, Expr] = {n: Var(v) for n, v in zip(names, variables, strict=True)}
        inner = Code(low, env, Origin(rule.id, rule.span), active=code.active)
        with _build(name, low), inner.running_body(rule.body):
            inner.write_body(rule.body)
        inner.write(p.Return(0))
        low.define(p.Function(name, variables, tuple(inner.out), origin=inner.origin))
    code.write(p.Run(p.Call(name, tuple(args))))
    if leave is not None:
        leave()


@contextmanager
def _build(name: str, low: Lowering) -> Iterator[None]:
    low.building.append(name)
    yield
    low.building.pop()


def unwind(kept: frozenset[str], low: Lowering) -> str:
    """Return the function that clears what a scope of the current procedure has called.

    *kept* are the variables of the procedure from before the scope.
    """
    function = f"unwind_{len(low.unwindings)}"
    low.unwindings.append(Unwinding(function, low.current[-1].name, kept))
    return function


def define_unwindings(low: Lowering) -> None:
    """Write the functions that clear frames, now that all frames are known."""
    frames = [f for f in low.layout.fields.values() if f.role is p.FieldRole.FRAME]
    _define_clearing("unwind_all", frames, low)
    for unwinding in low.unwindings:
        kept = set(unwinding.kept)
        for name in _callers(unwinding.procedure, low):
            procedure = low.procedures[name]
            kept |= {*procedure.frame, procedure.back}
        kept.add(low.procedures[unwinding.procedure].back)
        _define_clearing(unwinding.function, [f for f in frames if f.name not in kept], low)


def _define_clearing(name: str, fields: list[p.Field], low: Lowering) -> None:
    low.budget.spend(sum(f.size for f in fields), p.NOWHERE)
    stores = [p.Store(f.name, i, 0) for f in fields for i in range(f.size)]
    low.define(p.Function(name, (), (*stores, p.Return(0))))


def _callers(name: str, low: Lowering) -> set[str]:
    """Return the procedures that call a procedure, directly or through others."""
    callers: set[str] = set()
    waiting = [name]
    while waiting:
        for caller in low.procedures[waiting.pop()].callers:
            if caller not in callers:
                callers.add(caller)
                waiting.append(caller)
    return callers - {name}


def _unique_name(key: str, active: frozenset[str]) -> str:
    """Return the name of a rule or action while some rules are reacting to events."""
    return key if not active else f"{key} in {'+'.join(sorted(active))}"


def _rule_id(name: str) -> str:
    return name.partition(".")[2].partition(" in ")[0]
