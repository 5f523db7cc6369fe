"""`wtrules perft`: how many sequences of decisions a position allows."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.options import (
    AssumeOption,
    DataFormat,
    FormatOption,
    PlayersOption,
    PositionArgument,
    RulesetOption,
    SeatOption,
    SeedOption,
    VariantsOption,
    read_assume,
)
from wtrules.cli.positions import open_game, pointing_into, read_position
from wtrules.cli.terminal import write_data
from wtrules.safe_text import json_text


class Backend(StrEnum):
    """What counts."""

    AUTO = "auto"
    NATIVE = "native"
    REFERENCE = "reference"


def perft(
    position: PositionArgument = None,
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="N", min=0, help="Maximum number of decisions.")
    ] = 3,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count separately for each first move.")
    ] = False,
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    seat: SeatOption = None,
    seed: SeedOption = 0,
    variants: VariantsOption = None,
    backend: Annotated[
        Backend,
        typer.Option("--backend", help="The back end that counts; both give the same numbers."),
    ] = Backend.AUTO,
    assume: AssumeOption = None,
    output_format: FormatOption = DataFormat.TEXT,
) -> int:
    """Count the sequences of decisions from a position, by their length.

    Cards and rolls come from the random generator in the position, so counts are reproducible.

    Examples:
      wtrules perft --players 3 --seed 7 --depth 4
      wtrules perft --depth 3 --divide
      wtrules perft --depth 8 --backend native
      wtrules perft "K/Ry/N/Ry/N/R/N/R/N/R/./././././b y" -r friday.wtr
    """
    from wtrules.game.perft import divide as divided
    from wtrules.game.perft import perft as counted

    game = open_game(ruleset, variants, read_assume(assume))
    with pointing_into(position):
        state = read_position(game, position, seat=seat, players=players, seed=seed)
    as_json = output_format is DataFormat.JSON
    if divide and depth > 0:
        found = divided(state, depth, backend)
        total = sum(count for _, count in found)
        if as_json:
            write_data(
                json_text({"depth": depth, "moves": dict(found), "count": total}, indent=None)
            )
            return EXIT_CLEAN
        width = max((len(text) for text, _ in found), default=0)
        digits = max(len(f"{total:,}"), 5)
        for text, count in (*found, ("total", total)):
            write_data(f"{text:<{width}}  {count:>{digits},}\n")
        return EXIT_CLEAN
    for length in range(depth + 1):
        # Each line as soon as it is known: the next one may take a while.
        count = counted(state, length, backend)
        write_data(
            json_text({"depth": length, "count": count}, indent=None)
            if as_json
            else f"{length:>5}  {count:,}\n"
        )
    return EXIT_CLEAN
