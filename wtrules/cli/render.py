"""`wtrules render`: a position as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wtrules.cli.files import write_output
from wtrules.cli.options import (
    OUTPUT,
    AssumeOption,
    ForceOption,
    Language,
    LanguageOption,
    PlayersOption,
    PositionArgument,
    RulesetOption,
    SeedOption,
    VariantsOption,
    read_assume,
)
from wtrules.cli.positions import open_game, read_position, reporting
from wtrules.cli.terminal import use_colour
from wtrules.cli.usage import usage_error
from wtrules.safe_text import Medium


def render(
    position: PositionArgument = None,
    output: Annotated[
        str | None,
        OUTPUT.option(
            "It ends in .svg for a picture or .txt for a drawing in text; `-` writes SVG to "
            "standard output. If omitted, draw in the terminal."
        ),
    ] = None,
    show_hidden: Annotated[
        bool, typer.Option("--show-hidden", help="Show the wizards under towers.")
    ] = False,
    force: ForceOption = False,
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    seed: SeedOption = 0,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    lang: LanguageOption = Language.EN,
    width: Annotated[
        int,
        typer.Option(
            "--width",
            metavar="N",
            min=20,
            max=400,
            help="Width of a drawing in text, in characters.",
        ),
    ] = 80,
) -> int:
    """Draw a position: as SVG for a page, or as text for the terminal.

    Wizards under towers are hidden, as on the table, unless you use --show-hidden.

    Examples:
      wtrules render "K/Ry/N/Ry/N/R/N/R/N/R/./././././b"
      wtrules render "K/Ry/N/Ry/N/R/N/R/N/R/./././././b" -o board.svg
      wtrules render --players 4 -o start.txt --force
      wtrules render -o - > start.svg
    """
    from wtrules.board.draw import draw
    from wtrules.game.picture import picture
    from wtrules.rules import values
    from wtrules.rules.describe import piece_names

    kind = ".svg" if output == "-" else Path(output).suffix.lower() if output else ""
    if output and kind not in (".svg", ".txt"):
        return usage_error("usage.ending_picture", lang, file=output)
    game = open_game(ruleset, variants, read_assume(assume), lang)
    # The picture does not depend on whose turn it is.
    has_seat = position is None or len(position.split()) > 1
    with reporting(position, lang):
        state = read_position(
            game, position, seat=None if has_seat else 0, players=players, seed=seed
        )
    letters = state.program.letters
    medium = Medium.SVG if kind == ".svg" else Medium.TERMINAL
    if kind == ".svg":
        made = picture(state, lang, show_hidden=show_hidden)
    else:
        colours = values.letters(game.rules)
        made = draw(
            state.board,
            colour=not output and use_colour(),
            width=width,
            ground_shields=state.program.ground_shields,
            track=state.program.track,
            pieces=piece_names(game.rules, lang),
            letters=letters,
            names={letter: colour for colour, letter in colours.items() if letter in letters},
            show_hidden=show_hidden,
        )
        made += "\n"
    return write_output(output, made, medium, force, lang)
