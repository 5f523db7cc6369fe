"""Bodies of a program, put so that what is written in another way but does the same is equal.

Takes statements and expressions, and returns such: conditions without double negation, in one order,
with nothing said twice. Only what can neither fail nor change anything is left out or moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from wtrules.program import program as p

# What rules bring along has a number instead of a name; all else is physics, known by its name.
NUMBERED = frozenset({p.FieldRole.MEMORY, p.FieldRole.FRAME, p.FieldRole.KNOWLEDGE})

_MIRRORED = {">": "<", ">=": "<="}
_COMMUTATIVE = frozenset({"+", "*", "&", "|", "^", "==", "!=", "min", "max"})
_DUAL = {"and": "or", "or": "and"}
_LEAVING = (p.Return, p.Break, p.Goto, p.Decide)


class NormalForm:
    """The normal form of the functions and blocks of one program."""

    def __init__(self, program: p.Program) -> None:
        self._fields = program.fields
        self._functions = program.functions
        self._tables = program.tables
        self._bodies: dict[str, p.Body] = {}
        self._readers: dict[str, bool] = {}  # whether a function changes nothing

    def function(self, name: str) -> p.Body:
        """Return the body of a function."""
        if name not in self._bodies:
            self._bodies[name] = self.body(self._functions[name].body)
        return self._bodies[name]

    # --- statements ---

    def body(self, body: p.Body) -> p.Body:
        """Return some statements that do the same."""
        made: list[p.Statement] = []
        for statement in body:
            made += self._statement(statement)
            if made and isinstance(made[-1], _LEAVING):
                break
        while len(made) > 1:
            match made[-2:]:
                case [
                    p.If(condition=c, then=(p.Return(value=1),), otherwise=()),
                    p.Return() as last,
                ]:
                    joined = "or", c
                case [
                    p.If(condition=c, then=(p.Return(value=0),), otherwise=()),
                    p.Return() as last,
                ]:
                    joined = "and", self.negated(c)
                case _:
                    break
            if last.value not in (0, 1) and not p.is_truth(last.value):
                break
            made[-2:] = [p.Return(self._logical(joined[0], [joined[1], last.value]))]
        return tuple(made)

    def _statement(self, statement: p.Statement) -> p.Body:
        match statement:
            case p.If():
                return self._if(statement)
            case p.While():
                return (p.While(self.truth(statement.condition), self.body(statement.body)),)
        return (p.rebuilt(statement, self.expr, self.body),)

    def _if(self, statement: p.If) -> p.Body:
        condition = self.truth(statement.condition)
        then, otherwise = self.body(statement.then), self.body(statement.otherwise)
        if isinstance(condition, int):
            return then if condition else otherwise
        if not then and not otherwise and self.is_pure(condition):
            return ()
        if not then or (otherwise and self.order(self.negated(condition)) < self.order(condition)):
            condition, then, otherwise = self.negated(condition), otherwise, then
        match then:
            case (p.If(otherwise=()) as inner,) if not otherwise:
                joined = self._logical("and", [condition, inner.condition])
                return (p.If(joined, inner.then),)
        return (p.If(condition, then, otherwise),)

    # --- expressions ---

    def truth(self, expr: p.Expr) -> p.Expr:
        """Return a condition, whose value is 1 or 0."""
        return self._truth(self.expr(expr))

    def expr(self, expr: p.Expr) -> p.Expr:
        """Return an expression with the same value."""
        match expr:
            case p.Op(op="and" | "or" as name):
                return self._logical(name, [self.truth(arg) for arg in expr.args])
            case p.Op(op="not"):
                return self.negated(self.truth(expr.args[0]))
        new = p.rebuilt(expr, self.expr)
        match new:
            case p.Call():
                return self._call(new)
            case p.Op():
                return self._operation(new.op, new.args)
        return new

    def _call(self, called: p.Call) -> p.Expr:
        """Return a call; what the function returns, if it is one expression."""
        function = self._functions.get(called.function)
        if function is None or not self.is_pure(called):
            return called
        match self.function(called.function):
            case (p.Return(value=value),):
                given = dict(zip(function.parameters, called.args, strict=True))
                used = [part.name for part in p.parts_of(value) if isinstance(part, p.Var)]
                if all(used.count(n) < 2 or isinstance(a, int | p.Var) for n, a in given.items()):
                    return self.expr(p.rewrite_expr(value, partial(_given, given)))
        return called

    def _truth(self, expr: p.Expr) -> p.Expr:
        if isinstance(expr, int):
            return int(bool(expr))
        return expr if p.is_truth(expr) else self._operation("!=", (expr, 0))

    def _operation(self, name: str, args: tuple[p.Expr, ...]) -> p.Expr:
        if name in _MIRRORED and all(map(self.is_pure, args)):
            name, args = _MIRRORED[name], args[::-1]
        if name in _COMMUTATIVE and all(map(self.is_pure, args)):
            args = tuple(sorted(args, key=self.order))
        match name, args:
            case "<=", (left, int(right)):
                name, args = "<", (left, right + 1)
            case "<=", (int(left), right):
                name, args = "<", (left - 1, right)
        return p.op(name, *args)

    def negated(self, condition: p.Expr) -> p.Expr:
        """Return the opposite of a condition."""
        match condition:
            case int():
                return int(not condition)
            case p.Op(op="and" | "or" as name):
                return self._logical(_DUAL[name], [self.negated(arg) for arg in condition.args])
            case p.Op(op="not"):
                return self._truth(condition.args[0])
            case p.Op(op=name) if name in p.NEGATED:
                return self._operation(p.NEGATED[name], condition.args)
        return self._operation("==", (condition, 0))

    def _logical(self, name: str, args: Iterable[p.Expr]) -> p.Expr:
        """Return conditions joined by `and` or `or`: in a row, each once, in one order."""
        row: list[p.Expr] = []
        for arg in args:
            row += arg.args if isinstance(arg, p.Op) and arg.op == name else (arg,)
        deciding = int(name == "or")
        if deciding in row:
            row = row[: row.index(deciding) + 1]  # what follows is never looked at
        row = [arg for arg in row if arg != 1 - deciding]
        kept: list[p.Expr] = []
        for arg in row:
            first = arg.args[0] if isinstance(arg, p.Op) and arg.op == _DUAL[name] else arg
            if not (all(map(self.is_pure, kept)) and (arg in kept or first in kept)):
                kept.append(arg)
        if all(map(self.is_total, kept)):
            if deciding in kept:
                return deciding
            kept = [arg for arg in kept if not _is_implied(arg, kept, name)]
            kept.sort(key=self.order)
        if not kept:
            return 1 - deciding
        return kept[0] if len(kept) == 1 else p.Op(name, tuple(kept))

    def order(self, expr: p.Expr) -> str:
        """Return a key to sort by that does not depend on names; numbers come last."""
        match expr:
            case int():
                return f"~{expr}"
            case p.Load():
                is_physics = self._fields[expr.array].role not in NUMBERED
                return f"{expr.array if is_physics else ''}[{self.order(expr.index)}]"
            case p.Op() | p.Call():
                name = expr.op if isinstance(expr, p.Op) else ""
                return f"({name} {' '.join(map(self.order, expr.args))})"
            case p.Entry():
                return f"{{{self.order(expr.index)}}}"
        return type(expr).__name__

    def is_total(self, expr: p.Expr) -> bool:
        """Whether an expression changes nothing, and has a value whatever the state is."""
        for part in p.parts_of(expr):
            match part:
                case p.Call():
                    return False
                case p.Load() if not self._is_inside(part.index, self._fields[part.array].size):
                    return False
                case p.Entry() if not self._is_inside(part.index, len(self._tables[part.table])):
                    return False
                case p.Op(op="//" | "%" | "<<" | ">>") if not isinstance(part.args[1], int):
                    return False
        return True

    def _is_inside(self, index: p.Expr, size: int) -> bool:
        """Whether an index is one of an array of this size: a number, or a field with such bounds."""
        match index:
            case int():
                return 0 <= index < size
            case p.Load(index=int()):
                about = self._fields[index.array]
                return 0 <= about.least and about.most < size
        return False

    def is_pure(self, expr: p.Expr) -> bool:
        """Whether an expression changes nothing."""
        calls = (part for part in p.parts_of(expr) if isinstance(part, p.Call))
        return all(self.only_reads(call.function) for call in calls)

    def only_reads(self, name: str) -> bool:
        """Whether a function changes nothing."""
        if name not in self._readers:
            self._readers[name] = False  # one that calls itself
            function = self._functions.get(name)
            if function is not None and not function.options:
                changing = (p.Store, p.Run, p.Emit, p.While)
                parts = p.parts_of(function.body)
                calls = {part.function for part in parts if isinstance(part, p.Call)}
                changes = any(isinstance(part, changing) for part in parts)
                self._readers[name] = not changes and all(map(self.only_reads, calls))
        return self._readers[name]


def _given(given: Mapping[str, p.Expr], expr: p.Expr) -> p.Expr | None:
    return given.get(expr.name) if isinstance(expr, p.Var) else None


def _is_implied(arg: p.Expr, others: Iterable[p.Expr], name: str) -> bool:
    """Whether a condition adds nothing to others: `a and b` to `a or …`."""
    return any(_parts(other, name) < _parts(arg, name) for other in others)


def _parts(arg: p.Expr, name: str) -> frozenset[p.Expr]:
    return frozenset(arg.args if isinstance(arg, p.Op) and arg.op == _DUAL[name] else (arg,))
