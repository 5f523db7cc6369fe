"""`wtrules simulate`: many games and their statistics."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_INTERRUPTED
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.configuration import default_ruleset
from wtrules.cli.files import expect_file, write_file
from wtrules.cli.options import (
    AGAINST,
    DATA,
    GAMES,
    OUTPUT,
    PLAYERS,
    AssumeOption,
    BotsOption,
    DataFormat,
    ExecutorOption,
    ForceOption,
    FormatOption,
    JobsOption,
    Language,
    LanguageOption,
    RulesetArgument,
    SeedOption,
    VariantsOption,
    read_assume,
    read_variants,
)
from wtrules.cli.positions import open_game
from wtrules.cli.simulate_options import (
    expect_one_place,
    expect_seats,
    progress,
    read_names,
    read_players,
    workers_for,
)
from wtrules.cli.terminal import note, write_data
from wtrules.cli.usage import UsageError, bad_parameter, complain, read_percent
from wtrules.safe_text import json_text
from wtrules.texts import Texts, UserError

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.game.trained import BotFile
    from wtrules.simulate.simulation import Simulation
    from wtrules.simulate.store import Store
    from wtrules.simulate.summary import Summary

_GAMES = {"random": 2000, "greedy": 1000}  # by default; for slower bots 200


def simulate(
    ruleset: RulesetArgument = None,
    results: Annotated[
        str | None,
        typer.Argument(metavar="[FOLDER]", help="After `report`: the folder with the results."),
    ] = None,
    against: Annotated[
        str | None,
        AGAINST.option(
            "A second ruleset, played with the same seeds; --with does not apply to it.",
            metavar="RULESET",
            autocompletion=complete_rulesets,
        ),
    ] = None,
    games: Annotated[
        int | None,
        GAMES.option(
            "For each number of players; by default 1000, with random 2000, with mcts 200.",
            min=1,
            max=1_000_000_000,
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
        PLAYERS.option(
            "May be several: 2-4 or 2,4. By default, all that the rules allow.", metavar="N,N-N"
        ),
    ] = None,
    bots: BotsOption = "greedy",
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    executor: ExecutorOption = None,
    max_decisions: Annotated[
        int,
        typer.Option(
            "--max-decisions",
            metavar="N",
            min=1,
            max=10_000_000,
            help="Cut a game off after this many decisions.",
        ),
    ] = 20_000,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    lang: LanguageOption = Language.EN,
    output_format: FormatOption = DataFormat.TEXT,
    data: Annotated[str | None, DATA.option("Every game is a row in Parquet files.")] = None,
    output: Annotated[
        str | None,
        OUTPUT.option("A report with charts: a page or picture, .html, .svg or .png."),
    ] = None,
    force: ForceOption = False,
) -> int:
    """Play many games and show statistics: who wins, how long games take, which spells are cast.

    Every number has a 95 % interval. Bots know only what a player may know; `greedy` plays unless you
    name others.
    With `-o FILE`, they are also drawn, as a page or a picture;
    `wtrules simulate report FOLDER -o FILE` makes one of what `--data` has saved.

    Examples:
      wtrules simulate
      wtrules simulate friday.wtr --against en-capstone --players 2-4
      wtrules simulate en-capstone+nasty --until 1% --players 3
      wtrules simulate --bots mcts,greedy -p 2 -n 100 --output-format json
      wtrules simulate friday.wtr --bots friday-bot.json,greedy -p 2
      wtrules simulate friday.wtr --against en-capstone -o friday.html
      wtrules simulate friday.wtr --against en-capstone --data friday-results
      wtrules simulate report friday-results -o friday.html
    """
    if ruleset == "report":
        return _report(results, output, force, lang)
    if results is not None:
        raise UsageError("usage.belongs_to_report", option=f"`{results}`")
    page = None if output is None else _page(output, force)
    from wtrules.game.trained import read_bots
    from wtrules.simulate.second_look import second_look
    from wtrules.simulate.simulation import planned
    from wtrules.simulate.store import Store

    who = read_names(bots, trained=True)
    # A higher precision takes more than a million games.
    precision = read_percent(until, 0.1, 50, "usage.bad_precision", "--until")
    expect_one_place(executor, jobs)
    if precision is not None and games is not None:
        raise bad_parameter("usage.games_or_until", "--until")
    readings = read_assume(assume)
    sides: tuple[Game, ...] = (open_game(ruleset, variants, readings),)
    if against is not None:
        sides += (open_game(against, assume=readings),)
    counts = read_players(players, sides)
    expect_seats(who, counts)
    if precision is None and games is None:
        games = min(_GAMES.get(bot.partition(":")[0], 200) for bot in who)
    given = ("+".join([ruleset or default_ruleset(), *read_variants(variants)]), against or "")
    files = tuple(read_bots(who).values())
    _note_other_rules(files, sides, lang)
    simulation = planned(
        sides,
        counts,
        who,
        games=games,
        precision=precision,
        seed=seed,
        most=max_decisions,
        assume=readings,
        files=files,
        given=given[: len(sides)],
    )
    store: Store | None = None
    try:
        team = workers_for(executor, jobs, lang)
        if data is not None:
            store = Store.create(Path(data), simulation.plan, simulation.arenas)
        with progress(simulation.plan, simulation.records) as noted:
            simulation.run(team, store, noted)
        _note_folder(store, lang)
        summaries = simulation.summaries(lang)
        if len(sides) > 1:
            again = partial(workers_for, executor, jobs, lang)
            summaries = [second_look(sides[0], simulation.plan, one, again) for one in summaries]
        _show(simulation, summaries, output_format, store, lang)
        if page is not None:
            _draw(simulation, summaries, page, force, lang)
    except KeyboardInterrupt:
        _show(simulation, simulation.summaries(lang), output_format, None, lang)
        complain("usage.stopped", lang, kept=_kept(simulation, store, lang))
        return EXIT_INTERRUPTED
    except UserError as error:
        if store is not None:
            error.add_note(_kept(simulation, store, lang))
        raise
    finally:
        if store is not None:
            store.close()
    return EXIT_CLEAN


def _note_folder(store: Store | None, lang: str) -> None:
    """Say what was wrong with the files in a folder."""
    for key, parts in store.notes() if store is not None else ():
        note(f"wtrules: {Texts(lang)(key, **parts)}")


def _note_other_rules(files: tuple[BotFile, ...], sides: tuple[Game, ...], lang: str) -> None:
    """Say which bots were trained for other rules than those they play."""
    from wtrules.canonical import is_of_other_form

    for file in files:
        for game in sides:
            if file.hash != game.hash:
                key = "other_version" if is_of_other_form(file.hash) else "trained_for"
                parts = {"file": file.name, "trained": file.ruleset, "ruleset": game.name}
                note(f"wtrules: {Texts(lang)(f'usage.bot_file.{key}', **parts)}")


def _show(
    simulation: Simulation,
    summaries: list[Summary],
    form: DataFormat,
    store: Store | None,
    lang: str,
) -> None:
    """Write the results."""
    if not summaries:
        return
    statistics = simulation.to_json(summaries)
    if store is not None:
        store.finish(statistics)
    if form is DataFormat.JSON:
        write_data(json_text(statistics))
    else:
        write_data(simulation.describe(lang, summaries) + "\n")


def _page(output: str, force: bool) -> Path:
    """Return the file for a report; raises UsageError, before anything is played."""
    from wtrules.simulate.report import KINDS
    from wtrules.simulate.store import check_extra

    path = expect_file(output, KINDS, force)
    check_extra("vl_convert")
    return path


def _draw(
    simulation: Simulation, summaries: list[Summary], path: Path, force: bool, lang: str
) -> None:
    """Write a report on what was just played."""
    from wtrules.simulate.report import drawn

    plan = simulation.plan
    played = [*simulation.played.values()]
    data = drawn(plan, played, summaries, path.suffix.lower(), lang, plan.provenance)
    write_file(path, data, force, lang)


def _report(folder: str | None, output: str | None, force: bool, lang: str) -> int:
    """Write a report on the results saved in a folder."""
    from wtrules.simulate.report import report
    from wtrules.simulate.store import Store

    if folder is None or output is None:
        raise UsageError("usage.report_needs")
    path = _page(output, force)
    store = Store.open(Path(folder))
    data = report(store, path.suffix.lower(), lang)
    _note_folder(store, lang)
    write_file(path, data, force, lang)
    return EXIT_CLEAN


def _kept(simulation: Simulation, store: Store | None, lang: str) -> str:
    """Return what was finished and how to continue."""
    texts = Texts(lang)
    if store is not None:  # there may be parts that were written but not counted
        return texts("usage.kept", folder=store.folder)
    games = sum(one.games for one in simulation.records.values())
    if not games:
        return texts("usage.nothing_played")
    return texts("usage.not_kept", games=texts.number(games))
