"""`wtrules tune`: values of the rules that meet a designer's goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS, EXIT_INTERRUPTED
from wtrules.cli.configuration import default_ruleset
from wtrules.cli.files import expect_file, write_file, writing
from wtrules.cli.options import (
    DATA,
    FORCE,
    GAMES,
    OUTPUT,
    PLAYERS,
    BotsOption,
    DataFormat,
    ExecutorOption,
    FormatOption,
    JobsOption,
    Language,
    LanguageOption,
    RulesetArgument,
    SeedOption,
)
from wtrules.cli.positions import open_game
from wtrules.cli.simulate_options import (
    expect_one_place,
    expect_seats,
    read_names,
    read_players,
    workers_for,
)
from wtrules.cli.terminal import note, shared, write_data
from wtrules.cli.usage import UsageError, complain
from wtrules.safe_text import json_text
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.tune.search import Candidate, Request


def tune(
    ruleset: RulesetArgument = None,
    goal: Annotated[
        list[str] | None,
        typer.Option(
            "--goal",
            "-g",
            metavar="GOAL",
            help="A number of the report and its limits: `turns 28..32`, `seat <= 52%`, "
            "`cast each >= 0.5`. May be repeated.",
        ),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="NAME=VALUES",
            help="What may vary: a setting, the cost of a spell, a cell of a table, with its values: "
            "`board.capacity=3..6`, `spell.second_wind.cost=1..3`, `supply.flasks[2]=5|7`. May be repeated.",
        ),
    ] = None,
    trials: Annotated[
        int,
        typer.Option(
            "--trials", metavar="N", min=1, max=10_000, help="How many combinations to try at most."
        ),
    ] = 24,
    games: Annotated[
        int,
        GAMES.option("For each of the best candidates.", min=16, max=1_000_000),
    ] = 400,
    players: Annotated[
        str | None,
        PLAYERS.option(
            "May be several: 2-4 or 2,4. By default, the lowest possible.", metavar="N,N-N"
        ),
    ] = None,
    bots: BotsOption = "greedy",
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    executor: ExecutorOption = None,
    lang: LanguageOption = Language.EN,
    output_format: FormatOption = DataFormat.TEXT,
    data: Annotated[
        str | None, DATA.option("The rule files of the best candidates are written there, too.")
    ] = None,
    output: Annotated[
        str | None, OUTPUT.option("A page with a picture of the trade-offs, .html.")
    ] = None,
    force: Annotated[bool, FORCE.option()] = False,
) -> int:
    """Search for values of the rules that meet your goals, by playing many games.

    All candidates are played with the same seeds: all of them a little, the best ones more. Exit
    code 1 means that none meets all goals.

    Examples:
      wtrules tune friday --goal "turns 26..30" --vary board.capacity=3..6
      wtrules tune friday.wtr -g "seat <= 55%" --vary hand.size=2..4 --data tuned
      wtrules tune -g "cast each >= 0.5" --vary "supply.flasks[2]=4..6"
    """
    from wtrules.simulate.store import check_extra
    from wtrules.tune.changes import read_change
    from wtrules.tune.goals import read_goal
    from wtrules.tune.results import best, lines, page, to_json
    from wtrules.tune.search import Request, Search

    if not goal or not vary:
        raise UsageError("tune.nothing")
    if find_spec("optuna") is None:
        raise UsageError("tune.missing_extra")
    path = None if output is None else expect_file(output, (".html",), force)
    expect_one_place(executor, jobs)
    game = open_game(ruleset)
    who = read_names(bots)
    counts = read_players(players, (game,)) if players is not None else (min(game.players),)
    expect_seats(who, counts)
    texts = Texts(lang)
    try:
        if path is not None:
            check_extra("vl_convert")
        extends, folder, files = _base(ruleset)
        request = Request(
            game,
            extends,
            folder,
            tuple(read_change(text, game) for text in vary),
            tuple(read_goal(text) for text in goal),
            counts,
            who,
            games,
            trials,
            seed,
        )
        kept = _kept(data)
        with _progress(request, texts) as show:
            search = Search(request, lambda: workers_for(executor, jobs, lang), kept, show, lang)
            found = search.run()
    except KeyboardInterrupt:
        kept_text = texts("usage.kept", folder=data) if data else texts("usage.nothing_played")
        complain("usage.stopped", lang, kept=kept_text)
        return EXIT_INTERRUPTED
    if output_format is DataFormat.JSON:
        write_data(json_text(to_json(request, found)))
    else:
        write_data("\n".join(lines(request, found, texts)) + "\n")
    if data is not None:
        _write_files(Path(data), files, best(found), texts)
    if path is not None:
        write_file(path, page(request, found, lang), force, lang)
    return EXIT_CLEAN if any(one.meets_goals for one in best(found)) else EXIT_FINDINGS


def _base(ruleset: str | None) -> tuple[str, Path | None, dict[str, Path]]:
    """Return how a candidate names the ruleset, its folder, and the files that it needs.

    There is no folder if the ruleset is shipped. The files are those of the ruleset itself and all that
    it extends, includes or takes examples from, by their names in the folder.
    """
    from wtrules.pipeline import open_ruleset
    from wtrules.resolve.library import Library

    library = Library(with_examples=True)
    ruleset = ruleset or default_ruleset()
    opened = open_ruleset(ruleset, library)
    opened.compile(opened.chosen)
    assert opened.loaded is not None  # its game has been opened
    path = opened.loaded.path
    extends = "+".join([path.stem, *opened.chosen])
    shipped = library.shipped_path(path.stem)
    is_path = ruleset.partition("+")[0].endswith(".wtr")
    if not is_path and shipped is not None and shipped[0].samefile(path):
        return extends, None, {}
    folder = path.parent.resolve()
    nearby = (file for file in library.files_read() if file.is_relative_to(folder))
    files = {file.relative_to(folder).as_posix(): file for file in nearby}
    return extends, path.parent, {**files, path.name: path}


def _kept(data: str | None) -> Path | None:
    if data is None:
        return None
    kept = Path(data) / "games"
    with writing(Path(data)):
        kept.mkdir(parents=True, exist_ok=True)
    return kept


def _write_files(
    folder: Path, files: Mapping[str, Path], found: list[Candidate], texts: Texts
) -> None:
    """Write the rule files of candidates, beside copies of the files that they need."""
    from wtrules.files import write_whole
    from wtrules.tune.search import written

    place = folder / "candidates"
    with writing(place):
        place.mkdir(parents=True, exist_ok=True)
        for name, file in files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(place / name, file.read_bytes())
        for name, text in written(found).items():
            write_whole(place / name, text.encode())
    note(texts("tune.files", folder=place))


@contextmanager
def _progress(request: Request, texts: Texts) -> Iterator[Callable[[Candidate, int], None]]:
    """Show on a terminal which candidate was played; nothing elsewhere."""
    import sys

    if sys.stderr is None or not sys.stderr.isatty() or shared.quiet:
        yield lambda candidate, games: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from wtrules.tune.results import values_text

    with Progress(
        BarColumn(),
        TextColumn("{task.fields[what]}"),
        console=Console(file=sys.stderr),
        transient=True,
    ) as bar:
        task = bar.add_task("tune", total=2 * min(request.trials, request.combinations), what="")

        def show(candidate: Candidate, games: int) -> None:
            values = values_text(candidate)
            what = texts("tune.progress", n=candidate.number, values=values)
            bar.update(task, advance=1, what=what)

        yield show
