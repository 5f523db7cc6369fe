"""The beginning of a turn as a line: what lies on the table, whatever the rules ask first."""

import pytest

import wtrules
from wtrules.editions.report.examples import failures
from wtrules.game.position import BadPosition

BOARD = "K/R/N/Rb/N/R/N/R/N/R/./././././."


def first_moves(ruleset: str, line: str) -> list[str]:
    return [move.text for move in wtrules.load(ruleset).position(line).legal_moves]


@pytest.mark.parametrize("ruleset", ["en-capstone", "de-abacus-24", "de-abacus-30"])
def test_every_edition_reads_it(ruleset: str):
    """Nothing can be cast, so a turn begins with the card, or with giving up the hand."""
    line = f"{BOARD} b home=4,5 flasks=6.0.0,6.0.0 hands=w1.w3,w3"

    assert ["card w1", "card w3", "discard"] == first_moves(ruleset, line)


def test_flasks_and_spells_open_the_window_before_the_card():
    """Two flasks pay for two tower spells: at once in the Abacus game, one by one in the other."""
    line = f"{BOARD} b home=4,5 flasks=4.2.0,6.0.0 hands=w1,w3 spells=move_tower"

    def of_the_first_tower(ruleset: str) -> list[str]:
        return [move for move in first_moves(ruleset, line) if " s1" in move]

    once = "cast move_tower tower s1"
    assert [once] == of_the_first_tower("en-capstone+nasty")
    assert [f"{once} number 1", f"{once} number 2"] == of_the_first_tower("en-abacus-30+nasty")


def test_somebody_else_may_be_asked_first():
    """If everybody may cast and the active player has no flask, the other one is asked."""
    rest = "active=b home=4,5 flasks=6.0.0,5.1.0 hands=w1,w3 spells=move_tower"
    state = wtrules.load("en-capstone+nasty").position(f"{BOARD} y {rest}")

    assert ("b", "y") == tuple(state.program.letters[i] for i in (state.active, state.to_act))
    with pytest.raises(BadPosition, match="no turn of `b` begins with a decision of `y` here"):
        wtrules.load("en-capstone").position(f"{BOARD} y {rest}")


def test_cards_that_are_not_named_lie_in_the_pile():
    """Ninety cards: three are held, the rest can be drawn; with a pile, the rest is laid down."""
    game = wtrules.load("en-capstone")
    line = f"{BOARD} b home=4,5 flasks=6.0.0,6.0.0 hands=w1.w3,w3"

    assert (87, 0) == sizes(game.position(line))
    assert (2, 85) == sizes(game.position(f"{line} pile=t1.t2"))


def sizes(state: wtrules.State) -> tuple[int, int]:
    return state.numbers("pile_size")[0], state.numbers("discard_size")[0]


def test_a_move_on_the_way_must_be_allowed():
    """An example whose first move is not allowed says so, whatever it says of the second one."""
    example = f"""
    example on.the.way {{
      given "{BOARD} b home=4,5 flasks=6.0.0,6.0.0 hands=w1.w3,w3"
      when  "card w5"
      when  "wizard s3b"
      then  forbidden
    }}
    """

    assert ["`card w5` is not allowed here"] == list(failures(example, wtrules.load("en-capstone")))
