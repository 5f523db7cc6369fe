"""Two games played side by side, move by move, until what they do differs.

The names of moves do not matter: two moves are the same if they lead to the same table.
"""

from __future__ import annotations

import random

from wtrules.backends.reference import EndlessPlay
from wtrules.editions.search.scene import Scene, set_up, settle
from wtrules.game.consequence import Step, Twin
from wtrules.game.game import State

_PLAYED_ON = 7  # decisions of a turn


class Pair(Twin):
    """Two games; the second follows the first."""

    def parted(self, trace: list[Step], seed: int) -> int | None:
        """Return the number of the decision at which two games with one seed differ, names included."""
        try:
            return Twin(self.game, self.other, self.players).diverges_at(trace, seed)
        except EndlessPlay:
            return None

    def matched(self, first: State, data: list[int], options: list[int]) -> list[int] | None:
        """Return the options of the twin in the order of *first*; None if the two differ."""
        found = super().matched(first, data, options)
        if found is not None or not first.options or not options:
            return found
        if any(first.data[a] != data[b] for a, b in self.slices):
            return None
        mine = [self._result(first, option) for option in first.options]
        theirs = {self._result_there(data, option): option for option in options}
        if set(mine) != theirs.keys():
            return None
        return [theirs[result] for result in mine]

    def _result(self, state: State, option: int) -> tuple[int, ...]:
        data = state.data[:]
        state.engine.play(data, option)
        return tuple(number for a, _ in self.slices for number in data[a])

    def _result_there(self, data: list[int], option: int) -> tuple[int, ...]:
        data = data[:]
        self.engine.play(data, option)
        return tuple(number for _, b in self.slices for number in data[b])

    def parting_line(self, scene: Scene, chance: random.Random) -> tuple[str, ...] | None:
        """Play a random turn in both games and compare every move on the way.

        Return the moves after which the two differ, if they do.
        """
        a, b = set_up(self.game, scene), set_up(self.other, scene)
        if a is None or b is None:
            return None
        active = a.active
        line: tuple[str, ...] = ()
        try:
            for _ in range(_PLAYED_ON):
                a, b = settle(a), settle(b)
                there = self.matched(a, b.data, b.options)
                if there is None:
                    return line
                if not there or a.active != active:
                    return None
                after = []
                for mine, theirs in zip(a.options, there, strict=True):
                    x, y = settle(a.play(mine)), settle(b.play(theirs))
                    if not self._on_one_table(x, y) or self._ask_otherwise(x, y):
                        return (*line, a.move(mine).text)
                    after.append((x, y))
                choice = chance.randrange(len(after))
                line = (*line, a.move(a.options[choice]).text)
                a, b = after[choice]
        except EndlessPlay:
            return line
        return None

    def exhaust(self, scene: Scene, depth: int) -> tuple[str, ...] | None:
        """Play every line of *depth* decisions in both games; return one after which they differ."""
        a, b = set_up(self.game, scene), set_up(self.other, scene)
        if a is None or b is None:
            return None
        return self._exhaust(a, b, (), depth)

    def _exhaust(
        self, a: State, b: State, line: tuple[str, ...], depth: int
    ) -> tuple[str, ...] | None:
        try:
            a, b = settle(a), settle(b)
            there = self.matched(a, b.data, b.options)
            if there is None:
                return line
            for mine, theirs in zip(a.options, there if depth else (), strict=bool(depth)):
                after = a.play(mine), b.play(theirs)
                found = self._exhaust(*after, (*line, a.move(mine).text), depth - 1)
                if found is not None:
                    return found
        except EndlessPlay:
            return line
        return None

    def _ask_otherwise(self, a: State, b: State) -> bool:
        """Whether the next decisions differ, judging first by the number of options."""
        if len(a.options) == len(b.options):
            return False
        return self.matched(a, b.data, b.options) is None

    def _on_one_table(self, a: State, b: State) -> bool:
        if a.is_over != b.is_over:
            return False
        return all(a.data[x] == b.data[y] for x, y in self.slices)
