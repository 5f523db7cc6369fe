"""What one player knows of a state, and states that are possible for this player.

The numbers of a state come in. `hide` replaces those that the player cannot know by `HIDDEN`;
`determinize` puts possible ones in their place. Both see the same whatever is hidden, so neither an
observation nor a bot can tell one secret from another.

Cards that the player has not seen are dealt again; secrets are made up in `imagining.py`.
"""

from __future__ import annotations

import random
from collections import Counter

from wtrules.backends.reference import Reference
from wtrules.game import wizards
from wtrules.game.deck_view import deck_view, known_cards
from wtrules.game.imagining import (
    Secrets,
    State,
    beside,
    covered,
    numbers_of,
    others,
    part_of_other,
    place_covered,
    put,
    secrets_of,
    start_again,
)
from wtrules.game.position_text import HIDDEN, UNKNOWN
from wtrules.program.program import KNOWN_DECK_PILE, KNOWN_HAND, KNOWN_PILE, Deck, Program
from wtrules.program.state import signed


def hide(program: Program, data: State, seat: int, open_hands: bool) -> State:
    """Return a state as a seat knows it.

    Hidden are other hands, unless they are open (of named decks, always), the order of the draw
    piles, secrets, what another player is deciding in secret, and the random generator. Wizards
    under towers are known, because everybody saw them being covered, unless the rules say that they
    are forgotten; then nobody is there in what a seat sees.
    """
    f = program.fields
    seen = data[:]
    cards = len(program.cards)
    if not open_hands:
        for other in others(program, seat):
            start = f["hand"].offset + other * cards
            seen[start : start + cards] = [HIDDEN] * cards
    if program.decks:
        kinds = len(program.card_kinds) - cards
        for other in others(program, seat):
            start = f["deck_hand"].offset + other * kinds
            seen[start : start + kinds] = [HIDDEN] * kinds
        _hide_piles(program, seen)
    for name in ("pile", "rng"):
        put(seen, f[name], HIDDEN)
    if program.shows_cards:
        _keep_shown(program, data, seen, seat)
    seen[f["choice"].offset] = 0  # the last option chosen, perhaps in secret
    for surface, known in covered(program, data):
        if not data[known] >> seat & 1:
            seen[surface] = 0
            wizards.hide(program, seen, surface - f["cell"].offset)
        seen[known] &= 1 << seat
    for here, there, _ in secrets_of(program):
        if data[there] >> seat & 1:
            seen[here] = HIDDEN
        # Who else knows a secret is a secret too.
        seen[there] = data[there] >> program.players << program.players | data[there] & 1 << seat
    for name, secrets in program.telling.items():
        if any(there >> seat & 1 for s in secrets for there in beside(program, data, s)):
            put(seen, f[name], HIDDEN)
    for name, held in program.held.items():
        holder = data[f[held.holder].offset]
        if holder not in (0, seat + 1) and not (open_hands and held.stop <= cards):
            put(seen, f[name], HIDDEN)
    part = part_of_other(program, data, seat)
    if part is not None:
        seen[f["at"].offset] = part.at
        for field in program.secret_frame:  # as before the first choice
            put(seen, field, 0)
    return seen


def _hide_piles(program: Program, seen: list[int]) -> None:
    """Hide the order of the piles of named decks; beyond its cards, a pile has zeros."""
    pile, sizes = program.fields["deck_pile"].offset, program.fields["deck_pile_size"].offset
    for number, deck in enumerate(program.decks):
        start, size = pile + deck.start, seen[sizes + number]
        seen[start : start + size] = [HIDDEN] * size


