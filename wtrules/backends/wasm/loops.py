"""Loops of a program as WebAssembly. Short loops are unrolled."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from wtrules.backends.wasm.batches import ENDLESS
from wtrules.backends.wasm.context import MOST_TURNS, size_of
from wtrules.backends.wasm.expressions import Expressions
from wtrules.backends.wasm.frame import Composition, Facts, Frame, Local
from wtrules.backends.wasm.instructions import (
    ADD,
    END,
    EQZ,
    SUB,
    Code,
    block,
    const,
    get,
    loop,
    put,
    tee,
    when,
)
from wtrules.backends.wasm.options import Options
from wtrules.program import program as p
from wtrules.value import Value

_UNROLLED = 120  # parts of a loop that is unrolled, all turns together
_MOST_TURNS_OFTEN = 16  # of a loop that is unrolled where much of the time is spent …
_UNROLLED_OFTEN = 1000  # … its parts, all turns together …
_SHORT = 200  # … and the parts of its function: a longer one would take too long to compile
_UNROLLED_INSIDE = 6000  # parts of a loop in loops that are unrolled, in all copies together

# Count one turn of a loop or one call that might never end.
COUNTED: Code = [
    *(("global.get", "turns"), const(1), SUB, ("global.set", "turns")),
    *(("global.get", "turns"), EQZ, when(), const(ENDLESS), ("call", "fail"), END),
]


@frozen
class Loops(Value):
    """Makes the code of the loops of one WebAssembly function."""

    frame: Frame
    facts: Facts
    expressions: Expressions
    options: Options
    body: Callable[[p.Body], Code]

    def while_(self, statement: p.While) -> Code:
        """Return a `while` loop; its turns are counted."""
        outer = self.frame.loop_exit
        self.frame.loop_exit, on = self.frame.fresh("out"), self.frame.fresh("on")
        code = [block(self.frame.loop_exit), loop(on)]
        code += self.expressions.jump_unless(statement.condition, self.frame.loop_exit)
        if self.frame.context.effort.is_counted(statement):
            code += COUNTED
        code += [*self.body(statement.body), ("br", on), END, END]
        self.frame.loop_exit = outer
        return code

    def for_(self, statement: p.For) -> Code:
        """Return a `for` loop, unrolled if it is short."""
        start, stop = statement.start, statement.stop
        if isinstance(start, int) and isinstance(stop, int):
            turns = stop - start
            if turns <= 0:
                return []
            if turns == 1 or self._is_short(statement, turns):
                return self._unrolled(statement, range(start, stop))
        if self.frame.cached is not None or not self.frame.context.is_pure(statement.body):
            return self._counting(statement)
        code = [*self._cache_loads(statement.body), *self._counting(statement)]
        self.frame.cached = None
        return code

    def _is_short(self, statement: p.For, turns: int) -> bool:
        """Return whether every turn is written out: more where options are listed, and in parts."""
        if turns <= MOST_TURNS:
            return size_of(statement) <= _UNROLLED
        context = self.frame.context
        function = context.program.functions.get(self.frame.scope.function)
        if function is None or not (function.options or context.effort.is_trusted):
            return False
        is_short = turns <= _MOST_TURNS_OFTEN and context.size_of(function.name) <= _SHORT
        parts = turns * size_of(statement)
        return (
            is_short and parts <= _UNROLLED_OFTEN and self.frame.copies * parts <= _UNROLLED_INSIDE
        )

    def _unrolled(self, statement: p.For, turns: range) -> Code:
        """Return every turn of a loop."""
        outer, self.frame.loop_exit = self.frame.loop_exit, self.frame.fresh("out")
        scope = self.frame.scope
        names = dict(scope.names)
        code = [block(self.frame.loop_exit)]
        self.frame.copies *= len(turns)
        for turn in turns:
            scope.names, scope.constants[statement.name] = dict(names), turn
            code += self.body(statement.body)
        self.frame.copies //= len(turns)
        scope.names = names
        del scope.constants[statement.name]
        self.frame.loop_exit = outer
        return [*code, END]

    def _counting(self, statement: p.For) -> Code:
        """Return a loop that is not unrolled."""
        start, stop = statement.start, statement.stop
        code: Code = []
        beginning = self.expressions.expr(start)
        if isinstance(stop, int):
            bound = const(stop)
        else:  # computed once, as Python's range does
            held = self.frame.local("stop").name
            code += [*self.expressions.expr(stop), put(held)]
            bound = get(held)
        if self.frame.is_reassigned(statement.name):
            span = self.frame.span_of_variable(statement.name)
        else:
            low = self.facts.span(start)[0]
            span = (low, max(low, self.facts.span(stop)[1] - 1))
        count = self.frame.local(statement.name, span)
        name = count.name
        outer = self.frame.loop_exit
        self.frame.loop_exit, on = self.frame.fresh("out"), self.frame.fresh("on")
        code += [*beginning, put(name), block(self.frame.loop_exit)]
        self.frame.scope.names[statement.name] = name
        level = self._note_levels(statement, count)
        body = statement.body
        listed = self.options.for_each_level(statement, name)
        if listed is not None:
            self.frame.loop_exit = outer
            return [*code, *listed, END]
        if not (isinstance(start, int) and isinstance(stop, int)):
            code += [get(name), bound, ("i32.ge_s",), ("br_if", self.frame.loop_exit)]
        match body:
            case (p.If(condition=condition, otherwise=()) as only,) if (
                self.frame.cached is not None and not self.facts.depends(condition, name)
            ):  # the same in every turn, so it is checked only once
                code += self.expressions.jump_unless(condition, self.frame.loop_exit)
                body = only.then
        code += [loop(on), *level]
        if self.frame.context.effort.is_counted(statement):
            code += COUNTED
        code += [*self.body(body), get(name), const(1), ADD, tee(name), bound, ("i32.lt_s",)]
        self.frame.loop_exit = outer
        return [*code, ("br_if", on), END, END]

    def _note_levels(self, statement: p.For, count: Local) -> Code:
        """Note the composition of a loop variable over the levels of a stack: `space * levels` plus a level."""
        if self.frame.is_reassigned(statement.name):
            return []
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
                    return [get(count.name), *below, SUB, put(level.name)]
        return []

    def _cache_loads(self, body: p.Body) -> Code:
        """Load numbers into locals that the loop would load in every turn."""
        code: Code = []
        kept = {}
        for array, index in sorted(self.frame.context.constant_loads(body)):
            number = p.Load(array, index)
            local = self.frame.local("kept", self.facts.span(number))
            code += [*self.expressions.expr(number), put(local.name)]
            kept[array, index] = local.name
        self.frame.cached = kept
        return code
