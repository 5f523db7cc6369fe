"""Read and write the board of a state, and report what is wrong with a position.

`position_text.py` reads and writes whole positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from wtrules.board import Board, Problem, Stack, Tower, check_board, format_board, parse_board
from wtrules.program.program import Program

State = list[int]


@frozen
class Fault:
    """A mistake in the text of a position or move, and its place."""

    code: str
    message: str
    offset: int = 0
    length: int = 1
    help: str | None = None


class BadPosition(Exception):
    """A text that is not a valid position; `faults` has everything that is wrong with it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


@contextmanager
def fitting() -> Iterator[None]:
    """Turn an error while the rules run into a fault of the position.

    A whole position written by hand can hold numbers with which the game cannot continue.
    """
    try:
        yield
    except (IndexError, OverflowError):
        message = "the game cannot continue from here: `memory=` or `frame=` does not fit the rest"
        raise BadPosition((Fault("bad-position", message, length=0),)) from None


# --- the board -------------------------------------------------------------------------------


def board_of(program: Program, state: State) -> Board:
    """Return the board of a state."""
    f = program.fields
    height, shields, cell = f["height"].offset, f["shields"].offset, f["cell"].offset
    castle = state[f["castle"].offset]
    stacks = []
    for space in range(program.spaces):
        base = cell + space * program.levels
        levels = state[height + space]
        towers = tuple(
            Tower(bool(state[shields + space] >> level & 1), _letters(program, state[base + level]))
            for level in range(1, levels + 1)
        )
        stacks.append(Stack(_letters(program, state[base]), towers, castle == space))
    return Board(tuple(stacks))


def _letters(program: Program, packed: int) -> str:
    mask = (1 << program.bits) - 1
    return "".join(
        letter * (packed >> i * program.bits & mask) for i, letter in enumerate(program.letters)
    )


def board_text(program: Program, state: State) -> str:
    """Return the board field of a state."""
    return format_board(board_of(program, state))


def read_board(program: Program, text: str, *, as_played: bool = False) -> Board:
    """Read and check a board for a program; raises BadPosition.

    With *as_played*, a surface may hold more wizards than moves allow, and wizards may be at the
    castle, because rules can put them there.
    """
    board = parse_board(text, program.letters, program.spaces)
    if isinstance(board, tuple):
        raise BadPosition(tuple(_fault(problem) for problem in board))
    problems = board_problems(program, board, as_played=as_played)
    if problems:
        raise BadPosition(tuple(_fault(problem) for problem in problems))
    for letter, colour in zip(program.letters, program.colours, strict=True):
        if board.wizards[letter] >= 1 << program.bits:
            message = f"{board.wizards[letter]} {colour} wizards are more than the box holds"
            raise BadPosition((Fault("too-many-wizards", message, 0, len(text)),))
    return board


def board_problems(
    program: Program, board: Board, *, as_played: bool = False
) -> tuple[Problem, ...]:
    """Return what is wrong with a board; towers may be missing if rules can put them in the box."""
    shielded = sum(shield for _, shield in program.towers)
    towers = (len(program.towers) - shielded, shielded)
    capacity = None if as_played else program.capacity
    if program.takes_towers_back:
        towers = (min(towers[0], board.tower_counts[0]), min(towers[1], board.tower_counts[1]))
        capacity = None
    names = dict(zip(program.letters, program.colours, strict=True))
    return check_board(
        board, capacity=capacity, castle_alone=not as_played, towers=towers, names=names
    )


def _fault(problem: Problem) -> Fault:
    return Fault(
        problem.code,
        problem.message,
        problem.offset,
        problem.length,
        problem.help,
    )


def put_board(program: Program, state: State, board: Board) -> None:
    """Write a board into a state."""
    f = program.fields
    height, shields, cell = f["height"].offset, f["shields"].offset, f["cell"].offset
    state[cell : cell + f["cell"].size] = [0] * f["cell"].size
    for space, stack in enumerate(board.spaces):
        base = cell + space * program.levels
        bits = int(space in program.ground_shields)
        state[base] = _packed(program, stack.ground)
        for level, tower in enumerate(stack.towers, 1):
            bits |= int(tower.shield) << level
            state[base + level] = _packed(program, tower.wizards)
        state[height + space] = len(stack.towers)
        state[shields + space] = bits
        if stack.castle:
            state[f["castle"].offset] = space


def _packed(program: Program, letters: str) -> int:
    return sum(1 << program.letters.index(letter) * program.bits for letter in letters)
