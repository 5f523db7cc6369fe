"""Formulas about where cards are: in hands, discarded, or face up beside their pile.

All decks are alike, and the main deck is the first of them. The functions of `piles.program` are
written for each deck; those about any card find its deck in the tables of the layout.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CARD_PLACES, CardDecks, deck_of, owner_in, place_asked_for
from wtrules.program import program as p
from wtrules.program.lower.actions import Action
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, chain, op
from wtrules.value import Value

_ACTOR = Load("actor", 0)

_ANYWHERE, _NO_HAND = 0, 1  # how `moving.program` numbers places
_PLACE_NUMBERS = {place: number for number, place in enumerate(CARD_PLACES, 2)}


@frozen
class Pile(Value):
    """A pile with its discards: that of a deck, or one that a player has of it."""

    deck: int
    number: Expr  # of the deck itself, or of the player's pile

    @property
    def is_own(self) -> bool:
        """Whether it is that of a player."""
        return self.number != self.deck

    @property
    def name(self) -> str:
        """What tells it apart in the names of functions."""
        return p.of_own_pile("", self.deck) if self.is_own else p.of_deck("", self.deck)

    @property
    def given(self) -> dict[str, tuple[str, Expr]]:
        """What a function must be given to know it."""
        return {"pile": ("number", self.number)} if self.is_own else {}

    def inside(self, args: Sequence[Expr]) -> Pile:
        """Return it inside a function, which was given its number last."""
        return Pile(self.deck, args[-1]) if self.is_own else self

    def call(self, function: str, *args: Expr) -> p.Call:
        """Return the call of a function that is about it."""
        if self.is_own:
            return p.Call(p.of_own_pile(function, self.deck), (self.number, *args))
        return p.Call(p.of_deck(function, self.deck), args)


def call(function: str, deck: Expr, *args: Expr) -> p.Call:
    """Return the call of a function of a deck."""
    assert isinstance(deck, int)
    return p.Call(p.of_deck(function, deck), args)


def deck(action: Action) -> int:
    """Return the deck that an action names, or the main deck."""
    found = action.values.get("from", action.values.get("what", 0))
    assert isinstance(found, int)
    return found


def pile(action: Action) -> Pile:
    """Return the pile that an action names, or that of the main deck."""
    label = "from" if "from" in action.values else "what"
    if label not in action.values:
        return Pile(0, 0)
    number = deck_of(action.term(label))
    assert number is not None
    return Pile(number, action[label])


def held(card: Expr, player: Expr, low: Lowering) -> Expr:
    """Return how many of a card a player has in hand."""
    return Load("hand", low.board.in_hand(player, card))


def discarded(card: Expr) -> Expr:
    """Return how many of a card are discarded."""
    return Load("discard", card)


def boxed(card: Expr, low: Lowering) -> Expr:
    """Return how many of a card are in the box."""
    return Load("boxed", card) if low.layout.has_boxed_cards else 0


def seen(card: Expr, pile: Expr, low: Lowering) -> Expr:
    """Return how many of a card are in a pile and known to the player who acts."""
    return p.Call("seen_in_pile", (card, _ACTOR, pile)) if low.meaning.moves_cards else 0


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


def copies(card: Expr, query: m.Query, conditions: list[m.Term], code: Code) -> Expr:
    """Return how many of a card there are where a query looks: in the actor's hand, unless told.

    The condition that says so, such as `discarded`, is taken out.
    """
    low = code.low
    for condition in conditions:
        match condition:
            case m.Prim(args=(m.Local(name=name),)) if name == query.variable:
                if (place := place_asked_for(condition)) is not None:
                    conditions.remove(condition)
                    return number_at(place, card, pile_where(owner_in(query), card, code), low)
    return held(card, _ACTOR, low)


def pile_where(owner: m.Term | None, card: Expr, code: Code) -> Expr:
    """Return the pile of the deck of a card, or that which a player has of it."""
    deck = code.low.board.deck_of(card)
    if owner is None:
        return deck
    return pile_for(card, code.expr(owner), code)


def pile_for(card: Expr, owner: Expr, code: Code) -> Expr:
    """Return the pile that a player has of the deck of a card."""
    decks = code.low.layout.decks
    firsts = tuple(one.own.pile if one.own is not None else 0 for one in decks)
    code.low.tables["own_piles"] = firsts
    return op("+", p.entry("own_piles", firsts, code.low.board.deck_of(card)), owner)


def number_at(place: str, card: Expr, pile: Expr, low: Lowering) -> Expr:
    """Return how many of a card are in a place outside of hands; *pile* is its pile."""
    match place:
        case "revealed":
            return face_up(card, low)
        case "discarded":
            own = p.entry("discard_of", low.layout.deck_tables["discard_of"], pile)
            return discarded(op("+", own, card))
        case "in_box":
            return boxed(card, low)
        case _:
            return seen(card, pile, low)


def place(card: m.Term, low: Lowering) -> str | None:
    """Return where a card was chosen, one of CARD_PLACES; None if it is a hand, or not known."""
    return CardDecks(low.meaning).place(card)


def place_now(card: m.Term, low: Lowering) -> str | None:
    """Return where a card is after what the rule has done with it; None if it is a hand, or not known."""
    moved = low.card_places.get(card.name) if isinstance(card, m.Local) else None
    return moved or place(card, low) or CardDecks(low.meaning).place_after_event(card)


def note_place(card: m.Term, place: str, low: Lowering) -> None:
    """Note that a rule has put a card somewhere."""
    if isinstance(card, m.Local):
        low.card_places[card.name] = place


def its_pile(card: m.Term, number: Expr, code: Code) -> Expr:
    """Return the pile that a card is of, or whose discards it is among."""
    owner = None
    if isinstance(card, m.Local) and card.name not in code.low.card_places:
        owner = code.low.meaning.card_owners.get(card.name)
    return pile_where(owner, number, code)


def is_there(card: m.Term, number: Expr, code: Code, *, hand: bool = True) -> Expr:
    """Return whether a card can be picked up where it is; *hand*: also if that is a hand."""
    low = code.low
    place, pile = place_now(card, low), its_pile(card, number, code)
    places = CARD_PLACES if place is None else (place,)
    there = [op(">", number_at(one, number, pile, low), 0) for one in places]
    if hand and place is None:
        there.insert(0, op(">", held(number, _ACTOR, low), 0))
    return chain("or", there)


def is_far(card: m.Term, low: Lowering) -> bool:
    """Return whether a card was chosen where only `moving.program` takes cards from."""
    is_own = isinstance(card, m.Local) and card.name in low.meaning.card_owners
    return place(card, low) in ("in_box", "seen") or is_own


def place_number(card: m.Term, low: Lowering, *, hand: bool = True) -> int:
    """Return the number that `moving.program` has for the place where a card is."""
    place = place_now(card, low)
    if place is None:
        return _ANYWHERE if hand else _NO_HAND
    return _PLACE_NUMBERS[place]
