"""Loops of a program as WebAssembly text. Short loops are unrolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from wtrules.backends.wasm.batches import ENDLESS
from wtrules.backends.wasm.conditions import Conditions
from wtrules.backends.wasm.context import MOST_TURNS, size_of
from wtrules.backends.wasm.expressions import Expressions
from wtrules.backends.wasm.facts import Facts
from wtrules.backends.wasm.frame import Composition, Frame, Local
from wtrules.backends.wasm.options import Options
from wtrules.program import program as p

_UNROLLED = 120  # parts of a loop that is unrolled, all turns together

# Count one turn of a loop or one call that might never end.
COUNTED = (
    "(global.set $turns (i32.sub (global.get $turns) (i32.const 1))) "
    f"(if (i32.eqz (global.get $turns)) (then (call $fail (i32.const {ENDLESS}))))"
)


@frozen
class Loops:
    """Prints the loops of one WebAssembly function."""

    frame: Frame
    facts: Facts
    expressions: Expressions
    conditions: Conditions
    options: Options
    print_body: Callable[[p.Body], Iterator[str]]

    def while_(self, statement: p.While) -> Iterator[str]:
        """Print a `while` loop; its turns are counted."""
        outer = self.frame.loop_exit
        self.frame.loop_exit, on = self.frame.fresh("$out"), self.frame.fresh("$on")
        yield f"(block {self.frame.loop_exit} (loop {on}"
        yield from self.conditions.jump_unless(statement.condition, self.frame.loop_exit)
        if self.frame.context.effort.is_counted(statement):
            yield COUNTED
        yield from self.print_body(statement.body)
        yield f"(br {on})))"
        self.frame.loop_exit = outer

    def for_(self, statement: p.For) -> Iterator[str]:
        """Print a `for` loop, unrolled if it is short."""
        start, stop = statement.start, statement.stop
        if isinstance(start, int) and isinstance(stop, int):
            turns = stop - start
            if turns <= 0:
                return
            if turns == 1 or (turns <= MOST_TURNS and size_of(statement) <= _UNROLLED):
                yield from self._unrolled(statement, range(start, stop))
                return
        outermost = self.frame.cached is None and self.frame.context.is_pure(statement.body)
        if outermost:
            yield from self._cache_loads(statement.body)
        yield from self._counting(statement)
        if outermost:
            self.frame.cached = None

    def _unrolled(self, statement: p.For, turns: range) -> Iterator[str]:
        """Print every turn of a loop."""
        outer, self.frame.loop_exit = self.frame.loop_exit, self.frame.fresh("$out")
        scope = self.frame.scope
        names = dict(scope.names)
        yield f"(block {self.frame.loop_exit}"
        for turn in turns:
            scope.names, scope.constants[statement.name] = dict(names), turn
            yield from self.print_body(statement.body)
        yield ")"
        scope.names = names
        del scope.constants[statement.name]
        self.frame.loop_exit = outer

    def _counting(self, statement: p.For) -> Iterator[str]:
        """Print a loop that is not unrolled."""
        start, stop = statement.start, statement.stop
        bound = self.expressions.expr(stop) if isinstance(stop, int) else ""
        beginning = self.expressions.expr(start)
        if not bound:  # computed once, as Python's range does
            held = self.frame.local("stop")
            yield f"(local.set ${held.name} {self.expressions.expr(stop)})"
            bound = self.expressions.expr(held)
        if self.frame.is_reassigned(statement.name):
            span = self.frame.span_of_variable(statement.name)
        else:
            low = self.facts.span(start)[0]
            span = (low, max(low, self.facts.span(stop)[1] - 1))
        count = self.frame.local(statement.name, span)
        name = count.name
        yield f"(local.set ${name} {beginning})"
        outer = self.frame.loop_exit
        self.frame.loop_exit, on = self.frame.fresh("$out"), self.frame.fresh("$on")
        yield f"(block {self.frame.loop_exit}"
        self.frame.scope.names[statement.name] = name
        level = self._note_levels(statement, count)
        body = statement.body
        listed = self.options.for_each_level(statement, name)
        if listed is not None:
            yield from listed
            yield ")"
            self.frame.loop_exit = outer
            return
        if not (isinstance(start, int) and isinstance(stop, int)):
            yield f"(br_if {self.frame.loop_exit} (i32.ge_s (local.get ${name}) {bound}))"
        match body:
            case (p.If(condition=condition, otherwise=()) as only,) if (
                self.frame.cached is not None and not self.facts.depends(condition, name)
            ):  # the same in every turn, so it is checked only once
                yield from self.conditions.jump_unless(condition, self.frame.loop_exit)
                body = only.then
        yield f"(loop {on}"
        yield level
        if self.frame.context.effort.is_counted(statement):
            yield COUNTED
        yield from self.print_body(body)
        step = f"(local.tee ${name} (i32.add (local.get ${name}) (i32.const 1)))"
        yield f"(br_if {on} (i32.lt_s {step} {bound}))))"
        self.frame.loop_exit = outer

    def _note_levels(self, statement: p.For, count: Local) -> str:
        """Note the composition of a loop variable over the levels of a stack: `space * levels` plus a level."""
        if self.frame.is_reassigned(statement.name):
            return ""
        match statement.start, statement.stop:
            case (
                p.Op(op="*", args=(p.Var() as base, int(by)))
                | p.Op(op="+", args=(p.Op(op="*", args=(p.Var() as base, int(by))), int())),
                p.Op(op="+", args=(p.Op(op="+", args=(p.Op(op="*", args=other), rest)), int(more))),
            ) if other == (base, by):
                most = self.facts.span(rest)[1] + more - 1
                if (
                    most < by
                    and self.facts.span(p.Op("-", (statement.start, p.Op("*", other))))[1] >= 0
                ):
                    level = self.frame.local("level", (0, most))
                    self.frame.compositions[count.name] = Composition(
                        self.frame.resolved(base), by, level
                    )
                    below = self.expressions.expr(p.Op("*", other))
                    return f"(local.set ${level.name} (i32.sub (local.get ${count.name}) {below}))"
        return ""

    def _cache_loads(self, body: p.Body) -> Iterator[str]:
        """Load numbers into locals that the loop would load in every turn."""
        kept = {}
        for array, index in sorted(self.frame.context.constant_loads(body)):
            number = p.Load(array, index)
            local = self.frame.local("kept", self.facts.span(number))
            yield f"(local.set ${local.name} {self.expressions.expr(number)})"
            kept[array, index] = local.name
        self.frame.cached = kept
