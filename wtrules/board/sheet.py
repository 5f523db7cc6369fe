"""A whole SVG file from what is drawn: the shapes it uses, its style, its words for people who cannot see.

While a picture is drawn, its identifiers begin with `ID`. They are completed from the content, so that
one page can show several pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from zlib import crc32

from wtrules.board import figures, shapes
from wtrules.board.landscape import Frame
from wtrules.board.paint import style_of
from wtrules.safe_text import Medium, safe

ID = "\0"  # begins identifiers until the content is known


def figure(letter: str) -> str:
    """Return the identifier of the shape with this letter."""
    return f"{ID}{ord(letter):x}"


def written(
    body: Sequence[str],
    painted: Mapping[str, str],
    frame: Frame,
    title: str,
    description: str,
    looks: Mapping[str, str] | None = None,
) -> str:
    """Return the whole file; *painted* has the colours of wizards and other pieces, *looks* their figures."""
    drawn = "\n".join(body)
    known = {
        "ground": shapes.ground,
        "tower": shapes.tower,
        "shield": shapes.shield,
        "castle": shapes.castle,
        "tree": shapes.tree,
    }
    defs = [
        f'<g id="{ID}{name}">{draw()}</g>' for name, draw in known.items() if f"{ID}{name}" in drawn
    ]
    for letter in sorted(painted):
        if f'{figure(letter)}"' not in drawn:
            continue
        colour = painted.get(letter, "#fff")
        if letter.isupper():
            made = figures.piece(letter, colour, (looks or {}).get(letter, ""))
        else:
            made = shapes.wizard(letter, colour)
        defs.append(f'<g id="{figure(letter)}">{made}</g>')
    content = f"<defs>{''.join(defs)}</defs>\n{drawn}"
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif" '
        f'viewBox="{frame}" width="{frame.width:.0f}" height="{frame.height:.0f}">\n'
        f"<title>{safe(title, Medium.SVG)}</title>\n"
        f"<desc>{safe(description, Medium.SVG)}</desc>\n"
        f"{style_of(content)}\n{content}\n</svg>\n"
    )
    return whole.replace(ID, f"w{crc32(whole.encode()) & 0xFFFFFF:06x}-")
