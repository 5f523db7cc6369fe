"""What rules do by themselves is said in the words of their `says`."""

from __future__ import annotations

from wtrules.game.announced import announced
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.game.remembered import news_lines
from wtrules.say.voice import Voice
from wtrules.source import SourceFile

RULES = """ruleset storm {
  extends en-capstone
  memory accused = player
  memory asked = 0
  rule storm {
    says en "A storm blows blue back." de "Ein Sturm bläst Blau zurück."
    on   player p rolls n
    if n > 3 { each wizard w on space 4 { do move w counterclockwise 1 } }
  }
  rule counted { on player p rolls die set asked = asked + 1 }
  rule vote {
    says en "The next player is accused."
    on   wizard w lands on p
    set  accused = next_player of active
  }
  rule quiet {
    says en "This changes nothing."
    on   player p rolls die
    if asked > 100 { do score 1 }
  }
}"""


def game() -> Game:
    return load(SourceFile("storm.wtr", RULES))


def told(text: str, roll: int | None = None, lang: str = "en") -> list[str]:
    """Return what is announced after a move."""
    state = game().position(
        "K/R/N/R/b/R/N/R/N/R/y/././././. b flasks=6.0.0,6.0.0 hands=td2.w1,w1.w1"
    )
    after = state.play(text, roll=roll)
    return list(announced(state, state.find(text), after, lang))


def test_a_rule_that_takes_effect_is_announced():
    """With a 5, blue is blown back to space 3."""
    assert ["A storm blows blue back.", "The next player is accused."] == told("card td2", 5)
    assert "Ein Sturm bläst Blau zurück." == told("card td2", 5, "de")[0]


def test_a_rule_without_effect_is_not():
    """With a 2, the rule has only looked at the die."""
    assert [] == told("card td2", 2)
    assert [] == told("card w1")


def test_whom_a_rule_names_is_shown():
    """The memory of a player is news when it changes, and only then."""
    state = game().position(
        "K/R/N/R/b/R/N/R/N/R/y/././././. b flasks=6.0.0,6.0.0 hands=td2.w1,w1.w1"
    )
    after = state.play("card w1").play("wizard s4b")
    words = Voice(state.game.rules, "en")

    assert ["Accused: Yellow"] == list(news_lines(state, after, words))
    assert [] == list(news_lines(after, after, words))
