"""`wtrules play`: a game in the terminal, against people at the same keyboard and against bots.

Everything is read as lines and written as lines, so a game can be played through a pipe as well.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli.configuration import default_ruleset
from wtrules.cli.options import (
    SEED,
    AssumeOption,
    Language,
    LanguageOption,
    PlayersOption,
    RulesetArgument,
    VariantsOption,
    read_assume,
)
from wtrules.cli.positions import open_game
from wtrules.cli.usage import UsageError

if TYPE_CHECKING:
    pass

_SEEDS = 1_000_000  # one of them is chosen if none is given: a short number, easy to type again


def play(
    ruleset: RulesetArgument = None,
    players: PlayersOption = None,
    seed: Annotated[int | None, SEED.option("If omitted, every game is different.")] = None,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO,…",
            help="Players in turn order: human, greedy, mcts, random; bot.json, a bot that `wtrules "
            "train` has made. By default, you against greedy bots.",
        ),
    ] = None,
    lang: LanguageOption = Language.EN,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", metavar="FILE", help="Save the game to a new file after every move."
        ),
    ] = None,
    load: Annotated[
        Path | None,
        typer.Option(
            "--load",
            metavar="FILE",
            help="Continue a saved game. It finds its rules if they are shipped or in "
            "its own folder or below; otherwise, name them as RULESET.",
        ),
    ] = None,
) -> int:
    """Play a game: alone against bots, or several people at one keyboard.

    Type the number of a move or the move itself; `help` lists the other commands.

    Examples:
      wtrules play
      wtrules play --players 3 --seats human,human,greedy --save evening.game
      wtrules play friday --seats human,friday-bot.json
      wtrules play --load evening.game --save evening.game
      wtrules play ../friday.wtr --load evening.game
      wtrules play friday --lang de --seed 7
    """
    fresh = {"--players": players, "--seed": seed, "--with": variants}
    given = [name for name, value in fresh.items() if value is not None]
    given += ["--assume"] if assume else []
    if load is not None and given:
        raise UsageError("usage.load_has_its_own", option=given[0])
    if "-" in (str(load), str(save)):
        raise UsageError("usage.game_needs_file")
    from wtrules.cli.play_files import Saved, read_saved
    from wtrules.cli.play_seats import check_bots, check_seats, usual_seats
    from wtrules.cli.play_session import Session
    from wtrules.game.playthrough import History

    named = [part.strip() for part in seats.split(",")] if seats is not None else None
    if load is not None:
        game = read_saved(load, ruleset)
    else:
        rules = open_game(ruleset, variants, read_assume(assume))
        if players is None:
            players = len(named) if named is not None else rules.players[0]
        begun = History.begin(rules, players, secrets.randbelow(_SEEDS) if seed is None else seed)
        game = Saved(begun, (), _lasting_name(ruleset or default_ruleset()), b"")
    players = game.history.state.players
    chosen = list(game.seats) or usual_seats(players)
    if named is not None:
        chosen = check_seats(named, players)
    check_bots(chosen, game.history.state.program)
    session = Session(game.history, chosen, lang, save, game.ruleset)
    if load is not None:
        session.saved = len(game.history.moves)
        session.files.adopt(load, game.content)
    session.start()
    return session.run()


def _lasting_name(ruleset: str) -> str:
    """Return the name or path by which a saved game finds its rules again."""
    for path in (ruleset, f"{ruleset.partition('+')[0]}.wtr"):
        if os.path.isfile(path):
            return path
    return ruleset.partition("+")[0]
