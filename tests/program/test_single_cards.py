"""A memory for each single card tells equal cards apart."""

from __future__ import annotations

from tests.backends.trails import Trails
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile

BODY = """
memory plays = 0 for each single card
memory last = card
deck omens 3 { 2 x crow  1 x owl }
card crow { name en "crow" says en "Nothing." }
card owl { name en "owl" says en "Nothing." }
rule counted { says en "C."
  on player p plays c
  do add 1 to plays of c
  set last = c }
rule turned { says en "T." on turn begins do reveal omens }
"""


def game(body: str = BODY) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("single.wtr", f"ruleset single {{ extends en-capstone\n{body}\n}}"))


def test_equal_cards_have_numbers() -> None:
    """A card that there is once needs none."""
    program = game().program(2)

    assert 90 == len(program.cards)
    assert ("crow-1", "crow-2", "owl") == tuple(card.code for card in program.decks[1].cards)
    assert {1} == {card.copies for card in program.card_kinds}


def test_without_such_a_memory_they_have_none() -> None:
    """A memory for each card is one for each kind."""
    program = game(BODY.replace("single card", "card")).program(2)

    assert ("crow", "owl") == tuple(card.code for card in program.decks[1].cards)


def test_each_card_is_counted_on_its_own() -> None:
    """The other card like the one that was played has not been played."""
    line = (
        "K/R/N/R/N/R/N/R/N/R/./././././by b flasks=6.0.0,6.0.0 hands=w1-1.w1-2.t5-1,w2-1.w2-2.w2-3"
    )
    state = game().position(line)
    after = state.play("card w1-2")
    kept = next(word for word in str(after).split(" ") if word.startswith("memory="))

    assert ["card w1-1", "card w1-2"] == [
        move.text for move in state.legal_moves if "w1" in move.text
    ]
    assert "plays/w1-2:1" in kept
    assert "plays/w1-1:1" not in kept
    assert f"last:{[c.code for c in game().program(2).cards].index('w1-2')}" in kept
    assert after == state.game.position(str(after))


def test_both_back_ends_tell_them_apart_alike() -> None:
    """The same games, with cards that are counted one by one."""
    made = game()
    trails = Trails(made.engine(3), 1)

    assert trails.first_difference(1, 300) is None
