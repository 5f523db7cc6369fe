"""`wtrules replay`: a game file played again, under its own rules or any others."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.game_files import Unusable, read_game, read_game_text, rules_of
from wtrules.cli.options import (
    OUTPUT_FORMAT,
    RULESET,
    WITH,
    AssumeOption,
    Language,
    LanguageOption,
    read_assume,
    read_variants,
)
from wtrules.cli.terminal import say, write_data
from wtrules.cli.usage import UsageError
from wtrules.safe_text import Medium, json_text
from wtrules.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wtrules.game.game import Game
    from wtrules.game.playthrough import History, Replay


_INSTEAD = "name the rules yourself with `--ruleset FILE`"


class Show(StrEnum):
    """How much of the game is shown."""

    FINAL = "final"
    MOVES = "moves"
    POSITIONS = "positions"


class ReplayFormat(StrEnum):
    """How the result is written."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"


def replay(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game file, or `-`.")],
    ruleset: Annotated[
        str | None, RULESET.option("If omitted, the rules that the file names.")
    ] = None,
    variants: Annotated[list[str] | None, WITH.option("Needs --ruleset.")] = None,
    assume: AssumeOption = None,
    show: Annotated[Show, typer.Option("--show", help="How much to show.")] = Show.FINAL,
    lang: LanguageOption = Language.EN,
    output_format: Annotated[ReplayFormat, OUTPUT_FORMAT.option()] = ReplayFormat.TEXT,
) -> int:
    """Play a game file again and report the first illegal move and the rule that forbids it.

    The exit code is 0 if all moves are legal and the game ends as the file says, 1 if not, and 2
    if the file cannot be read.

    Examples:
      wtrules replay evening.game
      wtrules replay evening.game -r friday --show moves
      wtrules replay evening.game --output-format json
    """
    from wtrules.game.playthrough import replay as play_again

    if variants:
        if ruleset is None:
            raise UsageError("usage.with_needs_ruleset")
        ruleset = "+".join([ruleset, *read_variants(variants)])
    try:
        source = read_game_text(game)
        playthrough = read_game(source)
        readings = read_assume(assume)
        rules = rules_of(playthrough, source.path, ruleset, readings, instead=_INSTEAD)
    except Unusable as error:
        if output_format is not ReplayFormat.JSON:
            raise
        faults = error.faults or ({"message": str(error)},)
        write_data(json_text({"schema": 1, "readable": False, "faults": list(faults)}))
        return error.exit_code
    done = play_again(rules, playthrough)
    if output_format is ReplayFormat.JSON:
        write_data(json_text(_document(done, show)))
    elif output_format is ReplayFormat.JUNIT:
        write_data(_junit(done, source.path, lang), Medium.XML)
    else:
        for warning in done.warnings:
            say(Texts(lang)("usage.replay.warning", warning=warning))
        write_data("\n".join(_lines(done, show, source.path, lang)) + "\n")
    return EXIT_CLEAN if done.stop is None and done.agrees is not False else EXIT_FINDINGS


# --- showing -------------------------------------------------------------------------------------


def _lines(done: Replay, show: Show, path: str, lang: str) -> Iterator[str]:
    texts = Texts(lang)
    history, file = done.history, done.playthrough
    if history is not None:
        if show is Show.POSITIONS:
            yield from map(str, history.states)
        elif show is Show.MOVES:
            yield from _moves(history)
        yield texts(
            "usage.replay.summary" if file.position is None else "usage.replay.from_position",
            ruleset=done.game.name,
            players=history.state.players,
            seed=file.seed,
            n=len(history.moves),
            result=done.result,
        )
        if show is Show.FINAL:
            yield str(history.state)
    if done.stop is not None:
        stop = done.stop
        key = "usage.replay.illegal" if stop.number else "usage.replay.cannot_begin"
        place = f"{path}:{stop.line}"
        yield texts(key, place=place, number=stop.number, reason=stop.reason)
        if stop.rule is not None:
            yield from _rule_lines(done.game, stop.rule, lang)
    elif done.agrees is False:
        place = f"{path}:{file.lines.get('result', 1)}"
        about = {"expected": file.result, "result": done.result}
        yield texts("usage.replay.other_result", place=place, **about)


def _moves(history: History) -> Iterator[str]:
    """Yield the moves in columns: number, who, what, by which rule."""
    colours = history.state.program.board.colours
    width = max(map(len, history.texts), default=0)
    named, digits = max(map(len, colours)), len(str(len(history.moves)))
    played = zip(history.states, history.moves, history.texts, strict=False)
    for number, (state, move, text) in enumerate(played, 1):
        yield f"{number:>{digits}}  {colours[state.to_act]:<{named}}  {text:<{width}}  {move.rule}"


def _junit(done: Replay, path: str, lang: str) -> str:
    """Return a game as tests: its moves are legal, and it ends as the file says."""
    from wtrules.junit import Case, Suite, junit

    failed = done.stop is not None or done.agrees is False
    shown = list(_lines(done, Show.FINAL, path, lang))
    found = "\n".join(shown[1:] if done.history is not None else shown)
    case = Case("replay", found.split("\n")[-1] if failed else "", "\n".join(shown), "replay")
    return junit([Suite(path, (case,))])


def _rule_lines(game: Game, rule: str, lang: str) -> Iterator[str]:
    """Yield the rule that made the move illegal, with its paraphrase."""
    from wtrules.say.describe import entry_of, said

    entry = entry_of(game.rules, rule)
    words = said(game.rules, entry, lang) if entry is not None else ""
    yield f"    {Texts(lang)('usage.replay.rule', rule=rule)}" + (f": {words}" if words else "")


def _document(done: Replay, show: Show) -> dict[str, Any]:
    history, stop, file = done.history, done.stop, done.playthrough
    document: dict[str, Any] = {
        "schema": 1,
        "readable": True,
        "ruleset": done.game.name,
        "hash": done.game.hash,
        "players": history.state.players if history is not None else file.players,
        "seed": file.seed if file.position is None else None,
        "position": file.position,
        "moves": len(history.moves) if history is not None else 0,
        "legal": stop is None,
        "stop": None
        if stop is None
        else {
            "move": stop.number,
            "line": stop.line,
            "text": stop.text,
            "reason": stop.reason,
            "rule": stop.rule,
        },
        "result": done.result,
        "recorded": {"ruleset": file.ruleset, "hash": file.hash, "result": file.result},
        "agrees": done.agrees,
        "warnings": list(done.warnings),
        "final": str(history.state) if history is not None else None,
    }
    if show is Show.MOVES and history is not None:
        letters = history.state.program.board.letters
        document["played"] = [
            {"player": letters[state.to_act], "move": text, "rule": move.rule}
            for state, move, text in zip(history.states, history.moves, history.texts, strict=False)
        ]
    if show is Show.POSITIONS:
        document["positions"] = [str(state) for state in done.states]
    return document
