"""What the pieces of a house rule look like."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from wtrules.board import shapes
from wtrules.board.figures import _DRAWN, piece
from wtrules.board.paint import ink_on, wizard_colours
from wtrules.diagnostics import Severity
from wtrules.game.load import load
from wtrules.game.picture import picture
from wtrules.language.figures import FIGURES

RULES = """ruleset friday {
  title    en "Friday"
  extends  en-capstone
  piece beast {
    picture LOOK
    on      space 10
  }
  rule beast.walks {
    says   en "At the end of each round, the beast moves on."
    on     round ends
    do     move beast clockwise 1
  }
}
"""


def drawn(tmp_path, look: str) -> str:
    path = tmp_path / "friday.wtr"
    path.write_text(RULES.replace("LOOK", look), "utf-8")
    return picture(load(path).start(2, 1))


def test_every_figure_of_the_language_is_drawn() -> None:
    """And no other one; each is a picture of its own."""
    assert set(FIGURES) == set(_DRAWN)
    found = {name: piece("Q", "#8c2f2f", name) for name in FIGURES}
    assert len(FIGURES) == len(set(found.values()))
    for text in found.values():
        ElementTree.fromstring(f"<g>{text}</g>")


@pytest.mark.parametrize("look", ["dragon", "castle", '"🐉"'])
def test_a_picture_is_on_the_board(tmp_path, look: str) -> None:
    """In place of the disc with the letter; a sign is written on the disc."""
    svg = drawn(tmp_path, look)
    shape = piece("B", "#8c2f2f", look.strip('"'))
    assert shape in svg
    assert shape != piece("B", "#8c2f2f")


def test_a_sign_can_do_nothing(tmp_path) -> None:
    """It is a text, whatever it says."""
    assert "<b/>" not in drawn(tmp_path, '"<b/>"')


def test_a_figure_that_nobody_has_drawn_is_reported(tmp_path) -> None:
    """With the one that is meant."""
    from wtrules.pipeline import open_ruleset
    from wtrules.validation import validate_opened

    path = tmp_path / "friday.wtr"
    path.write_text(RULES.replace("LOOK", "dargon"), "utf-8")
    _, faults = validate_opened(open_ruleset(str(path)))
    (fault,) = [one for one in faults if one.severity is Severity.ERROR]
    assert "unknown-picture" == fault.code
    assert "dragon" in fault.fixes[0].title


def test_wizards_differ_without_colours_and_letters() -> None:
    """Each of the six colours of the box has a pattern of its own on hat and cloak."""
    found = set()
    for colour in wizard_colours("byrgop", {}).values():
        drawn = shapes.wizard("", colour)
        found.add(drawn.replace(colour, "").replace(ink_on(colour), ""))
    assert 6 == len(found)


def test_an_eight_is_nearly_as_high_as_wide(tmp_path) -> None:
    """So that it fills a board as a ring does."""
    frame = picture(load("examples/figure-eight.wtr").start(2, 1)).partition('viewBox="')[2]
    _, _, width, height = (float(part) for part in frame.partition('"')[0].split())
    assert 0.8 <= height / width <= 1.2
