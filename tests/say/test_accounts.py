"""Everything that a move can do, in sentences: what an account says of each effect, written by hand."""

from __future__ import annotations

import pytest

from wtrules.game.load import load
from wtrules.say.things import Ending, Happened, Motion, Wizard
from wtrules.say.voice import Voice


def motion(letter: str, number: int, start: object, end: object, **more: bool) -> Motion:
    """Return the motion of a wizard."""
    what = Wizard(letter, start[0] if isinstance(start, tuple) else None)
    return Motion(1, f"wizard:{letter}:{number}", what, (), start, end, **more)  # type: ignore[arg-type]


ON = motion("b", 0, (3, 1), (5, 0))
TWO = (motion("y", 0, (3, 1), (5, 0)), motion("y", 1, (3, 1), (5, 0)))
APART = (TWO[0], motion("y", 1, (3, 1), (6, 0)))
THREE = ("wizard:y:0", "wizard:y:1", "wizard:r:0")
EFFECTS = {
    "a flask": ({"filled": "b"}, "Blue fills a flask.", "Blau füllt eine Flasche."),
    "flasks": (
        {"filled": "byb"},
        "Blue fills two flasks. Yellow fills a flask.",
        "Blau füllt zwei Flaschen. Gelb füllt eine Flasche.",
    ),
    "locked": (
        {"locked": THREE[:1]},
        "The yellow wizard is locked up.",
        "Der gelbe Magier wird eingesperrt.",
    ),
    "locked, and flasks": (
        {"locked": THREE, "filled": "bbr"},
        "Two yellow wizards and the red wizard are locked up, and Blue fills two flasks. Red fills a flask.",
        "Zwei gelbe Magier und der rote Magier werden eingesperrt, und Blau füllt zwei Flaschen. "
        "Rot füllt eine Flasche.",
    ),
    "wizards of all": (
        {"locked": THREE, "is_shared": True},
        "Three wizards are locked up.",
        "Drei Magier werden eingesperrt.",
    ),
    "freed": (
        {"freed": THREE[:2]},
        "Two yellow wizards are free again.",
        "Zwei gelbe Magier sind wieder frei.",
    ),
    "freed by moving": (
        {"freed": ("wizard:b:0", *THREE[2:]), "motions": (ON,)},
        "The blue wizard moves from space 3 to space 5. The red wizard is free again.",
        "Der blaue Magier zieht von Feld 3 auf Feld 5. Der rote Magier ist wieder frei.",
    ),
    "points": (
        {"scored": (2, -1, 0, 1)},
        "Blue scores two points. Green scores one point. Yellow loses one point.",
        "Blau bekommt zwei Punkte. Grün bekommt einen Punkt. Gelb verliert einen Punkt.",
    ),
    "points lost": ({"scored": (-3,)}, "Blue loses three points.", "Blau verliert drei Punkte."),
    "cards": (
        {"dealt": (0, 3, 1, 0)},
        "Yellow gets three cards. Red gets a card.",
        "Gelb bekommt drei Karten. Rot bekommt eine Karte.",
    ),
    "the turn is over": (
        {"turn_over": True, "decides": "r"},
        "The turn is over.",
        "Der Zug ist zu Ende.",
    ),
    "another decides": ({"decides": "r"}, "Red decides next.", "Als Nächstes entscheidet Rot."),
    "two win": (
        {"ending": Ending(None, "byrg", "by"), "turn_over": True},
        "The game is over. Blue and Yellow win.",
        "Das Spiel ist zu Ende. Blau und Gelb gewinnen.",
    ),
    "one wins": (
        {"ending": Ending(None, "byrg", "g")},
        "The game is over. Green wins.",
        "Das Spiel ist zu Ende. Grün gewinnt.",
    ),
    "nobody wins": (
        {"ending": Ending(None, "byrg", "")},
        "The game is over. Nobody wins.",
        "Das Spiel ist zu Ende. Niemand gewinnt.",
    ),
    "the goal is reached": (
        {"ending": Ending(None, "b", "b", True)},
        "The game is over. The goal is reached.",
        "Das Spiel ist zu Ende. Das Ziel ist erreicht.",
    ),
    "the goal is missed": (
        {"ending": Ending(None, "b", "", False)},
        "The game is over. The goal is missed.",
        "Das Spiel ist zu Ende. Das Ziel ist verfehlt.",
    ),
    "together": (
        {"motions": TWO},
        "Two yellow wizards move from space 3 to space 5.",
        "Zwei gelbe Magier ziehen von Feld 3 auf Feld 5.",
    ),
    "apart": (
        {"motions": APART},
        "The yellow wizard moves from space 3 to space 5. "
        "The yellow wizard moves from space 3 to space 6.",
        "Der gelbe Magier zieht von Feld 3 auf Feld 5. Der gelbe Magier zieht von Feld 3 auf Feld 6.",
    ),
    "home": (
        {"motions": (motion("b", 0, (3, 1), None, is_home=True),), "home": "b"},
        "The blue wizard goes from space 3 into the castle.",
        "Der blaue Magier geht von Feld 3 in die Burg.",
    ),
    "up": (
        {"motions": (motion("b", 0, (3, 1), (3, 2)),)},
        "The blue wizard is put onto the top of the stack on space 3.",
        "Der blaue Magier kommt oben auf den Stapel auf Feld 3.",
    ),
    "down": (
        {"motions": (motion("b", 0, (3, 2), (3, 1)),)},
        "The blue wizard is put to another place on space 3.",
        "Der blaue Magier kommt an eine andere Stelle auf Feld 3.",
    ),
    "out of the box": (
        {"motions": (motion("b", 0, None, (3, 0)),)},
        "The blue wizard is put on space 3.",
        "Der blaue Magier kommt auf Feld 3.",
    ),
    "into the box": (
        {"motions": (motion("b", 0, (3, 0), None),)},
        "The blue wizard leaves the board.",
        "Der blaue Magier verlässt den Spielplan.",
    ),
}


@pytest.mark.parametrize("effect", EFFECTS)
def test_what_a_move_does_is_said(effect: str):
    """Who gets what, how many, which pieces go where, and how the turn or the game goes on."""
    about, english, german = EFFECTS[effect]
    found = Happened((), 0, "byrg", **about)
    rules = load("en-capstone").rules

    assert english == " ".join(Voice(rules, "en").account(found))
    assert german == " ".join(Voice(rules, "de").account(found))


@pytest.mark.parametrize(
    ("about", "english", "german"),
    [
        ({"filled": "byb"}, "fill three flasks", "drei Flaschen füllen"),
        ({"home": "b"}, "bring a wizard into the castle", "einen Magier in die Burg bringen"),
        (
            {"home": "bb", "filled": "b"},
            "bring two wizards into the castle and fill a flask",
            "zwei Magier in die Burg bringen und eine Flasche füllen",
        ),
        (
            {
                "home": "bb",
                "motions": (motion("b", 0, (3, 1), (4, 0), is_home=True, is_chosen=True),),
            },
            "move the blue wizard from space 3 into the castle and bring a wizard into the castle",
            "den blauen Magier von Feld 3 in die Burg bewegen und einen Magier in die Burg bringen",
        ),
    ],
)
def test_what_a_player_does_is_said(about: dict[str, object], english: str, german: str):
    """A deed names what it brings: all flasks, and wizards beside those that are moved."""
    found = Happened((), 0, "byrg", **about)  # type: ignore[arg-type]
    rules = load("en-capstone").rules

    assert english == Voice(rules, "en").deed(found)
    assert german == Voice(rules, "de").deed(found)
