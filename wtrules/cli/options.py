"""Arguments and options that several commands share, each defined once.

An option has the same name, the same short form, the same type and the same first sentence of help
in every command. A command can add a sentence about what is special there: `SEED.option("…")`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any

import typer
from attrs import frozen

from wtrules.cli.completion import (
    complete_readings,
    complete_rulesets,
    complete_spells,
    complete_variants,
)
from wtrules.cli.usage import bad_parameter
from wtrules.value import Value


class Language(StrEnum):
    """The languages that commands write."""

    EN = "en"
    DE = "de"


class DataFormat(StrEnum):
    """For people or for programs."""

    TEXT = "text"
    JSON = "json"


@frozen
class Shared(Value):
    """An option that several commands have."""

    names: tuple[str, ...]
    help: str
    settings: dict[str, Any]

    def option(self, more: str = "", **settings: Any) -> Any:
        """Return the declaration for one command, with what its help adds."""
        help = f"{self.help} {more}".rstrip()
        return typer.Option(*self.names, help=help, **{**self.settings, **settings})


SHARED: dict[str, Shared] = {}  # by long name


def _shared(*names: str, help: str, **settings: Any) -> Shared:
    made = SHARED[names[0]] = Shared(names, help, settings)
    return made


# --- which rules ---------------------------------------------------------------------------------

RULESET = _shared(
    "--ruleset",
    "-r",
    metavar="RULESET",
    help="A ruleset by name or path.",
    autocompletion=complete_rulesets,
)
WITH = _shared(
    "--with",
    metavar="VARIANT,…",
    help="Add variants to the rules: `--with nasty,team`.",
    autocompletion=complete_variants,
)
SET = _shared(
    "--set",
    "--assume",
    metavar="NAME=VALUE",
    help="Use another value of a setting, spells.number=5, or another reading of an open question, "
    "amb.castle.covered_ground=b. May be repeated; `wtrules show` lists the settings, "
    "`wtrules assumptions` the questions.",
    autocompletion=complete_readings,
)
FAIL_ON = _shared(
    "--fail-on",
    help="Exit with 1 if there is a difference of this grade or a higher one.",
)
AGAINST = _shared("--against", help="What to compare with.")

ALL = _shared("--all", help="List all of it, not just what matters most.")
KIND = _shared("--kind", metavar="KIND", help="Show only entries of one kind.")

# --- which game ----------------------------------------------------------------------------------

PLAYERS = _shared("--players", "-p", metavar="N", help="Number of players.")
SEED = _shared(
    "--seed",
    metavar="N",
    min=0,
    max=2**64 - 1,
    help="Seed for cards, rolls and choices; the same seed gives the same results.",
)
GAMES = _shared("--games", "-n", metavar="N", help="Number of games to play.")
JOBS = _shared(
    "--jobs",
    "-j",
    metavar="N",
    min=1,
    max=256,
    help="Number of processes; by default one per processor. The results do not depend on it.",
)
BOTS = _shared(
    "--bots",
    "-b",
    metavar="BOT,BOT,…",
    help="The bots that play: greedy, mcts (stronger, slower), random (fast, hardly plays).",
)
EXECUTOR = _shared(
    "--executor",
    metavar="dask://HOST:PORT",
    help="Play on a Dask cluster instead of this machine. The results are the same.",
)
DATA = _shared(
    "--data", metavar="FOLDER", help="Save what is played; the same command continues there."
)
SEAT = _shared(
    "--seat",
    "-s",
    metavar="SEAT",
    help="The player to move: a letter (b, y …) or a number (0, 1 …).",
)
CARD = _shared("--card", "-c", metavar="CARD", help="The card to play: w3, t5w1, tdwd …")
ROLL = _shared("--roll", metavar="N", help="The number on the die.")
SPELL = _shared(
    "--spell",
    metavar="SPELL",
    help="The spell to cast: laid out, and with enough full flasks for it.",
    autocompletion=complete_spells,
)

# --- what is written -----------------------------------------------------------------------------

LANG = _shared("--lang", help="English or German.")
OUTPUT_FORMAT = _shared("--output-format", help="Output format.")
OUTPUT = _shared("--output", "-o", metavar="FILE", help="The file to write.")
PAGE = _shared("--page", metavar="URL", help="Where others can open the web page.")
FORCE = _shared("--force", help="Overwrite existing files.")
DIFF = _shared("--diff", help="Change no file; show what would change.")
STDIN_FILENAME = _shared(
    "--stdin-filename", metavar="NAME", help="File name to report for standard input."
)

# --- as most commands use them -------------------------------------------------------------------

LanguageOption = Annotated[Language, LANG.option()]
FormatOption = Annotated[DataFormat, OUTPUT_FORMAT.option()]
ForceOption = Annotated[bool, FORCE.option()]
DiffOption = Annotated[bool, DIFF.option()]
StdinFilenameOption = Annotated[str, STDIN_FILENAME.option()]
RulesetOption = Annotated[str | None, RULESET.option("If omitted, the default ruleset.")]
VariantsOption = Annotated[list[str] | None, WITH.option()]
AssumeOption = Annotated[list[str] | None, SET.option()]
PlayersOption = Annotated[int | None, PLAYERS.option("By default, the lowest possible.")]
SeedOption = Annotated[int, SEED.option()]
JobsOption = Annotated[int | None, JOBS.option()]
BotsOption = Annotated[
    str, BOTS.option("In seat order; they move on by one seat after every game.")
]
ExecutorOption = Annotated[str | None, EXECUTOR.option()]
SeatOption = Annotated[str | None, SEAT.option()]
CardOption = Annotated[str | None, CARD.option()]
RollOption = Annotated[int | None, ROLL.option()]
SpellOption = Annotated[str | None, SPELL.option()]

# --- arguments -----------------------------------------------------------------------------------

RulesetArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[RULESET]",
        help="A ruleset by name or path, optionally with variants: `en-capstone+nasty`. "
        "If omitted, the default ruleset.",
        autocompletion=complete_rulesets,
    ),
]
POSITION = (
    "A whole position, or a board such as `K/Rbby/…/.`, optionally followed by the seat. "
    "If omitted, the start."
)
PositionArgument = Annotated[str | None, typer.Argument(metavar="[POSITION]", help=POSITION)]


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
