"""The colours of pictures, and small helpers that write SVG.

Every colour has a name and is written twice: as a plain attribute, which every program that shows
SVG understands, and in a style sheet as a custom property of that name, which a page can set. So a
page has a dark mode by setting `--wt-sky`, `--wt-meadow` … and a picture alone needs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import cycle

from wtrules.safe_text import Medium, safe

COLOURS = {
    "sky": "#dcebf1",
    "sun": "#f7e3a1",
    "far": "#b4ccc4",
    "ridge": "#a8c48f",
    "meadow": "#c6d9a0",
    "tree": "#7d9f64",
    "trunk": "#7c6246",
    "road": "#e9d8b0",
    "road-edge": "#c4ab77",
    "ground": "#f3e9cf",
    "ground-edge": "#937b4c",
    "ground-side": "#c0a570",
    "stone": "#d6cfc2",
    "stone-light": "#efebe2",
    "stone-dark": "#a39a8b",
    "floor": "#bfb6a6",
    "line": "#40392f",
    "window": "#453c4a",
    "light": "#f2c14e",
    "shield": "#35406b",
    "emblem": "#ffffff",
    "wall": "#f6ead4",
    "wall-dark": "#d9c39d",
    "roof": "#a23b55",
    "roof-dark": "#7d2a44",
    "gold": "#e2a92b",
    "ink": "#2b2b2b",
    "paper": "#fbfaf6",
    "mark": "#b5134f",
    "lit": "#ffd84d",
    "way": "#8a5a2b",
    "glass": "#e8f1f4",
    "glass-edge": "#40392f",
    "potion": "#7b3fa0",
}

_CLASSES = re.compile(r"wt-[a-z-]+")

# The palette of Okabe and Ito for colour-blind readers, where it has the game's colours.
_BY_LETTER = {
    "b": "#0072b2",
    "y": "#f0e442",
    "r": "#d0312d",
    "g": "#2b9e5b",
    "o": "#e69f00",
    "p": "#8e5aa8",
}
_SPARE = ("#56b4e9", "#f2f2f2", "#f4a6c8", "#8b5e3c", "#b5d334", "#444444")
_PIECES = ("#8c2f2f", "#1f5f5b", "#5b3a8c", "#6b5200", "#2f4858", "#8c2f6b")


def fill(name: str) -> str:
    """Return the attributes that fill a shape."""
    return f'class="wt-{name}" fill="{COLOURS[name]}"'


def stroke(name: str, width: float, also: str = "") -> str:
    """Return the attributes of a line; *also* is another class."""
    names = f"{also} wt-{name}-line".strip()
    return f'class="{names}" stroke="{COLOURS[name]}" stroke-width="{width:g}"'


def style_of(content: str) -> str:
    """Return a style sheet with which a page can set the colours of what is drawn."""
    return _style(frozenset(_CLASSES.findall(content)))


@lru_cache(maxsize=256)
def _style(used: frozenset[str]) -> str:
    rules = []
    for name, colour in COLOURS.items():
        if f"wt-{name}" in used:
            rules.append(f".wt-{name}{{fill:var(--wt-{name},{colour})}}")
        if f"wt-{name}-line" in used:
            rules.append(f".wt-{name}-line{{stroke:var(--wt-{name},{colour})}}")
    return f"<style>{''.join(rules)}</style>"


def wizard_colours(letters: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    """Return the colour of each wizard's letter."""
    spare = cycle(_SPARE)
    known = {letter: _BY_LETTER.get(letter) or next(spare) for letter in letters}
    return {**known, **given}


def palette_place(colour: str) -> int:
    """Return the place of a colour among those that wizards have; 0 for any other."""
    palette = (*_BY_LETTER.values(), *_SPARE)
    return palette.index(colour) if colour in palette else 0


def piece_colours(letters: Sequence[str]) -> dict[str, str]:
    """Return the colour of each letter of another piece."""
    return dict(zip(letters, cycle(_PIECES), strict=False))


def ink_on(colour: str) -> str:
    """Return white or dark, whichever is more readable on *colour*."""
    digits = colour[1:] if colour.startswith("#") else ""
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    try:
        red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    except ValueError:
        return COLOURS["ink"]
    return COLOURS["ink"] if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#fff"


def num(value: float) -> str:
    """Return a coordinate, short."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    paint: str = 'class="wt-ink" fill="#2b2b2b"',
    bold: bool = True,
    anchor: str = "middle",
    more: str = "",
) -> str:
    """Return one line of text around the middle *y*."""
    # Lowered by a third of the size, because not every viewer supports `dominant-baseline`.
    weight = ' font-weight="bold"' if bold else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{num(x)}" y="{num(y + size * 0.35)}" font-size="{num(size)}"{weight}{where}'
        f"{more} {paint}>{safe(words, Medium.SVG)}</text>"
    )


def clipped(words: str, length: int) -> str:
    """Return *words* cut to *length* characters; the description of a picture has all of them."""
    return words if len(words) <= length else words[: length - 1] + "…"
