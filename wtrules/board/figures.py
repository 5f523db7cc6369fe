"""The figures of pieces that a house rule adds: a dragon, a ghost, a cart …; or a sign on a disc.

Each stands on (0, 0), is about 34 wide and 40 high, and has the colour of its piece.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from wtrules.board import shapes
from wtrules.board.paint import fill, text
from wtrules.safe_text import Medium, safe

_INK = "#40392f"
_LINE = f'stroke="{_INK}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"'
_THIN = f'fill="none" {_LINE}'
_FOOT = '<ellipse cy="-1" rx="17" ry="5" fill="#2b2b2b" opacity=".22"/>'


def _dragon(paint: str) -> str:
    return (
        f'<path d="M-13 -3Q-22 -6 -19 -15Q-18 -9 -11 -9Q-10 -20 0 -21Q1 -30 10 -34L9 -30L15 -33L13 -28'
        f'Q19 -26 19 -21Q15 -20 10 -21Q10 -16 9 -13Q15 -10 13 -2H6L5 -6Q-1 -4 -5 -6L-6 -2H-12Z" '
        f"{paint} {_LINE}/>"
        f'<path d="M-2 -18Q-11 -36 -20 -31Q-14 -29 -14 -24Q-10 -26 -8 -21Q-5 -23 -2 -18Z" '
        f'{fill("gold")} {_LINE}/><circle cx="12.5" cy="-26" r="1.6" fill="#fff" stroke="{_INK}"/>'
        f'<path d="M19 -22l5 -2l-3 3l5 1z" {fill("light")}/>'
    )


def _ghost(paint: str) -> str:
    return (
        f'<path d="M-13 -2V-22A13 14 0 0 1 13 -22V-2L8.5 -6L4.3 -2L0 -6L-4.3 -2L-8.5 -6Z" '
        f'fill="#f7f4ff" {_LINE}/><path d="M-13 -7V-2L-8.5 -6L-4.3 -2L0 -6L4.3 -2L8.5 -6L13 -2V-7'
        f'Q0 -2 -13 -7Z" {paint} opacity=".55"/><ellipse cx="-4.5" cy="-22" rx="2.3" ry="3.6" fill="{_INK}"/>'
        f'<ellipse cx="4.5" cy="-22" rx="2.3" ry="3.6" fill="{_INK}"/>'
        f'<ellipse cy="-14" rx="2.6" ry="3.4" fill="{_INK}"/>'
    )


def _cart(paint: str) -> str:
    wheel = f'<circle r="7" {fill("wall")} {_LINE}/><path d="M-7 0H7M0 -7V7" {_THIN}/>'
    return (
        f'<path d="M-17 -24H15L12 -10H-14Z" {paint} {_LINE}/><path d="M-9 -24V-10M3 -24V-10" {_THIN}/>'
        f'<path d="M14 -20L22 -26" {_THIN}/><g transform="translate(-8 -7)">{wheel}</g>'
        f'<g transform="translate(7 -7)">{wheel}</g>'
    )


def _coin(paint: str) -> str:
    return (
        f'<ellipse cx="2" cy="-17" rx="14" ry="15" fill="#a87714" {_LINE}/>'
        f'<circle cx="-1" cy="-18" r="14.5" {fill("gold")} {_LINE}/>'
        f'<circle cx="-1" cy="-18" r="10.5" fill="none" stroke="#a87714" stroke-width="1.3"/>'
        f'<path d="M-1 -25L1.2 -20.500L6 -20L2.4 -16.800L3.5 -12L-1 -14.500L-5.5 -12L-4.4 -16.8'
        f'L-8 -20L-3.2 -20.500Z" {paint}/>'
    )


def _flag(paint: str) -> str:
    return (
        f'<path d="M-10 -1V-38" fill="none" stroke="{_INK}" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="M-9 -37Q0 -42 7 -36Q13 -32 18 -36V-20Q12 -16 6 -20Q0 -25 -9 -20Z" {paint} {_LINE}/>'
    )


def _tent(paint: str) -> str:
    return (
        f'<path d="M0 -34L19 -2H-19Z" {paint} {_LINE}/><path d="M0 -34L7 -2H-7Z" {fill("window")} {_LINE}/>'
        f'<path d="M0 -34V-39L7 -37L0 -35" {fill("gold")} {_LINE}/>'
    )


def _bridge(paint: str) -> str:
    return (
        f'<path d="M-20 -2V-14Q0 -30 20 -14V-2H12Q12 -14 0 -14Q-12 -14 -12 -2Z" {fill("stone")} {_LINE}/>'
        f'<path d="M-20 -14Q0 -30 20 -14V-19Q0 -36 -20 -19Z" {paint} {_LINE}/>'
        f'<path d="M-10 -17V-25M0 -20V-29M10 -17V-25" {_THIN}/>'
    )


def _boat(paint: str) -> str:
    return (
        f'<path d="M-18 -11H18Q15 -1 8 -1H-9Q-16 -1 -18 -11Z" {paint} {_LINE}/>'
        f'<path d="M0 -11V-38" {_THIN}/><path d="M2 -36Q14 -28 13 -14H2Z" fill="#fff" {_LINE}/>'
        f'<path d="M-2 -33Q-10 -24 -11 -14H-2Z" fill="#fff" {_LINE}/>'
    )


def _chest(paint: str) -> str:
    return (
        f'<path d="M-17 -15H17V-2H-17Z" {paint} {_LINE}/>'
        f'<path d="M-17 -15Q-17 -27 -8 -27H8Q17 -27 17 -15Z" {paint} {_LINE}/>'
        f'<path d="M-17 -15H17M-10 -26V-2M10 -26V-2" {_THIN}/><path d="M-3.5 -18H3.500V-10H-3.500Z" '
        f"{fill('gold')} {_LINE}/>"
    )


def _crown(paint: str) -> str:
    return (
        f'<path d="M-17 -3L-19 -26L-9 -16L0 -32L9 -16L19 -26L17 -3Q0 2 -17 -3Z" {fill("gold")} {_LINE}/>'
        f'<path d="M-17 -9Q0 -4 17 -9" {_THIN}/><circle cy="-12" r="3.2" {paint} {_LINE}/>'
        f'<circle cx="-11" cy="-11" r="2.2" {paint}/><circle cx="11" cy="-11" r="2.2" {paint}/>'
    )


def _tree(paint: str) -> str:
    return (
        f'<path d="M-3 -10H3V-1H-3Z" {fill("trunk")} {_LINE}/>'
        f'<path d="M0 -40L10 -27H6L14 -17H9L17 -8H-17L-9 -17H-14L-6 -27H-10Z" {paint} {_LINE}/>'
    )


def _rock(paint: str) -> str:
    return (
        f'<path d="M-18 -3L-15 -17L-6 -27L6 -24L15 -15L19 -3Q0 2 -18 -3Z" {fill("stone-dark")} {_LINE}/>'
        f'<path d="M-15 -17L-6 -27L6 -24L-2 -15Z" {paint} opacity=".75"/><path d="M-2 -15L3 -4M6 -24L-2 -15" {_THIN}/>'
    )


def _potato(paint: str) -> str:
    return (
        f'<path d="M-14 -6Q-20 -20 -7 -26Q2 -31 11 -24Q19 -16 13 -6Q2 2 -14 -6Z" fill="#b98a4e" {_LINE}/>'
        f'<circle cx="-6" cy="-17" r="1.5" fill="{_INK}"/><circle cx="5" cy="-21" r="1.3" fill="{_INK}"/>'
        f'<circle cx="6" cy="-9" r="1.5" fill="{_INK}"/>'
        f'<path d="M-6 -30Q-9 -34 -6 -38M1 -32Q-2 -36 1 -40M8 -30Q5 -34 8 -38" {_LINE} {paint} fill-opacity="0"/>'
    )


def _wolf(paint: str) -> str:
    return (
        f'<path d="M-15 -34L-7 -27H7L15 -34L16 -17Q12 -5 3 -1H-3Q-12 -5 -16 -17Z" {paint} {_LINE}/>'
        f'<path d="M-9 -13Q-4 -16 0 -13Q4 -16 9 -13Q6 -3 0 -2Q-6 -3 -9 -13Z" fill="#f2ece2" {_LINE}/>'
        f'<path d="M-3 -11H3L0 -8Z" fill="{_INK}"/><path d="M-10 -20L-4 -18M10 -20L4 -18" {_LINE}/>'
        f'<circle cx="-6.5" cy="-17.5" r="1.8" {fill("light")}/><circle cx="6.5" cy="-17.5" r="1.8" {fill("light")}/>'
    )


def _castle(_: str) -> str:
    return f'<g transform="scale(.5)">{shapes.castle()}</g>'


_DRAWN: Mapping[str, Callable[[str], str]] = {
    "boat": _boat,
    "bridge": _bridge,
    "cart": _cart,
    "castle": _castle,
    "chest": _chest,
    "coin": _coin,
    "crown": _crown,
    "dragon": _dragon,
    "flag": _flag,
    "ghost": _ghost,
    "potato": _potato,
    "rock": _rock,
    "tent": _tent,
    "tree": _tree,
    "wolf": _wolf,
}


@lru_cache(maxsize=128)
def piece(letter: str, colour: str, look: str = "") -> str:
    """Return a piece: the figure with this name, a sign on a disc, or its letter if it has no picture."""
    if not look:
        return shapes.token(letter, colour)
    draw = _DRAWN.get(look)
    if draw is not None:
        return _FOOT + draw(f'fill="{safe(colour, Medium.SVG)}"')
    return shapes.token("", colour) + (
        f'<circle cy="-18" r="11.5" fill="#fff" stroke="{_INK}"/>{text(0, -17.5, look, 17)}'
    )
