"""Small functions put where they are called.

A function that only gives an expression is written out at each call, as long as nothing is worked
out twice by that. The function itself stays, so that it can still be asked by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from operator import is_

from attrs import evolve

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
    return tuple([_inline_statement(statement, small) for statement in body])


def _inline_statement(statement: p.Statement, small: Mapping[str, p.Function]) -> p.Statement:
    match statement:
        case p.Store():
            return _with(
                statement,
                index=_inline(statement.index, small),
                value=_inline(statement.value, small),
            )
        case p.Assign() | p.Return() | p.Emit():
            return _with(statement, value=_inline(statement.value, small))
        case p.If():
            return _with(
                statement,
                condition=_inline(statement.condition, small),
                then=inline_body(statement.then, small),
                otherwise=inline_body(statement.otherwise, small),
            )
        case p.For():
            return _with(
                statement,
                start=_inline(statement.start, small),
                stop=_inline(statement.stop, small),
                body=inline_body(statement.body, small),
            )
        case p.While():
            return _with(
                statement,
                condition=_inline(statement.condition, small),
                body=inline_body(statement.body, small),
            )
        case p.Run():
            call = statement.call
            args = tuple([_inline(arg, small) for arg in call.args])
            return _with(statement, call=call if args == call.args else p.Call(call.function, args))
    return statement


def _with(statement: p.Statement, **parts: object) -> p.Statement:
    """Return a statement with other parts, itself if they are no others."""
    for name, part in parts.items():
        old = getattr(statement, name)
        if part is not old and part != old:
            return evolve(statement, **parts)  # type: ignore[arg-type]
    return statement


def _inline(expr: p.Expr, small: Mapping[str, p.Function]) -> p.Expr:
    match expr:
        case p.Load() | p.Entry():
            index = _inline(expr.index, small)
            if index is expr.index:
                return expr
            return (
                p.Load(expr.array, index)
                if isinstance(expr, p.Load)
                else p.Entry(expr.table, index)
            )
        case p.Op():
            args = [_inline(arg, small) for arg in expr.args]
            if all(map(is_, args, expr.args)):
                return expr
            return p.op(expr.op, *args)
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
