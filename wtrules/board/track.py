"""The shape of the track in pictures: where each space goes, and the ways that a ring does not have.

A track is a plain ring unless the caller says what follows each space. Spaces that no way connects
are on separate rings, one inside the other, the longest outermost. A track that crosses itself once is
drawn as an eight.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from attrs import evolve, frozen

from wtrules.board.eight import Eight, eight
from wtrules.board.paint import stroke
from wtrules.texts import Texts
from wtrules.value import Value

NOWHERE = -1
_INNERMOST = 150.0
_PITCH = 105.0  # between two spaces, along a ring
_BETWEEN_RINGS = 190.0  # room for the stacks of the inner ring and the numbers of the outer one
_DEPTH = 0.9  # of a ring, for each unit of its width
_ROUND = 1.22  # 2 is an ellipse, 1 has four corners
_STEPS = 1440
_COURSE = 48  # points of the line of a ring
_LINK_WIDTH = 4.0


class Branch(Protocol):
    """A space with several ways on, or with other ways for pieces that come from one space."""

    @property
    def way(self) -> int: ...

    @property
    def space(self) -> int: ...

    @property
    def before(self) -> int | None: ...

    @property
    def to(self) -> tuple[int, ...]: ...


class Track(Protocol):
    """What follows each space in both directions; -1 for nothing."""

    @property
    def clockwise(self) -> tuple[int, ...]: ...

    @property
    def counterclockwise(self) -> tuple[int, ...]: ...

    @property
    def branches(self) -> Sequence[Branch]: ...

    def ways_on(self, space: int, way: int, before: int | None = None) -> tuple[int, ...]: ...


@frozen
class Place(Value):
    """A space in the picture: the middle of its ground, and the direction outwards."""

    x: float
    y: float
    out_x: float
    out_y: float

    def outwards(self, distance: float) -> tuple[float, float]:
        """Return the point so far from the middle of the ground."""
        return self.x + self.out_x * distance, self.y + self.out_y * distance


@frozen
class Way(Value):
    """A way, or several, that a plain ring does not have; `to` is NOWHERE at a dead end."""

    start: int
    to: tuple[int, ...]
    clockwise: bool
    before: int | None = None  # it is only for pieces that come from this space
    both: bool = False  # it leads back the same way

    @property
    def reverse(self) -> Way:
        """The way back, if there is one way and no other."""
        if self.before is None:
            return Way(self.to[0], (self.start,), not self.clockwise)
        return Way(self.start, (self.before,), not self.clockwise, self.to[0])


def ways(track: Track | None) -> tuple[Way, ...]:
    """Return the ways that differ from a plain ring; a way and its way back are one."""
    if track is None:
        return ()
    on, back = (list(_in_direction(track, way)) for way in (1, -1))
    pairs = [way for way in on if len(way.to) == 1 and way.reverse in back]
    known = [way.reverse for way in pairs]
    return (
        *(evolve(way, both=way in pairs) for way in on),
        *(way for way in back if way not in known),
    )


def _in_direction(track: Track, way: int) -> Iterator[Way]:
    spaces = len(track.clockwise)
    for space in range(spaces):
        plain = track.ways_on(space, way)
        if plain != ((space + way) % spaces,):
            yield Way(space, plain, way > 0)
        for branch in track.branches:
            is_here = (branch.way, branch.space) == (way, space)
            if is_here and branch.before is not None and branch.to != plain:
                yield Way(space, branch.to, way > 0, branch.before)


def in_words(spaces: int, track: Track | None, texts: Texts) -> Iterator[str]:
    """Yield a sentence about the shape, and one for each way that differs from a ring."""
    shape = eight(track)
    if shape is None:
        yield texts("picture.ring", spaces=spaces)
    else:
        yield texts("picture.eight", spaces=spaces, middle=shape.middle)
    yield from ways_in_words(track, texts)


def ways_in_words(track: Track | None, texts: Texts) -> Iterator[str]:
    """Yield a sentence for each way that differs from a ring."""
    for way in ways(track):
        yield _sentence(way, texts)
        if way.both:
            yield _sentence(way.reverse, texts)


def _sentence(way: Way, texts: Texts) -> str:
    word = "clockwise" if way.clockwise else "counterclockwise"
    if way.to == (NOWHERE,):
        key = f"picture.end.{word}"
        if way.before is None:
            return texts(key, space=way.start)
        return texts(f"{key}.from", space=way.start, before=way.before)
    to = f" {texts('picture.or')} ".join(map(str, way.to))
    if way.before is None:
        return texts(f"picture.way.{word}", space=way.start, to=to)
    return texts(f"picture.way.{word}.from", space=way.start, before=way.before, to=to)


def in_signs(track: Track | None) -> Iterator[str]:
    """Yield each way that differs from a ring in a few characters, for a drawing in text."""
    for way in ways(track):
        sign, arrow = "↻" if way.clockwise else "↺", "↔" if way.both else "→"
        to = ",".join("✕" if space == NOWHERE else f"s{space}" for space in way.to)
        before = "" if way.before is None else f"s{way.before} {arrow} "
        yield f"{sign} {before}s{way.start} {arrow} {to}"


# --- places --------------------------------------------------------------------------------------


def _rings(spaces: int, track: Track | None) -> list[list[int]]:
    """Return the spaces of each ring, the outermost first."""
    ring = list(range(spaces))
    if track is not None:
        # Rings that only forks connect are separate, with arrows between them.
        for space, to in (*enumerate(track.clockwise), *enumerate(track.counterclockwise)):
            if to != NOWHERE and ring[space] != ring[to]:
                old, new = ring[space], ring[to]
                ring = [new if x == old else x for x in ring]
        found: dict[int, list[int]] = {}
        for space, name in enumerate(ring):
            found.setdefault(name, []).append(space)
        return sorted(found.values(), key=lambda members: (-len(members), members[0]))
    return [ring]


def _reaches(rings: Sequence[Sequence[int]]) -> list[float]:
    """Return how far each ring reaches from the middle to either side."""
    found: list[float] = []
    for members in reversed(rings):
        inside = found[0] + _BETWEEN_RINGS if found else _INNERMOST
        found.insert(0, max(inside, len(members) * _PITCH / _outline()[-1][0]))
    return found


@lru_cache(maxsize=64)
def _spread(count: int) -> tuple[tuple[float, float], ...]:
    """Return points around a ring of reach 1, clockwise from the top, equally far from each other."""
    outline = _outline()
    found, at = [], 0
    for i in range(count):
        while outline[at][0] < outline[-1][0] * i / count:
            at += 1
        found.append(outline[at][1:])
    return tuple(found)


@lru_cache(maxsize=1)
def _outline() -> list[tuple[float, float, float]]:
    """Return points of a ring, clockwise from the top, each with the way from the first to it.

    The ring is between a circle and a square that stands on a corner: stacks rise upwards, and in a
    circle those at the sides would cover the spaces behind them.
    """
    found: list[tuple[float, float, float]] = []
    way, before = 0.0, (0.0, -_DEPTH)
    for step in range(_STEPS + 1):
        turn = math.tau * step / _STEPS
        sin, cos = math.sin(turn), math.cos(turn)
        x = math.copysign(abs(sin) ** (2 / _ROUND), sin)
        y = -_DEPTH * math.copysign(abs(cos) ** (2 / _ROUND), cos)
        way += math.hypot(x - before[0], y - before[1])
        before = (x, y)
        found.append((way, x, y))
    return found


def courses(spaces: int, track: Track | None) -> Iterator[str]:
    """Yield the line of each ring, or of an eight, as the data of an SVG path."""
    shape = eight(track)
    if shape is not None:
        yield shape.course()
        return
    rings = _rings(spaces, track)
    for reach, members in zip(_reaches(rings), rings, strict=True):
        if len(members) > 1:
            points = (f"{x * reach:.0f} {y * reach:.0f}" for x, y in _spread(_COURSE))
            yield f"M{'L'.join(points)}Z"


@frozen
class Middle(Value):
    """An empty part of the picture with tracks around it."""

    x: float
    radius: float
    clockwise: bool = True


def middles(spaces: int, track: Track | None) -> tuple[Middle, ...]:
    """Return the middle of the innermost ring, or those of the two loops of an eight."""
    shape = eight(track)
    if shape is None:
        return (Middle(0.0, _reaches(_rings(spaces, track))[-1]),)
    return tuple(Middle(*shape.centre(side), clockwise=side == 0) for side in (0, 1))


def places(spaces: int, track: Track | None) -> list[Place]:
    """Return where each space is drawn."""
    found: dict[int, Place] = {}
    shape = eight(track)
    if shape is not None:
        found = {space: Place(*rest) for space, *rest in shape.points()}
    else:
        rings = _rings(spaces, track)
        for reach, members in zip(_reaches(rings), rings, strict=True):
            for space, (x, y) in zip(members, _spread(len(members)), strict=True):
                away = math.hypot(x, y)
                found[space] = Place(reach * x, reach * y, x / away, y / away)
    return [found[space] for space in range(spaces)]


# --- arrows --------------------------------------------------------------------------------------


@frozen
class _Link(Value):
    """An arrow from a space to another; `to` is NOWHERE at a dead end."""

    start: int
    to: int
    clockwise: bool
    both: bool = False


def arrows(track: Track | None, at: Sequence[Place], ground: float) -> Iterator[str]:
    """Yield the ways that differ from a ring as arrows; *ground* is the radius of a space."""
    drawn = [*_links(track, _neighbours(len(at), track, eight(track)))]
    if not drawn:
        return
    # How far inside each space is: 0 on the outermost ring.
    depth = {space: i for i, ring in enumerate(_rings(len(at), track)) for space in ring}
    yield (
        f'<g {stroke("way", _LINK_WIDTH, "ways")} fill="none" stroke-linecap="round" '
        'stroke-linejoin="round">'
    )
    for link in drawn:
        if link.to == NOWHERE:
            yield _wall(at[link.start], link.clockwise, ground)
        else:
            inwards = depth[link.to] - depth[link.start]
            yield from _arrow(at[link.start], at[link.to], link, ground, inwards)
    yield "</g>"


def _links(track: Track | None, drawn: frozenset[tuple[int, int]]) -> Iterator[_Link]:
    """Yield the arrows to draw; spaces next to each other in the picture need none."""
    found = ways(track)
    pairs = [
        list(
            dict.fromkeys((way.start, to) for way in found if way.clockwise == on for to in way.to)
        )
        for on in (True, False)
    ]
    # Ways that are one with their way back.
    for way in found:
        if way.both and way.before is None:
            pairs[1].append((way.to[0], way.start))
    on, back = pairs
    # One bar is enough where the track is cut in both directions.
    spaces = len(track.clockwise) if track is not None else 1
    cuts = {(start + 1) % spaces for start, to in on if to == NOWHERE}
    for start, to in on:
        if (start, to) not in drawn:
            yield _Link(start, to, True, (to, start) in back)
    for start, to in back:
        is_cut = to == NOWHERE and start in cuts
        if (to, start) not in drawn and (to, start) not in on and not is_cut:
            yield _Link(start, to, False)


def _neighbours(
    spaces: int, track: Track | None, shape: Eight | None
) -> frozenset[tuple[int, int]]:
    """Return the pairs of spaces that the picture shows one after the other, clockwise."""
    if shape is not None:
        return shape.neighbours
    rings = _rings(spaces, track)
    return frozenset((ring[i - 1], ring[i]) for ring in rings for i in range(len(ring)))


def _wall(place: Place, clockwise: bool, ground: float) -> str:
    """A bar at the edge of a space, across the way that does not go on."""
    along = 1 if clockwise else -1
    x = place.x - place.out_y * along * (ground + 8)
    y = place.y + place.out_x * along * (ground + 8)
    dx, dy = place.out_x * ground * 0.62, place.out_y * ground * 0.62
    return (
        f'<path stroke-width="{2 * _LINK_WIDTH:g}" '
        f'd="M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}"/>'
    )


def _arrow(start: Place, to: Place, link: _Link, ground: float, inwards: int) -> Iterator[str]:
    """A curved arrow on the inner side of the ring, or between two rings."""
    x1, y1 = start.outwards(ground + 8 if inwards < 0 else -ground - 31)
    x2, y2 = to.outwards(ground + 8 if inwards > 0 else -ground - 31)
    # The nearer the two spaces, the less the curve bends towards the middle.
    chord, diameter = math.hypot(x2 - x1, y2 - y1), 2 * math.hypot(x1, y1) or 1.0
    pull = 0.9 - 0.75 * min(1.0, chord / diameter)
    if inwards:  # around the spaces of the inner ring
        middle = math.hypot(x1 + x2, y1 + y2) / 2 or 1.0
        pull = max(1.0, max(math.hypot(x1, y1), math.hypot(x2, y2)) / middle)
    bend_x, bend_y = (x1 + x2) / 2 * pull, (y1 + y2) / 2 * pull
    dashes = "" if link.clockwise else ' stroke-dasharray="2 8"'
    yield (
        f'<path{dashes} d="M{x1:.1f} {y1:.1f}Q{bend_x:.1f} {bend_y:.1f} {x2:.1f} {y2:.1f}"/>'
        f"{_head(bend_x, bend_y, x2, y2)}"
    )
    if link.both:
        yield _head(bend_x, bend_y, x1, y1)


def _head(from_x: float, from_y: float, x: float, y: float) -> str:
    turn = math.degrees(math.atan2(y - from_y, x - from_x))
    return (
        f'<path d="M-12 -8L0 0L-12 8" transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})"/>'
    )
