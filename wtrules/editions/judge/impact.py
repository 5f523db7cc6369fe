"""What a difference does to games: pairs of whole games between good players, with intervals.

Both games of a pair have the same seed, so the same cards and, as long as the options are the same,
the same choices. Random players would show little: they hardly ever cast a spell on purpose. So each
pair is played by bots that want to win, one kind after the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from wtrules.backends.native import NativeFault, NotNative
from wtrules.backends.reference import EndlessPlay
from wtrules.editions.changes import Grade
from wtrules.editions.differences import Impact, Report, Run, effect_of
from wtrules.editions.judge.judge import Verdict
from wtrules.game.game import Game
from wtrules.simulate.run import workers_here
from wtrules.simulate.simulation import planned
from wtrules.simulate.summary import Statistic

# A bot that looks ahead takes about thirty times as long for a game as one that does not.
_SLOW = {"mcts": 10}
_FEWEST = 10
_ALWAYS = ("turns", "win.1", "win.all", "goal")  # that are shown whether they change or not
_MOST_OTHERS = 3
_LEAST_EFFECT = 0.1  # of what else is shown
# What says the same as something that is always shown, or is no number that people know.
_LEFT_OUT = ("options chosen", "length", "points")


def measured(
    report: Report,
    verdict: Verdict,
    *,
    games: int,
    seed: int,
    bots: Sequence[str],
    jobs: int | None = None,
) -> Report:
    """Return a report with the impact of every observable difference, the greatest first."""
    found = []
    for difference in report.differences:
        effect = verdict.observable.get(difference.fingerprint)
        if difference.grade is Grade.BEHAVIOUR and effect is not None:
            pair = verdict.effects.games(effect)
            impact = impact_of(*pair, effect.players, games, seed, bots, jobs)
            difference = evolve(difference, impact=impact)
        found.append(difference)
    found.sort(key=lambda d: (-d.grade.weight, *_rank(d.impact)))
    mixtures = verdict.effects.mixtures(())
    overall = None
    if mixtures.players and mixtures.keys:
        sides = mixtures.first, mixtures.second
        overall = impact_of(*sides, mixtures.players[0], games, seed, bots, jobs)
    return evolve(report, differences=tuple(found), overall=overall)


def _rank(impact: Impact | None) -> tuple[float, float]:
    """Return where a difference comes in the order; nearly all games differ for many of them."""
    if impact is None or not impact.runs:
        return (0.0, 0.0)
    return (-impact.effect, -max(run.share.value for run in impact.runs))


def impact_of(
    one: Game,
    two: Game,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[str],
    jobs: int | None = None,
) -> Impact:
    """Play pairs of whole games and compare them."""
    try:
        runs = [_run(one, two, players, games, seed, bot, jobs) for bot in bots]
    except (NotNative, NativeFault, EndlessPlay):
        return Impact(players, ())
    return Impact(players, tuple(runs))


def _run(
    one: Game, two: Game, players: int, games: int, seed: int, bot: str, jobs: int | None
) -> Run:
    number = max(min(games, _FEWEST), games // _SLOW.get(bot, 1))
    sides = (two, one)  # differences are those of the first from the second
    simulation = planned(sides, (players,), (bot,), games=number, seed=seed)
    [summary] = simulation.run(workers_here(jobs)).summaries()
    assert summary.differing is not None
    return Run(bot, number, summary.differing, tuple(_shown(summary.statistics)))


def _shown(statistics: Sequence[Statistic]) -> list[Statistic]:
    """Return what is shown of a run: length and wins, and what else changes most."""
    always = [one for one in statistics if one.id in _ALWAYS]
    others = [
        one
        for one in statistics
        if one.id not in _ALWAYS
        and one.group not in _LEFT_OUT
        and not re.fullmatch(r"win\.\d+|bot\..*", one.id)
        and effect_of(one) >= _LEAST_EFFECT
    ]
    others.sort(key=lambda one: -effect_of(one))
    return always + others[:_MOST_OTHERS]
