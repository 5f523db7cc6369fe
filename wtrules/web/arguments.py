"""Arguments of calls, checked: they come from a page, so any of them may be wrong, huge or missing.

`Arguments` reads one value at a time and raises `Refused` with a sentence for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from wtrules.texts import LANGUAGES, TextError
from wtrules.web.limits import (
    MOST_FILES,
    MOST_MOVES,
    MOST_PLAYERS,
    MOST_SEED,
    MOST_SETTINGS,
    MOST_SHORT,
    MOST_TEXT,
)
from wtrules.web.projects import Project

_FILE = re.compile(r"[\w][\w. -]{0,79}(/[\w][\w. -]{0,79}){0,4}")


class Refused(TextError):
    """A call that cannot be answered: a code for programs, a sentence for people."""

    code = "argument"


class Arguments:
    """The argument object of a call."""

    def __init__(self, given: object, inside: str = "") -> None:
        if not isinstance(given, Mapping):
            raise Refused("web.not_an_object", name=inside or "argument")
        self._given: Mapping[str, Any] = given
        self._inside = f"{inside}." if inside else ""

    def __contains__(self, name: str) -> bool:
        return self._given.get(name) is not None

    def _wrong(self, name: str, wanted: str) -> Refused:
        return Refused("web.bad_argument", name=self._inside + name, wanted=wanted)

    def text(self, name: str, default: str | None = None, most: int = MOST_SHORT) -> str:
        """Return a text."""
        value = self._given.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise self._wrong(name, "text")
        if len(value) > most:
            raise Refused("web.too_long", name=self._inside + name, most=most)
        return value

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """Return a whole number within limits."""
        value = self._given.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, float) and value.is_integer():  # JavaScript has one type of number
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(name, "whole number")
        if not least <= value <= most:
            raise Refused(
                "web.out_of_range", name=self._inside + name, least=least, most=most, value=value
            )
        return value

    def yes(self, name: str) -> bool:
        """Return a yes or no; no if it is left out."""
        value = self._given.get(name)
        if value is not None and not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return bool(value)

    def texts(self, name: str, most: int, longest: int = MOST_SHORT) -> tuple[str, ...]:
        """Return a list of texts; none if it is left out."""
        value = self._given.get(name)
        if value is None:
            return ()
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise self._wrong(name, "list of texts")
        if len(value) > most:
            raise Refused("web.too_many", name=self._inside + name, most=most)
        if not all(isinstance(one, str) for one in value):
            raise self._wrong(name, "list of texts")
        if any(len(one) > longest for one in value):
            raise Refused("web.too_long", name=self._inside + name, most=longest)
        return tuple(value)

    def pairs(self, name: str, most: int, longest: int) -> dict[str, str]:
        """Return texts by name; none if it is left out."""
        value = self._given.get(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self._wrong(name, "object of texts")
        inner = Arguments(value, self._inside + name)
        if len(value) > most:
            raise Refused("web.too_many", name=self._inside + name, most=most)
        return {str(key): inner.text(key, most=longest) for key in value}

    def inner(self, name: str) -> Arguments:
        """Return an object inside this one."""
        return Arguments(self._given.get(name), self._inside + name)

    @property
    def language(self) -> str:
        """The language of the answer, English if it is left out."""
        given = self._given.get("lang")
        return given if isinstance(given, str) and given in LANGUAGES else LANGUAGES[0]

    def project(self, name: str = "project") -> Project:
        """Return rule files and which of them is meant; just a text means shipped rules."""
        if isinstance(self._given.get(name), str):
            return Project({}, self.text(name))
        given = self.inner(name)
        files = given.pairs("files", MOST_FILES, MOST_TEXT)
        for file in files:
            if not _FILE.fullmatch(file) or ".." in file:
                raise Refused("web.bad_file_name", name=file[:80])
        if sum(map(len, files.values())) > MOST_TEXT:
            raise Refused("web.too_long", name=f"{self._inside}{name}.files", most=MOST_TEXT)
        return Project(files, given.text("main"))

    def players(self) -> int:
        """Return the number of players."""
        return self.number("players", 1, MOST_PLAYERS)

    def seed(self) -> int:
        """Return the seed of a game."""
        return self.number("seed", 0, MOST_SEED, 0)

    def moves(self) -> tuple[str, ...]:
        """Return the moves of a game."""
        return self.texts("moves", MOST_MOVES)

    def settings(self) -> dict[str, str]:
        """Return the settings of a game that were chosen before it."""
        return self.pairs("settings", MOST_SETTINGS, MOST_SHORT)
