"""Details of storyboards: which part of a stack moves, and the arrows between two pictures."""

import re

import pytest

from tests.game.test_storyboard import game
from tests.positions import short_position
from wtrules.game import story_pictures
from wtrules.game.story_pictures import story_frames, story_svg
from wtrules.game.storyboard import storyboard

# Four towers on space 1, and the castle far away.
STACK = "./RNRNb/././././R/N/R/N/R/K/./././y"


@pytest.mark.parametrize(
    ("tower", "en", "de"),
    [
        ("tower s1.1", "the stack from space 1", "den Stapel von Feld 1"),
        ("tower s1.3", "the upper two towers from space 1", "die oberen zwei Türme von Feld 1"),
        ("tower s1.4", "the top tower from space 1", "den obersten Turm von Feld 1"),
    ],
)
def test_the_part_of_a_stack_that_moves(tower: str, en: str, de: str):
    """A sentence says how many of the towers go along."""
    start = short_position(game(), STACK, "b", card="t1")
    found = storyboard(start, ["card t1", tower])
    assert f"Blue moves {en} to space 2." in found.described("en")
    assert f"Blau bewegt {de} auf Feld 2." in found.described("de")


def test_an_arrow_leads_from_one_picture_to_the_next():
    """It is in the middle of the gap: pointing to the right beside each other, else down."""
    area = story_pictures.Area(0.0, 0.0, 200.0, 80.0)
    gap = story_pictures._BETWEEN
    beside = story_pictures._onward(300.0, 0.0, area, True)
    below = story_pictures._onward(0.0, 300.0, area, False)
    assert f"translate({300 - gap / 2:g} 40) rotate(0)" in beside
    assert f"translate(100 {300 - gap / 2:g}) rotate(90)" in below


def test_two_pictures_have_one_arrow():
    """Nothing comes before the first picture."""
    start = short_position(game(), STACK, "b", card="t1")
    found = storyboard(start, ["card t1", "tower s1.1"])
    assert 2 == len(story_frames(found))
    assert 1 == len(re.findall(r'd="M-8 -13L10 0L-8 13Z"', story_svg(found)))
