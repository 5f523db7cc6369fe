"""A rule may forbid spells: they are not on offer, whatever they cost."""

import pytest

from wtrules.game.load import load
from wtrules.source import SourceFile

SPELLS = "headwind_wizard,headwind_tower,move_castle"
LINE = (
    "K/./b/R/N/R/N/R/N/R/N/R/./././y b home=4,4 flasks=1.5.0,6.0.0 "
    f"hands=w1.w1.w2,w4.t1.t2 spells={SPELLS}"
)


@pytest.mark.parametrize(
    ("rule", "offered"),
    [
        ("", {"headwind_wizard", "headwind_tower", "move_castle"}),
        ("rule dear { forbid player p casts s when cost of s > 1 }", {"headwind_tower"}),
        ("rule castle_stays { forbid player p casts s when s is move_castle }", {"headwind_wizard", "headwind_tower"}),
        ("rule nobody { forbid player p casts s }", set()),
    ],
)  # fmt: skip
def test_forbidden_spells_are_not_offered(rule: str, offered: set[str]):
    """Headwind for a tower costs one flask, headwind for a wizard and the castle two."""
    text = f"ruleset house {{\n  extends en-capstone\n  {rule}\n}}\n"
    state = load(SourceFile("house.wtr", text)).position(LINE)
    casts = {move.text.split()[1] for move in state.legal_moves if move.text.startswith("cast ")}
    assert offered == casts
