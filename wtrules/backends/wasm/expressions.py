"""Expressions of a program as WebAssembly text.

Calls of small functions are written out in place, and what is known of the bounds of a number saves
the work that rounding down would need. None of this changes a result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from wtrules.backends.wasm.facts import Facts
from wtrules.backends.wasm.frame import Composition, Frame, Local, Scope
from wtrules.program import program as p

COMPARE = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_PLAIN = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl"}


@frozen
class Expressions:
    """Prints the expressions of one WebAssembly function."""

    frame: Frame
    facts: Facts
    print_body: Callable[[p.Body], Iterator[str]]  # for functions that are inlined

    def held(self, name: str, value: p.Expr) -> tuple[list[str], Local]:
        """Put a value into a new local, and note its bounds and composition."""
        span = self.facts.span(value)
        lines: list[str] = []
        made = None
        match value:
            case p.Op(op="+", args=(p.Op(op="*", args=(base, int(by))), rest)):
                low, high = self.facts.span(rest)
                if low >= 0 and high < by:
                    made = Composition(self.simple(base, lines), by, self.simple(rest, lines))
                    value = p.Op("+", (p.Op("*", (made.base, by)), made.rest))
            case p.Var():
                made = self.facts.composition(value)
        local = self.frame.local(name, span)
        lines.append(f"(local.set ${local.name} {self.expr(value)})")
        if made is not None:
            self.frame.compositions[local.name] = made
        return lines, local

    def simple(self, expr: p.Expr, lines: list[str]) -> p.Expr:
        """Return an expression as a number or a local."""
        if isinstance(expr, int | p.Var):
            return self.frame.resolved(expr)
        before, local = self.held("part", expr)
        lines += before
        return local

    def truth(self, expr: p.Expr) -> str:
        """Print a condition; any number but 0 counts as true."""
        match expr:
            case p.Op(op="!=", args=(left, 0)):
                return self.expr(left)
            case p.Op(op=">", args=(left, 0)) if self.facts.span(left)[0] >= 0:
                return self.expr(left)
        return self.expr(expr)

    def bit(self, expr: p.Expr) -> str:
        """Print a condition as 1 or 0."""
        return self.expr(expr) if p.is_truth(expr) else f"(i32.ne {self.expr(expr)} (i32.const 0))"

    def address(self, name: str, index: p.Expr) -> tuple[str, str]:
        """Print the address of a state field, and the offset to add."""
        base = self.frame.context.layout.fields[name]
        index = self.frame.resolved(index)
        if isinstance(index, int):
            return f"(i32.const {base + 4 * index})", ""
        match index:
            case p.Op(op="+", args=(inner, int(more))) if more >= 0:
                index, base = inner, base + 4 * more
        text = f"(i32.shl {self.expr(index)} (i32.const 2))"
        if self.facts.span(index)[0] >= 0:
            return text, f" offset={base}"
        # Added, not an offset: an index may be negative, and then the sum must wrap.
        return f"(i32.add {text} (i32.const {base}))", ""

    def expr(self, expr: p.Expr) -> str:
        """Print an expression."""
        match expr:
            case int():
                return f"(i32.const {expr})"
            case p.Op():
                return self.operation(expr)
            case Local():
                return f"(local.get ${expr.name})"
            case p.Var():
                return self.expr(self.frame.resolved(expr))
            case p.Load(array=array, index=int(index)) if (
                self.frame.cached and (array, index) in self.frame.cached
            ):
                return f"(local.get ${self.frame.cached[array, index]})"
            case p.Load():
                address, offset = self.address(expr.array, expr.index)
                return f"(i32.load{offset} {address})"
            case p.Entry():
                return self.entry(expr)
            case p.Call():
                return self.call(expr)
            case p.Emitted():
                return "(local.get $o)"
            case p.At():
                return f"(i32.const {expr.block})"

    def entry(self, expr: p.Entry) -> str:
        """Print an entry of a table."""
        base = self.frame.context.layout.tables[expr.table]
        index = self.frame.resolved(expr.index)
        if self.facts.span(index)[0] >= 0:
            return f"(i32.load offset={base} (i32.shl {self.expr(index)} (i32.const 2)))"
        # As in Python, -1 is the last entry.
        size = len(self.frame.context.program.tables[expr.table])
        held = self.frame.local("index").name
        wrapped = (
            f"(i32.add (i32.and (i32.shr_s (local.tee ${held} {self.expr(index)}) (i32.const 31)) "
            f"(i32.const {size})) (local.get ${held}))"
        )
        return f"(i32.load offset={base} (i32.shl {wrapped} (i32.const 2)))"

    def call(self, expr: p.Call) -> str:
        """Print a call, or the inlined function."""
        context = self.frame.context
        if not context.is_inlined(expr.function):
            args = " ".join(self.expr(arg) for arg in expr.args)
            return f"(call {context.names[expr.function]} {args})"
        function = context.program.functions[expr.function]
        lines: list[str] = []
        inner = Scope(function.name, {}, {}, self.frame.fresh("$in"))
        for name, arg in zip(function.parameters, expr.args, strict=True):
            known = self.frame.resolved(arg)
            if context.is_reassigned(function.name, name):
                local = self.frame.local(name)
                lines.append(f"(local.set ${local.name} {self.expr(arg)})")
                inner.names[name] = local.name
            elif isinstance(known, int):
                inner.constants[name] = known
            elif isinstance(known, Local) and not self._moves_on(arg):
                inner.names[name] = known.name
            else:
                before, local = self.held(name, arg)
                lines += before
                inner.names[name] = local.name
        outer, out = self.frame.scope, self.frame.loop_exit
        self.frame.scope, self.frame.loop_exit = inner, ""
        *first, last = function.body or (p.Return(0),)
        if isinstance(last, p.Return) and not any(map(_returns, first)):
            lines += self.print_body(tuple(first))
            value = self.expr(last.value)
            text = f"(block (result i32) {' '.join(lines)} {value})" if lines else value
        else:
            lines += self.print_body(function.body)
            end = "(unreachable)" if isinstance(last, p.Return) else "(i32.const 0)"
            text = f"(block {inner.label} (result i32) {' '.join(lines)} {end})"
        self.frame.scope, self.frame.loop_exit = outer, out
        return text

    def _moves_on(self, arg: p.Expr) -> bool:
        """Return whether an argument is a variable that may change later."""
        return (
            isinstance(arg, p.Var)
            and not isinstance(arg, Local)
            and self.frame.context.is_reassigned(self.frame.scope.function, arg.name)
        )

    def operation(self, expr: p.Op) -> str:
        """Print arithmetic and logic."""
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
                return f"(i32.eqz {self.expr(expr.args[0])})"
        args = [self.expr(arg) for arg in expr.args]
        if name in COMPARE:
            return f"(i32.{COMPARE[name]} {args[0]} {args[1]})"
        if name == "-" and len(args) == 1:
            return f"(i32.sub (i32.const 0) {args[0]})"
        if name in _PLAIN:
            return f"(i32.{_PLAIN[name]} {args[0]} {args[1]})"
        match name:
            case ">>":
                return f"(i32.shr_s {args[0]} {args[1]})"
            case "~":
                return f"(i32.xor {args[0]} (i32.const -1))"
            case "not":
                return f"(i32.eqz {args[0]})"
        raise ValueError(f"there is no operation `{name}`")

    def logic(self, expr: p.Op) -> str:
        """Print `and` and `or`; the second part is skipped if it is not needed, unless it is cheap."""
        left, right = expr.args
        if (
            p.is_truth(left)
            and p.is_truth(right)
            and _is_cheap(right)
            and self.facts.is_safe(right)
        ):
            return f"(i32.{expr.op} {self.expr(left)} {self.expr(right)})"
        first = self.truth(left)
        second = self.expr(right)
        if not p.is_truth(right):
            second = f"(i32.ne {second} (i32.const 0))"
        if expr.op == "and":
            return f"(if (result i32) {first} (then {second}) (else (i32.const 0)))"
        return f"(if (result i32) {first} (then (i32.const 1)) (else {second}))"

    def clamped(self, expr: p.Expr) -> str:
        """Print a number clamped to the range that rules can count to."""
        low, high = self.facts.span(expr)
        match expr:
            case _ if low >= -p.MOST and high <= p.MOST:
                return self.expr(expr)
            case p.Op(op="*", args=(left, right)):  # only a product may need more than 32 bits
                factors = [f"(i64.extend_i32_s {self.expr(x)})" for x in (left, right)]
                return f"(call $clamp (i64.mul {' '.join(factors)}))"
        return self.extreme(p.Op("max", (-p.MOST, p.Op("min", (p.MOST, expr)))))

    def extreme(self, expr: p.Op) -> str:
        """Print the smaller or larger of two."""
        sign = "lt_s" if expr.op == "min" else "gt_s"
        one, other = self.frame.local("one").name, self.frame.local("other").name
        left, right = map(self.expr, expr.args)
        return (
            f"(select (local.tee ${one} {left}) (local.tee ${other} {right}) "
            f"(i32.{sign} (local.get ${one}) (local.get ${other})))"
        )

    def division(self, expr: p.Op) -> str:
        """Print `//` or `%`, which round down."""
        left, by = expr.args
        is_whole = expr.op == "//"
        if isinstance(by, int) and by > 0:
            easier = (self.facts.quotient if is_whole else self.facts.remainder)(left, by)
            if easier is not None:
                return self.expr(easier)
            if by & (by - 1) == 0 and is_whole:
                return f"(i32.shr_s {self.expr(left)} (i32.const {by.bit_length() - 1}))"
            if by & (by - 1) == 0:
                return f"(i32.and {self.expr(left)} (i32.const {by - 1}))"
            low, high = self.facts.span(left)
            if not is_whole and low >= -by and high < 2 * by:
                return self.around(self.expr(left), by, low, high)
        if self.facts.span(left)[0] >= 0 and self.facts.span(by)[0] > 0:
            name = "i32.div_u" if is_whole else "i32.rem_u"
        else:
            name = "call $floor_div" if is_whole else "call $floor_mod"
        return f"({name} {self.expr(left)} {self.expr(by)})"

    def around(self, text: str, by: int, low: int, high: int) -> str:
        """Print the remainder of a number that is at most one multiple out of range."""
        held = self.frame.local("around").name
        text = f"(local.tee ${held} {text})"
        if low < 0:
            more = f"(i32.and (i32.shr_s {text} (i32.const 31)) (i32.const {by}))"
            text = f"(i32.add {more} (local.get ${held}))"
            if high < by:
                return text
            text = f"(local.tee ${held} {text})"
        less = f"(i32.sub {text} (i32.const {by}))"
        return (
            f"(select {less} (local.get ${held}) (i32.ge_s (local.get ${held}) (i32.const {by})))"
        )


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
