"""Small marks beside a frame of a storyboard: someone is locked up, a flask is filled, the turn is over."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from wtrules.board import shapes
from wtrules.board.paint import clipped, fill, num, stroke, text
from wtrules.board.table import Drawing, flask_drawing
from wtrules.safe_text import safe

_WIDTH = 108.0
_SIGN = 46.0  # the height of a sign
_LINE = 18.0
_INK = 'stroke="#40392f" stroke-width="1.6" stroke-linejoin="round"'
_MOST_LETTERS = 4


def mark(
    kind: str, words: str, letters: str, painted: Mapping[str, str], number: int = 1
) -> Drawing:
    """Return a sign with the letters of whom it is about, and a few words below it.

    *kind* is `padlock`, `flask`, `home`, `points`, `cards`, `turn` or `over`; *number* says how many times.
    """
    shown = letters[:_MOST_LETTERS]
    wide = 40 + (8 + 20 * len(shown) if shown else 0) + (24 if number > 1 else 0)
    left = (_WIDTH - wide) / 2
    parts = [f'<g transform="translate({num(left + 20)} {num(_SIGN / 2)})">{_SIGNS[kind]}</g>']
    x = left + 48
    if number > 1:
        parts.append(text(x + 6, _SIGN / 2, f"×{number}", 19))
        x += 24
    for letter in shown:
        disc = shapes.disc(letter, painted.get(letter, "#fff"), 10.0)
        parts.append(f'<g transform="translate({num(x + 10)} {num(_SIGN / 2)})">{disc}</g>')
        x += 21
    lines = wrap(safe(words), 13, max_lines=2, placeholder=" …")
    for i, line in enumerate(lines):
        parts.append(text(_WIDTH / 2, _SIGN + (i + 0.5) * _LINE, clipped(line, 14), 16))
    return Drawing("mark", _WIDTH, _SIGN + len(lines) * _LINE, "".join(parts))


_SIGNS = {
    "padlock": (
        f'<path d="M-9 0V-8A9 9 0 0 1 9 -8V0" fill="none" {stroke("line", 4)}/>'
        f'<path d="M-14 -2H14V18H-14Z" {fill("gold")} {_INK}/>'
        f'<path d="M-2 6A3.5 3.5 0 1 1 2 6L3 13H-3Z" {fill("line")}/>'
    ),
    "flask": f'<g transform="translate(-17 -24) scale(.9)">{flask_drawing("full").body}</g>',
    "home": f'<g transform="translate(0 20) scale(.42)">{shapes.castle()}</g>',
    "points": (
        f'<path d="M0 -19L5.5 -6.5L19 -5.5L8.5 3.5L12 17L0 9.5L-12 17L-8.5 3.5L-19 -5.5L-5.5 -6.5Z" '
        f"{fill('gold')} {_INK}/>"
    ),
    "cards": (
        f'<path d="M-16 -14L2 -18L8 12L-10 16Z" {fill("paper")} {_INK}/>'
        f'<path d="M-3 -17H15V15H-3Z" {fill("gold")} {_INK}/>'
    ),
    # A flag, and an hourglass that has run out.
    "over": (
        f'<path d="M-12 20V-20" fill="none" {stroke("line", 3.5)}/>'
        f'<path d="M-12 -19H16L9 -9L16 1H-12Z" {fill("roof")} {_INK}/>'
    ),
    "turn": (
        f'<path d="M-12 -19H12M-12 19H12" fill="none" stroke-linecap="round" {stroke("line", 4)}/>'
        f'<path d="M-9 -18H9Q9 -6 1.5 0Q9 6 9 18H-9Q-9 6 -1.5 0Q-9 -6 -9 -18Z" {fill("glass")} {_INK}/>'
        f'<path d="M-7.5 17Q-7 8 0 7Q7 8 7.5 17Z" {fill("gold")}/>'
    ),
}
