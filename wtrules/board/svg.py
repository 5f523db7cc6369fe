"""Draw the board as a self-contained SVG: a ring, clockwise from `s0` at the top.

The board is seen from above its middle, so stacks lean outwards: the ground is innermost, each
tower a little further out, and the visible surface, with the wizards and the castle on it, is
outermost and uncovered. A shield is a small crest at the inner edge of its surface, where the next
tower does not cover it. Wizards under a tower are not in the file unless requested.

The file uses no style sheet, script, font or identifier, so that one page can include several
pictures. Every wizard shows its letter, so that nothing is lost in black and white.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import cycle
from textwrap import wrap

from wtrules.board.pieces import Board, Stack
from wtrules.board.track import Place, Track, arrows, free_radius, in_words, places
from wtrules.safe_text import Medium, safe
from wtrules.texts import Texts

# The palette of Okabe and Ito for colour-blind readers, where it has the game's colours.
_COLOUR_BY_LETTER = {
    "b": "#0072b2",
    "y": "#f0e442",
    "r": "#d0312d",
    "g": "#2b9e5b",
    "o": "#e69f00",
    "p": "#8e5aa8",
}
_COLOUR_SPARE = ("#56b4e9", "#f2f2f2", "#f4a6c8", "#8b5e3c", "#b5d334", "#444444")

_PIECE_COLOURS = ("#8c2f2f", "#1f5f5b", "#5b3a8c", "#6b5200", "#2f4858", "#8c2f6b")

_GROUND, _GROUND_EDGE = "#dfe8cf", "#a9b892"
_STONE, _STONE_EDGE, _STONE_SIDE = "#e9e2d4", "#6d6353", "#bfb39d"
_INK, _PAPER, _SHIELD, _CASTLE, _MARK = "#2b2b2b", "#fbfaf6", "#3a3f55", "#4a4458", "#c2185b"

_RADIUS = 40.0  # of a tower
_GROUND_RADIUS = 45.0
_LEAN = 17.0  # of each tower, outwards
_LEAN_OPEN = 24.0  # more, to make room for hidden wizards if they are shown
_MARGIN = 16.0
_MEEPLE_WIDTH, _MEEPLE_HEIGHT = 22.0, 26.5
_MARK_LENGTH = 28
_KEY_ROW = 32.0
_CAUGHT = (
    'circle r="6.2"',
    'path d="M0 -7L6 -3.5V3.5L0 7L-6 3.5V-3.5Z"',
)  # a wizard, another piece


def svg(
    board: Board,
    *,
    ground_shields: Collection[int],
    letters: Sequence[str],
    colours: Mapping[str, str] | None = None,
    title: str | None = None,
    show_hidden: bool = False,
    marks: Mapping[int, str] | None = None,
    lang: str = "en",
    track: Track | None = None,
    pieces: Mapping[str, str] | None = None,
) -> str:
    """Return *board* as the text of an SVG file.

    *letters* are the wizards of the game in order, *colours* their SVG colours. *title* is shown
    in the middle, and is part of the description for people who cannot see the picture. *marks* are
    short texts to write at some spaces. *lang* is the language of the description. *track*
    says what follows each space if the track is not a plain ring. *pieces* are the names of other
    pieces by letter.
    """
    named = {letter: safe(name) for letter, name in (pieces or {}).items()}
    painted = _colours(letters, colours or {}) | dict(
        zip(named, cycle(_PIECE_COLOURS), strict=False)
    )
    words = {space: safe(text.strip()) for space, text in (marks or {}).items()}
    lean = _LEAN_OPEN if show_hidden else _LEAN
    at = places(len(board.spaces), track)
    heading = safe((title or "").strip())
    texts = Texts(lang)
    description = _description(board, ground_shields, words, show_hidden, texts, track, named)

    parts: list[str] = []
    for space, (place, stack) in enumerate(zip(at, board.spaces, strict=True)):
        parts.append(f'<g class="space s{space}">')
        parts += _ground(place, space, space in words)
        for level in range(stack.height + 1):
            middle = place.outwards(level * lean)
            if level:
                parts += _tower(middle)
            if level < stack.height and show_hidden:
                parts += _caught(place, level, stack, lean, painted)
            if level == stack.height and stack.castle:
                parts += _castle(place.outwards(level * lean + 5))
            if stack.towers[level - 1].shield if level else space in ground_shields:
                parts.append(_crest(place, level, lean))
        parts += _crowd(place, lean, stack, painted)
        if words.get(space):
            parts.append(_mark(place, stack.height * lean, words[space]))
        parts.append("</g>")
    left, top, width, height = _frame(board, at, lean, words)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif" '
            f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}">',
            f"<title>{safe(heading or texts('picture.title'), Medium.SVG)}</title>",
            f"<desc>{safe(description, Medium.SVG)}</desc>",
            f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" '
            f'fill="{_PAPER}"/>',
            *arrows(track, at, _GROUND_RADIUS),
            *_middle(heading, free_radius(len(board.spaces), track), named, painted),
            *parts,
            "</svg>",
            "",
        )
    )


# --- the ring -----------------------------------------------------------------------------------


def _frame(
    board: Board, at: Sequence[Place], lean: float, words: Mapping[int, str]
) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the picture."""
    xs, ys = [0.0], [0.0]
    for space, (place, stack) in enumerate(zip(at, board.spaces, strict=True)):
        for x, y in (place.outwards(0), place.outwards(stack.height * lean)):
            xs += [x - _GROUND_RADIUS, x + _GROUND_RADIUS]
            ys += [y - _GROUND_RADIUS, y + _GROUND_RADIUS]
        if words.get(space):
            x, y = _mark_at(place, stack.height * lean)
            reach = min(len(words[space]), _MARK_LENGTH) * 12.0
            anchor = _anchor(place)
            xs += [
                x - reach * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor],
                x + reach * {"start": 1.0, "middle": 0.5, "end": 0.0}[anchor],
            ]
            ys += [y - 14, y + 14]
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return left, top, max(xs) + _MARGIN - left, max(ys) + _MARGIN - top


