"""Measuring rules: many games, with the same seeds under the rules that they change."""

from __future__ import annotations

import time

from wtrules.backends.players import games_bot
from wtrules.game.game import Game
from wtrules.simulate.figures import cell_text, group_text, is_clear
from wtrules.simulate.findings import headlines
from wtrules.simulate.records import Played, Records
from wtrules.simulate.run import Inline, workers_here
from wtrules.simulate.simulation import planned
from wtrules.simulate.summary import Statistic, summarise
from wtrules.texts import Texts
from wtrules.web import shapes
from wtrules.web.advice import bot_files
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Call
from wtrules.web.limits import MOST_GAMES

_SECONDS = 0.25  # between two reports


def simulate(argument: Arguments, call: Call) -> shapes.Report:
    """Return what the rules of a project do to the game, compared with the rules below them."""
    sides = _sides(argument, call)
    players, games = argument.players(), argument.number("games", 1, MOST_GAMES, 1000)
    names, bots = _names(sides), _bots(argument)
    files = tuple(bot_files(argument, bots, games_bot).values())
    simulation = planned(
        sides, (players,), bots, games=games, seed=argument.seed(), files=files, names=names
    )
    records = simulation.records[players]
    last = time.monotonic()

    def note(_: Played) -> None:
        nonlocal last
        call.pause()
        if time.monotonic() - last > _SECONDS and 1 < records.games < games:
            call.report(_report(records, names, games, call.texts))
            last = time.monotonic()

    # A single chunk needs no thread, which would only delay the first report.
    team = Inline() if games <= simulation.plan.chunk else workers_here()
    simulation.run(team, note=note)
    return _report(records, names, games, call.texts)


def _sides(argument: Arguments, call: Call) -> tuple[Game, ...]:
    """Return the game, and the one to compare it with: what it extends unless another is named."""
    project = call.projects.open(argument.project())
    game = project.game()
    if "against" in argument:
        return game, call.projects.open(argument.project("against")).game()
    base = project.opened.compile_base(project.opened.chosen)
    return (game, Game(base)) if base is not None else (game,)


def _names(sides: tuple[Game, ...]) -> list[str]:
    names = [game.name for game in sides]
    if len(set(names)) < len(names):
        names = [f"{name} ({i})" for i, name in enumerate(names, 1)]
    return names


def _bots(argument: Arguments) -> tuple[str, ...]:
    names = tuple(argument.text("bots", "greedy").replace(",", " ").split())
    return names or ("greedy",)


def _report(records: Records, names: list[str], total: int, texts: Texts) -> shapes.Report:
    summary = summarise(records, names, texts.language)
    return {
        "headlines": headlines(summary, texts) if records.games else [],
        "names": names,
        "rows": [_row(one, texts) for one in summary.statistics],
        "games": records.games,
        "total": total,
    }


def _row(one: Statistic, texts: Texts) -> shapes.ReportRow:
    """Return one statistic; shares and their differences are in percent and percentage points."""
    factor = 1 if one.kind == "mean" else 100
    row: shapes.ReportRow = {
        "id": one.id,
        "group": group_text(one.group, texts),
        "label": one.label,
        "unit": "" if one.kind == "mean" else "%",
        "changed": cell_text(one, one.sides[0], texts),
        "base": cell_text(one, one.sides[-1], texts),
    }
    found = one.difference
    if found is not None:
        row["difference"], row["low"], row["high"] = (
            round(factor * value, 3) if abs(value) < float("inf") else None
            for value in (found.value, found.low, found.high)
        )
        row["clear"] = is_clear(one)
    return row
