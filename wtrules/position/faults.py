"""What is wrong with a position: each mistake is a `Problem`, and `BadPosition` has all of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wtrules.backends.reference import EndlessPlay
from wtrules.board import Problem
from wtrules.board.boardtext import problem
from wtrules.texts import UserError
from wtrules.texts.phrases import in_language


class BadPosition(UserError, ValueError):
    """A text that is not a valid position; `faults` has everything that is wrong with it."""

    code = "position"

    def __init__(self, faults: tuple[Problem, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return self.text("en")

    def text(self, language: str) -> str:
        """Return everything that is wrong, in a language."""
        return "; ".join(in_language(fault.message, language) for fault in self.faults)


def refused(name: str, /, **values: Any) -> BadPosition:
    """Return the exception for a mistake that has no place in the text."""
    return BadPosition((problem(name, 0, 0, **values),))


@contextmanager
def reaching_a_decision() -> Iterator[None]:
    """Turn rules that never reach a decision into a fault of the position."""
    try:
        yield
    except EndlessPlay:
        raise refused("bad-position.endless") from None
