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

from wtrules.board import shapes
from wtrules.board.keys import Keys
from wtrules.board.landscape import Frame, landscape, roads
from wtrules.board.paint import (
    clipped,
    fill,
    num,
    piece_colours,
    stroke,
    text,
    wizard_colours,
)
from wtrules.board.pieces import Board
from wtrules.board.sheet import ID, figure, written
from wtrules.board.stacks import MOST_RISE, Stacks
from wtrules.board.track import Middle, Place, Track, arrows, courses, middles, places
from wtrules.board.words import Words
from wtrules.safe_text import safe
from wtrules.texts import Texts

_MARGIN = 14.0
_MARK_LENGTH = 28
_KEY_ROW = 38.0
_ROOMY = 150.0  # a middle with room for words
_MOST_LIGHTS = 5  # that are drawn; more are counted


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
    lights: Mapping[int, int] | None = None,
    looks: Mapping[str, str] | None = None,
) -> str:
    """Return *board* as the text of an SVG file.

    *letters* are the wizards of the game in order, *colours* their SVG colours, *names* what to
    call them. *title* is shown in the middle, and is part of the description for people who cannot
    see the picture. *marks* are short texts to write at some spaces. *lang* is the language of the
    description. *track* says what follows each space if the track is not a plain ring. *pieces* are
    the names of other pieces by letter. *keys* numbers the pieces, to find them in another picture.
    *highlight* has the keys of pieces and spaces to point out. *lights* says how many wizards start
    on which space; a picture with lights explains them, and the direction of travel. *looks* are the
    figures of other pieces by letter.
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
    drawing = Stacks(board, keys or Keys.of(board), words, track, painted, frozenset(highlight))
    frame = _frame(at, said, 18.0 if lights else 0.0)
    body = [
        *landscape(frame, min((place.y for place in at), default=0.0) - 50, ID + "tree"),
        *roads(courses(len(board.spaces), track), ID + "road"),
        *arrows(track, at, shapes.GROUND_X),
        *_numbers(at),
        *_middles(
            heading, middles(len(board.spaces), track), others, words.texts if lights else None
        ),
    ]
    for space in sorted(range(len(at)), key=lambda s: (at[s].y, s)):
        body += drawing.space(space, at[space])
    body += [_lights(at[space], n) for space, n in (lights or {}).items() if n and space < len(at)]
    body += [_mark(at[space], mark) for space, mark in said.items() if mark and space < len(at)]
    label = heading or words.texts("picture.title")
    about = words.board(board, track)
    if lights:
        about = f"{about} {words.lights(lights)}"
    return written(body, painted, frame, label, about, looks)


def _frame(at: Sequence[Place], marks: Mapping[int, str], below: float) -> Frame:
    """Return the frame, with room *below* the numbers; it does not depend on where the pieces are."""
    xs, ys = [0.0], [0.0]
    for space, place in enumerate(at):
        xs += [place.x - shapes.GROUND_X, place.x + shapes.GROUND_X]
        ys += [place.y - MOST_RISE - shapes.CASTLE_Y, place.y + shapes.GROUND_Y + 22 + below]
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


# --- words ---------------------------------------------------------------------------------------


def _numbers(at: Sequence[Place]) -> Iterator[str]:
    """The numbers of the spaces, before each of them."""
    yield f'<g {fill("ink")} font-size="17" font-weight="bold" text-anchor="middle">'
    for space, place in enumerate(at):
        yield f'<text x="{num(place.x)}" y="{num(place.y + shapes.GROUND_Y + 19)}">{space}</text>'
    yield "</g>"


def _middles(
    heading: str, found: Sequence[Middle], pieces: Mapping[str, str], guide: Texts | None
) -> Iterator[str]:
    """What is in the middle of the ring; an eight has two middles, the first one with the heading.

    *guide* has the words that explain the arrow and the lights.
    """
    for number, middle in enumerate(found):
        inside = middle.radius - shapes.GROUND_X - 44
        parts = list(_direction(inside, middle.clockwise, guide))
        if number == 0:
            parts += _legend(heading, inside, pieces)
            parts += _guide(inside, guide) if guide is not None else ()
        if middle.x:
            parts = [f'<g transform="translate({num(middle.x)} 0)">', *parts, "</g>"]
        yield from parts


def _lights(place: Place, count: int) -> str:
    """How many wizards start on a space: lit windows below its number."""
    shown = min(count, _MOST_LIGHTS)
    wide, y = 14.0 * shown + 6 + (14 if count > shown else 0), place.y + shapes.GROUND_Y + 35
    left = place.x - wide / 2
    parts = [
        f'<rect x="{num(left)}" y="{num(y - 9.5)}" width="{num(wide)}" height="19" rx="6" '
        f"{fill('window')}/>"
    ]
    parts += [_light(left + 10 + 14 * i, y) for i in range(shown)]
    if count > shown:
        parts.append(text(left + wide - 10, y, str(count), 13, paint='fill="#fff"'))
    return f'<g class="lights">{"".join(parts)}</g>'


def _light(x: float, y: float) -> str:
    course = f"M{num(x - 4.5)} {num(y + 6)}v-7a4.5 4.5 0 0 1 9 0v7z"
    return f'<path d="{course}" {fill("light")}/>'


def _guide(inside: float, texts: Texts) -> Iterator[str]:
    """What a light means; in a narrow middle only the description says it."""
    if inside < _ROOMY:
        return
    lines = wrap(texts("picture.light"), 22)
    wide = max(map(len, lines)) * 9.2 + 34
    left, top = -wide / 2, inside * 0.42
    middle = top + (len(lines) - 1) * 12
    yield (
        f'<rect x="{num(left)}" y="{num(middle - 13)}" width="26" height="26" rx="7" '
        f'{fill("window")}/><g transform="translate({num(left + 13)} {num(middle)}) scale(1.3)">'
        f"{_light(0, 0)}</g>"
    )
    for i, line in enumerate(lines):
        yield text(left + 34, top + i * 24, line, 19, bold=False, anchor="start")


def _direction(inside: float, clockwise: bool, guide: Texts | None) -> Iterator[str]:
    """An arrow for the direction in which wizards move."""
    across, down = inside * 0.5, inside * 0.36
    if guide is not None and inside >= _ROOMY:
        yield text(0, -down + 8, guide("picture.direction"), 19, bold=False)
    mirrored = "" if clockwise else ' transform="scale(-1 1)"'
    yield (
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round" '
        f"{stroke('way', 8) if guide is not None else stroke('road-edge', 5)}{mirrored}>"
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
            f'<g class="key"><use href="#{figure(letter)}" transform="translate({num(left + 14)} {num(y + 17)}) '
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
