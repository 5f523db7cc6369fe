"""The board as a value: a ring of spaces, stacks of towers, wizards on surfaces, the castle.

`boardtext` reads and writes boards as text, `boardcheck` reports what is wrong with one, `draw` and
`svg` make pictures for a terminal and a page, and are imported only for that. A picture for a page is put together from `shapes`, in
the colours of `paint`, on a `landscape`; `words` says what it shows, `keys` which piece is which,
`track` where each space is, and `table` draws cards, dice, flasks and spells. `strip` draws the part
of the board that `section` chooses, to explain a move. Nothing here knows a rule: the caller says how many spaces, towers, wizards or shields a game has.
"""

from wtrules.board.boardcheck import check_board
from wtrules.board.boardtext import (
    Problem,
    canonical,
    format_board,
    parse_board,
)
from wtrules.board.pieces import Board, Stack, Tower

__all__ = [
    "Board",
    "Problem",
    "Stack",
    "Tower",
    "canonical",
    "check_board",
    "format_board",
    "parse_board",
]
