"""All actions of a ruleset with their numbers: a fixed action space, counted from 0.

An *action* is one option of one decision, whatever the position. Actions are numbered without gaps, by
decision, then by alternative, then by what is chosen. Left out is what the pieces cannot do: a tower
on the ground, or towers on top of each other that would be more than there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod

from attrs import frozen

from wtrules.program import program as p
from wtrules.value import Value

MOST_ACTIONS = 1 << 20  # numbers that are looked up in tables

_ON_BOARD = ("wizard", "tower", "place")  # kinds that are numbered by surface


class TooManyActions(ValueError):
    """Decisions in which so many things are chosen at once that their options cannot be numbered."""


class NoSuchAction(ValueError):
    """An option of a decision that is not one of the actions, or an action that does not exist."""


@frozen
class Action(Value):
    """One option of one decision."""

    number: int
    at: int  # the decision, counted from 1 as in the field `at` of a state
    option: int
    decision: str  # its name
    text: str  # with the level of every place; a move says it only where it is needed


@frozen
class ActionSpace(Value):
    """The actions of a ruleset for one number of players."""

    program: p.Program

    @cached_property
    def _rows(self) -> tuple[_Row, ...]:
        return tuple(_rows(self.program))

    @cached_property
    def bases(self) -> tuple[tuple[int, ...], ...]:
        """For each decision, where the table `numbers` begins for each of its alternatives."""
        bases: list[tuple[int, ...]] = []
        at = 0
        for decision in self.program.decisions:
            starts = []
            for alternative in decision.alternatives:
                starts.append(at)
                at += prod(alternative.radices)
            bases.append(tuple(starts))
        return tuple(bases)

    @cached_property
    def numbers(self) -> list[int]:
        """The number of each action, or -1, by `bases` of its alternative and what is chosen."""
        numbers = [-1] * sum(
            prod(a.radices) for d in self.program.decisions for a in d.alternatives
        )
        number = 0
        for row in self._rows:
            for rest in row.rests:
                numbers[self.bases[row.at - 1][row.alternative] + rest] = number
                number += 1
        return numbers

    @cached_property
    def options(self) -> list[int]:
        """The option of each action."""
        return [rest * row.count + row.alternative for row in self._rows for rest in row.rests]

    @cached_property
    def decisions(self) -> list[int]:
        """The decision of each action, counted from 1 as in the field `at` of a state."""
        return [row.at for row in self._rows for _ in row.rests]

    def __len__(self) -> int:
        return len(self.options)

    def number(self, at: int, option: int) -> int:
        """Return the number of an option of a decision."""
        if 0 < at <= len(self.bases):
            rest, alternative = divmod(option, len(self.bases[at - 1]))
            base = self.bases[at - 1][alternative]
            if 0 <= rest < prod(self.program.decisions[at - 1].alternatives[alternative].radices):
                if (number := self.numbers[base + rest]) >= 0:
                    return number
        raise NoSuchAction(f"{self.program.ruleset} has no action for option {option} of {at}")

    def option(self, number: int) -> tuple[int, int]:
        """Return the decision of an action, counted from 1, and its option there."""
        if not 0 <= number < len(self):
            raise NoSuchAction(
                f"{self.program.ruleset} has actions 0 to {len(self) - 1:,}, not {number}"
            )
        return self.decisions[number], self.options[number]

    def __getitem__(self, number: int) -> Action:
        at, option = self.option(number)
        decision = self.program.decisions[at - 1]
        alternative, values = decision.decode(option)
        words = list(alternative.words)
        for kind, value in zip(alternative.kinds, values, strict=True):
            words += [kind, _name(self.program, kind, value)]
        return Action(number, at, option, decision.name, " ".join(words))

    def __iter__(self) -> Iterator[Action]:
        return map(self.__getitem__, range(len(self)))


@frozen
class _Row(Value):
    """The actions of one alternative of a decision."""

    at: int
    alternative: int
    count: int  # of alternatives
    rests: Sequence[int]  # what is chosen, as one number


def _rows(program: p.Program) -> Iterator[_Row]:
    ways = sum(prod(a.radices) for d in program.decisions for a in d.alternatives)
    if ways > MOST_ACTIONS:
        largest = max(program.decisions, key=lambda d: sum(prod(a.radices) for a in d.alternatives))
        raise TooManyActions(
            f"{program.ruleset} has {ways:,} possible options, most of them in `{largest.name}`; "
            f"a fixed action space has at most {MOST_ACTIONS:,}"
        )
    for at, decision in enumerate(program.decisions, 1):
        for number, alternative in enumerate(decision.alternatives):
            yield _Row(at, number, len(decision.alternatives), _rests(program, alternative))


def _rests(program: p.Program, alternative: p.Alternative) -> Sequence[int]:
    """Return what can be chosen, as numbers in rising order."""
    towers = len(program.board.towers)
    choices: list[list[tuple[int, int, int]]] = []  # value, space, height that it needs there
    for kind, radix in zip(alternative.kinds, alternative.radices, strict=True):
        choices.append(
            [(v, *_needs(program, kind, v)) for v in range(radix) if _exists(program, kind, v)]
        )
    if not any(kind in _ON_BOARD for kind in alternative.kinds):
        return range(prod(alternative.radices))
    rests = []
    for chosen in product(*reversed(choices)):
        heights: dict[int, int] = {}
        for _, space, height in chosen:
            heights[space] = max(heights.get(space, 0), height)
        if sum(heights.values()) <= towers:
            rest = 0
            for (value, _, _), radix in zip(chosen, reversed(alternative.radices), strict=True):
                rest = rest * radix + value
            rests.append(rest)
    return rests


def _exists(program: p.Program, kind: str, value: int) -> bool:
    return kind != "tower" or value % program.board.levels > 0  # level 0 is the ground


def _needs(program: p.Program, kind: str, value: int) -> tuple[int, int]:
    """Return the space of a thing, and how many towers must be there."""
    if kind not in _ON_BOARD:
        return 0, 0
    return divmod(program.wizard(value)[0] if kind == "wizard" else value, program.board.levels)


def _name(program: p.Program, kind: str, value: int) -> str:
    """Return the name of a piece, place, card …, whatever the position is."""
    match kind:
        case "player":
            return program.board.letters[value]
        case "space":
            return f"s{value}"
        case "card":
            return program.card_names[value]
        case "spell":
            return program.words.spells[value]
        case "piece":
            return program.board.piece_names[value]
        case "wizard":
            surface, owner, slot = program.wizard(value)
            which = str(slot + 1) if program.slots > 1 else ""
            return _name(program, "place", surface) + program.board.letters[owner] + which
        case "tower" | "place":
            return "s{}.{}".format(*divmod(value, program.board.levels))
    return str(value)
