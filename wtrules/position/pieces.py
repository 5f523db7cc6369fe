"""The board of a state: reading it, checking it, writing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from wtrules.board import Board, Problem, Stack, Tower, check_board, format_board, parse_board
from wtrules.board.boardtext import BORDER, problem
from wtrules.meaning.pieces import PieceKind
from wtrules.position.faults import BadPosition
from wtrules.program.program import MOST, NOTHING, Program

State = list[int]

HIDDEN = -MOST - 1  # in an observation, what the player does not know; no rule has such a number
UNKNOWN = "?"  # … and its text


def board_of(program: Program, state: State) -> Board:
    """Return the board of a state."""
    return Board(tuple(stack for stack, _ in _spaces(program, state)))


def board_text(program: Program, state: State) -> str:
    """Return the board field of a state: `format_board(board_of(…))`, only faster."""
    return BORDER.join(text for _, text in _spaces(program, state))


def _spaces(program: Program, state: State) -> Iterator[tuple[Stack, str]]:
    """Yield what is on each space, also as text."""
    f, levels = program.fields, program.board.levels
    height, shields, cell = f["height"].offset, f["shields"].offset, f["cell"].offset
    castle = state[f["castle"].offset]
    pieces = _pieces_by_place(program, state)
    for space, top in enumerate(state[height : height + program.board.spaces]):
        first = space * levels
        others = tuple(pieces.get(first + level, "") for level in range(top + 1)) if pieces else ()
        surfaces = tuple(state[cell + first : cell + first + top + 1])
        about = (state[shields + space], others, space == castle)
        yield _space(surfaces, *about, program.board.letters, program.board.bits)


@lru_cache(maxsize=50_000)  # most spaces look the same on many boards
def _space(
    surfaces: tuple[int, ...],
    shields: int,
    pieces: tuple[str, ...],
    castle: bool,
    letters: str,
    bits: int,
) -> tuple[Stack, str]:
    ground, *above = (_letters(packed, letters, bits) for packed in surfaces)
    beside, *others = pieces or ("",) * len(surfaces)
    towers = tuple(
        Tower(bool(shields >> level & 1), wizards, here)
        for level, (wizards, here) in enumerate(zip(above, others, strict=True), 1)
    )
    stack = Stack(ground, towers, castle, beside)
    return stack, format_board(Board((stack,)))


def _pieces_by_place(program: Program, state: State) -> dict[int, str]:
    """Return the letters of the pieces on each surface that has any."""
    found: dict[int, str] = {}
    for kind in program.board.pieces:
        for piece in kind.members:
            place = state[program.fields["piece"].offset + piece]
            if place >= 0:
                found[place] = found.get(place, "") + kind.letter
    return found


def _letters(packed: int, letters: str, bits: int) -> str:
    """Return the wizards of a surface, of which a state has the number of each colour."""
    mask = (1 << bits) - 1
    return "".join(letter * (packed >> i * bits & mask) for i, letter in enumerate(letters))


def read_board(
    program: Program,
    text: str,
    *,
    as_played: bool = False,
    supply: Mapping[str, int] | None = None,
) -> Board:
    """Read and check a board for a program; raises BadPosition.

    With *as_played*, a surface may hold more wizards than moves allow, and wizards may be at the
    castle, because rules can put them there. With *supply*, the wizards of each player by letter,
    the board is a sketch: wizards may be missing. In both cases towers may be missing.
    """
    board = parse_board(
        text, program.board.letters, program.board.spaces, program.board.piece_letters
    )
    if isinstance(board, tuple):
        raise BadPosition(board)
    problems = board_problems(program, board, as_played=as_played, supply=supply)
    if problems:
        raise BadPosition(problems)
    for letter, colour, box in zip(
        program.board.letters, program.board.colours, program.board.box, strict=True
    ):
        if (count := board.wizards[letter]) > box:
            fault = problem("too-many-wizards.box", 0, len(text), count=count, colour=colour)
            raise BadPosition((fault,))
    return board


def board_problems(
    program: Program,
    board: Board,
    *,
    as_played: bool = False,
    supply: Mapping[str, int] | None = None,
) -> tuple[Problem, ...]:
    """Return what is wrong with a board; towers may be missing if rules can put them in the box."""
    shielded = sum(shield for _, shield in program.board.towers)
    towers = (len(program.board.towers) - shielded, shielded)
    if program.takes_towers_back or as_played or supply is not None:
        plain, shielded = board.tower_counts
        towers = (min(towers[0], plain), min(towers[1], shielded))
    # Whoever stood on a tower that goes into the box joins the wizards below.
    is_crowded = as_played or (program.takes_towers_back and supply is None)
    return check_board(
        board,
        capacity=None if is_crowded else program.board.capacity,
        castle_alone=not as_played,
        towers=towers,
        supply=supply,
        names=dict(zip(program.board.letters, program.board.colours, strict=True)),
        others={kind.letter: kind.number for kind in program.board.pieces},
    )


def put_board(program: Program, state: State, board: Board) -> None:
    """Write a board into a state."""
    f = program.fields
    height, shields, cell = f["height"].offset, f["shields"].offset, f["cell"].offset
    state[cell : cell + f["cell"].size] = [0] * f["cell"].size
    for space, stack in enumerate(board.spaces):
        base = cell + space * program.board.levels
        bits = int(space in program.board.ground_shields)
        for level, wizards in enumerate(stack.surfaces):
            for letter in wizards:
                state[base + level] += 1 << program.board.letters.index(letter) * program.board.bits
        for level, tower in enumerate(stack.towers, 1):
            bits |= int(tower.shield) << level
        state[height + space] = stack.height
        state[shields + space] = bits
        if stack.castle:
            state[f["castle"].offset] = space
    _put_pieces(program, state, board)


def _put_pieces(program: Program, state: State, board: Board) -> None:
    """Write the other pieces into a state: equal ones in the order of the board, the rest in the box."""
    places: dict[str, list[int]] = {}
    for space, stack in enumerate(board.spaces):
        for level, letters in enumerate(stack.pieces):
            for letter in letters:
                places.setdefault(letter, []).append(space * program.board.levels + level)
    for kind in program.board.pieces:
        at = program.fields["piece"].offset + kind.first
        there = places.get(kind.letter, [])
        state[at : at + kind.number] = [*there, *[NOTHING] * (kind.number - len(there))]


def order_of(program: Program, state: State, kind: PieceKind) -> list[int]:
    """Return the numbers of equal pieces, counted from 1, in the order of the board."""
    at = program.fields["piece"].offset
    placed = [(state[at + piece], piece) for piece in kind.members if state[at + piece] >= 0]
    return [piece - kind.first + 1 for _, piece in sorted(placed)]


def put_in_order(program: Program, state: State, kind: PieceKind, order: list[int]) -> None:
    """Give equal pieces, which were put in the order of the board, other numbers."""
    at = program.fields["piece"].offset + kind.first
    places = state[at : at + len(order)]
    state[at : at + kind.number] = [NOTHING] * kind.number
    for number, place in zip(order, places, strict=True):
        state[at + number - 1] = place
