"""Who sits where in `wtrules play`: people and bots."""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.diagnostics import closest
from wtrules.game.bots import BOTS, is_bot
from wtrules.texts import Texts

HUMAN = "human"
KNOWN = (HUMAN, *BOTS)


def usual_seats(players: int) -> list[str]:
    """Return who plays by default: one human, the rest greedy bots."""
    return [HUMAN, *["greedy"] * (players - 1)]


def check_seats(named: Sequence[str], players: int, texts: Texts) -> list[str]:
    """Return the seats that `--seats` names; raises ValueError."""
    for name in named:
        if name != HUMAN and not is_bot(name):
            near = closest(name, KNOWN)
            hint = f"; {texts('play.did_you_mean', near=near)}" if near else ""
            known = ", ".join(KNOWN)
            raise ValueError(texts("usage.unknown_seat", name=name, known=known) + hint)
    if len(named) != players:
        raise ValueError(texts("usage.wrong_seats", seats=len(named), players=players))
    return list(named)
