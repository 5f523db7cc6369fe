"""Where the moves of a position lead: which pieces each of them takes where, for the page to show beforehand."""

from __future__ import annotations

from wtrules.board.keys import pieces_of
from wtrules.game.moves import Move
from wtrules.web import shapes
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Call
from wtrules.web.games import Node, read_game
from wtrules.web.limits import MOST_PREVIEWS


def previews(argument: Arguments, call: Call) -> shapes.Previews:
    """Return, for each move that leads somewhere, its pieces with their old and new spaces."""
    node = call.games.node(read_game(argument))
    moves: dict[str, list[shapes.Travel]] = {}
    for move in node.state.legal_moves[:MOST_PREVIEWS]:
        call.pause()
        if found := _travels(node, move):
            moves[move.text] = found
    return {"moves": moves}


def _travels(node: Node, move: Move) -> list[shapes.Travel]:
    after = node.state.play(move)
    if after.numbers("rng") != node.state.numbers("rng"):
        return []  # it depends on chance, which nobody knows before
    old, new = pieces_of(node.keys), pieces_of(node.keys.after(after.board))
    return [
        {"key": key, "from": space, "to": new[key][0] if key in new else None}
        for key, (space, _) in old.items()
        if key not in new or new[key][0] != space
    ]
