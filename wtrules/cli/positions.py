"""Positions on the command line: opening a game, reading a position, reporting its mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from wtrules.cli.terminal import say, use_colour
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.board import Problem
    from wtrules.diagnostics import Diagnostic
    from wtrules.game.game import Game, State
    from wtrules.game.position import BadPosition
    from wtrules.rules.ledger import Assume


class DataFormat(StrEnum):
    """For people or for programs."""

    TEXT = "text"
    JSON = "json"


def open_game(
    ruleset: str | None, variants: Sequence[str] = (), assume: Assume = ()
) -> Game | None:
    """Return the game of a ruleset; reports its mistakes and returns None if it has some."""
    from wtrules.diagnostics import render
    from wtrules.game.load import RulesetError, load
    from wtrules.resources import default_ruleset

    try:
        return load(ruleset or default_ruleset(), split(variants), assume)
    except RulesetError as error:
        say(render(error.diagnostics, colour=use_colour()).rstrip("\n"))
        return None


def split(variants: Sequence[str]) -> list[str]:
    """Return variants one by one, however they were given: `--with nasty,team`."""
    return [name for each in variants for name in each.replace("+", ",").split(",") if name]


def is_full(text: str) -> bool:
    """Whether a text is a whole position, not just a board."""
    return "=" in text


def read_position(
    game: Game,
    text: str | None,
    *,
    seat: str | int | None = None,
    card: str | None = None,
    roll: int | None = None,
    spell: str | None = None,
    players: int | None = None,
    seed: int = 0,
) -> State:
    """Return a position from a whole line, from a board, or, without either, the start.

    A board may be followed by the seat to move: `K/…/. b`. Raises BadPosition.
    """
    from wtrules.board import Problem
    from wtrules.game.position import BadPosition, fitting, refused
    from wtrules.game.short import short_position

    texts = Texts("en")
    text = text.strip() if text is not None else None
    if text is not None and is_full(text):
        if seat is not None or players is not None:
            message = texts("usage.position_has_players")
            raise refused("bad-position", message)
        with fitting():
            return game.position(text)
    if text is None:
        if players is not None and players not in game.players:
            counts = ", ".join(map(str, game.players))
            about = {"ruleset": game.name, "counts": counts, "players": players}
            message = texts("usage.players", **about)
            raise refused("bad-player-count", message)
        state = game.start(players, seed)
        if seat is None and card is None and spell is None and roll is None:
            return state
        text, players = state.board_text, state.players
        seat = state.program.letters[state.active] if seat is None else seat
    board, *rest = text.split() or [text]
    if len(rest) == 1 and seat is None:
        seat, rest = rest[0], []
    if rest:
        message = texts("usage.position_parts")
        raise BadPosition((Problem("bad-position", message, len(board) + 1, len(" ".join(rest))),))
    if seat is None:
        help = texts("usage.position_seat_help")
        raise refused("unknown-seat", texts("usage.position_seat"), help)
    return short_position(game, board, seat, card=card, roll=roll, spell=spell, players=players)


def complain(error: BadPosition, text: str | None) -> None:
    """Report what is wrong with a position, pointing at the place."""
    from wtrules.diagnostics import render

    faults = [_diagnostic(fault, (text or "").strip()) for fault in error.faults]
    say(render(faults, colour=use_colour()).rstrip("\n"))


def _diagnostic(fault: Problem, text: str) -> Diagnostic:
    from wtrules.diagnostics import Diagnostic, Label
    from wtrules.source import SourceFile, Span

    primary = None
    if fault.length and text:
        # A diagnostic points into one line, so several pasted lines are joined.
        line = " ".join(text.split("\n"))
        start = min(fault.offset, max(0, len(line) - 1))
        primary = Label(Span(SourceFile("position", line), start, start + fault.length))
    help = (fault.help,) if fault.help else ()
    return Diagnostic(fault.code, fault.message, primary, help=help)
