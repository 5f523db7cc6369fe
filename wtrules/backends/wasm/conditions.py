"""Conditions of a program as jumps of WebAssembly text."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from wtrules.backends.wasm.expressions import Expressions
from wtrules.backends.wasm.frame import Frame
from wtrules.program import program as p


@frozen
class Conditions:
    """Prints a condition of several parts as several jumps."""

    frame: Frame
    expressions: Expressions

    def jump_unless(self, condition: p.Expr, label: str) -> Iterator[str]:
        """Print jumps to a label if a condition is false."""
        return self._jump(condition, label, False)

    def _jump(self, condition: p.Expr, label: str, on: bool) -> Iterator[str]:
        """Print jumps to a label if a condition is true, or false if *on* is False."""
        match condition:
            case p.Op(op="and" | "or" as name, args=(left, right)):
                if (name == "or") is on:  # either part is enough
                    yield from self._jump(left, label, on)
                    yield from self._jump(right, label, on)
                    return
                done = self.frame.fresh(f"${name}")
                yield f"(block {done}"
                yield from self._jump(left, done, not on)
                yield from self._jump(right, label, on)
                yield ")"
            case p.Op(op="not", args=(inner,)):
                yield from self._jump(inner, label, not on)
            case p.Op(op=name, args=args) if not on and name in p.NEGATED:
                yield f"(br_if {label} {self.expressions.truth(p.Op(p.NEGATED[name], args))})"
            case _ if on:
                yield f"(br_if {label} {self.expressions.truth(condition)})"
            case _:
                yield f"(br_if {label} (i32.eqz {self.expressions.expr(condition)}))"


def is_compound(expr: p.Expr) -> bool:
    """Return whether a condition has several parts."""
    return isinstance(expr, p.Op) and expr.op in ("and", "or", "not")
