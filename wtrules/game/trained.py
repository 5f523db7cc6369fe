"""Bots that were trained: the file that `wtrules train` writes, and the bot that plays with it.

A bot file is JSON: what it was trained for, and for each number of players a *mind*, the weights of
the network of `wtrules.backends.learned`, with a record of the training. It may come from a stranger:
everything is checked, and the numbers can do no more than make the bot choose badly.

In a line-up, `bot.json` plays the option that leads to the best position at once, as `greedy` does, and
`mcts:bot.json` searches as `mcts` does; both value positions by what was learned.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import field, frozen

from wtrules.backends import learned
from wtrules.backends import players as bots
from wtrules.backends.learned import (
    COLUMNS,
    HIDDEN,
    MOST_MINDS,
    MOST_OUT,
    MOST_WEIGHT,
    Features,
    Mind,
)
from wtrules.backends.players import Chooser
from wtrules.game.game import Game, State
from wtrules.game.moves import Move
from wtrules.program.program import Program
from wtrules.texts import TextError
from wtrules.value import Value

FORMAT = "wtrules bot"
VERSION = 1
ENDING = ".json"
SEARCHING = "mcts:"  # before the name of a file: search with what was learned
MOST_BYTES = 1 << 24
_UNUSED = 4 - 1  # columns of zeros in native code, which a file does not have


class UnusableBot(TextError):
    """A bot file cannot be used; the message says why and what to do."""

    code = "argument"


@frozen
class Trained(Value):
    """A mind, and how it was trained: seed, games, generations, what it learned when."""

    mind: Mind
    training: Mapping[str, Any] = field(repr=False)


@frozen
class BotFile(Value):
    """What is in a bot file."""

    name: str  # the path that was given
    ruleset: str
    hash: str  # of the rules that it was trained for
    minds: Mapping[int, Trained]  # by number of players

    @property
    def key(self) -> str:
        """A text that two bots share if they play alike."""
        weights = b"".join(one.mind.data for _, one in sorted(self.minds.items()))
        return sha256(weights).hexdigest()[:12]

    def mind(self, program: Program) -> Mind:
        """Return the mind for a program; raises UnusableBot."""
        found = self.minds.get(program.players)
        if found is None:
            known = ", ".join(map(str, sorted(self.minds)))
            parts = {"players": program.players, "known": known, "ruleset": self.ruleset}
            raise UnusableBot("usage.bot_file.players", file=self.name, **parts)
        features = Features(program)
        if found.mind.fingerprint != features.fingerprint:
            parts = {"ruleset": program.ruleset, "trained": self.ruleset}
            raise UnusableBot("usage.bot_file.other_rules", file=self.name, **parts)
        if len(found.mind.weights) != features.mind_size:
            raise UnusableBot("usage.bot_file.wrong", file=self.name, part="weights")
        return found.mind


# --- names in a line-up ---


def file_of(name: str) -> str | None:
    """Return the bot file that a bot's name names; None for `greedy` and the like."""
    path = name.removeprefix(SEARCHING)
    return path if path.lower().endswith(ENDING) else None


def files_of(names: Iterable[str]) -> tuple[str, ...]:
    """Return the bot files of a line-up, each once."""
    return tuple(dict.fromkeys(file for name in names if (file := file_of(name)) is not None))


def bot_number(name: str, names: Iterable[str]) -> int:
    """Return the number that native code has for a bot of a line-up."""
    path = file_of(name)
    if path is None:
        return (bots.read_bot(name) or bots.BotName(name)).number
    return learned.bot_number(files_of(names).index(path), name.startswith(SEARCHING))


def minds_of(names: Iterable[str], files: Mapping[str, BotFile], program: Program) -> list[Mind]:
    """Return the minds of a line-up for a program; raises UnusableBot."""
    return [files[path].mind(program) for path in files_of(names)]


def read_bots(names: Iterable[str]) -> dict[str, BotFile]:
    """Return the bot files that a line-up names; raises UnusableBot."""
    paths = files_of(names)
    if len(paths) > MOST_MINDS:
        raise UnusableBot("usage.bot_file.too_many", most=MOST_MINDS)
    return {path: read_bot(path) for path in paths}


# --- the file ---


def read_bot(path: str) -> BotFile:
    """Return a bot file; raises UnusableBot."""
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnusableBot("usage.bot_file.unreadable", file=path, reason=error.strerror) from None
    return parse_bot(path, data)


