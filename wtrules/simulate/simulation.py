"""A simulation: what to play, playing it, and what came of it. All many games are played this way.

    simulation = planned((game, base), (2, 3), ("greedy",), games=500)
    simulation.run()
    print(simulation)

`measure` does it in one call, for Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from wtrules.backends.players import BOTS, games_bot
from wtrules.game.game import Game
from wtrules.game.trained import BotFile, file_of, read_bots
from wtrules.simulate.games import Arena
from wtrules.simulate.plan import MOST_DECISIONS, Plan, Side, arenas
from wtrules.simulate.records import Played, Records
from wtrules.simulate.run import Kept, Workers, play, workers_here
from wtrules.simulate.summary import Summary, summarise
from wtrules.simulate.table import lines
from wtrules.value import Value
from wtrules.workers import never


@frozen
class Simulation(Value):
    """Many games with their statistics; `str` is the table that `wtrules simulate` writes."""

    plan: Plan
    arenas: Mapping[int, tuple[Arena, ...]] = field(repr=False, eq=False)  # of each side
    records: Mapping[int, Records] = field(repr=False)  # both by number of players

    def run(
        self,
        workers: Workers | None = None,
        kept: Kept | None = None,
        note: Callable[[Played], None] = lambda played: None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Simulation:
        """Play what is missing, and return the simulation.

        Chunks that are *kept* are not played again; *note* is called after each chunk, when its games
        are among the records. *is_cancelled* is asked before each chunk; if it returns true, Cancelled
        is raised.
        """
        workers = workers_here() if workers is None else workers
        play(self.plan, self.arenas, workers, self.records, kept, note, is_cancelled)
        return self

    @property
    def names(self) -> list[str]:
        """The names of the rulesets."""
        return [side.name for side in self.plan.sides]

    @property
    def played(self) -> dict[int, Records]:
        """The numbers of players of which there are games, with these games."""
        return {count: records for count, records in self.records.items() if records.games}

    def summaries(self, lang: str = "en") -> list[Summary]:
        """Return the statistics for each number of players, with labels in a language."""
        return [summarise(records, self.names, lang) for records in self.played.values()]

    def describe(self, lang: str = "en", summaries: Sequence[Summary] | None = None) -> str:
        """Return the statistics as lines of text."""
        shown = self.summaries(lang) if summaries is None else summaries
        return "\n".join(lines(self.plan, shown, lang))

    def to_json(self, summaries: Sequence[Summary] | None = None) -> dict[str, Any]:
        """Return the statistics as plain values, as `--output-format json` writes them."""
        shown = self.summaries() if summaries is None else summaries
        return {**self.plan.provenance, "results": [one.to_json() for one in shown]}

    def __str__(self) -> str:
        return self.describe()

    def _repr_html_(self) -> str:
        from wtrules.simulate.report import notebook_html

        return notebook_html(self.plan, [*self.played.values()])


def planned(
    sides: tuple[Game, ...],
    players: tuple[int, ...],
    bots: tuple[str, ...] = ("greedy",),
    *,
    games: int | None = 1000,
    precision: float | None = None,
    seed: int = 0,
    most: int = MOST_DECISIONS,
    assume: tuple[tuple[str, str], ...] = (),
    size: int | None = None,
    files: tuple[BotFile, ...] = (),
    cards: tuple[str, ...] = (),
    names: Sequence[str] = (),
    given: Sequence[str] = (),
) -> Simulation:
    """Return the simulation of a ruleset, and perhaps another one with the same seeds to compare with.

    Nothing has been played yet. *names* of the rulesets replace their own; *given* is how they were
    named on the command line. Raises WrongPlayers, and UnusableBot.
    """
    for side in sides:
        for count in players:
            side.expect_players(count)
    shown = names or [game.name for game in sides]
    commands = given or [""] * len(sides)
    plan = Plan(
        tuple(
            Side(name, game.hash, command)
            for name, game, command in zip(shown, sides, commands, strict=True)
        ),
        players,
        bots,
        seed,
        games,
        precision,
        most,
        assume,
        size,
        files,
        cards,
    )
    made = arenas(sides, plan)
    return Simulation(plan, made, {count: Records(made[count], precision) for count in players})


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
    unknown = [bot for bot in bots if games_bot(bot) is None and file_of(bot) is None]
    if unknown or not bots or not counts or len(bots) > min(counts):
        known = ", ".join(BOTS)
        raise ValueError(f"name one bot or up to one per player: {known}")
    if games < 1 or not 0 <= seed < 1 << 64:
        raise ValueError("games must be at least 1, and the seed from 0 to 2**64 - 1")
    files = tuple(read_bots(bots).values())
    simulation = planned(sides, counts, tuple(bots), games=games, seed=seed, files=files)
    return simulation.run(workers_here(jobs))
