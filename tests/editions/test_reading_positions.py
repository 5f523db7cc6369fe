"""The position that shows what two readings of an open question make of it, in plain sentences."""

from __future__ import annotations

import re
from functools import cache

import pytest

from wtrules import resources
from wtrules.editions.changes import Grade, Wording
from wtrules.editions.differences import Difference, Report
from wtrules.editions.report.reading import position_lines
from wtrules.editions.report.view import View
from wtrules.editions.search.witness import Witness
from wtrules.game.load import load
from wtrules.sidebyside.answer import Answer
from wtrules.sidebyside.scene import scene_of
from wtrules.texts import Texts


@cache
def lines(id: str, reading: str, lang: str) -> list[str]:
    """The lines about the default and another reading."""
    games = load("en-capstone"), load("en-capstone", assume={id: reading})
    return [line.strip() for line in position_lines(id, ("a", reading), games, lang)]


def answers(id: str, reading: str, lang: str) -> list[str]:
    """What the two readings make of the position."""
    names = ("a: ", f"{reading}: ")
    found = [line for line in lines(id, reading, lang) if line.startswith(names)]
    return [line[3:] for line in found if line.endswith(".")]


@pytest.mark.slow
def test_an_option_follows_may():
    """What a rule calls an option says what the player does."""
    (_, chosen) = answers("amb.castle.two_candidates", "b", "en")
    assert (
        "Blue may move the castle to the next ground with a shield "
        "or move the castle to the next tower with a shield."
    ) in chosen
    (_, chosen) = answers("amb.castle.two_candidates", "b", "de")
    assert (
        "Möglich: die Burg auf den nächsten Boden mit Schild stellen "
        "oder die Burg auf den nächsten Turm mit Schild stellen."
    ) in chosen


def test_no_option_is_a_sentence():
    """No option of the shipped rules begins with what is moved."""
    files = resources.rulesets_folder().rglob("*.wtr")
    text = "\n".join(file.read_text("utf-8") for file in files)
    options = re.findall(r'option \w+\s+en "([^"]+)"', text)
    assert len(options) > 10
    assert [] == [option for option in options if option.startswith(("the ", "a ", "an "))]


@pytest.mark.slow
def test_cards_in_piles_are_counted():
    """Four cards are in hands when Yellow has discarded one and drawn three: 86 are left of 90."""
    assert answers("amb.deck.moment", "b", "en") == [
        "The draw pile has 86 cards. The discard pile has 0 cards.",
        "The draw pile has 0 cards. The discard pile has 86 cards.",
    ]
    assert answers("amb.deck.moment", "b", "de") == [
        "Der Nachziehstapel hat 86 Karten. Der Ablagestapel hat 0 Karten.",
        "Der Nachziehstapel hat 0 Karten. Der Ablagestapel hat 86 Karten.",
    ]


@pytest.mark.parametrize(
    ("piles", "expected"),
    [
        (("t5.t4", "t4.t5"), "The same cards in another order."),
        (("t5.t4", "t5.t3"), "Only here: 1 × tower card 4. Only here: 1 × tower card 3."),
    ],
)
def test_piles_with_the_same_number_of_cards(piles: tuple[str, str], expected: str):
    """Then it is the order that differs, or single cards: of the draw pile, then of the discards."""
    game = load("en-capstone")
    board = "K/R/N/R/N/R/N/R/N/R/././y/././b b home=4,4 flasks=6.0.0,6.0.0 hands=w1,w2"
    one, two = (game.position(f"{board} pile={pile}") for pile in piles)
    none = Wording()
    found = Witness("result", (), scene_of(one), (), (one, two), Answer(one), Answer(two))
    shown = Difference("assumption", "piles", (), Grade.BEHAVIOUR, none, none, witness=found)
    view = View(Report("a", "b", (shown,), rules=(game.rules, game.rules)), Texts("en"))

    assert expected == view.sentences(shown).answer(0)


@pytest.mark.slow
def test_an_effect_is_not_said_twice():
    """An option that is called what it does has nothing in brackets."""
    (_, asked) = answers("amb.lock.optional", "b", "en")
    assert asked.endswith("may fill a flask or fill no flask.")
    (_, asked) = answers("amb.lock.optional", "b", "de")
    assert asked.endswith("Möglich: eine Flasche füllen oder keine Flasche füllen.")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_both_play_the_same_in_the_same_words(lang: str):
    """The shuffling that follows a move with one reading does not hide where the tower goes."""
    who = {"en": "Yellow: ", "de": "Gelb: "}[lang]
    (course,) = (line for line in lines("amb.deck.moment", "b", lang) if who in line)
    assert course.startswith(who)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "held", "discarded"),
    [
        ("en", "Yellow holds ", "discard the hand"),
        ("de", "Gelb hat auf der Hand: ", "Hand abwerfen"),
    ],
)
def test_a_hand_that_is_discarded_has_cards(lang: str, held: str, discarded: str):
    """The player on turn keeps a card, however small the position is made."""
    found = lines("amb.discard.after_spell", "b", lang)
    assert any(line.startswith(held) for line in found)
    assert any(discarded in line for line in found)


@pytest.mark.slow
def test_set_ups_are_compared_at_one_moment():
    """With c, the spells are chosen before the first turn; nothing else of the set-up differs."""
    assert answers("amb.setup.base_choice", "c", "en") == [
        "Nobody decides anything during the set-up. "
        "Spells laid out: Advance a Wizard and Advance a Tower.",
        "During the set-up, Blue may choose a spell (8 ways).",
    ]
    assert answers("amb.setup.base_choice", "c", "de") == [
        "Beim Aufbau ist nichts zu entscheiden. "
        "Ausliegende Zaubersprüche: Magier bewegen und Turm bewegen.",
        "Beim Aufbau darf Blau: einen Zauberspruch wählen (8 Möglichkeiten).",
    ]


def test_set_ups_that_are_complete():
    """Without a choice, the set-ups are described as before."""
    assert answers("amb.setup.base_choice", "b", "en")[0] == (
        "Spells laid out: Advance a Wizard and Advance a Tower."
    )
