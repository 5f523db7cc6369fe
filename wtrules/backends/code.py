"""Functions and blocks of a program as WebAssembly text.

One `Code` prints one function of the module. Calls of small functions are written out in place,
short loops are unrolled, conditions become jumps, and what is known of the bounds of a number saves
the work that rounding down would need. None of this changes a result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from attrs import define, frozen

from wtrules.backends.batches import ENDLESS, TOO_MANY_OPTIONS
from wtrules.backends.bounds import ANY, Bounds, Span
from wtrules.backends.layout import MOST_OPTIONS, Layout
from wtrules.program import program as p
from wtrules.program.effort import Effort

_COMPARE = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_NOT = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_PLAIN = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl"}
_TRUTHS = frozenset((*_COMPARE, "and", "or", "not"))

_UNROLLED = 120  # parts of a loop written out turn by turn, all turns together
_MOST_TURNS = 8
_EASY = 16  # parts of a condition that is worked out rather than guessed


class Module(Protocol):
    """What a function asks the module about."""

    program: p.Program
    layout: Layout
    bounds: Bounds
    effort: Effort
    names: dict[str, str]

    def is_inlined(self, function: str) -> bool:
        """Return whether a function is written out where it is called."""

    def changes(self, function: str, name: str) -> bool:
        """Return whether a variable is given more than one value."""

    def is_still(self, body: p.Body) -> bool:
        """Return whether a body leaves the state as it is."""

    def places(self, body: p.Body) -> set[tuple[str, int]]:
        """Return the fixed numbers of the state that a body loads."""


@frozen
class Local(p.Var):
    """A variable by the name of its local, whatever function it belongs to."""


@frozen
class Made:
    """How a variable was made: *base* times *by*, plus a *rest* from 0 up to less than *by*."""

    base: p.Expr
    by: int
    rest: p.Expr


@define
class Scope:
    """The variables of one function, or of one written-out call of it."""

    function: str
    names: dict[str, str]  # variables as locals of the WebAssembly function
    fixed: dict[str, int]  # variables that stand for a number
    label: str | None = None  # where a written-out call ends


class Code:
    """Prints one WebAssembly function."""

    def __init__(self, module: Module, function: str) -> None:
        self.module = module
        self.layout = module.layout
        self.locals: list[str] = []
        self.count = 0
        self.spans: dict[str, Span] = {}
        self.made: dict[str, Made] = {}
        self.kept: dict[tuple[str, int], str] | None = None  # numbers of the state held in locals
        self.scope = Scope(function, {}, {})
        self.out = ""  # the label that leaves the nearest loop

    def fresh(self, stem: str) -> str:
        """Return a name that is new in the function."""
        self.count += 1
        return f"{stem.replace(' ', '_')}.{self.count}"

    def local(self, stem: str, span: Span = ANY) -> Local:
        """Return a new local of the function."""
        name = self.fresh(stem)
        self.locals.append(name)
        self.spans[name] = span
        return Local(name)

    # --- statements ---

    def body(self, body: p.Body) -> Iterator[str]:
        """Print statements, up to one that leads elsewhere."""
        zeros: list[int] = []
        for statement in body:
            match statement:
                case p.Store(index=int(index), value=0, array=array) if array != "rng":
                    zeros.append(self.layout.fields[array] + 4 * index)
                    continue
            yield from _cleared(zeros)
            zeros = []
            yield from self.statement(statement)
            if isinstance(statement, p.Return | p.Break | p.Goto | p.Decide):
                return
        yield from _cleared(zeros)

    def statement(self, statement: p.Statement) -> Iterator[str]:
        """Print one statement."""
        match statement:
            case p.Assign():
                yield from self.assign(statement.name, statement.value)
            case p.Store():
                address, offset = self.address(statement.array, statement.index)
                yield f"(i32.store{offset} {address} {self.expr(statement.value)})"
            case p.If():
                yield from self.if_(statement)
            case p.While():
                yield from self.while_(statement)
            case p.For():
                yield from self.for_(statement)
            case p.Break():
                yield f"(br {self.out})"
            case p.Return():
                yield from self.return_(statement.value)
            case p.Run():
                yield f"(drop {self.expr(statement.call)})"
            case p.Emit():
                yield from self.emit(statement.value)
            case p.Goto():
                yield from self.goto(statement.block)
            case p.Decide():
                yield from self.decide(statement)

    def goto(self, block: p.Expr) -> Iterator[str]:
        """Print a jump to another block."""
        raise NotImplementedError("only blocks jump")

    def decide(self, statement: p.Decide) -> Iterator[str]:
        """Print a decision."""
        raise NotImplementedError("only blocks decide")

    def return_(self, value: p.Expr) -> Iterator[str]:
        """Print the end of the function."""
        if self.scope.label is not None:
            yield f"(br {self.scope.label} {self.expr(value)})"
        elif self.module.program.functions[self.scope.function].options:
            yield "(return (i32.shr_u (local.get $o) (i32.const 2)))"
        else:
            yield f"(return {self.expr(value)})"

    def emit(self, value: p.Expr) -> Iterator[str]:
        """Print an option being listed; $o is where the list ends."""
        if self.module.effort.most_options > MOST_OPTIONS:
            yield f"(if (i32.ge_u (local.get $o) (i32.const {4 * MOST_OPTIONS}))"
            yield f"  (then (call $fail (i32.const {TOO_MANY_OPTIONS}))))"
        yield f"(i32.store offset={self.layout.options} (local.get $o) {self.expr(value)})"
        yield "(local.set $o (i32.add (local.get $o) (i32.const 4)))"

    def emit_if(self, conditions: list[p.Expr], value: p.Expr) -> Iterator[str]:
        """Print an option that is listed perhaps: it is written at once, and stays if it counts.

        Whether a card is in the hand is nothing a processor can guess, so a jump would cost more.
        """
        holds, *others = map(self.bit, conditions)
        for other in others:
            holds = f"(i32.and {holds} {other})"
        yield f"(i32.store offset={self.layout.options} (local.get $o) {self.expr(value)})"
        yield f"(local.set $o (i32.add (local.get $o) (i32.shl {holds} (i32.const 2))))"

    def assign(self, name: str, value: p.Expr) -> Iterator[str]:
        """Print an assignment, and note what is known of the value."""
        scope = self.scope
        if name in scope.names or self.module.changes(scope.function, name):
            text = self.expr(value)
            if name not in scope.names:
                span = self.module.bounds.of(p.Var(name), {}, scope.function)
                scope.names[name] = self.local(name, span).name
            yield f"(local.set ${scope.names[name]} {text})"
            return
        lines, local = self.held(name, value)
        yield from lines
        scope.names[name] = local.name

    def held(self, name: str, value: p.Expr) -> tuple[list[str], Local]:
        """Put a value into a local of its own, with all that is known of it."""
        span = self.span(value)
        lines: list[str] = []
        made = None
        match value:
            case p.Op(op="+", args=(p.Op(op="*", args=(base, int(by))), rest)):
                low, high = self.span(rest)
                if low >= 0 and high < by:
                    made = Made(self.simple(base, lines), by, self.simple(rest, lines))
                    value = p.Op("+", (p.Op("*", (made.base, by)), made.rest))
            case p.Var():
                made = self.split(value)
        local = self.local(name, span)
        lines.append(f"(local.set ${local.name} {self.expr(value)})")
        if made is not None:
            self.made[local.name] = made
        return lines, local

    def simple(self, expr: p.Expr, lines: list[str]) -> p.Expr:
        """Return an expression as a number or a local."""
        if isinstance(expr, int | p.Var):
            return self.resolved(expr)
        before, local = self.held("part", expr)
        lines += before
        return local

    def if_(self, statement: p.If) -> Iterator[str]:
        """Print one way or the other; a condition of several parts becomes several jumps."""
        condition = statement.condition
        sure = self.emission(statement)
        if isinstance(condition, int):
            yield from self.body(statement.then if condition else statement.otherwise)
        elif sure is not None:
            yield from self.emit_if(*sure)
        elif not _is_mixed(condition):
            yield f"(if {self.truth(condition)} (then"
            yield from self.body(statement.then)
            if statement.otherwise:
                yield ") (else"
                yield from self.body(statement.otherwise)
            yield "))"
        elif not statement.otherwise:
            other = self.fresh("$else")
            yield f"(block {other}"
            yield from self.unless(condition, other)
            yield from self.body(statement.then)
            yield ")"
        else:
            end, other = self.fresh("$end"), self.fresh("$else")
            yield f"(block {end} (block {other}"
            yield from self.unless(condition, other)
            yield from self.body(statement.then)
            yield f"(br {end}))"
            yield from self.body(statement.otherwise)
            yield ")"

    def emission(self, statement: p.If) -> tuple[list[p.Expr], p.Expr] | None:
        """Return conditions and value of an `If` that does nothing but list an option."""
        if self.module.effort.most_options > MOST_OPTIONS:
            return None
        match statement:
            case p.If(then=(p.Emit() as last,), otherwise=()):
                found = [statement.condition], last.value
            case p.If(then=(p.If() as inner,), otherwise=()):
                rest = self.emission(inner)
                if rest is None:
                    return None
                found = [statement.condition, *rest[0]], rest[1]
            case _:
                return None
        return found if all(map(self.is_easy, found[0])) else None

    def unless(self, condition: p.Expr, label: str) -> Iterator[str]:
        """Print jumps to a label if a condition does not hold."""
        match condition:
            case p.Op(op="and", args=(left, right)):
                yield from self.unless(left, label)
                yield from self.unless(right, label)
            case p.Op(op="or", args=(left, right)):
                done = self.fresh("$or")
                yield f"(block {done}"
                yield from self.where(left, done)
                yield from self.unless(right, label)
                yield ")"
            case p.Op(op="not", args=(inner,)):
                yield from self.where(inner, label)
            case p.Op(op=name, args=args) if name in _NOT:
                yield f"(br_if {label} {self.truth(p.Op(_NOT[name], args))})"
            case _:
                yield f"(br_if {label} (i32.eqz {self.expr(condition)}))"

    def where(self, condition: p.Expr, label: str) -> Iterator[str]:
        """Print jumps to a label if a condition holds."""
        match condition:
            case p.Op(op="or", args=(left, right)):
                yield from self.where(left, label)
                yield from self.where(right, label)
            case p.Op(op="and", args=(left, right)):
                done = self.fresh("$and")
                yield f"(block {done}"
                yield from self.unless(left, done)
                yield from self.where(right, label)
                yield ")"
            case p.Op(op="not", args=(inner,)):
                yield from self.unless(inner, label)
            case _:
                yield f"(br_if {label} {self.truth(condition)})"

    # --- loops ---

    def while_(self, statement: p.While) -> Iterator[str]:
        """Print a loop; its turns are counted."""
        outer = self.out
        self.out, on = self.fresh("$out"), self.fresh("$on")
        yield f"(block {self.out} (loop {on}"
        yield from self.unless(statement.condition, self.out)
        if self.module.effort.is_counted(statement):
            yield COUNTED
        yield from self.body(statement.body)
        yield f"(br {on})))"
        self.out = outer

    def for_(self, statement: p.For) -> Iterator[str]:
        """Print a loop that counts, turn by turn if it is short."""
        start, stop = statement.start, statement.stop
        if isinstance(start, int) and isinstance(stop, int):
            turns = stop - start
            if turns <= 0:
                return
            if turns == 1 or (turns <= _MOST_TURNS and size_of(statement) <= _UNROLLED):
                yield from self.unrolled(statement, range(start, stop))
                return
        outermost = self.kept is None and self.module.is_still(statement.body)
        if outermost:
            yield from self.keep(statement.body)
        yield from self.counting(statement)
        if outermost:
            self.kept = None

    def unrolled(self, statement: p.For, turns: range) -> Iterator[str]:
        """Print a loop as its turns."""
        outer, self.out = self.out, self.fresh("$out")
        scope = self.scope
        names = dict(scope.names)
        yield f"(block {self.out}"
        for turn in turns:
            scope.names, scope.fixed[statement.name] = dict(names), turn
            yield from self.body(statement.body)
        yield ")"
        scope.names = names
        del scope.fixed[statement.name]
        self.out = outer

    def counting(self, statement: p.For) -> Iterator[str]:
        """Print a loop as a loop."""
        start, stop = statement.start, statement.stop
        bound = self.expr(stop) if isinstance(stop, int) else ""
        beginning = self.expr(start)
        if not bound:  # worked out once, as Python's range does
            held = self.local("stop")
            yield f"(local.set ${held.name} {self.expr(stop)})"
            bound = self.expr(held)
        if self.module.changes(self.scope.function, statement.name):
            span = self.module.bounds.of(p.Var(statement.name), {}, self.scope.function)
        else:
            low = self.span(start)[0]
            span = (low, max(low, self.span(stop)[1] - 1))
        count = self.local(statement.name, span)
        name = count.name
        yield f"(local.set ${name} {beginning})"
        outer = self.out
        self.out, on = self.fresh("$out"), self.fresh("$on")
        yield f"(block {self.out}"
        self.scope.names[statement.name] = name
        level = self.levels(statement, count)
        body = statement.body
        listed = self.listing(statement, name)
        if listed is not None:
            yield from listed
            yield ")"
            self.out = outer
            return
        if not (isinstance(start, int) and isinstance(stop, int)):
            yield f"(br_if {self.out} (i32.ge_s (local.get ${name}) {bound}))"
        match body:
            case (p.If(condition=condition, otherwise=()) as only,) if (
                self.kept is not None and not self.depends(condition, name)
            ):  # the same in every turn, so it is asked only once
                yield from self.unless(condition, self.out)
                body = only.then
        yield f"(loop {on}"
        yield level
        if self.module.effort.is_counted(statement):
            yield COUNTED
        yield from self.body(body)
        step = f"(local.tee ${name} (i32.add (local.get ${name}) (i32.const 1)))"
        yield f"(br_if {on} (i32.lt_s {step} {bound}))))"
        self.out = outer

    def depends(self, expr: p.Expr, name: str) -> bool:
        """Return whether an expression depends on a local, directly or by what is made of it."""
        match expr:
            case p.Var():
                known = self.resolved(expr)
                made = self.made.get(name)
                own = (name, made.rest.name if made and isinstance(made.rest, Local) else name)
                return isinstance(known, Local) and known.name in own
            case p.Load() | p.Entry():
                return self.depends(expr.index, name)
            case p.Op(op="//" | "%", args=(left, int(by))):
                easier = (self.quotient if expr.op == "//" else self.remainder)(left, by)
                if easier is not None and easier is not left:
                    return self.depends(easier, name)
                return self.depends(left, name)
            case p.Op():
                return any(self.depends(arg, name) for arg in expr.args)
            case p.Call():
                return True
        return False

    def listing(self, statement: p.For, name: str) -> Iterator[str] | None:
        """Return how to list an option for each level of a stack, four at a time; None: cannot be.

        A stack is seldom higher than that, so there is nothing to guess but whether it is.
        """
        made = self.made.get(name)
        match statement:
            case p.For(body=(p.If(otherwise=()) as only,)):
                sure = self.emission(only)
            case p.For(body=(p.Emit() as last,)):
                sure = [], last.value
            case _:
                sure = None
        if made is None or sure is None or self.module.effort.most_options > MOST_OPTIONS:
            return None
        conditions, value = sure
        slope = self.slope(value, name)
        if slope is None or any(self.depends(condition, name) for condition in conditions):
            return None
        match statement.start, statement.stop:
            case start, p.Op(op="+", args=(p.Op(op="+", args=(_, height)), int(more))):
                first = start.args[1] if isinstance(start, p.Op) and start.op == "+" else 0
                if isinstance(first, int):
                    size = p.op("+", height, more - first)
                    return self.fours(statement, size, conditions, value, slope)
        return None

    def fours(
        self, statement: p.For, size: p.Expr, conditions: list[p.Expr], value: p.Expr, slope: int
    ) -> Iterator[str]:
        """Print the listing of values that grow by *slope*."""
        number, end = self.local("number").name, self.local("end").name
        count = self.expr(size)
        for condition in conditions:
            count = f"(i32.mul {count} {self.bit(condition)})"
        steps = " ".join(str(i * slope) for i in range(4))
        place = f"offset={self.layout.options} (local.get $o)"
        yield f"(local.set ${number} {count})"
        yield f"(local.set ${end} (i32.add (local.get $o) (i32.shl (local.get ${number}) (i32.const 2))))"
        yield (
            f"(v128.store {place} (i32x4.add (i32x4.splat {self.expr(value)}) "
            f"(v128.const i32x4 {steps})))"
        )
        yield f"(if (i32.gt_s (local.get ${number}) (i32.const 4)) (then"
        local = self.scope.names[statement.name]
        on = self.fresh("$on")
        yield f"(local.set $o (i32.add (local.get $o) (i32.const 16))) (loop {on}"
        yield f"(local.set ${local} (i32.add (local.get ${local}) (i32.const 4)))"
        yield (
            f"(v128.store {place} (i32x4.add (i32x4.splat {self.expr(value)}) "
            f"(v128.const i32x4 {steps})))"
        )
        yield "(local.set $o (i32.add (local.get $o) (i32.const 16)))"
        yield f"(br_if {on} (i32.lt_u (local.get $o) (local.get ${end}))))))"
        yield f"(local.set $o (local.get ${end}))"

    def slope(self, expr: p.Expr, name: str) -> int | None:
        """Return by how much an expression grows with a local; None: not evenly."""
        match expr:
            case p.Var():
                return int(self.depends(expr, name))
            case p.Op(op="+", args=(left, right)):
                one, other = self.slope(left, name), self.slope(right, name)
                return None if one is None or other is None else one + other
            case p.Op(op="*", args=(left, int(by))):
                one = self.slope(left, name)
                return None if one is None else one * by
        return None if self.depends(expr, name) else 0

    def levels(self, statement: p.For, count: Local) -> str:
        """Note what a loop over the levels of a stack counts: `space * levels` and a level."""
        if self.module.changes(self.scope.function, statement.name):
            return ""
        match statement.start, statement.stop:
            case (
                p.Op(op="*", args=(p.Var() as base, int(by)))
                | p.Op(op="+", args=(p.Op(op="*", args=(p.Var() as base, int(by))), int())),
                p.Op(op="+", args=(p.Op(op="+", args=(p.Op(op="*", args=other), rest)), int(more))),
            ) if other == (base, by):
                most = self.span(rest)[1] + more - 1
                if most < by and self.span(p.Op("-", (statement.start, p.Op("*", other))))[1] >= 0:
                    level = self.local("level", (0, most))
                    self.made[count.name] = Made(self.resolved(base), by, level)
                    below = self.expr(p.Op("*", other))
                    return f"(local.set ${level.name} (i32.sub (local.get ${count.name}) {below}))"
        return ""

    def keep(self, body: p.Body) -> Iterator[str]:
        """Print the loading of numbers that loops would load again and again."""
        kept = {}
        for array, index in sorted(self.module.places(body)):
            number = p.Load(array, index)
            local = self.local("kept", self.span(number))
            yield f"(local.set ${local.name} {self.expr(number)})"
            kept[array, index] = local.name
        self.kept = kept

    # --- what is known of expressions ---

    def resolved(self, expr: p.Expr) -> p.Expr:
        """Return a variable as its local, or as the number it stands for."""
        if isinstance(expr, p.Var) and not isinstance(expr, Local):
            fixed = self.scope.fixed.get(expr.name)
            return fixed if fixed is not None else Local(self.scope.names[expr.name])
        return expr

    def span(self, expr: p.Expr) -> Span:
        """Return the bounds of an expression."""
        match expr:
            case int():
                return (expr, expr)
            case Local():
                return self.spans[expr.name]
            case p.Var():
                return self.span(self.resolved(expr))
            case p.Op(op="//" | "%", args=(left, int(by))):
                easier = (self.quotient if expr.op == "//" else self.remainder)(left, by)
                if easier is not None:
                    return self.span(easier)
        if isinstance(expr, p.Op):
            spans = {str(i): self.span(arg) for i, arg in enumerate(expr.args)}
            return self.module.bounds.of(p.Op(expr.op, tuple(map(p.Var, spans))), spans)
        return self.module.bounds.of(expr, {})

    def split(self, expr: p.Expr) -> Made | None:
        """Return how an expression is made of a base and a rest."""
        match expr:
            case p.Var():
                known = self.resolved(expr)
                return self.made.get(known.name) if isinstance(known, Local) else None
            case p.Op(op="+", args=(p.Op(op="*", args=(base, int(by))), rest)):
                low, high = self.span(rest)
                return Made(base, by, rest) if low >= 0 and high < by else None
        return None

    def quotient(self, expr: p.Expr, by: int) -> p.Expr | None:
        """Return something easier than `expr // by`."""
        made = self.split(expr)
        if made is None or by % made.by:
            return None
        return made.base if by == made.by else p.Op("//", (made.base, by // made.by))

    def remainder(self, expr: p.Expr, by: int) -> p.Expr | None:
        """Return something easier than `expr % by`."""
        low, high = self.span(expr)
        if low >= 0 and high < by:
            return expr
        made = self.split(expr)
        if made is None or made.by % by:
            return None
        return made.rest if made.by == by else p.Op("%", (made.rest, by))

    # --- expressions ---

    def truth(self, expr: p.Expr) -> str:
        """Print a condition; anything but 0 will do for truth."""
        match expr:
            case p.Op(op="!=", args=(left, 0)):
                return self.expr(left)
            case p.Op(op=">", args=(left, 0)) if self.span(left)[0] >= 0:
                return self.expr(left)
        return self.expr(expr)

    def is_easy(self, expr: p.Expr) -> bool:
        """Return whether working out a condition costs less than a wrong guess, and does no harm."""
        return size_of(expr) <= _EASY and self.is_safe(expr)

    def is_safe(self, expr: p.Expr) -> bool:
        """Return whether an expression may be worked out where it has no meaning."""
        match expr:
            case p.Call():
                return False
            case p.Load() | p.Entry():
                low, high = self.span(expr.index)
                return low >= 0 and high <= MOST_OPTIONS and self.is_safe(expr.index)
            case p.Op(op="//" | "%", args=(_, by)) if not isinstance(by, int):
                return False
            case p.Op():
                return all(map(self.is_safe, expr.args))
        return True

    def bit(self, expr: p.Expr) -> str:
        """Print a condition as 1 or 0."""
        return self.expr(expr) if _is_truth(expr) else f"(i32.ne {self.expr(expr)} (i32.const 0))"

    def address(self, name: str, index: p.Expr) -> tuple[str, str]:
        """Print the address of a number of the state, and the offset to add."""
        base = self.layout.fields[name]
        index = self.resolved(index)
        if isinstance(index, int):
            return f"(i32.const {base + 4 * index})", ""
        match index:
            case p.Op(op="+", args=(inner, int(more))) if more >= 0:
                index, base = inner, base + 4 * more
        text = f"(i32.shl {self.expr(index)} (i32.const 2))"
        if self.span(index)[0] >= 0:
            return text, f" offset={base}"
        # Added, not an offset: an index may be negative, and then the sum must wrap.
        return f"(i32.add {text} (i32.const {base}))", ""

    def expr(self, expr: p.Expr) -> str:
        """Print an expression."""
        match expr:
            case int():
                return f"(i32.const {expr})"
            case Local():
                return f"(local.get ${expr.name})"
            case p.Var():
                return self.expr(self.resolved(expr))
            case p.Load(array=array, index=int(index)) if self.kept and (array, index) in self.kept:
                return f"(local.get ${self.kept[array, index]})"
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
        return self.operation(expr)

    def entry(self, expr: p.Entry) -> str:
        """Print an entry of a table."""
        base = self.layout.tables[expr.table]
        index = self.resolved(expr.index)
        if self.span(index)[0] >= 0:
            return f"(i32.load offset={base} (i32.shl {self.expr(index)} (i32.const 2)))"
        # As in Python, -1 is the last entry.
        size = len(self.module.program.tables[expr.table])
        held = self.local("index").name
        wrapped = (
            f"(i32.add (i32.and (i32.shr_s (local.tee ${held} {self.expr(index)}) (i32.const 31)) "
            f"(i32.const {size})) (local.get ${held}))"
        )
        return f"(i32.load offset={base} (i32.shl {wrapped} (i32.const 2)))"

    def call(self, expr: p.Call) -> str:
        """Print a call, or the function itself with its arguments in their places."""
        module = self.module
        if not module.is_inlined(expr.function):
            args = " ".join(self.expr(arg) for arg in expr.args)
            return f"(call {module.names[expr.function]} {args})"
        function = module.program.functions[expr.function]
        lines: list[str] = []
        inner = Scope(function.name, {}, {}, self.fresh("$in"))
        for name, arg in zip(function.parameters, expr.args, strict=True):
            known = self.resolved(arg)
            if module.changes(function.name, name):
                local = self.local(name)
                lines.append(f"(local.set ${local.name} {self.expr(arg)})")
                inner.names[name] = local.name
            elif isinstance(known, int):
                inner.fixed[name] = known
            elif isinstance(known, Local) and not self._moves_on(arg):
                inner.names[name] = known.name
            else:
                before, local = self.held(name, arg)
                lines += before
                inner.names[name] = local.name
        outer, out = self.scope, self.out
        self.scope, self.out = inner, ""
        *first, last = function.body or (p.Return(0),)
        if isinstance(last, p.Return) and not any(map(_returns, first)):
            lines += self.body(tuple(first))
            value = self.expr(last.value)
            text = f"(block (result i32) {' '.join(lines)} {value})" if lines else value
        else:
            lines += self.body(function.body)
            end = "(unreachable)" if isinstance(last, p.Return) else "(i32.const 0)"
            text = f"(block {inner.label} (result i32) {' '.join(lines)} {end})"
        self.scope, self.out = outer, out
        return text

    def _moves_on(self, arg: p.Expr) -> bool:
        """Return whether an argument is a variable that is changed later on."""
        return (
            isinstance(arg, p.Var)
            and not isinstance(arg, Local)
            and self.module.changes(self.scope.function, arg.name)
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
            case "==" if expr.args[1] == 0:
                return f"(i32.eqz {self.expr(expr.args[0])})"
        args = [self.expr(arg) for arg in expr.args]
        if name in _COMPARE:
            return f"(i32.{_COMPARE[name]} {args[0]} {args[1]})"
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
        raise NotImplementedError(name)

    def logic(self, expr: p.Op) -> str:
        """Print `and` and `or`; the second part is worked out only if it matters or costs nothing."""
        left, right = expr.args
        if _is_truth(left) and _is_truth(right) and _is_cheap(right) and self.is_safe(right):
            return f"(i32.{expr.op} {self.expr(left)} {self.expr(right)})"
        first = self.truth(left)
        second = self.expr(right)
        if not _is_truth(right):
            second = f"(i32.ne {second} (i32.const 0))"
        if expr.op == "and":
            return f"(if (result i32) {first} (then {second}) (else (i32.const 0)))"
        return f"(if (result i32) {first} (then (i32.const 1)) (else {second}))"

    def extreme(self, expr: p.Op) -> str:
        """Print the smaller or larger of two."""
        sign = "lt_s" if expr.op == "min" else "gt_s"
        one, other = self.local("one").name, self.local("other").name
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
            easier = (self.quotient if is_whole else self.remainder)(left, by)
            if easier is not None:
                return self.expr(easier)
            if by & (by - 1) == 0 and is_whole:
                return f"(i32.shr_s {self.expr(left)} (i32.const {by.bit_length() - 1}))"
            if by & (by - 1) == 0:
                return f"(i32.and {self.expr(left)} (i32.const {by - 1}))"
            low, high = self.span(left)
            if not is_whole and low >= -by and high < 2 * by:
                return self.around(self.expr(left), by, low, high)
        if self.span(left)[0] >= 0 and self.span(by)[0] > 0:
            name = "i32.div_u" if is_whole else "i32.rem_u"
        else:
            name = "call $floor_div" if is_whole else "call $floor_mod"
        return f"({name} {self.expr(left)} {self.expr(by)})"

    def around(self, text: str, by: int, low: int, high: int) -> str:
        """Print the remainder of a number that is one round off at most."""
        held = self.local("around").name
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


# One turn less of what must not go on for ever.
COUNTED = (
    "(global.set $turns (i32.sub (global.get $turns) (i32.const 1))) "
    f"(if (i32.eqz (global.get $turns)) (then (call $fail (i32.const {ENDLESS}))))"
)


def size_of(part: p.Statement | p.Expr | p.Body) -> int:
    """Return how many parts there are to print, short loops with all their turns."""
    match part:
        case tuple():
            return sum(map(size_of, part))
        case p.Assign() | p.Return() | p.Emit():
            return 1 + size_of(part.value)
        case p.Store():
            return 1 + size_of(part.index) + size_of(part.value)
        case p.If():
            return 1 + size_of(part.condition) + size_of(part.then) + size_of(part.otherwise)
        case p.While():
            return 2 + size_of(part.condition) + size_of(part.body)
        case p.For():
            size = 2 + size_of(part.start) + size_of(part.stop) + size_of(part.body)
            if isinstance(part.start, int) and isinstance(part.stop, int):
                turns = part.stop - part.start
                return size * turns if turns <= _MOST_TURNS else size
            return size
        case p.Run():
            return size_of(part.call)
        case p.Load() | p.Entry():
            return 1 + size_of(part.index)
        case p.Op() | p.Call():
            return 1 + sum(map(size_of, part.args))
    return 1


def _cleared(addresses: list[int]) -> Iterator[str]:
    """Print zeros into numbers of the state, as many at a time as lie together."""
    waiting = sorted(set(addresses))
    while waiting:
        at = waiting[0]
        run = 1
        while run < len(waiting) and run < 4 and waiting[run] == at + 4 * run:
            run += 1
        if run == 4:
            yield f"(v128.store (i32.const {at}) (v128.const i64x2 0 0))"
        elif run >= 2:
            run = 2
            yield f"(i64.store (i32.const {at}) (i64.const 0))"
        else:
            yield f"(i32.store (i32.const {at}) (i32.const 0))"
        waiting = waiting[run:]


def _is_truth(expr: p.Expr) -> bool:
    return isinstance(expr, p.Op) and expr.op in _TRUTHS


def _is_mixed(expr: p.Expr) -> bool:
    """Return whether a condition has several parts."""
    return isinstance(expr, p.Op) and expr.op in ("and", "or", "not")


def _is_cheap(expr: p.Expr) -> bool:
    """Return whether an expression may as well be worked out when it is not needed."""
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
