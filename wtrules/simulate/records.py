"""What was played: chunks with what was counted in them, put in order and added up."""

from __future__ import annotations

from attrs import define, field, frozen

from wtrules.simulate.games import Arena
from wtrules.simulate.plan import Chunk
from wtrules.simulate.statistics import share_of
from wtrules.simulate.tally import Tally
from wtrules.value import Value


@frozen
class Played(Value):
    """What was counted in a chunk; every game of each side too, if it is to be kept."""

    chunk: Chunk
    tally: Tally
    records: tuple[bytes, ...] = ()
    partings: tuple[int, ...] = ()  # of two sides: the turn of the first difference, 0 for none


@define
class Records:
    """All games of one number of players played so far, in order and without a gap.

    With a *precision*, games are ignored once the shares of wins are known that precisely, so that
    the number of games does not depend on which chunk was finished first.
    """

    arenas: tuple[Arena, ...]
    precision: float | None = None
    tally: Tally = field(factory=Tally)
    _early: dict[int, Played] = field(factory=dict)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.tally.games

    def add(self, played: Played) -> None:
        """Add a chunk, and later ones that were waiting for it."""
        self._early[played.chunk.first] = played
        while not self.is_precise and (next_ := self._early.pop(self.games, None)) is not None:
            self.tally.add(next_.tally)

    @property
    def margin(self) -> float:
        """Half the length of the longest interval of a share of wins."""
        return max(
            share_of(self.tally.counts(f"win.{seat + 1}", side)).margin
            for side, arena in enumerate(self.arenas)
            for seat in range(arena.players)
        )

    @property
    def is_precise(self) -> bool:
        """Whether the shares of wins are known as precisely as requested."""
        return self.precision is not None and self.games > 0 and self.margin <= self.precision
