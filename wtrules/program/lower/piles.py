"""Formulas about where cards are: in hands, discarded, or face up beside their pile.

All decks are alike, and the main deck is the first of them. The functions of `piles.program` are
written for each deck; those about any card find its deck in the tables of the layout.
"""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, op
from wtrules.rules import meaning as m
from wtrules.rules.decks import CardDecks

_ACTOR = Load("actor", 0)


def call(function: str, deck: Expr, *args: Expr) -> p.Call:
    """Return the call of a function of a deck."""
    assert isinstance(deck, int)
    return p.Call(p.of_deck(function, deck), args)


def held(card: Expr, player: Expr, low: Lowering) -> Expr:
    """Return how many of a card a player has in hand."""
    return Load("hand", low.board.in_hand(player, card))


def discarded(card: Expr) -> Expr:
    """Return how many of a card are discarded."""
    return Load("discard", card)


def face_up(card: Expr, low: Lowering) -> Expr:
    """Return how many of a card are face up."""
    return p.Call("face_up", (card,)) if low.layout.has_rows else 0


def is_from(card: Expr, deck: Expr, low: Lowering) -> Expr:
    """Return whether a card is from a deck."""
    assert isinstance(deck, int)
    one = low.layout.decks[deck]
    return op("and", op(">=", card, one.first), op("<", card, one.stop))


def asked_about(query: m.Query, low: Lowering) -> tuple[int, int]:
    """Return the first card that a query can find, and the one after the last."""
    return span(CardDecks(low.meaning).of_query(query), low)


def span(name: str, low: Lowering) -> tuple[int, int]:
    """Return the first card of a deck, and the one after the last."""
    deck = next(deck for deck in low.layout.decks if deck.name == name)
    return deck.first, deck.stop


def copies(card: Expr, query: m.Query, conditions: list[m.Term], low: Lowering) -> Expr:
    """Return how many of a card there are where a query looks: in the actor's hand, unless told.

    The conditions that say so, `discarded` and `revealed`, are taken out.
    """
    for condition in conditions:
        match condition:
            case m.Prim(op="discarded:card" | "revealed:card", args=(m.Local(name=name),)):
                if name == query.variable:
                    conditions.remove(condition)
                    is_discarded = condition.op.startswith("discarded")
                    return discarded(card) if is_discarded else face_up(card, low)
    return held(card, _ACTOR, low)


def place(card: m.Term, low: Lowering) -> str | None:
    """Return where a card was chosen: `revealed` or `discarded`; None if that is not known."""
    return CardDecks(low.meaning).place(card)
