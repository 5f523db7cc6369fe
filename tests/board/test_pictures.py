"""Pictures that somebody has looked at. If you change one, look at it again, in any browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.looks import digest
from wtrules.board import table
from wtrules.board.boardtext import parse_board
from wtrules.board.keys import Keys
from wtrules.board.paint import piece_colours, wizard_colours
from wtrules.board.pieces import Board
from wtrules.board.sheet import written
from wtrules.board.strip import Arrow, Scene, Strip
from wtrules.board.svg import svg
from wtrules.board.table import Drawing, Face
from wtrules.board.words import Words
from wtrules.meaning.track import Branch, Track
from wtrules.texts import Texts

NAMES = {"b": "blue", "y": "yellow", "r": "red"}
PIECES = {"D": "dragon", "G": "a very old ghost"}


def board(text: str) -> Board:
    """Return a board with six colours and two other pieces."""
    read = parse_board(text, "byrgop", None, "DG")
    assert isinstance(read, Board), read
    return read


def crowded() -> str:
    """A ring with everything: crowds, high towers, hidden wizards, marks, pieces, a highlight."""
    text = "./NRbyrgop/RNRNRNRbbb/./RK/yD/./RbRNNby/r/gG/NyyNRNR/bbyyrr/./NRNbyr/o/pp"
    return svg(
        board(text), ground_shields=(0, 4), letters="byrgop", names=NAMES, pieces=PIECES,
        title="A crowded evening in the valley", show_hidden=True, lang="de",
        marks={3: "start", 9: "a mark that is much too long"},
        highlight=("space:6", "castle", "wizard:y:0", "tower:R0"),
    )  # fmt: skip


def setting_up() -> str:
    """A ring with lights, which say how many wizards start where, and the direction of travel."""
    text = "K/Rbyr/Nbyr/Rb/N/R/N/./././."
    lights = {1: 3, 2: 3, 3: 1, 4: 7}
    return svg(board(text), ground_shields=(5,), letters="byr", title="Setup", lights=lights)


def crossing() -> str:
    """A track with a way in one direction only, a fork and a dead end."""
    clockwise = (1, 2, 3, 4, 5, 6, 7, 0, 9, -1)
    back = (7, 0, 1, 2, -1, 4, 5, 6, -1, 8)
    track = Track(clockwise, back, (Branch(1, 2, None, (3, 8)),))
    return svg(board("K/b/y/./R/././././."), ground_shields=(), letters="by", track=track)


def tiny() -> str:
    """A ring can be so small that its title takes several lines."""
    return svg(board("K/Rb/y"), ground_shields=(), letters="by", title="one two four five")


def row() -> str:
    """A storyboard: towers over a gap, a swap, a loop, a wizard pointed out, a card beside it."""
    start = Keys.of(board("K/RbyNr/Ny/./././D/Rg/o"))
    arrows = (
        Arrow(1, "tower:N0", (1, 2), (3, 0), is_loaded=True),
        Arrow(2, "wizard:y:0", (2, 1), (0, 0)),
        Arrow(3, "castle", (0, 0), (2, 1)),
        Arrow(4, "wizard:g:0", (7, 1), (7, 0)),
        Arrow(5, "wizard:o:0", (8, 0), None),
    )
    words = Words(Texts("en"), NAMES, PIECES, {}, (0,), show_hidden=True)
    painted = wizard_colours("byrgop", {}) | piece_colours([*PIECES])
    beside = (
        table.card_drawing([Face("tower", 2), Face("wizard", die=True)]),
        table.die_drawing(4),
    )
    scenes = (
        Scene(start, arrows, {"piece:D:0": 6}, beside=beside, lit=frozenset({"wizard:b:0"})),
        Scene(start, arrows[:1], crossed=True),
        Scene(start, (), crossed=True),
    )
    strip = Strip((0, 1, 2, 3, None, 6, 7, 8), scenes, words, painted)
    parts = []
    for number, scene in enumerate(scenes):
        frame = strip.frame(scene)
        parts.append(written(strip.draw(scene), painted, frame, f"Frame {number}", "A row."))
    return "<hr>".join(parts)


def on_the_table() -> str:
    """Cards, dice, flasks, spells and pieces, each with what it can show."""
    faces = [
        [Face("tower", 3)], [Face("tower", 5), Face("wizard", 1)], [Face("wizard", die=True, rolls=3)],
        [Face(name="a gale with a long name", steps=2)], [Face(name="gale"), Face("wizard")],
        [Face(name="roll", die=True, rolls=2)],
    ]  # fmt: skip
    drawings: list[Drawing] = [
        *map(table.card_drawing, faces),
        *map(table.die_drawing, (1, 2, 3, 4, 5, 6, 8, 12, None)),
        *map(table.flask_drawing, ("empty", "full", "spent")),
        *(table.spell_drawing("Free a Wizard from below a tower", cost) for cost in (None, 0, 2, 5, 9)),
        table.piece_drawing("D", "#888888"),
    ]  # fmt: skip
    shown = [drawing.svg(f"key {number}", "Title") for number, drawing in enumerate(drawings)]
    shown += [table.card_back(key="back", title="Back"), drawings[0].scaled(2).svg()]
    return "".join(shown)


PICTURES: list[Callable[[], str]] = [crowded, setting_up, crossing, tiny, row, on_the_table]


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.__name__)
def test_a_picture_looks_as_it_did(
    picture: Callable[[], str], tmp_path: Path, snapshot: SnapshotAssertion
):
    """Every line is where it was when somebody looked at it."""
    assert snapshot == digest(f"<!doctype html><body>{picture()}</body>", tmp_path / "picture.html")
