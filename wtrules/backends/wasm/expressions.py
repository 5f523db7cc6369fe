"""Expressions of a program as WebAssembly.

Calls of small functions are written out in place, and what is known of the bounds of a number saves
the work that rounding down would need. None of this changes a result.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from wtrules.backends.wasm.frame import Composition, Facts, Frame, Local, Scope
from wtrules.backends.wasm.instructions import (
    ADD,
    AND,
    ELSE,
    END,
    EQZ,
    NE,
    SHL,
    SHR,
    SUB,
    UNREACHABLE,
    Code,
    Instruction,
    block,
    const,
    get,
    put,
    tee,
    when,
)
from wtrules.program import program as p
from wtrules.value import Value

COMPARE = {
    "==": "i32.eq", "!=": "i32.ne",
    "<": "i32.lt_s", "<=": "i32.le_s", ">": "i32.gt_s", ">=": "i32.ge_s",
}  # fmt: skip
_PLAIN = {
    "+": "i32.add", "-": "i32.sub", "*": "i32.mul",
    "&": "i32.and", "|": "i32.or", "^": "i32.xor", "<<": "i32.shl", ">>": "i32.shr_s",
}  # fmt: skip


@frozen
class Expressions(Value):
    """Makes the code of the expressions of one WebAssembly function."""

    frame: Frame
    facts: Facts
    body: Callable[[p.Body], Code]  # for functions that are inlined

    def held(self, name: str, value: p.Expr) -> tuple[Code, Local]:
        """Put a value into a new local, and note its bounds and composition."""
        span = self.facts.span(value)
        code: Code = []
        composed = None
        match value:
            case p.Op(op="+", args=(p.Op(op="*", args=(base, int(by))), rest)):
                low, high = self.facts.span(rest)
                if low >= 0 and high < by:
                    composed = Composition(self.simple(base, code), by, self.simple(rest, code))
                    value = p.Op("+", (p.Op("*", (composed.base, by)), composed.rest))
            case p.Var():
                composed = self.facts.composition(value)
        local = self.frame.local(name, span)
        code += [*self.expr(value), put(local.name)]
        if composed is not None:
            self.frame.compositions[local.name] = composed
        return code, local

    def simple(self, expr: p.Expr, code: Code) -> p.Expr:
        """Return an expression as a number or a local."""
        if isinstance(expr, int | p.Var):
            return self.frame.resolved(expr)
        before, local = self.held("part", expr)
        code += before
        return local

    def truth(self, expr: p.Expr) -> Code:
        """Return a condition; any number but 0 counts as true."""
        match expr:
            case p.Op(op="!=", args=(left, 0)):
                return self.expr(left)
            case p.Op(op=">", args=(left, 0)) if self.facts.span(left)[0] >= 0:
                return self.expr(left)
        return self.expr(expr)

    def jump_unless(self, condition: p.Expr, label: str) -> Code:
        """Return jumps to a label if a condition is false; one of several parts becomes several jumps."""
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
                return [*self.truth(negated), ("br_if", label)]
            case _ if on:
                return [*self.truth(condition), ("br_if", label)]
        return [*self.expr(condition), EQZ, ("br_if", label)]

    def bit(self, expr: p.Expr) -> Code:
        """Return a condition as 1 or 0."""
        code = self.expr(expr)
        return code if p.is_truth(expr) else [*code, const(0), NE]

    def address(self, name: str, index: p.Expr) -> tuple[Code, int]:
        """Return the address of a state field, and the offset to add."""
        base = self.frame.context.layout.fields[name]
        index = self.frame.resolved(index)
        if isinstance(index, int):
            return [const(base + 4 * index)], 0
        match index:
            case p.Op(op="+", args=(inner, int(more))) if more >= 0:
                index, base = inner, base + 4 * more
        code = [*self.expr(index), const(2), SHL]
        if self.facts.span(index)[0] >= 0:
            return code, base
        # Added, not an offset: an index may be negative, and then the sum must wrap.
        return [*code, const(base), ADD], 0

    def expr(self, expr: p.Expr) -> Code:
        """Return the code of an expression."""
        match expr:
            case int():
                return [const(expr)]
            case p.Op():
                return self.operation(expr)
            case Local():
                return [get(expr.name)]
            case p.Var():
                return self.expr(self.frame.resolved(expr))
            case p.Load(array=array, index=int(index)) if (
                self.frame.cached and (array, index) in self.frame.cached
            ):
                return [get(self.frame.cached[array, index])]
            case p.Load():
                address, offset = self.address(expr.array, expr.index)
                return [*address, ("i32.load", offset)]
            case p.Entry():
                return self.entry(expr)
            case p.Call():
                return self.call(expr)
            case p.Emitted():
                return [get("o")]
            case p.At():
                return [const(expr.block)]

    def entry(self, expr: p.Entry) -> Code:
        """Return an entry of a table."""
        base = self.frame.context.layout.tables[expr.table]
        index = self.frame.resolved(expr.index)
        if self.facts.span(index)[0] >= 0:
            return [*self.expr(index), const(2), SHL, ("i32.load", base)]
        # As in Python, -1 is the last entry.
        size = len(self.frame.context.program.tables[expr.table])
        held = self.frame.local("index").name
        wrapped = [*self.expr(index), tee(held), const(31), SHR, const(size), AND, get(held), ADD]
        return [*wrapped, const(2), SHL, ("i32.load", base)]

    def call(self, expr: p.Call) -> Code:
        """Return a call, or the inlined function."""
        context = self.frame.context
        if not context.is_inlined(expr.function):
            args = [step for arg in expr.args for step in self.expr(arg)]
            return [*args, ("call", context.names[expr.function])]
        function = context.program.functions[expr.function]
        code: Code = []
        inner = Scope(function.name, {}, {}, self.frame.fresh("in"))
        for name, arg in zip(function.parameters, expr.args, strict=True):
            resolved = self.frame.resolved(arg)
            if context.is_reassigned(function.name, name):
                local = self.frame.local(name)
                code += [*self.expr(arg), put(local.name)]
                inner.names[name] = local.name
            elif isinstance(resolved, int):
                inner.constants[name] = resolved
            elif isinstance(resolved, Local) and not self._moves_on(arg):
                inner.names[name] = resolved.name
            else:
                before, local = self.held(name, arg)
                code += before
                inner.names[name] = local.name
        outer, out = self.frame.scope, self.frame.loop_exit
        self.frame.scope, self.frame.loop_exit = inner, ""
        *first, last = function.body or (p.Return(0),)
        if isinstance(last, p.Return) and not any(map(_returns, first)):
            code += self.body(tuple(first))
            value = self.expr(last.value)
            code = [block("", "i32"), *code, *value, END] if code else value
        else:
            code += self.body(function.body)
            end = UNREACHABLE if isinstance(last, p.Return) else const(0)
            code = [block(inner.label, "i32"), *code, end, END]
        self.frame.scope, self.frame.loop_exit = outer, out
        return code

    def _moves_on(self, arg: p.Expr) -> bool:
        """Return whether an argument is a variable that may change later."""
        return (
            isinstance(arg, p.Var)
            and not isinstance(arg, Local)
            and self.frame.context.is_reassigned(self.frame.scope.function, arg.name)
        )

    def operation(self, expr: p.Op) -> Code:
        """Return arithmetic and logic."""
        name = expr.op
        match name:
            case "and" | "or":
                return self.logic(expr)
            case "//" | "%":
                return self.division(expr)
            case "min" | "max":
                return self.extreme(expr)
            case "clamp":
                return self.clamped(expr.args[0])
            case "==" if expr.args[1] == 0:
                return [*self.expr(expr.args[0]), EQZ]
        args = [self.expr(arg) for arg in expr.args]
        if name in COMPARE:
            return [*args[0], *args[1], (COMPARE[name],)]
        if name == "-" and len(args) == 1:
            return [const(0), *args[0], SUB]
        if name in _PLAIN:
            return [*args[0], *args[1], (_PLAIN[name],)]
        match name:
            case "~":
                return [*args[0], const(-1), ("i32.xor",)]
            case "not":
                return [*args[0], EQZ]
        raise ValueError(f"there is no operation `{name}`")

    def logic(self, expr: p.Op) -> Code:
        """Return `and` and `or`; the second part is skipped if it is not needed, unless it is cheap."""
        left, right = expr.args
        if (
            p.is_truth(left)
            and p.is_truth(right)
            and _is_cheap(right)
            and self.facts.is_safe(right)
        ):
            return [*self.expr(left), *self.expr(right), (f"i32.{expr.op}",)]
        first = self.truth(left)
        second = self.expr(right)
        if not p.is_truth(right):
            second = [*second, const(0), NE]
        if expr.op == "and":
            return [*first, when("i32"), *second, ELSE, const(0), END]
        return [*first, when("i32"), const(1), ELSE, *second, END]

    def clamped(self, expr: p.Expr) -> Code:
        """Return a number clamped to the range that rules can count to."""
        low, high = self.facts.span(expr)
        match expr:
            case _ if low >= -p.MOST and high <= p.MOST:
                return self.expr(expr)
            case p.Op(op="*", args=(left, right)):  # only a product may need more than 32 bits
                wide = ("i64.extend_i32_s",)
                factors = [*self.expr(left), wide, *self.expr(right), wide]
                return [*factors, ("i64.mul",), ("call", "clamp")]
        return self.extreme(p.Op("max", (-p.MOST, p.Op("min", (p.MOST, expr)))))

    def extreme(self, expr: p.Op) -> Code:
        """Return the smaller or larger of two."""
        sign = "i32.lt_s" if expr.op == "min" else "i32.gt_s"
        first, other = self.frame.local("one").name, self.frame.local("other").name
        left, right = map(self.expr, expr.args)
        choice = [get(first), get(other), (sign,), ("select",)]
        return [*left, tee(first), *right, tee(other), *choice]

    def division(self, expr: p.Op) -> Code:
        """Return `//` or `%`, which round down."""
        left, by = expr.args
        is_whole = expr.op == "//"
        if isinstance(by, int) and by > 0:
            easier = (self.facts.quotient if is_whole else self.facts.remainder)(left, by)
            if easier is not None:
                return self.expr(easier)
            if by & (by - 1) == 0 and is_whole:
                return [*self.expr(left), const(by.bit_length() - 1), SHR]
            if by & (by - 1) == 0:
                return [*self.expr(left), const(by - 1), AND]
            low, high = self.facts.span(left)
            if not is_whole and low >= -by and high < 2 * by:
                return self.around(self.expr(left), by, low, high)
        if self.facts.span(left)[0] >= 0 and self.facts.span(by)[0] > 0:
            last: Instruction = ("i32.div_u",) if is_whole else ("i32.rem_u",)
        else:
            last = ("call", "floor_div" if is_whole else "floor_mod")
        return [*self.expr(left), *self.expr(by), last]

    def around(self, code: Code, by: int, low: int, high: int) -> Code:
        """Return the remainder of a number that is at most one multiple out of range."""
        held = self.frame.local("around").name
        code = [*code, tee(held)]
        if low < 0:
            code += [const(31), SHR, const(by), AND, get(held), ADD]
            if high < by:
                return code
            code.append(tee(held))
        choice = [get(held), get(held), const(by), ("i32.ge_s",), ("select",)]
        return [*code, const(by), SUB, *choice]


def is_compound(expr: p.Expr) -> bool:
    """Return whether a condition has several parts."""
    return isinstance(expr, p.Op) and expr.op in ("and", "or", "not")


def _is_cheap(expr: p.Expr) -> bool:
    """Return whether an expression is cheap enough to compute even if it is not needed."""
    match expr:
        case p.Call():
            return False
        case p.Op():
            return expr.op not in ("//", "%", "and", "or") and all(map(_is_cheap, expr.args))
        case p.Load() | p.Entry():
            return isinstance(expr.index, int | p.Var)
    return True


def _returns(statement: p.Statement) -> bool:
    """Return whether a statement may leave the function."""
    match statement:
        case p.Return():
            return True
        case p.If():
            return any(map(_returns, (*statement.then, *statement.otherwise)))
        case p.While() | p.For():
            return any(map(_returns, statement.body))
    return False
