"""A program as a WebAssembly module.

The state is in linear memory as 32-bit numbers (the random generator as one 64-bit number),
functions become functions, and all blocks become one function. Nothing is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from wtrules.backends.wasm.batches import arithmetic, batches, below
from wtrules.backends.wasm.blocks import Blocks
from wtrules.backends.wasm.bounds import Bounds
from wtrules.backends.wasm.context import Context
from wtrules.backends.wasm.encode import encode
from wtrules.backends.wasm.instructions import (
    END,
    RETURN,
    SUB,
    UNREACHABLE,
    Code,
    Data,
    Function,
    Global,
    Item,
    Module,
    block,
    const,
    numbers,
)
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.loops import COUNTED
from wtrules.backends.wasm.read import read
from wtrules.backends.wasm.statements import Statements
from wtrules.backends.wasm.text import print_module
from wtrules.cache import code_key
from wtrules.program import program as p
from wtrules.program.optimise.effort import Effort
from wtrules.value import Value


def binary(program: p.Program, extensions: Sequence[Extension] = ()) -> bytes:
    """Return the module of a program, with what *extensions* add to it, as bytes."""
    return encode(module(program, extensions))


def wat(program: p.Program, extensions: Sequence[Extension] = ()) -> str:
    """Return the module of a program, with what *extensions* add to it, as text."""
    return print_module(module(program, extensions))


def module(program: p.Program, extensions: Sequence[Extension] = ()) -> Module:
    """Return the module of a program, with what *extensions* add to it."""
    context = Context(
        program,
        Layout(program, extensions),
        Bounds(program),
        Effort(program),
        {name: f"f{i}" for i, name in enumerate(program.functions)},
    )
    return _Whole(context).module(extensions)


def cache_key(program: p.Program, extensions: Sequence[Extension] = ()) -> str:
    """Return a key that identifies the module of a program, without making the module.

    It is of the program, not of the rules, and is only compared with keys that the same code has made:
    the key of the code is in it. So it can be what is made fastest, the whole program as Python shows
    it; a part of a program that is not shown must not change the module.
    """
    layout = Layout(program, extensions)
    keys = [
        repr(list(extension.items(program, layout))) if extension.key is None else extension.key
        for extension in extensions
    ]
    names = [extension.name for extension in extensions]
    return "\0".join(
        [
            _code_key(),
            repr(evolve(program, notes=p.Notes(forbids={}, written={}, numbered={}))),
            *names,
            *keys,
        ]
    )


_CODE = (".py", ".program", ".wat")


@cache
def _code_key() -> str:
    """Return a key that changes whenever the code that makes modules changes."""
    folders = (Path(__file__).parents[1], Path(p.__file__).parent)
    paths = (path for folder in folders for path in folder.rglob("*"))
    return code_key(sorted(path for path in paths if path.suffix in _CODE))


def functions(
    program: p.Program, layout: Layout, written: Sequence[p.Function], inside: Mapping[str, str]
) -> Iterator[Function]:
    """Return more functions, given in the program form, for an extension of a module.

    Besides the state they may use the areas of the layout as arrays, the list `options` and its length
    `emitted()`; *inside* names functions of the module that are not in the program form.
    Their loops are not counted: the author of an extension makes sure that they end.
    """
    whole = evolve(program, functions={f.name: f for f in written}, blocks=(), decisions=())
    context = Context(
        whole,
        copy(layout),
        Bounds(whole, is_open=True),
        Effort(whole, is_trusted=True),
        {f.name: f.name for f in written} | dict(inside) | {"emitted": "emitted"},
    )
    context.layout.fields = {**layout.fields, **layout.areas, "options": layout.options}
    return map(_Whole(context).function, written)


@frozen
class _Whole(Value):
    """Makes a whole module."""

    context: Context

    def module(self, extensions: Sequence[Extension]) -> Module:
        """Return the module."""
        context, program, layout = self.context, self.context.program, self.context.layout
        resume = [len(program.blocks), *(d.resume for d in program.decisions)]
        items: list[Item] = [
            *(
                numbers(layout.tables[name], values, name)
                for name, values in program.tables.items()
            ),
            numbers(layout.resume, resume, "where decisions go on"),
            *arithmetic(),
            *(self.function(each) for each in program.functions.values() if self._is_called(each)),
            Blocks(context).function(),
            self.decisions(),
            *batches(layout),
        ]
        for extension in extensions:
            items += extension.items(program, layout)
        return Module(
            layout.pages,
            layout.most_pages,
            [
                Global("n", 0),
                Global("fault", 0, "fault"),
                Global("turns", context.effort.most_turns),
            ],
            [item for item in items if isinstance(item, Data)],
            [item for item in items if isinstance(item, Function)],
            f"{program.ruleset}, {program.players} players",
        )

    def _is_called(self, function: p.Function) -> bool:
        name = function.name
        return self.context.survey.calls[name] > 0 and not self.context.is_inlined(name)

    def function(self, function: p.Function) -> Function:
        """Return a function that is called."""
        name = self.context.names[function.name]
        if function.name == "random":
            return _random(name, self.context.layout.fields["rng"])
        maker = Statements(self.context, function.name)
        parameters = []
        for parameter in function.parameters:
            span = self.context.bounds.of(p.Var(parameter), function.name)
            local = maker.frame.local(parameter, span).name
            maker.frame.scope.names[parameter] = local
            parameters.append((local, "i32"))
        variables = [("o", "i32")] if function.options else []
        code: Code = [*COUNTED] if self.context.effort.is_heavy else []
        code += maker.body(function.body)
        code.append(UNREACHABLE if _ends(function.body) else const(0))
        variables += [(name, "i32") for name in maker.frame.locals[len(parameters) :]]
        return Function(name, parameters, "i32", variables, code, comment=function.name)

    def decisions(self) -> Function:
        """Return the function that lists the options of the current decision."""
        decisions = self.context.program.decisions
        labels = [str(i) for i in range(len(decisions))]
        at = self.context.layout.fields["at"]
        code: Code = [
            *(const(self.context.effort.most_turns), ("global.set", "turns")),
            *(const(0), ("global.set", "n")),
            *(block("none"), *map(block, reversed(labels))),
            *(const(at), ("i32.load", 0), const(1), SUB, ("br_table", *labels, "none")),
        ]
        for decision in decisions:
            listed = ("call", self.context.names[decision.options])
            code += [END, listed, ("global.set", "n"), RETURN]
        return Function("options", [], "", [], [*code, END])


def _random(name: str, rng: int) -> Function:
    """Return the function that has more than 32 bits inside, so the program form cannot say what it does."""
    code = below(f"(i32.const {rng})")
    [function] = read(f"(func ${name} (param $n i32) (result i32) {code})")
    assert isinstance(function, Function)
    return evolve(function, comment="random")


def _ends(body: p.Body) -> bool:
    return bool(body) and isinstance(body[-1], p.Return)
