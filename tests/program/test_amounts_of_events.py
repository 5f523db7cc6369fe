"""Events say how much has happened, if a rule asks for it."""

from __future__ import annotations

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game
from wtrules.game.load import RulesetError, load
from wtrules.source import SourceFile

BOARD = (
    "K/R/b/N/R/N/R/N/R/N/./././././y b flasks=2.3.1,6.0.0 hands=w1.t1.td2,w1.w1.w1 pile=t2.t3.t4"
)
SPELLS = """
override spell.casting = 20 per turn
add to spells.laid_out = act
spell act {{ name en "A" cost 0 when castable_now option act {} }}"""


def game(event: str, act: str) -> Game:
    rule = f"memory seen = 0  rule told {{ on player p {event} set seen = 100 * seen + n }}"
    return load(
        SourceFile("a.wtr", f"ruleset a {{ extends en-capstone {rule} {SPELLS.format(act)} }}")
    )


@pytest.mark.parametrize(
    ("event", "act", "expected"),
    [
        ("fills n flasks", "do fill 2 flasks", 2),
        ("fills n flasks", "do fill 9 flasks", 2),  # there are no more
        ("spends n flasks", "do spend 3 flasks", 3),
        ("empties n flasks", "do empty 2 flasks", 2),
        ("recovers n flasks", "do recover 5 flasks", 1),
        ("receives n flasks", "do give 2 flasks of actor to next_player of actor", 2),
        ("draws n cards", "do draw 2 cards", 30302),  # after two hands of three in the set-up
        ("scores n points", "do score 7 do score 3", 703),
        ("rolls n", "do roll die do change die to 1", None),
    ],
)
def test_the_amount(event: str, act: str, expected: int | None):
    """It is what has happened, not what was asked for."""
    state = game(event, act).position(f"{BOARD} spells=act").play("cast act act", roll=None)
    if expected is None:
        state = game(event, act).position(f"{BOARD} spells=act").play("cast act act", roll=4)
        expected = 4

    assert expected == state.memories["seen"]


@pytest.mark.parametrize("event", ["fills n flasks", "draws n cards"])
def test_what_comes_one_by_one_has_no_amount_to_forbid(event: str):
    """Whether a flask may be filled is asked before each of them."""
    text = f"ruleset a {{ extends en-capstone rule a {{ forbid player p {event} when n > 1 }} }}"
    with pytest.raises(RulesetError) as error:
        load(SourceFile("a.wtr", text))

    assert ["cannot-forbid"] == [fault.code for fault in error.value.diagnostics]


def test_spending_is_forbidden_by_its_amount():
    """Blue may spend one flask, and not two at once."""
    text = """rule a { forbid player p spends n flasks when n > 1 }
      override spell.casting = 20 per turn
      add to spells.laid_out = one, two
      spell one { name en "1" cost 0 when castable_now and can spend 1 flask option one do spend 1 flask }
      spell two { name en "2" cost 0 when castable_now and can spend 2 flasks option two do spend 2 flasks }"""
    made = load(SourceFile("a.wtr", f"ruleset a {{ extends en-capstone {text} }}"))
    state = made.position(f"{BOARD} spells=one,two")
    texts = [move.text for move in state.legal_moves]

    assert "cast one one" in texts
    assert "cast two two" not in texts


def test_both_back_ends_agree():
    """Random games are the same, number by number."""
    for event in ("fills n flasks", "draws n cards", "rolls n"):
        trails = Trails(game(event, "do fill 1 flask").engine(2), 1)
        assert trails.first_difference(1, 200) is None
