"""Players, pieces and moves in sentences, in English and German."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.positions import short_position
from wtrules.game.bots import teams
from wtrules.game.game import Game, State
from wtrules.game.happened import foreseen, happened, thing_of
from wtrules.game.load import load
from wtrules.say.things import Card, Choice, Happened, Motion, Tower
from wtrules.say.voice import Voice
from wtrules.source import SourceFile
from wtrules.texts.declension import Adjective


def house(text: str) -> Game:
    """Return a house rule of en-capstone."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{text} }}"))


def told(state: State, lang: str, text: str) -> str:
    """Return a legal move in words, with its effect."""
    move = next(move for move in state.legal_moves if move.text == text)
    return Voice(state.game.rules, lang).deed(foreseen(state, move))


@pytest.mark.parametrize(
    ("word", "der", "den"),
    [
        ("blau", "blaue", "blauen"),
        ("weiß", "weiße", "weißen"),
        ("violett", "violette", "violetten"),
        ("orange", "orangefarbene", "orangefarbenen"),
        ("lila", "lilafarbene", "lilafarbenen"),
        ("dunkel", "dunkle", "dunklen"),
    ],
)
def test_german_colours_take_endings(word: str, der: str, den: str):
    """A colour that takes no ending itself takes one as `-farben`."""
    assert (der, den) == (f"{Adjective(word):e}", f"{Adjective(word):en}")
    assert word == f"{Adjective(word)}"


def test_names_are_no_adjectives():
    """A colour with a capital letter or a number at its end is a name."""
    assert [True, True, False, False] == [
        Adjective(word).is_one for word in ("blue", "light blue", "Dragon", "team 2")
    ]


def test_a_wizard_by_its_colour():
    """The adjective has the ending that the sentence needs."""
    state = load("en-capstone").start(2, seed=3).play("card w3")

    assert "move the blue wizard from space 1 to space 4" == told(state, "en", "wizard s1b")
    assert "den blauen Magier von Feld 1 auf Feld 4 bewegen" == told(state, "de", "wizard s1b")
    wizard = state.decision_point.decode(state.legal_moves[0].option)[1][0]
    assert "the blue wizard on space 1" == Voice(state.game.rules, "en").thing(
        thing_of(state, "wizard", wizard)
    )
    assert "der blaue Magier auf Feld 1" == Voice(state.game.rules, "de").thing(
        thing_of(state, "wizard", wizard)
    )


def test_a_wizard_by_a_name():
    """A house rule may call its players what it likes."""
    named = house(
        """override table colours {
          colour | letter | wizards | flasks | en       | de
          blue   | b      | 5       | 6      | "Dragon" | "Drache"
          yellow | y      | 5       | 6      | "Team 2" | "Team 2"
        }
        players 2"""
    )
    state = named.start(2, seed=3).play("card w3")

    assert "Team 2" == Voice(named.rules, "en").player("y")
    assert "move the wizard of Dragon from space 1 to space 4" == told(state, "en", "wizard s1b")
    german = "den Magier von Drache von Feld 1 auf Feld 4 bewegen"
    assert german == told(state, "de", "wizard s1b")


@pytest.mark.parametrize(("variant", "players"), [("solo", 1), ("coop", 3)])
def test_wizards_that_all_belong_together(variant: str, players: int):
    """Where one player has all wizards, their colour says nothing."""
    state = load("en-capstone", variants=[variant]).start(players, seed=3).play("card w3")

    assert "move the wizard from space 1 to space 4" == told(state, "en", "wizard s1b")
    assert "den Magier von Feld 1 auf Feld 4 bewegen" == told(state, "de", "wizard s1b")


@pytest.mark.parametrize(
    ("act", "english", "german"),
    [
        ("play c", "play wizard card 3", "Magierkarte 3 spielen"),
        ("discard c", "discard wizard card 3", "Magierkarte 3 abwerfen"),
        ("hand c to next_player of active", "hand over wizard card 3", "Magierkarte 3 abgeben"),
    ],
)
def test_what_is_done_with_a_card(act: str, english: str, german: str):
    """A chosen card is played, discarded or handed over, as the rule goes on."""
    state = house(f"override rule turn.action {{ choose card c  do {act} }}").start(2, seed=3)

    assert english == told(state, "en", "card w3")
    assert german == told(state, "de", "card w3")


def test_a_card_that_is_only_chosen():
    """If the rule does nothing with it yet, only the card is named."""
    kept = house(
        """memory kept = card
        rule turn.keep { says en "Keep a card in mind." on turn begins choose card c set kept = c }
        rule turn.use { on turn ends when kept is known do score 1 for active }"""
    )

    assert "choose wizard card 3" == told(kept.start(2, seed=3), "en", "card w3")


