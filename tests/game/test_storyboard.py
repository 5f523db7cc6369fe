"""Storyboards: what moved where in an example, what else happened, and the sentences about it.

The expected values are counted by hand on the boards of the examples.
"""

from functools import cache

import pytest

from tests.positions import short_position
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.game.storyboard import Storyboard, example_storyboard, storyboard
from wtrules.resolve.library import Library
from wtrules.resources import examples_folder
from wtrules.say.things import Happened, Motion


@cache
def game(ruleset: str = "en-capstone") -> Game:
    """A game with its examples, made once."""
    return load(ruleset, library=Library(with_examples=not ruleset.endswith(".wtr")))


def story(id: str, ruleset: str = "en-capstone") -> Storyboard:
    """The storyboard of an example."""
    entry = game(ruleset).rules.get("example", id)
    assert entry is not None
    found = example_storyboard(game(ruleset), entry)
    assert found is not None
    return found


def step(id: str, ruleset: str = "en-capstone") -> Happened:
    """The only step of an example."""
    (found,) = story(id, ruleset).steps
    return found


def kinds(*keys: str) -> str:
    """What pieces are, without their numbers: `N` and `R` for towers, letters of wizards, `K`."""
    names = ("K" if key == "castle" else key.split(":")[1][0] for key in keys)
    return "".join(sorted(names))


def short(motion: Motion) -> tuple[object, ...]:
    """A motion as piece, what it carried, start, end, and steps."""
    return kinds(motion.piece), kinds(*motion.carried), motion.start, motion.end, motion.steps


MOVED = [
    ("card.wizard_two", [("b", "", (2, 0), (4, 2), 2)]),
    ("card.tower_two", [("R", "y", (1, 1), (3, 1), 2)]),
    ("tower.lower_part", [("R", "NRbr", (1, 1), (2, 1), 1)]),
    ("tower.castle_rides", [("R", "K", (2, 1), (5, 2), 3)]),
    ("tower.past_the_castle", [("R", "", (15, 1), (1, 2), 2)]),
    ("castle.entry", [("b", "", (15, 0), (0, 0), 1), ("K", "", (0, 0), (5, 1), None)]),
    ("castle.stays", [("y", "", (14, 0), (15, 0), 1)]),
    ("spell.headwind", [("y", "", (3, 1), (2, 1), -1)]),
    ("spell.swap", [("R", "b", (1, 1), (3, 2), 2), ("N", "y", (3, 2), (1, 1), -2)]),
    ("spell.free", [("b", "", (2, 0), (2, 2), None)]),
    ("spell.free_miss", []),
    ("card.dice", [("b", "", (10, 0), (15, 0), 5)]),
    (
        "piggyback.into_the_castle",
        [("b", "", (15, 0), (0, 0), 1)] * 2 + [("K", "", (0, 0), (1, 1), None)],
    ),
]


@pytest.mark.parametrize(("id", "expected"), MOVED, ids=[id for id, _ in MOVED])
def test_what_moved(id: str, expected: list[tuple[object, ...]]):
    """What moved by itself, what it carried, from where to where."""
    assert expected == [short(motion) for motion in step(id).motions]


def test_the_chosen_piece_is_number_one():
    """The piece that the player chose comes first, what rules move comes after it."""
    motions = step("castle.entry").motions

    assert [(1, True), (2, False)] == [(m.number, m.is_chosen) for m in motions]


def test_what_else_happened():
    """Wizards are locked up or freed, flasks are filled, wizards come home, a turn ends."""
    tower, lower, entry = (
        step(id) for id in ("card.tower_two", "tower.lower_part", "castle.entry")
    )

    assert ("b", "b") == (kinds(*tower.locked), tower.filled)
    assert ("", "y") == (kinds(*lower.locked), kinds(*lower.freed))
    assert ("b", True) == (entry.home, entry.turn_over)


def test_what_was_played():
    """The card, with the roll of the die, and the spell."""
    dice, swap, both = (
        step(id).played for id in ("card.dice", "spell.swap", "piggyback.into_the_castle")
    )

    assert ("wd2", 5, None) == (dice.card, dice.roll, dice.spell)
    assert (None, "swap_towers") == (swap.card, swap.spell)
    assert ("w1", "piggyback") == (both.card, both.spell)


def test_a_forbidden_move():
    """It has one frame, the rule that forbids it, and shows where the piece would have gone."""
    found = story("tower.not_on_castle")
    (only,) = found.steps

    assert 1 == len(found.frames)
    assert ["castle.no_tower_on_top"] == [reason.rule for reason in only.against]
    assert [("R", "", (0, 1), (2, 1), 2)] == [short(motion) for motion in only.motions]


