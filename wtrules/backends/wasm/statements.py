"""Functions and blocks of a program as WebAssembly text.

A `Statements` prints the bodies of one WebAssembly function, with a collaborator each for expressions,
conditions, loops and the list of options; they share the function's frame. None of the shortcuts
they take changes a result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from wtrules.backends.wasm.conditions import Conditions, is_compound
from wtrules.backends.wasm.context import Context
from wtrules.backends.wasm.expressions import Expressions
from wtrules.backends.wasm.facts import Facts
from wtrules.backends.wasm.frame import Frame, Scope
from wtrules.backends.wasm.loops import Loops
from wtrules.backends.wasm.options import Options
from wtrules.program import program as p


class Jumps(Protocol):
    """Prints jumps between blocks; functions have none."""

    def goto(self, block: p.Expr) -> Iterator[str]:
        """Print a jump to a block."""

    def decide(self, statement: p.Decide) -> Iterator[str]:
        """Print a decision: stop if there is something to choose from."""


class Statements:
    """Prints the statements of one WebAssembly function."""

    def __init__(self, context: Context, function: str, jumps: Jumps | None = None) -> None:
        self.jumps = jumps
        self.frame = Frame(context, Scope(function, {}, {}))
        self.facts = Facts(self.frame)
        self.expressions = Expressions(self.frame, self.facts, self.body)
        self.conditions = Conditions(self.frame, self.expressions)
        self.options = Options(self.frame, self.facts, self.expressions)
        self.loops = Loops(
            self.frame, self.facts, self.expressions, self.conditions, self.options, self.body
        )

    def body(self, body: p.Body) -> Iterator[str]:
        """Print statements, up to the first one that jumps."""
        zeros: list[int] = []
        for statement in body:
            match statement:
                case p.Store(index=int(index), value=0, array=array) if array != "rng":
                    zeros.append(self.frame.context.layout.fields[array] + 4 * index)
                    continue
            yield from _cleared(zeros)
            zeros = []
            yield from self._statement(statement)
            if isinstance(statement, p.Return | p.Break | p.Goto | p.Decide):
                return
        yield from _cleared(zeros)

    def _statement(self, statement: p.Statement) -> Iterator[str]:
        """Print one statement."""
        match statement:
            case p.Assign():
                yield from self._assign(statement.name, statement.value)
            case p.Store():
                address, offset = self.expressions.address(statement.array, statement.index)
                yield f"(i32.store{offset} {address} {self.expressions.expr(statement.value)})"
            case p.If():
                yield from self._if(statement)
            case p.While():
                yield from self.loops.while_(statement)
            case p.For():
                yield from self.loops.for_(statement)
            case p.Break():
                yield f"(br {self.frame.loop_exit})"
            case p.Return():
                yield from self._return(statement.value)
            case p.Run():
                yield f"(drop {self.expressions.expr(statement.call)})"
            case p.Emit():
                yield from self.options.emit(statement.value)
            case p.Goto():
                assert self.jumps is not None, "only blocks jump"
                yield from self.jumps.goto(statement.block)
            case p.Decide():
                assert self.jumps is not None, "only blocks decide"
                yield from self.jumps.decide(statement)

    def _return(self, value: p.Expr) -> Iterator[str]:
        """Print the return from a function."""
        if self.frame.scope.label is not None:
            yield f"(br {self.frame.scope.label} {self.expressions.expr(value)})"
        elif self.frame.context.program.functions[self.frame.scope.function].options:
            yield "(return (i32.shr_u (local.get $o) (i32.const 2)))"
        else:
            yield f"(return {self.expressions.expr(value)})"

    def _assign(self, name: str, value: p.Expr) -> Iterator[str]:
        """Print an assignment, and note the bounds of the value."""
        scope = self.frame.scope
        if name in scope.names or self.frame.is_reassigned(name):
            text = self.expressions.expr(value)
            if name not in scope.names:
                span = self.frame.span_of_variable(name)
                scope.names[name] = self.frame.local(name, span).name
            yield f"(local.set ${scope.names[name]} {text})"
            return
        lines, local = self.expressions.held(name, value)
        yield from lines
        scope.names[name] = local.name

    def _if(self, statement: p.If) -> Iterator[str]:
        """Print an `if`; a condition of several parts becomes several jumps."""
        condition = statement.condition
        sure = self.options.only_emits(statement)
        if isinstance(condition, int):
            yield from self.body(statement.then if condition else statement.otherwise)
        elif sure is not None:
            yield from self.options.emit_if(*sure)
        elif not is_compound(condition):
            yield f"(if {self.expressions.truth(condition)} (then"
            yield from self.body(statement.then)
            if statement.otherwise:
                yield ") (else"
                yield from self.body(statement.otherwise)
            yield "))"
        elif not statement.otherwise:
            other = self.frame.fresh("$else")
            yield f"(block {other}"
            yield from self.conditions.jump_unless(condition, other)
            yield from self.body(statement.then)
            yield ")"
        else:
            end, other = self.frame.fresh("$end"), self.frame.fresh("$else")
            yield f"(block {end} (block {other}"
            yield from self.conditions.jump_unless(condition, other)
            yield from self.body(statement.then)
            yield f"(br {end}))"
            yield from self.body(statement.otherwise)
            yield ")"


def _cleared(addresses: list[int]) -> Iterator[str]:
    """Print stores of zeros, several adjacent numbers at a time."""
    waiting = sorted(set(addresses))
    while waiting:
        at = waiting[0]
        run = 1
        while run < len(waiting) and run < 4 and waiting[run] == at + 4 * run:
            run += 1
        if run == 4:
            yield f"(v128.store (i32.const {at}) (v128.const i64x2 0 0))"
        elif run >= 2:
            run = 2
            yield f"(i64.store (i32.const {at}) (i64.const 0))"
        else:
            yield f"(i32.store (i32.const {at}) (i32.const 0))"
        waiting = waiting[run:]
