"""In how many games another reading comes up."""

import pytest

from wtrules.game.consequence import Consequence, Twin, Yardstick
from wtrules.game.game import Game
from wtrules.game.load import load


@pytest.fixture(scope="module")
def yardstick() -> Yardstick:
    """Four games for two by the rules of the default ruleset."""
    return Yardstick(load("en-capstone"), 2, 4)


def read_as(id: str, reading: str) -> Game:
    """The game by one other reading."""
    return load("en-capstone", assume={id: reading})


def test_the_same_rules_never_part(yardstick: Yardstick):
    """A reading that changes nothing has no consequence."""
    assert Consequence(4, 0, None) == yardstick.measure(read_as("amb.lock.own", "a"))
    assert Consequence(4, 0, None) == yardstick.measure(read_as("amb.hand.secret", "b"))


@pytest.mark.slow
def test_memories_are_not_on_the_table(yardstick: Yardstick):
    """A reading that only remembers more is not another game until it acts on it."""
    assert 0.0 == yardstick.measure(read_as("amb.lock.dead_end", "b")).share
    assert 0 == yardstick.measure(read_as("amb.castle.free_entry", "b")).differing


def test_what_is_asked_in_every_game(yardstick: Yardstick):
    """All pairs part, and soon."""
    found = yardstick.measure(read_as("amb.lock.optional", "b"))
    assert 1.0 == found.share
    assert found.earliest is not None
    assert found.earliest < 100


def test_the_number_says_when(yardstick: Yardstick):
    """Setting up other spells parts the games at the first decision."""
    assert Consequence(4, 4, 1) == yardstick.measure(read_as("amb.setup.base_choice", "c"))


def test_it_can_be_repeated(yardstick: Yardstick):
    """The same games again give the same numbers."""
    other = read_as("amb.lock.own", "b")
    again = Yardstick(load("en-capstone"), 2, 4)
    assert yardstick.measure(other) == again.measure(other)


def test_no_games():
    """Nothing measured is nothing found."""
    assert Consequence(0, 0, None) == Yardstick(load("en-capstone"), 2, 0).measure(
        read_as("amb.lock.optional", "b")
    )
    assert 0.0 == Consequence(0, 0, None).share


@pytest.mark.parametrize(
    "reading",
    [
        "amb.capacity.tower_english b",  # a rule that forbids
        "amb.castle.covered_ground b",  # where the castle goes
        "amb.spell.window b",  # what is offered
        "amb.spell.hidden_target b",
        "fact.cost.move_tower b",
        "amb.discard.draw_first a",  # other blocks
        "amb.end.round b",  # another memory
    ],
)
def test_what_both_share_need_not_be_played(
    reading: str, yardstick: Yardstick, monkeypatch: pytest.MonkeyPatch
):
    """Skipping what is the same in both programs changes no number."""
    other = read_as(*reading.split())
    found = yardstick.measure(other)
    monkeypatch.setattr(Twin, "is_shared", lambda self, run: False)
    assert found == yardstick.measure(other)


def test_a_game_with_other_offers_is_skipped_up_to_there(yardstick: Yardstick):
    """A twin whose options differ in one decision is the same before it."""
    twin = Twin(yardstick.game, read_as("fact.cost.move_tower", "b"), 2)
    assert twin.shares_state
    trace = yardstick.trace(0)
    number = twin.diverges_at(trace, 0)
    assert number is not None
    shared = [twin.is_shared(step.run) for step in trace[:number]]
    assert [True] * (number - 1) + [False] == shared
