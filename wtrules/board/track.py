"""The shape of the track in pictures: where each space goes, and the ways that a ring does not have.

A track is a plain ring unless the caller says what follows each space. Spaces that no way connects
are on separate rings, one inside the other, the longest outermost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Protocol

from attrs import frozen

from wtrules.texts import Texts

NOWHERE = -1
_INNERMOST = 130.0
_PITCH = 106.0  # between two spaces, along a ring
_BETWEEN_RINGS = 205.0  # room for the stacks of the inner ring and the numbers of the outer one
_LINK, _LINK_WIDTH = "#8a5a2b", 3.5


class Track(Protocol):
    """What follows each space in both directions; -1 for nothing."""

    @property
    def clockwise(self) -> tuple[int, ...]: ...

    @property
    def counterclockwise(self) -> tuple[int, ...]: ...


@frozen
class Place:
    """A space in the picture: the middle of its ground, and the direction outwards."""

    x: float
    y: float
    out_x: float
    out_y: float

    def outwards(self, distance: float) -> tuple[float, float]:
        """Return the point so far from the middle of the ground."""
        return self.x + self.out_x * distance, self.y + self.out_y * distance


@frozen
class Link:
    """A way that a plain ring does not have; `to` is NOWHERE at a dead end."""

    start: int
    to: int
    clockwise: bool
    both: bool = False  # it leads back the same way


def links(track: Track | None) -> tuple[Link, ...]:
    """Return the ways that differ from a plain ring; a way and its way back are one."""
    if track is None:
        return ()
    ring = len(track.clockwise)
    on = [Link(s, to, True) for s, to in enumerate(track.clockwise) if to != (s + 1) % ring]
    back = [
        Link(s, to, False) for s, to in enumerate(track.counterclockwise) if to != (s - 1) % ring
    ]
    reverse = {(link.to, link.start) for link in back if link.to != NOWHERE}
    pairs = {(link.start, link.to) for link in on} & reverse
    return (
        *(Link(x.start, x.to, True, (x.start, x.to) in pairs) for x in on),
        *(x for x in back if (x.to, x.start) not in pairs),
    )


def in_words(track: Track | None, texts: Texts) -> Iterator[str]:
    """Yield a sentence for each way that differs from a ring."""
    for link in links(track):
        word = "clockwise" if link.clockwise else "counterclockwise"
        if link.to == NOWHERE:
            yield texts(f"picture.end.{word}", space=link.start)
        else:
            yield texts(f"picture.way.{word}", space=link.start, to=link.to)
        if link.both:
            yield texts("picture.way.counterclockwise", space=link.to, to=link.start)


def in_signs(track: Track | None) -> Iterator[str]:
    """Yield each way that differs from a ring in a few characters, for a drawing in text."""
    for link in links(track):
        sign = "↻" if link.clockwise else "↺"
        to = "✕" if link.to == NOWHERE else f"s{link.to}"
        yield f"{sign} s{link.start} {'↔' if link.both else '→'} {to}"


# --- places --------------------------------------------------------------------------------------


def _rings(spaces: int, track: Track | None) -> list[list[int]]:
    """Return the spaces of each ring, the outermost first."""
    ring = list(range(spaces))
    if track is not None:
        for ways in (track.clockwise, track.counterclockwise):
            for space, to in enumerate(ways):
                if to != NOWHERE and ring[space] != ring[to]:
                    old, new = ring[space], ring[to]
                    ring = [new if x == old else x for x in ring]
        found: dict[int, list[int]] = {}
        for space, name in enumerate(ring):
            found.setdefault(name, []).append(space)
        return sorted(found.values(), key=lambda members: (-len(members), members[0]))
    return [ring]


def _radii(rings: Sequence[Sequence[int]]) -> list[float]:
    radii: list[float] = []
    for members in reversed(rings):
        inside = radii[0] + _BETWEEN_RINGS if radii else _INNERMOST
        radii.insert(0, max(inside, len(members) * _PITCH / math.tau))
    return radii


def free_radius(spaces: int, track: Track | None) -> float:
    """Return the radius of the innermost ring."""
    return _radii(_rings(spaces, track))[-1]


def places(spaces: int, track: Track | None) -> list[Place]:
    """Return where each space is drawn."""
    rings = _rings(spaces, track)
    found: dict[int, Place] = {}
    for radius, members in zip(_radii(rings), rings, strict=True):
        for at, space in enumerate(members):
            turn = math.tau * at / len(members)
            sin, cos = math.sin(turn), -math.cos(turn)
            found[space] = Place(radius * sin, radius * cos, sin, cos)
    return [found[space] for space in range(spaces)]


# --- arrows --------------------------------------------------------------------------------------


def arrows(track: Track | None, at: Sequence[Place], ground: float) -> Iterator[str]:
    """Yield the ways that differ from a ring as arrows; *ground* is the radius of a space."""
    rings = {s: members for members in _rings(len(at), track) for s in members}
    found = links(track)
    # One bar is enough where the track is cut in both directions.
    cuts = {(link.start + 1) % len(at) for link in found if link.clockwise and link.to == NOWHERE}
    drawn = [
        link
        for link in found
        if not _closes(link, rings[link.start])
        and not (link.to == NOWHERE and not link.clockwise and link.start in cuts)
    ]
    if not drawn:
        return
    yield (
        f'<g class="ways" stroke="{_LINK}" stroke-width="{_LINK_WIDTH}" fill="none" '
        'stroke-linecap="round" stroke-linejoin="round">'
    )
    for link in drawn:
        if link.to == NOWHERE:
            yield _wall(at[link.start], link.clockwise, ground)
        else:
            yield from _arrow(at[link.start], at[link.to], link, ground)
    yield "</g>"


def _closes(link: Link, ring: Sequence[int]) -> bool:
    """Return whether a way only joins the end of a ring to its beginning."""
    ends = (ring[-1], ring[0]) if link.clockwise else (ring[0], ring[-1])
    return (link.start, link.to) == ends


def _wall(place: Place, clockwise: bool, ground: float) -> str:
    """A bar at the edge of a space, across the way that does not go on."""
    along = 1 if clockwise else -1
    x = place.x - place.out_y * along * (ground + 8)
    y = place.y + place.out_x * along * (ground + 8)
    dx, dy = place.out_x * ground * 0.62, place.out_y * ground * 0.62
    return (
        f'<path stroke-width="{2 * _LINK_WIDTH}" '
        f'd="M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}"/>'
    )


def _arrow(start: Place, to: Place, link: Link, ground: float) -> Iterator[str]:
    """A curved arrow on the inner side of the ring, from number to number."""
    x1, y1 = start.outwards(-ground - 31)
    x2, y2 = to.outwards(-ground - 31)
    # The nearer the two spaces, the less the curve bends towards the middle.
    chord, diameter = math.hypot(x2 - x1, y2 - y1), 2 * math.hypot(x1, y1) or 1.0
    pull = 0.9 - 0.75 * min(1.0, chord / diameter)
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
