"""Nobody is asked whether to do something if nothing can be done."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.backends.trails import Trails
from tests.modes import ways_to_play
from tests.sampling import drawn
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile

DECISIONS = 250  # of each way to play


@cache
def game(body: str, base: str = "en-capstone") -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends {base}\n{body}\n}}"))


def texts(state: State) -> list[str]:
    """What may be chosen."""
    return [move.text for move in state.legal_moves]


def only_declines(state: State) -> bool:
    """Whether there is nothing to choose but to do nothing."""
    if len(state.options) != 1:
        return False
    alternative, _ = state.decision_point.decode(state.options[0])
    return alternative.declines


@pytest.mark.parametrize(
    ("edition", "variants", "players"),
    [
        pytest.param(*way, id="+".join([way[0], *way[1]]) + f"-{way[2]}")
        for way in drawn(ways_to_play(), 16)
    ],
)
def test_no_question_without_an_alternative(edition: str, variants: tuple[str, ...], players: int):
    """In no way to play is a player asked who can only decline.

    Everybody begins with full flasks, so that many can pay for a spell they cannot cast.
    """
    every = "move_wizard, move_tower, headwind_wizard, headwind_tower, swap_towers, move_castle"
    body = f"""
      override spells.laid_out = {every}, piggyback, free_wizard
      override spells.setup = listed
      rule rich {{ on round begins  each player p {{ do fill 9 flasks of p }} }}"""
    base = f"{edition} with {', '.join(variants)}" if variants else edition
    chance = random.Random(players)
    state = game(body, base).start(players, seed=players)
    for _ in range(DECISIONS):
        if state.is_over:
            break
        assert not only_declines(state), str(state)
        state = state.play(chance.choice(state.options))


def test_enough_is_not_asked_for():
    """Two flasks too few for a second cast, or no target for it: nobody asks for more."""
    nasty = load("en-capstone", ["nasty"])
    # Once the only wizard is home, `move_wizard` has no target left; yellow is locked up.
    state = nasty.position(
        "K/R/yN/R/N/R/N/R/N/R/./././././b y active=b home=4,4 hands=w1.t1.t2,t3.t3.t3"
        " flasks=6.0.0,2.4.0 spells=move_wizard"
    )
    state = state.play("cast move_wizard wizard s15b")

    assert "./RK/yN/R/N/R/N/R/N/R/./././././." == state.board_text
    assert [0, 2] == state.numbers("full")
    assert (0, True) == (state.to_act, "card w1" in texts(state))


ONCE_PER_TURN = "rule r { on turn begins %s }"


@pytest.mark.parametrize(
    "choice",
    [
        "either { choose card c where no tower do discard c } or { option nothing en \"no\" }",
        "either { option nothing en \"no\" } or { choose card c where no tower do discard c }",
        "either { when no tower choose card c do discard c } or { option nothing en \"no\" }",
        "may { choose card c where no tower do discard c }",
    ],
)  # fmt: skip
def test_a_question_with_nothing_to_do(choice: str):
    """Whatever the order of the branches, the turn goes on with the card."""
    made = game(ONCE_PER_TURN % choice)
    state = made.start(2, 1)

    assert "discard" in texts(state)
    assert Trails(made.engine(2)).first_difference(1, 100) is None


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (
            "either { option nothing en \"no\" } or { choose number k from 1 to 2 do score k }",
            ["nothing", "number 1", "number 2"],
        ),
        (
            "either { choose number k from 1 to 1 do score k } or { option nothing en \"no\" }",
            ["number 1", "nothing"],
        ),
        ("either { option tea en \"tea\" } or { option coffee en \"coffee\" }", ["tea", "coffee"]),
        (
            "either { when no tower option tea en \"tea\" do score 1 } or { option a en \"a\" }"
            " or { option b en \"b\" }",
            ["a", "b"],
        ),
    ],
)  # fmt: skip
def test_a_question_with_an_alternative(choice: str, expected: list[str]):
    """Options keep their order; two ways to do nothing are a question all the same."""
    made = game(ONCE_PER_TURN % choice)

    assert expected == texts(made.start(2, 1))
    assert Trails(made.engine(2)).first_difference(1, 100) is None


def test_a_single_option_that_does_something_is_asked():
    """Moving the only piece and playing the only card stay decisions."""
    state = game(ONCE_PER_TURN % "either { choose number k from 1 to 1 do score k }").start(2, 1)
    assert ["number 1"] == texts(state)


def test_what_follows_the_only_option_is_done():
    """An option to stop ends the loop, and an `else` is for no option at all."""
    loop = """repeat {
      either { choose card c where no tower do discard c }
      or { option done en "done"  stop }
      else { do score 5 }
    } do score 1"""
    assert [1, 0] == game(ONCE_PER_TURN % loop).start(2, 1).numbers("points")
    barred = """either { choose card c where no tower do discard c }
      or { option done en "done" when no tower }
      else { do score 5 }
      do score 1"""
    assert [6, 0] == game(ONCE_PER_TURN % barred).start(2, 1).numbers("points")
    passed = "may { choose card c where no tower do discard c } else { do score 5 } do score 1"
    assert [6, 0] == game(ONCE_PER_TURN % passed).start(2, 1).numbers("points")
