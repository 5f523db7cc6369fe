"""A wizard, a tower, a piece or the castle stands for its place, wherever a place or space is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.helpers import codes, validate_files
from wtrules.game.load import load
from wtrules.source import SourceFile

# Blue's wizard goes from s15 two spaces on, onto the raven tower of s1.
BOARD = "K/R/N/R/NN/R/N/R/R/./yD/./././b/b"
LANDED = "K/Rb/N/R/NN/R/N/R/R/./yD/./././b/."


def after(do: str) -> tuple[str, int]:
    """Return the board, and blue's points, after what a rule does when the wizard lands."""
    house = load(
        SourceFile(
            "places.wtr",
            f"""ruleset places {{ extends en-capstone
              piece dragon on space 10
              piece coin 1
              memory spot = place
              rule deed {{ on wizard w lands on p let t = first tower on space 4 {do} }}
              rule walked(place x) {{ do score level of x }}
              rule stacked(space s) {{ do score height of s }} }}""",
        )
    )
    state = house.position(f"{BOARD} b home=3,4 flasks=6.0.0,6.0.0 hands=w2.w3.w3,w3")
    state = state.play("card w2").play("wizard s15b")
    return state.board_text, state.numbers("points")[0]


@pytest.mark.parametrize(
    ("do", "board"),
    [
        # A piece: the surface it is on. Yellow's wizard is there too.
        ("do put w on dragon", "K/R/N/R/NN/R/N/R/R/./byD/./././b/."),
        ("do put castle on dragon", "./Rb/N/R/NN/R/N/R/R/./yDK/./././b/."),
        ("do put (first tower on space 2) on dragon", "K/Rb/./R/NN/R/N/R/R/./yDN/./././b/."),
        ("do put w on coin", LANDED),  # it is in the box
        # A tower: on top of it, even if another tower covers that.
        ("do put w on (first tower on space 3)", "K/R/N/Rb/NN/R/N/R/R/./yD/./././b/."),
        ("do put w on t", "K/R/N/R/NbN/R/N/R/R/./yD/./././b/."),
        # A wizard: beside it.
        ("do put dragon on w", "K/RbD/N/R/NN/R/N/R/R/./y/./././b/."),
        ("do release wizard of active on w", "K/Rbb/N/R/NN/R/N/R/R/./yD/./././b/."),
        # Steps from a thing, and properties of its space.
        ("do put w on dragon + 1", "K/R/N/R/NN/R/N/R/R/./yD/b/././b/."),
        ("do put dragon on w + 2", "K/Rb/N/RD/NN/R/N/R/R/./y/./././b/."),
        ("do put w on top of t", "K/R/N/R/NNb/R/N/R/R/./yD/./././b/."),
        ("do put w on ground of t", "K/R/N/R/bNN/R/N/R/R/./yD/./././b/."),
        ("set spot = t  do put w on spot", "K/R/N/R/NbN/R/N/R/R/./yD/./././b/."),
    ],
)
def test_where_a_place_is_needed(do: str, board: str) -> None:
    """The place of a thing is meant."""
    assert board == after(do)[0]


@pytest.mark.parametrize(
    ("do", "points"),
    [
        ("perform walked(t)", 1),
        ("perform walked(w)", 1),
        ("perform stacked(t)", 2),
        ("do score height of w", 1),
        ("do score 5 + level of castle", 5),
        ("do score height of dragon + 1", 1),
        ("if w is shielded { do score 3 }", 3),
    ],
)
def test_questions(do: str, points: int) -> None:
    """Questions about places and spaces can be asked of what is on them."""
    assert points == after(do)[1]


def test_a_place_is_not_what_is_on_it(tmp_path: Path) -> None:
    """`p is w` is still a mistake: it should say `w is on p`."""
    text = "ruleset house { extends en-capstone rule r { on wizard w lands on p when p is w do score 1 } }"
    assert "type-error" in codes(validate_files({"house.wtr": text}, tmp_path))
