"""What a house rule's own example shows is found, however rare it is in random games."""

from __future__ import annotations

import pytest

from wtrules.editions.changes import Grade
from wtrules.editions.compare import compare
from wtrules.editions.differences import Difference
from wtrules.editions.report.as_json import to_json
from wtrules.editions.report.text import text
from wtrules.editions.sides import open_side
from wtrules.game.load import load
from wtrules.source import SourceFile

# Six wizards on one space, with the castle on another: no random game comes to that.
RULE = """
  rule full_house {
    on   wizard w lands on p
    when %s castle is on space 5 and space of p is space 9 and number of wizards on p = 6
    do   fill 3 flasks of active
  }
"""
ONE_MOVE = """
  example six {
    given "%s/R/N/R/N/K/./R/b/Rbbyyy/N/././././." b to move card w1
    when  "wizard s8b"
    then  b fills 3 flasks
  }
"""
# The first card frees the wizard, the second one brings it there.
TWO_CARDS = """
  example six_at_last {
    given "N/R/N/R/N/K/./bR/./Rbbyyy/N/././././. b hands=w2.t1,t5 flasks=6.0.0,6.0.0"
    when  "card t1"
    when  "tower s7"
    when  "card w2"
    when  "wizard s7b"
    then  b fills 3 flasks
  }
"""


def found(*parts: str) -> tuple[Difference, str]:
    """Return how a house rule of these parts differs from its base, and the report."""
    source = "\n".join(["ruleset house {", "  extends en-capstone", *parts, "}"])
    house = open_side(SourceFile("house.wtr", source))
    report = compare(house.base(), house, jobs=1)
    (difference,) = report.differences
    (as_json,) = to_json(report)["differences"]
    witness = difference.witness
    assert (witness and witness.example) == (as_json["witness"] and as_json["witness"]["example"])
    return difference, text(report)


@pytest.mark.slow
def test_without_the_example_there_is_none():
    """Random games and turns made from them do not show it."""
    difference, _ = found(RULE % "")

    assert Grade.UNSETTLED is difference.grade
    assert difference.searched is not None
    assert 0 < difference.searched.boards  # small boards alone are counted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("condition", "space_0", "players"), [("", "N", 2), ("players > 2 and", "Nr", 3)]
)
def test_the_example_shows_it(condition: str, space_0: str, players: int):
    """Its position is shown, also for a number of players that is not searched otherwise."""
    difference, report = found(RULE % condition, ONE_MOVE % space_0)

    assert Grade.BEHAVIOUR is difference.grade
    witness = difference.witness
    assert witness is not None
    assert (players, "six", None) == (witness.before[0].players, witness.example, witness.met)
    assert witness.scene is not None
    assert "bbyyy" == witness.scene.board.spaces[9].surfaces[-1]
    assert [0, 3] == [answer.state.numbers("full")[0] for answer in (witness.one, witness.two)]
    assert ("card w1", "wizard s8b") == witness.line
    assert "(the example `six` of the rules, then reduced)" in report


@pytest.mark.slow
def test_an_example_of_several_moves_shows_it():
    """The search goes as far as the example does."""
    difference, _ = found(RULE % "", TWO_CARDS)

    assert Grade.BEHAVIOUR is difference.grade
    assert difference.witness is not None
    assert "six_at_last" == difference.witness.example
    assert ("card t1", "tower s7", "wizard s7b") == difference.witness.line


@pytest.mark.slow
def test_the_example_of_the_other_side_shows_it_too():
    """It does not matter which of the two files has it."""
    source = "\n".join(["ruleset house {", "  extends en-capstone", RULE % "", ONE_MOVE % "N", "}"])
    house = open_side(SourceFile("house.wtr", source))
    (difference,) = compare(house, house.base(), jobs=1).differences

    assert Grade.BEHAVIOUR is difference.grade
    assert difference.witness is not None
    assert "six" == difference.witness.example
    assert [3, 0] == [
        answer.state.numbers("full")[0]
        for answer in (difference.witness.one, difference.witness.two)
    ]


def test_the_shipped_rules_have_no_examples_of_their_own():
    """Those of the manuals are in separate files, so that reports about manuals do not rest on them."""
    for name in ("en-capstone", "de-abacus-24"):
        assert [] == list(load(name).rules.of_kind("example"))
