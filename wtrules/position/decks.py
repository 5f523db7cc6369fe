"""The cards of a deck: its pile, its face-up cards, its discards, the hands, what is in the box.

A `DeckView` has them by where they are; `deck_view` reads one from a state, `put_deck` writes one. The
main deck is one like the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

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

    @property
    def counts(self) -> Counter[str]:
        """How many cards of each kind there are, wherever they are."""
        found = Counter(self.discards) + Counter(self.boxed)
        for cards in (self.draw_pile, self.revealed, *self.hands):
            found.update(cards)
        for own in self.own:
            found.update(own.draw_pile)
            found.update(own.discards)
        return found

    def with_hands(self, hands: tuple[tuple[str, ...], ...]) -> DeckView:
        """Return it with other hands; cards that are in no hand any more are discarded."""
        held = Counter(card for hand in self.hands for card in hand)
        held.subtract(card for hand in hands for card in hand)
        discards = Counter(self.discards)
        discards.update({card: number for card, number in held.items() if number > 0})
        return evolve(self, hands=hands, discards=dict(sorted(discards.items())))

    def with_hand(
        self, deck: Deck, seat: int, held: Sequence[str], *, is_whole: bool = True
    ) -> DeckView:
        """Return it with cards exchanged so that a seat holds these; raises BadPosition.

        Unless they are the *whole* hand, others fill it.
        """
        codes = [card.code for card in deck.cards]
        wanted = Counter(held)
        for card in deck.cards:
            if wanted[card.code] > card.copies:
                number = {"copies": card.copies, "count": wanted[card.code]}
                raise refused("too-many-cards", code=card.code, **number)
        hand = Counter(self.hands[seat])
        target = Counter(wanted)
        if not is_whole:  # the hand keeps its size
            for code in (hand - wanted).elements():
                if target.total() < hand.total():
                    target[code] += 1
        hands, pile, revealed = list(self.hands), list(self.draw_pile), list(self.revealed)
        discards = dict(self.discards)
        spare = list((hand - target).elements())
        for code in (target - hand).elements():
            if code in pile:
                pile.remove(code)
            elif discards.get(code):
                discards[code] -= 1
            else:
                theirs = (i for i, other in enumerate(hands) if i != seat and code in other)
                other = next(theirs, None)
                # In exchange there is a spare card, or the lowest of the pile.
                given = spare.pop() if spare else pile.pop(0)
                if other is None:  # it is face up
                    revealed[revealed.index(code)] = given
                else:
                    hands[other] = _exchanged(hands[other], code, given, codes)
        hands[seat] = tuple(sorted(target.elements(), key=codes.index))
        return evolve(
            self,
            hands=tuple(hands),
            draw_pile=(*spare, *pile),
            revealed=tuple(revealed),
            discards=discards,
        )

    def with_next(self, codes: Sequence[str]) -> DeckView:
        """Return it with these cards on top of the pile, the first uppermost; raises BadPosition."""
        pile = list(self.draw_pile[::-1])
        for code in codes:
            if code not in pile:
                raise refused("too-many-cards.pile", code=code)
            pile.remove(code)
        return evolve(self, draw_pile=(*codes, *pile)[::-1])

    def with_revealed(self, deck: Deck, codes: Sequence[str]) -> DeckView:
        """Return it with just these cards face up, the last one newest; raises BadPosition.

        They come from the pile or the discards; what was face up goes to the bottom of the pile.
        """
        known = [card.code for card in deck.cards]
        pile, discards = [*self.revealed, *self.draw_pile], dict(self.discards)
        for code in codes:
            if code not in known:
                raise refused("unknown-card.deck", code=code, deck=deck.name, known=names(known))
            if code in pile:
                pile.remove(code)
            elif discards.get(code):
                discards[code] -= 1
            else:
                raise refused("too-many-cards.deck", deck=deck.name, code=code)
        return evolve(self, draw_pile=tuple(pile), revealed=tuple(codes), discards=discards)


def _exchanged(hand: tuple[str, ...], gone: str, new: str, codes: list[str]) -> tuple[str, ...]:
    """Return a hand with one card exchanged for another, in the order of the deck."""
    left = list(hand)
    left[left.index(gone)] = new
    return tuple(sorted(left, key=codes.index))


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


def put_deck(program: Program, state: State, deck: Deck, view: DeckView) -> None:
    """Write the cards of a deck into a state."""
    numbers = {card.code: number for number, card in enumerate(deck.cards, deck.first)}
    sizes = place_of_sizes(program, deck, "hand_size")
    for seat, hand in enumerate(view.hands):
        _put_counts(state, place_of_hand(program, deck, seat), deck, Counter(hand))
        state[sizes + seat] = len(hand)
    for name, row in (("pile", view.draw_pile), ("row", view.revealed)):
        if name in program.fields:
            _put_row(program, state, deck, name, [numbers[code] for code in row])
    for name, cards in (("discard", view.discards), ("boxed", view.boxed)):
        if name in program.fields:
            _put_counts(state, place_of_counts(program, deck, name), deck, cards)
    state[place_of_sizes(program, deck, "discard_size")] = sum(view.discards.values())
    for seat, own in enumerate(view.own):
        _put_row(program, state, deck, "pile", [numbers[code] for code in own.draw_pile], seat)
        _put_counts(state, place_of_counts(program, deck, "discard", seat), deck, own.discards)
        size = place_of_sizes(program, deck, "discard_size", seat)
        state[size] = sum(own.discards.values())


def _put_counts(state: State, at: int, deck: Deck, cards: Mapping[str, int]) -> None:
    state[at : at + len(deck.cards)] = [cards.get(card.code, 0) for card in deck.cards]


def _put_row(
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
