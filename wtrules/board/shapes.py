"""The pieces as shapes, each drawn with its foot at (0, 0), so that a picture only places them.

A tower is seen from slightly above: its wall, a crown of battlements, and the floor on which
wizards stand. Every wizard and every other piece shows its letter, so that nothing is lost in black
and white or to a colour-blind reader.
"""

from __future__ import annotations

import math
from functools import lru_cache

from wtrules.board.paint import COLOURS, fill, ink_on, num, palette_place, stroke, text
from wtrules.safe_text import Medium, safe

TOWER_X, TOWER_Y = 40.0, 18.0  # half the width and the depth of a tower's floor
TOWER_RISE = 27.0  # from the ground to the floor of a tower
GROUND_X, GROUND_Y = 48.0, 24.0  # of a space
WIZARD_X, WIZARD_Y = 25.0, 46.0  # width and height of a wizard
CASTLE_Y = 101.0
_MERLONS = 13  # and gaps on half of the wall; odd, so that there is one in the middle

_INK = COLOURS["line"]


def _battlements(front: bool) -> str:
    """Half of the wall around the floor: up and down along the rim, and back below it."""
    points = []
    for k in range(_MERLONS):
        up = 3.0 if k % 2 else 9.0
        for turn in (k, k + 1):
            angle = math.pi * turn / _MERLONS + (0 if front else math.pi)
            x, y = (TOWER_X + 1) * math.cos(angle), TOWER_Y * math.sin(angle)
            points.append(f"{num(x)} {num(y - TOWER_RISE - up)}")
    below = f"A{num(TOWER_X + 1)} {num(TOWER_Y)} 0 0 0 "
    end = f"{num(TOWER_X + 1)} {num(3 - TOWER_RISE)}"
    if front:
        return f"M{'L'.join(points)}V{num(3 - TOWER_RISE)}{below}{end}Z"
    return f"M{'L'.join(points)}Z"


def _wall(radius_x: float, radius_y: float, top: float) -> str:
    return (
        f"M{num(-radius_x)} {num(-top)}V0A{num(radius_x)} {num(radius_y)} 0 0 0 {num(radius_x)} 0"
        f"V{num(-top)}Z"
    )


@lru_cache(maxsize=1)
def ground() -> str:
    """The ground of a space: a slab beside the road."""
    x, y = num(GROUND_X), num(GROUND_Y)
    return (
        f'<ellipse cy="5" rx="{x}" ry="{y}" {fill("ground-side")}/>'
        f'<ellipse rx="{x}" ry="{y}" {fill("ground")} stroke="{COLOURS["ground-edge"]}" stroke-width="1.5"/>'
    )


@lru_cache(maxsize=1)
def tower() -> str:
    """A tower: wall, bricks, windows, battlements, floor."""
    rise = TOWER_RISE
    joined = 'stroke-linejoin="round"'
    rim = f'stroke="{_INK}" stroke-width="1.1" {joined}'
    return (
        f'<path d="{_wall(TOWER_X - 1, TOWER_Y, rise)}" {fill("stone")} stroke="{_INK}" '
        f'stroke-width="1.4" {joined}/>'
        # The side away from the light.
        f'<path d="M20 {num(15.6)}Q36 10 39 0V{num(-rise)}H20Z" {fill("stone-dark")} opacity=".55"/>'
        f'<path d="M-35 1h7M-30 9h10M-10 13h7M12 10h9M27 1h8M-8 4h5M5 15h8" fill="none" {stroke("stone-dark", 1.6)}/>'
        f'<path d="M-24.5 4v-7a4 4 0 0 1 8 0v7z" {fill("window")}/><path d="M16.5 4v-7a4 4 0 0 1 8 0v7z" {fill("light")} stroke="{_INK}"/>'
        f'<path d="{_battlements(front=False)}" {fill("stone")} {rim}/>'
        f'<ellipse cy="{num(-rise - 1)}" rx="{num(TOWER_X - 2)}" ry="{num(TOWER_Y - 2)}" {fill("floor")}/>'
        f'<path d="{_battlements(front=True)}" {fill("stone-light")} {rim}/>'
    )


@lru_cache(maxsize=1)
def shield() -> str:
    """A shield with a raven on it, its middle at (0, 0)."""
    return (
        f'<path d="M-8 -9.5H8V0C8 5 4 8.5 0 10.5C-4 8.5 -8 5 -8 0Z" {fill("shield")} '
        'stroke="#fff" stroke-width="1.6"/>'
        f'<path d="M-5.5 -4.5Q-2 -5 0 -1.5Q2 -5 5.5 -4.5Q4.5 1 1.5 2.5L0 6L-1.5 2.5'
        f'Q-4.5 1 -5.5 -4.5Z" {fill("emblem")}/>'
    )


@lru_cache(maxsize=64)
def wizard(letter: str, colour: str) -> str:
    """A wizard: cloak, beard, pointed hat with the pattern of its colour, and the letter on the cloak."""
    dress = f'fill="{safe(colour, Medium.SVG)}" stroke="{_INK}" stroke-width="1.3" stroke-linejoin="round"'
    return (
        '<g transform="scale(1.13)">'
        f'<path d="M-11 -1Q-11 -11 -5 -18H5Q11 -11 11 -1Q0 4 -11 -1Z" {dress}/>'
        '<path d="M-5 -21Q-5.5 -13 0 -11.5Q5.5 -13 5 -21Z" fill="#fff" stroke="none"/>'
        '<circle cy="-20.5" r="4.2" fill="#f3cfa8"/>'
        f'<path d="M-10.5 -22.5Q-5 -24.5 -4.5 -28Q-2 -35 3.5 -40.5Q3 -34 4.5 -28Q5 -24.5 10.5 -22.5'
        f'Q0 -18.5 -10.5 -22.5Z" {dress}/>'
        + _pattern(colour)
        + text(0, -6.2, letter, 15, paint=f'fill="{ink_on(colour)}"')
        + "</g>"
    )


