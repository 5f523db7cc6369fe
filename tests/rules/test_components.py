"""What is in the box and what each player gets, by edition and mode: counted in the manuals."""

from __future__ import annotations

import pytest

from tests.rules.helpers import library
from wtrules.meaning.values import table
from wtrules.pipeline import load_rules
from wtrules.resolve.model import Rules

# The German and English Abacus manuals of 24 wizards list them by colour; all others have five of each.
FIVE_EACH, BY_COLOUR = [5] * 6, [5, 5, 4, 4, 3, 3]
WIZARDS = {
    "en-abacus-24": BY_COLOUR,
    "de-abacus-24": BY_COLOUR,
    "en-abacus-30": FIVE_EACH,
    "de-abacus-30": FIVE_EACH,
    "en-capstone": FIVE_EACH,
}
# Wizards and flasks for each player, by the number of players.
COMPETING = {2: (5, 6), 3: (4, 5), 4: (4, 5), 5: (3, 4), 6: (3, 4)}
TOGETHER = dict.fromkeys(range(2, 7), (12, 0)), dict.fromkeys(range(2, 7), (12, 6))
# Twelve wizards of any colours belong to all players, and six flasks if spells are cast.
MODES = {
    "": (FIVE_EACH, [6] * 6, COMPETING),
    "team": (FIVE_EACH, [6] * 6, COMPETING),
    "nasty": (FIVE_EACH, [6] * 6, COMPETING),
    "solo": ([12], [6], {1: (12, 0)}),
    "solo,solo_spells": ([12], [6], {1: (12, 6)}),
    "coop": ([12, 0, 0, 0, 0, 0], [6, 0, 0, 0, 0, 0], TOGETHER[0]),
    "coop,coop_spells": ([12, 0, 0, 0, 0, 0], [6, 0, 0, 0, 0, 0], TOGETHER[1]),
}


def rules_of(edition: str, mode: str = "") -> Rules:
    """Return the rules of a mode."""
    rules, faults = load_rules(edition, [*filter(None, mode.split(","))], library=library())
    assert rules is not None
    assert [] == [fault for fault in faults if fault.severity.value == "error"]
    return rules


def in_the_box(rules: Rules, what: str) -> list[int | str | None]:
    """Return how many of each colour there are."""
    colours = table(rules, "colours")
    assert colours is not None
    return [colours.in_row(row, what) for row in colours.rows]


@pytest.mark.parametrize("edition", WIZARDS)
def test_each_box_has_its_wizards_and_36_flasks(edition: str):
    """Where the wizards are fewer, so are those of the colours that are last."""
    rules = rules_of(edition)
    assert WIZARDS[edition] == in_the_box(rules, "wizards")
    assert [6] * 6 == in_the_box(rules, "flasks")


@pytest.mark.parametrize("mode", MODES)
def test_what_players_get_in_each_mode(mode: str):
    """Alone and together, there are twelve wizards, and flasks only to pay for spells."""
    rules = rules_of("en-capstone", mode)
    wizards, flasks, supply = MODES[mode]
    assert wizards == in_the_box(rules, "wizards")
    assert flasks == in_the_box(rules, "flasks")
    given = table(rules, "supply")
    assert given is not None
    assert supply == {
        players: (given.cell(players, "wizards"), given.cell(players, "flasks"))
        for players in range(1, 8)
        if given.row(players) is not None
    }
