"""Why a game does not end: the turn from which the same positions come back, and what can be chosen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wtrules.diagnostics import wording
from wtrules.phrase import Verbatim, commas
from wtrules.position.pieces import board_text
from wtrules.position.table import table_of
from wtrules.program.state import ON_TABLE, FieldRole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wtrules.backends.native import Native
    from wtrules.game.game import Game
    from wtrules.program.program import Program

_FEW = 40  # positions that come back; with more, the game goes on rather than round
_ROOM = 1 << 25  # bytes for the turns of a game
_SHOWN = 4  # moves


def circle(game: Game, native: Native, seed: int, most: int) -> str:
    """Return where a random game that does not end goes round in circles; no text if it does not.

    Positions are compared by what is on the table. Hands and piles are left out: they are shuffled
    as long as the game goes on.
    """
    from wtrules.game.game import State

    program = native.program
    turns = native.turns(seed, 1, most, _ROOM)
    states = native.unpack(b"".join(state for _, _, state in turns))
    tables = [_on_table(program, state) for state in states]
    late = set(tables[len(tables) // 2 :])
    if not late or len(late) > _FEW or len(late) * 4 > len(tables):
        return ""
    begins = max((i for i, table in enumerate(tables, 1) if table not in late), default=0)
    data = states[begins]
    engine = game.engine(program.players)
    moves = State(game, engine, data, engine.options(data)).legal_moves
    shown = commas([f"`{move}`" for move in moves[:_SHOWN]])
    more = len(moves) - _SHOWN
    if more > 0:
        shown += wording("game-without-end.more-moves", number=more)
    return wording(
        "game-without-end.frozen" if len(late) == 1 else "game-without-end.circle",
        turn=begins + 1,
        positions=len(late),
        position=Verbatim(f"{board_text(program, data)} {table_of(program, data).seat}"),
        moves=shown,
    )


def _on_table(program: Program, state: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of a state that are about what lies on the table, without hands and piles."""
    roles = ON_TABLE - {FieldRole.CARDS}
    fields = [field for field in program.fields.values() if field.role in roles]
    return tuple(number for f in fields for number in state[f.offset : f.offset + f.size])
