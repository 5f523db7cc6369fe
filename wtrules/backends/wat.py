"""A program as a WebAssembly module, in text.

The state lies in linear memory as 32-bit numbers (the random generator as one 64-bit number),
functions become functions, and all blocks become one function. Nothing is imported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path

from attrs import evolve

from wtrules.backends.batches import ENDLESS, NO_DECISION, WIDE, batches
from wtrules.backends.bounds import Bounds
from wtrules.backends.code import COUNTED, Code
from wtrules.backends.known import size_of
from wtrules.backends.layout import Layout, Part
from wtrules.cache import code_key
from wtrules.program import program as p
from wtrules.program.from_rules import OVER
from wtrules.program.optimise.effort import MOST_TURNS, PATIENCE, Effort, Trusted

_SMALL = 30  # parts of a function that is written out wherever it is called


def wat(program: p.Program, parts: Sequence[Part] = ()) -> str:
    """Return the module of a program, with what *parts* add to it."""
    return "\n".join(Module(program, parts).lines())


def fingerprint(program: p.Program, parts: Sequence[Part] = ()) -> str:
    """Return what tells the module of a program from all others, without printing it."""
    layout = Layout(program, parts)
    keys = [part.text(program, layout) if part.key is None else part.key for part in parts]
    names = [part.name for part in parts]
    return "\0".join([_code_key(), repr(evolve(program, written={})), *names, *keys])


@cache
def _code_key() -> str:
    """Return what changes when the code that prints modules does."""
    folders = (Path(__file__).parent, Path(p.__file__).parent)
    return code_key(sorted(path for folder in folders for path in folder.glob("*.p[yr]*")))


def functions_text(
    program: p.Program, layout: Layout, made: Sequence[p.Function], inside: Mapping[str, str]
) -> str:
    """Return more functions in the program form as text, for a part of a module.

    Beside the state they may use the areas of the layout as arrays, the list `options` and its length
    `emitted()`; *inside* gives the names in the module of functions that are not in the program form.
    Their loops are not counted: whoever writes a part sees to it that they end.
    """
    whole = evolve(program, functions={f.name: f for f in made}, blocks=(), decisions=())
    module = Module(whole, (), Trusted(whole))
    module.bounds = Bounds(whole, is_open=True)
    module.layout = copy(layout)
    module.layout.fields = {**layout.fields, **layout.areas, "options": layout.options}
    module.names = {f.name: f"${f.name}" for f in made} | dict(inside) | {"emitted": "$emitted"}
    return "\n".join(line for function in made for line in module.function(function))


class Module:
    """Prints a whole module."""

    def __init__(
        self, program: p.Program, parts: Sequence[Part], effort: Effort | None = None
    ) -> None:
        self.program = program
        self.parts = parts
        self.layout = Layout(program, parts)
        self.bounds = Bounds(program)
        self.effort = effort or Effort(program)
        self.names = {name: f"$f{i}" for i, name in enumerate(program.functions)}
        self.survey = Survey(program)
        self._inlined: dict[str, bool] = {}
        self._still: dict[str, bool] = {}

    def lines(self) -> Iterator[str]:
        """Print the module."""
        program, layout = self.program, self.layout
        yield f"(module ;; {program.ruleset}, {program.players} players"
        yield f'  (memory (export "memory") {layout.pages} {layout.most_pages})'
        yield '  (global $n (export "options_count") (mut i32) (i32.const 0))'
        yield '  (global $fault (export "fault") (mut i32) (i32.const 0))'
        yield f"  (global $turns (mut i32) (i32.const {MOST_TURNS}))"
        for name, values in program.tables.items():
            yield f'  (data (i32.const {layout.tables[name]}) "{_data(values)}") ;; {name}'
        resume = [len(program.blocks), *(d.resume for d in program.decisions)]
        yield f'  (data (i32.const {layout.resume}) "{_data(resume)}") ;; where decisions go on'
        yield WIDE
        yield "  (func $floor_div (param $a i32) (param $b i32) (result i32)"
        yield "    (i32.div_s (i32.sub (local.get $a) (i32.and (i32.shr_s (local.get $a) (i32.const 31))"
        yield "      (i32.sub (local.get $b) (i32.const 1)))) (local.get $b)))"
        yield "  (func $floor_mod (param $a i32) (param $b i32) (result i32)"
        yield "    (local $r i32) (local.set $r (i32.rem_s (local.get $a) (local.get $b)))"
        yield "    (i32.add (local.get $r) (i32.and (i32.shr_s (local.get $r) (i32.const 31)) (local.get $b))))"
        for function in program.functions.values():
            if self.survey.calls[function.name] and not self.is_inlined(function.name):
                yield from self.function(function)
        yield from Blocks(self).lines()
        yield from self.decisions()
        yield batches(layout)
        for part in self.parts:
            yield f"  ;; {part.name}"
            yield part.text(program, layout)
        yield ")"

    def function(self, function: p.Function) -> Iterator[str]:
        """Print a function that is called."""
        name = self.names[function.name]
        yield f"  ;; {function.name}"
        code = Code(self, function.name)
        parameters = ""
        for parameter in function.parameters:
            span = self.bounds.of(p.Var(parameter), {}, function.name)
            local = code.local(parameter, span).name
            code.scope.names[parameter] = local
            parameters += f" (param ${local} i32)"
        known = len(code.locals)
        yield f"  (func {name}{parameters} (result i32)"
        if function.name == "random":
            rng = self.layout.fields["rng"]
            yield f"    (call $below (i32.const {rng}) (local.get ${code.locals[0]})))"
            return
        body = list(code.body(function.body))
        if function.options:
            yield "    (local $o i32)"
        yield from _declared(code.locals[known:])
        if self.effort.is_heavy:
            yield COUNTED
        yield from body
        yield "    (i32.const 0))" if not _ends(function.body) else "    (unreachable))"

    def decisions(self) -> Iterator[str]:
        """Print how the options of the decision at hand are listed."""
        decisions = self.program.decisions
        labels = " ".join(f"$d{i}" for i in range(len(decisions)))
        blocks = "".join(f"(block $d{i} " for i in reversed(range(len(decisions))))
        at = self.layout.fields["at"]
        yield '  (func $options (export "options")'
        yield f"    (global.set $turns (i32.const {MOST_TURNS}))"
        yield "    (global.set $n (i32.const 0))"
        yield f"    (block $none {blocks}"
        yield f"    (br_table {labels} $none (i32.sub (i32.load (i32.const {at})) (i32.const 1)))"
        for decision in decisions:
            name = self.names[decision.options]
            yield f"    ) (global.set $n (call {name})) (return)"
        yield "    ))"

    # --- what functions ask ---

    def is_inlined(self, function: str) -> bool:
        """Return whether a function is written out where it is called."""
        if function not in self._inlined:
            found = self.program.functions.get(function)
            self._inlined[function] = (
                found is not None
                and not found.options
                and function != "random"
                and not self.effort.is_heavy
                and (self.survey.calls[function] == 1 or self._is_small(found))
                and not self._comes_back(function)
            )
        return self._inlined[function]

    def _is_small(self, function: p.Function) -> bool:
        """Return whether a call would cost something beside the function; beside loops it does not."""
        parts = self.survey.functions[function.name]
        if any(type(part) is p.For or type(part) is p.While for part in parts):
            return False
        return size_of(function.body) <= _SMALL

    def _comes_back(self, function: str) -> bool:
        """Return whether a function calls itself, perhaps by way of others."""
        seen: set[str] = set()
        waiting = [function]
        while waiting:
            for part in self.survey.functions.get(waiting.pop(), ()):
                if isinstance(part, p.Call) and part.function not in seen:
                    seen.add(part.function)
                    waiting.append(part.function)
        return function in seen

    def changes(self, function: str, name: str) -> bool:
        """Return whether a variable is given more than one value."""
        return self.survey.values[function, name] > 1

    def is_still(self, body: p.Body) -> bool:
        """Return whether a body leaves the state as it is."""
        return self._are_still(_parts(body))

    def _are_still(self, parts: list[p.Statement | p.Expr]) -> bool:
        for part in parts:
            if isinstance(part, p.Store):
                return False
            if isinstance(part, p.Call):
                name = part.function
                if name not in self._still:
                    self._still[name] = name == "emitted"
                    inside = self.survey.functions.get(name)
                    if inside is not None:
                        self._still[name] = self._are_still(inside)
                if not self._still[name]:
                    return False
        return True

    def places(self, body: p.Body) -> set[tuple[str, int]]:
        """Return the fixed numbers of the state that a body loads."""
        return self._places(_parts(body)) - {("rng", 0)}

    def _places(self, parts: list[p.Statement | p.Expr]) -> set[tuple[str, int]]:
        found: set[tuple[str, int]] = set()
        for part in parts:
            if isinstance(part, p.Load) and isinstance(part.index, int):
                found.add((part.array, part.index))
            elif isinstance(part, p.Call) and self.is_inlined(part.function):
                found |= self._places(self.survey.functions[part.function])
        return found


class Blocks(Code):
    """Prints all blocks as one function.

    They stand one behind the other so that most jumps lead forward, which needs no table. A jump
    back goes through the table at the top, and there it is counted.
    """

    def __init__(self, module: Module) -> None:
        super().__init__(module, "")
        self.blocks = module.program.blocks
        self.order = _order(module.program)
        self.place = {block: i for i, block in enumerate(self.order)}
        self.here = 0

    def lines(self) -> Iterator[str]:
        """Print the function."""
        bodies = []
        for here, number in enumerate(self.order):
            self.here = here
            block = self.blocks[number]
            bodies.append(f"    ) ;; block {number}: {block.name.replace(';', ',')}")
            if number == OVER:
                at = self.layout.fields["at"]
                bodies.append(f"(i32.store (i32.const {at}) (i32.const 0))")
                bodies.append("(global.set $n (i32.const 0)) (return)")
            else:
                bodies += self.body(block.body)
        labels = " ".join(f"$b{i}" for i in range(len(self.blocks)))
        yield "  (func $run (param $pc i32) (local $left i32)"
        yield from _declared(self.locals)
        yield f"    (local.set $left (i32.const {PATIENCE}))"
        yield f"    (global.set $turns (i32.const {MOST_TURNS}))"
        yield "    (loop $next (block $wrong"
        yield "".join(f"(block $b{number} " for number in reversed(self.order))
        yield f"    (br_table {labels} $wrong (local.get $pc))"
        yield from bodies
        yield f"    ) (call $fail (i32.const {NO_DECISION}))))"

    def goto(self, block: p.Expr) -> Iterator[str]:
        """Print a jump."""
        if isinstance(block, int) and self.place[block] > self.here:
            yield f"(br $b{block})"
            return
        yield f"(local.set $pc {self.expr(block)})"
        yield "(local.set $left (i32.sub (local.get $left) (i32.const 1)))"
        yield "(br_if $next (local.get $left))"
        yield f"(call $fail (i32.const {ENDLESS})) (unreachable)"

    def decide(self, statement: p.Decide) -> Iterator[str]:
        """Print a decision: stop if there is something to choose from."""
        options = self.module.program.decisions[statement.decision].options
        yield f"(global.set $n (call {self.module.names[options]}))"
        yield f"(if (global.get $n) (then (i32.store (i32.const {self.layout.fields['at']})"
        yield f"  (i32.const {statement.decision + 1})) (return)))"
        yield from self.goto(statement.otherwise)


def _order(program: p.Program) -> list[int]:
    """Return the blocks so that a block comes after those that lead to it, as far as possible."""
    seen: set[int] = set()
    order: list[int] = []
    ways = [sorted(_targets(block.body), reverse=True) for block in program.blocks]

    def visit(start: int) -> None:
        if start in seen:
            return
        seen.add(start)
        stack = [(start, iter(ways[start]))]
        while stack:
            block, left = stack[-1]
            for target in left:
                if target not in seen:
                    seen.add(target)
                    stack.append((target, iter(ways[target])))
                    break
            else:
                order.append(block)
                stack.pop()

    for block in range(len(program.blocks)):
        visit(block)
    return order[::-1]


def _targets(body: p.Body) -> set[int]:
    found = set()
    for part in _parts(body):
        if isinstance(part, p.Goto) and isinstance(part.block, int):
            found.add(part.block)
        elif isinstance(part, p.Decide):
            found.add(part.otherwise)
    return found


def _parts(body: p.Body) -> list[p.Statement | p.Expr]:
    """Return all statements and expressions of a body, but for numbers and variables."""
    found: list[p.Statement | p.Expr] = []
    for statement in body:
        _collect(statement, found)
    return found


def _collect(part: p.Statement | p.Expr, found: list[p.Statement | p.Expr]) -> None:
    kind = type(part)  # quicker than matching, and this sees everything
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
    """What stands where in a program, found in one go."""

    def __init__(self, program: p.Program) -> None:
        self.calls: Counter[str] = Counter(d.options for d in program.decisions)
        self.values: Counter[tuple[str, str]] = Counter()  # given to each variable
        self.functions: dict[str, list[p.Statement | p.Expr]] = {}
        self.blocks = [_parts(block.body) for block in program.blocks]
        for function in program.functions.values():
            self.functions[function.name] = _parts(function.body)
            self.values.update((function.name, name) for name in function.parameters)
        for name, parts in (*self.functions.items(), *(("", parts) for parts in self.blocks)):
            for part in parts:
                if type(part) is p.Call:
                    self.calls[part.function] += 1
                elif type(part) is p.Assign or type(part) is p.For:
                    self.values[name, part.name] += 1


def _declared(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield f"    (local ${name} i32)"


def _data(values: Sequence[int]) -> str:
    return "".join(f"\\{b:02x}" for v in values for b in v.to_bytes(4, "little", signed=True))


def _ends(body: p.Body) -> bool:
    return bool(body) and isinstance(body[-1], p.Return)
