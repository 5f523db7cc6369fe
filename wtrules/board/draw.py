"""Draw the board with characters: a ring, clockwise from `s0` at the top left.

Each space shows its number, the shield printed on its ground, its towers, one line each, and above
them the visible wizards and the castle. On request, wizards under a tower are shown inside the
tower that covers them. Colours only repeat what the letters say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from itertools import cycle
from operator import itemgetter

from attrs import frozen

from wtrules.board.pieces import Board, Stack
from wtrules.board.track import Track, in_signs
from wtrules.safe_text import safe
from wtrules.value import Value

SHIELD = "◆"
_MARK = "▸"
_STONE = "░"

# A cell has room for a tower and two characters on either side of it; those on the left are for
# its level. The width is odd, so that the crest is in the middle.
_MIN_INNER = 9
_MAX_INNER = 13
_MIN_LINES = 2
_GROWTH = 2  # lines that the ring of an average game needs more
_BETWEEN = "   "  # parts of a line in the middle

# Lines of parts, each of which is a text after the letter of a wizard or after nothing.
Middle = Sequence[Sequence[tuple[str, str]]]

_SGR_BY_LETTER = {
    "b": "1;94",
    "y": "1;93",
    "r": "1;91",
    "g": "1;92",
    "o": "1;38;5;208",
    "p": "1;95",
}
_SGR_SPARE = ("1;96", "1;97", "1;38;5;218", "1;38;5;137", "1;38;5;112", "1;38;5;69")
_SGR_DIM = "2"
_SGR_SHIELD = "1;33"
_SGR_CASTLE = "1"
_SGR_MARK = "1;36"
_SGR_PIECE = "1;7"
_SGR_CODE = re.compile(r"\x1b\[[0-9;]*m")

# The line-drawing character for the arms up, right, down and left.
_JOINTS = {
    (False, True, True, False): "┌",
    (False, False, True, True): "┐",
    (True, True, False, False): "└",
    (True, False, False, True): "┘",
    (False, True, True, True): "┬",
    (True, True, False, True): "┴",
    (True, True, True, False): "├",
    (True, False, True, True): "┤",
    (True, True, True, True): "┼",
    (True, False, True, False): "│",
    (False, True, False, True): "─",
}


@frozen
class _Pen(Value):
    """Writes pieces with or without colour; the visible width is the same."""

    colour: bool
    wizards: Mapping[str, str]

    def ink(self, text: str, sgr: str) -> str:
        return f"\x1b[{sgr}m{text}\x1b[0m" if self.colour and text.strip() else text

    def letters(self, wizards: str) -> str:
        return "".join(self.ink(letter, self.wizards.get(letter, "1")) for letter in wizards)


@frozen
class _Line(Value):
    """A line of a cell: the text with colour codes, and its visible width."""

    text: str
    width: int

    def centred(self, width: int) -> str:
        left = max(0, width - self.width) // 2
        return " " * left + self.text + " " * max(0, width - self.width - left)


@frozen
class _View(Value):
    """The settings that all cells of a drawing share."""

    board: Board
    pen: _Pen
    ground_shields: Collection[int]
    marks: Mapping[int, str]
    show_hidden: bool


def draw(
    board: Board,
    *,
    colour: bool,
    width: int = 80,
    ground_shields: Collection[int],
    letters: Sequence[str],
    names: Mapping[str, str] | None = None,
    show_hidden: bool = False,
    marks: Mapping[int, str] | None = None,
    track: Track | None = None,
    pieces: Mapping[str, str] | None = None,
    middle: Sequence[Middle] = (),
    height: int | None = None,
) -> str:
    """Return a drawing of *board* no wider than *width*, without a newline at its end.

    *letters* are the wizards of the game in order; with *names*, a key to them is in the middle of
    the ring. *marks* are short texts to write at some spaces. *track* says what follows each space
    if the track is not a plain ring; the key lists what differs. *pieces* are the names of other pieces
    by letter, for the key. *middle* is what to write in the middle of the ring if it fits, else below
    it; of several, the first one that fits. With *height*, the ring is made wider than high if it
    would be taller otherwise. A ring that does not fit is drawn as a list, one space per line.
    """
    view = _View(
        board,
        _Pen(colour, _wizard_inks(letters) | dict.fromkeys(pieces or "", _SGR_PIECE)),
        ground_shields,
        {space: safe(text.strip()) for space, text in (marks or {}).items() if text.strip()},
        show_hidden,
    )
    key = [
        *((letter, safe(names[letter])) for letter in letters if names and letter in names),
        *((letter, safe(name)) for letter, name in (pieces or {}).items()),
        *(("", way) for way in in_signs(track)),
    ]
    blocks = [_block(lines, view.pen) for lines in middle] or [[]]
    shapes = _shapes(len(board.spaces), width)
    if not shapes:
        below = [*blocks[0], *_key_lines(key, view.pen, width)]
        return "\n".join((*_list(view), *(line.text.rstrip() for line in below)))
    shape, block = shapes[0], blocks[0]
    if height is not None:
        # Stacks grow during a game, but the shape is to stay as it is.
        ways = [
            (_least_lines(shape, _Beside(block, key, view.pen), width) + _GROWTH, shape, block)
            for block in blocks
            for shape in shapes
        ]
        shortest = min(ways, key=itemgetter(0))
        _, shape, block = next((way for way in ways if way[0] <= height), shortest)
    return "\n".join(_ring(view, *shape, _Beside(block, key, view.pen), width))


def display_width(text: str) -> int:
    """Return how many columns *text* takes in a terminal."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _clip(text: str, width: int) -> str:
    if display_width(text) <= width:
        return text
    while text and display_width(text) > width - 1:
        text = text[:-1]
    return text + "…" if width > 0 else ""


