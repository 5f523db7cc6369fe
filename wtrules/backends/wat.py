"""The program form printed as WebAssembly text.

One module per program: the state lies in linear memory as 32-bit numbers (the random generator as
one 64-bit number), functions become functions, and all blocks become one function that jumps
between them with a table. Nothing is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

from wtrules.backends.batches import ENDLESS, NO_DECISION, RANDOM, TOO_MANY_OPTIONS, batches
from wtrules.backends.layout import MOST_OPTIONS, Layout, Part
from wtrules.program import program as p
from wtrules.program.from_rules import OVER

_COMPARE = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_PLAIN = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl"}

PATIENCE = 200_000  # blocks from one decision to the next, as in the reference back end


def wat(program: p.Program, parts: Sequence[Part] = ()) -> str:
    """Return the module of a program, with what *parts* add to it."""
    return "\n".join(_Printer(program, parts).module())


def functions_text(
    program: p.Program, layout: Layout, made: Sequence[p.Function], inside: Mapping[str, str]
) -> str:
    """Return more functions in the program form as text, for a part of a module.

    Beside the state they may use the areas of the layout as arrays and the list `options`; *inside*
    gives the names in the module of functions that are not in the program form.
    """
    printer = _Printer(program, ())
    printer.layout = copy(layout)
    printer.layout.fields = {**layout.fields, **layout.areas, "options": layout.options}
    printer.names |= {**{f.name: f"${f.name}" for f in made}, **inside}
    return "\n".join(line for function in made for line in printer.function(function))


class _Printer:
    def __init__(self, program: p.Program, parts: Sequence[Part]) -> None:
        self.program = program
        self.parts = parts
        self.layout = Layout(program, parts)
        self.names = {name: f"$f{i}" for i, name in enumerate(program.functions)}
        self.labels = 0

    # --- the module ---

    def module(self) -> Iterator[str]:
        program, layout = self.program, self.layout
        yield f"(module ;; {program.ruleset}, {program.players} players"
        yield f'  (memory (export "memory") {layout.pages} {layout.most_pages})'
        yield '  (global $n (export "options_count") (mut i32) (i32.const 0))'
        yield '  (global $fault (export "fault") (mut i32) (i32.const 0))'
        for name, values in program.tables.items():
            data = "".join(
                f"\\{b:02x}" for v in values for b in v.to_bytes(4, "little", signed=True)
            )
            yield f'  (data (i32.const {layout.tables[name]}) "{data}") ;; {name}'
        yield RANDOM
        yield "  (func $emit (param $option i32)"
        yield f"    (if (i32.ge_u (global.get $n) (i32.const {MOST_OPTIONS}))"
        yield f"      (then (call $fail (i32.const {TOO_MANY_OPTIONS}))))"
        yield (
            f"    (i32.store (i32.add (i32.const {layout.options}) "
            "(i32.shl (global.get $n) (i32.const 2))) (local.get $option))"
        )
        yield "    (global.set $n (i32.add (global.get $n) (i32.const 1))))"
        yield "  (func $floor_div (param $a i32) (param $b i32) (result i32)"
        yield "    (i32.div_s (i32.sub (local.get $a) (i32.and (i32.shr_s (local.get $a) (i32.const 31))"
        yield "      (i32.sub (local.get $b) (i32.const 1)))) (local.get $b)))"
        yield "  (func $floor_mod (param $a i32) (param $b i32) (result i32)"
        yield "    (local $r i32) (local.set $r (i32.rem_s (local.get $a) (local.get $b)))"
        yield "    (i32.add (local.get $r) (i32.and (i32.shr_s (local.get $r) (i32.const 31)) (local.get $b))))"
        for function in program.functions.values():
            yield from self.function(function)
        yield from self.run()
        yield from self.decisions()
        yield batches(layout)
        for part in self.parts:
            yield f"  ;; {part.name}"
            yield part.text(program, layout)
        yield ")"

    def function(self, function: p.Function) -> Iterator[str]:
        name = self.names[function.name]
        yield f"  ;; {function.name}"
        parameters = " ".join(f"(param ${_safe(x)} i32)" for x in function.parameters)
        if function.name == "random":
            rng = self.layout.fields["rng"]
            yield f"  (func {name} {parameters} (result i32)"
            yield f"    (call $below (i32.const {rng}) (local.get $n)))"
            return
        yield f"  (func {name} {parameters} (result i32)"
        for local in sorted(_locals(function.body) - set(function.parameters)):
            yield f"    (local ${_safe(local)} i32)"
        yield from self.body(function.body, 2, "")
        yield "    (i32.const 0))"

    def run(self) -> Iterator[str]:
        """Print all blocks as one function."""
        blocks = self.program.blocks
        yield "  (func $run (param $pc i32)"
        names: set[str] = set()
        for block in blocks:
            names |= _locals(block.body)
        for local in sorted(names):
            yield f"    (local ${_safe(local)} i32)"
        yield f"    (local $left i32) (local.set $left (i32.const {PATIENCE}))"
        yield "    (loop $next"
        yield "    (local.set $left (i32.sub (local.get $left) (i32.const 1)))"
        yield "    (if (i32.eqz (local.get $left))"
        yield f"      (then (call $fail (i32.const {ENDLESS}))))"
        for i in reversed(range(len(blocks))):
            yield f"    (block $b{i}"
        labels = " ".join(f"$b{i}" for i in range(len(blocks)))
        yield f"    (br_table {labels} (local.get $pc))"
        for i, block in enumerate(blocks):
            yield f"    ) ;; block {i}: {block.name.replace(';', ',')}"
            if i == OVER:
                at = self.layout.fields["at"]
                yield f"    (i32.store (i32.const {at}) (i32.const 0))"
                yield "    (global.set $n (i32.const 0)) (return)"
            else:
                yield from self.body(block.body, 2, "$next")
        yield "    ))"

    def decisions(self) -> Iterator[str]:
        """Print where each decision goes on, and how its options are listed."""
        program = self.program
        labels = " ".join(f"$d{i}" for i in range(len(program.decisions)))
        at = f"(i32.sub (i32.load (i32.const {self.layout.fields['at']})) (i32.const 1))"
        blocks = "".join(f"(block $d{i} " for i in reversed(range(len(program.decisions))))
        yield "  (func $resume (result i32)"
        yield f"    (block $none {blocks}"
        yield f"    (br_table {labels} $none {at})"
        for decision in program.decisions:
            yield f"    ) (return (i32.const {decision.resume}))"
        yield f"    ) (call $fail (i32.const {NO_DECISION})) (unreachable))"
        yield '  (func $options (export "options")'
        yield "    (global.set $n (i32.const 0))"
        yield f"    (block $none {blocks}"
        yield f"    (br_table {labels} $none {at})"
        for decision in program.decisions:
            yield f"    ) (drop (call {self.names[decision.options]})) (return)"
        yield "    ))"

    # --- statements ---

    def body(self, body: p.Body, depth: int, next_: str) -> Iterator[str]:
        for statement in body:
            yield from self.statement(statement, depth, next_)

    def statement(self, statement: p.Statement, depth: int, next_: str) -> Iterator[str]:
        pad = "  " * depth
        match statement:
            case p.Assign():
                yield f"{pad}(local.set ${_safe(statement.name)} {self.expr(statement.value)})"
            case p.Store():
                address, offset = self.address(statement.array, statement.index)
                yield f"{pad}(i32.store{offset} {address} {self.expr(statement.value)})"
            case p.If():
                yield f"{pad}(if {self.truth(statement.condition)} (then"
                yield from self.body(statement.then, depth + 1, next_)
                if statement.otherwise:
                    yield f"{pad}) (else"
                    yield from self.body(statement.otherwise, depth + 1, next_)
                yield f"{pad}))"
            case p.While():
                yield from self.loop(
                    self.truth(statement.condition), statement.body, [], depth, next_
                )
            case p.For():
                yield from self.for_(statement, depth, next_)
            case p.Break():
                yield f"{pad}(br $out{self.labels})"
            case p.Return():
                yield f"{pad}(return {self.expr(statement.value)})"
            case p.Run():
                yield f"{pad}(drop {self.expr(statement.call)})"
            case p.Emit():
                yield f"{pad}(call $emit {self.expr(statement.value)})"
            case p.Goto():
                yield f"{pad}(local.set $pc {self.expr(statement.block)}) (br {next_})"
            case p.Decide():
                at = self.layout.fields["at"]
                options = self.names[self.program.decisions[statement.decision].options]
                yield f"{pad}(global.set $n (i32.const 0)) (drop (call {options}))"
                yield f"{pad}(if (global.get $n) (then"
                yield f"{pad}  (i32.store (i32.const {at}) (i32.const {statement.decision + 1})) (return)))"
                yield f"{pad}(local.set $pc (i32.const {statement.otherwise})) (br {next_})"

    def for_(self, statement: p.For, depth: int, next_: str) -> Iterator[str]:
        pad = "  " * depth
        name = _safe(statement.name)
        yield f"{pad}(local.set ${name} {self.expr(statement.start)})"
        stop = statement.stop
        if isinstance(stop, int):
            bound = f"(i32.const {stop})"
        else:  # worked out once, as Python's range does
            bound = f"(local.get $stop_{name})"
            yield f"{pad}(local.set $stop_{name} {self.expr(stop)})"
        step = f"(local.set ${name} (i32.add (local.get ${name}) (i32.const 1)))"
        test = f"(i32.lt_s (local.get ${name}) {bound})"
        yield from self.loop(test, statement.body, [step], depth, next_)

    def loop(
        self, test: str, body: p.Body, step: list[str], depth: int, next_: str
    ) -> Iterator[str]:
        pad = "  " * depth
        outer = self.labels
        self.labels = self._count = getattr(self, "_count", 0) + 1
        label = self.labels
        yield f"{pad}(block $out{label} (loop $on{label}"
        yield f"{pad}  (br_if $out{label} (i32.eqz {test}))"
        yield from self.body(body, depth + 1, next_)
        for text in step:
            yield f"{pad}  {text}"
        yield f"{pad}  (br $on{label})))"
        self.labels = outer

    # --- expressions ---

    def address(self, name: str, index: p.Expr) -> tuple[str, str]:
        base = self.layout.fields[name]
        if isinstance(index, int):
            return f"(i32.const {base + 4 * index})", ""
        return f"(i32.shl {self.expr(index)} (i32.const 2))", f" offset={base}"

    def truth(self, expr: p.Expr) -> str:
        return self.expr(expr)

    def expr(self, expr: p.Expr) -> str:
        match expr:
            case int():
                return f"(i32.const {expr})"
            case p.Var():
                return f"(local.get ${_safe(expr.name)})"
            case p.Load():
                base = self.layout.fields[expr.array]
                if isinstance(expr.index, int):
                    return f"(i32.load (i32.const {base + 4 * expr.index}))"
                # Added, not an offset: an index may be negative, and then the sum must wrap.
                return (
                    f"(i32.load (i32.add (i32.shl {self.expr(expr.index)} (i32.const 2)) "
                    f"(i32.const {base})))"
                    if not _never_negative(expr.index)
                    else f"(i32.load offset={base} (i32.shl {self.expr(expr.index)} (i32.const 2)))"
                )
            case p.Entry():
                base = self.layout.tables[expr.table]
                index = f"(i32.shl {self.expr(expr.index)} (i32.const 2))"
                return f"(i32.load (i32.add {index} (i32.const {base})))"
            case p.Call(function="emitted"):
                return "(global.get $n)"
            case p.Call():
                args = " ".join(self.expr(arg) for arg in expr.args)
                return f"(call {self.names[expr.function]} {args})"
            case p.Emitted():
                return "(global.get $n)"
            case p.At():
                return f"(i32.const {expr.block})"
        return self.operation(expr)

    def operation(self, expr: p.Op) -> str:
        args = [self.expr(arg) for arg in expr.args]
        name = expr.op
        if name in _COMPARE:
            return f"(i32.{_COMPARE[name]} {args[0]} {args[1]})"
        if name == "-" and len(args) == 1:
            return f"(i32.sub (i32.const 0) {args[0]})"
        if name in _PLAIN:
            return f"(i32.{_PLAIN[name]} {args[0]} {args[1]})"
        match name:
            case ">>":
                return f"(i32.shr_u {args[0]} {args[1]})"
            case "~":
                return f"(i32.xor {args[0]} (i32.const -1))"
            case "not":
                return f"(i32.eqz {args[0]})"
            case "and":
                then = args[1] if _is_truth(expr.args[1]) else f"(i32.ne {args[1]} (i32.const 0))"
                if _is_cheap(expr.args[1]) and _is_truth(expr.args[0]):
                    return f"(i32.and {args[0]} {then})"
                return f"(if (result i32) {args[0]} (then {then}) (else (i32.const 0)))"
            case "or":
                then = args[1] if _is_truth(expr.args[1]) else f"(i32.ne {args[1]} (i32.const 0))"
                if _is_cheap(expr.args[1]) and _is_truth(expr.args[0]):
                    return f"(i32.or {args[0]} {then})"
                return f"(if (result i32) {args[0]} (then (i32.const 1)) (else {then}))"
            case "//" | "%":
                return self.division(expr, args)
            case "min" | "max":
                sign = "lt_s" if name == "min" else "gt_s"
                return f"(select {args[0]} {args[1]} (i32.{sign} {args[0]} {args[1]}))"
        raise NotImplementedError(name)

    def division(self, expr: p.Op, args: list[str]) -> str:
        by = expr.args[1]
        unsigned = _never_negative(expr.args[0])
        if isinstance(by, int) and by > 0 and by & (by - 1) == 0:
            if expr.op == "%":
                return f"(i32.and {args[0]} (i32.const {by - 1}))"
            return f"(i32.shr_s {args[0]} (i32.const {by.bit_length() - 1}))"
        if unsigned:
            return f"(i32.{'div_u' if expr.op == '//' else 'rem_u'} {args[0]} {args[1]})"
        return f"(call ${'floor_div' if expr.op == '//' else 'floor_mod'} {args[0]} {args[1]})"


_TRUTH = frozenset(("==", "!=", "<", "<=", ">", ">=", "and", "or", "not"))


def _is_truth(expr: p.Expr) -> bool:
    return isinstance(expr, p.Op) and expr.op in _TRUTH


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


def _never_negative(expr: p.Expr) -> bool:
    """Return whether an expression is surely 0 or more."""
    match expr:
        case int():
            return expr >= 0
        case p.Load():
            return not expr.array.startswith(("memory.", "frame.", "result."))
        case p.Op(op="%" | "&"):
            return True
        case p.Op(op="+" | "*" | "//" | "<<" | ">>" | "|"):
            return all(map(_never_negative, expr.args))
        case p.Op(op=name):
            return name in _TRUTH
    return False


def _locals(body: p.Body) -> set[str]:
    found: set[str] = set()
    for statement in body:
        match statement:
            case p.Assign():
                found.add(statement.name)
            case p.For():
                found.add(statement.name)
                if not isinstance(statement.stop, int):
                    found.add(f"stop_{statement.name}")
                found |= _locals(statement.body)
            case p.While():
                found |= _locals(statement.body)
            case p.If():
                found |= _locals(statement.then) | _locals(statement.otherwise)
    return found


def _safe(name: str) -> str:
    return name.replace(" ", "_").replace("(", "_").replace(")", "_")
