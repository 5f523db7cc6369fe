"""Who sits where in `wtrules play`: people and bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from wtrules.diagnostics import closest
from wtrules.game.bots import BOTS, Bot, is_bot, named_bot
from wtrules.game.trained import BotFile, TrainedBot, file_of, files_of, read_bot
from wtrules.program.program import Program
from wtrules.texts import Texts

HUMAN = "human"
KNOWN = (HUMAN, *BOTS)


def usual_seats(players: int) -> list[str]:
    """Return who plays by default: one human, the rest greedy bots."""
    return [HUMAN, *["greedy"] * (players - 1)]


def seated_bot(name: str, seed: int) -> Bot:
    """Return the bot of a seat; raises UnusableBot."""
    path = file_of(name)
    if path is None:
        return named_bot(name, seed)
    return TrainedBot(name, _bot_file(path), seed)


@lru_cache(maxsize=16)
def _bot_file(path: str) -> BotFile:
    """Return a bot file as it was when it was first used: a game goes on with the same bot."""
    return read_bot(path)


def is_known(name: str) -> bool:
    """Whether a seat can be a person's or this bot's."""
    return name == HUMAN or is_bot(name) or file_of(name) is not None


def check_bots(named: Sequence[str], program: Program) -> None:
    """Read the files of bots that were trained, and check that they know the rules; raises UnusableBot."""
    for path in files_of(named):
        _bot_file(path).mind(program)


def check_seats(named: Sequence[str], players: int, texts: Texts) -> list[str]:
    """Return the seats that `--seats` names; raises ValueError."""
    for name in named:
        if not is_known(name):
            near = closest(name, KNOWN)
            hint = f"; {texts('play.did_you_mean', near=near)}" if near else ""
            known = ", ".join(KNOWN)
            raise ValueError(texts("usage.unknown_seat", name=name, known=known) + hint)
    if len(named) != players:
        raise ValueError(texts("usage.wrong_seats", seats=len(named), players=players))
    return list(named)
