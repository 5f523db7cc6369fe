"""Look up cards, spells, seats and rolls that callers give by name.

A wrong name raises BadPosition, whose message lists the right ones.
"""

from __future__ import annotations

from wtrules.game.game import Game
from wtrules.game.position import refused
from wtrules.phrase import names, phrase
from wtrules.program.program import CardKind, Program
from wtrules.rules import values


def known_card(program: Program, code: str) -> CardKind:
    """Return the card with this code."""
    for kind in program.cards:
        if kind.code == code:
            return kind
    known = names(kind.code for kind in program.cards)
    raise refused(
        "unknown-card",
        phrase("there is no card `{code}`", code=code),
        phrase("the cards are: {known}", known=known),
    )


def known_spell(program: Program, spell: str) -> int:
    """Return the number of the spell with this name."""
    if spell in program.spells:
        return program.spells.index(spell)
    known = names(program.spells)
    raise refused(
        "unknown-spell",
        phrase("there is no spell `{spell}`", spell=spell),
        phrase("the spells are: {known}", known=known),
    )


def known_seat(program: Program, seat: str | int) -> int:
    """Return the number of a seat, given as a number or as the letter of a colour."""
    text = str(seat)
    if text.isascii() and text.isdecimal() and int(text) < program.players:
        return int(text)
    if len(text) == 1 and text in program.letters:
        return program.letters.index(text)
    known = ", ".join(f"`{x}`" for x in program.letters)
    shown = text if len(text) <= 20 else text[:20] + "…"
    raise refused(
        "unknown-seat",
        phrase(
            "nobody plays `{shown}` in a game of {players}", shown=shown, players=program.players
        ),
        phrase(
            "the seats are {known}, or 0 to {players}", known=known, players=program.players - 1
        ),
    )


def check_roll(game: Game, kind: CardKind, roll: int | None) -> None:
    """Check that a roll is given for a card with a die, and only for such a card."""
    if roll is None and not kind.rolls:
        return
    faces = values.number(game.rules, "die.faces")
    assert faces is not None, "a game has a die"
    if roll is not None and not kind.rolls:
        message = phrase(
            "the card `{code}` has no die, so nothing is rolled for it", code=kind.code
        )
    elif roll is None:
        message = phrase(
            "the card `{code}` has a die: say what it shows, 1 to {faces}",
            code=kind.code,
            faces=faces,
        )
    elif not 1 <= roll <= faces:
        message = phrase("the die shows 1 to {faces}, not {roll}", faces=faces, roll=roll)
    else:
        return
    raise refused("bad-roll", message)
