"""A small game and one change to it: the whole report, in both languages, and as examples.

The game has six spaces, so a comparison takes a fraction of a second; positions, sentences and
evidence are as for the shipped games.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.report.examples import examples_text
from wtrules.editions.report.text import text
from wtrules.editions.sides import Side, open_side
from wtrules.source import SourceFile

SMALL = (Path(__file__).parents[1] / "fuzz" / "small.wtr").read_text("utf-8")
HOUSES = {
    "fewer cards": ("size 2\n", "size 1\n"),
    "fewer wizards": ("3       | 1       | 1", "3       | 2       | 1"),
    "more lights": ("lights   from 1: 2, 2, 2", "lights   from 1: 3, 1, 2"),
    "farther": ("do     move w clockwise n", "do     move w clockwise n + 1"),
    "backward": (
        "choose tower t where can move t clockwise n\n    do     move t clockwise n",
        "choose tower t where can move t counterclockwise n\n    do     move t counterclockwise n",
    ),
    "no castle move": ("where shielded and no wizard on p", "where no wizard on p"),
    "no reward": ("do     fill 1 flask of actor", "do     fill 2 flasks of actor"),
    "another end": ("mode one of all_home, any_home", "mode one of any_home, all_home"),
    "another winner": ("highest full_flasks of q", "lowest full_flasks of q"),
    "no refill": ("do     refill hand of active to hand.size", "do     draw 1 card for active"),
    "dearer": ("cost   1\n", "cost   2\n"),
    "other cards": ("3 x wizard 1\n    2 x wizard 2", "2 x wizard 1\n    3 x wizard 2"),
    "other words": ("Refill your hand.", "Draw up to two cards."),
    "fewer players": ("players  2..3", "players  2"),
}


@cache
def small() -> Side:
    return open_side(SourceFile("small.wtr", SMALL), "small")


def report(name: str) -> Report:
    """Return the comparison of the small game with a house rule."""
    old, new = HOUSES[name]
    changed = SMALL.replace("ruleset small", "ruleset house").replace(old, new, 1)
    assert changed != SMALL.replace("ruleset small", "ruleset house")
    return compare(small(), open_side(SourceFile("house.wtr", changed), "house"), jobs=1)


@pytest.mark.parametrize("name", HOUSES)
def test_a_house_rule_of_a_small_game(name: str, snapshot: SnapshotAssertion):
    """What differs, how serious it is, a position that shows it, and why."""
    found = report(name)
    german = text(found, "de").partition("\n\n")[2]
    parts = [text(found), german, examples_text(found).partition("\n\n")[2]]
    shown = "\n----\n".join(part.strip() for part in parts)
    assert snapshot == re.sub(r"1:[0-9a-f]{12}", "MARK", shown) + "\n"
