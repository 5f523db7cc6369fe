"""The pieces on the board, `Tower`, `Stack` and `Board`, as frozen values.

A surface is the ground of a space or the top of a tower. The wizards on a surface are a string
with one letter for each, in the order they were given; other pieces, such as a dragon, are a string
of capital letters. All wizards that are not on the topmost surface of a space are hidden under a
tower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import frozen

from wtrules.value import Value


@frozen
class Tower(Value):
    """One tower and what is on it; `shield` is true for a raven tower."""

    shield: bool
    wizards: str = ""
    pieces: str = ""


@frozen
class Stack(Value):
    """Everything on one space, from the ground up; the castle can only be on top."""

    ground: str = ""
    towers: tuple[Tower, ...] = ()
    castle: bool = False
    ground_pieces: str = ""

    @property
    def height(self) -> int:
        """The number of towers; the castle does not count."""
        return len(self.towers)

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The wizards of each surface, the ground first."""
        return (self.ground, *(tower.wizards for tower in self.towers))

    @property
    def pieces(self) -> tuple[str, ...]:
        """The other pieces of each surface, the ground first."""
        return (self.ground_pieces, *(tower.pieces for tower in self.towers))

    @property
    def top(self) -> str:
        """The wizards on the visible surface: the topmost tower, or the ground without one."""
        return self.towers[-1].wizards if self.towers else self.ground

    @property
    def beneath(self) -> str:
        """The wizards hidden under a tower, lowest first."""
        return "".join(self.surfaces[:-1])

    def with_surfaces(self, surfaces: Iterable[str]) -> Stack:
        """Return the stack with other wizards on its surfaces, the ground first."""
        ground, *others = surfaces
        towers = tuple(
            Tower(tower.shield, wizards, tower.pieces)
            for tower, wizards in zip(self.towers, others, strict=True)
        )
        return Stack(ground, towers, self.castle, self.ground_pieces)

    def with_top(self, wizards: str) -> Stack:
        """Return the stack with other wizards on its visible surface."""
        return self.with_surfaces((*self.surfaces[:-1], wizards))


@frozen
class Board(Value):
    """The ring of spaces, `s0` first, clockwise."""

    spaces: tuple[Stack, ...]

    def height(self, space: int) -> int:
        """The number of towers on *space*."""
        return self.spaces[space].height

    def top(self, space: int) -> str:
        """The wizards on the visible surface of *space*."""
        return self.spaces[space].top

    @property
    def castles(self) -> tuple[int, ...]:
        """The spaces with a castle; a valid board has exactly one."""
        return tuple(at for at, stack in enumerate(self.spaces) if stack.castle)

    @property
    def tower_counts(self) -> tuple[int, int]:
        """The number of towers without and with a shield."""
        shields = [tower.shield for stack in self.spaces for tower in stack.towers]
        return len(shields) - sum(shields), sum(shields)

    @property
    def wizards(self) -> Counter[str]:
        """How many wizards of each letter are on the board, visible or not."""
        return Counter("".join("".join(stack.surfaces) for stack in self.spaces))

    @property
    def pieces(self) -> Counter[str]:
        """How many other pieces of each letter are on the board, visible or not."""
        return Counter("".join("".join(stack.pieces) for stack in self.spaces))
