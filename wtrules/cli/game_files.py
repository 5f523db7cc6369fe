"""Game files on the command line: reading them, and finding the rules they name."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wtrules.cli.terminal import use_colour
from wtrules.texts import Texts, UserError

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.game.playthrough import GameFault, Playthrough
    from wtrules.pipeline import OpenedRuleset
    from wtrules.source import SourceFile

_MOST_FAULTS = 50  # shown of a file that is not a game file


class Unusable(UserError):
    """A game file that cannot be used; the message has one or more whole lines."""

    def __init__(self, message: str, faults: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)

    def written(self, language: str, colour: bool = False) -> str:
        """Return the lines."""
        return str(self)


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
    *,
    instead: str,
    place: str | None = None,
    named: Sequence[str] = (),
) -> Game:
    """Return the rules to play a game by; raises Unusable.

    *path* is the game file, which can name rules in its own folder and below, shipped ones, and
    those that the user has *named*. *ruleset* and the readings in *assume* replace those that the
    game names; *place* says only where its rules are. *instead* says how the user can do that.
    """
    from wtrules.game.load import RulesetError, load, load_opened
    from wtrules.pipeline import open_ruleset

    where = playthrough.lines.get("ruleset", 1)
    try:
        if ruleset is not None:
            return load(ruleset, assume=assume)
        if place is not None:
            opened = open_ruleset(place)
        else:
            opened = open_named(playthrough.ruleset, path, "game file", instead, named)
        chosen = {id for id, _ in assume}
        kept = [(id, reading) for id, reading in playthrough.assume if id not in chosen]
        return load_opened(opened, playthrough.variants, [*kept, *assume])
    except RulesetError as error:
        from wtrules.diagnostics import render

        note = Texts("en")("usage.broken_rules", place=f"{path}:{where}")
        first = "" if ruleset is not None else f"{note}\n"

        raise Unusable(
            first + render(error.diagnostics, colour=use_colour(sys.stderr)).rstrip("\n"),
            [{"message": fault.message, "line": where} for fault in error.diagnostics],
        ) from error


def open_named(
    ruleset: str, path: str, kind: str, instead: str, named: Sequence[str] = ()
) -> OpenedRuleset:
    """Open the rules that the file *path* names; what it may not name is among the diagnostics."""
    from wtrules.pipeline import OpenedRuleset
    from wtrules.resolve.library import Library, Origin

    folder = Path(path).parent
    origin = Origin(folder, folder, path, kind, named=tuple(named), instead=instead)
    library = Library()
    name, *variants = ruleset.split("+")
    return OpenedRuleset(library, library.open_reference(name, origin), tuple(variants))
