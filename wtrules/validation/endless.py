"""Why a game does not end: the turn from which it goes round in circles, and what can be chosen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wtrules.diagnostics import wording
from wtrules.phrase import Verbatim, commas
from wtrules.position.pieces import board_text
from wtrules.position.table import table_of
from wtrules.program.state import ON_TABLE, FieldRole

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wtrules.backends.native import Native
    from wtrules.game.game import Game
    from wtrules.program.program import Program

_FEW = 40  # positions that come back; with more, the game goes on rather than round
_ROOM = 1 << 25  # bytes for the turns of a game
_SHOWN = 4  # moves


_TABLE = ON_TABLE - {FieldRole.CARDS}
_PROGRESS = frozenset({FieldRole.HOME, FieldRole.SUPPLY})


def circle(game: Game, native: Native, seed: int, most: int) -> str:
    """Return from which turn on a random game without end gets nowhere; no text if it gets somewhere.

    Positions are compared by what is on the table. Hands and piles are left out: they are shuffled
    as long as the game goes on. If pieces still move to ever new places, wizards at home and points
    alone are compared.
    """
    from wtrules.game.game import State

    program = native.program
    turns = native.turns(seed, 1, most, _ROOM)
    states = native.unpack(b"".join(state for _, _, state in turns))
    if not states:  # the rules have no turns
        return ""
    begins, positions = _coming_back(program, states, _TABLE)
    wording_of = "frozen" if positions == 1 else "circle"
    if positions > _FEW or positions * 4 > len(states):
        begins, positions = _coming_back(program, states, _PROGRESS)
        wording_of = "no-progress"
        if positions != 1:
            return ""
    data = states[begins]
    engine = game.engine(program.players)
    moves = State(game, engine, data, engine.options(data)).legal_moves
    shown = commas([f"`{move}`" for move in moves[:_SHOWN]])
    more = len(moves) - _SHOWN
    if more > 0:
        shown += wording("game-without-end.more-moves", number=more)
    return wording(
        f"game-without-end.{wording_of}",
        turn=begins + 1,
        positions=positions,
        position=Verbatim(f"{board_text(program, data)} {table_of(program, data).seat}"),
        moves=shown,
    )


def _coming_back(
    program: Program, states: Sequence[Sequence[int]], roles: Collection[FieldRole]
) -> tuple[int, int]:
    """Return after how many turns only what the second half of a game has comes back, and how much."""
    fields = [field for field in program.fields.values() if field.role in roles]
    tables = [
        tuple(number for f in fields for number in state[f.offset : f.offset + f.size])
        for state in states
    ]
    late = set(tables[len(tables) // 2 :])
    begins = max((i for i, table in enumerate(tables, 1) if table not in late), default=0)
    return begins, len(late)
