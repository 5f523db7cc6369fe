"""How much work a comparison may take, whatever rule files it compares.

A rule file may come from a stranger, who may write hundreds of variants and of changes. What is counted
is parts of the rules and positions, never time: the same files get the same report on every machine.
What was left out is in the report.
"""

from __future__ import annotations

from attrs import define

from wtrules.game.game import Game
from wtrules.program.program import Program

# The size of two shipped games is 2,700, and they share up to seven variants.
MOST_CHOSEN = 40_000  # sizes of the games that variants are chosen in, to see what is possible then
# A change of a shipped game that a position shows soon takes 160,000, and one that none shows about
# 1,100,000, which is three seconds.
MOST_SEARCHED = (
    3_000_000  # for the positions that show the changes; what has been begun is finished
)
MOST_FOR_ONE = 1_250_000  # for one change
AT_ONCE = 2  # changes, for which the positions are searched by different processes
_TO_COMPILE = 60  # for each part of a game that is made for a search


@define
class Budget:
    """Work that may be done."""

    most: int
    done: int = 0

    @property
    def left(self) -> int:
        """What may still be done."""
        return max(0, self.most - self.done)

    def allows(self, work: int) -> bool:
        """Count a piece of work; return whether it may be done. After the first refusal none may."""
        self.done += work
        return self.done <= self.most


def size(*games: Game | None) -> int:
    """Return how large games are: definitions, and statements for the fewest players."""
    return sum(_size(game) for game in games if game is not None)


def _size(game: Game) -> int:
    program = game.program(min(game.players))
    return len(game.rules.entries) + sum(1 for _ in program.statements())


def search_work(games: tuple[Game, ...], program: Program, positions: int) -> int:
    """Return the work of a search in some games that has compared so many positions."""
    numbers = sum(field.size for field in program.fields.values())
    return _TO_COMPILE * size(*games) + positions * (750 + numbers) // 250
