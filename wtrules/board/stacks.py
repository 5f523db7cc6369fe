"""The spaces of a picture with what is on them: ground, towers, the castle, wizards, other pieces.

Every space and every piece is a group with attributes for a page that makes it clickable or
animates a move: `data-key`, `data-kind`, `data-space`, `data-level`, `data-letter`, and a title.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from attrs import frozen

from wtrules.board import shapes
from wtrules.board.keys import Keys, Spot, other_key
from wtrules.board.paint import COLOURS, fill, num, stroke, text
from wtrules.board.pieces import Board, Stack
from wtrules.board.sheet import ID, figure
from wtrules.board.track import Place, Track
from wtrules.board.words import Words
from wtrules.safe_text import Medium, safe
from wtrules.value import Value

MOST_RISE = 3.6 * shapes.TOWER_RISE  # of a stack; storeys of higher ones are lower
_COUNTED = 4  # higher stacks say how many towers they have
_ROWS_APART = 23.0  # of wizards on a surface
_LIT = f'{stroke("mark", 3, "wt-lit")} fill="{COLOURS["lit"]}" fill-opacity=".75" stroke-dasharray="7 4"'


@frozen
class Stacks(Value):
    """Draws the spaces of a board with what is on them."""

    board: Board
    keys: Keys
    words: Words
    track: Track | None
    painted: Mapping[str, str]
    highlight: frozenset[str]
    most_rise: float = MOST_RISE
    see_through: bool = False  # wizards under a tower are drawn faintly in front of its wall

    def step(self, stack: Stack) -> float:
        """Return how high a storey of a stack is."""
        return min(shapes.TOWER_RISE, self.most_rise / max(1, stack.height))

    def rise(self, stack: Stack) -> float:
        """Return how high the visible surface of a stack is."""
        return self.step(stack) * (stack.height - 1) + shapes.TOWER_RISE if stack.height else 0.0

    def reach(self, space: int) -> float:
        """Return how high the uppermost piece on a space reaches."""
        stack = self.board.spaces[space]
        on_top = stack.top + stack.pieces[-1]
        crowd = max((shapes.WIZARD_Y * size - y for _, y, size in _spots(len(on_top))), default=0.0)
        most = max(shapes.CASTLE_Y if stack.castle else 0.0, crowd, 10.0 if stack.height else 0.0)
        return self.rise(stack) + most

    def point(self, key: str, spot: Spot) -> tuple[float, float]:
        """Return the upper middle of a piece, from the middle of the ground of its space."""
        space, level = spot
        stack = self.board.spaces[space]
        step, rise = self.step(stack), self.rise(stack)
        if key.startswith("tower:"):
            return 0.0, -step * (level - 1) - shapes.TOWER_RISE - 6
        if key == "castle":
            return 0.0, -rise - shapes.CASTLE_Y * 0.7
        here = self.keys.on(space, level)
        if level < stack.height:
            return 0.0, -step * level - 20
        if key not in here:
            return 0.0, -rise - shapes.WIZARD_Y
        x, y, size = list(_spots(len(here)))[here.index(key)]
        return x, y - rise - shapes.WIZARD_Y * size

    def space(self, space: int, place: Place) -> Iterator[str]:
        """Yield a space: its ground, its towers from the bottom, who is on top."""
        stack = self.board.spaces[space]
        step = self.step(stack)
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
                f'<use href="#{ID}tower"/>'
            )
            if tower.shield:
                size = min(1.0, step / 19)
                yield (
                    f'<use href="#{ID}shield" transform="translate(0 '
                    f'{num(shapes.TOWER_Y - 0.5 - step / 2)}) scale({num2(size)})"/>'
                )
            if self.words.show_hidden:
                yield from self._caught(space, level - 1, stack, step)
            yield "</g>"
        rise = self.rise(stack)
        if stack.castle:
            yield (
                f"{_piece('castle', 'castle', space, stack.height, '')}"
                f' transform="translate(0 {num(-rise)})">{_title(self.words.texts("picture.castle"))}'
                f"{self._halo('castle', shapes.TOWER_X, shapes.CASTLE_Y)}"
                f'<use href="#{ID}castle"/></g>'
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
        yield f'<use href="#{ID}ground"/>'
        if self.words.marks.get(space):
            yield (
                f'<ellipse rx="{num(shapes.GROUND_X)}" ry="{num(shapes.GROUND_Y)}" fill="none" '
                f"{stroke('mark', 3.5)}/>"
            )
        if f"space:{space}" in self.highlight:
            yield f'<ellipse rx="{num(shapes.GROUND_X)}" ry="{num(shapes.GROUND_Y)}" {_LIT}/>'
        if space in self.words.ground_shields:
            yield (
                f'<use href="#{ID}shield" transform="translate(31 {num(shapes.GROUND_Y - 5)}) scale(.9)"/>'
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
                f'<use href="#{figure(letter)}"/></g>'
            )

    def _caught(self, space: int, level: int, stack: Stack, step: float) -> Iterator[str]:
        """Yield the pieces of a covered surface as small discs on the wall of the tower above them."""
        here = stack.surfaces[level] + stack.pieces[level]
        if self.see_through and len(here) <= 3 and step > 0.8 * shapes.TOWER_RISE:
            yield from self._faint(space, level, here)
            return
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

    def _faint(self, space: int, level: int, here: str) -> Iterator[str]:
        """Yield the pieces of a covered surface, seen through the wall of the tower above them."""
        for i, (letter, number) in enumerate(
            zip(here, self.keys.others[space][level], strict=True)
        ):
            kind = "piece" if letter.isupper() else "wizard"
            key = other_key(letter, number)
            x = (i - (len(here) - 1) / 2) * 24.0
            yield (
                f"{_piece(kind, key, space, level, letter, 'caught')}"
                f' transform="translate({num(x)} 11) scale(.84)" opacity=".72">'
                f'{_title(self.words.other(letter))}<use href="#{figure(letter)}"/></g>'
            )

    def _halo(self, key: str, half: float, height: float) -> str:
        """Return what makes a piece stand out, drawn behind it: a light with a clear edge."""
        if key not in self.highlight:
            return ""
        return (
            f'<rect x="{num(-half - 6)}" y="{num(-height - 5)}" '
            f'width="{num(2 * half + 12)}" height="{num(height + 22)}" rx="14" {_LIT}/>'
        )


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
