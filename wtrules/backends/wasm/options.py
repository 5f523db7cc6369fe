"""Listing the options of a decision in WebAssembly.

`o` is the offset in bytes at which the list of options ends.
"""

from __future__ import annotations

from attrs import frozen

from wtrules.backends.wasm.batches import TOO_MANY_OPTIONS
from wtrules.backends.wasm.expressions import Expressions
from wtrules.backends.wasm.frame import Facts, Frame
from wtrules.backends.wasm.instructions import (
    ADD,
    AND,
    END,
    MUL,
    SHL,
    Code,
    Instruction,
    const,
    get,
    loop,
    put,
    when,
)
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.value import Value


@frozen
class Options(Value):
    """Makes the code that adds options to the list."""

    frame: Frame
    facts: Facts
    expressions: Expressions

    @property
    def _may_overflow(self) -> bool:
        """Whether the rules might list more options than there is room for."""
        return self.frame.context.effort.most_options > MOST_OPTIONS

    def emit(self, value: p.Expr) -> Code:
        """Return the code that adds an option to the list."""
        code = self._store(self.expressions.expr(value)) + _advanced(const(4))
        if not self._may_overflow:
            return code
        full = [get("o"), const(4 * MOST_OPTIONS), ("i32.ge_u",)]
        return [*full, when(), const(TOO_MANY_OPTIONS), ("call", "fail"), END, *code]

    def _store(self, value: Code, type: str = "i32") -> Code:
        """Return the code that writes a number, or four, to the end of the list."""
        return [get("o"), *value, (f"{type}.store", self.frame.context.layout.options)]

    def emit_if(self, conditions: list[p.Expr], value: p.Expr) -> Code:
        """Return the code of an option that depends on conditions, without a branch.

        A processor cannot predict which cards are in a hand, so a branch would cost more. The
        conditions are computed before anything is stored, so that nothing is loaded twice.
        """
        holds, *others = map(self.expressions.bit, conditions)
        for other in others:
            holds = [*holds, *other, AND]
        more = self.frame.local("more").name
        stored = self._store(self.expressions.expr(value))
        return [*holds, const(2), SHL, put(more), *stored, *_advanced(get(more))]

    def only_emits(self, statement: p.If) -> tuple[list[p.Expr], p.Expr] | None:
        """Return the conditions and the value of an `If` that only lists an option; None for any other."""
        if self._may_overflow:
            return None
        match statement:
            case p.If(then=(p.Emit() as last,), otherwise=()):
                emitted = [statement.condition], last.value
            case p.If(then=(p.If() as inner,), otherwise=()):
                rest = self.only_emits(inner)
                if rest is None:
                    return None
                emitted = [statement.condition, *rest[0]], rest[1]
            case _:
                return None
        return emitted if all(map(self.facts.is_easy, emitted[0])) else None

    def for_each_level(self, statement: p.For, name: str) -> Code | None:
        """Return the code of an option for each level of a stack, four at a time; None if that is impossible.

        Few stacks are higher than that, so the processor predicts the only branch well.
        """
        composed = self.frame.compositions.get(name)
        match statement:
            case p.For(body=(p.If(otherwise=()) as only,)):
                sure = self.only_emits(only)
            case p.For(body=(p.Emit() as last,)):
                sure = [], last.value
            case _:
                sure = None
        if composed is None or sure is None or self._may_overflow:
            return None
        conditions, value = sure
        slope = self.facts.slope(value, name)
        if slope is None or any(self.facts.depends(condition, name) for condition in conditions):
            return None
        match statement.start, statement.stop:
            case start, p.Op(op="+", args=(p.Op(op="+", args=(_, height)), int(more))):
                first = start.args[1] if isinstance(start, p.Op) and start.op == "+" else 0
                if isinstance(first, int):
                    size = p.op("+", height, more - first)
                    return self._four_at_a_time(statement, size, conditions, value, slope)
        return None

    def _four_at_a_time(
        self, statement: p.For, size: p.Expr, conditions: list[p.Expr], value: p.Expr, slope: int
    ) -> Code:
        """Return the code of the options of a stack; their values grow by *slope*."""
        number, end = self.frame.local("number").name, self.frame.local("end").name
        count = self.expressions.expr(size)
        for condition in conditions:
            count = [*count, *self.expressions.bit(condition), MUL]
        local = self.frame.scope.names[statement.name]

        def stored() -> Code:
            steps = ("v128.const", *(i * slope for i in range(4)))
            first = self.expressions.expr(value)
            return self._store([*first, ("i32x4.splat",), steps, ("i32x4.add",)], "v128")

        code = [*count, put(number), get("o"), get(number), const(2), SHL, ADD, put(end)]
        code += [*stored(), get(number), const(4), ("i32.gt_s",), when(), *_advanced(const(16))]
        on = self.frame.fresh("on")
        code += [loop(on), get(local), const(4), ADD, put(local)]
        code += [*stored(), *_advanced(const(16)), get("o"), get(end), ("i32.lt_u",)]
        return [*code, ("br_if", on), END, END, get(end), put("o")]


def _advanced(by: Instruction) -> Code:
    """Return the code that makes the list longer."""
    return [get("o"), by, ADD, put("o")]
