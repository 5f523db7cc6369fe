"""Cards, dice, flasks and spell tiles as small pictures, in the style of the board.

Each function returns a whole SVG that needs nothing else; `key` becomes its `data-key`. The caller
says what is on a card: nothing here knows a card or a spell of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from attrs import frozen

from wtrules.board import figures, shapes
from wtrules.board.paint import COLOURS, clipped, fill, num, stroke, style_of, text
from wtrules.board.pieces import Stack
from wtrules.safe_text import Medium, safe
from wtrules.value import Value

CARD_WIDTH, CARD_HEIGHT = 84.0, 124.0
_LINE = 'stroke="#40392f" stroke-width="1.4" stroke-linejoin="round"'
_MOST_SHOWN = 3  # of what is in a small picture
_DIE_DOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@frozen
class Face(Value):
    """One half of a card: what it moves, how far, and its name if it moves neither.

    `moves` is `tower` or `wizard`, or empty for a card that does something else, which shows its
    *name*. `steps` is a number, None for a card without one; with `die` the die says how far, in up
    to `rolls` rolls.
    """

    moves: str = ""
    steps: int | None = None
    die: bool = False
    rolls: int = 1
    name: str = ""


@frozen
class Drawing(Value):
    """A small picture that can be a file of its own, or a part of another picture."""

    kind: str
    width: float
    height: float
    body: str

    def scaled(self, size: float) -> Drawing:
        """Return it larger or smaller."""
        body = f'<g transform="scale({size:g})">{self.body}</g>'
        return Drawing(self.kind, self.width * size, self.height * size, body)

    def svg(self, key: str = "", title: str = "") -> str:
        """Return it as a whole SVG."""
        named = f' data-key="{safe(key, Medium.SVG)}"' if key else ""
        label = f"<title>{safe(title, Medium.SVG)}</title>" if title else ""
        width, height = num(self.width), num(self.height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif"{named} '
            f'data-kind="{self.kind}" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">{label}{style_of(self.body)}{self.body}</svg>'
        )


def card(faces: Sequence[Face], *, key: str = "", title: str = "") -> str:
    """Return a card with one face or two, one above the other."""
    return card_drawing(faces).svg(key, title)


def card_drawing(faces: Sequence[Face]) -> Drawing:
    """Return a card to put into a picture."""
    parts = [
        f'<rect x="1.5" y="1.5" width="81" height="121" rx="9" {fill("paper")} {_LINE}/>',
        f'<rect x="6" y="6" width="72" height="112" rx="6" {fill("ground")}/>',
    ]
    if len(faces) > 1:
        parts.append(f'<path d="M6 62H78" {stroke("ground-edge", 2)} stroke-dasharray="5 4"/>')
    for i, face in enumerate(faces[:2]):
        middle = 62.0 if len(faces) == 1 else 34.0 + 56.0 * i
        parts += _face(face, middle, 1.0 if len(faces) == 1 else 0.8)
    return Drawing("card", CARD_WIDTH, CARD_HEIGHT, "".join(parts))


def card_back(*, key: str = "", title: str = "") -> str:
    """Return a card that nobody may see: its back."""
    parts = [
        f'<rect x="1.5" y="1.5" width="81" height="121" rx="9" {fill("shield")} {_LINE}/>',
        '<rect x="7" y="7" width="70" height="110" rx="5" fill="none" stroke="#fff" '
        'stroke-width="1.4" opacity=".7"/>',
        f'<g transform="translate(42 60) scale(2.2)">{shapes.shield()}</g>',
    ]
    return Drawing("card", CARD_WIDTH, CARD_HEIGHT, "".join(parts)).svg(key, title)


def _face(face: Face, middle: float, size: float) -> Iterator[str]:
    has_number = face.die or face.steps is not None
    figures: dict[str, Callable[[], str]] = {"tower": _small_tower, "wizard": _small_wizard}
    if face.moves in figures:
        x, y = (27.0, middle + 15 * size) if has_number else (42.0, middle + 16 * size)
        yield f'<g transform="translate({num(x)} {num(y)}) scale({num(size)})">{figures[face.moves]()}</g>'
    elif face.name:
        lines = wrap(safe(face.name), 10, max_lines=3, placeholder=" …")
        top = middle - (len(lines) - 1) * 7.5 - (12 if has_number else 0)
        for i, line in enumerate(lines):
            yield text(42, top + i * 15, clipped(line, 11), 12)
    if not has_number:
        return
    x, y = (60.0, middle) if face.moves in figures else (42.0, middle + 14 * size)
    if face.die:
        yield f'<g transform="translate({num(x)} {num(y)}) scale({num(size * 0.62)})">{_dice(5)}</g>'
        if face.rolls > 1:
            yield text(x, y + 20 * size, f"×{face.rolls}", 13 * size)
    else:
        yield text(x, y, str(face.steps), (30 if face.moves in figures else 22) * size)


def _small_tower() -> str:
    return f'<g transform="translate(0 -4) scale(.46)">{shapes.tower()}</g>'


def _small_wizard() -> str:
    return f'<g transform="scale(.85)">{shapes.wizard("", "#7d7a92")}</g>'


def die(number: int | None, *, key: str = "", title: str = "") -> str:
    """Return a die with this number up; None: before it is rolled."""
    return die_drawing(number).svg(key, title)


def die_drawing(number: int | None) -> Drawing:
    """Return a die to put into a picture."""
    return Drawing("die", 52, 52, f'<g transform="translate(26 26)">{_dice(number)}</g>')


def _dice(number: int | None) -> str:
    box = f'<rect x="-21" y="-21" width="42" height="42" rx="9" {fill("emblem")} {_LINE}/>'
    ink = 'fill="#2b2b2b"'
    if number is None:
        return box + text(0, 0, "?", 26, paint=ink)
    if number not in _DIE_DOTS:
        return box + text(0, 0, str(number), 24 if abs(number) < 10 else 18, paint=ink)
    return box + "".join(
        f'<circle cx="{11 * x}" cy="{11 * y}" r="4.2" {ink}/>' for x, y in _DIE_DOTS[number]
    )


def flask(state: str, *, key: str = "", title: str = "") -> str:
    """Return a flask: `empty`, `full` or `spent`, which lies on its side."""
    return flask_drawing(state).svg(key, title)


def flask_drawing(state: str) -> Drawing:
    """Return a flask to put into a picture."""
    # The edge has a colour of its own, so that glass can be seen on any ground.
    edge = f'{stroke("glass-edge", 2)} stroke-linejoin="round"'
    glass = (
        f'{stroke("glass-edge", 2, "wt-glass")} fill="{COLOURS["glass"]}" stroke-linejoin="round"'
    )
    at, broken = ("19 30", "")
    if state == "spent":
        at, broken = "16 36) rotate(96) scale(.78", ' fill-opacity=".25" stroke-dasharray="5 3"'
    parts = [
        f'<g transform="translate({at})"><path d="M-5 -24V-12Q-15 -6 -15 5A15 15 0 0 0 15 5Q15 -6 5 -12V-24Z" '
        f"{glass}{broken}/>"
    ]
    if state == "full":
        parts.append(
            f'<path d="M-14.3 1Q-7 -3 0 1T14.3 1Q15 4 14.6 7A15 15 0 0 1 -14.6 7Q-15 4 -14.3 1Z" '
            f'{fill("potion")}/><circle cx="-4" cy="8" r="2.2" fill="#fff" opacity=".7"/>'
            '<circle cx="4" cy="12" r="1.6" fill="#fff" opacity=".7"/>'
        )
    if state != "spent":
        parts.append(
            f'<path d="M-7 -27H7V-22H-7Z" {edge} fill="{COLOURS["trunk"]}"/>'
            '<path d="M-9 2Q-8 -5 -3 -8" fill="none" stroke="#fff" stroke-width="2" opacity=".8"/>'
        )
    return Drawing("flask", 38, 52, "".join(parts) + "</g>")


def spell(name: str, cost: int | None, *, key: str = "", title: str = "") -> str:
    """Return a spell tile: a scroll with its name, and a flask for each flask that it costs."""
    return spell_drawing(name, cost).svg(key, title or name)


def spell_drawing(name: str, cost: int | None) -> Drawing:
    """Return a spell tile to put into a picture."""
    lines = wrap(safe(name), 15, max_lines=3, placeholder=" …") or [""]
    top = 34 - (len(lines) - 1) * 8
    parts = [
        f'<path d="M12 5H120Q127 5 127 12V78Q127 85 120 85H12Q5 85 5 78V12Q5 5 12 5Z" '
        f"{fill('ground')} {_LINE}/>",
        f'<path d="M11 58H121" {stroke("ground-edge", 1.2)}/>',
        *(text(66, top + 16 * i, clipped(line, 16), 14) for i, line in enumerate(lines)),
    ]
    shown = min(cost or 0, 5)
    for i in range(shown):
        x = 66 + (i - (shown - 1) / 2) * 18
        parts.append(
            f'<g transform="translate({num(x)} 73) scale(.48)">'
            f'<path d="M-5 -24V-12Q-15 -6 -15 5A15 15 0 0 0 15 5Q15 -6 5 -12V-24Z" {fill("potion")} {_LINE}/></g>'
        )
    if cost is None or cost > shown or cost == 0:
        parts.append(text(119 if shown else 66, 72, "?" if cost is None else str(cost), 14))
    return Drawing("spell", 132, 90, "".join(parts))


# --- pieces ---


def stack_drawing(stack: Stack, colours: Mapping[str, str]) -> Drawing:
    """Return what is on a space: up to three towers, up to three visible wizards without letters, the castle."""
    parts, rise = [shapes.ground()], 0.0
    for tower in stack.towers[:_MOST_SHOWN]:
        shield = f'<g transform="translate(0 {num(4.0 - rise)})">{shapes.shield()}</g>'
        parts.append(f'<g transform="translate(0 {num(-rise)})">{shapes.tower()}</g>')
        parts.append(shield if tower.shield else "")
        rise += shapes.TOWER_RISE
    if stack.castle:
        parts.append(f'<g transform="translate(0 {num(-rise)})">{shapes.castle()}</g>')
    shown = stack.top[:_MOST_SHOWN]
    for i, letter in enumerate(shown):
        x = (i - (len(shown) - 1) / 2) * shapes.WIZARD_X
        figure = shapes.wizard("", colours[letter])
        parts.append(f'<g transform="translate({num(x)} {num(4 - rise)})">{figure}</g>')
    height = rise + (shapes.CASTLE_Y if stack.castle else shapes.WIZARD_Y) + 44
    return _standing("stack", 104, height, "".join(parts), 1.0, height - 30)


def piece_drawing(letter: str, colour: str, look: str = "") -> Drawing:
    """Return a piece that is neither a wizard nor a tower nor the castle."""
    width, height = (50, 54) if look else (44, 50)
    return _standing("piece", width, height, figures.piece(letter, colour, look), 1.2, height - 5)


def _standing(
    kind: str, width: float, height: float, shape: str, size: float, foot: float
) -> Drawing:
    """Return a piece that stands in the middle, *foot* below the upper edge."""
    at = f"translate({num(width / 2)} {num(foot)}) scale({size:g})"
    return Drawing(kind, width, height, f'<g transform="{at}">{shape}</g>')
