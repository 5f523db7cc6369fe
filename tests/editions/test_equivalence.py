"""When two programs play alike: altogether, or once the game is set up."""

import pytest

from tests.editions.helpers import mutant
from wtrules.editions.search.equivalence import same_after_setup, same_program
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.pipeline import Compilation
from wtrules.program.program import Program

RED = "red    | r      | 5       | 6      | "


def changed(file: str, old: str, new: str, players: int) -> Program:
    """Return the program of the Capstone game with one place of a core file changed."""
    rules = mutant(file, old, new).rules
    return Game(Compilation(rules)).program(players)


def test_what_only_the_set_up_reads():
    """Red wizards in the box are looked at when they are placed, and never again."""
    three = changed("board.wtr", RED, RED.replace("5", "4"), 3)

    assert not same_program(load("en-capstone").program(3), three)
    assert same_after_setup(load("en-capstone").program(3), three)


def test_what_nobody_plays():
    """Two players have no red wizards, so it is all one to them how many there are."""
    two = changed("board.wtr", RED, RED.replace("5", "4"), 2)

    assert same_program(load("en-capstone").program(2), two)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("turn.wtr", "actions 2", "actions 3"),
        ("castle.wtr", "put castle on next place clockwise", "put castle on next place counterclockwise"),
        ("towers.wtr", "  when   any wizard on p\n", "  when   number of wizards on p > 1\n"),
    ],
    ids=["turn", "castle", "towers"],
)  # fmt: skip
def test_what_a_turn_reads(file: str, old: str, new: str):
    """Actions, the castle's way and who is locked up matter as long as the game lasts."""
    assert not same_after_setup(load("en-capstone").program(2), changed(file, old, new, 2))
