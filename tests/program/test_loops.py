"""Loops: what an `each` goes through, with and without questions in it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile


@cache
def game(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("loops.wtr", f"ruleset loops {{ extends en-capstone\n{body}\n}}"))


def play(made: Game, *options: str) -> State:
    """Play options of a game for two that begins."""
    state = made.start(2, seed=1)
    for option in options:
        state = state.play(option)
    return state


def assert_same_on_both_back_ends(made: Game) -> None:
    """Expect the same options and states in random games."""
    trails = Trails(made.engine(2))
    assert [None] * 3 == [trails.first_difference(seed, 150) for seed in range(3)]


ONE_OR_TEN = 'either { option one en "one" do score k } or { option ten en "ten" do score 10 * k }'


@pytest.mark.parametrize(
    ("loop", "played", "points"),
    [
        (f"each number k from 2 to 3 {{ {ONE_OR_TEN} }}", ("one", "ten"), 2 + 30),
        (f"each number k from 4 to 4 {{ {ONE_OR_TEN} }}", ("ten",), 40),
        (f"each number k from 3 to 2 {{ {ONE_OR_TEN} }}", (), 0),
        (
            f"each number k from home of active - 3 to 0 {{ {ONE_OR_TEN} }} do score 5",
            ("one",),
            0 + 5,
        ),
        (f"each number k from 2 to 6 where k mod 3 = 0 {{ {ONE_OR_TEN} }}", ("one", "ten"), 3 + 60),
        (f"each number k from 2 to 6 {{ {ONE_OR_TEN} if k = 3 {{ stop }} }}", ("ten", "one"), 23),
        # The end of the range depends on a setting, or on a value that the loop itself changes.
        (f"each number k from 1 to hand.size {{ {ONE_OR_TEN} }}", ("one",) * 3, 1 + 2 + 3),
        (
            f"each number k from hand_size of active - 1 to hand_size of active {{ {ONE_OR_TEN}"
            " do draw 1 card for active }",
            ("one", "ten"),
            2 + 30,
        ),
        (
            "each number k from 1 to hand_size of active { do draw 1 card for active do score k }",
            (),
            1 + 2 + 3,
        ),
        # One loop in another, whose range depends on the outer one: k = 1 j = 1, k = 2 j = 1 2.
        (
            "each number k from 1 to 2 { each number j from 1 to k "
            '{ either { option one en "one" do score 10 * k + j } } }',
            ("one",) * 3,
            11 + 21 + 22,
        ),
        (
            'each number k from 2 to 3 { may { option take en "take" do score k } '
            "else { do score 10 * k } }",
            ("take", "pass"),
            2 + 30,
        ),
        (
            "each number k from 2 to 3 { choose number j from 1 to k do score j }",
            ("number 2", "number 3"),
            2 + 3,
        ),
    ],
)
def test_a_range_with_questions(loop: str, played: tuple[str, ...], points: int) -> None:
    """A loop over numbers goes through its range and no further, if it asks as well as if not."""
    made = game(f"rule r {{ on turn begins {loop} }}")

    state = play(made, *played)

    assert [points, 0] == state.numbers("points")
    assert state.decision_point.rule.startswith(("turn.", "spell."))  # the questions are over
    assert_same_on_both_back_ends(made)
