"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

from wtrules.cli.completion import complete_readings, complete_rulesets
from wtrules.cli.usage import bad_parameter


class Language(StrEnum):
    """The languages that commands write."""

    EN = "en"
    DE = "de"


LanguageOption = Annotated[Language, typer.Option("--lang", help="English or German.")]
RulesetArgument = Annotated[
    str | None,
    typer.Argument(
        help="A ruleset by name or path, optionally with variants: `en-capstone+nasty`. "
        "If omitted, the default ruleset.",
        show_default=False,
        autocompletion=complete_rulesets,
    ),
]
RulesetOption = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        "-r",
        help="A ruleset by name or path; if omitted, the default ruleset.",
        show_default=False,
        autocompletion=complete_rulesets,
    ),
]
VariantsOption = Annotated[
    list[str] | None, typer.Option("--variants", "--with", help="Variants to play with.")
]
PlayersOption = Annotated[int | None, typer.Option("--players", "-p", help="Number of players.")]
SeatOption = Annotated[
    str | None, typer.Option("--seat", "-s", help="The player to move: b, y … or 0, 1 …")
]
RollOption = Annotated[int | None, typer.Option("--roll", help="The number on the die.")]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, max=2**64 - 1, help="The seed of a new game.")
]
AssumeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--assume",
        metavar="ID=READING",
        help="Use another reading of an open question: amb.castle.covered_ground=b. May be "
        "repeated; `wtrules assumptions` lists the questions.",
        autocompletion=complete_readings,
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
