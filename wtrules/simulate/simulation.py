"""A simulation from Python: one call, and a value that shows itself.

result = wtrules.measure(wtrules.load("friday"), wtrules.load("en-capstone"), players=[2, 3])
print(result)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from wtrules.backends.players import BOTS, games_bot
from wtrules.game.game import Game
from wtrules.game.trained import file_of, read_bots
from wtrules.simulate.measure import measure as play
from wtrules.simulate.measure import planned
from wtrules.simulate.plan import Plan
from wtrules.simulate.records import Records
from wtrules.simulate.run import workers_here
from wtrules.simulate.summary import Summary, summarise
from wtrules.simulate.table import lines
from wtrules.value import Value


@frozen
class Simulation(Value):
    """Many games with their statistics; `str` is the table that `wtrules simulate` writes."""

    plan: Plan
    records: Mapping[int, Records] = field(repr=False)  # by number of players

    def summaries(self, lang: str = "en") -> list[Summary]:
        """Return the statistics for each number of players, with labels in a language."""
        names = [side.name for side in self.plan.sides]
        return [summarise(one, names, lang) for one in self.records.values() if one.games]

    def describe(self, lang: str = "en") -> str:
        """Return the statistics as lines of text."""
        return "\n".join(lines(self.plan, self.summaries(lang), lang))

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as plain values, as `--output-format json` writes them."""
        results = [one.to_json() for one in self.summaries()]
        return {**self.plan.provenance, "results": results}

    def __str__(self) -> str:
        return self.describe()

    def _repr_html_(self) -> str:
        from wtrules.simulate.report import notebook_html

        return notebook_html(self.plan, self.records)


def measure(
    game: Game,
    against: Game | None = None,
    *,
    players: Sequence[int] | None = None,
    bots: Sequence[str] = ("greedy",),
    games: int = 1000,
    seed: int = 0,
    jobs: int | None = None,
) -> Simulation:
    """Play many games between bots and return what happens in them, as `wtrules simulate` does.

    *against* is played with the same seeds, to compare. *players* are the numbers of players, by
    default all that the rules allow; *games* is the number of games for each of them; *jobs* is the
    number of processes, by default one per processor. The result does not depend on it. A bot may be a
    file that `wtrules train` has made; raises UnusableBot if it cannot play.
    """
    sides = (game,) if against is None else (game, against)
    common = [count for count in game.players if all(count in side.players for side in sides)]
    counts = tuple(common if players is None else players)
    for count in counts:
        for side in sides:
            if count not in side.players:
                allowed = ", ".join(map(str, side.players))
                raise ValueError(f"{side.name} is for {allowed} players, not {count}")
    unknown = [bot for bot in bots if games_bot(bot) is None and file_of(bot) is None]
    if unknown or not bots or not counts or len(bots) > min(counts):
        known = ", ".join(BOTS)
        raise ValueError(f"name one bot or up to one per player: {known}")
    if games < 1 or not 0 <= seed < 1 << 64:
        raise ValueError("games must be at least 1, and the seed from 0 to 2**64 - 1")
    files = tuple(read_bots(bots).values())
    plan = planned(sides, counts, tuple(bots), games=games, seed=seed, files=files)
    return Simulation(plan, play(sides, plan, workers=workers_here(jobs)))
