"""`wtrules play`: a game in the terminal, against people at the same keyboard and against bots.

Everything is read as lines and written as lines, so a game can be played through a pipe as well.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_FINDINGS, EXIT_USAGE
from wtrules.cli.game_files import Unusable
from wtrules.cli.options import (
    AssumeOption,
    Language,
    LanguageOption,
    RulesetArgument,
    read_assume,
)
from wtrules.cli.terminal import say
from wtrules.cli.usage import usage_error
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.cli.play_session import Session
    from wtrules.game.game import Game
    from wtrules.rules.ledger import Assume


def play(
    ruleset: RulesetArgument = None,
    players: Annotated[
        int | None, typer.Option("--players", help="Number of players.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", help="The same seed gives the same cards and dice.", show_default=False
        ),
    ] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="VARIANT", help="A variant to play with; may be repeated."),
    ] = None,
    assume: AssumeOption = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO,…",
            help="Players in turn order: human, greedy, mcts, random. By default, you against "
            "greedy bots.",
            show_default=False,
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
        typer.Option("--load", metavar="FILE", help="Continue a saved game."),
    ] = None,
) -> int:
    """Play a game: alone against bots, or several people at one keyboard.

    Type the number of a move or the move itself; `help` lists the other commands.

    Examples:
      wtrules play
      wtrules play --players 3 --seats human,human,greedy --save evening.game
      wtrules play --load evening.game --save evening.game
      wtrules play friday --lang de --seed 7
    """
    fresh = {"RULESET": ruleset, "--players": players, "--seed": seed, "--with": with_}
    given = [name for name, value in fresh.items() if value is not None]
    given += ["--assume"] if assume else []
    if load is not None and given:
        return usage_error("usage.load_has_its_own", lang, option=given[0])
    from wtrules.cli.play_files import IllegalGame, NotSaved

    named = [part.strip() for part in seats.split(",")] if seats is not None else None
    try:
        if load is not None:
            session = _loaded(load, named, lang, save)
        else:
            readings = read_assume(assume)
            session = _begun(ruleset, players, seed, with_ or (), readings, named, lang, save)
    except Unusable as error:
        say(str(error))
        return EXIT_USAGE
    except IllegalGame as error:
        say(str(error))
        return EXIT_FINDINGS
    try:
        session.start()
    except NotSaved as error:
        say(f"wtrules: {session.words(error.key, **error.parts)}")
        return EXIT_USAGE
    return session.run()


def _begun(
    ruleset: str | None,
    players: int | None,
    seed: int | None,
    variants: Sequence[str],
    assume: Assume,
    seats: Sequence[str] | None,
    lang: str,
    save: Path | None,
) -> Session:
    """Return a new game; raises Unusable."""
    from wtrules.cli.play_seats import check_seats, usual_seats
    from wtrules.cli.play_session import Session
    from wtrules.game.load import RulesetError
    from wtrules.game.load import load as load_rules
    from wtrules.game.playthrough import History
    from wtrules.resources import default_ruleset

    try:
        game = load_rules(ruleset or default_ruleset(), tuple(variants), assume)
    except RulesetError as error:
        raise Unusable(str(error)) from error
    if players is None:
        players = len(seats) if seats is not None else game.players[0]
    try:
        history = History.begin(game, players, secrets.randbits(32) if seed is None else seed)
        chosen = usual_seats(players) if seats is None else check_seats(seats, players, Texts(lang))
    except ValueError as error:
        raise Unusable(f"wtrules: {error}") from error
    return Session(history, chosen, lang, save, _lasting_name(ruleset, game))


def _loaded(path: Path, seats: Sequence[str] | None, lang: str, save: Path | None) -> Session:
    """Return a saved game to continue; raises Unusable or IllegalGame."""
    from wtrules.cli.play_files import read_saved
    from wtrules.cli.play_seats import check_seats, usual_seats
    from wtrules.cli.play_session import Session

    found = read_saved(path, lang)
    history, players = found.history, found.history.state.players
    try:
        chosen = check_seats(seats, players, Texts(lang)) if seats else list(found.seats)
    except ValueError as error:
        raise Unusable(f"wtrules: {error}") from error
    chosen = chosen or usual_seats(players)
    session = Session(history, chosen, lang, save, found.ruleset, saved=len(history.moves))
    session.files.adopt(path, found.content)
    return session


def _lasting_name(ruleset: str | None, game: Game) -> str:
    """Return the name or path by which a saved game finds its rules again."""
    if ruleset is None:
        return game.rules.name
    for path in (ruleset, f"{ruleset.partition('+')[0]}.wtr"):
        if os.path.isfile(path):
            return path
    return ruleset.partition("+")[0]
