"""Loops: what an `each` goes through, with and without questions in it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
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


# --- loops over pieces ---

# Three towers in a stack on s1, with wizards under, between and on top of them, and two on s3.
STACKS = "K/bRyNbNby/./RrR/N/R/N/R/./././././././."


def cast(body: str, board: str = STACKS, more: str = "", moves: tuple[str, ...] = ()) -> State:
    """Return the position after a spell with this effect was cast."""
    made = game(
        f'spell sweep {{ name en "Sweep" cost 0 when castable_now {body} }}\n'
        f"add to spells.laid_out = sweep\n{more}"
    )
    assert_same_on_both_back_ends(made)
    state = short_position(made, board, "b", spell="sweep").play("cast sweep")
    for move in moves:
        state = state.play(move)
    return state


ASK = 'either { option yes en "yes" } or { option no en "no" }'


@pytest.mark.parametrize("asks", [False, True])
def test_every_tower_of_a_stack_is_taken_back(asks: bool) -> None:
    """A tower that comes down because the one below it is gone still has its turn."""
    moves = ("yes",) * 9 if asks else ()
    state = cast(f"each tower t {{ {ASK * asks} do take back t do score 1 }}", moves=moves)

    assert "K/bbbyy/./r/" + "/".join("." * 12) == state.board_text
    assert [9, 0] == state.numbers("points")[:2]


@pytest.mark.parametrize("asks", [False, True])
def test_what_is_gone_before_its_turn_is_skipped(asks: bool) -> None:
    """A piece that was taken away before its turn has none."""
    moves = ("yes",) * 5 if asks else ()
    # Of nine towers, each takes the last one with it: 1 and 9, 2 and 8, 3 and 7, 4 and 6, 5.
    last = "first tower u counterclockwise from space 15 where topmost"
    body = f"each tower t {{ {ASK * asks} do score 1 do take back t do take back ({last}) }}"
    state = cast(body, "K/NN/./RR/N/R/N/R/R/././././././.", moves=moves)

    assert "K/" + "/".join("." * 15) == state.board_text
    assert 5 == state.numbers("points")[0]


def test_wizards_of_one_colour_have_one_turn_each() -> None:
    """Each of several equal wizards moves once, though the first takes a turn of its own kind."""
    # Three blue and two yellow ones: 1+1+1 steps from s1, 1 from s3.
    state = cast(
        "each wizard w { do move w clockwise 1 do score 1 }", "K/bbby/./y/" + "/".join("." * 12)
    )

    assert "K/./bbby/./y/" + "/".join("." * 11) == state.board_text
    assert 5 == state.numbers("points")[0]


@pytest.mark.parametrize("asks", [False, True])
def test_a_wizard_taken_away_before_its_turn_has_none(asks: bool) -> None:
    """Of equal wizards on one surface, as many turns are left as there are wizards."""
    moves = ("yes",) * 2 if asks else ()
    # The first takes the second blue one with it, then the only yellow one.
    body = f"each wizard w {{ {ASK * asks} do score 1 do take back w do take back (first wizard v clockwise from space 0) }}"
    state = cast(body, "K/bbby/" + "/".join("." * 14), moves=moves)

    assert "K/" + "/".join("." * 15) == state.board_text
    assert 2 == state.numbers("points")[0]
