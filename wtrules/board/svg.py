"""Draw the board as a self-contained SVG: a ring in a landscape, clockwise from `s0` at the top.

The board is seen from slightly above, and stacks rise upwards. Spaces are drawn from back to front.
A high stack is drawn with lower storeys, so that it covers little behind it, and says how many
towers it has. Wizards under a tower are not in the file unless requested.

Every space and every piece is a group with attributes for a page that makes it clickable or
animates a move: `data-key`, `data-kind`, `data-space`, `data-level`, `data-letter`, and a title.
Identifiers are made from the content, so that one page can show several pictures.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from textwrap import wrap
from zlib import crc32

from attrs import frozen

from wtrules.board import shapes
from wtrules.board.keys import Keys, other_key
from wtrules.board.landscape import Frame, landscape, roads
from wtrules.board.paint import (
    COLOURS,
    clipped,
    fill,
    num,
    piece_colours,
    stroke,
    style_of,
    text,
    wizard_colours,
)
from wtrules.board.pieces import Board, Stack
from wtrules.board.track import Middle, Place, Track, arrows, courses, middles, places
from wtrules.board.words import Words
from wtrules.safe_text import Medium, safe
from wtrules.texts import Texts

_MARGIN = 14.0
_MOST_RISE = 3.6 * shapes.TOWER_RISE  # of a stack; storeys of higher ones are lower
_COUNTED = 4  # higher stacks say how many towers they have
_ROWS_APART = 23.0  # of wizards on a surface
_MARK_LENGTH = 28
_KEY_ROW = 38.0
_LIT = f'{stroke("mark", 3, "wt-lit")} fill="{COLOURS["lit"]}" fill-opacity=".75" stroke-dasharray="7 4"'
_ID = "\0"  # begins identifiers until the content is known


def svg(
    board: Board,
    *,
    ground_shields: Collection[int],
    letters: Sequence[str],
    colours: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
    title: str | None = None,
    show_hidden: bool = False,
    marks: Mapping[int, str] | None = None,
    lang: str = "en",
    track: Track | None = None,
    pieces: Mapping[str, str] | None = None,
    keys: Keys | None = None,
    highlight: Collection[str] = (),
) -> str:
    """Return *board* as the text of an SVG file.

    *letters* are the wizards of the game in order, *colours* their SVG colours, *names* what to
    call them. *title* is shown in the middle, and is part of the description for people who cannot
    see the picture. *marks* are short texts to write at some spaces. *lang* is the language of the
    description. *track* says what follows each space if the track is not a plain ring. *pieces* are
    the names of other pieces by letter. *keys* numbers the pieces, to find them in another picture.
    *highlight* has the keys of pieces and spaces to point out.
    """
    others = {letter: safe(name) for letter, name in (pieces or {}).items()}
    at = places(len(board.spaces), track)
    said = {space: safe(mark.strip()) for space, mark in (marks or {}).items()}
    words = Words(
        Texts(lang),
        {letter: safe(name) for letter, name in (names or {}).items()},
        others,
        said,
        ground_shields,
        show_hidden,
    )
    heading = safe((title or "").strip())
    painted = wizard_colours(letters, colours or {}) | piece_colours(list(others))
    on_board = "".join(x for stack in board.spaces for x in (*stack.surfaces, *stack.pieces))
    painted = dict.fromkeys(on_board, "#fff") | painted
    drawing = _Drawing(board, keys or Keys.of(board), words, track, painted, frozenset(highlight))
    frame = _frame(at, said)
    body = [
        *landscape(frame, min((place.y for place in at), default=0.0) - 50, _ID + "tree"),
        *roads(courses(len(board.spaces), track), _ID + "road"),
        *arrows(track, at, shapes.GROUND_X),
        *_numbers(at),
        *_middles(heading, middles(len(board.spaces), track), others),
    ]
    for space in sorted(range(len(at)), key=lambda s: (at[s].y, s)):
        body += drawing.space(space, at[space])
    body += [_mark(at[space], mark) for space, mark in said.items() if mark and space < len(at)]
    return _written(body, painted, frame, heading, words, words.board(board, track))


def _written(
    body: Sequence[str],
    painted: Mapping[str, str],
    frame: Frame,
    heading: str,
    words: Words,
    description: str,
) -> str:
    """Return the whole file: what is used of the shapes, the style, the words, the drawing."""
    drawn = "\n".join(body)
    known = {
        "ground": shapes.ground,
        "tower": shapes.tower,
        "shield": shapes.shield,
        "castle": shapes.castle,
        "tree": shapes.tree,
    }
    defs = [
        f'<g id="{_ID}{name}">{made()}</g>'
        for name, made in known.items()
        if f"{_ID}{name}" in drawn
    ]
    for letter in sorted(painted):
        if f'{_figure(letter)}"' not in drawn:
            continue
        made = shapes.token if letter.isupper() else shapes.wizard
        defs.append(f'<g id="{_figure(letter)}">{made(letter, painted.get(letter, "#fff"))}</g>')
    content = f"<defs>{''.join(defs)}</defs>\n{drawn}"
    label = safe(heading or words.texts("picture.title"), Medium.SVG)
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif" '
        f'viewBox="{frame}" width="{frame.width:.0f}" height="{frame.height:.0f}">\n'
        f"<title>{label}</title>\n"
        f"<desc>{safe(description, Medium.SVG)}</desc>\n"
        f"{style_of(content)}\n{content}\n</svg>\n"
    )
    return whole.replace(_ID, f"w{crc32(whole.encode()) & 0xFFFFFF:06x}-")


def _frame(at: Sequence[Place], marks: Mapping[int, str]) -> Frame:
    """Return the frame; it does not depend on where the pieces are."""
    xs, ys = [0.0], [0.0]
    for space, place in enumerate(at):
        xs += [place.x - shapes.GROUND_X, place.x + shapes.GROUND_X]
        ys += [place.y - _MOST_RISE - shapes.CASTLE_Y, place.y + shapes.GROUND_Y + 22]
        if marks.get(space):
            x, y, anchor = _mark_at(place)
            reach = min(len(marks[space]), _MARK_LENGTH) * 9.6 + 12
            xs += [
                x - reach * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor],
                x + reach * {"start": 1.0, "middle": 0.5, "end": 0.0}[anchor],
            ]
            ys += [y - 14, y + 14]
    left, top = math.floor(min(xs) - _MARGIN), math.floor(min(ys) - 2)
    return Frame(
        left, top, math.ceil(max(xs) + _MARGIN) - left, math.ceil(max(ys) + _MARGIN / 2) - top
    )


# --- stacks --------------------------------------------------------------------------------------


@frozen
class _Drawing:
    """Draws the spaces of a board with what is on them."""

    board: Board
    keys: Keys
    words: Words
    track: Track | None
    painted: Mapping[str, str]
    highlight: frozenset[str]

    def space(self, space: int, place: Place) -> Iterator[str]:
        """Yield a space: its ground, its towers from the bottom, who is on top."""
        stack = self.board.spaces[space]
        step = min(shapes.TOWER_RISE, _MOST_RISE / max(1, stack.height))
        yield (
            f'<g data-key="space:{space}" data-kind="space" data-space="{space}"{self._ways(space)} '
            f'transform="translate({num(place.x)} {num(place.y)})">'
            f"{_title(self.words.space(space, stack))}"
        )
        yield from self._ground(space)
        for level, tower in enumerate(stack.towers, 1):
            key = self.keys.tower(space, level)
            yield (
                f"{_piece('tower', key, space, level, '')}"
                f' transform="translate(0 {num(-step * (level - 1))})">'
                f"{_title(self.words.tower(tower.shield, level))}"
                f"{self._halo(key, shapes.TOWER_X, shapes.TOWER_RISE + 16)}"
                f'<use href="#{_ID}tower"/>'
            )
            if tower.shield:
                size = min(1.0, step / 19)
                yield (
                    f'<use href="#{_ID}shield" transform="translate(0 '
                    f'{num(shapes.TOWER_Y - 0.5 - step / 2)}) scale({num2(size)})"/>'
                )
            if self.words.show_hidden:
                yield from self._caught(space, level - 1, stack, step)
            yield "</g>"
        rise = step * (stack.height - 1) + shapes.TOWER_RISE if stack.height else 0.0
        if stack.castle:
            yield (
                f"{_piece('castle', 'castle', space, stack.height, '')}"
                f' transform="translate(0 {num(-rise)})">{_title(self.words.texts("picture.castle"))}'
                f"{self._halo('castle', shapes.TOWER_X, shapes.CASTLE_Y)}"
                f'<use href="#{_ID}castle"/></g>'
            )
        yield from self._crowd(space, stack, rise)
        if stack.height > _COUNTED:
            yield _count(stack.height, rise)
        yield "</g>"

    def _ways(self, space: int) -> str:
        """Return what follows a space, where that is not the next number."""
        if self.track is None:
            return ""
        count, found = len(self.board.spaces), ""
        on, back = self.track.clockwise[space], self.track.counterclockwise[space]
        if on != (space + 1) % count:
            found += f' data-next="{on}"'
        if back != (space - 1) % count:
            found += f' data-previous="{back}"'
        return found

    def _ground(self, space: int) -> Iterator[str]:
        yield f'<use href="#{_ID}ground"/>'
        if self.words.marks.get(space):
            yield (
                f'<ellipse rx="{num(shapes.GROUND_X)}" ry="{num(shapes.GROUND_Y)}" fill="none" '
                f"{stroke('mark', 3.5)}/>"
            )
        if f"space:{space}" in self.highlight:
            yield f'<ellipse rx="{num(shapes.GROUND_X)}" ry="{num(shapes.GROUND_Y)}" {_LIT}/>'
        if space in self.words.ground_shields:
            yield (
                f'<use href="#{_ID}shield" transform="translate(31 {num(shapes.GROUND_Y - 5)}) scale(.9)"/>'
            )

    def _crowd(self, space: int, stack: Stack, rise: float) -> Iterator[str]:
        """Yield what is visible on top, in rows from back to front."""
        visible = stack.top + stack.pieces[-1]
        numbers = self.keys.others[space][-1]
        spots = list(_spots(len(visible)))
        forward = 14.0 if stack.castle else 0.0  # an invalid board: before the castle
        for letter, number, (x, y, size) in zip(visible, numbers, spots, strict=True):
            kind = "piece" if letter.isupper() else "wizard"
            scale = f" scale({num2(size)})" if size < 1 else ""
            key = other_key(letter, number)
            yield (
                f"{_piece(kind, key, space, stack.height, letter)}"
                f' transform="translate({num(x)} {num(y + forward - rise)}){scale}">'
                f"{_title(self.words.other(letter))}"
                f"{self._halo(key, shapes.WIZARD_X / 2 + 2, shapes.WIZARD_Y)}"
                f'<use href="#{_figure(letter)}"/></g>'
            )

    def _caught(self, space: int, level: int, stack: Stack, step: float) -> Iterator[str]:
        """Yield the pieces of a covered surface as small discs on the wall of the tower above them."""
        here = stack.surfaces[level] + stack.pieces[level]
        half = math.ceil(len(here) / 2)  # on either side of the shield
        columns = min(2, half) if len(here) <= 8 else math.ceil(half / 2)
        rows = math.ceil(half / max(1, columns))
        size = min(8.0 if half < 2 else 7.0, step / 2 / max(1, rows), 14.0 / max(1, columns))
        for i, letter in enumerate(here):
            column, row = divmod(i // 2, rows)
            x = (1 if i % 2 else -1) * (10 + size + column * 2 * size)
            # Along the front of the wall, which is round.
            round_y = shapes.TOWER_Y * math.sqrt(max(0.0, 1 - (x / shapes.TOWER_X) ** 2))
            y = round_y - step / 2 + (row - (rows - 1) / 2) * 2 * size
            kind = "piece" if letter.isupper() else "wizard"
            key = other_key(letter, self.keys.others[space][level][i])
            colour = self.painted[letter]
            yield (
                f"{_piece(kind, key, space, level, letter, 'caught')}"
                f' transform="translate({num(x)} {num(y)})">{_title(self.words.other(letter))}'
                f"{shapes.disc(letter, colour, size)}</g>"
            )

    def _halo(self, key: str, half: float, height: float) -> str:
        """Return what makes a piece stand out, drawn behind it: a light with a clear edge."""
        if key not in self.highlight:
            return ""
        return (
            f'<rect x="{num(-half - 6)}" y="{num(-height - 5)}" '
            f'width="{num(2 * half + 12)}" height="{num(height + 22)}" rx="14" {_LIT}/>'
        )


def _figure(letter: str) -> str:
    """Return the identifier of the shape with this letter."""
    return f"{_ID}{ord(letter):x}"


def _piece(kind: str, key: str, space: int, level: int, letter: str, name: str = "") -> str:
    """Return the beginning of a piece's group; its tag is not yet closed."""
    of = f' data-letter="{safe(letter, Medium.SVG)}"' if letter else ""
    named = f' class="{name}"' if name else ""
    key = safe(key, Medium.SVG)
    return f'<g{named} data-key="{key}" data-kind="{kind}" data-space="{space}" data-level="{level}"{of}'