def _middle(
    heading: str, radius: float, pieces: Mapping[str, str], painted: Mapping[str, str]
) -> Iterator[str]:
    """The heading, the names of other pieces, and an arrow for the direction in which wizards move."""
    inside = radius - _GROUND_RADIUS - 34
    turn = inside * 0.88
    x, y = turn * math.sin(0.42), -turn * math.cos(0.42)
    yield (
        f'<g class="direction" stroke="{_GROUND_EDGE}" stroke-width="4" fill="none" '
        f'stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="M{-x:.1f} {y:.1f}A{turn:.1f} {turn:.1f} 0 0 1 {x:.1f} {y:.1f}"/>'
        f'<path d="M-11 -9L0 0L-11 9" transform="translate({x:.1f} {y:.1f}) rotate({math.degrees(0.42):.1f})"/>'
        "</g>"
    )
    size = min(26.0, max(11.0, inside / 7.5))
    # A bold letter is about 0.65 of its size wide.
    lines = wrap(heading, max(8, int(1.7 * inside / (0.65 * size))), max_lines=4, placeholder=" …")
    # The names are in the description too, so those that do not fit can be left out.
    rows = list(pieces.items())[: max(0, int((1.2 * inside - len(lines) * size * 1.3) / _KEY_ROW))]
    top = -(len(lines) * size * 1.3 + len(rows) * _KEY_ROW) / 2
    for line, words in enumerate(lines):
        yield _text(0, top + (line + 0.5) * size * 1.3, words, size, weight="bold")
    yield from _key(rows, top + len(lines) * size * 1.3, painted)


def _key(rows: Sequence[tuple[str, str]], top: float, painted: Mapping[str, str]) -> Iterator[str]:
    """The other pieces with their names, one below the other."""
    longest = min(_MARK_LENGTH, max((len(name) for _, name in rows), default=0))
    left = -(_MEEPLE_WIDTH + 8 + longest * 9.5) / 2
    for row, (letter, name) in enumerate(rows):
        y = top + (row + 0.5) * _KEY_ROW
        name = name if len(name) <= _MARK_LENGTH else name[: _MARK_LENGTH - 1] + "…"
        yield _token(left + _MEEPLE_WIDTH / 2, y, 1.0, letter, painted[letter], "key")
        yield _text(left + _MEEPLE_WIDTH + 8, y, name, 18, anchor="start")


def _ground(place: Place, space: int, marked: bool) -> Iterator[str]:
    edge, width = (_MARK, 5.0) if marked else (_GROUND_EDGE, 2.0)
    yield (
        f'<circle cx="{place.x:.1f}" cy="{place.y:.1f}" r="{_GROUND_RADIUS}" '
        f'fill="{_GROUND}" stroke="{edge}" stroke-width="{width}"/>'
    )
    x, y = place.outwards(-_GROUND_RADIUS - 16)
    yield _text(x, y, str(space), 17, weight="bold")


# --- pieces -------------------------------------------------------------------------------------


def _tower(middle: tuple[float, float]) -> Iterator[str]:
    """A tower from above: its wall, its battlements, its floor."""
    x, y = middle
    around = math.tau * (_RADIUS - 3)
    tooth = around / 32
    yield (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}" fill="{_STONE_SIDE}" '
        f'stroke="{_STONE_EDGE}" stroke-width="1.6"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS - 3}" fill="{_STONE}" '
        f'stroke="{_STONE_EDGE}" stroke-width="4.4" stroke-dasharray="{tooth:.3f}"/>'
    )


