"""Conditions of a program as jumps of WebAssembly."""

from __future__ import annotations

from attrs import frozen

from wtrules.backends.wasm.expressions import Expressions
from wtrules.backends.wasm.frame import Frame
from wtrules.backends.wasm.instructions import END, EQZ, Code, block
from wtrules.program import program as p
from wtrules.value import Value


@frozen
class Conditions(Value):
    """Makes a condition of several parts as several jumps."""

    frame: Frame
    expressions: Expressions

    def jump_unless(self, condition: p.Expr, label: str) -> Code:
        """Return jumps to a label if a condition is false."""
        return self._jump(condition, label, False)

    def _jump(self, condition: p.Expr, label: str, on: bool) -> Code:
        """Return jumps to a label if a condition is true, or false if *on* is False."""
        match condition:
            case p.Op(op="and" | "or" as name, args=(left, right)):
                if (name == "or") is on:  # either part is enough
                    return [*self._jump(left, label, on), *self._jump(right, label, on)]
                done = self.frame.fresh(name)
                first = self._jump(left, done, not on)
                return [block(done), *first, *self._jump(right, label, on), END]
            case p.Op(op="not", args=(inner,)):
                return self._jump(inner, label, not on)
            case p.Op(op=name, args=args) if not on and name in p.NEGATED:
                negated = p.Op(p.NEGATED[name], args)
                return [*self.expressions.truth(negated), ("br_if", label)]
            case _ if on:
                return [*self.expressions.truth(condition), ("br_if", label)]
        return [*self.expressions.expr(condition), EQZ, ("br_if", label)]


def is_compound(expr: p.Expr) -> bool:
    """Return whether a condition has several parts."""
    return isinstance(expr, p.Op) and expr.op in ("and", "or", "not")
