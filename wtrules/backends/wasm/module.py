"""A program as a WebAssembly module, in text.

The state is in linear memory as 32-bit numbers (the random generator as one 64-bit number),
functions become functions, and all blocks become one function. Nothing is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path

from attrs import evolve

from wtrules.backends.wasm.batches import WIDE, batches
from wtrules.backends.wasm.blocks import Blocks, declared
from wtrules.backends.wasm.bounds import Bounds
from wtrules.backends.wasm.facts import size_of
from wtrules.backends.wasm.layout import Layout, Part
from wtrules.backends.wasm.loops import COUNTED
from wtrules.backends.wasm.statements import Statements
from wtrules.backends.wasm.survey import Survey
from wtrules.cache import code_key
from wtrules.program import program as p
from wtrules.program.optimise.effort import MOST_TURNS, Effort

_SMALL = 30  # parts of a function that is always inlined


def wat(program: p.Program, parts: Sequence[Part] = ()) -> str:
    """Return the module of a program, with what *parts* add to it."""
    return "\n".join(Module(program, parts).lines())


def fingerprint(program: p.Program, parts: Sequence[Part] = ()) -> str:
    """Return a key that identifies the module of a program, without printing the module."""
    layout = Layout(program, parts)
    keys = [part.text(program, layout) if part.key is None else part.key for part in parts]
    names = [part.name for part in parts]
    return "\0".join([_code_key(), repr(evolve(program, written={})), *names, *keys])


@cache
def _code_key() -> str:
    """Return a key that changes whenever the code that prints modules changes."""
    folders = (Path(__file__).parents[1], Path(p.__file__).parent)
    return code_key(sorted(path for folder in folders for path in folder.glob("**/*.p[yr]*")))


def functions_text(
    program: p.Program, layout: Layout, made: Sequence[p.Function], inside: Mapping[str, str]
) -> str:
    """Print more functions in the program form, for a part of a module.

    Besides the state they may use the areas of the layout as arrays, the list `options` and its length
    `emitted()`; *inside* names functions of the module that are not in the program form.
    Their loops are not counted: the author of a part makes sure that they end.
    """
    whole = evolve(program, functions={f.name: f for f in made}, blocks=(), decisions=())
    module = Module(whole, (), Effort(whole, is_trusted=True))
    module.bounds = Bounds(whole, module.survey, is_open=True)
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
        self.survey = Survey(program)
        self.bounds = Bounds(program, self.survey)
        self.effort = effort or Effort(program)
        self.names = {name: f"$f{i}" for i, name in enumerate(program.functions)}
        self._inlined: dict[str, bool] = {}
        self._pure: dict[str, bool] = {}

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
        code = Statements(self, function.name)
        parameters = ""
        for parameter in function.parameters:
            span = self.bounds.of(p.Var(parameter), {}, function.name)
            local = code.frame.local(parameter, span).name
            code.frame.scope.names[parameter] = local
            parameters += f" (param ${local} i32)"
        known = len(code.frame.locals)
        yield f"  (func {name}{parameters} (result i32)"
        if function.name == "random":
            rng = self.layout.fields["rng"]
            yield f"    (call $below (i32.const {rng}) (local.get ${code.frame.locals[0]})))"
            return
        body = list(code.body(function.body))
        if function.options:
            yield "    (local $o i32)"
        yield from declared(code.frame.locals[known:])
        if self.effort.is_heavy:
            yield COUNTED
        yield from body
        yield "    (i32.const 0))" if not _ends(function.body) else "    (unreachable))"

    def decisions(self) -> Iterator[str]:
        """Print the function that lists the options of the current decision."""
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

    # --- facts about functions ---

    def is_inlined(self, function: str) -> bool:
        """Return whether calls of a function are replaced by its body."""
        if function not in self._inlined:
            found = self.program.functions.get(function)
            self._inlined[function] = (
                found is not None
                and not found.options
                and function != "random"
                and not self.effort.is_heavy
                and (self.survey.calls[function] == 1 or self._is_small(found))
                and not self._is_recursive(function)
            )
        return self._inlined[function]

    def _is_small(self, function: p.Function) -> bool:
        """Return whether a call would cost as much as the function itself; a loop always costs more."""
        parts = self.survey.functions[function.name]
        if any(type(part) is p.For or type(part) is p.While for part in parts):
            return False
        return size_of(function.body) <= _SMALL

    def _is_recursive(self, function: str) -> bool:
        """Return whether a function calls itself, directly or through others."""
        seen: set[str] = set()
        waiting = [function]
        while waiting:
            for part in self.survey.functions.get(waiting.pop(), ()):
                if isinstance(part, p.Call) and part.function not in seen:
                    seen.add(part.function)
                    waiting.append(part.function)
        return function in seen

    def is_reassigned(self, function: str, name: str) -> bool:
        """Return whether a variable is given more than one value."""
        return self.survey.values[function, name] > 1

    def is_pure(self, body: p.Body) -> bool:
        """Return whether a body leaves the state as it is."""
        return self._are_pure(p.parts_of(body))

    def _are_pure(self, parts: list[p.Statement | p.Expr]) -> bool:
        for part in parts:
            if isinstance(part, p.Store):
                return False
            if isinstance(part, p.Call):
                name = part.function
                if name not in self._pure:
                    self._pure[name] = name == "emitted"
                    inside = self.survey.functions.get(name)
                    if inside is not None:
                        self._pure[name] = self._are_pure(inside)
                if not self._pure[name]:
                    return False
        return True

    def constant_loads(self, body: p.Body) -> set[tuple[str, int]]:
        """Return the state fields that a body loads at a constant index."""
        return self._constant_loads(p.parts_of(body)) - {("rng", 0)}

    def _constant_loads(self, parts: list[p.Statement | p.Expr]) -> set[tuple[str, int]]:
        found: set[tuple[str, int]] = set()
        for part in parts:
            if isinstance(part, p.Load) and isinstance(part.index, int):
                found.add((part.array, part.index))
            elif isinstance(part, p.Call) and self.is_inlined(part.function):
                found |= self._constant_loads(self.survey.functions[part.function])
        return found


def _data(values: Sequence[int]) -> str:
    return "".join(f"\\{b:02x}" for v in values for b in v.to_bytes(4, "little", signed=True))


def _ends(body: p.Body) -> bool:
    return bool(body) and isinstance(body[-1], p.Return)
