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

from attrs import evolve, frozen

from wtrules.board.pieces import Board, Stack, Tower
from wtrules.phrase import Phrase, Verbatim, numbered, phrase
from wtrules.value import Value

PLAIN, RAVEN, CASTLE, BARE, BORDER = "N", "R", "K", ".", "/"

# Characters that people write instead of `/`.
_BORDER_LIKE = ",;:|\\"
# A longer ring does not fit on a screen or into a state of small integers.
MAX_SPACES = 64
# Enough for the longest ring with every surface crowded; a longer text is not a board.
MAX_LENGTH = 4096

PROBLEM_CODES = (
    "board-too-long",
    "empty-board",
    "too-many-spaces",
    "wrong-space-count",
    "empty-space",
    "unknown-board-letter",
    "bare-ground-with-pieces",
    "tower-on-castle",
    "wizard-on-castle",
    "castle-on-castle",
    "no-castle",
    "two-castles",
    "wizards-under-castle",
    "crowded-surface",
    "wrong-tower-count",
    "too-many-wizards",
    "too-many-pieces",
    "colour-not-in-play",
)


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
    if spaces is not None and spaces != len(starts) and set(text).isdisjoint(_BORDER_LIKE):
        problems.append(_wrong_space_count(text, starts, spaces))
    if problems:
        return tuple(sorted(problems, key=lambda problem: problem.offset))
    return Board(tuple(stacks))


def _unreadable(text: str) -> Problem | None:
    """Return why *text* cannot be read space by space, if so; fast for any length."""
    if not text:
        return Problem(
            "empty-board",
            "there is no board here",
            0,
            0,
            phrase(
                "write one field for each space with `{border}` between them, `{bare}` for bare "
                "ground",
                border=BORDER,
                bare=BARE,
            ),
        )
    if len(text) > MAX_LENGTH:
        return Problem(
            "board-too-long",
            phrase(
                "a board takes at most {max_length} characters, this text has {number}",
                max_length=MAX_LENGTH,
                number=len(text),
            ),
            MAX_LENGTH,
            len(text) - MAX_LENGTH,
            "give the board field alone, on one line",
        )
    count = text.count(BORDER) + 1
    if count > MAX_SPACES:
        return Problem(
            "too-many-spaces",
            phrase(
                "a ring has at most {max_spaces} spaces, this text has {count}",
                max_spaces=MAX_SPACES,
                count=count,
            ),
            0,
            len(text),
        )
    return None


def _empty_space(text: str, space: int, offset: int) -> Problem:
    if offset == len(text):
        return Problem(
            "empty-space",
            phrase(
                "nothing is written for s{space}, after the last `{border}`",
                space=space,
                border=BORDER,
            ),
            offset - 1,
            1,
            phrase(
                "drop the last `{border}`, or write `{bare}` after it for bare ground",
                border=BORDER,
                bare=BARE,
            ),
        )
    place = (
        phrase("before the first `{border}`", border=BORDER)
        if space == 0
        else phrase("between two `{border}`", border=BORDER)
    )
    return Problem(
        "empty-space",
        phrase("nothing is written for s{space}, {place}", space=space, place=place),
        offset,
        1,
        phrase("write `{bare}` for bare ground", bare=BARE),
    )


