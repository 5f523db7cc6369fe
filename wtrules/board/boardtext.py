"""Read and write a board as one line of text, and report mistakes in it.

The spaces `s0`, `s1`, … are written clockwise with `/` between them, each from the bottom to the
top: a small letter is a wizard, `N` a tower without a shield, `R` a raven tower, `K` the castle,
another capital letter another piece of the game, `.` bare ground. Wizards stand on what is left of them, so `brRyK` is blue and red on the ground,
under a raven tower with yellow on it, and the castle on top.

There are two kinds of mistakes. `parse_board` finds what no board can be (a tower on the castle, an
unknown letter). `boardcheck.check_board` finds what can be built but does not fit the game (no
castle, a crowded tower). Both return every `Problem` they find, each pointing into the text, and
raise no exception for any text.

`format_board` writes a board exactly as it was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen

from wtrules.board.pieces import Board, Stack, Tower
from wtrules.diagnostics import report, wording
from wtrules.phrase import Phrase, Verbatim, numbered
from wtrules.value import Value

PLAIN, RAVEN, CASTLE, BARE, BORDER = "N", "R", "K", ".", "/"

# Characters that people write instead of `/`.
_BORDER_LIKE = ",;:|\\"
# A longer ring does not fit on a screen or into a state of small integers.
MAX_SPACES = 64
# Enough for the longest ring with every surface crowded; a longer text is not a board.
MAX_LENGTH = 4096


@frozen
class Problem(Value):
    """One mistake in a board or position, in the game's words, with its place in the text.

    `offset` counts characters from 0; `length` is 0 if the mistake has no place in the text.
    """

    code: str
    message: str
    offset: int = 0
    length: int = 1
    help: str | None = None


def problem(name: str, offset: int = 0, length: int = 1, **values: Any) -> Problem:
    """Return a mistake with the texts of its page."""
    fault = report(name, None, **values)
    return Problem(fault.code, fault.message, offset, length, next(iter(fault.help), None))


# --- reading ------------------------------------------------------------------------------------


def parse_board(
    text: str, letters: str, spaces: int | None, pieces: str = ""
) -> Board | tuple[Problem, ...]:
    """Return the board in *text*, or everything that is wrong with the text.

    *letters* are the wizards of the game, *pieces* the letters of its other pieces; *spaces* is the
    length of the ring, None for any length.
    """
    reserved = sorted({PLAIN, RAVEN, CASTLE, BARE, BORDER}.intersection(letters + pieces))
    if reserved:
        raise ValueError(f"these characters cannot be a wizard's letter: {' '.join(reserved)}")

    unreadable = _unreadable(text)
    if unreadable is not None:
        return (unreadable,)

    problems: list[Problem] = []
    stacks: list[Stack] = []
    starts: list[int] = []
    offset = 0
    for space, field in enumerate(text.split(BORDER)):
        if field:
            found = _parse_stack(field, space, letters, pieces)
            stacks.append(found.stack)
            problems += [evolve(x, offset=offset + x.offset) for x in found.problems]
        else:
            problems.append(_empty_space(text, space, offset))
        starts.append(offset)
        offset += len(field) + 1
    # A slash too many at the end is one mistake, not two.
    number = len(starts) - (text.endswith(BORDER) and len(starts) - 1 == spaces)
    if spaces is not None and spaces != number and set(text).isdisjoint(_BORDER_LIKE):
        problems.append(_wrong_space_count(text, starts, spaces))
    if problems:
        return tuple(sorted(problems, key=lambda problem: problem.offset))
    return Board(tuple(stacks))


def _unreadable(text: str) -> Problem | None:
    """Return why *text* cannot be read space by space, if so; fast for any length."""
    if not text:
        return problem("empty-board", 0, 0)
    if len(text) > MAX_LENGTH:
        surplus = len(text) - MAX_LENGTH
        return problem("board-too-long", MAX_LENGTH, surplus, most=MAX_LENGTH, number=len(text))
    count = text.count(BORDER) + 1
    if count > MAX_SPACES:
        return problem("too-many-spaces", 0, len(text), most=MAX_SPACES, count=count)
    return None


def _empty_space(text: str, space: int, offset: int) -> Problem:
    if offset == len(text):
        return problem("empty-space.last", offset - 1, space=space)
    return problem("empty-space.first" if space == 0 else "empty-space", offset, space=space)


def _wrong_space_count(text: str, starts: list[int], spaces: int) -> Problem:
    number = len(starts)
    is_more = number > spaces
    first = min(starts[max(spaces, 0)] if is_more else starts[-1], len(text) - 1)
    return problem(
        "wrong-space-count.more" if is_more else "wrong-space-count",
        first,
        len(text) - first,
        spaces=counted(spaces, "space"),
        number=number,
        difference=counted(abs(number - spaces), "space"),
    )


@frozen
class _ReadSpace(Value):
    """The pieces in the text of a space, and the mistakes in it."""

    stack: Stack
    problems: tuple[Problem, ...]


@lru_cache(maxsize=50_000)  # most spaces look the same on many boards
def _parse_stack(field: str, space: int, letters: str, pieces: str) -> _ReadSpace:
    """Read one space, and continue after a mistake."""
    surfaces, others, shields, castle = [""], [""], [], False
    found: list[Problem] = []
    for at, char in enumerate(field):
        if char == BARE:
            if field != BARE:
                found.append(_bare_ground_problem(field, space, at))
        elif char not in letters + pieces and char not in (PLAIN, RAVEN, CASTLE):
            help = _hint(char, letters, pieces)
            found.append(Problem("unknown-board-letter", "", at, help=help))
        elif castle:
            found.append(_on_castle_problem(char, space, at))
        elif char == CASTLE:
            castle = True
        elif char in letters:
            surfaces[-1] += char
        elif char in pieces:
            others[-1] += char
        else:
            shields.append(char == RAVEN)
            surfaces.append("")
            others.append("")
    if not set(field).isdisjoint(_BORDER_LIKE):
        # Several spaces were read as one; do not report mistakes that follow from this.
        found = [problem for problem in found if problem.code == "unknown-board-letter"]
    ground, *above = surfaces
    towers = tuple(map(Tower, shields, above, others[1:]))
    stack = Stack(ground, towers, castle, others[0])
    return _ReadSpace(stack, tuple(_merged(found, field)))


def _bare_ground_problem(field: str, space: int, at: int) -> Problem:
    pieces = field.replace(BARE, "")
    if not pieces:
        return problem("bare-ground-with-pieces.twice", at, space=space)
    return problem("bare-ground-with-pieces", at, space=space, pieces=pieces)


def _on_castle_problem(char: str, space: int, at: int) -> Problem:
    if char == CASTLE:
        return problem("castle-on-castle", at, space=space)
    if char in (PLAIN, RAVEN):
        return problem("tower-on-castle.board", at, space=space)
    if char.isupper():
        return problem("wizard-on-castle.piece", at, char=char, space=space)
    return problem("wizard-on-castle", at, space=space)


def _merged(problems: list[Problem], field: str) -> Iterator[Problem]:
    """Merge adjacent characters with the same mistake into one problem."""
    while problems:
        first = problems[0]
        for length, problem in enumerate(problems):
            if problem != evolve(first, offset=first.offset + length):
                break
        else:
            length = len(problems)
        unknown = field[first.offset : first.offset + length]
        yield evolve(first, length=length, message=first.message or _unknown(unknown))
        problems = problems[length:]


def _unknown(chars: str) -> str:
    shown = chars if len(chars) <= 12 else chars[:12] + "…"
    if chars.isspace():
        return wording("unknown-board-letter.blank")
    if not shown.isprintable():
        codes = " ".join(f"U+{ord(char):04X}" for char in chars[:4])
        return wording("unknown-board-letter.codes", codes=Verbatim(codes))
    return wording("unknown-board-letter.letters", shown=shown)


def _hint(char: str, letters: str, pieces: str) -> str:
    """Return a suggestion for an unknown *char*."""
    if char.isspace():
        return wording("unknown-board-letter.hint.space")
    if char.isdigit():
        return wording("unknown-board-letter.hint.digit")
    if char in "kcC":
        return wording("unknown-board-letter.hint.castle")
    if char in "nTt":
        return wording("unknown-board-letter.hint.tower")
    wizards = " ".join(f"`{letter}`" for letter in letters)
    if char == "r":
        return wording("unknown-board-letter.hint.raven", wizards=wizards)
    if char.upper() in pieces:
        return wording("unknown-board-letter.hint.piece", char=char.upper())
    if char.lower() in letters:
        return wording("unknown-board-letter.hint.wizard", char=char.lower())
    if char in _BORDER_LIKE:
        return wording("unknown-board-letter.hint.border")
    if char in "-_*":
        return wording("unknown-board-letter.hint.bare")
    if pieces:
        others = " ".join(f"`{letter}`" for letter in pieces)
        return wording("unknown-board-letter.hint.pieces", wizards=wizards, others=others)
    return wording("unknown-board-letter.hint.any", wizards=wizards)


# --- writing ------------------------------------------------------------------------------------


def format_board(board: Board) -> str:
    """Return the text of *board*; the order of the wizards stays the same."""
    return BORDER.join(map(_format_stack, board.spaces))


def _format_stack(stack: Stack) -> str:
    towers = "".join(
        (RAVEN if tower.shield else PLAIN) + tower.wizards + tower.pieces for tower in stack.towers
    )
    return stack.ground + stack.ground_pieces + towers + CASTLE * stack.castle or BARE


def canonical(board: Board, letters: str) -> Board:
    """Return *board* with the wizards of each surface in the order of *letters*, then other pieces.

    The order on a surface has no meaning in the game, so two boards are the same position exactly
    if they are equal in this form.
    """

    def rank(letter: str) -> tuple[int, str]:
        at = letters.find(letter)
        return (at if at >= 0 else len(letters), letter)

    def tidy(wizards: str) -> str:
        return "".join(sorted(wizards, key=rank))

    return Board(
        tuple(
            evolve(
                stack,
                ground=tidy(stack.ground),
                ground_pieces=tidy(stack.ground_pieces),
                towers=tuple(
                    evolve(tower, wizards=tidy(tower.wizards), pieces=tidy(tower.pieces))
                    for tower in stack.towers
                ),
            )
            for stack in board.spaces
        )
    )


def counted(number: int, noun: str) -> Phrase:
    """Return `1 tower`, `2 towers`."""
    return numbered(number, f"{{n}} {noun}", f"{{n}} {noun}s")
