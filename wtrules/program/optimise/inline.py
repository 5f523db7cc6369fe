"""Inlining of small functions.

A function that only returns an expression replaces its calls, unless an argument would be computed
twice. The function itself stays, so that it can still be called by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from operator import is_

from attrs import evolve

from wtrules.program import program as p

Functions = Mapping[str, p.Function]


def small_functions(functions: Functions) -> dict[str, p.Function]:
    """Return the functions that are worth inlining."""
    return {f.name: f for f in functions.values() if _is_small(f)}


def _is_small(function: p.Function) -> bool:
    return len(function.body) == 1 and isinstance(function.body[0], p.Return)


def inlined(functions: Functions, small: Functions) -> dict[str, p.Function]:
    """Return all functions with the calls of *small* ones inlined."""
    return {name: evolve(f, body=inline_body(f.body, small)) for name, f in functions.items()}


def inline_body(body: p.Body, small: Functions) -> p.Body:
    """Return a body with the calls of *small* functions inlined, itself if there are none."""
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
    """Return how often each variable occurs in an expression."""
    return Counter(part.name for part in p.parts_of(expr) if isinstance(part, p.Var))


def _put(expr: p.Expr, given: Mapping[str, p.Expr]) -> p.Expr:
    """Return an expression with values put in the place of its variables."""
    return p.rewrite_expr(expr, lambda part: given[part.name] if isinstance(part, p.Var) else None)
