"""Moves, and the decisions they answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import overload

from attrs import field, frozen

from wtrules.texts import UserError
from wtrules.value import Value


class IllegalMove(UserError, ValueError):
    """A move that is illegal in this position; the message lists some legal ones."""

    code = "move"


class IllegalRoll(IllegalMove):
    """A roll that the die cannot show, or that nobody makes."""


Words = tuple[str, str]  # the text of a move, and the rule that offers it


class Move:
    """One option of a decision: its number for the engine, its text for people.

    Most moves are never shown to anyone, so a text is made when it is first asked for.
    """

    __slots__ = ("_describe", "_option", "_words")

    _words: Words | None

    def __init__(self, option: int, describe: Callable[[int], Words]) -> None:
        self._option = option
        self._describe = describe
        self._words = None

    @property
    def option(self) -> int:
        """Its number."""
        return self._option

    @property
    def text(self) -> str:
        """How it is written."""
        return self._described()[0]

    @property
    def rule(self) -> str:
        """The rule that offers it."""
        return self._described()[1]

    def _described(self) -> Words:
        words = self._words
        if words is None:
            words = self._words = self._describe(self._option)
            self._describe = _nothing_more  # the position is no longer needed
        return words

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move(option={self.option!r}, text={self.text!r}, rule={self.rule!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._option == other._option and self._described() == other._described()

    def __hash__(self) -> int:
        return hash((self._option, self._described()))

    def __reduce__(self) -> tuple[object, ...]:
        return _described_move, (self._option, self._described())


def _described_move(option: int, words: Words) -> Move:
    move = Move(option, _nothing_more)
    move._words = words
    return move


def _nothing_more(option: int) -> Words:
    raise AssertionError("the move has its text already")


class Moves(Sequence[Move]):
    """The legal moves of a position, in the order the rules list them."""

    __slots__ = ("_describe", "_made", "_options")

    _made: tuple[Move, ...] | None

    def __init__(self, options: Sequence[int], describe: Callable[[int], Words]) -> None:
        self._options = options
        self._describe = describe
        self._made = None

    @property
    def _moves(self) -> tuple[Move, ...]:
        if self._made is None:
            self._made = tuple([Move(option, self._describe) for option in self._options])
        return self._made

    def __len__(self) -> int:
        return len(self._options)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if self._made is None and isinstance(index, int):
            return Move(self._options[index], self._describe)
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
class Decision(Value):
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
