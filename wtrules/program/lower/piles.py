"""Formulas about where cards are: in hands, discarded, or face up beside their pile.

Without named decks there is only the main deck, and each formula reads one field. With them, a card
may be of any deck, and the functions of `decks.program` look in the right place.
"""

from __future__ import annotations

from wtrules.language.physical import MAIN_DECK
from wtrules.program import program as p
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, op
from wtrules.rules import meaning as m
from wtrules.rules.decks import CardDecks

_ACTOR = Load("actor", 0)


def held(card: Expr, player: Expr, low: Lowering) -> Expr:
    """Return how many of a card a player has in hand."""
    if low.layout.decks:
        return p.Call("in_hand", (card, player))
    return Load("hand", low.board.in_hand(player, card))


def discarded(card: Expr, low: Lowering) -> Expr:
    """Return how many of a card are discarded."""
    return p.Call("discarded", (card,)) if low.layout.decks else Load("discard", card)


def face_up(card: Expr, low: Lowering) -> Expr:
    """Return how many of a card are face up; those of the main deck never are."""
    return p.Call("face_up", (card,)) if low.layout.decks else 0


def is_from(card: Expr, deck: Expr, low: Lowering) -> Expr:
    """Return whether a card is from a named deck."""
    assert isinstance(deck, int)
    first, stop = _span(low.layout.decks[deck], low)
    return op("and", op(">=", card, first), op("<", card, stop))


def asked_about(query: m.Query, low: Lowering) -> tuple[int, int]:
    """Return the first card that a query can find, and the one after the last."""
    return span(CardDecks(low.meaning).of_query(query), low)


def span(name: str, low: Lowering) -> tuple[int, int]:
    """Return the first card of a deck, and the one after the last."""
    if name == MAIN_DECK:
        return 0, len(low.layout.cards)
    return _span(next(deck for deck in low.layout.decks if deck.name == name), low)


def _span(deck: p.Deck, low: Lowering) -> tuple[int, int]:
    first = len(low.layout.cards) + deck.first
    return first, first + len(deck.cards)


def copies(card: Expr, query: m.Query, conditions: list[m.Term], low: Lowering) -> Expr:
    """Return how many of a card there are where a query looks: in the actor's hand, unless told.

    The conditions that say so, `discarded` and `revealed`, are taken out.
    """
    for condition in conditions:
        match condition:
            case m.Prim(op="discarded:card" | "revealed:card", args=(m.Local(name=name),)):
                if name == query.variable:
                    conditions.remove(condition)
                    look = discarded if condition.op.startswith("discarded") else face_up
                    return look(card, low)
    return held(card, _ACTOR, low)


def place(card: m.Term, low: Lowering) -> str | None:
    """Return where a card was chosen: `revealed` or `discarded`; None if that is not known."""
    return CardDecks(low.meaning).place(card)