MASTERS = (
    "K/bN/R/N/R/N/R/N/R/R/./b/./y/./. b home=3,4 flasks={flasks},6.0.0 hands=w3,t1 spells={spell}"
)


def test_a_number_that_the_destination_tells_is_not_said():
    """Paid for once or twice, the spell moves the wizard one space or two: that says it all."""
    line = MASTERS.format(flasks="2.4.0", spell="move_wizard")
    state = load("en-abacus-30", ["nasty"]).position(line)
    once, twice = (f"cast move_wizard wizard s11b number {number}" for number in (1, 2))

    spell = "cast “Move a wizard”: move the blue wizard from space 11 to space"
    assert f"{spell} 12" == told(state, "en", once)
    assert f"{spell} 13" == told(state, "en", twice)
    spell = "„Magier bewegen“ einsetzen: den blauen Magier von Feld 11 auf Feld"
    assert f"{spell} 13 bewegen" == told(state, "de", twice)


def test_a_number_without_an_alternative_is_not_said():
    """With one flask, the spell can be paid for once only; with two, the number matters."""
    game = load("en-abacus-30", ["nasty"])
    once = "cast free_wizard tower s1 number 1"
    poor = game.position(MASTERS.format(flasks="5.1.0", spell="free_wizard"))
    rich = game.position(MASTERS.format(flasks="4.2.0", spell="free_wizard"))

    assert "cast “Free a wizard”: choose the tower on space 1" == told(poor, "en", once)
    assert "cast “Free a wizard”: choose the tower on space 1 (number 1)" == told(rich, "en", once)
    assert "„Befreien“ einsetzen: den Turm auf Feld 1 wählen" == told(poor, "de", once)


def test_a_number_without_an_alternative_is_not_said_after_an_option():
    """With two flasks, the castle moves once; with four, once or twice."""
    game = load("en-abacus-30", ["nasty"])
    once = "cast move_castle clockwise number 1"
    poor = game.position(MASTERS.format(flasks="4.2.0", spell="move_castle"))
    rich = game.position(MASTERS.format(flasks="2.4.0", spell="move_castle"))

    assert "cast “Move the raven castle”: clockwise" == told(poor, "en", once)
    assert "cast “Move the raven castle”: clockwise: number 1" == told(rich, "en", once)


def test_a_number_that_the_destination_does_not_tell_is_said():
    """Where all numbers lead to the same space, the destination does not say which one it is."""
    game = house(
        """
        override spell move_wizard {
          says   en "Move a wizard one space, with a gift."
          cost   1
          when   castable_now
          choose wizard w where visible, number k from 1 to 2
          do     score k for actor
          do     move w clockwise 1
        }
        """
    )
    line = "K/R/N/R/N/R/N/R/N/R/./b/./y/./. b home=4,4 flasks=5.1.0,6.0.0 hands=w3,t1 spells=move_wizard"
    assert (
        "cast “Advance a Wizard”: move the blue wizard from space 11 to space 12 (number 2)"
        == told(game.position(line), "en", "cast move_wizard wizard s11b number 2")
    )


def test_flasks_of_several_players_are_added_up():
    """If a tower traps a wizard and both players fill flasks, the move names all of them."""
    generous = house(
        """override rule lock.reward {
          when any wizard on p
          do   fill 1 flask of actor
          each player q where q is not actor { do fill 2 flasks of q }
        }"""
    )
    board = "K/bR/N/y/R/N/R/N/R/N/R/././././."
    state = short_position(generous, board, "b", card="t1").play("card t1")

    trapping = "move the tower from space 2 to space 3 and fill three flasks"
    assert trapping == told(state, "en", "tower s2")
    german = "den Turm von Feld 2 auf Feld 3 bewegen und drei Flaschen füllen"
    assert german == told(state, "de", "tower s2")


def test_numbered_actions():
    """The program knows which action of a turn it is, if a loop counts them."""
    program = load("en-capstone").program(2)
    state = load("en-capstone").start(2, seed=3)
    action = program.notes.numbered["action"]

    assert 2 == action.times
    assert 1 == state.numbers(action.left)[0]
    assert 0 == state.play("card w3").play("wizard s1b").numbers(action.left)[0]


@pytest.mark.parametrize(
    ("rules", "variants", "players", "expected"),
    [
        ("en-capstone", ["team"], 4, [[0, 2], [1, 3]]),
        ("en-capstone", ["team"], 6, [[0, 3], [1, 4], [2, 5]]),
        ("en-capstone", [], 4, []),
        ("en-capstone", ["coop"], 3, []),
        ("traitor", [], 4, []),  # who wins with whom is a secret
    ],
)
def test_teams(rules: str, variants: list[str], players: int, expected: list[list[int]]):
    """Partners sit opposite each other; who wins together in secret is not told."""
    assert expected == teams(load(rules, variants=variants).start(players, seed=1))


