"""What a person did wrong: with rules, a position, a file or an option.

The family of exceptions that every program of the house reports in the same way: the command line
with the message and the exit code, the page with the message and the code. Any other exception is a
bug in wtrules.
"""

from __future__ import annotations

import traceback
from pathlib import PurePath
from typing import Any

from wtrules.texts.phrases import in_language
from wtrules.texts.texts import Texts


class UserError(Exception):
    """An error that people can do something about; the message is a text or a phrase."""

    code = "refused"  # for programs
    exit_code = 2

    def text(self, language: str) -> str:
        """Return the message in a language."""
        return in_language(self.args[0], language)

    def details(self, language: str) -> dict[str, Any]:
        """Return more for programs, if there is more."""
        return {}

    def written(self, language: str, colour: bool = False) -> str:
        """Return what the command line writes: one or more lines."""
        return "\n".join(f"wtrules: {line}" for line in (self.text(language), *self.notes))

    @property
    def notes(self) -> tuple[str, ...]:
        """What was added to it on its way."""
        return tuple(getattr(self, "__notes__", ()))


class TextError(UserError):
    """An error whose message is a text of the catalogue, by its key; `str` is its English form."""

    def __init__(self, key: str, /, **parts: object) -> None:
        super().__init__(key)
        self.key = key
        self.parts = parts

    def __str__(self) -> str:
        return self.text("en")

    def text(self, language: str) -> str:
        """Return the message in a language."""
        return Texts(language)(self.key, **self.parts)


def failure(error: Exception, language: str) -> dict[str, Any]:
    """Return the answer to a call that failed: `{"error": {"code": …, "message": …}}`.

    Of an internal error, it has no message and no text of the user, only where it happened.
    """
    texts = Texts(language)
    if isinstance(error, UserError):
        try:
            about = error.details(language)
        except Exception as inner:  # for example, rules that never end while a move is explained
            return failure(inner, language)
        return _failed(error.code, error.text(language), about)
    if isinstance(error, MemoryError):
        return _failed("memory", texts("common.too_much_memory"))
    if isinstance(error, RecursionError):
        return _failed("too_deep", texts("common.too_deep"))
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    trace = [f"{PurePath(x.filename).name}:{x.lineno} {x.name}" for x in frames]
    return _failed(
        "internal", texts("common.internal", error=type(error).__name__), {"trace": trace}
    )


def _failed(code: str, message: str, more: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, **(more or {})}}