# On the hat and along the hem, so that wizards differ without their colours and letters, too.
_PATTERNS = (
    "",
    "M-4.6 -27.5Q0 -25.5 4.6 -27.5M-1.8 -33.5Q1.5 -32 3.8 -33.5M-10.5 -6Q-8.5 -5 -7 -4.5M10.5 -6Q8.5 -5 7 -4.5",
    "M-2.5 -26.5h.1M2.5 -26.5h.1M1 -31h.1M2.4 -35.5h.1M-8.5 -4.5h.1M8.5 -4.5h.1M-7 -10h.1M7 -10h.1",
    "M0 -38V-24.5M-8.5 -12V-1.5M8.5 -12V-1.5",
    "M-5.5 -25L-2.5 -28.5L0 -25L2.5 -28.5L5.5 -25M-10.5 -3L-8.5 -6.5L-6.5 -3M10.5 -3L8.5 -6.5L6.5 -3",
    "M-4 -24.5L3 -33M1 -24L4 -28M-10 -4L-7 -8M10 -4L7 -8",
)


def _pattern(colour: str) -> str:
    drawn = _PATTERNS[palette_place(colour) % len(_PATTERNS)]
    if not drawn:
        return ""
    return (
        f'<path d="{drawn}" fill="none" stroke="{ink_on(colour)}" stroke-width="2.2" '
        'stroke-linecap="round" opacity=".75"/>'
    )


def disc(letter: str, colour: str, radius: float) -> str:
    """A hidden piece: its letter on a small disc, with corners if it is no wizard."""
    r = num(radius)
    half, far = num(radius / 2), num(radius * 0.87)
    shape = (
        f'<path d="M0 -{r}L{far} -{half}V{half}L0 {r}L-{far} {half}V-{half}Z"'
        if letter.isupper()
        else f'<circle r="{r}"'
    )
    return f'{shape} fill="{safe(colour, Medium.SVG)}" stroke="{_INK}" stroke-width="1"/>' + text(
        0, 0, letter, radius * 1.6, paint=f'fill="{ink_on(colour)}"'
    )


@lru_cache(maxsize=64)
def token(letter: str, colour: str) -> str:
    """A piece that is neither a wizard nor a tower: a standing disc with six corners."""
    dark = f'stroke="{_INK}" stroke-width="1.3" stroke-linejoin="round"'
    return (
        f'<path d="M-9 0L-6 -5H6L9 0Q0 4 -9 0Z" {fill("stone-dark")} {dark}/>'
        f'<path d="M0 -34L14 -26V-10L0 -2L-14 -10V-26Z" fill="{colour}" {dark}/>'
        '<path d="M0 -30.5L11 -24.3V-11.7L0 -5.5L-11 -11.7V-24.3Z" fill="none" stroke="#fff" '
        'stroke-width="1" opacity=".7"/>'
        + text(0, -18, letter, 17, paint=f'fill="{ink_on(colour)}"')
    )


@lru_cache(maxsize=1)
def castle() -> str:
    """The castle: white walls, red roofs, a golden gate, flags; and a crown on its banner."""
    edge = f'stroke="{_INK}" stroke-width="1.3" stroke-linejoin="round"'
    return (
        f'<g transform="scale(1.1)"><circle cy="-44" r="42" {fill("sun")} opacity=".45"/>'
        f'<circle cy="-46" r="31" {fill("sun")} opacity=".7"/>'
        # The keep behind, with its banner.
        f'<path d="M-12 -20V-58H12V-20Z" {fill("wall-dark")} {edge}/>'
        f'<path d="M-15 -58L0 -82L15 -58Q0 -53 -15 -58Z" {fill("roof")} {edge}/>'
        f'<path d="M0 -82V-92L13 -88.5L0 -85" {fill("gold")} {edge}/>'
        # Two turrets.
        f'<path d="M-32 4V-38H-16V6ZM16 6V-38H32V4Z" {fill("wall")} {edge}/>'
        f'<path d="M-35 -38L-24 -60L-13 -38Q-24 -34 -35 -38ZM13 -38L24 -60L35 -38Q24 -34 13 -38Z" '
        f"{fill('roof-dark')} {edge}/>"
        f'<path d="M-27 -18v-6a3 3 0 0 1 6 0v6zM21 -18v-6a3 3 0 0 1 6 0v6z" {fill("window")}/>'
        # The wall with the gate.
        f'<path d="M-20 8V-26h5v-5h6v5h6v-5h6v5h6v-5h6v5h5V8Q0 12 -20 8Z" {fill("wall")} {edge}/>'
        f'<path d="M-9 9.5V-3a9 9 0 0 1 18 0V9.5Q0 11 -9 9.5Z" {fill("light")} {edge}/>'
        f'<path d="M-9 -50H9V-34L0 -29L-9 -34Z" {fill("shield")} stroke="#fff" stroke-width="1.2"/>'
        f'<path d="M-5.5 -38V-45L-2.8 -41.5L0 -46.5L2.8 -41.5L5.5 -45V-38Z" {fill("emblem")}/></g>'
    )


@lru_cache(maxsize=1)
def tree() -> str:
    """A tree of the landscape."""
    return (
        f'<path d="M-2 0V-8H2V0Z" {fill("trunk")}/>'
        f'<path d="M0 -38L11 -20H6L13 -6H-13L-6 -20H-11Z" {fill("tree")}/>'
    )
