"""Examples that say who knows what."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.helpers import validate_files

RULES = """
  covered { wizards forgotten }
  secret memory role = one of loyal, traitor for each player
  secret memory treasure = space
  deck omens { 3 x moon  3 x sun }
  card moon { name en "moon"  says en "Nothing happens." }
  card sun { name en "sun"  says en "Nothing happens." }
  rule deal {
    says en "One player is the traitor."
    on   setup ends
    secretly {
      set role of (random player) = traitor
      set treasure = random space
    }
  }
  rule pay { says en "Traitors score." on turn ends when role of active is traitor and treasure is known do score 1 for active }
  spell look {
    name   en "Look"
    says   en "Look at everything."
    cost   0
    when   castable_now
    choose player q where q is not actor
    do     show role of q to actor
    do     show hand of q to actor
    do     show top 2 cards to actor
    do     show top 2 cards from omens to actor
    do     lift first tower on space 3 for actor
  }
  add to spells.laid_out = look
"""
GIVEN = """
  given "K/R/N/yRN/R/N/R/N/R/./b/././././. b flasks=6.0.0,6.0.0 hands=w1.w2.w3,w1.w2.w3 spells=look"
"""


def faults(clauses: str, folder: Path) -> list[str]:
    """Return what is wrong with an example."""
    text = f"ruleset odd {{ extends plain\n{RULES}\nexample told {{ {GIVEN}\n{clauses} }}\n}}"
    found = validate_files({"odd.wtr": text}, folder)
    return [f"{fault.code}: {fault.primary and fault.primary.message}" for fault in found]


@pytest.mark.parametrize(
    "clauses",
    [
        # Everybody knows their own cards and their own role; nobody knows anything else.
        "then b knows hand of b, b does not know hand of y, b does not know top 1 card",
        "with role of y = traitor  then y knows role of y, b does not know role of y",
        "with treasure = space 4  then b does not know treasure, y does not know treasure",
        "with role of b = traitor  then b does not know role",  # of all of them
        "then b does not know wizards beneath first tower on space 3",
        "then b does not know top 1 card from omens, y does not know top 2 cards from omens",
        # What is set is so.
        "with y knows hand of b  then y knows hand of b, b does not know hand of y",
        "with y knows top 2 cards  then y knows top 2 cards, y does not know top 3 cards",
        "with y knows top 1 card from omens  then y knows top 1 card from omens, b does not know top 1 card from omens",
        "with role of b = traitor, y knows role of b  then y knows role of b, role of b is traitor",
        "with b knows wizards beneath first tower on space 3  then b knows wizards beneath first tower on space 3, y does not know wizards beneath first tower on space 3",
        "with y knows hand of b, hand of b = w4.w4.w5, next_cards = t1, y knows top 1 card  then y knows hand of b, y knows top 1 card",
        # Blue looks.
        """with role of y = traitor, role of b = loyal  when "cast look player y"
           then b knows role of y, b knows hand of y, b knows top 2 cards, b knows top 2 cards from omens
           then b knows wizards beneath first tower on space 3
           then y does not know hand of b, y does not know top 1 card, y does not know role of b""",
    ],
)
def test_what_players_know(clauses: str, tmp_path: Path) -> None:
    """The example comes out."""
    assert [] == faults(clauses, tmp_path)


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        ("then b knows hand of y", "failed-example: b does not know it"),
        ("then b does not know hand of b", "failed-example: b knows it"),
        (
            "with y knows hand of b  then y does not know hand of b",
            "failed-example: y knows it",
        ),
        ("with b does not know hand of y  then moves 3", "wrong-arguments: is so anyway"),
        ("then b knows coins", "unknown-name: nothing to show"),
        ("then b knows roles", "unknown-name: nothing to show"),
        ("then z knows role of b", "unknown-name: unknown"),
    ],
)
def test_what_is_not_so(clauses: str, told: str, tmp_path: Path) -> None:
    """The example fails, and says why."""
    assert [told] == faults(clauses, tmp_path)


ROLES = """ruleset odd {
  extends plain
  deck roles { 1 x spy  5 x guard }
  card spy { name en "spy" }
  card guard { name en "guard" }
  rule deal { on setup ends each player q { do draw 1 card from roles for q } }
  rule pay { on turn ends when any card c from roles where c is spy do score 1 }
  spell unmask {
    name   en "Unmask"
    cost   0
    when   castable_now
    choose player q where q is not actor
    do     SHOW
  }
  add to spells.laid_out = unmask
  example told {
    given "K/R/N/R/N/R/N/R/N/R/b/y/r/././. b flasks=5.0.0,5.0.0,5.0.0 hands=w1,w2,w3 spells=unmask hands.roles=guard,spy,guard"
    when "cast unmask player y"
    then THEN
  }
}"""


@pytest.mark.parametrize(
    ("show", "then"),
    [
        (
            "show hand of q from roles to actor",
            "b knows hand of y from roles, r does not know hand of y from roles, "
            "b does not know hand of r from roles, b does not know hand of y",
        ),
        (
            "reveal hand of q from roles",
            "b knows hand of y from roles, r knows hand of y from roles",
        ),
        # Without a look, players know their own cards and no others.
        ("draw 1 card", "y knows hand of y from roles, b does not know hand of y from roles"),
    ],
    ids=["one player", "everybody", "nobody"],
)
def test_hands_of_named_decks(show: str, then: str, tmp_path: Path):
    """A rule can show the cards of a named deck in a hand, and an example says who knows them."""
    text = ROLES.replace("SHOW", show).replace("THEN", then)

    assert [] == validate_files({"odd.wtr": text}, tmp_path)


def test_what_was_shown_before_the_position_is_not_known(tmp_path: Path):
    """Rules show a card when the round begins; the position puts other cards into the hands."""
    text = """ruleset odd {
      extends plain
      deck roles { 1 x spy  5 x guard }
      card spy { name en "spy" }
      card guard { name en "guard" }
      rule deal {
        on round begins
        do show top 1 card from roles to actor
        do draw 1 card from roles for next_player of actor
      }
      rule pay { on turn ends when any card c from roles where c is spy do score 1 }
      example told {
        given "K/R/N/R/N/R/N/R/N/R/b/y/./././." b to move
        with  next_cards of roles = spy.guard
        then  b does not know top 2 cards from roles
      }
    }"""

    assert [] == validate_files({"odd.wtr": text}, tmp_path)
