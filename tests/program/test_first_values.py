"""A memory has its first value from the beginning of the game, whatever it is kept per."""

from __future__ import annotations

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile


def game(*rules: str) -> Game:
    """Return the game of a small house rule."""
    body = "\n".join(rules)
    return load(SourceFile("first.wtr", f"ruleset first {{ extends en-capstone\n{body}\n}}"))


@pytest.mark.parametrize("scope", ["game", "round", "turn", "action"])
@pytest.mark.parametrize("event", ["game begins", "setup ends", "round begins"])
def test_a_number(scope: str, event: str) -> None:
    """A number is what the memory says before the first turn, round or action too."""
    luck = game(
        f"memory luck = 3 per {scope}",
        f"rule luck.scored {{ on {event} do score luck for first player }}",
    )
    assert [3, 0] == luck.start(2, 1).numbers("points")


@pytest.mark.parametrize("each", ["player", "space", "tower", "wizard"])
def test_for_each(each: str) -> None:
    """Each of several values is the first one."""
    things = {"player": 2, "space": 16, "tower": 9, "wizard": 10}
    luck = game(
        f"memory luck = 3 per turn for each {each}",
        f"rule luck.scored {{ on setup ends each {each} x {{ do score luck of x for first player }} }}",
    )
    assert [3 * things[each], 0] == luck.start(2, 1).numbers("points")


def test_a_thing() -> None:
    """A memory of a player is nothing at first, not the first player."""
    target = game(
        "memory target = player per turn",
        "rule target.set { on player p fills flask set target = p }",
        "rule target.hit { on round begins when target is known do draw 1 card for target }",
    )
    assert [3, 3] == target.start(2, 1).numbers("hand_size")


def test_a_truth() -> None:
    """What is true at first is true in the set-up."""
    lucky = game(
        "memory lucky = yes per turn",
        "rule lucky.scored { on setup ends when lucky do score 1 for first player }",
    )
    assert [1, 0] == lucky.start(2, 1).numbers("points")


def test_both_back_ends() -> None:
    """The native back end plays such games as the reference does, and positions round-trip."""
    luck = game(
        "memory luck = 3 per turn for each player",
        "memory target = player per round",
        "rule luck.used { on player p fills flask set luck of p = 0 set target = p }",
        "rule luck.scored { on round begins each player q { do score luck of q for q } }",
        "rule target.hit { on round ends when target is known do draw 1 card for target }",
    )
    assert Trails(luck.engine(3)).first_difference(1, 400) is None
    state = luck.start(2, 1)
    assert luck.position(str(state)) == state
