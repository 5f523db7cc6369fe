"""`wtrules render`: a position or an example as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN
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
from wtrules.cli.positions import open_game, pointing_into, read_position
from wtrules.cli.terminal import use_colour
from wtrules.cli.usage import UsageError
from wtrules.safe_text import Medium

if TYPE_CHECKING:
    from wtrules.game.game import State
    from wtrules.game.storyboard import Storyboard
    from wtrules.resolve.ledger import Assume

_SHOWN = 6  # examples to choose from in a message


def render(
    position: PositionArgument = None,
    output: Annotated[
        str | None,
        OUTPUT.option(
            "It ends in .svg for a picture or .txt for a drawing in text; `-` writes SVG to "
            "standard output. If omitted, draw in the terminal."
        ),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(
            "--example",
            metavar="EXAMPLE",
            help="Draw an example of the rules instead of a position: before, the move, after. "
            "The ruleset may then be given in place of a position.",
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
    """Draw a position or an example: as SVG for a page, or as text for the terminal.

    Wizards under towers are hidden, as on the table, unless you use --show-hidden. An example shows
    them faintly through the walls.

    Examples:
      wtrules render "K/Ry/N/Ry/N/R/N/R/N/R/./././././b"
      wtrules render "K/Ry/N/Ry/N/R/N/R/N/R/./././././b" -o board.svg
      wtrules render --players 4 -o start.txt --force
      wtrules render -o - > start.svg
      wtrules render --example castle.entry -o entry.svg
      wtrules render --example castle.entry en-abacus-24 --lang de
    """
    from wtrules.game.picture import picture
    from wtrules.game.story_pictures import story_svg, story_text

    kind = ".svg" if output == "-" else Path(output).suffix.lower() if output else ""
    if output and kind not in (".svg", ".txt"):
        raise UsageError("usage.ending_picture", file=output)
    is_svg = kind == ".svg"
    medium = Medium.SVG if is_svg else Medium.TERMINAL
    if example is not None:
        if (position is not None and ruleset is not None) or players is not None or seed:
            raise UsageError("usage.example_or_position")
        story = _storyboard(example, ruleset or position, variants, read_assume(assume))
        made = story_svg(story, lang, captioned=True) if is_svg else story_text(story, lang)
        write_output(output, made, medium, force, lang)
        return EXIT_CLEAN
    game = open_game(ruleset, variants, read_assume(assume))
    # The picture does not depend on whose turn it is.
    has_seat = position is None or len(position.split()) > 1
    with pointing_into(position):
        state = read_position(
            game, position, seat=None if has_seat else 0, players=players, seed=seed
        )
    if is_svg:
        made = picture(state, lang, show_hidden=show_hidden)
    else:
        made = _drawn(state, lang, width, not output and use_colour(), show_hidden)
    write_output(output, made, medium, force, lang)
    return EXIT_CLEAN


def _drawn(state: State, lang: str, width: int, colour: bool, show_hidden: bool) -> str:
    """Return a position as a drawing in text."""
    from wtrules.board.draw import draw
    from wtrules.meaning import values
    from wtrules.say.describe import piece_names

    rules, board = state.game.rules, state.program.board
    colours = values.letters(rules)
    return (
        draw(
            state.board,
            colour=colour,
            width=width,
            ground_shields=board.ground_shields,
            track=board.track,
            pieces=piece_names(rules, lang),
            letters=board.letters,
            names={letter: name for name, letter in colours.items() if letter in board.letters},
            show_hidden=show_hidden,
        )
        + "\n"
    )


def _storyboard(
    id: str, ruleset: str | None, variants: Sequence[str] | None, assume: Assume
) -> Storyboard:
    """Return the storyboard of an example, with the variants it names; raises UsageError."""
    from wtrules.checks.examples import variants_of
    from wtrules.diagnostics import closest
    from wtrules.game.storyboard import example_storyboard

    game = open_game(ruleset, variants, assume, with_examples=True)
    known = [entry.id for entry in game.rules.entries.values() if entry.kind == "example"]
    entry = game.rules.get("example", id)
    if entry is None:
        near = closest(id, known)
        about = {"name": id, "ruleset": game.name}
        if near is not None:
            raise UsageError("usage.unknown_example_near", near=near, **about)
        if not known:
            raise UsageError("usage.no_examples", **about)
        raise UsageError("usage.unknown_example", known=", ".join(known[:_SHOWN]), **about)
    if named := variants_of(entry):
        game = open_game(ruleset, [*(variants or ()), *named], assume)
    story = example_storyboard(game, entry)
    if story is None:
        raise UsageError("usage.example_not_set_up", name=id)
    return story