def _keep_shown(program: Program, data: State, seen: State, seat: int) -> None:
    """Put back the cards of the pile that a seat has seen; forget what others have seen."""
    f = program.fields
    pile, known = f["pile"].offset, f[KNOWN_PILE]
    for i in range(known.size):
        seen[known.offset + i] &= 1 << seat
        if seen[known.offset + i]:
            seen[pile + i] = data[pile + i]
    hands = f[KNOWN_HAND]
    row = hands.size // program.players
    for i in range(hands.size):
        if i // row != seat:
            seen[hands.offset + i] = 0
    if program.decks:
        pile, known = f["deck_pile"].offset, f[KNOWN_DECK_PILE]
        for i in range(known.size):
            seen[known.offset + i] &= 1 << seat
            if seen[known.offset + i]:
                seen[pile + i] = data[pile + i]


def determinize(engine: Reference, seen: State, seat: int, chance: random.Random) -> State:
    """Return a possible state for what a seat knows: what is hidden is drawn at random."""
    program = engine.program
    f = program.fields
    data = seen[:]
    _deal_cards(program, data, chance)
    for deck in program.decks:
        _deal_deck(program, data, deck, chance)
    _deal_held(program, data, chance)
    data[f["rng"].offset] = signed(chance.getrandbits(64))
    place_covered(program, data, seat, chance)
    wizards.seat_hidden(program, data, chance)
    for field in (f[name] for name in program.telling):
        if data[field.offset] == HIDDEN:
            put(data, field, 0)
    Secrets(engine, data, seat, chance).imagine()
    part = part_of_other(program, data, seat)
    if part is not None:
        start_again(engine, data, part)
    return data


def _deal_cards(program: Program, data: State, chance: random.Random) -> None:
    """Deal the cards that the player has not seen."""
    f = program.fields
    cards = len(program.cards)
    hands = range(f["hand"].offset, f["hand"].offset + f["hand"].size, cards)
    known = numbers_of(f["discard"], data)
    hidden = []
    for other, start in enumerate(hands):
        if data[start] == HIDDEN:
            hidden.append(other)
            data[start : start + cards] = [0] * cards
            for card in known_cards(program, data, other):
                data[start + card] += 1
        known = [a + b for a, b in zip(known, data[start : start + cards], strict=True)]
    pile, size = f["pile"].offset, data[f["pile_size"].offset]
    for card in data[pile : pile + size]:
        if card != HIDDEN:
            known[card] += 1
    copies = (card.copies - number for card, number in zip(program.cards, known, strict=True))
    unseen = [card for card, number in enumerate(copies) for _ in range(number)]
    chance.shuffle(unseen)
    rest = iter(unseen)
    for i in range(pile, pile + f["pile"].size):
        if data[i] == HIDDEN:
            data[i] = next(rest) if i < pile + size else 0
    for other in hidden:
        held = sum(data[hands[other] : hands[other] + cards])
        for _ in range(data[f["hand_size"].offset + other] - held):
            data[hands[other] + next(rest)] += 1


def _deal_held(program: Program, data: State, chance: random.Random) -> None:
    """Put possible cards into the variables that tell what others have in hand."""
    f, main = program.fields, len(program.cards)
    for name, held in program.held.items():
        if data[f[name].offset] != HIDDEN:
            continue
        data[f[name].offset] = 0
        if f[name].type == "card":
            player, kinds = data[f[held.holder].offset] - 1, len(program.card_kinds) - main
            cards = [
                card
                for card in range(held.first, held.stop)
                for _ in range(
                    data[f["hand"].offset + player * main + card]
                    if card < main
                    else data[f["deck_hand"].offset + player * kinds + card - main]
                )
            ]
            data[f[name].offset] = chance.choice(cards) if cards else held.first


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
    for i, card in enumerate(view.draw_pile):
        if card == UNKNOWN:
            data[pile + i] = unseen.pop()
    for seat in range(program.players):
        hand = f["deck_hand"].offset + seat * kinds
        if HIDDEN in data[hand + deck.first : hand + deck.first + len(deck.cards)]:
            shown = known_cards(program, data, seat, deck)
            for i in range(len(deck.cards)):
                data[hand + deck.first + i] = shown.count(deck.first + i)
            size = data[f["deck_hand_size"].offset + seat * len(decks) + number]
            for _ in range(size - len(shown)):
                data[hand + unseen.pop()] += 1
