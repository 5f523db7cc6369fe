"""Many positions of one game at once: natively, or one by one for rules that only Python can run.

A block is a row of states as bytes. Two games that are compared have blocks of the same kind.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from attrs import frozen

from wtrules.backends.native import Batch, Native, NotNative
from wtrules.backends.reference import EndlessPlay, Reference, TooManyOptions
from wtrules.game.game import Game
from wtrules.program.program import Program
from wtrules.value import Value

Block = bytes | bytearray
MOST = 3000  # decisions of a random game
_FORCED = 400  # single options made in a row
_UNPLAYABLE = (EndlessPlay, TooManyOptions)


@frozen
class Positions(Value):
    """Positions of one game: their states as a block, and the options of each."""

    states: Block
    options: list[Sequence[int] | None]  # None: there is no next decision

    def __len__(self) -> int:
        return len(self.options)


@frozen
class TurnStart(Value):
    """Where a turn of a random game begins: the number of the game, the decisions before, the state."""

    game: int
    decisions: int
    state: bytes


class Batches(ABC):
    """Plays many positions of one game at once."""

    def __init__(self, program: Program, form: struct.Struct, addresses: Sequence[int]) -> None:
        self.program = program
        self.form = form  # a state as bytes
        self.addresses = addresses  # of the numbers of a state, and of what follows the last one
        self.size = form.size

    def pack(self, states: Iterable[Sequence[int]]) -> bytes:
        """Return states as a block."""
        return b"".join(self.form.pack(*state) for state in states)

    def unpack(self, block: Block, position: int = 0) -> list[int]:
        """Return the state of a position."""
        return list(self.form.unpack_from(block, position * self.size))

    def number(self, block: Block, position: int, index: int) -> int:
        """Return one number of the state of a position, which is not a wide one."""
        at = position * self.size + self.addresses[index]
        return int.from_bytes(block[at : at + 4], "little", signed=True)

    def column(self, block: Block, index: int) -> list[int]:
        """Return one number of the states of all positions, which is not a wide one."""
        words = memoryview(block).cast("i")
        return words[self.addresses[index] // 4 :: self.size // 4].tolist()

    def play(self, block: Block, choices: Sequence[int]) -> Positions:
        """Play one option in each position of a block."""
        if not choices:
            return Positions(b"", [])
        try:
            return self.played(block, choices)
        except _UNPLAYABLE:
            if len(choices) == 1:
                return Positions(block, [None])
        half = len(choices) // 2  # find those that cannot be played
        at = half * self.size
        one, two = self.play(block[:at], choices[:half]), self.play(block[at:], choices[half:])
        return Positions(one.states + two.states, one.options + two.options)

    def settled(self, positions: Positions, only: Sequence[int] | None = None) -> Positions:
        """Return positions after all forced moves; *only* as long as these players have the turn."""
        size, active = self.size, self.program.fields["active"].offset
        states: bytearray | None = None
        options = positions.options
        waiting: Sequence[int] = range(len(positions))
        for _ in range(_FORCED):
            block = positions.states if states is None else states
            single = [(i, options[i] or ()) for i in waiting if len(options[i] or ()) == 1]
            if only is not None:
                single = [x for x in single if self.number(block, x[0], active) == only[x[0]]]
            if not single:
                break
            waiting = [i for i, _ in single]
            after = self.play(
                b"".join(block[i * size : (i + 1) * size] for i in waiting),
                [option for _, (option,) in single],
            )
            if states is None:
                states, options = bytearray(positions.states), list(options)
            for n, i in enumerate(waiting):
                states[i * size : (i + 1) * size] = after.states[n * size : (n + 1) * size]
                options[i] = after.options[n]
        return positions if states is None else Positions(states, options)

    @abstractmethod
    def starts(self, seed: int, games: int) -> Positions:
        """Return the first positions of games with seeds from *seed* on."""

    @abstractmethod
    def played(self, block: Block, choices: Sequence[int]) -> Positions:
        """Play one option in each position of a block; raise if that is impossible for one."""

    @abstractmethod
    def listed(self, block: Block) -> Positions:
        """Return the positions of a block with their options."""

    @abstractmethod
    def turns(self, seed: int, games: int) -> list[TurnStart]:
        """Play random games, and return where their turns begin."""


def batches(games: Sequence[Game], players: int) -> list[Batches]:
    """Return the back ends of games that are compared: native ones, if all of them can be native."""
    try:
        return [_Natively(game.native(players)) for game in games]
    except NotNative:
        return [_OneByOne(game.engine(players)) for game in games]


class _Natively(Batches):
    """Plays on the native back end, with one call for many positions."""

    def __init__(self, native: Native) -> None:
        self._native = native
        addresses: list[int] = []
        end = 0
        for field in native.program.fields.values():
            at, width = native.layout.fields[field.name], 8 if field.wide else 4
            end = at + field.size * width
            addresses += range(at, end, width)
        super().__init__(native.program, native.layout.state, [*addresses, end])

    def starts(self, seed: int, games: int) -> Positions:
        return _split(self._native.starts(seed, games))

    def played(self, block: Block, choices: Sequence[int]) -> Positions:
        return _split(self._native.play_all(block, choices))

    def listed(self, block: Block) -> Positions:
        return _split(self._native.options_of(block))

    def turns(self, seed: int, games: int) -> list[TurnStart]:
        return [TurnStart(*turn) for turn in self._native.turns(seed, games, MOST)]


def _split(batch: Batch) -> Positions:
    ends = accumulate(batch.counts)
    return Positions(
        batch.states,
        [batch.options[end - n : end] for n, end in zip(batch.counts, ends, strict=True)],
    )


class _OneByOne(Batches):
    """Plays on the reference back end; its numbers may be larger."""

    def __init__(self, engine: Reference) -> None:
        self._engine = engine
        program = engine.program
        addresses = range(0, 8 * program.size + 1, 8)
        super().__init__(program, struct.Struct(f"<{program.size}q"), addresses)

    def starts(self, seed: int, games: int) -> Positions:
        first = [self._engine.start(seed + game) for game in range(games)]
        return Positions(self.pack(data for data, _ in first), [options for _, options in first])

    def played(self, block: Block, choices: Sequence[int]) -> Positions:
        states = self._states(block)
        options = [self._engine.play(data, c) for data, c in zip(states, choices, strict=True)]
        return Positions(self.pack(states), [*options])

    def listed(self, block: Block) -> Positions:
        return Positions(block, [self._engine.options(data) for data in self._states(block)])

    def turns(self, seed: int, games: int) -> list[TurnStart]:
        return [
            TurnStart(game, at, self.form.pack(*data))
            for game in range(games)
            for at, data in _turns(self._engine, seed + game)
        ]

    def _states(self, block: Block) -> list[list[int]]:
        return [list(numbers) for numbers in self.form.iter_unpack(block)]


def _turns(engine: Reference, seed: int) -> Iterator[tuple[int, list[int]]]:
    active = engine.program.fields["active"].offset
    before = None
    for at, (data, _) in enumerate(random_game(engine, seed)):
        if data[active] != before:
            before = data[active]
            yield at, data


def random_game(engine: Reference, seed: int) -> Iterator[tuple[list[int], int]]:
    """Yield each position of the random game that the native back end plays, and what is chosen.

    The position changes when the next one is asked for.
    """
    chance = _Policy(seed)
    data, options = engine.start(seed)
    for _ in range(MOST):
        if not options:
            return
        option = options[chance.below(len(options))]
        yield data, option
        options = engine.play(data, option)


class _Policy:
    """The generator of random players: SplitMix64, as in every native module."""

    def __init__(self, seed: int) -> None:
        self._state = seed ^ 0xD1B54A32D192ED03

    def below(self, number: int) -> int:
        """Return a random number below another one."""
        bits = (1 << 64) - 1
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & bits
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & bits
        z = (z ^ z >> 27) * 0x94D049BB133111EB & bits
        return ((z ^ z >> 31) >> 32) * number >> 32
