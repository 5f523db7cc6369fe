"""`wtrules assumptions`: the open questions a ruleset depends on, and how much each matters."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.completion import complete_questions
from wtrules.cli.configuration import default_ruleset
from wtrules.cli.options import (
    ALL,
    GAMES,
    JOBS,
    KIND,
    PLAYERS,
    SEED,
    AssumeOption,
    DataFormat,
    FormatOption,
    Language,
    LanguageOption,
    RulesetArgument,
    VariantsOption,
    read_assume,
    read_variants,
)
from wtrules.cli.positions import open_game
from wtrules.cli.terminal import show_progress, write_data
from wtrules.cli.usage import UsageError, read_percent
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.game.assumptions import Assumption, OpenQuestions
    from wtrules.resolve.ledger import Assume


_WITH_POSITIONS = 3  # questions, at most
_SHORT = 20  # questions of the list, unless more are asked for


class Confidence(StrEnum):
    """How sure the ledger is."""

    CERTAIN = "certain"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Kind(StrEnum):
    """What kind of question it is."""

    QUESTION = "question"
    FACT = "fact"
    DETAIL = "detail"


def assumptions(
    ruleset: RulesetArgument = None,
    question: Annotated[
        list[str] | None,
        typer.Option(
            "--question",
            metavar="ID",
            help="Show everything about a question: all readings, evidence, effects, and, for up to "
            "three questions, a position in which the readings differ. A part of an id, such as "
            "`castle`, selects all questions that contain it. May be repeated.",
            autocompletion=complete_questions,
        ),
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Show everything about every question.")
    ] = False,
    everything: Annotated[
        bool,
        ALL.option("Without it, the 20 most important questions."),
    ] = False,
    mode: Annotated[
        list[str] | None,
        typer.Option(
            "--mode",
            metavar="VARIANT,…",
            help="Only questions that come up because of these variants. They are added to the "
            "rules, as with `--with`, which lists all questions of the game with them.",
        ),
    ] = None,
    confidence: Annotated[
        list[Confidence] | None,
        typer.Option(
            "--confidence", help="Only questions of which we are this sure. May be repeated."
        ),
    ] = None,
    kind: Annotated[
        Kind | None,
        KIND.option(
            "`question`: left open by the manuals; `fact`: printed in no manual; `detail`: only a "
            "program has to settle it."
        ),
    ] = None,
    min_effect: Annotated[
        str | None,
        typer.Option(
            "--min-effect",
            metavar="PERCENT",
            help="Only questions that change the result of at least so many games: `5%`.",
        ),
    ] = None,
    measure: Annotated[
        bool,
        typer.Option(
            "--measure",
            help="Measure the readings now, for house rules or another number of players.",
        ),
    ] = False,
    games: Annotated[
        int | None,
        GAMES.option("Per reading, with `--measure`; by default 300.", min=10, max=10_000),
    ] = None,
    seed: Annotated[int | None, SEED.option("With `--measure`.")] = None,
    jobs: Annotated[int | None, JOBS.option("With `--measure`.")] = None,
    players: Annotated[int | None, PLAYERS.option("By default 3, if the rules allow it.")] = None,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    lang: LanguageOption = Language.EN,
    output_format: FormatOption = DataFormat.TEXT,
) -> int:
    """List the open questions a ruleset depends on, the most important first.

    Each with our reading and how sure we are. The number in front of a question is its effect: the share of games that end with another result
    if the question is read in another way. Greedy players play pairs of games with the same seeds.
    The shipped manuals have been measured; `--measure` measures any other rules.

    Examples:
      wtrules assumptions
      wtrules assumptions --all
      wtrules assumptions --confidence low --min-effect 5%
      wtrules assumptions --question castle.covered_ground
      wtrules assumptions en-abacus-24 --mode nasty --lang de
      wtrules assumptions friday.wtr --measure --games 100
      wtrules assumptions --details --output-format json
    """
    from wtrules.cli.assumptions_text import Listing, as_json, text_lines
    from wtrules.game.assumptions import usual_players
    from wtrules.resolve import ledger

    least = read_percent(min_effect, 0, 100, "usage.bad_effect", "--min-effect")
    needing = {"--games": games, "--seed": seed, "--jobs": jobs} if not measure else {}
    for option, value in needing.items():
        if value is not None:
            raise UsageError("usage.needs_option", option=option, other="--measure")
    modes = read_variants(mode)
    work = _opened(ruleset, read_variants(variants), modes, read_assume(assume))
    if players is None:
        players = usual_players(work.game)
    work.game.expect_players(players)
    every = work.listed()
    listed = _asked(question, work, every) if question else every
    if modes:
        without = work.without(modes)
        listed = [one for one in listed if one.id not in without]
    if confidence:
        open_ones = (one for one in listed if not work.stated(one))
        listed = [one for one in open_ones if ledger.confidence(one.node) in confidence]
    if kind:
        listed = [one for one in listed if ledger.kind(one.node) == kind]

    listing = Listing(work, listed, len(every), players)
    if measure:
        listing.measure(games, seed or 0, lambda *done: _show(done, lang), jobs)
        show_progress("")
    else:
        listing.look_up()
    if least is not None:
        listing.keep_at_least(least)
    if output_format is DataFormat.JSON:
        write_data(as_json(listing))
    else:
        # A position takes a few tenths of a second.
        listing.with_positions = bool(question) and len(listing.listed) <= _WITH_POSITIONS
        is_chosen = everything or modes or confidence or kind or least is not None
        full = details or bool(question)
        most = len(every) if full or is_chosen else _SHORT
        write_data("\n".join(text_lines(listing, lang, full, most)) + "\n")
    return EXIT_CLEAN


def _opened(
    ruleset: str | None, variants: list[str], modes: list[str], readings: Assume
) -> OpenQuestions:
    """Return the questions of a ruleset with variants, and with those of `--mode`."""
    from wtrules.game.assumptions import OpenQuestions

    wanted = "+".join([ruleset or default_ruleset(), *variants])
    game = open_game(wanted, assume=readings)
    missing = [name for name in modes if name not in game.rules.chosen]
    if missing:
        wanted = "+".join([wanted, *missing])
        game = open_game(wanted, assume=readings)
    return OpenQuestions(game, wanted)


def _asked(question: list[str], work: OpenQuestions, listed: list[Assumption]) -> list[Assumption]:
    """Return the questions with one of these texts in their ids; each must be in some id."""
    wanted: set[str] = set()
    for asked in question:
        found = {one.id for one in listed if asked and asked.casefold() in one.id.casefold()}
        if not found:
            raise _unknown(asked, work, listed)
        wanted |= found
    return [one for one in listed if one.id in wanted]


def _unknown(asked: str, work: OpenQuestions, listed: list[Assumption]) -> UsageError:
    """Return the report of a question that the list does not have."""
    from wtrules.diagnostics import closest

    if asked in work.ledger:
        return UsageError("usage.question_elsewhere", id=asked, ruleset=work.game.name)
    near = closest(asked, [one.id for one in listed])
    if near is not None:
        return UsageError("usage.unknown_question_near", id=asked, near=near)
    return UsageError("usage.unknown_question", id=asked)


def _show(done: tuple[int, int, str], lang: str) -> None:
    count, total, reading = done
    texts = Texts(lang)
    show_progress(texts("assumptions.progress", done=count, total=total, reading=reading))