@lru_cache(maxsize=8)
def parse_bot(name: str, data: bytes) -> BotFile:
    """Return the bot in the content of a file; raises UnusableBot."""
    if len(data) > MOST_BYTES:
        raise UnusableBot("usage.bot_file.too_large", file=name, most=MOST_BYTES >> 20)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise UnusableBot("usage.bot_file.not_json", file=name) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UnusableBot("usage.bot_file.no_bot", file=name)
    if found.get("version") != VERSION:
        raise UnusableBot("usage.bot_file.version", file=name, known=VERSION)
    try:
        minds = {}
        for one in _list(found["minds"]):
            players = one["players"]
            if not _is_number(players, 1, 64) or players in minds:
                raise _Wrong("players")
            minds[players] = Trained(_mind(one), _record(one["training"]))
        if not minds:
            raise _Wrong("minds")
        return BotFile(name, _text(found["ruleset"]), _text(found["hash"]), minds)
    except _Wrong as error:
        raise UnusableBot("usage.bot_file.wrong", file=name, part=str(error)) from None
    except (KeyError, TypeError) as error:
        part = error.args[0] if isinstance(error, KeyError) else "minds"
        raise UnusableBot("usage.bot_file.wrong", file=name, part=str(part)) from None


def bot_text(ruleset: str, hash: str, minds: Mapping[int, Trained]) -> str:
    """Return the content of a bot file."""
    made = []
    for players, one in sorted(minds.items()):
        weights, width = one.mind.weights, COLUMNS
        rows = [weights[i : i + width] for i in range(0, len(weights) - HIDDEN, width)]
        made.append(
            {
                "players": players,
                "training": dict(one.training),
                "features": one.mind.fingerprint,
                "weights": [[row[0], *row[1 + _UNUSED :]] for row in rows],
                "out": list(weights[-HIDDEN:]),
            }
        )
    facts = {"format": FORMAT, "version": VERSION, "ruleset": ruleset, "hash": hash}
    return json.dumps(facts | {"minds": made}, ensure_ascii=False, separators=(",", ":")) + "\n"


class _Wrong(Exception):
    """A part of a file is not what it must be."""


def _mind(one: Mapping[str, Any]) -> Mind:
    weights: list[int] = []
    for row in _list(one["weights"]):
        if len(_list(row)) != 1 + HIDDEN or not all(
            _is_number(weight, -MOST_WEIGHT, MOST_WEIGHT) for weight in row
        ):
            raise _Wrong("weights")
        weights += [row[0], *[0] * _UNUSED, *row[1:]]
    out = _list(one["out"])
    if len(out) != HIDDEN or not all(_is_number(w, -MOST_OUT, MOST_OUT) for w in out):
        raise _Wrong("out")
    return Mind(_text(one["features"]), (*weights, *out))


def _record(training: Any) -> Mapping[str, Any]:
    """Return the record of a training if it has what resuming and drawing need."""
    if not isinstance(training, dict):
        raise _Wrong("training")
    for name in ("seed", "games", "generations"):
        if not _is_number(training.get(name), 0, (1 << 64) - 1):
            raise _Wrong(f"training.{name}")
    hurry = training.get("hurry")
    if not isinstance(hurry, int | float) or isinstance(hurry, bool) or not 0 <= hurry <= 1:
        raise _Wrong("training.hurry")
    for point in _list(training.get("curve")):
        if not isinstance(point, dict) or not all(
            isinstance(number, int | float) and abs(number) < 1e15 for number in point.values()
        ):
            raise _Wrong("training.curve")
        if not {"games", "loss", "wins", "of", "turns"} <= point.keys() or point["of"] < 1:
            raise _Wrong("training.curve")
    return training


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _Wrong("minds")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 400:
        raise _Wrong("ruleset")
    return value


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


# --- the bot ---


class TrainedBot:
    """Plays as it was trained."""

    def __init__(self, name: str, file: BotFile, seed: int = 0) -> None:
        self.name = name
        self._file = file
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return the move that it thinks best; raises UnusableBot if it knows other rules."""
        chooser = _chooser(state.game, state.players, self._file.mind(state.program))
        seed = self._random.getrandbits(64)
        number = bot_number(self.name, [self.name])
        return state.move(chooser.choose_by_number(number, state.data, seed))


@lru_cache(maxsize=4)
def _chooser(game: Game, count: int, mind: Mind) -> Chooser:
    return Chooser(game.program(count), game.open_hands, minds=[mind])
