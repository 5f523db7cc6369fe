"""Short positions: a board, a seat, and what else is given."""

from typing import Any

from wtrules.game.game import Game, State


def short_position(game: Game, board: str, seat: str | int, **given: Any) -> State:
    """Return the first decision of a turn with this board."""
    return game.position(board, seat, **given)
