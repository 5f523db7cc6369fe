"""A second look at what nobody used: a stronger player may have a use for it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from wtrules.backends.players import BOTS
from wtrules.game.game import Game
from wtrules.simulate.plan import Plan
from wtrules.simulate.run import Workers
from wtrules.simulate.simulation import planned
from wtrules.simulate.statistics import mean_of
from wtrules.simulate.summary import Summary

GAMES = 40


def second_look(
    game: Game, plan: Plan, summary: Summary, workers: Callable[[], Workers]
) -> Summary:
    """Return a summary that says how often the strongest bot uses what is new and nobody used."""
    bot = BOTS[-1]
    if bot in plan.bots or not any(one.is_new for one in summary.unused):
        return summary
    ids = (one.id.partition(".") for one in summary.unused if one.is_new)
    cards = tuple(name for kind, _, name in ids if kind == "card")
    look = planned(
        (game,),
        (summary.players,),
        (bot,),
        games=GAMES,
        seed=plan.seed,
        most=plan.most,
        cards=cards,
    )
    counted = look.run(workers()).records[summary.players].tally
    return evolve(
        summary,
        unused=tuple(
            evolve(one, bot=bot, rate=mean_of(counted.counts(one.id))) if one.is_new else one
            for one in summary.unused
        ),
    )