def _title(words: str) -> str:
    return f"<title>{safe(words, Medium.SVG)}</title>"


def num2(value: float) -> str:
    """Return a scale, short."""
    return f"{value:.2f}".rstrip("0").removesuffix(".").removeprefix("0")


def _count(height: int, rise: float) -> str:
    """How many towers a high stack has, on a small plate beside its top."""
    x, y = shapes.TOWER_X + 3, -rise + 8
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="10.5" {fill("paper")} stroke="#40392f" '
        f'stroke-width="1.2"/>{text(x, y, str(height), 14)}'
    )


def _spots(count: int) -> Iterator[tuple[float, float, float]]:
    """Yield where each of so many wizards stands on a surface, and its size, from back to front."""
    if not count:
        return
    rows = 1 if count <= 3 else 2 if count <= 8 else math.ceil(math.sqrt(count / 1.7))
    columns = math.ceil(count / rows)
    # The rows in front are full, and each stands in the gaps of the one behind it.
    size = min(1.0, 3.0 / columns, 2.6 / rows + 0.05)
    apart = shapes.WIZARD_X * size * (1.0 if columns > 2 else 1.15)
    between = min(_ROWS_APART, 28.0 / max(1, rows - 1))
    sizes = [count // rows + (1 if row >= rows - count % rows else 0) for row in range(rows)]
    for row, here in enumerate(sizes):
        y = 4 + (row - (rows - 1) / 2) * between
        shift = (row % 2 - 0.5) * apart / 2.2 if rows > 1 and here == sizes[row - 1] else 0.0
        for column in range(here):
            yield (column - (here - 1) / 2) * apart + shift, y, size


# --- words ---------------------------------------------------------------------------------------


def _numbers(at: Sequence[Place]) -> Iterator[str]:
    """The numbers of the spaces, before each of them."""
    yield f'<g {fill("ink")} font-size="17" font-weight="bold" text-anchor="middle">'
    for space, place in enumerate(at):
        yield f'<text x="{num(place.x)}" y="{num(place.y + shapes.GROUND_Y + 19)}">{space}</text>'
    yield "</g>"


def _middles(heading: str, found: Sequence[Middle], pieces: Mapping[str, str]) -> Iterator[str]:
    """What is in the middle of the ring; an eight has two middles, the first one with the heading."""
    for number, middle in enumerate(found):
        inside = middle.radius - shapes.GROUND_X - 44
        parts = list(_direction(inside, middle.clockwise))
        if number == 0:
            parts += _legend(heading, inside, pieces)
        if middle.x:
            parts = [f'<g transform="translate({num(middle.x)} 0)">', *parts, "</g>"]
        yield from parts


def _direction(inside: float, clockwise: bool) -> Iterator[str]:
    """An arrow for the direction in which wizards move."""
    across, down = inside * 0.5, inside * 0.36
    mirrored = "" if clockwise else ' transform="scale(-1 1)"'
    yield (
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round" '
        f"{stroke('road-edge', 5)}{mirrored}>"
        f'<path d="M{num(-across)} {num(-down)}Q0 {num(-down - inside * 0.28)} '
        f'{num(across)} {num(-down)}"/>'
        f'<path d="M-11 -11L0 0L-13 7" '
        f'transform="translate({num(across)} {num(-down)}) rotate(16)"/></g>'
    )


def _legend(heading: str, inside: float, pieces: Mapping[str, str]) -> Iterator[str]:
    """The heading and the names of other pieces."""
    size = min(26.0, max(11.0, inside / 8))
    # A bold letter is about 0.65 of its size wide.
    lines = wrap(heading, max(8, int(1.5 * inside / (0.65 * size))), max_lines=4, placeholder=" …")
    # The names are in the description too, so those that do not fit can be left out.
    rows = list(pieces.items())[: max(0, int((inside - len(lines) * size * 1.3) / _KEY_ROW))]
    top = -(len(lines) * size * 1.3 + len(rows) * _KEY_ROW) / 2
    for line, words in enumerate(lines):
        yield text(0, top + (line + 0.5) * size * 1.3, words, size)
    top += len(lines) * size * 1.3
    longest = min(_MARK_LENGTH, max((len(name) for _, name in rows), default=0))
    left = -(36 + longest * 9.5) / 2
    for row, (letter, name) in enumerate(rows):
        y = top + (row + 0.5) * _KEY_ROW
        yield (
            f'<g class="key"><use href="#{_figure(letter)}" transform="translate({num(left + 14)} {num(y + 17)}) '
            f'scale(.95)"/>{text(left + 36, y, clipped(name, _MARK_LENGTH), 18, bold=False, anchor="start")}</g>'
        )


def _mark_at(place: Place) -> tuple[float, float, str]:
    """Return where to write at a space: on the side where no other stack rises."""
    if abs(place.out_x) < 0.25:
        return place.x, place.y + shapes.GROUND_Y + 34, "middle"
    side = math.copysign(1, place.out_x if place.y > -1 else -place.out_x)
    return place.x + side * (shapes.GROUND_X + 10), place.y + 8, "start" if side > 0 else "end"


def _mark(place: Place, words: str) -> str:
    """What is written at a space, on a plate."""
    x, y, anchor = _mark_at(place)
    words = clipped(words, _MARK_LENGTH)
    wide = len(words) * 9.6 + 12
    left = {"start": x - 6, "middle": x - wide / 2, "end": x + 6 - wide}[anchor]
    return (
        f'<g {fill("mark")}><rect x="{num(left)}" y="{num(y - 13)}" width="{num(wide)}" height="26" '
        f'rx="6" stroke="currentColor" stroke-width="1" {fill("paper")}/>'
        f"{text(left + wide / 2, y, words, 17, paint='')}</g>"
    )
