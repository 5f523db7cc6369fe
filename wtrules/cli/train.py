"""`wtrules train`: a bot that learns a ruleset by playing against itself."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_INTERRUPTED
from wtrules.cli.files import expect_file, expect_writable, write_file, writing
from wtrules.cli.options import (
    GAMES,
    OUTPUT,
    PLAYERS,
    SEED,
    AssumeOption,
    DataFormat,
    ForceOption,
    FormatOption,
    JobsOption,
    Language,
    LanguageOption,
    RulesetArgument,
    VariantsOption,
    read_assume,
)
from wtrules.cli.positions import open_game
from wtrules.cli.simulate_options import read_players
from wtrules.cli.terminal import note, show_progress, write_data
from wtrules.cli.usage import UsageError, bad_parameter, complain
from wtrules.safe_text import json_text
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.game.trained import BotFile, Trained
    from wtrules.training.train import Course, Progress

_TIME = re.compile(r"(\d{1,6})\s*([smh]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
_MOST_SECONDS = 24 * 3600


def train(
    ruleset: RulesetArgument = None,
    bot: Annotated[
        str | None,
        typer.Argument(metavar="[BOT]", help="After `report`: the bot file."),
    ] = None,
    output: Annotated[
        str | None,
        OUTPUT.option("The bot, .json; after `report`, a page or picture, .html, .svg or .png."),
    ] = None,
    players: Annotated[
        str | None,
        PLAYERS.option(
            "May be several, 2-4 or 2,4: the bot learns each of them, one after the other. By "
            "default, the lowest possible.",
            metavar="N,N-N",
        ),
    ] = None,
    time: Annotated[
        str,
        typer.Option("--time", metavar="TIME", help="How long to train in all: 90s, 2m, 1h."),
    ] = "2m",
    games: Annotated[
        int | None,
        GAMES.option(
            "For each number of players, instead of a time; the same seed and number give the "
            "same bot.",
            min=1,
            max=10_000_000,
        ),
    ] = None,
    seed: Annotated[int | None, SEED.option("By default 0.")] = None,
    jobs: JobsOption = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the bot in the file, which is replaced.")
    ] = False,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    lang: LanguageOption = Language.EN,
    output_format: FormatOption = DataFormat.TEXT,
    force: ForceOption = False,
) -> int:
    """Train a bot: it learns what a position is worth, for any rules, by playing against itself.

    `--bots bot.json` in `simulate` and `--seats human,bot.json` in `play` let it play;
    `mcts:bot.json` searches with what it has learned. Ctrl-C keeps what was learned so far.
    `wtrules train report BOT` shows how it learned; `-o FILE` draws it.

    Examples:
      wtrules train friday.wtr -o friday-bot.json
      wtrules train en-capstone+nasty --players 2-4 --time 10m -o nasty-bot.json
      wtrules train friday.wtr -o friday-bot.json --resume --time 1h
      wtrules train --games 5000 --seed 7 -o bot.json
      wtrules train report friday-bot.json -o curve.html
      wtrules simulate friday.wtr --bots friday-bot.json,greedy -p 2
    """
    if ruleset == "report":
        return _report(bot, output, output_format, force, lang)
    if bot is not None:
        raise UsageError("usage.belongs_to_train_report", option=f"`{bot}`")
    if output is None:
        raise UsageError("usage.train_needs")
    path = Path(output)
    if path.suffix.lower() != ".json":
        raise UsageError("usage.train_ending", file=output)
    seconds = None if games is not None else read_time(time)
    if find_spec("numpy") is None:
        raise UsageError("usage.needs_extra", module="numpy", extra="sim")
    if resume and not path.is_file():
        raise UsageError("usage.resume_missing", file=path)
    expect_writable(path, force or resume)
    from wtrules.game.trained import read_bot

    game = open_game(ruleset, variants, read_assume(assume))
    counts = read_players(players, (game,)) if players is not None else game.players[:1]
    before = read_bot(output) if resume else None
    if before is not None:
        for count in counts:
            if count in before.minds:
                before.mind(game.program(count))
        _expect_resumable(before, game, seed, lang)
    # Small products of matrices are slower on several threads, which the games need anyway.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    teaching = _Teaching(game, path, before, lang)
    return teaching.run(counts, seed, games, seconds, jobs, output_format)


def read_time(text: str) -> float:
    """Return a time in seconds: `90s`, `2m`, `1h`."""
    found = _TIME.fullmatch(text.strip().lower())
    seconds = int(found[1]) * _SECONDS[found[2]] if found else 0
    if not 1 <= seconds <= _MOST_SECONDS:
        raise bad_parameter("usage.bad_time", "--time", text=text)
    return float(seconds)


def _expect_resumable(before: BotFile, game: Game, seed: int | None, lang: str) -> None:
    """Refuse a bot that cannot be trained further with these rules and this seed."""
    from wtrules.canonical import is_of_other_form

    if is_of_other_form(before.hash):
        parts = {"file": before.name, "trained": before.ruleset, "ruleset": game.name}
        note(f"wtrules: {Texts(lang)('usage.bot_file.other_version', **parts)}")
    elif before.hash != game.hash:
        parts = {"file": before.name, "trained": before.ruleset}
        raise UsageError("usage.resume_other", **parts)
    for one in before.minds.values():
        if seed is not None and one.training["seed"] != seed:
            known = one.training["seed"]
            raise UsageError("usage.resume_seed", file=before.name, seed=known)


class _Teaching:
    """Trains the minds of a bot one after the other, and writes its file."""

    def __init__(self, game: Game, path: Path, before: BotFile | None, lang: str) -> None:
        self.game, self.path, self.lang = game, path, lang
        self.texts = Texts(lang)
        self.minds: dict[int, Trained] = dict(before.minds) if before is not None else {}
        self.learned = False  # something that is not in the file before

    def run(
        self,
        counts: tuple[int, ...],
        seed: int | None,
        games: int | None,
        seconds: float | None,
        jobs: int | None,
        form: DataFormat,
    ) -> int:
        from wtrules.training.train import Course, train
        from wtrules.workers import processors

        share = seconds / len(counts) if seconds is not None else None
        known = [one.training["seed"] for one in self.minds.values()]
        first = known[0] if known else seed or 0
        try:
            for count in counts:
                course = Course(self.game, count, first, games, share)
                self.show_start(course)
                train(course, self.minds.get(count), jobs=jobs or processors(), note=self.note)
        except KeyboardInterrupt:
            show_progress("")
            if not self.learned:
                complain("train.stopped_early", self.lang)
            else:
                self.write()
                complain("train.stopped", self.lang, file=self.path)
            return EXIT_INTERRUPTED
        show_progress("")
        self.write(is_last=True)
        _show(self.file, form, self.lang)
        return EXIT_CLEAN

    @property
    def file(self) -> BotFile:
        from wtrules.game.trained import BotFile

        return BotFile(str(self.path), self.game.name, self.game.hash, self.minds)

    def note(self, progress: Progress) -> None:
        """Keep what was learned, and show it."""
        course = progress.course
        self.minds[course.players] = progress.trained
        self.learned = True
        if progress.measured:
            self.write()
        training = progress.trained.training
        if course.games is not None:
            left = progress.seconds * (course.games / progress.games - 1)
        else:
            left = (course.seconds or 0) - progress.seconds
        parts = {
            "players": self.texts("train.players", n=course.players),
            "games": self.texts.number(training["games"]),
            "left": _clock(left),
        }
        last = training["curve"][-1]
        if course.players == 1 or training["hurry"]:
            turns = self.texts.figures(f"{last['turns']:.1f}")
            show_progress(self.texts("train.progress_alone", turns=turns, **parts))
        else:
            won = self.texts.figures(f"{100 * last['wins'] / last['of']:.0f}")
            show_progress(self.texts("train.progress", share=won, **parts))

    def show_start(self, course: Course) -> None:
        if course.seconds is not None:
            players = self.texts("train.players", n=course.players)
            show_progress(
                self.texts("train.starting", players=players, left=_clock(course.seconds))
            )

    def write(self, is_last: bool = False) -> None:
        """Write the file: quietly while training, so that little is lost if the power fails."""
        from wtrules.files import write_whole
        from wtrules.game.trained import bot_text

        text = bot_text(self.game.name, self.game.hash, self.minds)
        if is_last:
            write_file(self.path, text, True, self.lang)
            return
        with writing(self.path):
            write_whole(self.path, text.encode())


def _clock(seconds: float) -> str:
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def _show(file: BotFile, form: DataFormat, lang: str) -> None:
    from wtrules.training.curve import lines, to_json

    if form is DataFormat.JSON:
        write_data(json_text(to_json(file)))
    else:
        write_data("\n".join(lines(file, Texts(lang))) + "\n")


def _report(bot: str | None, output: str | None, form: DataFormat, force: bool, lang: str) -> int:
    """Show or draw how a bot learned."""
    if bot is None:
        raise UsageError("usage.train_report_needs")
    from wtrules.game.trained import read_bot
    from wtrules.training.curve import KINDS, report

    file = read_bot(bot)
    if output is None:
        _show(file, form, lang)
        return EXIT_CLEAN
    path = expect_file(output, KINDS, force)
    write_file(path, report(file, path.suffix.lower(), lang), force, lang)
    return EXIT_CLEAN
