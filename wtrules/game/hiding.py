"""What one player knows of a state, and states that are possible for this player.

The numbers of a state come in. `hide` replaces those that the player cannot know by `HIDDEN`;
`determinize` puts possible cards and another random generator in their place.
"""

from __future__ import annotations

import random
from collections import Counter

from wtrules.game.deck_view import deck_view
from wtrules.game.position_text import HIDDEN, UNKNOWN
from wtrules.program.program import Deck, Field, Program


def hide(program: Program, data: list[int], seat: int, open_hands: bool) -> list[int]:
    """Return a state as a seat knows it.

    Hidden are other hands, unless they are open (of named decks, always), the order of the draw
    piles, cards that others keep secret in a memory `for each player`, and the random generator.
    Wizards under towers are known, because everybody saw them being covered.
    """
    f = program.fields
    seen = data[:]
    cards = len(program.cards)
    if not open_hands:
        for other in _others(program, seat):
            start = f["hand"].offset + other * cards
            seen[start : start + cards] = [HIDDEN] * cards
    if program.decks:
        kinds = len(program.card_kinds) - cards
        for other in _others(program, seat):
            start = f["deck_hand"].offset + other * kinds
            seen[start : start + kinds] = [HIDDEN] * kinds
        _hide_piles(program, seen)
    for name in ("pile", "rng"):
        seen[f[name].offset : f[name].offset + f[name].size] = [HIDDEN] * f[name].size
    seen[f["choice"].offset] = 0  # the last option chosen, perhaps in secret
    for name, slots in program.secrets.items():
        kept = {data[f[name].offset + other] for other in _others(program, seat)} - {-1}
        for other in _others(program, seat):
            # Everybody may see that there is no card.
            if data[f[name].offset + other] >= 0:
                seen[f[name].offset + other] = HIDDEN
        for slot in slots:  # where a rule that is still running has the card too
            if data[f[slot].offset] in kept:
                seen[f[slot].offset] = HIDDEN
    return seen


def _hide_piles(program: Program, seen: list[int]) -> None:
    """Hide the order of the piles of named decks; beyond its cards, a pile has zeros."""
    pile, sizes = program.fields["deck_pile"].offset, program.fields["deck_pile_size"].offset
    for number, deck in enumerate(program.decks):
        start, size = pile + deck.start, seen[sizes + number]
        seen[start : start + size] = [HIDDEN] * size


def determinize(program: Program, seen: list[int], seat: int, chance: random.Random) -> list[int]:
    """Return a possible state for what a seat knows: what is hidden is drawn at random."""
    f = program.fields
    data = seen[:]
    cards = len(program.cards)
    hands = range(f["hand"].offset, f["hand"].offset + f["hand"].size, cards)
    known = _numbers(f["discard"], seen)
    hidden = []
    for other, start in enumerate(hands):
        if seen[start] == HIDDEN:
            hidden.append(other)
            data[start : start + cards] = [0] * cards
        else:
            known = [a + b for a, b in zip(known, seen[start : start + cards], strict=True)]
    copies = (card.copies - number for card, number in zip(program.cards, known, strict=True))
    unseen = [card for card, number in enumerate(copies) for _ in range(number)]
    chance.shuffle(unseen)
    pile, size = f["pile"], seen[f["pile_size"].offset]
    data[pile.offset : pile.offset + pile.size] = unseen[:size] + [0] * (pile.size - size)
    rest = iter(unseen[size:])
    for other in hidden:
        for _ in range(data[f["hand_size"].offset + other]):
            data[hands[other] + next(rest)] += 1
    for deck in program.decks:
        _deal_deck(program, data, deck, chance)
    for name, slots in program.secrets.items():
        for other in _others(program, seat):
            if seen[f[name].offset + other] == HIDDEN:
                card = data[f[name].offset + other] = _some_card(program, data, other, chance)
                for slot in slots:
                    if seen[f[slot].offset] == HIDDEN:
                        data[f[slot].offset] = card
    data[f["rng"].offset] = chance.getrandbits(64)
    return data


def _deal_deck(program: Program, data: list[int], deck: Deck, chance: random.Random) -> None:
    """Put possible cards of a named deck where the hidden ones are: in its pile and in hands."""
    f, decks = program.fields, program.decks
    number, kinds = decks.index(deck), len(program.card_kinds) - len(program.cards)
    view = deck_view(program, data, deck)
    known = Counter(view.discards)
    for cards in (view.draw_pile, view.revealed, *view.hands):
        known.update(card for card in cards if card != UNKNOWN)
    unseen = [
        i
        for i, card in enumerate(deck.cards, deck.first)
        for _ in range(card.copies - known[card.code])
    ]
    chance.shuffle(unseen)
    pile = f["deck_pile"].offset + deck.start
    for i in range(len(view.draw_pile)):
        data[pile + i] = unseen.pop()
    for seat in range(program.players):
        hand = f["deck_hand"].offset + seat * kinds
        if HIDDEN in data[hand + deck.first : hand + deck.first + len(deck.cards)]:
            for i in range(len(deck.cards)):
                data[hand + deck.first + i] = 0
            for _ in range(data[f["deck_hand_size"].offset + seat * len(decks) + number]):
                data[hand + unseen.pop()] += 1


def _others(program: Program, seat: int) -> list[int]:
    return [other for other in range(program.players) if other != seat]


def _numbers(field: Field, data: list[int]) -> list[int]:
    return data[field.offset : field.offset + field.size]


def _some_card(program: Program, data: list[int], seat: int, chance: random.Random) -> int:
    """Return a random card from a player's hand, or from the discards if the hand is empty."""
    cards = len(program.cards)
    hand, discard = program.fields["hand"].offset + seat * cards, program.fields["discard"].offset
    for start in (hand, discard):
        numbers = data[start : start + cards]
        if any(numbers):
            return chance.choices(range(cards), numbers)[0]
    return 0
