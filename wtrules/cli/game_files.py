"""Game files on the command line: reading them, and finding the rules they name."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wtrules.cli.terminal import use_colour
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.game.playthrough import GameFault, Playthrough
    from wtrules.source import SourceFile

_MOST_FAULTS = 50  # shown of a file that is not a game file


class Unusable(Exception):
    """A game file that cannot be used; the message has one or more whole lines."""

    def __init__(self, message: str, faults: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


def read_game_text(name: str) -> SourceFile:
    """Return the text of a game file, of standard input for `-`; raises Unusable."""
    from wtrules.source import SourceError, read_source, read_stream

    try:
        return read_stream(sys.stdin.buffer) if name == "-" else read_source(name)
    except SourceError as error:
        # The reader of rule files reports the same problems; only the noun differs.
        helps = [f"  help: {_of_games(text)}" for text in error.help if "rules" not in text]
        raise Unusable(
            "\n".join([f"wtrules: {_of_games(error.message)}", *helps]),
            [{"message": _of_games(error.message)}],
        ) from error


def _of_games(text: str) -> str:
    return text.replace("rule file", "game file").replace(
        "that ends in `.wtr`", "with a game in it"
    )


def read_game(source: SourceFile) -> Playthrough:
    """Return the game in a text; raises Unusable with everything that is wrong."""
    from wtrules.game.playthrough import parse_game

    found = parse_game(source.text)
    if not isinstance(found, tuple):
        return found
    lines: list[str] = []
    for fault in found[:_MOST_FAULTS]:
        lines += _fault_lines(source, fault)
    if len(found) > _MOST_FAULTS:
        lines.append(Texts("en")("usage.more_faults", n=len(found) - _MOST_FAULTS))
    raise Unusable(
        "\n".join(lines),
        [{"message": f.message, "line": f.line, "column": f.column, "help": f.help} for f in found],
    )


def _fault_lines(source: SourceFile, fault: GameFault) -> Iterator[str]:
    yield f"{source.path}:{fault.line}:{fault.column}: {fault.message}"
    text = source.line_text(fault.line)
    if text.strip() and len(text) <= 100:
        yield f"    {text}"
        yield f"    {' ' * (fault.column - 1)}{'^' * fault.length}"
    if fault.help:
        yield f"    help: {fault.help}"


def rules_of(
    playthrough: Playthrough,
    path: str,
    ruleset: str | None = None,
    assume: Sequence[tuple[str, str]] = (),
) -> Game:
    """Return the rules to play a game by; raises Unusable.

    *path* is the game file: a ruleset given as a path is searched for beside it first.
    Readings in *assume* replace those that the game names.
    """
    from wtrules.game.load import RulesetError, load

    where = playthrough.lines.get("ruleset", 1)
    try:
        if ruleset is not None:
            return load(ruleset, assume=assume)
        beside = Path(path).parent / playthrough.ruleset
        named_as_path = playthrough.ruleset.endswith(".wtr")
        wanted = str(beside) if named_as_path and beside.is_file() else playthrough.ruleset
        chosen = {id for id, _ in assume}
        kept = [(id, reading) for id, reading in playthrough.assume if id not in chosen]
        return load(wanted, playthrough.variants, [*kept, *assume])
    except RulesetError as error:
        from wtrules.diagnostics import render

        note = Texts("en")("usage.broken_rules", place=f"{path}:{where}")
        place = "" if ruleset is not None else f"{note}\n"

        raise Unusable(
            place + render(error.diagnostics, colour=use_colour(sys.stderr)).rstrip("\n"),
            [{"message": fault.message, "line": where} for fault in error.diagnostics],
        ) from error
