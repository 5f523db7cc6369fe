"""The memory layout of a native module, and how a module is extended.

The live state is at address 0, so every field has a fixed address. After it come the initial state,
constant tables, the options of the live state, the areas of extensions, the stack of perft, and last the
block, which holds the data of a call and grows when needed. An *extension* adds functions and data
to the module, for example a bot; it can use the functions that `INSIDE` lists.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import frozen

from wtrules.backends.instance import PAGE
from wtrules.backends.wasm.instructions import Item
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.value import Value

MOST_DEPTH = 64  # of perft
MOST_BYTES = 1 << 28  # of the whole memory
LINE = 64  # bytes that a processor loads together; what crosses lines is copied more slowly

INSIDE = """\
global $n                            how many options the live state has; 0: the game is over
func $begin (seed i64)               a new game up to its first decision, options listed
func $play (option i32)              choose an option of the live state, up to the next decision
func $options                        list the options of the live state once more
func $option (i i32) (result i32)    the i-th option, from 0
func $save (to i32)                  copy the live state to an address
func $restore (from i32)             copy a state back; its options are not listed by that
func $step (at i32) (result i64)     the next 64 random bits of the generator at an address
func $below (at, n i32) (result i32) a random number below n, by the generator at an address
func $policy (seed i64) (result i64) the seed of players for the seed of a game
func $fail (fault i32)               stop with a fault: see FAULTS in native.py
"""


@frozen
class Extension(Value):
    """More functions and data for a module.

    *items* makes them from the program and the layout: `read` in `read.py` from text, `functions` in
    `module.py` from the program form. *areas* names the areas of memory that the extension needs, with
    their sizes in bytes; their addresses are in `Layout.areas`, multiples of 64. *key* identifies
    everything that the items depend on besides the program and the code of this package; without
    a key, the items themselves are used.
    """

    name: str
    items: Callable[[p.Program, Layout], Iterable[Item]]
    areas: Callable[[p.Program], Mapping[str, int]] = lambda program: {}
    key: str | None = None


class Layout:
    """Addresses in bytes."""

    def __init__(self, program: p.Program, extensions: Sequence[Extension] = ()) -> None:
        self.fields: dict[str, int] = {}
        form = "<16x"  # unused; reading at a negative index ends up here
        at = 16
        for field in program.fields.values():
            if field.wide and at % 8:
                at += 4
                form += "4x"
            self.fields[field.name] = at
            at += field.size * (8 if field.wide else 4)
            form += f"{field.size}{'q' if field.wide else 'i'}"
        if at % 16:
            form += f"{-at % 16}x"
        self.state = struct.Struct(form)  # a state as bytes
        self.state_size = self.state.size
        self.initial = self.state_size  # the state a game begins with
        self.policy = self.initial + self.state_size  # the random generator of bots
        at = self.policy + 16
        self.tables: dict[str, int] = {}
        for name, values in program.tables.items():
            self.tables[name] = at
            at += 4 * len(values)
        self.resume = at  # the block at which each decision continues
        self.decisions = len(program.decisions)
        at += 4 * (1 + self.decisions)
        self.options = at + -at % 16
        at = self.options + 4 * MOST_OPTIONS + 64  # options are written four at a time
        self.areas: dict[str, int] = {}
        at += -at % LINE
        for extension in extensions:
            for name, size in extension.areas(program).items():
                if name in self.areas:
                    raise ValueError(f"two extensions ask for an area called {name}")
                self.areas[name] = at
                at += size + -size % LINE
        self.stack = at  # states and options of the perft recursion
        self.stack_end = at + MOST_DEPTH * (self.state_size + 4 * 1024) + 4 * MOST_OPTIONS
        self.block = self.stack_end
        self.pages = self.block // PAGE + 1
        self.most_pages = MOST_BYTES // PAGE
