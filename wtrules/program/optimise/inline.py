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

Functions = Mapping[str, p.Function]


def small_functions(functions: Functions) -> dict[str, p.Function]:
    """Return the functions that are worth writing out."""
    return {f.name: f for f in functions.values() if _is_small(f)}


def _is_small(function: p.Function) -> bool:
    return len(function.body) == 1 and isinstance(function.body[0], p.Return)


def inlined(functions: Functions, small: Functions) -> dict[str, p.Function]:
    """Return all functions with the calls of *small* ones written out."""
    return {name: evolve(f, body=inline_body(f.body, small)) for name, f in functions.items()}


def inline_body(body: p.Body, small: Functions) -> p.Body:
    """Return a body with the calls of *small* functions written out, itself if there are none."""
    made = tuple([_inline_statement(statement, small) for statement in body])
    return body if all(map(is_, made, body)) else made


def _inline_statement(statement: p.Statement, small: Functions) -> p.Statement:
    match statement:
        case p.Store(index=int(), value=int()):
            return statement  # as most of them are
    kind = type(statement)
    changed = False
    parts: list[object] = []
    for name in p.PARTS[kind]:
        part = getattr(statement, name)
        made = part
        if type(part) is tuple:  # a body
            made = inline_body(part, small)
        elif kind is p.Run:
            made = _inline_args(part, small)  # it is called for what it does, so the call stays
        elif type(part) in _COMPOUND:
            made = _inline(part, small)
        changed = changed or made is not part
        parts.append(made)
    return kind(*parts, origin=statement.origin) if changed else statement  # type: ignore[arg-type]


_COMPOUND = (p.Load, p.Entry, p.Op, p.Call)


def _inline(expr: p.Expr, small: Functions) -> p.Expr:
    match expr:
        case p.Load() | p.Entry():
            index = _inline(expr.index, small)
            return expr if index is expr.index else evolve(expr, index=index)
        case p.Op():
            args = [_inline(arg, small) for arg in expr.args]
            return expr if all(map(is_, args, expr.args)) else p.op(expr.op, *args)
        case p.Call():
            call = _inline_args(expr, small)
            function = small.get(call.function)
            if function is not None:
                result = function.body[0]
                assert isinstance(result, p.Return)
                uses = _uses(result.value)
                given = dict(zip(function.parameters, call.args, strict=True))
                if all(isinstance(a, int | p.Var) or uses[name] <= 1 for name, a in given.items()):
                    return _inline(_put(result.value, given), small)
            return call
    return expr


def _inline_args(call: p.Call, small: Functions) -> p.Call:
    args = tuple([_inline(arg, small) for arg in call.args])
    return call if all(map(is_, args, call.args)) else p.Call(call.function, args)


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
