"""Moves, and the decisions they answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import overload

from attrs import field, frozen


class IllegalMove(ValueError):
    """A move that is illegal in this position; the message lists some legal ones."""


class IllegalRoll(IllegalMove):
    """A roll that the die cannot show, or that nobody makes."""


@frozen
class Move:
    """One option of a decision: its number for the engine, its text for people."""

    option: int
    text: str
    rule: str

    def __str__(self) -> str:
        return self.text


class Moves(Sequence[Move]):
    """The legal moves of a position, in the order the rules list them."""

    def __init__(self, options: Sequence[int], make: Callable[[int], Move]) -> None:
        self._options = options
        self._make = make

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(map(self._make, self._options))

    def __len__(self) -> int:
        return len(self._options)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return self._moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, item: object) -> bool:
        return any(item in (move, move.text) for move in self._moves)

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {', '.join(m.text for m in self._moves[:8])}" + (
            " …>" if len(self) > 8 else ">"
        )


@frozen
class Decision:
    """What has to be decided now: by whom, by which rule, and what can be chosen."""

    seat: int
    name: str  # as in `at=` of a position
    rule: str
    kind: str  # the statement of the rule that asks: choose, either, may, or card for a card's own
    moves: Moves = field(eq=False, repr=False)
    _ask: Callable[[str], str] = field(eq=False, repr=False)

    def question(self, lang: str = "en") -> str:
        """Return the rule that asks, in words: `en` or `de`.

        It is the paraphrase of the rule, or its name if it has none that still fits.
        """
        return self._ask(lang)


# --- moves by their texts -----------------------------------------------------------------------

# What a move says of a wizard behind its place: `s3b:master`.
_MARKS = re.compile(r":\S+")


def named_move(text: str, moves: Iterable[Move]) -> Move | None:
    """Return the move with a text; None if there is none.

    What rules remember of a wizard may be left out if there is only one such move.
    """
    found = {move.text: move for move in moves}
    if text in found:
        return found[text]
    short = [move for shown, move in found.items() if _MARKS.sub("", shown) == text]
    return short[0] if len(short) == 1 else None


# --- rolls that are set -------------------------------------------------------------------------

_ROLLS = re.compile(r" roll=(\d{1,4}(?:,\d{1,4})*)$")


def split_rolls(text: str) -> tuple[str, tuple[int, ...]]:
    """Return a move without the rolls written behind it, and these: `card tdwd roll=3`."""
    text = " ".join(text.split())
    found = _ROLLS.search(text)
    if found is None:
        return text, ()
    return text[: found.start()], tuple(map(int, found[1].split(",")))


def rolls_of(roll: int | Sequence[int] | None) -> tuple[int, ...]:
    """Return the rolls that a caller gives, of which there may be one or none."""
    return () if roll is None else (roll,) if isinstance(roll, int) else tuple(roll)


def with_rolls(text: str, rolls: Sequence[int]) -> str:
    """Return the text of a move with its rolls, as game files have it."""
    return f"{text} roll={','.join(map(str, rolls))}" if rolls else text
