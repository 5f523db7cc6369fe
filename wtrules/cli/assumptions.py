"""`wtrules assumptions`: the open questions a ruleset depends on, and how much each matters."""

from __future__ import annotations

from typing import Annotated

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.options import (
    GAMES,
    PLAYERS,
    AssumeOption,
    DataFormat,
    FormatOption,
    JobsOption,
    Language,
    LanguageOption,
    RulesetArgument,
    VariantsOption,
    read_assume,
    read_variants,
)
from wtrules.cli.positions import open_game
from wtrules.cli.terminal import show_progress, write_data
from wtrules.cli.usage import usage_error
from wtrules.texts import Texts

_GAMES = 8  # enough to tell often from hardly ever, and soon done
_PLAYERS = 3


def assumptions(
    ruleset: RulesetArgument = None,
    games: Annotated[
        int,
        GAMES.option("Per reading; 0 only lists the questions.", min=0, max=10_000),
    ] = _GAMES,
    players: Annotated[int | None, PLAYERS.option("By default 3, if the rules allow it.")] = None,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    jobs: JobsOption = None,
    lang: LanguageOption = Language.EN,
    output_format: FormatOption = DataFormat.TEXT,
) -> int:
    """List the open questions a ruleset depends on, the most important first.

    Every other playable reading is compared with the rules in pairs of random games with the same
    cards, rolls and choices. The output shows in how many pairs the legal moves or the positions
    differ. Random players rarely play well, so a small number is a hint, not a proof.

    Examples:
      wtrules assumptions
      wtrules assumptions en-abacus-24 --with nasty --lang de
      wtrules assumptions friday.wtr --games 100
      wtrules assumptions --games 0 --output-format json
    """
    from wtrules.cli.assumptions_text import as_json, text_lines
    from wtrules.game.assumptions import OpenQuestions
    from wtrules.resources import default_ruleset

    wanted = "+".join([ruleset or default_ruleset(), *read_variants(variants)])
    readings = read_assume(assume)
    game = open_game(wanted, assume=readings, lang=lang)
    if players is None:
        players = _PLAYERS if _PLAYERS in game.players else game.players[0]
    elif players not in game.players:
        counts = ", ".join(map(str, game.players))
        about = {"ruleset": game.name, "counts": counts, "players": players}
        return usage_error("usage.players", lang, **about)
    work = OpenQuestions(game, wanted, readings, players, games)
    listed = work.listed()
    if games:

        def progress(done: int, total: int, reading: str) -> None:
            texts = Texts(lang)
            show_progress(texts("assumptions.progress", done=done, total=total, reading=reading))

        listed = work.measured(listed, progress, jobs)
        show_progress("")
    listed.sort(key=lambda a: a.weight, reverse=True)
    if output_format is DataFormat.JSON:
        write_data(as_json(work, listed))
    else:
        write_data("\n".join(text_lines(work, listed, lang)) + "\n")
    return EXIT_CLEAN
