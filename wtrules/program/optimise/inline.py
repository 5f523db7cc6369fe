"""Inlining of small functions.

A function that only returns an expression replaces its calls, unless an argument would be computed
twice or the expression is long. The function itself stays, so that it can still be called by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import evolve, frozen

from wtrules.program import program as p
from wtrules.value import Value

Functions = Mapping[str, p.Function]

_LONG = 100  # parts of an expression, with all that is inlined into it, that is not inlined


@frozen
class _Small(Value):
    """A function that only returns a value."""

    parameters: tuple[str, ...]
    value: p.Expr
    repeated: frozenset[str]  # the variables that occur in the value more than once


class Inliner:
    """Replaces the calls of the small functions of a program."""

    def __init__(self, functions: Functions) -> None:
        self.functions = functions
        self._small: dict[str, _Small] = {}
        sizes = _sizes(functions)
        for name, function in functions.items():
            match function.body:
                case (p.Return(value=value),) if sizes[name] <= _LONG:
                    self._small[name] = _Small(function.parameters, value, _repeated(value))

    def inlined(self) -> dict[str, p.Function]:
        """Return all functions with the calls of small ones replaced."""
        return {name: self._inlined(f) for name, f in self.functions.items()}

    def _inlined(self, function: p.Function) -> p.Function:
        body = self.body(function.body)
        return function if body is function.body else evolve(function, body=body)

    def body(self, body: p.Body) -> p.Body:
        """Return a body with the calls of small functions replaced."""
        return p.rewrite_exprs(body, self._change)

    def _change(self, expr: p.Expr) -> p.Expr | None:
        if type(expr) is not p.Call:
            return None
        args = [p.rewrite_expr(arg, self._change) for arg in expr.args]
        small = self._small.get(expr.function)
        if small is not None:
            arguments = dict(zip(small.parameters, args, strict=True))
            if all(
                isinstance(arguments[name], int | p.Var)
                for name in small.repeated & arguments.keys()
            ):
                return p.rewrite_expr(_filled_in(small.value, arguments), self._change)
        return p.Call(expr.function, tuple(args))


def _sizes(functions: Functions) -> dict[str, int]:
    """Return how many parts the function bodies have that are single expressions, all calls inlined."""
    parts = {
        name: p.parts_of(f.body[0].value)
        for name, f in functions.items()
        if len(f.body) == 1 and isinstance(f.body[0], p.Return)
    }
    called = {
        name: [x.function for x in found if isinstance(x, p.Call) and x.function in parts]
        for name, found in parts.items()
    }
    sizes: dict[str, int] = {}
    waiting = list(parts)
    while waiting:  # a function is measured after those that it calls
        name = waiting[-1]
        if name in sizes:
            waiting.pop()
        elif more := [inner for inner in called[name] if inner not in sizes]:
            waiting += more
        else:
            sizes[name] = len(parts[name]) + sum(sizes[inner] for inner in called[name])
    return sizes


def _repeated(expr: p.Expr) -> frozenset[str]:
    uses = Counter(part.name for part in p.parts_of(expr) if isinstance(part, p.Var))
    return frozenset(name for name, times in uses.items() if times > 1)


def _filled_in(expr: p.Expr, arguments: Mapping[str, p.Expr]) -> p.Expr:
    """Return an expression with values in the place of its variables."""
    return p.rewrite_expr(
        expr, lambda part: arguments[part.name] if isinstance(part, p.Var) else None
    )
