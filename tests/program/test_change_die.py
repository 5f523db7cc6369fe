"""`do change die to N`: turning the die to another face."""

from __future__ import annotations

import random

import pytest

from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile


def rolls(body: str, decisions: int = 300) -> set[int]:
    """Return what the die showed in a random game with a house rule, 0 before the first roll."""
    text = f"ruleset dice {{ extends en-capstone\n rule dice.turned {{ {body} }}\n}}"
    game: Game = load(SourceFile("dice.wtr", text))
    choose = random.Random(1)
    state = game.start(2, 1)
    shown: set[int] = set()
    for _ in range(decisions):
        if state.is_over:
            break
        state = state.play(choose.choice(state.options))
        shown |= {*state.numbers("roll")}
    return shown - {0}


def test_the_die_shows_what_it_was_turned_to():
    """After `change die to 4` the roll is 4."""
    assert {4} == rolls("on player p rolls die do change die to 4")


def test_the_new_face_can_depend_on_the_old_one():
    """`roll` is what the die showed before."""
    assert {2, 3, 4, 5, 6} >= rolls("on player p rolls die do change die to roll / 2 + 2")
    assert 1 not in rolls("on player p rolls die do change die to roll / 2 + 2")


@pytest.mark.slow
def test_a_face_the_die_does_not_have():
    """Nothing happens, and `can` says so."""
    plain = rolls("on player p rolls die")

    assert plain == rolls("on player p rolls die do change die to 7")
    assert plain == rolls("on player p rolls die do change die to 0")
    assert {6} == rolls(
        "on player p rolls die if can change die to 7 { do change die to 1 } else { do change die to 6 }"
    )
