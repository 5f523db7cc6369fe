"""The calls, assignments and parts of a program, collected in one pass."""

from __future__ import annotations

from collections import Counter

from wtrules.program import program as p


def parts_of(body: p.Body) -> list[p.Statement | p.Expr]:
    """Return all statements and expressions of a body, except numbers and variables."""
    found: list[p.Statement | p.Expr] = []
    for statement in body:
        _collect(statement, found)
    return found


def _collect(part: p.Statement | p.Expr, found: list[p.Statement | p.Expr]) -> None:
    kind = type(part)  # faster than `match`, and every part of a program passes here
    if kind is int or kind is p.Var:
        return
    found.append(part)
    for name in _INSIDE[kind]:
        inner = getattr(part, name)
        if type(inner) is tuple:
            for each in inner:
                _collect(each, found)
        else:
            _collect(inner, found)


_INSIDE: dict[type, tuple[str, ...]] = {
    p.Load: ("index",),
    p.Entry: ("index",),
    p.Op: ("args",),
    p.Call: ("args",),
    p.Emitted: (),
    p.At: (),
    p.Assign: ("value",),
    p.Store: ("index", "value"),
    p.If: ("condition", "then", "otherwise"),
    p.While: ("condition", "body"),
    p.For: ("start", "stop", "body"),
    p.Break: (),
    p.Return: ("value",),
    p.Run: ("call",),
    p.Emit: ("value",),
    p.Goto: ("block",),
    p.Decide: (),
}


class Survey:
    """An index of the parts of a program."""

    def __init__(self, program: p.Program) -> None:
        self.calls: Counter[str] = Counter(d.options for d in program.decisions)
        self.values: Counter[tuple[str, str]] = Counter()  # given to each variable
        self.functions: dict[str, list[p.Statement | p.Expr]] = {}
        self.blocks = [parts_of(block.body) for block in program.blocks]
        for function in program.functions.values():
            self.functions[function.name] = parts_of(function.body)
            self.values.update((function.name, name) for name in function.parameters)
        for name, parts in (*self.functions.items(), *(("", parts) for parts in self.blocks)):
            for part in parts:
                if type(part) is p.Call:
                    self.calls[part.function] += 1
                elif type(part) is p.Assign or type(part) is p.For:
                    self.values[name, part.name] += 1
