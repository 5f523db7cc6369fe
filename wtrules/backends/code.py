"""Functions and blocks of a program as WebAssembly text.

One `Code` prints one function of the module. Short loops are unrolled, conditions become jumps or,
where nobody could guess them, numbers to reckon with. None of this changes a result.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.backends.batches import ENDLESS, TOO_MANY_OPTIONS
from wtrules.backends.formulas import Formulas
from wtrules.backends.known import MOST_TURNS, Local, Made, size_of
from wtrules.backends.layout import MOST_OPTIONS
from wtrules.program import program as p

_NOT = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_UNROLLED = 120  # parts of a loop written out turn by turn, all turns together

# One turn less of what must not go on for ever.
COUNTED = (
    "(global.set $turns (i32.sub (global.get $turns) (i32.const 1))) "
    f"(if (i32.eqz (global.get $turns)) (then (call $fail (i32.const {ENDLESS}))))"
)


class Code(Formulas):
    """Prints one WebAssembly function."""

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

        Whether a card is in the hand is nothing a processor can guess, so a jump would cost more. It
        is asked before anything is written, so that nothing need be loaded twice.
        """
        holds, *others = map(self.bit, conditions)
        for other in others:
            holds = f"(i32.and {holds} {other})"
        more = self.local("more").name
        yield f"(local.set ${more} (i32.shl {holds} (i32.const 2)))"
        yield f"(i32.store offset={self.layout.options} (local.get $o) {self.expr(value)})"
        yield f"(local.set $o (i32.add (local.get $o) (local.get ${more})))"

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
            if turns == 1 or (turns <= MOST_TURNS and size_of(statement) <= _UNROLLED):
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


def _is_mixed(expr: p.Expr) -> bool:
    """Return whether a condition has several parts."""
    return isinstance(expr, p.Op) and expr.op in ("and", "or", "not")
