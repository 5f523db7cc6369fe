"""The shape of the track: which space follows which, in both directions.

A track is a plain ring unless a ruleset has the table `track`, with rows for the spaces that differ
from the ring. Resolved rules come in, a `Track` goes out.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from wtrules.language.physical import DEAD_END, TRACK, WAYS
from wtrules.rules import values
from wtrules.rules.model import Rules

NOWHERE = -1  # what follows the last space before a dead end


@frozen
class Track:
    """A track that is not a plain ring; every space has at most one next space in each direction."""

    clockwise: tuple[int, ...]
    counterclockwise: tuple[int, ...]
    _paths: dict[tuple[int, int], tuple[int, ...]] = field(
        init=False, factory=dict, eq=False, repr=False
    )

    @property
    def spaces(self) -> int:
        """The number of spaces."""
        return len(self.clockwise)

    def next(self, space: int, way: int) -> int:
        """Return the next space, clockwise if *way* is 1, else counterclockwise; or NOWHERE."""
        return (self.clockwise if way > 0 else self.counterclockwise)[space]

    def path(self, space: int, way: int) -> tuple[int, ...]:
        """Return the spaces in the order in which they are reached, each once, *space* first."""
        if (space, way) not in self._paths:
            found = [space]
            while (after := self.next(found[-1], way)) not in (NOWHERE, *found):
                found.append(after)
            self._paths[space, way] = tuple(found)
        return self._paths[space, way]

    def lap(self, space: int, way: int) -> int:
        """Return the length of the loop that a path ends in; 0 if it ends in a dead end."""
        path = self.path(space, way)
        after = self.next(path[-1], way)
        return 0 if after == NOWHERE else len(path) - path.index(after)

    def walk(self, space: int, steps: int) -> int:
        """Return the space so many steps clockwise, or counterclockwise below 0; or NOWHERE."""
        way, steps = (1, steps) if steps >= 0 else (-1, -steps)
        path, lap = self.path(space, way), self.lap(space, way)
        if steps < len(path):
            return path[steps]
        if not lap:
            return NOWHERE
        before = len(path) - lap
        return path[before + (steps - before) % lap]

    def distance(self, space: int, to: int) -> int:
        """Return the number of steps clockwise; one more than there are spaces if it is no way."""
        path = self.path(space, 1)
        return path.index(to) if to in path else self.spaces + 1

    @property
    def has_dead_end(self) -> bool:
        """Whether a space has no next space in some direction."""
        return NOWHERE in self.clockwise or NOWHERE in self.counterclockwise

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """The ways clockwise that a plain ring does not have: from a space to a space."""
        ring = self.spaces
        return tuple(
            (space, to)
            for space, to in enumerate(self.clockwise)
            if to not in (NOWHERE, (space + 1) % ring)
        )

    @property
    def gaps(self) -> tuple[int, ...]:
        """The spaces from which there is no way clockwise to the next number."""
        return tuple(
            space for space, to in enumerate(self.clockwise) if to != (space + 1) % self.spaces
        )


def track(rules: Rules) -> Track | None:
    """Return the track of a ruleset; None if it is a plain ring."""
    table, spaces = values.table(rules, TRACK), values.number(rules, "board.spaces")
    if table is None or spaces is None:
        return None
    made = Track(
        *(tuple(_ways(table, spaces, way, step)) for way, step in zip(WAYS, (1, -1), strict=True))
    )
    ring = Track(
        tuple((space + 1) % spaces for space in range(spaces)),
        tuple((space - 1) % spaces for space in range(spaces)),
    )
    return None if made == ring else made


def _ways(table: values.TableValue, spaces: int, way: str, step: int) -> Iterator[int]:
    """Yield the next space of each space in one direction; faulty cells are as on a ring."""
    for space in range(spaces):
        cell = table.cell(space, way)
        if cell == DEAD_END:
            yield NOWHERE
        else:
            fits = isinstance(cell, int) and 0 <= cell < spaces
            yield cell if isinstance(cell, int) and fits else (space + step) % spaces
