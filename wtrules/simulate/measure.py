"""A whole simulation in two calls: what to play, and playing it.

plan = planned((game, base), players=(2, 3), bots=("greedy",), games=500)
results = measure((game, base), plan, note=show)
summaries = [summarise(records, [side.name for side in plan.sides]) for records in results.values()]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wtrules.game.game import Game
from wtrules.game.trained import BotFile
from wtrules.simulate.plan import MOST_DECISIONS, Plan, Side, arenas
from wtrules.simulate.records import Records
from wtrules.simulate.run import Workers, play, workers_here
from wtrules.workers import never


def planned(
    sides: tuple[Game, ...],
    players: tuple[int, ...],
    bots: tuple[str, ...] = ("greedy",),
    *,
    games: int = 1000,
    seed: int = 0,
    most: int = MOST_DECISIONS,
    files: tuple[BotFile, ...] = (),
) -> Plan:
    """Return the plan to play a ruleset, and perhaps another one with the same seeds to compare with."""
    named = tuple(Side(game.name, game.hash) for game in sides)
    return Plan(named, players, bots, seed, games, None, most, files=files)


def measure(
    sides: tuple[Game, ...],
    plan: Plan,
    *,
    workers: Workers | None = None,
    note: Callable[[Mapping[int, Records]], None] = lambda results: None,
    is_cancelled: Callable[[], bool] = never,
) -> dict[int, Records]:
    """Play a plan, and return the games for each number of players.

    *note* gets all games so far after each chunk. *is_cancelled* is asked before each chunk; if it
    returns true, Cancelled is raised.
    """
    made = arenas(sides, plan)
    results = {players: Records(made[players], plan.precision) for players in plan.players}
    play(
        plan,
        made,
        workers_here() if workers is None else workers,
        results,
        note=lambda played: note(results),
        is_cancelled=is_cancelled,
    )
    return results
