"""Functions and blocks of a program as WebAssembly.

A `Statements` makes the bodies of one WebAssembly function, with a collaborator each for expressions,
loops and the list of options; they share the function's frame. None of the shortcuts
they take changes a result.
"""

from __future__ import annotations

from typing import Protocol

from wtrules.backends.wasm.context import Context
from wtrules.backends.wasm.expressions import Expressions, is_compound
from wtrules.backends.wasm.frame import Facts, Frame, Scope
from wtrules.backends.wasm.instructions import ELSE, END, RETURN, Code, block, const, get, put, when
from wtrules.backends.wasm.loops import Loops
from wtrules.backends.wasm.options import Options
from wtrules.program import program as p

_LEAVING = (p.Return, p.Break, p.Goto, p.Decide)


class Jumps(Protocol):
    """Makes jumps between blocks; functions have none."""

    def goto(self, block: p.Expr) -> Code:
        """Return a jump to a block."""

    def decide(self, statement: p.Decide) -> Code:
        """Return a decision: stop if there is something to choose from."""


class Statements:
    """Makes the code of the statements of one WebAssembly function."""

    def __init__(self, context: Context, function: str, jumps: Jumps | None = None) -> None:
        self.jumps = jumps
        self.frame = Frame(context, Scope(function, {}, {}))
        self.facts = Facts(self.frame)
        self.expressions = Expressions(self.frame, self.facts, self.body)
        self.options = Options(self.frame, self.facts, self.expressions)
        self.loops = Loops(self.frame, self.facts, self.expressions, self.options, self.body)

    def body(self, body: p.Body) -> Code:
        """Return the code of statements, up to the first one that jumps."""
        code: Code = []
        zeros: list[int] = []
        for statement in body:
            match statement:
                case p.Store(index=int(index), value=0, array=array) if array != "rng":
                    zeros.append(self.frame.context.layout.fields[array] + 4 * index)
                    continue
            if zeros:
                code += _cleared(zeros)
                zeros = []
            code += self._statement(statement)
            if isinstance(statement, _LEAVING):
                return code
        return code + _cleared(zeros) if zeros else code

    def _statement(self, statement: p.Statement) -> Code:
        """Return the code of one statement."""
        match statement:
            case p.Assign():
                return self._assign(statement.name, statement.value)
            case p.Store():
                address, offset = self.expressions.address(statement.array, statement.index)
                return [*address, *self.expressions.expr(statement.value), ("i32.store", offset)]
            case p.If():
                return self._if(statement)
            case p.While():
                return self.loops.while_(statement)
            case p.For():
                return self.loops.for_(statement)
            case p.Break():
                return [("br", self.frame.loop_exit)]
            case p.Return():
                return self._return(statement.value)
            case p.Run():
                return [*self.expressions.expr(statement.call), ("drop",)]
            case p.Emit():
                return self.options.emit(statement.value)
            case p.Goto():
                assert self.jumps is not None, "only blocks jump"
                return self.jumps.goto(statement.block)
            case p.Decide():
                assert self.jumps is not None, "only blocks decide"
                return self.jumps.decide(statement)

    def _return(self, value: p.Expr) -> Code:
        """Return the return from a function."""
        if self.frame.scope.label:
            return [*self.expressions.expr(value), ("br", self.frame.scope.label)]
        if self.frame.context.program.functions[self.frame.scope.function].options:
            return [get("o"), const(2), ("i32.shr_u",), RETURN]
        return [*self.expressions.expr(value), RETURN]

    def _assign(self, name: str, value: p.Expr) -> Code:
        """Return an assignment, and note the bounds of the value."""
        scope = self.frame.scope
        if name in scope.names or self.frame.is_reassigned(name):
            code = self.expressions.expr(value)
            if name not in scope.names:
                span = self.frame.span_of_variable(name)
                scope.names[name] = self.frame.local(name, span).name
            return [*code, put(scope.names[name])]
        code, local = self.expressions.held(name, value)
        scope.names[name] = local.name
        return code

    def _if(self, statement: p.If) -> Code:
        """Return an `if`; a condition of several parts becomes several jumps."""
        condition = statement.condition
        sure = self.options.only_emits(statement)
        if isinstance(condition, int):
            return self.body(statement.then if condition else statement.otherwise)
        if sure is not None:
            return self.options.emit_if(*sure)
        if not is_compound(condition):
            code = [*self.expressions.truth(condition), when(), *self.body(statement.then)]
            if statement.otherwise:
                code += [ELSE, *self.body(statement.otherwise)]
            return [*code, END]
        if not statement.otherwise:
            other = self.frame.fresh("else")
            jumps = self.expressions.jump_unless(condition, other)
            return [block(other), *jumps, *self.body(statement.then), END]
        end, other = self.frame.fresh("end"), self.frame.fresh("else")
        jumps = self.expressions.jump_unless(condition, other)
        code = [block(end), block(other), *jumps, *self.body(statement.then), ("br", end), END]
        return [*code, *self.body(statement.otherwise), END]


def _cleared(addresses: list[int]) -> Code:
    """Return stores of zeros, several adjacent numbers at a time."""
    code: Code = []
    waiting = sorted(set(addresses))
    while waiting:
        at = waiting[0]
        run = 1
        while run < len(waiting) and run < 4 and waiting[run] == at + 4 * run:
            run += 1
        if run == 4:
            code += [const(at), ("v128.const", 0, 0, 0, 0), ("v128.store", 0)]
        elif run >= 2:
            run = 2
            code += [const(at), ("i64.const", 0), ("i64.store", 0)]
        else:
            code += [const(at), const(0), ("i32.store", 0)]
        waiting = waiting[run:]
    return code
