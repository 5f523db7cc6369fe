"""The shape of the track: which spaces follow which, in both directions.

A track is a ring, in which each space is followed by the next number, unless a ruleset has the table
`track`, with rows for the spaces that differ. Resolved rules come in, a `Track` goes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from math import prod

from attrs import evolve, field, frozen

from wtrules.language.physical import DEAD_END, TRACK, WAYS
from wtrules.meaning import values
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

NOWHERE = -1  # what follows the last space before a dead end
MOST_ROUTES = 16


@frozen
class Branch(Value):
    """A space that leads elsewhere than to its one next space.

    Either it has several ways on, or it is crossed: pieces that come from one space, *before*, go on
    by other ways than pieces that begin their move here.
    """

    way: int  # 1 is clockwise, -1 counterclockwise
    space: int
    before: int | None
    to: tuple[int, ...]


@frozen
class Track(Value):
    """A track: what follows each space.

    `clockwise` and `counterclockwise` have the first way on from each space, for a piece that begins
    its move there. A *route* chooses one of the ways at every fork; route 0 takes the first ones.
    """

    clockwise: tuple[int, ...]
    counterclockwise: tuple[int, ...]
    branches: tuple[Branch, ...] = ()
    _paths: dict[tuple[int, int, int], tuple[tuple[int, ...], int]] = field(
        init=False, factory=dict, eq=False, repr=False
    )

    @classmethod
    def ring(cls, spaces: int) -> Track:
        """Return a plain ring."""
        numbers = range(spaces)
        return cls(
            tuple((s + 1) % spaces for s in numbers), tuple((s - 1) % spaces for s in numbers)
        )

    @property
    def spaces(self) -> int:
        """The number of spaces."""
        return len(self.clockwise)

    @cached_property
    def is_ring(self) -> bool:
        """Whether it is a plain ring, so that where a way leads is known without a table."""
        return self == Track.ring(self.spaces)

    def next(self, space: int, way: int) -> int:
        """Return the next space, clockwise if *way* is 1, else counterclockwise; or NOWHERE."""
        return (self.clockwise if way > 0 else self.counterclockwise)[space]

    @cached_property
    def _branch(self) -> Mapping[tuple[int, int, int | None], tuple[int, ...]]:
        return {(b.way, b.space, b.before): b.to for b in self.branches}

    def ways_on(self, space: int, way: int, before: int | None = None) -> tuple[int, ...]:
        """Return all next spaces of a piece that comes from *before*, or begins its move here."""
        for came_from in (before, None):
            if (found := self._branch.get((way, space, came_from))) is not None:
                return found
        return (self.next(space, way),)

    @cached_property
    def _reached(self) -> Mapping[tuple[int, int], set[int]]:
        """By direction and space, all spaces that pieces can come to from there."""
        found = {(w, s): {self.next(s, w)} for w in (1, -1) for s in range(self.spaces)}
        for branch in self.branches:
            found[branch.way, branch.space].update(branch.to)
        return found

    def can_happen(self, branch: Branch) -> bool:
        """Return whether pieces can come to a space from the one that a branch names."""
        return branch.before is None or branch.space in self._reached[branch.way, branch.before]

    @cached_property
    def _routes(self) -> Mapping[int, tuple[Mapping[tuple[int, int | None], int], ...]]:
        """By direction, the routes: by space and where a piece comes from, the space it goes to."""
        found = {}
        for way in (1, -1):
            forks = [b for b in self.branches if b.way == way]
            keys = [(b.space, b.before) for b in forks]
            found[way] = tuple(
                dict(zip(keys, choice, strict=True)) for choice in product(*(b.to for b in forks))
            )
        return found

    @property
    def routes(self) -> int:
        """How many routes there are, in the direction that has more of them."""
        return max(prod(len(b.to) for b in self.branches if b.way == way) for way in (1, -1))

    def _path(self, space: int, way: int, route: int) -> tuple[tuple[int, ...], int]:
        """Return the spaces a route comes through, and the length of the loop it ends in."""
        key = space, way, route
        if key not in self._paths:
            routes = self._routes[way]
            chosen = routes[route % len(routes)]
            at: tuple[int, int | None] = space, None
            seen: dict[tuple[int, int | None], int] = {}
            while at[0] != NOWHERE and at not in seen:
                seen[at] = len(seen)
                here = at[0]
                to = chosen[at] if at in chosen else self.next(here, way)
                crossed = (way, to, here) in self._branch
                at = to, here if crossed else None
            lap = len(seen) - seen[at] if at in seen else 0
            self._paths[key] = tuple(space for space, _ in seen), lap
        return self._paths[key]

    def path(self, space: int, way: int, route: int = 0) -> tuple[int, ...]:
        """Return the spaces in the order in which they are reached, *space* first.

        The path ends where it would repeat itself. It comes through a crossing more than once.
        """
        return self._path(space, way, route)[0]

    def lap(self, space: int, way: int, route: int = 0) -> int:
        """Return the length of the loop that a path ends in; 0 if it ends in a dead end."""
        return self._path(space, way, route)[1]

    def order(self, space: int, way: int) -> tuple[int, ...]:
        """Return the spaces in the order in which the first route reaches them, each once."""
        return tuple(dict.fromkeys(self.path(space, way)))

    @cached_property
    def reaches(self) -> tuple[int, ...]:
        """How many spaces a search finds from each space, clockwise, then counterclockwise."""
        return tuple(len(self.order(space, way)) for way in (1, -1) for space in range(self.spaces))

    def walk(self, space: int, steps: int, route: int = 0) -> int:
        """Return the space so many steps clockwise, or counterclockwise below 0; or NOWHERE."""
        way, steps = (1, steps) if steps >= 0 else (-1, -steps)
        path, lap = self._path(space, way, route)
        if steps < len(path):
            return path[steps]
        if not lap:
            return NOWHERE
        before = len(path) - lap
        return path[before + (steps - before) % lap]

    def distance(self, space: int, to: int) -> int:
        """Return the fewest steps clockwise; one more than there are spaces if it is no way."""
        found = (self.path(space, 1, route) for route in range(len(self._routes[1])))
        return min((path.index(to) for path in found if to in path), default=self.spaces + 1)

    @property
    def crosses_itself(self) -> bool:
        """Whether the way on depends on where a piece comes from."""
        return any(branch.before is not None for branch in self.branches)

    @property
    def has_dead_end(self) -> bool:
        """Whether a space has no next space in some direction."""
        first = (*self.clockwise, *self.counterclockwise)
        return NOWHERE in first or any(NOWHERE in branch.to for branch in self.branches)

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """The ways clockwise that a plain ring does not have: from a space to a space."""
        ring = self.spaces
        found = [(space, to) for space, to in enumerate(self.clockwise)]
        found += [(b.space, to) for b in self.branches if b.way > 0 for to in b.to]
        return tuple(
            (space, to)
            for space, to in dict.fromkeys(found)
            if to not in (NOWHERE, (space + 1) % ring)
        )


def track(rules: Rules) -> Track:
    """Return the track of a ruleset; of one that says no number of spaces, a ring of none."""
    table, spaces = values.table(rules, TRACK), values.number(rules, "board.spaces") or 0
    ring = Track.ring(spaces)
    if table is None:
        return ring
    firsts = [list(ring.clockwise), list(ring.counterclockwise)]
    branches = []
    for first, column, way in zip(firsts, WAYS, (1, -1), strict=True):
        for row in table.rows if column in table.columns else ():
            if not (to := _ways(table, row, column, spaces)):
                continue
            for space, before in _keys(row, spaces):
                if before is None:
                    first[space] = to[0]
                if before is not None or len(to) > 1:
                    branches.append(Branch(way, space, before, to))
    made = Track(tuple(firsts[0]), tuple(firsts[1]), tuple(branches))
    return evolve(made, branches=tuple(filter(made.can_happen, branches)))


def _keys(row: n.Row, spaces: int) -> Iterator[tuple[int, int | None]]:
    """Yield the spaces of a row, with the spaces that pieces come from; faulty ones are left out."""
    for cell in row.keys:
        if cell.text is not None or cell.low is None or cell.high is None:
            continue
        for space in range(max(0, cell.low), min(cell.high, spaces - 1) + 1):
            for before in cell.coming_from or (None,):
                if before is None or before < spaces:
                    yield space, before


def _ways(table: values.TableValue, row: n.Row, column: str, spaces: int) -> tuple[int, ...]:
    """Return the ways on in one direction; none of a faulty cell."""
    place = table.columns.index(column)
    if place >= len(row.cells):
        return ()
    cell = row.cells[place]
    if cell.text == DEAD_END:
        return (NOWHERE,)
    found = cell.ways or (() if cell.low is None or cell.low != cell.high else (cell.low,))
    return tuple(to for to in found if 0 <= to < spaces)
