"""When two programs play alike: altogether, or once the game is set up."""

import pytest

from tests.editions.helpers import mutant
from wtrules.editions.changes import Grade
from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.report.text import text
from wtrules.editions.search.witness import SAME_PROGRAM
from wtrules.editions.sides import open_side
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.meaning.changes import ConditionChanged
from wtrules.pipeline import Compilation
from wtrules.program.program import Program
from wtrules.prove.same import same_after_setup, same_program
from wtrules.source import SourceFile

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


def house(clauses: str) -> Report:
    """Return how the Capstone game differs with another rule for towers and the castle."""
    rule = f"override rule castle.no_tower_on_top {{ {clauses} }}"
    side = open_side(SourceFile("house.wtr", f"ruleset house {{ extends en-capstone {rule} }}"))
    return compare(side.base(), side, jobs=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "condition",
    ["not (castle is not on s)", "castle is on s and 2 > 1", "not (castle is not on s or 2 < 1)"],
)
def test_a_condition_written_in_another_way_is_no_difference(condition: str):
    """Whoever says that the castle is not elsewhere says where it is."""
    assert () == house(f"forbid tower t lands on s when {condition}").differences


@pytest.mark.slow
def test_the_same_program_is_a_matter_of_wording():
    """Other names in a rule make no difference in play, and nobody could read it otherwise."""
    report = house("forbid tower x lands on q when castle is on q")

    (found,) = report.differences
    assert Grade.WORDING is found.grade
    assert found.searched is not None
    assert SAME_PROGRAM == found.searched.reason
    assert "tower t lands on s → tower x lands on q" in text(report)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("condition", "strength"),
    [
        ("castle is not on s", "other"),
        ("castle is on s or any wizard on top of s", "weaker"),
        ("not (castle is not on s or no wizard on top of s)", "stronger"),
    ],
)
def test_a_condition_that_only_looks_alike_is_a_difference(condition: str, strength: str):
    """Asking for more, for less or for the opposite shows on the board."""
    (found,) = house(f"forbid tower t lands on s when {condition}").differences

    assert found.grade in (Grade.BEHAVIOUR, Grade.UNSETTLED)
    strengths = [x.strength for x in found.changes if isinstance(x, ConditionChanged)]
    assert [strength] == strengths


@pytest.mark.slow
def test_a_condition_in_another_place_is_a_difference():
    """What comes before a condition is done whether it is true or not."""
    rule = """ruleset base { extends en-capstone
      rule extra { on turn begins %s } }"""
    sides = [
        open_side(SourceFile(f"{name}.wtr", rule % body), name)
        for name, body in (
            ("one", "when home of active > 0 do fill 1 flasks of active do draw 1 card"),
            ("two", "do fill 1 flasks of active when home of active > 0 do draw 1 card"),
        )
    ]

    assert ["rule extra"] == [d.address for d in compare(*sides, jobs=1).differences]