def _wizard_inks(letters: Sequence[str]) -> dict[str, str]:
    spare = cycle(_SGR_SPARE)
    return {letter: _SGR_BY_LETTER.get(letter) or next(spare) for letter in letters}


# --- the ring -----------------------------------------------------------------------------------


def _shapes(spaces: int, width: int) -> list[tuple[int, int]]:
    """Return columns and rows of the rings that fit, from the squarest to the widest."""
    most = (width - 1) // (_MIN_INNER + 1)
    if spaces < 4 or most < 2:
        return []
    around = spaces + spaces % 2  # a ring of odd length leaves one cell empty
    both = (around + 4) // 2
    square = max(2, min(most, (both + 1) // 2))
    return [
        (columns, both - columns) for columns in range(square, max(square, min(most, both - 2)) + 1)
    ]


def _inner(columns: int, width: int) -> int:
    """Return how wide the cells of a ring are inside."""
    inner = min(_MAX_INNER, (width - 1) // columns - 1)
    return inner - (1 - inner % 2)


def _hole(columns: int, inner: int) -> int:
    """Return how wide the middle of a ring is."""
    return max(0, columns - 2) * (inner + 1) - 1


def _least_lines(shape: tuple[int, int], beside: _Beside, width: int) -> int:
    """Return how many lines a ring takes at least, with what is to be in its middle."""
    columns, rows = shape
    room = _MIN_LINES * (rows - 2) + max(0, rows - 3)
    _, below = beside.placed(room, _hole(columns, _inner(columns, width)), width)
    return rows * (_MIN_LINES + 1) + 1 + len(below)


@frozen
class _Beside(Value):
    """What is written in the middle of a ring as far as there is room, else below it."""

    block: Sequence[_Line]
    key: Sequence[tuple[str, str]]
    pen: _Pen

    def placed(self, room: int, hole: int, width: int) -> tuple[list[_Line], list[_Line]]:
        """Return the lines inside and those below, if *room* lines of *hole* columns are free."""
        narrow, wide = (_key_lines(self.key, self.pen, columns) for columns in (hole - 2, width))
        inside: list[_Line] = []
        below: list[_Line] = []
        for here, there in ((self.block, self.block), (narrow, wide)):
            lines = [*inside, *here]
            if len(lines) <= room and all(line.width <= hole - 2 for line in lines):
                inside = lines
            else:
                below += there
        return inside, below


def _block(middle: Middle, pen: _Pen) -> list[_Line]:
    """Return lines that begin at the same column wherever they are centred."""
    lines = [
        _BETWEEN.join(f"{pen.letters(letter) or ' '} {safe(text)}" for letter, text in line)
        for line in middle
    ]
    width = max((display_width(_plain(line)) for line in lines), default=0)
    return [_Line(_pad(line, width), width) for line in lines]


def _walk(columns: int, rows: int) -> list[tuple[int, int]]:
    """Return the cells (row, column) around the grid, clockwise from the top left."""
    return [
        *((0, column) for column in range(columns)),
        *((row, columns - 1) for row in range(1, rows)),
        *((rows - 1, column) for column in range(columns - 2, -1, -1)),
        *((row, 0) for row in range(rows - 2, 0, -1)),
    ]


def _ring(
    view: _View,
    columns: int,
    rows: int,
    beside: _Beside,
    width: int,
) -> list[str]:
    inner = _inner(columns, width)
    grid = _Grid(
        dict(zip(_walk(columns, rows), range(len(view.board.spaces)), strict=False)), columns, inner
    )
    bodies = {
        cell: _body(view.board.spaces[space], inner, view.pen, view.show_hidden)
        for cell, space in grid.spaces.items()
    }
    heights = [
        max(_MIN_LINES, *(len(body) for (at, _), body in bodies.items() if at == row))
        for row in range(rows)
    ]
    # The middle is free between the top and the bottom row, including the lines between cells.
    room = sum(heights[1:-1]) + max(0, rows - 3)
    hole = _hole(columns, inner)
    inside, below = beside.placed(room, hole, width)
    blank = [""] * ((room - len(inside)) // 2)
    middle = iter([*blank, *(line.centred(hole) for line in inside), *[""] * room])

    lines: list[str] = []
    for row in range(rows):
        lines.append(_rule(view, grid, row, next(middle) if 1 < row < rows - 1 else ""))
        for line in range(heights[row]):
            filling = next(middle) if 0 < row < rows - 1 else ""
            lines.append(_content(grid, bodies, row, heights[row] - line, filling))
    lines.append(_rule(view, grid, rows, ""))
    lines += [*_long_marks(view, inner), *(line.text for line in below)]
    return [line.rstrip() for line in lines]


@frozen
class _Grid(Value):
    """Which space is drawn in which cell (row, column), and how wide the cells are."""

    spaces: Mapping[tuple[int, int], int]
    columns: int
    inner: int

    def joint(self, row: int, column: int) -> str:
        """Return the character where four cells meet, at the top left of the given cell."""
        up_left, up_right = ((row - 1, c) in self.spaces for c in (column - 1, column))
        down_left, down_right = ((row, c) in self.spaces for c in (column - 1, column))
        return _JOINTS.get(
            (
                up_left or up_right,
                up_right or down_right,
                down_left or down_right,
                up_left or down_left,
            ),
            " ",
        )

    def side(self, row: int, column: int) -> str:
        """Return the border left of the given cell."""
        return "│" if {(row, column - 1), (row, column)} & self.spaces.keys() else " "

    def join(self, borders: Sequence[str], parts: Sequence[str | None], filling: str) -> str:
        """Return a line of cells, blank where a cell is None; *filling* goes in the middle."""
        cells = [" " * self.inner if part is None else part for part in parts]
        if filling:
            cells[1:-1] = [_pad(filling, (self.columns - 2) * (self.inner + 1) - 1)]
            borders = [*borders[:2], *borders[-2:]]
        return borders[0] + "".join(
            cell + border for cell, border in zip(cells, borders[1:], strict=True)
        )


def _pad(text: str, width: int) -> str:
    return text + " " * (width - display_width(_plain(text)))


def _plain(text: str) -> str:
    return _SGR_CODE.sub("", text)


def _rule(view: _View, grid: _Grid, row: int, filling: str) -> str:
    """Return the line above a row of cells, with the number of each space in it."""
    parts: list[str | None] = []
    for column in range(grid.columns):
        space = grid.spaces.get((row, column))
        if space is not None:
            parts.append(_header(view, space, grid.inner))
        elif (row - 1, column) in grid.spaces:
            parts.append("─" * grid.inner)
        else:
            parts.append(None)
    borders = [grid.joint(row, column) for column in range(grid.columns + 1)]
    return grid.join(borders, parts, filling)


def _content(
    grid: _Grid,
    bodies: Mapping[tuple[int, int], Sequence[_Line]],
    row: int,
    from_ground: int,
    filling: str,
) -> str:
    """Return one line through a row of cells, *from_ground* counting 1 for the lowest."""
    parts: list[str | None] = []
    for column in range(grid.columns):
        body = bodies.get((row, column))
        if body is None:
            parts.append(None)
        elif from_ground > len(body):
            parts.append(" " * grid.inner)
        else:
            parts.append(body[-from_ground].centred(grid.inner))
    borders = [grid.side(row, column) for column in range(grid.columns + 1)]
    return grid.join(borders, parts, filling)


def _header(view: _View, space: int, inner: int) -> str:
    """Return the border above a space, with its number, its printed shield and its mark."""
    number = f" s{space} "
    shield = f"{SHIELD} " if space in view.ground_shields else ""
    mark = view.marks.get(space, "")
    if mark:
        mark = f" {_MARK}{_clip(mark, _mark_room(view, space, inner))} "
    rule = "─" * (inner - len(number + shield) - display_width(mark))
    mark = mark[-(inner - len(number + shield)) :]
    pen = view.pen
    return f"{number}{pen.ink(shield, _SGR_SHIELD)}{rule}{pen.ink(mark, _SGR_MARK)}"


def _mark_room(view: _View, space: int, inner: int) -> int:
    """Return the maximum width of a mark in the border above *space*."""
    return inner - len(f" s{space} ") - 2 * (space in view.ground_shields) - 3


def _long_marks(view: _View, inner: int) -> list[str]:
    """Return the full text of the marks that were shortened in the ring."""
    return [
        f"s{space} {view.pen.ink(_MARK + mark, _SGR_MARK)}"
        for space, mark in sorted(view.marks.items())
        if space < len(view.board.spaces) and display_width(mark) > _mark_room(view, space, inner)
    ]


# --- one space ----------------------------------------------------------------------------------


def _body(stack: Stack, inner: int, pen: _Pen, show_hidden: bool) -> list[_Line]:
    """Return the pieces on a space, from the top down."""
    lines: list[_Line] = []
    across = inner - 4
    if stack.castle:
        lines += _castle(across, pen)
    surfaces = [
        wizards + others for wizards, others in zip(stack.surfaces, stack.pieces, strict=True)
    ]
    lines += [_Line(pen.letters(part), len(part)) for part in _in_lines(surfaces[-1], inner - 2)]
    for level in range(stack.height, 0, -1):
        caught = surfaces[level - 1] if show_hidden else ""
        number = str(level) if stack.height > 1 else ""
        lines += _tower(stack.towers[level - 1].shield, caught, number, across, pen)
    return lines


def _castle(across: int, pen: _Pen) -> list[_Line]:
    teeth = "█▄" * (across // 2) + "█"
    wall = "█" * (across // 2)
    keep = f"{pen.ink(wall, _SGR_CASTLE)}K{pen.ink(wall, _SGR_CASTLE)}"
    return [_Line(pen.ink(teeth, _SGR_CASTLE), across), _Line(keep, across)]


def _tower(shield: bool, caught: str, number: str, across: int, pen: _Pen) -> list[_Line]:
    """Return a tower, with the wizards under it shown inside."""
    room = across - 2
    lines: list[_Line] = []
    for part in _in_lines(caught, room - 1) or [""]:
        top = not lines
        crest = pen.ink(SHIELD, _SGR_SHIELD) if shield and top else _STONE
        left = room - len(part) - 1 if part else room // 2
        wall = pen.letters(part) + _STONE * left + crest + _STONE * (room - len(part) - 1 - left)
        margin = pen.ink(f"{number if top else '':>2}", _SGR_DIM)
        lines.append(_Line(f"{margin}▐{wall}▌  ", across + 4))
    return lines


def _in_lines(wizards: str, width: int) -> list[str]:
    return [wizards[at : at + width] for at in range(0, len(wizards), width)]


# --- list and key -------------------------------------------------------------------------------


def _list(view: _View) -> list[str]:
    """Return one line for each space: number, printed shield, towers, visible wizards, castle."""
    spaces = view.board.spaces
    pen = view.pen
    digits = len(str(max(0, len(spaces) - 1)))
    lines = []
    for space, stack in enumerate(spaces):
        shield = pen.ink(SHIELD, _SGR_SHIELD) if space in view.ground_shields else " "
        parts = [f"{f's{space}':<{digits + 1}} {shield}"]
        surfaces = [
            wizards + others for wizards, others in zip(stack.surfaces, stack.pieces, strict=True)
        ]
        towers = ""
        for tower, caught in zip(stack.towers, surfaces, strict=False):
            inside = pen.letters(caught) if view.show_hidden else ""
            crest = pen.ink(SHIELD, _SGR_SHIELD) if tower.shield else _STONE
            towers += f"▐{inside}{crest}▌"
        parts += [towers, pen.letters(surfaces[-1])]
        parts.append(pen.ink("castle", _SGR_CASTLE) if stack.castle else "")
        if space in view.marks:
            parts.append(pen.ink(_MARK + view.marks[space], _SGR_MARK))
        lines.append(" ".join(part for part in parts if part).rstrip())
    return lines


def _key_lines(key: Sequence[tuple[str, str]], pen: _Pen, width: int) -> list[_Line]:
    """Return the key to the letters, wrapped to *width*."""
    items = [
        _Line(f"{pen.letters(letter)} {name}".lstrip(), display_width(f"{letter} {name}".lstrip()))
        for letter, name in key
    ]
    lines: list[_Line] = []
    for item in items:
        if lines and lines[-1].width + 3 + item.width <= width:
            last = lines.pop()
            lines.append(_Line(f"{last.text}   {item.text}", last.width + 3 + item.width))
        else:
            lines.append(item)
    return lines
