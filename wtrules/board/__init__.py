"""The board as a value: a ring of spaces, stacks of towers, wizards on surfaces, the castle.

Text comes in and a `Board` goes out (`boardtext`; `boardcheck` says what is wrong with one), or a `Board` comes in and a picture goes out
(`draw` for a terminal, `svg` for a page). Nothing here knows a rule: how many spaces, towers,
wizards or shields a game has is said by the caller.
"""

from wtrules.board.boardcheck import check_board
from wtrules.board.boardtext import (
    PROBLEM_CODES,
    Problem,
    canonical,
    format_board,
    parse_board,
)
from wtrules.board.draw import draw
from wtrules.board.pieces import Board, Stack, Tower
from wtrules.board.svg import svg

__all__ = [
    "PROBLEM_CODES",
    "Board",
    "Problem",
    "Stack",
    "Tower",
    "canonical",
    "check_board",
    "draw",
    "format_board",
    "parse_board",
    "svg",
]