def _crest(place: Place, level: int, lean: float) -> str:
    """A shield with a raven's wings on it, small, at the inner edge of its surface."""
    x, y = place.outwards(level * lean - (_RADIUS - 9 if level else _GROUND_RADIUS - 11))
    return (
        f'<g class="shield" transform="translate({x:.1f} {y:.1f})">'
        f'<path d="M-6.5 -7.5H6.5V0C6.5 4.2 3 6.8 0 8.2C-3 6.8 -6.5 4.2 -6.5 0Z" '
        f'fill="{_SHIELD}" stroke="#fff" stroke-width="1.4"/>'
        '<path d="M-4 -3.4Q-1.6 -3.8 0 -1.2Q1.6 -3.8 4 -3.4Q3 1 0 4Q-3 1 -4 -3.4Z" fill="#fff"/>'
        "</g>"
    )


def _castle(middle: tuple[float, float]) -> Iterator[str]:
    """The castle from above: a dark keep with four corner turrets and its letter."""
    x, y = middle
    yield f'<g class="castle" transform="translate({x:.1f} {y:.1f}) scale(0.85)">'
    yield (
        f'<rect x="-24" y="-24" width="48" height="48" fill="{_CASTLE}" stroke="{_INK}" '
        'stroke-width="2"/>'
        '<rect x="-17" y="-17" width="34" height="34" fill="#766d8a" stroke="#fff" '
        'stroke-width="1.5"/>'
    )
    for turret_x in (-24, 24):
        for turret_y in (-24, 24):
            yield (
                f'<circle cx="{turret_x}" cy="{turret_y}" r="10" fill="{_CASTLE}" '
                f'stroke="{_INK}" stroke-width="2"/>'
                f'<circle cx="{turret_x}" cy="{turret_y}" r="4.5" fill="#766d8a"/>'
            )
    yield _text(0, 0, "K", 26, fill="#fff", weight="bold")
    yield "</g>"


def _crowd(place: Place, lean: float, stack: Stack, painted: Mapping[str, str]) -> Iterator[str]:
    """What is visible, in rows, a little outwards so that it does not cover the crest."""
    visible = stack.top + stack.pieces[-1]
    count = len(visible)
    if not count:
        return
    columns, size = _rows(count)
    rows = math.ceil(count / columns)
    x, y = place.outwards(stack.height * lean + 5)
    if stack.castle:  # an invalid board: below the castle, so that its letter stays visible
        size *= 0.7
        y += _RADIUS * 0.7
    for index, letter in enumerate(visible):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        at_x = x + (column - (in_row - 1) / 2) * _MEEPLE_WIDTH * size
        at_y = y + (row - (rows - 1) / 2) * _MEEPLE_HEIGHT * size
        drawn = _token if letter.isupper() else _meeple
        yield drawn(at_x, at_y, size, letter, painted.get(letter, "#fff"))


def _rows(count: int) -> tuple[int, float]:
    """Return how many wizards to put in a row, and their size, to fit on a tower."""
    room = 2 * (_RADIUS - 7)
    best = (1, 0.0)
    for columns in range(math.ceil(math.sqrt(count)), count + 1):
        rows = math.ceil(count / columns)
        # Wizards do not reach the corners of the block, so it may be larger than its diagonal says.
        across = math.hypot(columns * _MEEPLE_WIDTH, rows * _MEEPLE_HEIGHT) * 0.86
        size = min(1.0, room / across)
        if size > best[1] + 1e-9:
            best = (columns, size)
    return best


def _meeple(x: float, y: float, size: float, letter: str, fill: str) -> str:
    """A wizard: pointed hat, wide coat, and the letter on it."""
    ink = _ink_on(fill)
    return (
        f'<g class="wizard" transform="translate({x:.1f} {y:.1f}) scale({size:.3f})">'
        '<path d="M0 -12.5L4.6 -4.6Q9.6 -3.4 9.6 3.4V8.6Q9.6 11.6 6.6 11.6H-6.6Q-9.6 11.6 -9.6 8.6V3.4'
        f'Q-9.6 -3.4 -4.6 -4.6Z" fill="{safe(fill, Medium.SVG)}" stroke="{_INK}" stroke-width="1.5" '
        f'stroke-linejoin="round"/>{_text(0, 3.4, letter, 14, fill=ink, weight="bold")}</g>'
    )


