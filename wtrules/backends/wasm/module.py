"""A program as a WebAssembly module, in text.

The state is in linear memory as 32-bit numbers (the random generator as one 64-bit number),
functions become functions, and all blocks become one function. Nothing is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from wtrules.backends.wasm.batches import WIDE, batches
from wtrules.backends.wasm.blocks import Blocks, declared
from wtrules.backends.wasm.bounds import Bounds
from wtrules.backends.wasm.context import Context
from wtrules.backends.wasm.layout import Layout, Part
from wtrules.backends.wasm.loops import COUNTED
from wtrules.backends.wasm.statements import Statements
from wtrules.backends.wasm.survey import Survey
from wtrules.cache import code_key
from wtrules.program import program as p
from wtrules.program.optimise.effort import Effort


def wat(program: p.Program, parts: Sequence[Part] = ()) -> str:
    """Return the module of a program, with what *parts* add to it."""
    survey = Survey(program)
    context = Context(
        program,
        Layout(program, parts),
        Bounds(program, survey),
        Effort(program),
        survey,
        {name: f"$f{i}" for i, name in enumerate(program.functions)},
    )
    return "\n".join(Module(context, parts).lines())


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
    survey = Survey(whole)
    context = Context(
        whole,
        copy(layout),
        Bounds(whole, survey, is_open=True),
        Effort(whole, is_trusted=True),
        survey,
        {f.name: f"${f.name}" for f in made} | dict(inside) | {"emitted": "$emitted"},
    )
    context.layout.fields = {**layout.fields, **layout.areas, "options": layout.options}
    module = Module(context, ())
    return "\n".join(line for function in made for line in module.function(function))


@frozen
class Module:
    """Prints a whole module."""

    context: Context
    parts: Sequence[Part]

    def lines(self) -> Iterator[str]:
        """Print the module."""
        context, program, layout = self.context, self.context.program, self.context.layout
        yield f"(module ;; {program.ruleset}, {program.players} players"
        yield f'  (memory (export "memory") {layout.pages} {layout.most_pages})'
        yield '  (global $n (export "options_count") (mut i32) (i32.const 0))'
        yield '  (global $fault (export "fault") (mut i32) (i32.const 0))'
        yield f"  (global $turns (mut i32) (i32.const {context.effort.most_turns}))"
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
            if context.survey.calls[function.name] and not context.is_inlined(function.name):
                yield from self.function(function)
        yield from Blocks(context).lines()
        yield from self.decisions()
        yield batches(layout)
        for part in self.parts:
            yield f"  ;; {part.name}"
            yield part.text(program, layout)
        yield ")"

    def function(self, function: p.Function) -> Iterator[str]:
        """Print a function that is called."""
        name = self.context.names[function.name]
        yield f"  ;; {function.name}"
        code = Statements(self.context, function.name)
        parameters = ""
        for parameter in function.parameters:
            span = self.context.bounds.of(p.Var(parameter), {}, function.name)
            local = code.frame.local(parameter, span).name
            code.frame.scope.names[parameter] = local
            parameters += f" (param ${local} i32)"
        known = len(code.frame.locals)
        yield f"  (func {name}{parameters} (result i32)"
        if function.name == "random":
            rng = self.context.layout.fields["rng"]
            yield f"    (call $below (i32.const {rng}) (local.get ${code.frame.locals[0]})))"
            return
        body = list(code.body(function.body))
        if function.options:
            yield "    (local $o i32)"
        yield from declared(code.frame.locals[known:])
        if self.context.effort.is_heavy:
            yield COUNTED
        yield from body
        yield "    (i32.const 0))" if not _ends(function.body) else "    (unreachable))"

    def decisions(self) -> Iterator[str]:
        """Print the function that lists the options of the current decision."""
        decisions = self.context.program.decisions
        labels = " ".join(f"$d{i}" for i in range(len(decisions)))
        blocks = "".join(f"(block $d{i} " for i in reversed(range(len(decisions))))
        at = self.context.layout.fields["at"]
        yield '  (func $options (export "options")'
        yield f"    (global.set $turns (i32.const {self.context.effort.most_turns}))"
        yield "    (global.set $n (i32.const 0))"
        yield f"    (block $none {blocks}"
        yield f"    (br_table {labels} $none (i32.sub (i32.load (i32.const {at})) (i32.const 1)))"
        for decision in decisions:
            name = self.context.names[decision.options]
            yield f"    ) (global.set $n (call {name})) (return)"
        yield "    ))"


def _data(values: Sequence[int]) -> str:
    return "".join(f"\\{b:02x}" for v in values for b in v.to_bytes(4, "little", signed=True))


def _ends(body: p.Body) -> bool:
    return bool(body) and isinstance(body[-1], p.Return)
