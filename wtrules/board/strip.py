"""A part of the board as a row of spaces, large enough to explain a move: arrows, numbers, marks.

Wizards under towers show through the walls, because an explanation has no secrets. All frames of one
storyboard have the same size and the same spaces, so that they can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import frozen

from wtrules.board import shapes
from wtrules.board.keys import Keys, Spot, pieces_of
from wtrules.board.landscape import Frame
from wtrules.board.paint import COLOURS, fill, num, stroke, text
from wtrules.board.section import GAP, Section
from wtrules.board.stacks import Stacks
from wtrules.board.table import Drawing
from wtrules.board.track import Place
from wtrules.board.words import Words
from wtrules.value import Value

_PITCH = 102.0  # from one space to the next
_GAP = 60.0
_CURVE = 9.0  # how far the ends of the row are behind its middle
_SIDE = 122.0  # beside the row: what is played, what happens
_MARGIN = 12.0
_BELOW = shapes.GROUND_Y + 34
_MOST_RISE = 5.2 * shapes.TOWER_RISE
_CLEAR = 26.0  # between an arrow and what it passes over
_APART = 30.0  # between two arrows
_LEAST = 130.0  # from the ground to the upper edge
_SHORT = 5  # spaces; two rows of them fit beside each other on a page
_USUAL, _LARGEST = 440.0, 1.8  # of a longer row, what is written is larger, up to this factor
_WHITE = 'fill="#fff"'


@frozen
class Arrow(Value):
    """The way of a piece; without an end, only the piece is pointed out."""

    number: int
    key: str
    start: Spot
    end: Spot | None
    is_loaded: bool = False  # something is on top of it


@frozen
class Scene(Value):
    """One frame: a board, arrows for what comes next, numbers at what came, and what is beside it.

    With `crossed` the arrows are crossed out.
    """

    keys: Keys
    arrows: tuple[Arrow, ...] = ()
    numbers: Mapping[str, int] = {}
    crossed: bool = False
    beside: tuple[Drawing, ...] = ()
    lit: frozenset[str] = frozenset()


@frozen
class Strip(Value):
    """A row of spaces for some scenes."""

    section: Section
    scenes: tuple[Scene, ...]
    words: Words
    painted: Mapping[str, str]

    @property
    def fits_beside(self) -> bool:
        """Whether the scenes fit beside each other on a page: two of them, and few spaces."""
        shown = sum(space is not GAP for space in self.section)
        return len(self.scenes) == 2 and shown <= _SHORT

    @property
    def _row(self) -> float:
        """How long the row is."""
        return sum(_GAP if space is GAP else _PITCH for space in self.section)

    @property
    def _scale(self) -> float:
        """How much larger numbers, words and what is beside the row are, to be read on a small screen."""
        return min(_LARGEST, max(1.0, self._row / _USUAL))

    def side(self, scene: Scene) -> float:
        """Return how much room there is beside the row; scenes below each other are in line."""
        is_needed = scene.beside if self.fits_beside else any(x.beside for x in self.scenes)
        return _SIDE * self._scale if is_needed else 0.0

    @property
    def places(self) -> dict[int, Place]:
        """Where the spaces are, from the left end of the row."""
        found: dict[int, Place] = {}
        x = _PITCH / 2
        for i, space in enumerate(self.section):
            if space is GAP:
                x += _GAP
                continue
            t = 2 * i / max(1, len(self.section) - 1) - 1
            found[space] = Place(x, -_CURVE * t * t, 0.0, 1.0)
            x += _PITCH
        return found

    def frame(self, scene: Scene) -> Frame:
        """Return the size of a scene; all are equally high."""
        side, top = self.side(scene), self._highest
        return Frame(-_MARGIN - side, top, self._row + side + 2 * _MARGIN, self._below - top)

    @property
    def _below(self) -> float:
        return _BELOW + 18 * (self._scale - 1)

    @cached_property
    def _highest(self) -> float:
        found = [-_LEAST]
        for scene in self.scenes:
            stacks = self.stacks(scene)
            found += [self._top(stacks, space) for space in self.places]
            found += [way.apex - 16 for way in self._ways(scene, stacks)]
            tall = sum(drawing.height + 10 for drawing in scene.beside)
            found.append(self._below - tall * self._scale - 14)
        return min(found) - 12

    def stacks(self, scene: Scene) -> Stacks:
        """Return what draws the spaces of a scene."""
        return Stacks(
            scene.keys.board,
            scene.keys,
            self.words,
            None,
            self.painted,
            scene.lit,
            _MOST_RISE,
            True,
        )

    def draw(self, scene: Scene) -> Iterator[str]:
        """Yield one scene."""
        frame, places, stacks = self.frame(scene), self.places, self.stacks(scene)
        yield from _background(frame)
        yield from self._road(frame)
        for space in sorted(places, key=lambda s: (places[s].y, s)):
            yield from stacks.space(space, places[space])
            below = shapes.GROUND_Y + 10 + 9 * self._scale
            yield text(places[space].x, below, str(space), 20 * self._scale)
        ways = list(self._ways(scene, stacks))
        for way in ways:
            yield from _drawn_way(way, scene.crossed)
        if scene.crossed and not ways:
            x, y = frame.left + frame.width / 2, frame.top + frame.height / 2
            yield _cross(x, y, 34)
        # With one arrow it is clear which piece it belongs to; of two that swap, each has its number.
        moving = {arrow.key: arrow.number for arrow in scene.arrows}
        numbers = {**(moving if len(moving) > 1 and not scene.crossed else {}), **scene.numbers}
        for key, number in numbers.items():
            yield from self._numbered(stacks, key, number)
        yield from self._beside(scene, frame)

    def _numbered(self, stacks: Stacks, key: str, number: int) -> Iterator[str]:
        spot = pieces_of(stacks.keys).get(key)
        if spot is not None and spot[0] in self.places:
            x, y = self._point(stacks, key, spot)
            aside = 30.0 if key.startswith("tower:") else 34.0 if key == "castle" else 15.0
            yield _badge(x - aside, y + 4, number)

    def _beside(self, scene: Scene, frame: Frame) -> Iterator[str]:
        scale = self._scale
        tall = sum(drawing.height + 10 for drawing in scene.beside) - 10
        y = frame.top + (frame.height - tall * scale) / 2
        larger = f" scale({num(scale)})" if scale > 1 else ""
        for drawing in scene.beside:
            x = -(_SIDE + drawing.width) * scale / 2 - 4
            yield f'<g transform="translate({num(x)} {num(y)}){larger}">{drawing.body}</g>'
            y += (drawing.height + 10) * scale

    # --- ways ---

    def _ways(self, scene: Scene, stacks: Stacks) -> Iterator[_Way]:
        """Yield the arrows as curves; those of pieces that go together are one."""
        joined: dict[tuple[Spot, Spot | None], list[Arrow]] = {}
        for arrow in scene.arrows:
            if arrow.start[0] in self.places:
                joined.setdefault((arrow.start, arrow.end), []).append(arrow)
        highest = 0.0  # of the arrows so far
        for i, ((start, end), arrows) in enumerate(joined.items()):
            numbers = tuple(arrow.number for arrow in arrows)
            x, y = self._point(stacks, arrows[0].key, start)
            if end is None or end[0] not in self.places:
                yield _Way(numbers, (x, y), None, y)
                continue
            to = self.places[end[0]]
            if end[0] == start[0]:
                yield _Way(numbers, (x, y + 12), (to.x + 6, self._top(stacks, end[0]) - 4), y, True)
                continue
            lands = self._top(stacks, end[0]) + (
                30.0 if stacks.board.spaces[end[0]].castle else 0.0
            )
            aim = to.x + (0.0 if len(joined) == 1 else 9.0 if i % 2 else -9.0)
            if arrows[0].key.startswith("tower:") and arrows[0].is_loaded:
                # From the side of the tower, because something is on top of it.
                x, y = x + math.copysign(shapes.TOWER_X, to.x - x), y + shapes.TOWER_RISE * 0.8
            left, right = sorted((x, aim))
            passed = [
                self._top(stacks, space) for space, at in self.places.items() if left < at.x < right
            ]
            apex = min([y - 8, lands - 8, *(top + 6 for top in passed)]) - _CLEAR
            apex = min(apex, highest - _APART) if i else apex
            highest = min(highest, apex)
            yield _Way(numbers, (x, y - 4), (aim, lands - 6), apex)

    def _point(self, stacks: Stacks, key: str, spot: Spot) -> tuple[float, float]:
        """Return the upper middle of a piece."""
        place = self.places[spot[0]]
        x, y = stacks.point(key, spot)
        return place.x + x, place.y + y

    def _top(self, stacks: Stacks, space: int) -> float:
        """Return how high the things on a space reach."""
        return self.places[space].y - stacks.reach(space)

    # --- background ---

    def _road(self, frame: Frame) -> Iterator[str]:
        course = f"M{num(max(frame.left, -_MARGIN))} 0H{num(frame.right)}"
        yield (
            f'<g fill="none"><path d="{course}" {stroke("road-edge", 40)}/>'
            f'<path d="{course}" {stroke("road", 34)}/></g>'
        )
        x = 0.0
        for space in self.section:
            if space is GAP:
                yield text(x + _GAP / 2, -3, "…", 40, paint=fill("way"))
            x += _GAP if space is GAP else _PITCH


@frozen
class _Way(Value):
    """A curve from a point to another, by a highest point; without an end, a mark at its start."""

    numbers: tuple[int, ...]
    start: tuple[float, float]
    end: tuple[float, float] | None
    apex: float
    is_loop: bool = False  # back to the same space

    @property
    def course(self) -> str:
        """The curve as the data of an SVG path."""
        assert self.end is not None
        (x1, y1), (x2, y2) = self.start, self.end
        if self.is_loop:
            side = x1 + 78
            return f"M{num(x1 + 24)} {num(y1)}C{num(side)} {num(y1)} {num(side)} {num(y2 - 30)} {num(x2)} {num(y2)}"
        # The curve stays below its control points by a quarter.
        high = self.apex - (min(y1, y2) - self.apex) / 3
        return (
            f"M{num(x1)} {num(y1)}C{num(x1)} {num(high)} {num(x2)} {num(high)} {num(x2)} {num(y2)}"
        )

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the curve."""
        if self.end is None:
            return self.start
        (x1, y1), (x2, y2) = self.start, self.end
        if self.is_loop:
            side = x1 + 78
            return (x1 + 24) / 8 + 0.75 * side + x2 / 8, y1 / 2 + y2 / 8 + 0.375 * (y2 - 30)
        high = self.apex - (min(y1, y2) - self.apex) / 3
        return (x1 + x2) / 2, (y1 + y2) / 8 + 0.75 * high

    @property
    def turn(self) -> float:
        """The direction of the arrow's head, in degrees; 90 points down."""
        return 150.0 if self.is_loop else 90.0


