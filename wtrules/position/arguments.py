"""Look up cards, spells, seats and rolls that callers give by name.

A wrong name raises BadPosition, whose message lists the right ones.
"""

from __future__ import annotations

from wtrules.meaning import values
from wtrules.phrase import names
from wtrules.position.faults import refused
from wtrules.program.program import CardKind, Program
from wtrules.resolve.model import Rules


def known_card(program: Program, code: str) -> CardKind:
    """Return the card with this code."""
    for kind in program.cards:
        if kind.code == code:
            return kind
    known = names(kind.code for kind in program.cards)
    raise refused("unknown-card.code", code=code, known=known)


def known_spell(program: Program, spell: str) -> int:
    """Return the number of the spell with this name."""
    if spell in program.words.spells:
        return program.words.spells.index(spell)
    known = names(program.words.spells)
    raise refused("unknown-spell.asked", spell=spell, known=known)


def known_seat(program: Program, seat: str | int) -> int:
    """Return the number of a seat, given as a number or as the letter of a colour."""
    text = str(seat)
    if text.isascii() and text.isdecimal() and int(text) < program.players:
        return int(text)
    if len(text) == 1 and text in program.board.letters:
        return program.board.letters.index(text)
    known = ", ".join(f"`{x}`" for x in program.board.letters)
    shown = text if len(text) <= 20 else text[:20] + "…"
    players = program.players
    raise refused("unknown-seat", shown=shown, players=players, known=known, last=players - 1)


def check_roll(rules: Rules, kind: CardKind, roll: int | None) -> None:
    """Check that a roll is given for a card with a die, and only for such a card."""
    if roll is None and not kind.rolls:
        return
    faces = values.number(rules, "die.faces")
    assert faces is not None, "a game has a die"
    if roll is not None and not kind.rolls:
        raise refused("bad-roll.no-die", code=kind.code)
    if roll is None:
        raise refused("bad-roll.missing", code=kind.code, faces=faces)
    if not 1 <= roll <= faces:
        raise refused("bad-roll", faces=faces, roll=roll)
