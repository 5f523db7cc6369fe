"""`wtrules simulate`: many games and their statistics."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS, EXIT_INTERRUPTED, EXIT_USAGE
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.files import write_file
from wtrules.cli.options import (
    AssumeOption,
    DataFormat,
    FormatOption,
    RulesetArgument,
    VariantsOption,
    output_option,
    read_assume,
    read_variants,
)
from wtrules.cli.positions import open_game
from wtrules.cli.simulate_options import progress, read_bots, read_players, read_precision
from wtrules.cli.terminal import say, write_data
from wtrules.cli.usage import bad_parameter, usage_error
from wtrules.safe_text import json_text
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.simulate.plan import Plan
    from wtrules.simulate.run import Records, Workers
    from wtrules.simulate.store import Store

_GAMES = {"mcts": 200}  # the default for slow bots
_MOST_WORKERS = 256


def simulate(
    ruleset: RulesetArgument = None,
    results: Annotated[
        str | None,
        typer.Argument(metavar="[FOLDER]", help="After `report`: the folder with the results."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="BASE",
            help="A second ruleset to compare with, played with the same seeds; --with does not apply "
            "to it.",
            autocompletion=complete_rulesets,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            max=1_000_000,
            help="Games per number of players; by default 2000, with mcts 200.",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="PERCENT",
            help="Play until every share of wins is known to this many percentage points: 1%.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            "-p",
            metavar="NUMBERS",
            help="Numbers of players: 2, 2-4 or 2,4. By default, all that the ruleset allows.",
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="BOT,BOT,…",
            help="The bots, in seat order; they move on by one seat after every game: "
            "random, greedy, mcts.",
        ),
    ] = "random",
    seed: Annotated[
        int,
        typer.Option("--seed", min=0, max=2**64 - 1, help="The same seed gives the same games."),
    ] = 0,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "-j",
            min=1,
            max=_MOST_WORKERS,
            help="Games to play at the same time; by default one per processor. "
            "The results do not depend on it.",
        ),
    ] = None,
    executor: Annotated[
        str | None,
        typer.Option(
            "--executor",
            metavar="dask://HOST:PORT",
            help="Play on a Dask cluster instead of this machine. The results are the same.",
        ),
    ] = None,
    most: Annotated[
        int,
        typer.Option(
            "--most", min=1, max=10_000_000, help="Cut a game off after this many decisions."
        ),
    ] = 20_000,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    output_format: FormatOption = DataFormat.TEXT,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="Save every game in a folder as Parquet; the same command continues there.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        output_option("With `report`: the page or picture to write, .html, .svg or .png."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="With `report`: overwrite an existing file.")
    ] = False,
) -> int:
    """Play many games and show statistics: who wins, how long games take, which spells are cast.

    Every number has a 95 % interval. Bots know only what a player may know.
    `wtrules simulate report FOLDER -o FILE` makes a page of what `--out` has saved.

    Examples:
      wtrules simulate
      wtrules simulate friday.wtr --against en-capstone --players 2-4
      wtrules simulate en-capstone+nasty --until 1% --players 3 --bots greedy
      wtrules simulate --bots mcts,greedy --players 2 --games 100 --output-format json
      wtrules simulate friday.wtr --against en-capstone --out friday-results
      wtrules simulate report friday-results -o friday.html
    """
    if ruleset == "report":
        return _report(results, output, force)
    if results is not None or output is not None:
        stray = f"`{results}`" if results is not None else "-o"
        return usage_error("usage.belongs_to_report", option=stray)
    from wtrules.backends.native import NativeFault
    from wtrules.backends.reference import EndlessPlay
    from wtrules.resources import default_ruleset
    from wtrules.simulate.plan import Plan, Side, arenas
    from wtrules.simulate.run import Records, play
    from wtrules.simulate.store import Store, Unusable

    who = read_bots(bots)
    precision = read_precision(until)
    if executor is not None and workers is not None:
        raise bad_parameter("usage.cluster_workers", "--workers")
    if precision is not None and games is not None:
        raise bad_parameter("usage.games_or_until", "--until")
    readings = read_assume(assume)
    sides: tuple[Game, ...] = (open_game(ruleset, variants, readings),)
    if against is not None:
        sides += (open_game(against, assume=readings),)
    counts = read_players(players, sides)
    if len(who) > min(counts):
        raise bad_parameter("usage.too_many_bots", "--bots", bots=len(who), players=min(counts))
    if precision is None and games is None:
        games = min(_GAMES.get(bot, 2000) for bot in who)
    given = ("+".join([ruleset or default_ruleset(), *read_variants(variants)]), against or "")
    named = tuple(
        Side(game.name, game.hash, text) for game, text in zip(sides, given, strict=False)
    )
    plan = Plan(named, counts, who, seed, games, precision, most, readings)
    store: Store | None = None
    found: dict[int, Records] = {}
    try:
        team = _workers(executor, workers)
        made = arenas(sides, plan)
        found = {count: Records(made[count], precision) for count in counts}
        store = Store.create(Path(out), plan, made) if out is not None else None
        with progress(plan, found) as note:
            play(plan, made, team, found, store, note)
        _show(plan, found, output_format, store)
    except KeyboardInterrupt:
        _show(plan, found, output_format, None)
        usage_error("usage.stopped", kept=_kept(found, store))
        return EXIT_INTERRUPTED
    except Unusable as error:
        if store is not None:
            return usage_error("usage.failed", reason=error, kept=_kept(found, store))
        say(f"wtrules: {error}")
        return EXIT_USAGE
    except EndlessPlay as error:
        usage_error("usage.endless", reason=error)
        if store is not None:
            say(f"wtrules: {_kept(found, store)}")
        return EXIT_FINDINGS
    except NativeFault as error:
        say(f"wtrules: {error}")
        return EXIT_USAGE
    return EXIT_CLEAN


def _show(
    plan: Plan, results: Mapping[int, Records], form: DataFormat, store: Store | None
) -> None:
    """Write the results."""
    from wtrules.simulate.summary import summarise
    from wtrules.simulate.table import lines

    names = [side.name for side in plan.sides]
    summaries = [summarise(one, names) for one in results.values() if one.games]
    if not summaries:
        return
    statistics = {**plan.provenance, "results": [one.to_json() for one in summaries]}
    if store is not None:
        store.finish(statistics)
    if form is DataFormat.JSON:
        write_data(json_text(statistics))
    else:
        write_data("\n".join(lines(plan, summaries)) + "\n")


def _report(folder: str | None, output: str | None, force: bool) -> int:
    """Write a report on the results saved in a folder."""
    from wtrules.simulate.report import KINDS, report
    from wtrules.simulate.store import Unusable

    if folder is None or output is None:
        return usage_error("usage.report_needs")
    path = Path(output)
    if path.suffix.lower() not in KINDS:
        return usage_error("usage.ending", file=output, endings=", ".join(KINDS))
    if path.exists() and not force:
        return usage_error("usage.exists", file=path)
    try:
        data = report(Path(folder), path.suffix.lower())
    except Unusable as error:
        say(f"wtrules: {error}")
        return EXIT_USAGE
    return write_file(path, data, force)


def _kept(results: Mapping[int, Records], store: Store | None) -> str:
    """Return what was finished and how to continue."""
    texts = Texts("en")
    if store is not None:  # there may be parts that were written but not counted
        return texts("usage.kept", folder=store.folder)
    games = sum(one.games for one in results.values())
    if not games:
        return texts("usage.nothing_played")
    return texts("usage.not_kept", games=texts.number(games))


def _workers(executor: str | None, number: int | None) -> Workers:
    if executor is None:
        from wtrules.simulate.run import workers_here

        return workers_here(number)
    from wtrules.simulate.cluster import Cluster

    return Cluster(executor)
