"""Listing the options of a decision in WebAssembly text.

`$o` is the offset in bytes at which the list of options ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from wtrules.backends.wasm.batches import TOO_MANY_OPTIONS
from wtrules.backends.wasm.expressions import Expressions
from wtrules.backends.wasm.facts import Facts
from wtrules.backends.wasm.frame import Frame
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS


@frozen
class Options:
    """Prints how options are added to the list."""

    frame: Frame
    facts: Facts
    expressions: Expressions

    @property
    def _may_overflow(self) -> bool:
        """Whether the rules might list more options than there is room for."""
        return self.frame.context.effort.most_options > MOST_OPTIONS

    def emit(self, value: p.Expr) -> Iterator[str]:
        """Print how an option is added to the list."""
        if self._may_overflow:
            yield f"(if (i32.ge_u (local.get $o) (i32.const {4 * MOST_OPTIONS}))"
            yield f"  (then (call $fail (i32.const {TOO_MANY_OPTIONS}))))"
        yield f"(i32.store offset={self.frame.context.layout.options} (local.get $o) {self.expressions.expr(value)})"
        yield "(local.set $o (i32.add (local.get $o) (i32.const 4)))"

    def emit_if(self, conditions: list[p.Expr], value: p.Expr) -> Iterator[str]:
        """Print an option that depends on conditions, without a branch.

        A processor cannot predict which cards are in a hand, so a branch would cost more. The
        conditions are computed before anything is stored, so that nothing is loaded twice.
        """
        holds, *others = map(self.expressions.bit, conditions)
        for other in others:
            holds = f"(i32.and {holds} {other})"
        more = self.frame.local("more").name
        yield f"(local.set ${more} (i32.shl {holds} (i32.const 2)))"
        yield f"(i32.store offset={self.frame.context.layout.options} (local.get $o) {self.expressions.expr(value)})"
        yield f"(local.set $o (i32.add (local.get $o) (local.get ${more})))"

    def only_emits(self, statement: p.If) -> tuple[list[p.Expr], p.Expr] | None:
        """Return the conditions and the value of an `If` that only lists an option; None for any other."""
        if self._may_overflow:
            return None
        match statement:
            case p.If(then=(p.Emit() as last,), otherwise=()):
                found = [statement.condition], last.value
            case p.If(then=(p.If() as inner,), otherwise=()):
                rest = self.only_emits(inner)
                if rest is None:
                    return None
                found = [statement.condition, *rest[0]], rest[1]
            case _:
                return None
        return found if all(map(self.facts.is_easy, found[0])) else None

    def for_each_level(self, statement: p.For, name: str) -> Iterator[str] | None:
        """Print an option for each level of a stack, four at a time; None if that is impossible.

        Few stacks are higher than that, so the processor predicts the only branch well.
        """
        made = self.frame.compositions.get(name)
        match statement:
            case p.For(body=(p.If(otherwise=()) as only,)):
                sure = self.only_emits(only)
            case p.For(body=(p.Emit() as last,)):
                sure = [], last.value
            case _:
                sure = None
        if made is None or sure is None or self._may_overflow:
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
    ) -> Iterator[str]:
        """Print the options of a stack; their values grow by *slope*."""
        number, end = self.frame.local("number").name, self.frame.local("end").name
        count = self.expressions.expr(size)
        for condition in conditions:
            count = f"(i32.mul {count} {self.expressions.bit(condition)})"
        steps = " ".join(str(i * slope) for i in range(4))
        place = f"offset={self.frame.context.layout.options} (local.get $o)"
        yield f"(local.set ${number} {count})"
        yield f"(local.set ${end} (i32.add (local.get $o) (i32.shl (local.get ${number}) (i32.const 2))))"
        yield (
            f"(v128.store {place} (i32x4.add (i32x4.splat {self.expressions.expr(value)}) "
            f"(v128.const i32x4 {steps})))"
        )
        yield f"(if (i32.gt_s (local.get ${number}) (i32.const 4)) (then"
        local = self.frame.scope.names[statement.name]
        on = self.frame.fresh("$on")
        yield f"(local.set $o (i32.add (local.get $o) (i32.const 16))) (loop {on}"
        yield f"(local.set ${local} (i32.add (local.get ${local}) (i32.const 4)))"
        yield (
            f"(v128.store {place} (i32x4.add (i32x4.splat {self.expressions.expr(value)}) "
            f"(v128.const i32x4 {steps})))"
        )
        yield "(local.set $o (i32.add (local.get $o) (i32.const 16)))"
        yield f"(br_if {on} (i32.lt_u (local.get $o) (local.get ${end}))))))"
        yield f"(local.set $o (local.get ${end}))"
