"""Storyboards as pictures: rows of spaces with arrows, and as text."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.game.test_storyboard import game, story
from tests.sampling import sampled
from wtrules.checks.examples import variants_of
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.game.picture import picture, starting_lights
from wtrules.game.story_pictures import fits_beside, story_frames, story_svg, story_text
from wtrules.game.storyboard import Storyboard, example_storyboard
from wtrules.resolve.library import Library

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ("en", "de")
EDITIONS = ("en-capstone", "en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30")
HOUSE_RULES = sorted(map(str, Path("examples").glob("*.wtr")))


def frames_svg(story: Storyboard, lang: str = "en") -> list[str]:
    """The pictures of a storyboard, one for each position."""
    return [frame.svg for frame in story_frames(story, lang)]


def spaces(svg: str) -> list[int]:
    """The spaces in a picture, from left to right."""
    found = [x for x in ET.fromstring(svg).iter(f"{SVG}g") if x.get("data-kind") == "space"]
    return [int(x.get("data-space", "")) for x in sorted(found, key=left)]


def left(group: ET.Element) -> float:
    """How far to the right a group is."""
    return float(group.get("transform", "").removeprefix("translate(").split()[0])


def keys(svg: str, name: str = "") -> list[str | None]:
    """The keys of the pieces with a class."""
    return [x.get("data-key") for x in ET.fromstring(svg).iter(f"{SVG}g") if x.get("class") == name]


def texts(svg: str) -> list[str]:
    """The words in a picture."""
    return [x.text or "" for x in ET.fromstring(svg).iter(f"{SVG}text")]


def test_only_the_spaces_that_matter():
    """Before and after have the same spaces, in the order of travel."""
    before, after = frames_svg(story("castle.entry"))

    assert [15, 0, 1, 2, 3, 4, 5] == spaces(before) == spaces(after)


def test_numbers_of_what_moves():
    """What moves has a number in both frames; a wizard that is home is on the board no more."""
    before, after = frames_svg(story("card.tower_two"))
    assert texts(before).count("1") == texts(after).count("1")  # space 1, and the tower

    before, after = frames_svg(story("castle.entry"))
    numbers = [word for word in texts(before) if word in ("1", "2")]
    # The card, the spaces, the arrows, and the pieces: with two arrows, each has its number.
    assert ["1", "1", "1", "1", "2", "2", "2"] == sorted(numbers)
    assert ["1", "2", "2"] == sorted(word for word in texts(after) if word in ("1", "2"))


def test_covered_wizards_are_seen():
    """A wizard that is locked up shows through the wall of the tower."""
    before, after = frames_svg(story("card.tower_two"))

    assert [] == keys(before, "caught")
    assert ["wizard:b:0"] == keys(after, "caught")


def test_what_a_frame_says():
    """A frame has a heading, and the sentences of the step that led to it."""
    before, after = story_frames(story("castle.entry"), "de")

    assert ("Vorher", "Nachher") == (before.heading, after.heading)
    assert "" == before.text
    assert story("castle.entry").described("de") == after.text


def test_a_forbidden_move_has_its_reason():
    """The frame says that it is forbidden, and why."""
    (only,) = story_frames(story("tower.not_on_castle"))

    assert only.is_forbidden
    assert "Not allowed" == only.heading
    assert "No tower may land on the castle" in only.text


def test_short_rows_fit_beside_each_other():
    """Five spaces do, seven do not; a single frame has nothing beside it."""
    fits = [
        fits_beside(story(x)) for x in ("card.wizard_two", "castle.entry", "card.nobody_to_move")
    ]

    assert [True, False, False] == fits


def test_the_whole_board_where_no_row_helps():
    """A set-up is about all spaces; so is a spell with 28 possible moves."""
    for id in ("setup.three", "spell.swap_topmost"):
        (only,) = frames_svg(story(id))
        assert list(range(16)) == sorted(spaces(only))


def test_words_for_people_who_cannot_see():
    """A title and a description in every picture, with nothing that runs; no identifier twice."""
    used: set[str] = set()
    for id in ("castle.entry", "card.tower_two", "tower.not_on_castle"):
        found = story(id)
        for svg in (*frames_svg(found, "de"), story_svg(found, "de")):
            root = ET.fromstring(svg)
            title, about = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
            assert found.caption("de") in (title or "")
            assert "Feld " in (about or "")
            assert not list(root.iter(f"{SVG}script"))
            ids = {x.get("id") for x in root.iter() if x.get("id")}
            assert not ids & used
            used |= {x for x in ids if x is not None}


def test_one_picture_with_its_caption():
    """A file for itself has all frames and, if asked for, the caption."""
    found = story("castle.entry")

    assert 2 * len(spaces(frames_svg(found)[0])) == len(spaces(story_svg(found)))
    assert found.caption("en") not in " ".join(texts(story_svg(found)))
    assert found.caption("en") in " ".join(texts(story_svg(found, captioned=True)))


IN_WORDS = [
    ("castle.entry", "en-capstone", "en"),
    ("card.tower_two", "en-capstone", "de"),
    ("spell.swap", "en-capstone", "de"),
    ("wizard.six_at_most", "en-capstone", "en"),
    ("weather.fog", "examples/weather.wtr", "de"),
    ("eight.straight_on", "examples/figure-eight.wtr", "en"),
]


@pytest.mark.parametrize(("id", "ruleset", "lang"), IN_WORDS, ids=[x[0] for x in IN_WORDS])
def test_a_storyboard_in_words(id: str, ruleset: str, lang: str, snapshot):
    """A storyboard can be read without a picture."""
    assert snapshot == story_text(story(id, ruleset), lang)


# --- every example ---------------------------------------------------------------------------------


@cache
def with_variants(ruleset: str, variants: tuple[str, ...]) -> Game:
    """A game with variants, made once."""
    return load(ruleset, variants, library=Library(with_examples=not ruleset.endswith(".wtr")))


@pytest.mark.parametrize("ruleset", [*sampled(EDITIONS, 2), *sampled(HOUSE_RULES, 3)])
def test_every_example_can_be_drawn(ruleset: str):
    """Every example of the editions, variants and house rules is a storyboard in both languages."""
    is_house = ruleset.endswith(".wtr")
    own = [
        entry
        for entry in game(ruleset).rules.of_kind("example")
        if not is_house or Path(entry.name_span.source.path).name == Path(ruleset).name
    ]
    assert own or is_house
    for entry in own:
        variants = variants_of(entry)
        played = with_variants(ruleset, variants) if variants else game(ruleset)
        found = example_storyboard(played, entry)
        assert found is not None, entry.id
        for lang in LANGUAGES:
            said = found.caption(lang)
            assert said.strip(), entry.id
            assert "{" not in found.described(lang), entry.id
            for svg in (*frames_svg(found, lang), story_svg(found, lang, captioned=True)):
                ET.fromstring(svg)


# --- the set-up and the box --------------------------------------------------------------------------


def test_lights():
    """The lights of the set-up: three on the first three spaces, and so on, eighteen in all."""
    lights = starting_lights(game().rules)

    assert {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1} == {
        space: n for space, n in lights.items() if n
    }


def test_the_picture_of_a_set_up():
    """It draws the lights of each space and says what they mean."""
    svg = picture(game().start(3, seed=0), "de", lights=starting_lights(game().rules))
    root = ET.fromstring(svg)
    drawn = [x for x in root.iter(f"{SVG}g") if x.get("class") == "lights"]

    assert 9 == len(drawn)
    assert "Zugrichtung" in texts(svg)
    assert "Feld 4 hat 2 Lichter." in (root.findtext(f"{SVG}desc") or "")
