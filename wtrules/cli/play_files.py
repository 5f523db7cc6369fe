"""Saved games: reading them, and writing them whole without touching other people's files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from attrs import define, field, frozen

from wtrules.cli.game_files import read_game, read_game_text, rules_of
from wtrules.cli.play_seats import is_known
from wtrules.files import write_whole
from wtrules.game.playthrough import History, replay
from wtrules.texts import TextError
from wtrules.value import Value


class IllegalGame(TextError):
    """A saved game that its rules do not allow; the message gives the move."""

    exit_code = 1

    def written(self, language: str, colour: bool = False) -> str:
        """Return the place and the reason, as of a rule file."""
        return self.text(language)


@frozen
class Saved(Value):
    """A game that was read from a file."""

    history: History
    seats: Sequence[str]
    ruleset: str
    content: bytes


def read_saved(path: Path, ruleset: str | None = None, named: Sequence[str] = ()) -> Saved:
    """Return a saved game; raises Unusable or IllegalGame.

    *ruleset* says where its rules are; otherwise it can name those that the user has *named*.
    """
    source = read_game_text(str(path))
    playthrough = read_game(source)
    instead = f"name the rules yourself: `wtrules play FILE --load {source.path}`"
    rules = rules_of(playthrough, source.path, instead=instead, place=ruleset, named=named)
    done = replay(rules, playthrough)
    stop = done.stop
    if stop is not None or done.history is None:
        assert stop is not None
        place = {"file": source.path, "line": stop.line, "reason": stop.reason}
        if stop.number:
            raise IllegalGame("play.stops", number=stop.number, **place)
        raise IllegalGame("play.cannot_begin", **place)
    if ruleset is None:
        beside = path.parent / playthrough.ruleset
        ruleset = str(beside) if beside.is_file() else playthrough.ruleset
    players = done.history.state.players
    seats = playthrough.seats
    usable = len(seats) == players and all(map(is_known, seats))
    return Saved(done.history, seats if usable else (), ruleset, path.read_bytes())


class NotSaved(TextError):
    """Why a file was not written."""


@define
class Files:
    """Writes games whole or not at all, and never over a file that this session did not write."""

    _own: dict[str, bytes] = field(factory=dict)

    def adopt(self, path: Path, content: bytes) -> None:
        """Take over a file that was read, as long as it stays as it is."""
        self._own[os.path.realpath(path)] = content

    def write(self, path: Path, text: str) -> None:
        """Write a game; if that fails, raises NotSaved and leaves the file as it was."""
        target = os.path.realpath(path)
        content = text.encode()
        try:
            write_whole(target, content, overwrite=self._is_own(target))
        except FileExistsError:
            raise NotSaved("play.exists", file=path) from None
        except FileNotFoundError:
            raise NotSaved("play.no_folder", folder=path.parent) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise NotSaved("play.cannot_write", file=path, reason=reason) from error
        self._own[target] = content

    def _is_own(self, target: str) -> bool:
        if target not in self._own:
            return False
        try:
            now = Path(target).read_bytes()
        except FileNotFoundError:
            return False
        if now != self._own[target]:
            raise NotSaved("play.changed", file=target)
        return True
