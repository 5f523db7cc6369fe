"""Small functions put where they are called.

A function that only gives an expression is written out at each call, as long as nothing is worked
out twice by that. The function itself stays, so that it can still be asked by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import evolve, fields

from wtrules.program import program as p


def inlined(functions: Mapping[str, p.Function]) -> dict[str, p.Function]:
    """Return all functions with the calls of small ones written out."""
    small = {f.name: f for f in functions.values() if _is_small(f)}
    return {name: evolve(f, body=inline_body(f.body, small)) for name, f in functions.items()}


def small_functions(functions: Mapping[str, p.Function]) -> dict[str, p.Function]:
    """Return the functions that are worth writing out."""
    return {f.name: f for f in functions.values() if _is_small(f)}


def _is_small(function: p.Function) -> bool:
    return len(function.body) == 1 and isinstance(function.body[0], p.Return)


def inline_body(body: p.Body, small: Mapping[str, p.Function]) -> p.Body:
    """Return a body with the calls of *small* functions written out."""
    made: list[p.Statement] = []
    for statement in body:
        changed: dict[str, object] = {}
        for attribute in fields(type(statement)):
            value = getattr(statement, attribute.name)
            if attribute.name in ("then", "otherwise", "body") and isinstance(value, tuple):
                changed[attribute.name] = inline_body(value, small)
            elif attribute.name == "call":
                args = tuple(_inline(arg, small) for arg in value.args)
                changed["call"] = p.Call(value.function, args)
            elif isinstance(value, p.Load | p.Entry | p.Op | p.Call):
                changed[attribute.name] = _inline(value, small)
        made.append(evolve(statement, **changed) if changed else statement)  # type: ignore[arg-type]
    return tuple(made)


def _inline(expr: p.Expr, small: Mapping[str, p.Function]) -> p.Expr:
    match expr:
        case p.Load():
            return p.Load(expr.array, _inline(expr.index, small))
        case p.Entry():
            return p.Entry(expr.table, _inline(expr.index, small))
        case p.Op():
            return p.op(expr.op, *(_inline(arg, small) for arg in expr.args))
        case p.Call():
            args = [_inline(arg, small) for arg in expr.args]
            function = small.get(expr.function)
            if function is not None:
                result = function.body[0]
                assert isinstance(result, p.Return)
                uses = _uses(result.value)
                given = dict(zip(function.parameters, args, strict=True))
                if all(isinstance(a, int | p.Var) or uses[name] <= 1 for name, a in given.items()):
                    return _inline(_put(result.value, given), small)
            return p.Call(expr.function, tuple(args))
    return expr


def _uses(expr: p.Expr) -> Counter[str]:
    match expr:
        case p.Var():
            return Counter([expr.name])
        case p.Load() | p.Entry():
            return _uses(expr.index)
        case p.Op() | p.Call():
            return sum((_uses(arg) for arg in expr.args), Counter())
    return Counter()


def _put(expr: p.Expr, given: Mapping[str, p.Expr]) -> p.Expr:
    match expr:
        case p.Var():
            return given[expr.name]
        case p.Load():
            return p.Load(expr.array, _put(expr.index, given))
        case p.Entry():
            return p.Entry(expr.table, _put(expr.index, given))
        case p.Op():
            return p.op(expr.op, *(_put(arg, given) for arg in expr.args))
        case p.Call():
            return p.Call(expr.function, tuple(_put(arg, given) for arg in expr.args))
    return expr