PIECES = """
  piece guard {{ name en "{en}" de "{de}" on space 3 }}
  rule guard.walks {{ on turn begins choose piece x do move x clockwise 2 }}
"""


@pytest.mark.parametrize(
    ("en", "de", "english", "german"),
    [
        ("the old bear", "der alte Bär", "the old bear", "den alten Bären"),
        ("second castle", "die zweite Burg", "the second castle", "die zweite Burg"),
        ("Smaug", "Smaug", "Smaug", "die Figur „Smaug“"),
    ],
)
def test_a_piece_that_rules_name(en: str, de: str, english: str, german: str):
    """It has the article that its name gives; without one, English has its own, and German a noun."""
    state = house(PIECES.format(en=en, de=de)).start(2, seed=3)

    assert f"move {english} from space 3 to space 5" == told(state, "en", "piece guard")
    assert f"{german} von Feld 3 auf Feld 5 bewegen" == told(state, "de", "piece guard")


@pytest.mark.parametrize(
    ("tower", "english", "german"),
    [
        (Tower(3, "upper", 2), "The upper two towers move", "Die oberen zwei Türme ziehen"),
        (Tower(3, "stack", 2), "The stack moves", "Der Stapel zieht"),
        (Tower(3, "top"), "The top tower moves", "Der oberste Turm zieht"),
    ],
)
def test_what_rules_move_agrees_with_its_verb(tower: Tower, english: str, german: str):
    """A stack is one thing, two towers are two."""
    rules = load("en-capstone").rules
    moved = Happened((), 0, "by", motions=(Motion(1, "tower:N0", tower, (), (3, 2), (5, 1)),))

    assert [f"{english} from space 3 to space 5."] == Voice(rules, "en").account(moved)
    assert [f"{german} von Feld 3 auf Feld 5."] == Voice(rules, "de").account(moved)


def test_several_cards_that_allow_a_choice():
    """A comma says which cards belong together."""
    game = load("en-capstone")
    kinds = {kind.code: kind for kind in game.program(2).card_kinds}
    two = Choice(things=(Card(kinds["t5w1"]), Card(kinds["t1"])))
    found = Happened((), 0, "by", two)

    either = "choose tower card 5 or wizard card 1, and tower card 1"
    assert either == Voice(game.rules, "en").deed(found)


def test_cards_with_dice():
    """A card is called what it shows; its dice are for whatever is moved."""
    game = load("en-capstone")
    kinds = {kind.code: kind for kind in game.program(2).card_kinds}
    either, worn = kinds["tdwd"], evolve(kinds["td2"], number=3)

    assert "tower card or wizard card with one die" == Voice(game.rules, "en").card(either)
    assert "Turmkarte oder Magierkarte mit einem Würfel" == Voice(game.rules, "de").card(either)
    assert "Turmkarte mit zwei Würfeln (Nummer 3)" == Voice(game.rules, "de").card(worn)
    assert "tower card with two dice (number 3)" == Voice(game.rules, "en").card(worn)


def test_who_decides_next():
    """If somebody else decides within a turn, an account ends with who it is; a deed does not say it."""
    state = load("en-capstone", variants=["team"]).start(4, seed=5)
    move = next(move for move in state.legal_moves if move.text == "ask")
    found = happened(state, move, state.play(move))

    asked = ["Blue: ask for a card.", "Red decides next."]
    assert asked == Voice(state.rules, "en").account(found)
    assert "Als Nächstes entscheidet Rot." == Voice(state.rules, "de").account(found)[-1]
    assert "ask for a card" == Voice(state.rules, "en").deed(found)


def test_what_rules_do_by_themselves():
    """A wizard comes home, and the castle moves: the deed is the player's, the rest is said after it.

    On spaces 1 and 3, a wizard stands on the shield; on 4, a plain tower covers it.
    """
    game = load("en-capstone")
    state = short_position(game, "K/Ry/N/Ry/N/R/N/R/N/R/./././././b", "b", card="w1")
    state = state.play("card w1")
    home = next(move for move in state.legal_moves if "wizard" in move.text)
    found = happened(state, home, state.play(home))
    english, german = Voice(game.rules, "en"), Voice(game.rules, "de")
    assert ["The castle moves from space 0 to space 5."] == english.aftermath(found)
    assert ["Die Burg zieht von Feld 0 auf Feld 5."] == german.aftermath(found)
    assert "castle moves" not in english.deed(found)
