"""Outcomes that say whether players have reached the goal."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from wtrules.game.game import Game, State
from wtrules.game.happened import ending
from wtrules.game.load import load
from wtrules.meaning.sentences import sentences
from wtrules.say.voice import Voice
from wtrules.source import SourceFile

# The last wizard is one space before the castle, and 29 cards have been discarded.
DISCARDS = "4*w5.4*w4.4*w3.4*w2.4*t5.4*t4.4*t3.1*t2"
BOARD = "K/R/N/R/N/R/N/R/N/R/./././././b b flasks={} home=11 hands=w1.t1.t1 discard={}"


@pytest.fixture(scope="module")
def solo() -> Game:
    """The solo game of the Capstone manual."""
    return load("en-capstone", variants=["solo"])


def finished(game: Game, more: str = "", flasks: str = "0.0.0") -> State:
    """Return the end of a game whose last wizard comes home with one more card."""
    state = game.position(BOARD.format(flasks, DISCARDS + more))
    return state.play("card w1").play("wizard s15b")


def test_thirty_cards_are_few_enough(solo: Game):
    """Manual: the goal is 30 cards or fewer; the card that brings the last wizard home counts."""
    result = finished(solo).result

    assert result is not None
    assert (30,) == result.points
    assert result.goal_reached is True


def test_thirty_one_cards_are_too_many(solo: Game):
    """Manual: from 31 cards on, the goal is missed."""
    result = finished(solo, ".1*t1").result

    assert result is not None
    assert (31,) == result.points
    assert result.goal_reached is False


def test_a_lost_game_misses_the_goal():
    """Manual: with spells, all flasks have to be filled as well."""
    game = load("en-capstone", variants=["solo", "solo_spells"])
    line = BOARD.format("1.5.0", DISCARDS) + " spells=move_tower,move_wizard,free_wizard"
    result = game.position(line).play("card w1").play("wizard s15b").result

    assert result is not None
    assert () == result.winners
    assert result.goal_reached is False


def test_most_outcomes_know_no_goal():
    """Players who compete win or lose; there is no goal beside that."""
    assert (None, None) == load("en-capstone").program(2).words.goals[:2]


def test_an_outcome_says_how_many_points(solo: Game):
    """The points of the player are put into the sentence of the outcome."""
    said = Voice(solo.rules, "en").ending(ending(finished(solo)))
    gesagt = Voice(solo.rules, "de").ending(ending(finished(solo)))

    assert said.endswith("You used 30 cards; the goal was 30 at most.")
    assert gesagt.endswith("Das waren 30 Karten; höchstens 30 waren das Ziel.")


def test_a_goal_without_a_sentence():
    """An outcome that says nothing about the goal but whether it is reached gets a plain sentence."""
    house = load(
        SourceFile(
            "odd.wtr",
            """ruleset odd {
              extends en-capstone with solo
              remove rule solo.end
              outcome done { name en "home" de "daheim" goal reached }
              rule end.home { on wizard w enters castle when no wizard end game done }
            }""",
        )
    )

    assert "The game is over: home. The goal is reached." == Voice(house.rules, "en").ending(
        ending(finished(house))
    )


def test_each_player_is_told_about_their_own_points():
    """If points differ, the sentence of an outcome is said to every player."""
    house = load(
        SourceFile(
            "odd.wtr",
            """ruleset odd {
              extends en-capstone
              outcome soon { name en "soon" de "bald" says en "You have {points}." de "Du hast {points}." }
              rule points { on game begins do score 3 for first player end game soon }
            }""",
        )
    )
    state = house.start(2)

    assert (
        Voice(house.rules, "en")
        .ending(ending(state))
        .endswith("Blue: You have 3. Yellow: You have 0.")
    )


def test_the_goal_does_not_change_the_hash(solo: Game):
    """A goal describes an outcome; games of rules that differ in nothing else are the same games."""
    text = "ruleset odd { extends en-capstone with solo override outcome good { goal missed } }"
    other = load(SourceFile("odd.wtr", text))

    assert solo.hash == other.hash
    assert other.program(1).words.goals != solo.program(1).words.goals


# The Capstone manual, p. 6: how well you did, by the number of cards; 30 or fewer is the goal.
GRADES = {
    19: ("fewer than 20 cards", "unter 20 Karten", True),
    20: ("20 to 23 cards", "20 bis 23 Karten", True),
    23: ("20 to 23 cards", "20 bis 23 Karten", True),
    24: ("24 to 27 cards", "24 bis 27 Karten", True),
    27: ("24 to 27 cards", "24 bis 27 Karten", True),
    28: ("28 to 30 cards", "28 bis 30 Karten", True),
    30: ("28 to 30 cards", "28 bis 30 Karten", True),
    31: ("31 to 35 cards", "31 bis 35 Karten", False),
    35: ("31 to 35 cards", "31 bis 35 Karten", False),
    36: ("36 to 40 cards", "36 bis 40 Karten", False),
    40: ("36 to 40 cards", "36 bis 40 Karten", False),
    41: ("41 to 45 cards", "41 bis 45 Karten", False),
    45: ("41 to 45 cards", "41 bis 45 Karten", False),
    46: ("more than 45 cards", "über 45 Karten", False),
}


@pytest.mark.parametrize("cards", GRADES)
def test_the_grade_of_a_number_of_cards(solo: Game, cards: int):
    """It is called what the manual says of so many cards, and the goal is reached up to 30."""
    english, german, is_reached = GRADES[cards]
    discards = ".".join(f"{n}*{card}" for card, n in Counter(_some_cards(solo, cards - 1)).items())
    state = solo.position(BOARD.format("0.0.0", discards)).play("card w1").play("wizard s15b")
    said = Voice(solo.rules, "en").ending(ending(state))
    gesagt = Voice(solo.rules, "de").ending(ending(state))

    assert state.result is not None
    assert ((cards,), is_reached) == (state.result.points, state.result.goal_reached)
    assert said.startswith(f"The game is over: {english}: ")
    assert gesagt.startswith(f"Das Spiel ist zu Ende: {german}: ")
    assert f"You used {cards} cards; the goal was 30 at most." in said


def _some_cards(game: Game, count: int) -> list[str]:
    """Return so many cards of the deck that are not in the hand."""
    left = Counter({kind.code: kind.copies for kind in game.program(1).card_kinds})
    left.subtract(["w1", "t1", "t1"])
    return [*left.elements()][:count]


@pytest.mark.parametrize("mode", ["solo", "solo,solo_spells", "coop", "coop,coop_spells"])
def test_the_goal_that_is_announced_is_the_goal(mode: str):
    """What the book says beforehand is where the grades turn: 30 cards."""
    rules = load("en-capstone", variants=mode.split(",")).rules
    said = [sentences(rules, rules.variants[id].node) for id in mode.split(",")]
    english, german = (" ".join(texts[lang] for texts in said) for lang in ("en", "de"))

    assert re.findall(r"(\d+) or fewer", english) == ["30"]
    assert re.findall(r"höchstens (\d+)", german) == ["30"]