def _drawn_way(way: _Way, crossed: bool) -> Iterator[str]:
    x, y = way.middle
    if way.end is not None:
        dashes = ' stroke-dasharray="9 7"' if crossed else ""
        head_x, head_y = way.end
        head = (
            f'<path d="M-17 -11L0 0L-17 11L-12 0Z" stroke-linejoin="round" '
            f'transform="translate({num(head_x)} {num(head_y)}) rotate({num(way.turn)})" '
        )
        yield (
            f'<g fill="none" stroke-linecap="round"><path d="{way.course}" '
            f'stroke="#fff" stroke-width="10"/>{head} stroke="#fff" stroke-width="6"/>'
            f'<path d="{way.course}" {stroke("mark", 4.5)}{dashes}/>'
            f'{head} {stroke("mark", 2)} fill="{COLOURS["mark"]}"/></g>'
        )
    if crossed:
        yield _cross(x, y, 24)
        return
    for i, number in enumerate(way.numbers):
        yield _badge(x + (i - (len(way.numbers) - 1) / 2) * 26, y, number)


def _cross(x: float, y: float, size: float) -> str:
    """A cross over what is forbidden."""
    course = f"M{num(x - size)} {num(y - size)}L{num(x + size)} {num(y + size)}M{num(x + size)} {num(y - size)}L{num(x - size)} {num(y + size)}"
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{course}" stroke="#fff" stroke-width="16"/>'
        f'<path d="{course}" {stroke("mark", 9)}/></g>'
    )


def _badge(x: float, y: float, number: int) -> str:
    """A number in a disc."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="13.5" {fill("mark")} stroke="#fff" '
        f'stroke-width="2.5"/>{text(x, y, str(number), 18, paint=_WHITE)}'
    )


def _background(frame: Frame) -> Iterator[str]:
    """Sky, a ridge, a meadow; calm, so that the pieces stand out."""
    left, right, wide = frame.left, frame.right, frame.width
    yield (
        f'<path d="M{num(left)} {num(frame.top)}H{num(right)}V{num(frame.bottom)}H{num(left)}Z" '
        f"{fill('sky')}/>"
        f'<path d="M{num(left)} -44Q{num(left + wide * 0.22)} -74 {num(left + wide * 0.5)} -46'
        f'T{num(right)} -52V0H{num(left)}Z" {fill("ridge")}/>'
        f'<path d="M{num(left)} -30Q{num(left + wide * 0.4)} -42 {num(right)} -28'
        f'V{num(frame.bottom)}H{num(left)}Z" {fill("meadow")}/>'
    )
