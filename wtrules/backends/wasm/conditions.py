"""Conditions of a program as jumps of WebAssembly text."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from wtrules.backends.wasm.expressions import Expressions
from wtrules.backends.wasm.frame import Frame
from wtrules.program import program as p

_NOT = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@frozen
class Conditions:
    """Prints a condition of several parts as several jumps."""

    frame: Frame
    expressions: Expressions

    def jump_unless(self, condition: p.Expr, label: str) -> Iterator[str]:
        """Print jumps to a label if a condition is false."""
        match condition:
            case p.Op(op="and", args=(left, right)):
                yield from self.jump_unless(left, label)
                yield from self.jump_unless(right, label)
            case p.Op(op="or", args=(left, right)):
                done = self.frame.fresh("$or")
                yield f"(block {done}"
                yield from self.jump_if(left, done)
                yield from self.jump_unless(right, label)
                yield ")"
            case p.Op(op="not", args=(inner,)):
                yield from self.jump_if(inner, label)
            case p.Op(op=name, args=args) if name in _NOT:
                yield f"(br_if {label} {self.expressions.truth(p.Op(_NOT[name], args))})"
            case _:
                yield f"(br_if {label} (i32.eqz {self.expressions.expr(condition)}))"

    def jump_if(self, condition: p.Expr, label: str) -> Iterator[str]:
        """Print jumps to a label if a condition is true."""
        match condition:
            case p.Op(op="or", args=(left, right)):
                yield from self.jump_if(left, label)
                yield from self.jump_if(right, label)
            case p.Op(op="and", args=(left, right)):
                done = self.frame.fresh("$and")
                yield f"(block {done}"
                yield from self.jump_unless(left, done)
                yield from self.jump_if(right, label)
                yield ")"
            case p.Op(op="not", args=(inner,)):
                yield from self.jump_unless(inner, label)
            case _:
                yield f"(br_if {label} {self.expressions.truth(condition)})"


def is_compound(expr: p.Expr) -> bool:
    """Return whether a condition has several parts."""
    return isinstance(expr, p.Op) and expr.op in ("and", "or", "not")
