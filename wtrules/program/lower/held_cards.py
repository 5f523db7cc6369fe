"""Variables that tell what a player has in hand.

`each card c`, `let c = first card` and the like look into the hand of the player who acts. While the
rule waits for a decision the card is in its frame, so beside it there is another variable: who has the
card, counted from 1. Nobody else sees it. A card that a player chooses in the open everybody sees.
"""

from __future__ import annotations

from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CardDecks, is_private
from wtrules.node import walk
from wtrules.program import program as p
from wtrules.program.lower import piles
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, op


def note(name: str, term: m.Term, variable: Expr, code: Code) -> None:
    """Write who has a card that a variable tells, if the term it has been given looks into a hand."""
    if code.low.secretly is None and _tells(term, code.low):
        code.low.from_hands.add(name)
        note_holder(variable, _span(term, code.low), code)


def note_holder(variable: Expr, cards: tuple[int, int], code: Code) -> str | None:
    """Write who has the card in a variable: the player who acts; return the field that says so.

    *Cards* are the first one that it can be, and the one after the last.
    """
    if not isinstance(variable, Load):
        return None  # it is forgotten before the next decision
    low = code.low
    holder = low.new_variable("card_holder", span=(0, low.layout.players))
    low.held[variable.array] = p.Held(holder, *cards)
    code.store(holder, op("+", Load("actor", 0), 1))
    return holder


def _span(term: m.Term, low: Lowering) -> tuple[int, int]:
    """Return the first card that a term can be, and the one after the last."""
    if term.type == "card":
        decks = CardDecks(low.meaning).of(term)
        if len(decks) == 1:
            return piles.span(next(iter(decks)), low)
    return 0, len(low.layout.all_cards)


def _tells(term: m.Term, low: Lowering) -> bool:
    """Return whether a term depends on the cards in a hand."""
    for part in walk(term):
        match part:
            case m.Query(kind="card") if is_private(part):
                return True
            case m.Local() if part.name in low.from_hands:
                return True
            case m.Meant() if _tells(low.meaning.defines[part.id].value, low):
                return True
    return False
