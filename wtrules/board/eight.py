"""A track in the shape of an eight: two loops that share one space, drawn side by side.

The crossing is in the middle. Each loop is two straight lines from there and an arc around a centre
to the left or right. A piece that passes the crossing goes straight on, from one loop to the other.
All of it is stretched upwards, so that there is room for stacks between the rows, and a picture of an eight
is not much wider than one of a ring.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Protocol

from attrs import frozen

from wtrules.value import Value

_PITCH = 112.0  # between two spaces, along the track
_ARC = 1.5 * math.pi  # of each loop; the straight lines cross at right angles
_TALL = 1.4  # how far it is stretched


class Crossed(Protocol):
    """What follows each space, also of a piece that comes from another one."""

    @property
    def clockwise(self) -> tuple[int, ...]: ...

    def ways_on(self, space: int, way: int, before: int | None = None) -> tuple[int, ...]: ...


@frozen
class Eight(Value):
    """The space in the middle, and the spaces of the right and the left loop in order."""

    middle: int
    loops: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def neighbours(self) -> frozenset[tuple[int, int]]:
        """The pairs of spaces that are next to each other, clockwise."""
        tours = ((self.middle, *loop, self.middle) for loop in self.loops)
        return frozenset(pair for tour in tours for pair in pairwise(tour))

    def _radius(self, side: int) -> float:
        length = (len(self.loops[side]) + 1) * _PITCH
        return length / (2 + _ARC)

    def centre(self, side: int) -> tuple[float, float]:
        """Return the centre of the right (0) or the left (1) loop, and the radius of its arc."""
        radius = self._radius(side)
        return radius * math.sqrt(2) * (1 - 2 * side), radius

    def points(self) -> Iterator[tuple[int, float, float, float, float]]:
        """Yield each space with its place and the direction outwards."""
        yield self.middle, 0.0, 0.0, 0.0, -1.0
        for side, loop in enumerate(self.loops):
            for at, space in enumerate(loop, 1):
                x, y, out_x, out_y = self._at(side, at * _PITCH)
                yield space, x, y * _TALL, out_x, out_y

    def _at(self, side: int, way: float) -> tuple[float, float, float, float]:
        """Return the point so far from the middle, along a loop, and the direction outwards."""
        radius, mirror = self._radius(side), 1 - 2 * side
        whole = radius * (2 + _ARC)
        if way > whole / 2:  # the lower half is the upper one upside down
            x, y, out_x, out_y = self._at(side, whole - way)
            return x, -y, out_x, -out_y
        if way <= radius:
            far = way / math.sqrt(2)
            return mirror * far, -far, 0.0, -1.0
        turn = (way - radius) / radius - math.radians(135)
        x, y = radius * math.sqrt(2) + radius * math.cos(turn), radius * math.sin(turn)
        # Stacks beside the middle lean up or down, so that they do not cover each other.
        out_x = max(0.0, math.cos(turn))
        long = math.hypot(out_x, math.sin(turn))
        return mirror * x, y, mirror * out_x / long, math.sin(turn) / long

    def course(self) -> str:
        """Return the line of the track as the data of an SVG path, in the order of travel."""
        parts = ["M0 0"]
        for side in (0, 1):
            radius, mirror = self._radius(side), 1 - 2 * side
            far, tall = radius / math.sqrt(2), radius * _TALL
            high, sweep = far * _TALL, 1 - side
            parts.append(
                f"L{mirror * far:.1f} {-high:.1f}"
                f"A{radius:.1f} {tall:.1f} 0 1 {sweep} {mirror * far:.1f} {high:.1f}L0 0"
            )
        return "".join(parts)


def eight(track: Crossed | None) -> Eight | None:
    """Return the two loops of a track that is an eight; None if it has another shape."""
    if track is None:
        return None
    spaces = range(len(track.clockwise))
    crossings = [
        middle
        for middle in spaces
        if any(
            track.ways_on(middle, 1, before) != track.ways_on(middle, 1)
            for before in spaces
            if middle in track.ways_on(before, 1)
        )
    ]
    if len(crossings) != 1:
        return None
    (middle,) = crossings
    first = track.clockwise[middle]
    one = _loop(track, middle, first)
    second = track.ways_on(middle, 1, one[-1])[0] if one else -1
    two = _loop(track, middle, second)
    whole = sorted((middle, *one, *two)) == list(spaces)
    if not one or not two or not whole or track.ways_on(middle, 1, two[-1])[0] != first:
        return None
    return Eight(middle, (one, two))


def _loop(track: Crossed, middle: int, first: int) -> tuple[int, ...]:
    """Return the spaces from the crossing back to it; nothing if the way does not lead back."""
    found: list[int] = []
    at = first
    while at not in (-1, middle, *found):
        found.append(at)
        at = track.ways_on(at, 1)[0]
    return tuple(found) if at == middle else ()
