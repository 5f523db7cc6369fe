"""Lowering of rules as functions and procedures.

A rule that never asks becomes a function. A rule that may need a decision becomes a procedure:
blocks that can stop at a decision and resume later, with their variables in the state. No rule is
carried out twice at the same time: it does not react to what it does itself, and one that performs
itself is refused. So each procedure has one frame, and the state has a fixed size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from attrs import define, field, frozen

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.faults import endless_rule
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, Origin, Var
from wtrules.rules import meaning as m


@define
class Procedure:
    """A rule or action that may need a decision: its blocks, parameters and way back."""

    name: str
    entry: int
    exit: int
    parameters: tuple[str, ...]
    back: str
    result: str
    frame: list[str] = field(factory=list)
    callers: set[str] = field(factory=set)


@frozen
class Unwinding:
    """A function that clears the frames of what a scope has called, when the scope is left."""

    function: str
    procedure: str  # the one that has the scope
    kept: frozenset[str]  # its variables from before the scope


class Procedures:
    """Writes functions and procedures and their calls."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._procedures: dict[str, Procedure] = {}
        self._current: list[Procedure] = []
        self._building: list[str] = []  # the rules whose bodies are being written
        self._unwindings: list[Unwinding] = []

    def main(self, write: Callable[[Code], None], code: Code) -> int:
        """Write the procedure a game begins with; return its first block."""
        return self._procedure("game", (), code, lambda inner, _: write(inner)).entry

    def variable(self, stem: str, type: str = "number") -> str:
        """Add a variable to the frame of the current procedure; return the name of its field."""
        procedure = self._current[-1]
        name = f"frame.{procedure.name}.{self._lowering.fresh(stem)}"
        self._lowering.layout.add(name, 1, p.FieldRole.FRAME, type=type)
        procedure.frame.append(name)
        return name

    def variables(self) -> frozenset[str]:
        """Return the variables in the frame of the current procedure."""
        return frozenset(self._current[-1].frame)

    def call(
        self, key: str, parameters: tuple[str, ...], args: list[Expr], code: Code,
        events: tuple[str, ...], write: Callable[[Code, list[Expr]], Expr],
    ) -> Expr:  # fmt: skip
        """Write the call of an action and return its result; the action is written if it is new."""
        name = _unique_name(key, code.active)
        low = self._lowering
        ends = low.analysis.events_end(events)
        if low.analysis.events_ask(events):
            procedure = self._procedure(name, parameters, code, write)
            self._call_procedure(procedure, args, code, ends)
            return Load(procedure.result, 0)
        if name not in low.functions:
            low.define(p.Function(name, parameters, ()))  # keeps its place in the order
            inner = Code({}, [], Origin(key), active=code.active)
            result = write(inner, [Var(parameter) for parameter in parameters])
            inner.write(p.Return(result))
            low.define(p.Function(name, parameters, tuple(inner.out), origin=code.origin))
        made = p.Call(name, tuple(args))
        if not ends:
            return made
        moved = low.variables.keep("moved", made, code)
        code.leave_if_ended()
        return moved

    def _procedure(
        self, name: str, parameters: tuple[str, ...], code: Code,
        write: Callable[[Code, list[Expr]], Expr | None],
    ) -> Procedure:  # fmt: skip
        """Return a procedure by name, written when it is first needed."""
        if name in self._procedures:
            return self._procedures[name]
        blocks = self._lowering.blocks
        entry, exit = blocks.new(name), blocks.new(f"{name}: end")
        fields = tuple(f"frame.{name}.{parameter}" for parameter in parameters)
        back, result = f"back.{name}", f"result.{name}"
        procedure = Procedure(name, entry, exit, fields, back, result)
        self._procedures[name] = procedure
        for one in (*fields, back, result):
            self._lowering.layout.add(one, 1, p.FieldRole.FRAME)
        procedure.frame += [*fields, result]
        self._current.append(procedure)
        inner = Code({}, [], code.origin, leave=(p.Goto(exit),), asking=True, active=code.active)
        blocks.begin(entry, inner)
        value = write(inner, [Load(one, 0) for one in fields])
        if value is not None and value != 0:
            inner.store(result, value)
        blocks.go_on(exit, inner)
        for one in procedure.frame:
            if one != result:
                inner.store(one, 0)
        way = Var(self._lowering.fresh("way"))
        inner.write(p.Assign(way.name, Load(back, 0)), p.Store(back, 0, 0), p.Goto(way))
        self._current.pop()
        return procedure

    def _call_procedure(
        self, procedure: Procedure, args: list[Expr], code: Code, ends: bool
    ) -> None:
        if self._current:
            procedure.callers.add(self._current[-1].name)
        blocks = self._lowering.blocks
        back = blocks.new(f"{procedure.name}: back")
        for name, arg in zip(procedure.parameters, args, strict=True):
            code.store(name, arg)
        code.store(procedure.back, p.At(back))
        blocks.goto(procedure.entry, code)
        blocks.begin(back, code)
        if ends:
            code.leave_if_ended()

    def perform(
        self, rule: m.Rule, names: Iterable[str], args: list[Expr], code: Code, *,
        reacting: bool = False,
    ) -> None:  # fmt: skip
        """Write the call of a rule with values for the names it knows them by.

        If it is *reacting* to an event, the caller leaves the scope that the rule has ended.
        """
        names = tuple(names)
        low = self._lowering
        # The conditions a reaction begins with are tested by the caller, so its body is another one.
        name = _unique_name(f"{'answer' if reacting else 'rule'}.{rule.id}", code.active)
        ends = rule.id in low.analysis.ending and not reacting
        if name in self._building:
            ring = [_rule_id(x) for x in self._building[self._building.index(name) :]]
            raise endless_rule([*ring, rule.id], low.meaning.rules)
        if rule.id in low.analysis.asking:

            def write(inner: Code, given: list[Expr]) -> None:
                inner.origin = Origin(rule.id, rule.span)
                inner.env.update(zip(names, given, strict=True))
                with self._build(name):
                    low.statements.body(rule.body, inner)

            procedure = self._procedure(name, names, code, write)
            self._call_procedure(procedure, args, code, ends)
            return
        if name not in low.functions:
            parameters = tuple(f"a_{i}" for i in range(len(names)))
            env: dict[str, Expr] = {n: Var(v) for n, v in zip(names, parameters, strict=True)}
            inner = Code(env, [], Origin(rule.id, rule.span), active=code.active)
            with self._build(name):
                low.statements.body(rule.body, inner)
            inner.write(p.Return(0))
            low.define(p.Function(name, parameters, tuple(inner.out), origin=inner.origin))
        code.write(p.Run(p.Call(name, tuple(args))))
        if ends:
            code.leave_if_ended()

    @contextmanager
    def _build(self, name: str) -> Iterator[None]:
        self._building.append(name)
        yield
        self._building.pop()

    def unwind(self, kept: frozenset[str]) -> str:
        """Return the function that clears what a scope of the current procedure has called.

        *kept* are the variables of the procedure from before the scope.
        """
        function = f"unwind_{len(self._unwindings)}"
        self._unwindings.append(Unwinding(function, self._current[-1].name, kept))
        return function

    def define_unwindings(self) -> None:
        """Write the functions that clear frames, now that all frames are known."""
        frames = [f for f in self._lowering.layout.fields.values() if f.role is p.FieldRole.FRAME]
        self._define_clearing("unwind_all", frames)
        for unwinding in self._unwindings:
            kept = set(unwinding.kept)
            for name in self._callers(unwinding.procedure):
                procedure = self._procedures[name]
                kept |= {*procedure.frame, procedure.back}
            kept.add(self._procedures[unwinding.procedure].back)
            self._define_clearing(unwinding.function, [f for f in frames if f.name not in kept])

    def _define_clearing(self, name: str, fields: list[p.Field]) -> None:
        stores = [p.Store(f.name, i, 0) for f in fields for i in range(f.size)]
        self._lowering.define(p.Function(name, (), (*stores, p.Return(0))))

    def _callers(self, name: str) -> set[str]:
        """Return the procedures that call a procedure, directly or through others."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            for caller in self._procedures[waiting.pop()].callers:
                if caller not in found:
                    found.add(caller)
                    waiting.append(caller)
        return found - {name}


def _unique_name(key: str, active: frozenset[str]) -> str:
    """Return the name of a rule or action while some rules are reacting to events."""
    return key if not active else f"{key} in {'+'.join(sorted(active))}"


def _rule_id(name: str) -> str:
    return name.partition(".")[2].partition(" in ")[0]
