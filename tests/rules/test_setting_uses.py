"""Checks find settings and tables by their use, so a rule file may choose the names."""

import pytest

from wtrules.source import SourceFile
from wtrules.validation import validate

PLACING = """
  override rule setup.place.order {
    repeat %s times {
      each player p clockwise from first player {
        do place wizard of p on next place q clockwise from castle
           where number of wizards on q < %s at space of q
      }
    }
  }
"""
CASES = {
    "a hand": (
        "own { hand 0 - 1 } rule r { on turn ends do refill hand of active to own.hand }",
        {"out-of-range"},
    ),
    "flasks": (
        "own { gift 101 } rule r { on turn ends do fill own.gift flasks of active }",
        {"out-of-range"},
    ),
    "actions": (
        "own { steps 0 } override rule turn.course { repeat own.steps times { action { perform turn.action } } }",
        {"out-of-range", "never-fires"},
    ),
    "a word for an amount": (
        "own { gift many } rule r { on turn ends do fill own.gift flasks of active }",
        {"wrong-setting", "type-error"},
    ),
    "a list by space": (
        "own { worth 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } "
        "rule r { on wizard w lands on p do fill own.worth at space of p flasks of actor }",
        {"off-the-ring"},
    ),
    "spells": (
        "own { spells move_tower, move_tower } "
        "override rule setup.spells.base_pair { each spell s where s in own.spells { do lay out s } }",
        {"duplicate-entry"},
    ),
    "wizards of the box": (
        "table own { players | pieces\n 2..6 | 6 }" + PLACING % ("own.pieces", "board.lights"),
        {"box-too-small", "too-few-places"},
    ),
    "flasks of the box": (
        "table own { players | pieces\n 2..6 | 7 } "
        "override rule setup.flasks.per_player { each player p { do take own.pieces flasks for p } }",
        {"box-too-small"},
    ),
    "room on the towers": (
        "own { room from 1: 1, 1, 1 }" + PLACING % ("supply.wizards", "own.room"),
        {"too-few-places"},
    ),
    "numbers of another use": (
        "own { hand 0 - 1 } rule r { on turn ends if roll > own.hand + 3 { do roll die } }",
        set(),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_check_goes_by_use(name: str):
    """A setting with a new name gets the report that the shipped one gets."""
    text, expected = CASES[name]
    _, faults = validate(SourceFile("own.wtr", f"ruleset own {{ extends en-capstone\n{text}\n}}"))

    ignored = {"stale-says"}  # the sentences of the rules that are overridden
    assert expected == {fault.code for fault in faults} - ignored
