"""Bots that were trained: a page sends the content of their files along with the call."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wtrules.backends.learned import MOST_MINDS
from wtrules.game.bots import Bot, is_bot, named_bot
from wtrules.game.trained import BotFile, TrainedBot, file_of, files_of, parse_bot
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.limits import MOST_BOT


def bot_files(
    argument: Arguments, names: Iterable[str], is_other: Callable[[str], object] = is_bot
) -> dict[str, BotFile]:
    """Return the files of the bots that are named; raises Refused if there is no such bot.

    *is_other* says whether a name is that of a bot without a file.
    """
    names = tuple(names)
    given = argument.pairs("trained", MOST_MINDS, MOST_BOT)
    for name in names:
        if not is_other(name) and file_of(name) not in given:
            raise Refused("web.no_bot", name=name)
    return {path: parse_bot(path, given[path].encode()) for path in files_of(names)}


def bot(argument: Arguments, name: str, seed: int) -> Bot:
    """Return a bot by its name; raises Refused."""
    files = bot_files(argument, [name])
    path = file_of(name)
    return named_bot(name, seed) if path is None else TrainedBot(name, files[path], seed)
