"""Positions by what differs from the set-up."""

from __future__ import annotations

import pytest

from tests.positions import short_position
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.position.faults import BadPosition
from wtrules.source import SourceFile


@pytest.fixture(scope="module")
def game() -> Game:
    return load(
        SourceFile("a.wtr", "ruleset a { extends en-capstone piece dragon { code D } rule a { on turn begins do place dragon on space 8 } }")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "seat", "board"),
    [
        ("start", 0, "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././."),
        ("start with b on 15", "b", "K/Rby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././b"),
        ("start with 3 blue wizards on s15", "b", "K/Ry/Nyy/Rbby/Ny/R/N/R/N/R/./././././bbb"),
        ("start with tower 3 on 5, b on 5", 0, "K/Rby/Nbyy/./Ny/RRbbyb/N/R/N/R/./././././."),
        ("start with y home, castle on space 12", 0, "./Rbb/Nbyy/Rbby/Ny/R/N/R/N/R/././K/././."),
        # Red plays if somebody names it, so the set-up is that for three.
        ("start with r on 9", 0, "K/Rby/Nbyr/Rbyr/Nby/Rr/N/R/N/Rr/./././././."),
        ("start with dragon on 12", 0, "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/././D/././."),
    ],
)
def test_a_board_from_the_start(game: Game, text: str, seat: str | int, board: str):
    """What is not named stays where it begins; the number of players follows from who is named."""
    made = short_position(game, text, seat)
    placed = [set(space) for space in made.board_text.split("/")]

    # In these rules the dragon comes to space 8 when a turn begins, unless it is on the board.
    wanted = [set(space) for space in board.split("/")]
    if "D" not in board:
        wanted[8] |= {"D"}
    assert wanted == placed


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("start with b at 3", "b at 3"),
        ("start with b on 16", "b on 16"),
        ("start with zoo on 3", "zoo on 3"),
        ("start with b on 3, tower 12 on 5", "tower 12 on 5"),
        ("start with 9 b on 5", "9 b on 5"),
        ("start with castle home", "castle home"),
    ],
)
def test_a_change_that_is_none(game: Game, text: str, at: str):
    """The mistake is shown where it is in the text."""
    with pytest.raises(BadPosition) as error:
        short_position(game, text, 0)
    (fault,) = error.value.faults

    assert "bad-start" == fault.code
    assert at == text[fault.offset : fault.offset + fault.length]
