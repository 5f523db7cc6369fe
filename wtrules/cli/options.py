"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any

import typer

from wtrules.cli.completion import complete_readings, complete_rulesets
from wtrules.cli.usage import bad_parameter


class Language(StrEnum):
    """The languages that commands write."""

    EN = "en"
    DE = "de"


class DataFormat(StrEnum):
    """For people or for programs."""

    TEXT = "text"
    JSON = "json"


def output_option(help: str) -> Any:
    """Return the declaration of `--output` for a command."""
    return typer.Option("--output", "-o", metavar="FILE", help=help)


LanguageOption = Annotated[Language, typer.Option("--lang", help="English or German.")]
FormatOption = Annotated[DataFormat, typer.Option("--output-format", help="Output format.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
RulesetArgument = Annotated[
    str | None,
    typer.Argument(
        help="A ruleset by name or path, optionally with variants: `en-capstone+nasty`. "
        "If omitted, the default ruleset.",
        autocompletion=complete_rulesets,
    ),
]
RulesetOption = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        "-r",
        help="A ruleset by name or path; if omitted, the default ruleset.",
        autocompletion=complete_rulesets,
    ),
]
VariantsOption = Annotated[
    list[str] | None,
    typer.Option("--variants", "--with", help="Variants to play with: `--with nasty,team`."),
]
AssumeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--assume",
        "--set",
        metavar="NAME=VALUE",
        help="Use another value of a setting, spells.number=5, or another reading of an open "
        "question, amb.castle.covered_ground=b. May be repeated; `wtrules show` lists the "
        "settings, `wtrules assumptions` the questions.",
        autocompletion=complete_readings,
    ),
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", "-p", help="Number of players; by default the lowest possible."),
]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, max=2**64 - 1, help="The seed of a new game.")
]
PositionArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[POSITION]",
        help="A whole position, or a board such as `K/Rbby/…/.`, optionally followed by the seat. "
        "If omitted, the start.",
    ),
]
SeatOption = Annotated[
    str | None, typer.Option("--seat", "-s", help="The player to move: b, y … or 0, 1 …")
]
CardOption = Annotated[
    str | None, typer.Option("--card", "-c", help="The card to play: w3, t5w1, tdwd …")
]
RollOption = Annotated[int | None, typer.Option("--roll", help="The number on the die.")]
SpellOption = Annotated[
    str | None,
    typer.Option(
        "--spell", help="The spell to cast: laid out, and with enough full flasks for it."
    ),
]


def read_assume(given: Iterable[str] | None) -> tuple[tuple[str, str], ...]:
    """Return the values of `--assume` as pairs; a text without `=` is a usage error."""
    pairs = []
    for text in given or ():
        id, equals, reading = (part.strip() for part in text.partition("="))
        if not (id and equals and reading):
            raise bad_parameter("usage.bad_assume", "--assume", text=text)
        pairs.append((id, reading))
    return tuple(pairs)


def read_variants(given: Iterable[str] | None) -> list[str]:
    """Return the values of `--with` one by one, however they were given: `--with nasty,team`."""
    return [name for each in given or () for name in each.replace("+", ",").split(",") if name]
