"""Other pieces, such as a dragon: moving them, and taking them from and to the box."""

from __future__ import annotations

from wtrules.program.lower import actions, events, permissions
from wtrules.program.lower.actions import Action, is_there, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import NOTHING, Expr, op


@permission("move piece", "put piece")
def can_move(action: Action, code: Code) -> Expr:
    """The piece is on the board, and may leave, pass and land."""
    board, piece = code.low.board, action["what"]
    to, here = actions.surface(action, code), board.place_of_piece(piece)
    there = board.is_in_play(piece)
    return permissions.may_move(action.act, "piece", piece, here, to, there, code)


@lowering("move piece", "put piece")
def move(action: Action, code: Code) -> None:
    """Move a piece to another surface; its number stays the same."""
    to = actions.surface(action, code)
    tells_way = actions.tells_way(action, code)
    values = {"x": ("piece", action["what"]), "to": ("place", to)}
    if tells_way:
        values |= actions.way(action, code)

    def write(inner: Code, args: list[Expr]) -> Expr:
        piece = args[0]
        start = inner.keep("start", inner.low.board.place_of_piece(piece), "place")
        _set_down(piece, args[1], inner)
        events.emit("piece-leaves", [piece, start], inner)
        if tells_way:
            events.emit_way("piece", piece, start, args[2:], inner)
        events.emit("piece-lands", [piece, args[1]], inner)
        return piece

    actions.run(action, values, code, write, "_passing" if tells_way else "")


@permission("place piece")
def can_place(action: Action, code: Code) -> Expr:
    """The piece is in the box, and there is such a place."""
    piece, there = action["what"], is_there(action.act, action["on"], code)
    in_box = op("not", code.low.board.is_in_play(piece))
    return op("and", op("and", op(">=", piece, 0), there), in_box)


@lowering("place piece")
def place(action: Action, code: Code) -> None:
    """Bring a piece from the box onto a surface."""
    _set_down(action["what"], actions.surface(action, code), code)


@permission("take back piece")
def can_take_back(action: Action, code: Code) -> Expr:
    """The piece is on the board and may leave."""
    board, piece = code.low.board, action["what"]
    args = [piece, board.place_of_piece(piece)]
    return op("and", board.is_in_play(piece), permissions.allowed("piece-leaves", args, code))


@lowering("take back piece")
def take_back(action: Action, code: Code) -> None:
    """Put a piece into the box."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        piece = args[0]
        start = inner.keep("start", inner.low.board.place_of_piece(piece), "place")
        _set_down(piece, NOTHING, inner)
        events.emit("piece-leaves", [piece, start], inner)
        return piece

    actions.run(action, {"x": ("piece", action["what"])}, code, write)


def _set_down(piece: Expr, place: Expr, code: Code) -> None:
    if code.low.layout.board.piece_count:  # a game without pieces has no places of them
        code.store("piece", place, piece)
