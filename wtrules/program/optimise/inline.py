"""Inlining of small functions.

A function that only returns an expression replaces its calls, unless an argument would be computed
twice. The function itself stays, so that it can still be called by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import define, evolve, field

from wtrules.program import program as p

Functions = Mapping[str, p.Function]


@define
class Inliner:
    """Replaces the calls of the small functions of a program."""

    functions: Functions
    _small: dict[str, p.Expr] = field(init=False)  # what small functions return

    def __attrs_post_init__(self) -> None:
        self._small = {
            name: function.body[0].value
            for name, function in self.functions.items()
            if len(function.body) == 1 and isinstance(function.body[0], p.Return)
        }

    def inlined(self) -> dict[str, p.Function]:
        """Return all functions with the calls of small ones replaced."""
        return {name: evolve(f, body=self.body(f.body)) for name, f in self.functions.items()}

    def body(self, body: p.Body) -> p.Body:
        """Return a body with the calls of small functions replaced."""
        return p.rewrite_exprs(body, self._change)

    def _change(self, expr: p.Expr) -> p.Expr | None:
        if type(expr) is not p.Call:
            return None
        args = [p.rewrite_expr(arg, self._change) for arg in expr.args]
        result = self._small.get(expr.function)
        if result is not None:
            uses = Counter(part.name for part in p.parts_of(result) if isinstance(part, p.Var))
            given = dict(zip(self.functions[expr.function].parameters, args, strict=True))
            if all(isinstance(a, int | p.Var) or uses[name] <= 1 for name, a in given.items()):
                return p.rewrite_expr(_filled_in(result, given), self._change)
        return p.Call(expr.function, tuple(args))


def _filled_in(expr: p.Expr, given: Mapping[str, p.Expr]) -> p.Expr:
    """Return an expression with values in the place of its variables."""
    return p.rewrite_expr(expr, lambda part: given[part.name] if isinstance(part, p.Var) else None)
