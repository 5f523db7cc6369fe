"""The native back end: the program form as WebAssembly, run by wasmtime.

It offers what the reference back end offers, and batches: one call for many games. The module is
sandboxed: it imports nothing and its memory has a fixed size.
"""

from __future__ import annotations

from typing import Any

from wtrules.backends.reference import Options, State, initial_state
from wtrules.backends.wat import Layout, wat
from wtrules.program import program as p


class Native:
    """Runs one program as native code."""

    def __init__(self, program: p.Program) -> None:
        import wasmtime

        self.program = program
        self.layout = Layout(program)
        self.text = wat(program)
        engine = wasmtime.Engine()
        module = wasmtime.Module(engine, self.text)
        self._store = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory: Any = exports["memory"]
        self._count: Any = exports["options_count"]
        self._start: Any = exports["start"]
        self._play: Any = exports["play"]
        self._options: Any = exports["options"]
        self._playouts: Any = exports["playouts"]
        self._write(initial_state(program), self.layout.initial)

    def start(self, seed: int) -> tuple[State, Options]:
        """Return the first position in which somebody is asked, and the options there."""
        self._start(self._store, _signed(seed))
        return self._read(), self._listed()

    def play(self, state: State, option: int) -> Options:
        """Change *state* by an option of its decision; return the options that come next."""
        self._write(state, 0)
        self._play(self._store, option)
        state[:] = self._read()
        return self._listed()

    def options(self, state: State) -> Options:
        """Return the options of a position."""
        self._write(state, 0)
        self._options(self._store)
        return self._listed()

    def playouts(self, seed: int, games: int, most: int = 100_000) -> int:
        """Play random games and return how many decisions were made."""
        count: int = self._playouts(self._store, _signed(seed), games, most)
        return count

    # --- memory ---

    def _listed(self) -> Options:
        count = self._count.value(self._store)
        start = self.layout.options
        data = self._memory.read(self._store, start, start + 4 * count)
        return list(memoryview(data).cast("i"))

    def _read(self) -> State:
        data = self._memory.read(self._store, 0, self.layout.state_size)
        state: State = []
        for field in self.program.fields.values():
            at = self.layout.fields[field.name]
            width = 8 if field.wide else 4
            part = memoryview(data[at : at + width * field.size])
            state += part.cast("Q" if field.wide else "i").tolist()
        return state

    def _write(self, state: State, address: int) -> None:
        data = bytearray(self.layout.state_size)
        for field in self.program.fields.values():
            at = self.layout.fields[field.name]
            width = 8 if field.wide else 4
            for i, value in enumerate(state[field.offset : field.offset + field.size]):
                place = at + i * width
                data[place : place + width] = value.to_bytes(width, "little", signed=not field.wide)
        self._memory.write(self._store, data, address)


def _signed(seed: int) -> int:
    return seed - (1 << 64) if seed >> 63 else seed
