"""A deck that has a name: its pile, its face-up cards, its discards, the hands.

`deck_view` reads them from a state, `turn_up` turns cards face up in one.
"""

from __future__ import annotations

from attrs import frozen

from wtrules.game.position import HIDDEN, UNKNOWN, State, refused
from wtrules.phrase import names, phrase
from wtrules.program.program import KNOWN_HAND, Deck, Program
from wtrules.value import Value


@frozen
class DeckView(Value):
    """The cards of a named deck by where they are; one that cannot be seen is `"?"`."""

    draw_pile: tuple[str, ...]  # the next one last
    revealed: tuple[str, ...]  # face up, the newest last
    discards: dict[str, int]  # how many of each kind
    hands: tuple[tuple[str, ...], ...]  # of each seat


def deck_view(program: Program, state: State, deck: Deck) -> DeckView:
    """Return the cards of a deck in a position."""
    f = program.fields
    number = program.decks.index(deck)
    codes = [card.code for card in deck.cards]

    def one(name: str, index: int) -> int:
        return state[f[name].offset + index]

    def listed(name: str) -> tuple[str, ...]:
        start = f[name].offset + deck.start
        cards = state[start : start + one(f"{name}_size", number)]
        # A state that a user made may have a card of another deck here.
        places = range(deck.first, deck.first + len(codes))
        return tuple(codes[card - deck.first] if card in places else UNKNOWN for card in cards)

    def counted(name: str, row: int) -> list[int]:
        start = f[name].offset + row + deck.first
        return state[start : start + len(codes)]

    hands = []
    kinds = sum(len(each.cards) for each in program.decks)
    for seat in range(program.players):
        counts = counted("deck_hand", seat * kinds)
        if HIDDEN in counts:
            size = one("deck_hand_size", seat * len(program.decks) + number)
            known = [codes[card - deck.first] for card in known_cards(program, state, seat, deck)]
            hands.append((*known, *(UNKNOWN,) * (size - len(known))))
        else:
            pairs = zip(codes, counts, strict=True)
            hands.append(tuple(code for code, n in pairs for _ in range(n)))
    discards = zip(codes, counted("deck_discard", 0), strict=True)
    return DeckView(
        listed("deck_pile"),
        listed("deck_row"),
        {code: n for code, n in discards if n},
        tuple(hands),
    )


def known_cards(program: Program, state: State, owner: int, deck: Deck | None = None) -> list[int]:
    """Return the cards that an observation shows of a hidden hand; it has the knowledge of one player.

    They are those of the main deck, or of a named one, counted as in its fields.
    """
    field = program.fields.get(KNOWN_HAND)
    if field is None:
        return []
    kinds, main = len(program.card_kinds), len(program.cards)
    first, cards = (0, range(main))
    if deck is not None:
        first, cards = main, range(deck.first, deck.first + len(deck.cards))
    found = []
    for viewer in range(program.players):
        start = field.offset + (viewer * program.players + owner) * kinds + first
        found += [card for card in cards for _ in range(state[start + card])]
    return found


def turn_up(program: Program, state: State, deck: Deck, codes: list[str]) -> None:
    """Let just these cards of a deck be face up, the last one newest; raises BadPosition.

    They come from the pile or the discards; what was face up goes to the bottom of the pile.
    """
    f, number = program.fields, program.decks.index(deck)
    known = [card.code for card in deck.cards]
    view = deck_view(program, state, deck)
    pile = [deck.first + known.index(code) for code in (*view.revealed, *view.draw_pile)]
    cards = []
    for code in codes:
        if code not in known:
            message = phrase(
                "there is no card `{code}` in deck `{deck}`", code=code, deck=deck.name
            )
            raise refused(
                "unknown-card", message, phrase("the cards are: {list}", list=names(known))
            )
        card = deck.first + known.index(code)
        discards, size = f["deck_discard"].offset + card, f["deck_discard_size"].offset + number
        if card in pile:
            pile.remove(card)
        elif state[discards]:
            state[discards] -= 1
            state[size] -= 1
        else:
            raise refused(
                "too-many-cards",
                phrase("deck `{deck}` has not so many cards `{code}`", deck=deck.name, code=code),
            )
        cards.append(card)
    for name, held in (("deck_pile", pile), ("deck_row", cards)):
        start = f[name].offset + deck.start
        state[start : start + deck.size] = held + [0] * (deck.size - len(held))
        state[f[f"{name}_size"].offset + number] = len(held)