def test_a_forbidden_move_and_then_an_allowed_one():
    """After a forbidden move the same position comes again, with the same card."""
    found = story("weather.fog", "examples/weather.wtr")
    refused, allowed = found.steps

    assert [True, False] == [one.is_forbidden for one in found.steps]
    assert found.frames[0] == found.frames[1]
    assert 3 == len(found.frames)
    assert refused.played == allowed.played


def test_choices_without_effect_are_part_of_the_move():
    """Choosing a wizard and then its way is one step."""
    only = step("eight.choice", "examples/figure-eight.wtr")

    assert ("wizard s0b", "space s9") == only.moves
    assert [("b", "", (0, 0), (9, 1), 2)] == [short(motion) for motion in only.motions]


def test_moves_of_a_position():
    """A position and moves make a storyboard like an example does; playing the card is no frame."""
    start = short_position(game(), "K/N/./R/b/R/N/R/N/R/././././r/y", "r", card="t1")
    found = storyboard(start, ["card t1", "tower s3"])

    assert 2 == len(found.frames)
    assert (
        "Red moves the tower from space 3 to space 4. "
        "The blue wizard is locked up, and Red fills a flask."
    ) == found.caption("en")
    assert (
        "Rot bewegt den Turm von Feld 3 auf Feld 4. "
        "Der blaue Magier wird eingesperrt, und Rot füllt eine Flasche."
    ) == found.caption("de")


def test_cards_that_a_player_gets():
    """A spell that draws two cards moves nothing, but it is not nothing."""
    friday = game(str(examples_folder() / "friday.wtr"))
    state = short_position(
        friday, "K/R/N/R/N/R/N/R/N/R/./././././b", "b", spell="second_wind", players=2
    )
    found = storyboard(state, ["cast second_wind draw"])

    assert (2, 0) == found.steps[0].dealt
    assert found.described("en").endswith("Blue gets two cards.")


def test_the_caption_is_what_the_example_says():
    """An example with a sentence of its own needs no other caption."""
    found = story("dragon.feared", "examples/dragon.wtr")

    assert "Two steps would lead the blue wizard to the dragon." == found.caption("en")


SENTENCES = [
    (
        "castle.entry",
        "Blue moves the blue wizard from space 15 into the castle. The castle moves from space 0 to "
        "space 5. "
        "The turn is over.",
        "Blau bewegt den blauen Magier von Feld 15 in die Burg. Die Burg zieht von Feld 0 auf Feld 5. "
        "Der Zug ist zu Ende.",
    ),
    (
        "spell.free",
        "Blue casts “Free a Wizard” and chooses the tower on space 2 (level 1). The blue wizard is put onto the top of the stack on space 2.",
        "Blau setzt „Befreien“ ein und wählt den Turm auf Feld 2 (Ebene 1). Der blaue Magier kommt oben auf den Stapel auf Feld 2.",
    ),
    (
        "piggyback.own",
        "Blue casts “Piggyback” and moves two blue wizards from space 5 to space 7.",
        "Blau setzt „Huckepack“ ein und bewegt zwei blaue Magier von Feld 5 auf Feld 7.",
    ),
    (
        "tower.lower_part",
        "Blue moves the stack from space 1 to space 2. The yellow wizard is free again.",
        "Blau bewegt den Stapel von Feld 1 auf Feld 2. Der gelbe Magier ist wieder frei.",
    ),
    (
        "spell.headwind_tower",
        "Blue casts “Headwind for a Tower” and moves the top tower from space 5 to space 3.",
        "Blau setzt „Gegenwind für Türme“ ein und bewegt den obersten Turm von Feld 5 auf Feld 3.",
    ),
]


@pytest.mark.parametrize(("id", "en", "de"), SENTENCES, ids=[id for id, *_ in SENTENCES])
def test_sentences(id: str, en: str, de: str):
    """What happens, in both languages."""
    assert (en, de) == (story(id).described("en"), story(id).described("de"))


def test_a_jump_is_not_counted_in_spaces():
    """A piece that does not go as far as its card says has been put somewhere."""
    found = story("tunnels.fall", "examples/tunnels.wtr")

    assert "Blue moves the blue wizard from space 8 to space 16." == found.described("en")


def test_colours_that_do_not_change_in_german():
    """A colour that takes no ending itself takes one as `-farben`."""
    start = short_position(game(), "K/R/o/R/N/R/N/R/N/././././b/y/rg", "b", card="t1")
    found = storyboard(start, ["card t1", "tower s1"])

    assert "Der orangefarbene Magier wird eingesperrt" in found.described("de")
