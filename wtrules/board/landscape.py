"""What is around the ring: sky, hills, a meadow with trees, and the road that joins the spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from wtrules.board.paint import fill, num, stroke
from wtrules.value import Value

# Trees stand where no stack and no word is, as parts of the way from the middle to the frame.
_TREES = (
    (-0.93, -0.62, 1.0),
    (-0.8, -0.7, 0.8),
    (0.9, -0.66, 0.9),
    (0.78, -0.74, 0.7),
    (-0.92, 0.62, 1.1),
    (-0.8, 0.76, 1.3),
    (-0.95, 0.86, 1.2),
    (0.93, 0.66, 1.2),
    (0.82, 0.8, 1.3),
    (0.95, 0.9, 1.1),
)
_TUFTS = (
    (-0.3, -0.2),
    (0.34, 0.02),
    (-0.12, 0.42),
    (0.2, 0.5),
    (-0.42, 0.16),
    (0.06, -0.38),
    (0.6, 0.72),
    (-0.6, -0.84),
    (0.55, -0.9),
)


@frozen
class Frame(Value):
    """The visible part of the plane."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height

    def __str__(self) -> str:
        return " ".join(map(num, (self.left, self.top, self.width, self.height)))


def landscape(frame: Frame, horizon: float, tree: str) -> Iterator[str]:
    """Yield the background; *horizon* is where the meadow begins, *tree* draws a tree."""
    left, right, width = frame.left, frame.right, frame.width
    far, near = horizon - 46, horizon - 10
    yield (
        f'<path d="M{num(left)} {num(frame.top)}H{num(right)}V{num(horizon)}H{num(left)}Z" '
        f"{fill('sky')}/>"
        f'<circle cx="{num(left + width * 0.84)}" cy="{num(frame.top + 52)}" r="24" {fill("sun")}/>'
        f'<path d="M{num(left)} {num(horizon)}V{num(far + 10)}l{num(width * 0.12)} -34'
        f"l{num(width * 0.09)} 26l{num(width * 0.13)} -58l{num(width * 0.12)} 50"
        f"l{num(width * 0.1)} -24l{num(width * 0.14)} 36l{num(width * 0.12)} -44"
        f'L{num(right)} {num(far + 14)}V{num(horizon)}Z" {fill("far")}/>'
        f'<path d="M{num(left)} {num(near)}Q{num(left + width * 0.2)} {num(near - 34)} '
        f"{num(left + width * 0.45)} {num(near)}Q{num(left + width * 0.75)} {num(near - 26)} "
        f"{num(right)} {num(near + 4)}"
        f'V{num(horizon + 40)}H{num(left)}Z" {fill("ridge")}/>'
        f'<path d="M{num(left)} {num(horizon + 14)}Q{num(left + width * 0.3)} {num(horizon - 14)} '
        f"{num(left + width * 0.6)} {num(horizon + 6)}Q{num(left + width * 0.8)} {num(horizon + 16)} "
        f"{num(right)} {num(horizon - 2)}"
        f'V{num(frame.bottom)}H{num(left)}Z" {fill("meadow")}/>'
    )
    depth = frame.bottom - horizon
    tufts = (
        f"M{left + width * (1 + x) / 2:.0f} {horizon + depth * (1 + y) / 2:.0f}l-4 -8m4 8v-10m0 10l4 -8"
        for x, y in _TUFTS
    )
    yield f'<path d="{"".join(tufts)}" fill="none" stroke-linecap="round" {stroke("tree", 1.6)}/>'
    for x, y, size in _TREES:
        at_x, at_y = left + width * (1 + x) / 2, horizon + depth * (1 + y) / 2
        yield f'<use href="#{tree}" transform="translate({at_x:.0f} {at_y:.0f}) scale({size})"/>'


def roads(courses: Iterable[str], name: str) -> Iterator[str]:
    """Yield a road along each line; *name* begins the identifiers of the lines."""
    for i, course in enumerate(courses):
        yield (
            f'<g class="course" fill="none" stroke-linejoin="round"><g {stroke("road-edge", 40)}>'
            f'<path id="{name}{i}" d="{course}"/></g>'
            f'<use href="#{name}{i}" {stroke("road", 34)}/></g>'
        )