def _token(x: float, y: float, size: float, letter: str, fill: str, name: str = "piece") -> str:
    """A piece that is neither a wizard nor a tower: six corners, and the letter on it."""
    return (
        f'<g class="{name}" transform="translate({x:.1f} {y:.1f}) scale({size:.3f})">'
        f'<path d="M0 -13L11 -6.5V6.5L0 13L-11 6.5V-6.5Z" fill="{fill}" stroke="{_INK}" '
        f'stroke-width="1.5" stroke-linejoin="round"/>'
        f"{_text(0, 0, letter, 15, fill=_ink_on(fill), weight='bold')}</g>"
    )


def _caught(
    place: Place, level: int, stack: Stack, lean: float, painted: Mapping[str, str]
) -> Iterator[str]:
    """The pieces of a covered surface, small, along the edge that stays visible."""
    wizards = stack.surfaces[level] + stack.pieces[level]
    x, y = place.outwards(level * lean)
    radius = (_RADIUS if level else _GROUND_RADIUS) - 9
    outer = math.atan2(-place.out_y, -place.out_x)
    # The crest is in the middle of the edge; wizards go to either side of it alternately.
    step = min(0.36, 0.9 / max(1, math.ceil(len(wizards) / 2)))
    for index, letter in enumerate(wizards):
        side = -1 if index % 2 else 1
        turn = outer + side * (0.48 + step * (index // 2))
        at_x, at_y = x + radius * math.cos(turn), y + radius * math.sin(turn)
        fill = painted.get(letter, "#fff")
        yield (
            f'<g class="caught" transform="translate({at_x:.1f} {at_y:.1f})">'
            f'<{_CAUGHT[letter.isupper()]} fill="{safe(fill, Medium.SVG)}" '
            f'stroke="{_INK}" stroke-width="1"/>'
            f"{_text(0, 0, letter, 9, fill=_ink_on(fill), weight='bold')}</g>"
        )


# --- words --------------------------------------------------------------------------------------


def _mark_at(place: Place, lean: float) -> tuple[float, float]:
    return place.outwards(lean + _GROUND_RADIUS + 16)


def _anchor(place: Place) -> str:
    if abs(place.out_x) < 0.25:
        return "middle"
    return "start" if place.out_x > 0 else "end"


def _mark(place: Place, lean: float, words: str) -> str:
    x, y = _mark_at(place, lean)
    if len(words) > _MARK_LENGTH:  # the description has the full text
        words = words[: _MARK_LENGTH - 1] + "…"
    return _text(x, y, words, 18, fill=_MARK, weight="bold", anchor=_anchor(place))


def _text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    fill: str = _INK,
    weight: str = "normal",
    anchor: str = "middle",
) -> str:
    # Lowered by a third of the size, because not every viewer supports `dominant-baseline`.
    return (
        f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size:.1f}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{fill}">{safe(words, Medium.SVG)}</text>'
    )


def _colours(letters: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    spare = cycle(_COLOUR_SPARE)
    known = {letter: _COLOUR_BY_LETTER.get(letter) or next(spare) for letter in letters}
    return {**known, **given}


def _ink_on(fill: str) -> str:
    """Return white or dark, whichever is more readable on *fill*."""
    digits = fill[1:] if fill.startswith("#") else ""
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    try:
        red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    except ValueError:
        return _INK
    return _INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#fff"


def _description(
    board: Board,
    ground_shields: Collection[int],
    words: Mapping[int, str],
    show_hidden: bool,
    texts: Texts,
    track: Track | None,
    pieces: Mapping[str, str],
) -> str:
    """Return a description of exactly what the picture shows."""
    sentences = [texts("picture.ring", spaces=len(board.spaces)), *in_words(track, texts)]
    for space, stack in enumerate(board.spaces):
        parts = _stack_in_words(stack, show_hidden, texts, pieces)
        if space in ground_shields:
            parts.insert(0, texts("picture.ground_shield"))
        if words.get(space):
            parts.append(texts("picture.marked", text=words[space]))
        if parts:
            sentences.append(texts("picture.space", space=space, what=", ".join(parts)))
    return " ".join(sentences)


def _stack_in_words(
    stack: Stack, show_hidden: bool, texts: Texts, pieces: Mapping[str, str]
) -> list[str]:
    parts: list[str] = []
    for level, wizards in enumerate(stack.surfaces):
        if level:
            shield = stack.towers[level - 1].shield
            parts.append(texts("picture.raven_tower" if shield else "picture.plain_tower"))
        if wizards and (show_hidden or level == stack.height):
            parts.append(texts("picture.wizards", letters=" ".join(wizards)))
        if show_hidden or level == stack.height:
            parts += [pieces.get(letter, letter) for letter in stack.pieces[level]]
    if stack.castle:
        parts.append(texts("picture.castle"))
    return parts
