"""Questions as functions: code that is written around terms, with what they use as parameters."""

from __future__ import annotations

from collections.abc import Callable

from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Var


def function(stem: str, terms: list[m.Term], code: Code, body: Callable[[Code], None]) -> Expr:
    """Write a function around *terms* and return the call of it; *body* writes its code.

    The variables that occur in the terms become its parameters.
    """
    low = code.low
    names = [name for name in sorted(free_names(terms)) if name in code.env]
    passed = [name for name in names if not isinstance(code.env[name], int)]
    env: dict[str, Expr] = {
        name: code.env[name] if name not in passed else Var(f"v_{i}")
        for i, name in enumerate(names)
    }
    parameters = [f"v_{i}" for i, name in enumerate(names) if name in passed]
    args = [code.env[name] for name in passed]
    group = code.group
    if not isinstance(group, int):
        parameters.append("group")
        args.append(group)
        group = Var("group")
    inner = Code(low, env, code.origin, group=group, active=code.active)
    body(inner)
    key = (tuple(parameters), tuple(inner.out))
    name = low.find(*key)  # equal questions share a function
    if name is None:
        name = low.fresh(stem)
        low.define(p.Function(name, *key, origin=code.origin))
    return p.Call(name, tuple(args))


def free_names(terms: object) -> set[str]:
    """Return the variables that occur in terms, statements or tuples of them."""
    return {part.name for part in walk(terms) if isinstance(part, m.Local)}
