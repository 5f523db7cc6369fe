"""`wtrules moves`: the legal moves of a position and their results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.configuration import default_ruleset
from wtrules.cli.game_files import open_named
from wtrules.cli.options import (
    POSITION,
    AssumeOption,
    CardOption,
    DataFormat,
    FormatOption,
    Language,
    LanguageOption,
    PlayersOption,
    RollOption,
    RulesetOption,
    SeatOption,
    SpellOption,
    VariantsOption,
    read_assume,
    read_variants,
)
from wtrules.cli.positions import open_game, pointing_into, read_position
from wtrules.cli.terminal import columns, say, write_data
from wtrules.safe_text import json_text
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.game.game import Game, State
    from wtrules.game.outcomes import Outcome
    from wtrules.resolve.ledger import Assume

_LONGEST = 1 << 20  # characters of one line of standard input


def moves(
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="[POSITION]",
            help=f"{POSITION} `-` reads lines of JSON from standard input.",
        ),
    ] = None,
    ruleset: RulesetOption = None,
    card: CardOption = None,
    seat: SeatOption = None,
    roll: RollOption = None,
    spell: SpellOption = None,
    players: PlayersOption = None,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    lang: LanguageOption = Language.EN,
    output_format: FormatOption = DataFormat.TEXT,
) -> int:
    """List the legal moves of a position, each with the board it leads to.

    With --card or --spell, only the moves with that card or spell.

    `moves -` answers every line of JSON, such as {"board": "K/…", "seat": "b", "card": "w3"}, with
    one line of JSON. Further keys are roll, spell, players and ruleset; "position" is a whole
    position instead of board and seat.

    In the answers, flasks is the number of flasks that a move fills, and flask whether it fills any.

    Examples:
      wtrules moves
      wtrules moves "K/Ry/N/Ry/N/R/N/R/N/R/./././././b" --seat b --card w3
      wtrules moves "K/Ry/N/Ry/N/R/N/R/N/R/./././././b y" --card tdwd --roll 4
      wtrules moves "K/Ry/N/Ry/N/R/N/R/N/R/./././././b y" --spell swap_towers
      cat questions.jsonl | wtrules moves - -r friday.wtr
    """
    if position == "-":
        return _answer_all(ruleset, read_variants(variants), read_assume(assume))
    game = open_game(ruleset, variants, read_assume(assume))
    with pointing_into(position):
        state = read_position(
            game, position, seat=seat, card=card, roll=roll, spell=spell, players=players
        )
        found = find_moves(state, card, roll, spell)
    if output_format is DataFormat.JSON:
        write_data(json_text(as_json(state, found), indent=None))
    elif found:
        write_data(_table(found, Texts(lang)))
    else:
        say(f"wtrules: {Texts(lang)('usage.no_legal_move')}")
    return EXIT_CLEAN


def find_moves(
    state: State, card: str | None, roll: int | None, spell: str | None
) -> list[Outcome]:
    """Return the moves with a card, with a spell, or all legal moves."""
    from wtrules.game.outcomes import card_moves, outcomes, spell_moves

    if spell is not None:
        return spell_moves(state, spell, card, roll)
    if card is not None:
        return card_moves(state, card, roll)
    return outcomes(state)


def as_json(state: State, found: list[Outcome]) -> dict[str, Any]:
    """Return the moves for JSON."""
    return {
        "moves": [
            {
                "move": each.move.text,
                "board": each.board,
                "flask": each.flask,
                "flasks": len(each.filled),
                "home": each.home or None,
                "turn_over": each.turn_over,
                "rule": each.rule,
            }
            for each in found
        ],
        "seat": state.program.board.letters[state.to_act],
    }


def _table(found: list[Outcome], texts: Texts) -> str:
    rows = [[texts(f"moves.{name}") for name in ("move", "board", "flask", "home", "rule")]]
    for each in found:
        flask = f"+{len(each.filled)}" if each.filled else ""
        ends = f" ({texts('moves.turn_over')})" if each.turn_over else ""
        rows.append([each.move.text, each.board, flask, each.home + ends, each.rule])
    return "".join(f"{line}\n" for line in columns(rows))


# --- a line of JSON for a line of JSON ---------------------------------------------------------

_KEYS = {
    "board": str, "position": str, "seat": (str, int), "card": str, "roll": int, "spell": str,
    "players": int, "ruleset": str,
}  # fmt: skip


_INSTEAD = "name it with `--ruleset`"


class _BadLine(Exception):
    """A line that cannot be answered; holds the error for JSON."""

    def __init__(self, code: str, message: str, offset: int = 0, help: str | None = None) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, "offset": offset, "help": help}


def _answer_all(ruleset: str | None, variants: list[str], assume: Assume) -> int:
    """Answer every line of standard input; a bad one gets an answer too."""
    responder = _Responder(ruleset or default_ruleset(), variants, assume)
    bad = False
    for line in _lines():
        try:
            answer = responder.answer(line)
        except _BadLine as error:
            answer, bad = {"error": error.error}, True
        write_data(json_text(answer, indent=None))
    return EXIT_FINDINGS if bad else EXIT_CLEAN


def _lines() -> Iterator[bytes | str]:
    stream = getattr(sys.stdin, "buffer", sys.stdin)
    while line := stream.readline(_LONGEST):
        yield line
        # Skip the rest of a line that is too long.
        while len(line) == _LONGEST and line[-1:] not in ("\n", b"\n"):
            line = stream.readline(_LONGEST)


class _Responder:
    """Answers questions; each game is loaded only once."""

    def __init__(self, ruleset: str, variants: list[str], assume: Assume) -> None:
        self.ruleset = ruleset
        self.variants = variants
        self.assume = assume
        self.games: dict[str, Game | _BadLine] = {}

    def answer(self, line: bytes | str) -> dict[str, Any]:
        from wtrules.backends.reference import EndlessPlay
        from wtrules.position.faults import BadPosition

        asked = self._read(line)
        game = self._game(asked.get("ruleset", self.ruleset))
        text = asked.get("position", asked.get("board"))
        if text is None:
            raise _BadLine("bad-question", "a question needs a `board` or a `position`")
        card, roll, spell = asked.get("card"), asked.get("roll"), asked.get("spell")
        try:
            state = read_position(
                game, text, seat=asked.get("seat"), card=card, roll=roll, spell=spell,
                players=asked.get("players"),
            )  # fmt: skip
            return as_json(state, find_moves(state, card, roll, spell))
        except BadPosition as error:
            fault = error.faults[0]
            raise _BadLine(fault.code, fault.message, fault.offset, fault.help) from None
        except EndlessPlay as error:
            raise _BadLine("bad-question", str(error)) from None

    def _read(self, line: bytes | str) -> dict[str, Any]:
        if len(line) >= _LONGEST:
            raise _BadLine("bad-json", f"a line takes at most {_LONGEST} characters")
        try:
            asked = json.loads(line)
        except json.JSONDecodeError as error:
            raise _BadLine("bad-json", f"this is not JSON: {error.msg}", error.pos) from None
        except (ValueError, RecursionError):  # not UTF-8, a number without end, nested too deep
            raise _BadLine("bad-json", "this JSON cannot be read") from None
        if not isinstance(asked, dict):
            raise _BadLine("bad-question", "a question is a JSON object: {…}")
        found = {key: value for key, value in asked.items() if value is not None}
        for key, value in found.items():
            kind = _KEYS.get(key)
            if kind is None:
                known = ", ".join(_KEYS)
                raise _BadLine(
                    "bad-question", f"`{key[:40]}` is not a key of a question", help=known
                )
            if not isinstance(value, kind) or isinstance(value, bool):  # type: ignore[arg-type]
                raise _BadLine("bad-question", f"`{key}` has a value of the wrong kind")
        return found

    def _game(self, ruleset: str) -> Game:
        from wtrules.game.load import RulesetError, load, load_opened

        game = self.games.get(ruleset)
        if game is None:
            try:
                if ruleset == self.ruleset:
                    game = load(ruleset, self.variants, self.assume)
                else:  # questions may come from a stranger, like game files
                    opened = open_named(ruleset, "<stdin>", "question", _INSTEAD)
                    game = load_opened(opened, self.variants, self.assume)
            except RulesetError as error:
                first = error.diagnostics[0]
                game = _BadLine(first.code, first.message, help="; ".join(first.help) or None)
            self.games[ruleset] = game
        if isinstance(game, _BadLine):
            raise game
        return game
