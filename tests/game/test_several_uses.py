"""Wizard masters use a spell several times, and pay for each time (Abacus, p. 6)."""

import pytest

from tests.sampling import sampled
from tests.scenes import play
from wtrules.game.load import load

EDITIONS = ("de-abacus-24", "de-abacus-30", "en-abacus-24", "en-abacus-30")
# What the spells cost, and the move during which one is cast.
COSTS = {
    "move_wizard": (2, ()),
    "move_tower": (1, ()),
    "headwind_wizard": (2, ()),
    "headwind_tower": (1, ()),
    "move_castle": (2, ()),
    "free_wizard": (1, ()),
    "piggyback": (1, ("card w2", "wizard s5b")),
}


@pytest.mark.parametrize("spell", COSTS)
@pytest.mark.parametrize("edition", sampled(EDITIONS, 1))
def test_each_use_is_paid(edition: str, spell: str):
    """Blue uses it twice and pays the price of it twice."""
    cost, before = COSTS[spell]
    state = load(edition, ("nasty",)).position(
        "K/R/bbNy/R/N/bbb/R/N/R/N/R/././././. b home=0,4 flasks=0.6.0,6.0.0 "
        f"hands=w2.w1.w2,w4.t1.t2 spells={spell}"
    )
    state = play(state, *before)
    twice = next(
        m for m in state.legal_moves if m.text.startswith("cast ") and "number 2" in m.text
    )
    assert 6 - 2 * cost == state.play(twice.text).numbers("full")[0]