def _wrong_space_count(text: str, starts: list[int], spaces: int) -> Problem:
    message = phrase(
        "the ring has {spaces}, this board has {number}",
        spaces=counted(spaces, "space"),
        number=len(starts),
    )
    if len(starts) > spaces:
        first = starts[spaces] if spaces > 0 else 0
        first = min(first, len(text) - 1)
        surplus = len(starts) - spaces
        return Problem(
            "wrong-space-count",
            message,
            first,
            len(text) - first,
            phrase(
                "drop {spaces}, or give the ring {number} spaces in the rules",
                spaces=counted(surplus, "space"),
                number=len(starts),
            ),
        )
    first = min(starts[-1], len(text) - 1)
    missing = spaces - len(starts)
    return Problem(
        "wrong-space-count",
        message,
        first,
        len(text) - first,
        phrase(
            "add {spaces}; bare ground is `{bare}`", spaces=counted(missing, "space"), bare=BARE
        ),
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
            found.append(Problem("unknown-board-letter", "", at, help=_hint(char, letters, pieces)))
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
    cure = (
        phrase("write `{pieces}`", pieces=pieces)
        if pieces
        else phrase("write one `{bare}`", bare=BARE)
    )
    return Problem(
        "bare-ground-with-pieces",
        phrase(
            "`{bare}` means bare ground, but s{space} has other characters too",
            bare=BARE,
            space=space,
        ),
        at,
        help=phrase("{cure}, or put a `{border}` between two spaces", cure=cure, border=BORDER),
    )


def _on_castle_problem(char: str, space: int, at: int) -> Problem:
    if char == CASTLE:
        message = phrase("a second castle is written on top of the castle on s{space}", space=space)
        return Problem(
            "castle-on-castle", message, at, help=phrase("write one `{castle}`", castle=CASTLE)
        )
    if char in (PLAIN, RAVEN):
        message = phrase(
            "a tower is written on top of the castle on s{space}; nothing can be on top of it",
            space=space,
        )
        cure = phrase("put `{castle}` last: the castle is on top of its stack", castle=CASTLE)
        return Problem("tower-on-castle", message, at, help=cure)
    if char.isupper():
        message = phrase(
            "`{char}` is written on top of the castle on s{space}; nothing can be on top of it",
            char=char,
            space=space,
        )
        return Problem(
            "wizard-on-castle",
            message,
            at,
            help=phrase("write `{char}` before `{castle}`", char=char, castle=CASTLE),
        )
    message = phrase(
        "a wizard is written on top of the castle on s{space}; nobody can stand on it", space=space
    )
    home = "omit the wizard: a wizard who enters the castle is home, not on the board"
    return Problem("wizard-on-castle", message, at, help=home)


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
        return "there is a blank in the board"
    if not shown.isprintable():
        codes = " ".join(f"U+{ord(char):04X}" for char in chars[:4])
        return phrase("{codes} is not a piece of the game", codes=Verbatim(codes))
    return phrase("`{shown}` is not a piece of the game", shown=shown)


def _hint(char: str, letters: str, pieces: str) -> str:
    """Return a suggestion for an unknown *char*."""
    wizards = phrase("wizards are {list}", list=" ".join(f"`{letter}`" for letter in letters))
    others = (
        phrase(", other pieces {list}", list=" ".join(f"`{letter}`" for letter in pieces))
        if pieces
        else ""
    )
    if char.isspace():
        return phrase(
            "write the board without blanks, one `{border}` between two spaces", border=BORDER
        )
    if char.isdigit():
        return phrase(
            "digits are not used: write every space, `{bare}{border}{bare}` for two bare ones",
            bare=BARE,
            border=BORDER,
        )
    if char in "kcC":
        return phrase("the castle is a capital `{castle}`", castle=CASTLE)
    if char in "nTt":
        return phrase(
            "a tower is a capital `{plain}`, or `{raven}` with a shield", plain=PLAIN, raven=RAVEN
        )
    if char == "r":
        return phrase(
            "a raven tower is a capital `{raven}`; {wizards}", raven=RAVEN, wizards=wizards
        )
    if char.upper() in pieces:
        return phrase("a piece is a capital letter: write `{char}`", char=char.upper())
    if char.lower() in letters:
        return phrase("wizards are small letters: write `{char}`", char=char.lower())
    if char in _BORDER_LIKE:
        return phrase("put `{border}` between two spaces", border=BORDER)
    if char in "-_*":
        return phrase("bare ground is `{bare}`", bare=BARE)
    return phrase(
        "{wizards}; towers `{plain}` and `{raven}`, castle `{castle}`{others}, bare ground "
        "`{bare}`",
        wizards=wizards,
        plain=PLAIN,
        raven=RAVEN,
        castle=CASTLE,
        others=others,
        bare=BARE,
    )


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
