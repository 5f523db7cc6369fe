"""`wtrules explain`: the manual page of a diagnostic code, or the rule behind a move."""

from __future__ import annotations

from typing import Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.completion import complete_codes
from wtrules.cli.options import (
    AssumeOption,
    CardOption,
    Language,
    LanguageOption,
    PlayersOption,
    RollOption,
    RulesetOption,
    SeatOption,
    SpellOption,
    VariantsOption,
    read_assume,
)
from wtrules.cli.positions import open_game, pointing_into, read_position
from wtrules.cli.terminal import write_data
from wtrules.cli.usage import UsageError
from wtrules.texts import Texts


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="[CODE|POSITION]",
            help="The code in the brackets of a message: error[unknown-override]. "
            "If omitted, list all codes. Or a position, followed by a move.",
            autocompletion=complete_codes,
        ),
    ] = None,
    move: Annotated[
        str | None,
        typer.Argument(
            metavar="[MOVE]", help="A move, as `wtrules moves` writes it: `wizard s3b`."
        ),
    ] = None,
    card: CardOption = None,
    seat: SeatOption = None,
    roll: RollOption = None,
    spell: SpellOption = None,
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    variants: VariantsOption = None,
    assume: AssumeOption = None,
    lang: LanguageOption = Language.EN,
) -> int:
    """Explain a diagnostic, or why a move is legal or not.

    For a diagnostic: what it finds, why it matters and how to fix it. For a move in a position:
    the rule that allows or forbids it, with its page in the manual. The exit code is 1 if the move
    is not legal.

    Examples:
      wtrules explain
      wtrules explain unknown-override
      wtrules explain "K/Ry/N/Ry/N/R/N/R/N/R/./././././b b" "wizard s15b" -c w1
    """
    if move is None:
        return _explain_code(code, lang)
    from wtrules.game.explain import explain as explain_move
    from wtrules.game.outcomes import asked_of_card, is_before_card

    game = open_game(ruleset, variants, read_assume(assume))
    with pointing_into(code):
        state = read_position(
            game, code or "", seat=seat, card=card, roll=roll, spell=spell, players=players
        )
        if card is not None and not is_before_card(state, move):
            state = asked_of_card(state, card, roll)
    found = explain_move(state, move)
    write_data(found.describe(lang) + "\n")
    return EXIT_CLEAN if found.legal else EXIT_FINDINGS


def _explain_code(code: str | None, lang: str) -> int:
    """Write the manual page of a code, or the list of all codes."""
    from wtrules.diagnostics.manual import all_codes, page

    codes = all_codes()
    if code is None:
        width = max(map(len, codes)) + 2
        pages = (page(each, lang) for each in codes)
        write_data("".join(f"{one.code:<{width}}{one.summary}\n" for one in pages if one))
        return EXIT_CLEAN
    # People paste what they see: `error[unknown-override]`.
    code = code.partition("[")[2].rstrip("]:") or code
    found = page(code, lang)
    if found is None:
        from wtrules.diagnostics import name_hint

        hint = name_hint(code, codes) or Texts(lang)("usage.list_codes")
        raise UsageError("usage.unknown_code", code=code, hint=hint)
    write_data(found.text)
    return EXIT_CLEAN
