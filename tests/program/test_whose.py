"""`opponent`, `except` and `whose N is highest`: whom a question is about."""

from __future__ import annotations

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile

BOARD = "K/Rb/N/R/N/RN/R/NRy/./././././././r b flasks=6.0.0,6.0.0,6.0.0 hands=w1,w1,w1"
ACT = """
override spell.casting = 20 per turn
add to spells.laid_out = act
spell act {{ name en "A" cost 0 when castable_now option act {} }}"""


def game(act: str) -> Game:
    return load(SourceFile("a.wtr", f"ruleset a {{ extends en-capstone {ACT.format(act)} }}"))


def points(act: str, before: str = "0,0,0") -> tuple[int, ...]:
    """Return the points of all players after blue has done something."""
    state: State = game(act).position(f"{BOARD} spells=act points={before}")
    return state.play("cast act act").points


@pytest.mark.parametrize(
    ("act", "before", "after"),
    [
        ("each opponent q { do score 1 for q }", "0,0,0", (0, 1, 1)),
        ("as next_player of active { each opponent q { do score 1 for q } }", "0,0,0", (1, 0, 1)),
        ("do score number of opponents", "0,0,0", (2, 0, 0)),
        ("each player q except next_player of active { do score 1 for q }", "0,0,0", (1, 0, 1)),
        ("each opponent q except (first opponent) { do score 1 for q }", "0,0,0", (0, 0, 1)),
        # All who are ahead, also in a tie.
        ("each player q whose points are highest { do score 1 for q }", "5,2,5", (6, 2, 6)),
        ("each player q whose points are lowest { do score -1 for q }", "2,2,5", (1, 1, 5)),
        ("each opponent q whose points are lowest { do score 1 for q }", "0,4,3", (0, 4, 4)),
        ("do score number of players whose points are highest", "5,2,5", (7, 2, 5)),
        ("each player q where q is not active whose points are highest { do score 1 for q }", "9,2,5", (9, 2, 6)),
        ("do score index of first space whose height is highest", "0,0,0", (5, 0, 0)),
        ("do score number of towers except (first tower on space 1)", "0,0,0", (8, 0, 0)),
        ("do score number of towers on space 5 except (first tower on space 5)", "0,0,0", (1, 0, 0)),
        ("do score number of players except active except next_player of active", "0,0,0", (1, 0, 0)),
        ("each player q whose points of q + 10 * seat of q is highest { do score 1 for q }", "15,9,0", (15, 9, 1)),
    ],
)  # fmt: skip
def test_whom_it_is_about(act: str, before: str, after: tuple[int, ...]):
    """The words leave out those who are not meant."""
    assert after == points(act, before)


def test_a_loop_decides_before_it_begins():
    """The first one loses a point and is then alone at the bottom; the other one is meant all the same."""
    assert (-1, -1, 3) == points(
        "each player q whose points are lowest { do score -1 for q }", "0,0,3"
    )


def test_a_file_can_say_who_an_opponent_is():
    """A word of the file takes the place of the language's."""
    act = "each opponent q { do score 1 for q }"
    word = "define opponent of player q = seat of q = 2"
    text = f"ruleset a {{ extends en-capstone {word} {ACT.format(act)} }}"
    state = load(SourceFile("a.wtr", text)).position(f"{BOARD} spells=act")

    assert (0, 0, 1) == state.play("cast act act").points


def test_both_back_ends_agree():
    """Random games are the same, number by number."""
    act = "each player q whose home is lowest { do score 1 for q }"
    trails = Trails(game(act).engine(3), 1)

    assert trails.first_difference(1, 200) is None
