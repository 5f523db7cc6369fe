"""The native back end: the program form as WebAssembly.

It plays single moves as the reference back end does, and batches: one call for many games, many
positions or many sequences of moves. The module is sandboxed: it imports nothing, and its memory
has a fixed limit.

A *block* is a row of states as bytes, each `layout.state_size` long.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from math import prod
from threading import Lock
from typing import Any

from attrs import frozen

from wtrules.backends.instance import PAGE, Instance, Trap
from wtrules.backends.reference import (
    OVERFLOW,
    EndlessPlay,
    Options,
    State,
    TooManyOptions,
    initial_state,
)
from wtrules.backends.stepping import Steps
from wtrules.backends.wasm.batches import (
    ENDLESS,
    NO_ACTION,
    NO_DECISION,
    NO_ROOM,
    TOO_MANY_OPTIONS,
    TURN_NUMBERS,
)
from wtrules.backends.wasm.layout import MOST_BYTES, MOST_DEPTH, Extension, Layout
from wtrules.backends.wasm.module import binary, cache_key
from wtrules.program import program as p
from wtrules.program.limits import MOST_NUMBER, MOST_OPTIONS
from wtrules.texts import UserError
from wtrules.value import Value


class NativeFault(UserError):
    """A module stopped: the reason, and the ruleset."""

    code = "native"


class NotNative(NativeFault):
    """Rules that only the reference back end can run."""

    code = "not_native"
    exit_code = 1


FAULTS = {
    TOO_MANY_OPTIONS: OVERFLOW,
    NO_ROOM: "there are more options than room for them",
    NO_DECISION: "the game is over, or the position is not one of this game",
    NO_ACTION: "an option has no number in the action space",
}


class _NoRoom(NativeFault):
    """The list of options is too small; the caller allocates a larger one."""


@frozen
class Batch(Value):
    """Positions of many games: their states, and the options of each."""

    states: bytearray  # a block
    counts: Sequence[int]  # the number of options of each position; 0: the game is over
    options: Sequence[int]  # of all positions, in order


class Native:
    """Runs one program as native code."""

    def __init__(self, program: p.Program, extensions: Sequence[Extension] = ()) -> None:
        check_numbers(program)
        self.program = program
        self.layout = Layout(program, extensions)
        key = cache_key(program, extensions)
        self._module = instantiate(key, lambda: binary(program, extensions))
        self.write(self.layout.initial, self.pack([initial_state(program)]))

    # --- one game ---

    def start(self, seed: int) -> tuple[State, Options]:
        """Return the position of the first decision, and its options."""
        count = self.call("start", seed)
        return self._live(), self._listed(count)

    def play(self, state: State, option: int) -> Options:
        """Play an option: change *state*, and return the options of the next decision."""
        self.write(0, self.layout.state.pack(*state))
        count = self.call("play", option)
        state[:] = self._live()
        return self._listed(count)

    def options(self, state: State) -> Options:
        """Return the options of a position."""
        self.write(0, self.layout.state.pack(*state))
        return self._listed(self.call("options"))

    def steps(self) -> Steps | None:
        """Return what plays single moves in states given as bytes; None where calls are not fast."""
        playing = self._module.playing("play", self.layout.state_size, self.layout.options)
        if playing is None:
            return None
        lock = Lock()  # the module has one memory for all threads
        state, fields = self.layout.state, self.layout.fields

        def play(packed: bytes, option: int) -> tuple[bytes, Options]:
            try:
                with lock:
                    after, listed = playing(packed, option)
            except Trap as error:
                raise self._meant(error) from None
            return after, array("i", listed).tolist()

        def number(packed: bytes, field: str) -> int:
            at = fields[field]
            return int.from_bytes(packed[at : at + 4], "little", signed=True)

        return Steps(
            play, lambda data: state.pack(*data), lambda packed: list(state.unpack(packed)), number
        )

    # --- many ---

    def playouts(self, seed: int, games: int, most: int = 100_000) -> int:
        """Play random games with seeds from *seed* on; return how many decisions were made.

        A game is stopped after *most* decisions.
        """
        count: int = self.call("playouts", seed, games, most, 0)
        return count

    def finals(self, seed: int, games: int, most: int = 100_000) -> tuple[bytearray, Sequence[int]]:
        """Play random games; return the block of their last states, and their lengths."""
        states, lengths = bytearray(), array("i")
        for first, number in self._portions(games, self.layout.state_size + 4):
            size = number * self.layout.state_size
            out = self.room(size + 4 * number)
            self.call("playouts", seed + first, number, most, out)
            states += self.read(out, size)
            lengths.frombytes(self.read(out + size, 4 * number))
        return states, lengths

    def turns(
        self, seed: int, games: int, most: int = 100_000, room: int = 1 << 23
    ) -> list[tuple[int, int, bytes]]:
        """Play random games; return where their turns begin, as far as there is *room* in bytes.

        Each is the number of its game, the number of decisions before it, and its state.
        """
        size = self.layout.state_size
        at = self.room(room)
        end = self.call("turns", seed, games, most, at, at + room)
        records = bytes(self.read(at, end - at))
        turns = []
        for here in range(0, len(records), size + TURN_NUMBERS):
            game, decisions = struct.unpack_from("<2i", records, here + size)
            turns.append((game, decisions, records[here : here + size]))
        return turns

    def starts(self, seed: int, games: int) -> Batch:
        """Return the first positions of games with seeds from *seed* on."""
        return self._batch("begin_all", games, None, None, seed)

    def options_of(self, states: bytes | bytearray | memoryview) -> Batch:
        """Return the positions of a block with their options."""
        return self._batch("options_all", len(states) // self.layout.state_size, states, None)

    def play_all(self, states: bytes | bytearray | memoryview, choices: Iterable[int]) -> Batch:
        """Play one option in each position of a block; return the next positions."""
        taken = array("i", choices)
        number = len(states) // self.layout.state_size
        if len(taken) != number:
            raise ValueError(f"{number} positions need as many choices, not {len(taken)}")
        return self._batch("play_all", number, states, taken)

    def perft(self, state: State, depth: int) -> int:
        """Return the number of sequences of exactly *depth* decisions from a position."""
        if not 0 <= depth <= MOST_DEPTH:
            raise ValueError(f"a depth is a number from 0 to {MOST_DEPTH}, not {depth}")
        self.write(0, self.layout.state.pack(*state))
        count: int = self.call("perft", depth)
        return count

    def pack(self, states: Iterable[State]) -> bytes:
        """Return states as a block."""
        return b"".join(self.layout.state.pack(*state) for state in states)

    def unpack(self, states: bytes | bytearray | memoryview) -> list[State]:
        """Return the states of a block."""
        return [list(state) for state in self.layout.state.iter_unpack(states)]

    def _batch(
        self,
        name: str,
        number: int,
        states: bytes | bytearray | memoryview | None,
        choices: array[int] | None,
        seed: int | None = None,
    ) -> Batch:
        size = self.layout.state_size
        played, counts, options = bytearray(), array("i"), array("i")
        block = memoryview(states) if states is not None else None
        each = 64  # options of a position, on average
        first = 0
        while first < number:
            portion = min(number - first, max(1, MOST_BYTES // 4 // (size + 8 + 4 * each)))
            room = portion * each + MOST_OPTIONS
            at = self.room(portion * (size + 8) + 4 * room)
            picks = at + portion * size
            tally = picks + 4 * portion
            listed = tally + 4 * portion
            args: list[int] = [at, portion]
            if block is not None:
                self.write(at, block[first * size : (first + portion) * size])
            if choices is not None:
                self.write(picks, choices[first : first + portion].tobytes())
                args.append(picks)
            if seed is not None:
                args.insert(0, seed + first)
            try:
                end = self.call(name, *args, tally, listed, listed + 4 * room)
            except _NoRoom:
                each *= 4
                continue
            played += self.read(at, portion * size)
            counts.frombytes(self.read(tally, 4 * portion))
            options.frombytes(self.read(listed, end - listed))
            first += portion
        return Batch(played, counts, options)

    def _portions(self, number: int, size: int) -> Iterable[tuple[int, int]]:
        """Yield (first, number) of portions that fit into memory, at *size* bytes each."""
        most = max(1, MOST_BYTES // 2 // size)
        for first in range(0, number, most):
            yield first, min(most, number - first)

    # --- the module ---

    def call(self, name: str, *args: int) -> Any:
        """Call an export; a trap is raised as the exception it stands for."""
        try:
            return self._module.call(name, *args)
        except Trap as error:
            raise self._meant(error) from None

    def room(self, size: int) -> int:
        """Make the block at least *size* bytes large and return its address."""
        there = self._module.size
        missing = self.layout.block + size - there
        if missing > 0:
            pages = -(-missing // PAGE)
            if there // PAGE + pages > self.layout.most_pages:
                raise NativeFault(f"{size:,} bytes are more than a module may have")
            self._module.grow(pages)
        return self.layout.block

    def read(self, at: int, size: int) -> bytes | bytearray:
        """Return bytes of the module's memory."""
        return self._module.read(at, size)

    def write(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """Change bytes of the module's memory."""
        self._module.write(at, data)

    def view(self, at: int, size: int) -> memoryview | None:
        """Return bytes of the module's memory as they are now and later; None where there are only copies."""
        return self._module.view(at, size)

    def _meant(self, error: Exception) -> Exception:
        rules = f"{self.program.ruleset}, {self.program.players} players"
        fault = self._module.number("fault")
        self._module.set_number("fault", 0)
        message = f"{rules}: {FAULTS.get(fault, error)}"
        if fault == ENDLESS:
            return EndlessPlay(self.program.ruleset)
        if fault == TOO_MANY_OPTIONS:
            return TooManyOptions(message)
        return (_NoRoom if fault == NO_ROOM else NativeFault)(message)

    def _live(self) -> State:
        return list(self.layout.state.unpack(self.read(0, self.layout.state_size)))

    def _listed(self, count: int) -> Options:
        return list(memoryview(self.read(self.layout.options, 4 * count)).cast("i"))


def check_numbers(program: p.Program) -> None:
    """Refuse a program whose numbers need more than 31 bits."""
    reasons = []
    for decision in program.decisions:
        for alternative in decision.alternatives:
            if len(decision.alternatives) * prod(alternative.radices) > MOST_NUMBER:
                reasons.append(f"{decision.name} has more options")
    if (1 << program.players * program.board.bits) - 1 > MOST_NUMBER:
        reasons.append("the wizards of a surface are more")
    if (1 << program.board.levels) - 1 > MOST_NUMBER:
        reasons.append("the towers of a space are more")
    if reasons:
        raise NotNative(
            f"{program.ruleset}, {program.players} players: {reasons[0]} than the native back end "
            "has numbers for"
        )


def instantiate(key: str, make: Callable[[], bytes]) -> Instance:
    """Return a new instance of a module, which is compiled at most once.

    On a desktop wasmtime runs it, in a web page the browser; nothing else in wtrules knows which.

    *make* returns the module as bytes; *key* is any text that identifies it.
    """
    if sys.platform == "emscripten":
        from wtrules.backends.in_browser import BrowserInstance

        return BrowserInstance(key, make)
    from wtrules.backends.on_wasmtime import WasmtimeInstance

    return WasmtimeInstance(key, make)
