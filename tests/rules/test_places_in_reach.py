"""Lights that the set-up does not come to, because the track does not lead there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.helpers import validate_files

# Spaces 0 to 15 are a ring with all the towers, and 16 to 19 another one.
TWO_RINGS = """
  override board.spaces = 20
  table track {
    space | clockwise | counterclockwise
    0     | 1         | 15
    15    | 0         | 14
    16    | 17        | 19
    19    | 16        | 18
  }
  rule bridge { on wizard w lands on p when space of p is space 4 do put w on space 16 }
"""
NOTHING_TO_PLACE = "override rule setup.place.order { do score 0 for first player }"
LATER = "rule arrival { on turn begins do place wizard of active on space 15 }"
POTION = """
  spell arrival {
    name en "Arrival" cost 1
    do place wizard of active on space 15
  }
  add to spells.laid_out = arrival
"""
# Clockwise from the castle, there are towers on spaces 1 to 5, with 3 + 3 + 3 + 2 + 2 lights.
DEAD_END = """
  table track {
    space | clockwise | counterclockwise
    5     | none      | 4
  }
"""


def messages(tmp_path: Path, body: str) -> list[str]:
    """Return what is said about places in a house rule."""
    text = f"ruleset house {{\n  extends en-capstone\n{body}\n}}\n"
    found = validate_files({"house.wtr": text}, tmp_path)
    return [fault.message for fault in found if fault.code == "too-few-places"]


@pytest.mark.parametrize("castle", [16, 19])
def test_a_castle_on_a_ring_without_lights(tmp_path: Path, castle: int):
    """Nobody could place a wizard, for any number of players."""
    found = messages(tmp_path, f"{TWO_RINGS} override board.castle = {castle}")

    assert ["2 players place 10 wizards, but the track leads from the castle to no light"] == found


def test_a_castle_with_a_few_lights_ahead(tmp_path: Path):
    """Four players have 16 wizards, of which 13 are placed: there is a game."""
    assert [] == messages(tmp_path, DEAD_END)


def test_a_search_the_other_way(tmp_path: Path):
    """Counterclockwise from the castle, the way comes to the lights, or ends before them."""
    other = """
      override rule setup.place.order {
        repeat supply.wizards times {
          each player p {
            do place wizard of p on next place q counterclockwise from castle
               where number of wizards on q < board.lights at space of q
          }
        }
      }
    """

    no_way_back = DEAD_END.replace("5     | none      | 4", "10    | 11        | none")
    assert [] == messages(tmp_path, f"{DEAD_END} {other}")
    assert [] == messages(tmp_path, no_way_back)
    assert 1 == len(messages(tmp_path, f"{no_way_back} {other}"))


@pytest.mark.parametrize(
    "body",
    [
        TWO_RINGS,
        f"{TWO_RINGS} override board.castle = 16 {LATER}",
        f"{TWO_RINGS} override board.castle = 16 {POTION}",
        f"{TWO_RINGS} override board.castle = 16 {NOTHING_TO_PLACE} {LATER}",
        f"{NOTHING_TO_PLACE} {LATER}",
    ],
    ids=["castle with the towers", "rule", "spell", "placed later", "placed later on a ring"],
)
def test_wizards_that_have_a_place(tmp_path: Path, body: str):
    """Wizards near the castle, and those that enter the game later, are as they should be."""
    assert [] == messages(tmp_path, body)


def test_another_rule_that_is_never_carried_out(tmp_path: Path):
    """A rule that nothing performs does not bring wizards."""
    idle = LATER.replace("on turn begins ", "")

    assert 1 == len(messages(tmp_path, f"{TWO_RINGS} override board.castle = 16 {idle}"))
