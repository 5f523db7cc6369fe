"""What docs/positions.md says about the texts of moves, and about what a position leaves out."""

from tests.positions import short_position
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile

RULES = """
ruleset house { extends en-capstone }
override deck { 40 x wizard 1 or wizard 2  20 x tower die rolls 2  30 x tower 1 }
piece boulder on spaces 12, 13

rule boulders.roll {
  on     turn ends
  choose piece x
  else { }
  do     move x clockwise 1
  choose place p where p is uppermost
  else { }
  do     put x on p
  choose space s
  else { }
  do     put x on s
}
"""
LINE = "K/R/N/Rb/NR/R/N/Nyb/R/y/././B/B/./. b flasks=6.0.0,6.0.0 hands=w1w2.td2,w1w2"


def texts(state: State) -> list[str]:
    """Return the moves as texts."""
    return [move.text for move in state.legal_moves]


def test_moves_name_what_is_chosen():
    """Each thing after its kind; the level of a tower where there are several; `second` for the other half."""
    start = load(SourceFile("house.wtr", RULES)).position(LINE)
    halves = ["wizard s3b", "wizard s7b", "second wizard s3b", "second wizard s7b"]
    rolled = start.play("card td2", roll=3)
    after = start.play("discard").play("tower s1")

    assert ["card w1w2", "card td2", "discard"] == texts(start)
    assert halves == texts(start.play("card w1w2"))
    assert ["accept", "reroll"] == texts(rolled)
    assert ["tower s3", "tower s4.1", "tower s4.2", "tower s5"] == texts(rolled.play("accept"))[2:6]
    assert ["piece boulder.1", "piece boulder.2"] == texts(after)
    assert "place s4" in texts(after.play("piece boulder.2"))
    assert "space s4" in texts(after.play("piece boulder.2").play("place s4"))


def test_what_is_left_out():
    """A board alone is a new game on this board; a line with fields assumes less."""
    game: Game = load("en-capstone")
    board = "K/R/N/Rb/N/R/N/R/N/Ry/./././././."
    short = short_position(game, board, "b")
    fields = game.position(f"{board} b flasks=6.0.0,6.0.0 hands=w1,w3")

    assert ((4, 4), (0, 0)) == (short.home, fields.home)
    assert (("move_wizard", "move_tower"), ()) == (short.spells, fields.spells)
    assert (84, 88) == (len(short.draw_pile), len(fields.draw_pile))
    assert (6, 6) == (short.flasks[0].empty, fields.flasks[0].empty)
