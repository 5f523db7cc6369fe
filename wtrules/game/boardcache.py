"""Read and write boards as text, with a cache of spaces.

A query about thousands of positions spends most of its time on their texts. Most spaces look the
same on many boards, so the numbers for a text, and the text for numbers, are cached. An unusual
board goes through `wtrules.game.position`, which reports what is wrong with it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import define, field, frozen

from wtrules.board import Board, Stack, check_board, parse_board
from wtrules.game.position import BadPosition, Fault
from wtrules.program.program import Program

if TYPE_CHECKING:
    from wtrules.backends.reference import Reference

_MOST = 50_000  # spaces in the cache


@frozen
class _Space:
    """The numbers of one space in a state."""

    height: int
    shields: int  # of its towers; the program has those of the ground
    cells: tuple[int, ...]
    castle: bool
    crowd: int  # the most wizards on one of its surfaces
    counts: tuple[tuple[int, int], ...]  # (player, wizards) for players who have any here
    plain: int  # towers without a shield


@define
class BoardCache:
    """Reads and writes the boards of one program."""

    program: Program
    _read: dict[str, _Space] = field(factory=dict)
    _written: dict[tuple[int, ...], str] = field(factory=dict)

    def text(self, state: list[int]) -> str:
        """Return the board of a state as text."""
        written = self._written
        castle = state[self.program.fields["castle"].offset]
        texts = []
        for space, height, shields, base in self._places:
            key = (
                state[shields] >> 1,
                space == castle,
                *state[base : base + state[height] + 1],
            )
            text = written.get(key)
            if text is None:
                text = self._write(key)
            texts.append(text)
        return "/".join(texts)

    @cached_property
    def _places(self) -> list[tuple[int, int, int, int]]:
        """The offsets in a state of each space's height, shields and ground."""
        f, levels = self.program.fields, self.program.levels
        height, shields, cell = f["height"].offset, f["shields"].offset, f["cell"].offset
        return [
            (space, height + space, shields + space, cell + space * levels)
            for space in range(self.program.spaces)
        ]

    def _write(self, key: tuple[int, ...]) -> str:
        shields, castle, *cells = key
        parts = [self._letters(cells[0])]
        for level, wizards in enumerate(cells[1:]):
            parts.append(("R" if shields >> level & 1 else "N") + self._letters(wizards))
        text = "".join(parts) + "K" * castle or "."
        if len(self._written) >= _MOST:
            self._written.clear()
        self._written[key] = text
        return text

    def _letters(self, packed: int) -> str:
        bits = self.program.bits
        mask = (1 << bits) - 1
        return "".join(
            letter * (packed >> i * bits & mask) for i, letter in enumerate(self.program.letters)
        )

    def put(self, state: list[int], text: str, total: list[int]) -> None:
        """Write a board and the wizards at home into a state; raises BadPosition.

        *total* is how many wizards each player has; those not on the board are home. A board may
        have fewer towers than the game, but not more.
        """
        found = [self._read.get(part) for part in text.split("/")]
        if None in found or len(found) != self.program.spaces:
            found = self._learn(text, found)
        if not self._put(state, found, total):
            _refuse(self.program, text, total)

    def _learn(self, text: str, found: list[_Space | None]) -> list[_Space | None]:
        board = parse_board(text, self.program.letters, self.program.spaces)
        if isinstance(board, tuple):
            raise BadPosition(
                tuple(Fault(p.code, p.message, p.offset, p.length, p.help) for p in board)
            )
        if len(self._read) >= _MOST:
            self._read.clear()
        for i, (part, stack) in enumerate(zip(text.split("/"), board.spaces, strict=True)):
            if stack.height < self.program.levels:
                found[i] = self._read[part] = self._space(stack)
        return found

    def _space(self, stack: Stack) -> _Space:
        program = self.program
        cells = []
        for wizards in stack.surfaces:
            cells.append(sum(1 << program.letters.index(x) * program.bits for x in wizards))
        everybody = "".join(stack.surfaces)
        # Wizards at the castle or too many on a surface: leave it to the full check.
        crowd = 1_000 if stack.castle and stack.top else max(map(len, stack.surfaces))
        return _Space(
            stack.height,
            sum(tower.shield << level for level, tower in enumerate(stack.towers, 1)),
            (*cells, *[0] * (program.levels - len(cells))),
            stack.castle,
            crowd,
            tuple((i, everybody.count(x)) for i, x in enumerate(program.letters) if x in everybody),
            sum(not tower.shield for tower in stack.towers),
        )

    def _put(self, state: list[int], spaces: list[_Space | None], total: list[int]) -> bool:
        program = self.program
        f = program.fields
        if len(spaces) != program.spaces or None in spaces:
            return False
        capacity = program.capacity if program.capacity is not None else 999
        cells: list[int] = []
        heights, shields, home = [], [], total[:]
        castles = plain = towers = 0
        for i, space in enumerate(spaces):
            assert space is not None
            cells += space.cells
            heights.append(space.height)
            shields.append(space.shields)
            towers += space.height
            plain += space.plain
            if space.crowd > capacity:
                return False
            if space.castle:
                castles += 1
                state[f["castle"].offset] = i
            for player, count in space.counts:
                home[player] -= count
        raven = sum(shield for _, shield in program.towers)
        if castles != 1 or plain > len(program.towers) - raven or towers - plain > raven:
            return False
        if min(home) < 0:
            return False
        for ground in program.ground_shields:
            shields[ground] |= 1
        for name, values in (
            ("cell", cells),
            ("height", heights),
            ("shields", shields),
            ("home", home),
        ):
            offset = f[name].offset
            state[offset : offset + len(values)] = values
        return True


def _refuse(program: Program, text: str, total: list[int]) -> None:
    """Raise BadPosition with everything that is wrong with a well-formed board."""
    board = parse_board(text, program.letters, program.spaces)
    assert isinstance(board, Board)
    shielded = sum(shield for _, shield in program.towers)
    wanted = (len(program.towers) - shielded, shielded)
    present = board.tower_counts
    problems = check_board(
        board,
        capacity=program.capacity,
        towers=(min(present[0], wanted[0]), min(present[1], wanted[1])),
        supply=dict(zip(program.letters, total, strict=True)),
        names=dict(zip(program.letters, program.colours, strict=True)),
    )
    assert problems, text
    raise BadPosition(tuple(Fault(p.code, p.message, p.offset, p.length, p.help) for p in problems))


_CACHES: WeakKeyDictionary[Reference, BoardCache] = WeakKeyDictionary()


def board_cache(engine: Reference) -> BoardCache:
    """Return the cache of the boards of an engine."""
    found = _CACHES.get(engine)
    if found is None:
        found = _CACHES[engine] = BoardCache(engine.program)
    return found
