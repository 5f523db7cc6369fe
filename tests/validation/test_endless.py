"""Of a game that does not end, it is said where it goes round in circles."""

from __future__ import annotations

from wtrules.game.load import load
from wtrules.source import SourceFile
from wtrules.validation.endless import circle

STANDSTILL = """ruleset odd {{ extends en-capstone  players 2
  remove rule end.finish_round  remove rule end.stalled
  memory turns = 0
  rule count {{ on turn begins  when turns < 30  set turns = turns + 1 }}
  rule still {{ forbid tower t moves k  when turns > {turns} }}
  rule still.too {{ forbid wizard w moves k  when turns > {turns} }}
}}"""


def test_where_a_standstill_begins() -> None:
    """From turn 21 on no piece may move: that is said, with the position and what can be chosen."""
    game = load(SourceFile("odd.wtr", STANDSTILL.format(turns=20)))
    text = circle(game, game.native(2), 0, 2000)
    assert text.startswith("from turn 21 of a game on, nothing on the table changes any more: `K/")
    assert "to choose there: `card" in text
    position = text.split("`")[1]
    assert game.position(position).legal_moves


def test_pieces_that_move_to_no_end() -> None:
    """If pieces move on after the last wizard has come home, it is said from which turn on."""
    game = load(SourceFile("odd.wtr", STANDSTILL.format(turns=99)))
    text = circle(game, game.native(2), 0, 20_000)
    assert "pieces still move, but no wizard comes home" in text
    assert game.position(text.split("`")[1]).home == (5, 5)


def test_a_game_that_goes_on_is_no_circle() -> None:
    """If players score in every turn, nothing is said to come back."""
    scoring = "rule more { on turn begins  do score 1 for active }"
    text = STANDSTILL.format(turns=20).replace("memory turns = 0", f"memory turns = 0  {scoring}")
    game = load(SourceFile("odd.wtr", text))
    assert "" == circle(game, game.native(2), 0, 2000)
