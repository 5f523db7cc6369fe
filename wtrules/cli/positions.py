"""Positions on the command line: opening a game, reading a position, reporting its mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wtrules.cli.configuration import default_ruleset
from wtrules.cli.options import read_variants
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.board import Problem
    from wtrules.diagnostics import Diagnostic
    from wtrules.game.game import Game, State
    from wtrules.position.faults import BadPosition
    from wtrules.resolve.ledger import Assume


def open_game(
    ruleset: str | None,
    variants: Sequence[str] | None = None,
    assume: Assume = (),
    *,
    with_examples: bool = False,
) -> Game:
    """Return the game of a ruleset; raises RulesetError.

    *with_examples* adds the examples that are in files of their own.
    """
    from wtrules.game.load import load
    from wtrules.resolve.library import Library

    library = Library(with_examples=True) if with_examples else None
    return load(ruleset or default_ruleset(), read_variants(variants), assume, library)


@contextmanager
def pointing_into(position: str | None) -> Iterator[None]:
    """Report what is wrong with a position as it is reported of rules, with its place."""
    from wtrules.diagnostics import BrokenRules
    from wtrules.position.faults import BadPosition

    try:
        yield
    except BadPosition as error:
        text = (position or "").strip()
        raise BrokenRules([_diagnostic(fault, text) for fault in error.faults]) from None


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
    texts = Texts("en")
    text = text.strip() if text is not None else None
    if text is not None and "=" in text:  # not just a board
        if seat is not None or players is not None:
            raise _refused("bad-position", texts("usage.position_has_players"))
        return game.position(text)
    if text is None:
        if players is not None and players not in game.players:
            counts = ", ".join(map(str, game.players))
            about = {"ruleset": game.name, "counts": counts, "players": players}
            raise _refused("bad-player-count", texts("common.wrong_players", **about))
        state = game.start(players, seed)
        if seat is None and card is None and spell is None and roll is None:
            return state
        text, players = state.board_text, state.players
        seat = state.program.board.letters[state.active] if seat is None else seat
    board, seat = _board_and_seat(text, seat)
    return game.position(board, seat, card=card, roll=roll, spell=spell, players=players)


def _board_and_seat(text: str, seat: str | int | None) -> tuple[str, str | int]:
    """Return a board, and who decides: as asked for, or as the text says behind the board."""
    from wtrules.board import Problem
    from wtrules.position.faults import BadPosition
    from wtrules.position.start_board import is_from_start, split_seat

    texts = Texts("en")
    board, rest = split_seat(text)
    if len(rest) == 1 and seat is None:
        return board, rest[0]
    if rest:
        message = texts("usage.position_parts")
        raise BadPosition((Problem("bad-position", message, len(board) + 1, len(" ".join(rest))),))
    if seat is not None:
        return board, seat
    if is_from_start(board):
        return board, 0
    help = texts("usage.position_seat_help")
    raise _refused("unknown-seat", texts("usage.position_seat"), help)


def _refused(code: str, message: str, help: str | None = None) -> BadPosition:
    """Return the exception for options that do not fit, in the words of the command."""
    from wtrules.board import Problem
    from wtrules.position.faults import BadPosition

    return BadPosition((Problem(code, message, length=0, help=help),))


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
