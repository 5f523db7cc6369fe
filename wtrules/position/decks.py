"""A deck: its pile, its face-up cards, its discards, the hands, and what of it is in the box.

`deck_view` reads them from a state, `turn_up` turns cards face up in one. The main deck is read like the
others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from wtrules.phrase import names
from wtrules.position.faults import refused
from wtrules.position.pieces import HIDDEN, UNKNOWN, State
from wtrules.program.program import KNOWN_HAND, Deck, Program
from wtrules.value import Value


@frozen
class OwnView(Value):
    """The pile and the discards that a seat has of a deck."""

    draw_pile: tuple[str, ...]  # the next one last
    discards: dict[str, int]  # how many of each kind


@frozen
class DeckView(Value):
    """The cards of a deck by where they are; one that cannot be seen is `"?"`."""

    draw_pile: tuple[str, ...]  # the next one last
    revealed: tuple[str, ...]  # face up, the newest last
    discards: dict[str, int]  # how many of each kind
    hands: tuple[tuple[str, ...], ...]  # of each seat
    boxed: dict[str, int]  # how many of each kind are in the box, out of the game
    own: tuple[OwnView, ...] = ()  # what each seat has of its own, if they have


def deck_view(program: Program, state: State, deck: Deck) -> DeckView:
    """Return the cards of a deck in a position."""
    return DeckView(
        tuple(_codes(deck, row_of(program, state, deck, "pile"))),
        tuple(_codes(deck, row_of(program, state, deck, "row"))),
        discards_of(program, state, deck),
        hands_of(program, state, deck),
        counts_of(program, state, deck, "boxed"),
        tuple(
            OwnView(
                tuple(_codes(deck, row_of(program, state, deck, "pile", seat))),
                counts_of(program, state, deck, "discard", seat),
            )
            for seat in owners_of(program, deck)
        ),
    )


def owners_of(program: Program, deck: Deck) -> range:
    """Return the seats that have a pile of a deck."""
    return range(program.players if deck.own is not None else 0)


def hands_of(program: Program, state: State, deck: Deck) -> tuple[tuple[str, ...], ...]:
    """Return the cards of a deck in each hand."""
    sizes = place_of_sizes(program, deck, "hand_size")
    hands = []
    for seat, size in enumerate(state[sizes : sizes + program.players]):
        place = place_of_hand(program, deck, seat)
        counts = state[place : place + len(deck.cards)]
        if HIDDEN in counts:
            known = tuple(_codes(deck, known_cards(program, state, seat, deck)))
            hands.append((*known, *(UNKNOWN,) * (size - len(known))))
        else:
            pairs = zip(deck.cards, counts, strict=True)
            hands.append(tuple(card.code for card, n in pairs for _ in range(n)))
    return tuple(hands)


def discards_of(program: Program, state: State, deck: Deck) -> dict[str, int]:
    """Return how many cards of each kind of a deck are discarded."""
    return counts_of(program, state, deck, "discard")


def counts_of(
    program: Program, state: State, deck: Deck, name: str, owner: int | None = None
) -> dict[str, int]:
    """Return how many cards of each kind of a deck are where a field counts them, if it is there.

    *Owner* is the seat among whose discards they are, None for the common ones.
    """
    if name not in program.fields:
        return {}
    start = place_of_counts(program, deck, name, owner)
    counts = zip(deck.cards, state[start : start + len(deck.cards)], strict=True)
    return {card.code: n for card, n in counts if n}


def place_of_counts(program: Program, deck: Deck, name: str, owner: int | None = None) -> int:
    """Return where in a state the cards of a deck are counted; *owner*: among the discards of a seat."""
    first = deck.first
    if owner is not None and deck.own is not None:
        first = deck.own.discard + owner * len(deck.cards)
    return program.fields[name].offset + first


def place_of_row(program: Program, deck: Deck, name: str, owner: int | None = None) -> int:
    """Return where in a state a `pile` or `row` begins; *owner*: the pile that a seat has."""
    start = deck.start
    if owner is not None and deck.own is not None:
        start = deck.own.start + owner * deck.size
    return program.fields[name].offset + start


def row_of(
    program: Program, state: State, deck: Deck, name: str, owner: int | None = None
) -> list[int]:
    """Return the cards in the `pile` of a deck, or face up in its `row`; *owner*: in that of a seat."""
    if name not in program.fields:
        return []
    start = place_of_row(program, deck, name, owner)
    return state[start : start + state[place_of_sizes(program, deck, f"{name}_size", owner)]]


def _codes(deck: Deck, cards: Iterable[int]) -> Iterator[str]:
    """Yield what positions call cards of a deck."""
    # A state that a user made may have a card of another deck here.
    places = range(deck.first, deck.stop)
    for card in cards:
        yield deck.cards[card - deck.first].code if card in places else UNKNOWN


def place_of_hand(program: Program, deck: Deck, seat: int) -> int:
    """Return where in a state the cards of a deck in a hand are counted."""
    before = program.players * deck.first + seat * len(deck.cards)
    return program.fields["hand"].offset + before


def place_of_sizes(program: Program, deck: Deck, name: str, owner: int | None = None) -> int:
    """Return where in a state it is counted how many cards of a deck there are, or in the first hand.

    *Owner* is the seat whose pile or discards they are, None for the common ones.
    """
    if owner is not None and deck.own is not None:
        return program.fields[name].offset + deck.own.pile + owner
    each = program.players if name == "hand_size" else 1
    return program.fields[name].offset + program.decks.index(deck) * each


def known_cards(program: Program, state: State, owner: int, deck: Deck) -> list[int]:
    """Return the cards that an observation shows of a hidden hand; it has the knowledge of one player."""
    field = program.fields.get(KNOWN_HAND)
    if field is None:
        return []
    found = []
    for viewer in range(program.players):
        start = field.offset + (viewer * program.players + owner) * len(program.card_kinds)
        cards = range(deck.first, deck.stop)
        found += [card for card in cards for _ in range(state[start + card])]
    return found


def put_row(
    program: Program,
    state: State,
    deck: Deck,
    name: str,
    cards: list[int],
    owner: int | None = None,
) -> None:
    """Let the pile or the row of a deck be these cards; *owner*: the pile that a seat has."""
    start = place_of_row(program, deck, name, owner)
    state[start : start + deck.size] = cards + [0] * (deck.size - len(cards))
    state[place_of_sizes(program, deck, f"{name}_size", owner)] = len(cards)


def turn_up(program: Program, state: State, deck: Deck, codes: list[str]) -> None:
    """Let just these cards of a deck be face up, the last one newest; raises BadPosition.

    They come from the pile or the discards; what was face up goes to the bottom of the pile.
    """
    known = [card.code for card in deck.cards]
    pile = [*row_of(program, state, deck, "row"), *row_of(program, state, deck, "pile")]
    cards = []
    for code in codes:
        if code not in known:
            cards_of = names(known)
            raise refused("unknown-card.deck", code=code, deck=deck.name, known=cards_of)
        card = deck.first + known.index(code)
        discards = program.fields["discard"].offset + card
        size = place_of_sizes(program, deck, "discard_size")
        if card in pile:
            pile.remove(card)
        elif state[discards]:
            state[discards] -= 1
            state[size] -= 1
        else:
            raise refused("too-many-cards.deck", deck=deck.name, code=code)
        cards.append(card)
    put_row(program, state, deck, "pile", pile)
    put_row(program, state, deck, "row", cards)
