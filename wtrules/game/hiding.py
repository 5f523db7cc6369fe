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
from wtrules.game.deck_view import known_cards, place_of_hand, place_of_sizes, row_of
from wtrules.game.imagining import (
    Secrets,
    State,
    beside,
    covered,
    others,
    part_of_other,
    place_covered,
    put,
    secrets_of,
    start_again,
)
from wtrules.game.position_check import count_cards
from wtrules.game.position_text import HIDDEN
from wtrules.program.program import KNOWN_HAND, KNOWN_PILE, Deck, Program
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
    main, *named = program.decks
    for deck in named if open_hands else program.decks:
        for other in others(program, seat):
            start = place_of_hand(program, deck, other)
            seen[start : start + len(deck.cards)] = [HIDDEN] * len(deck.cards)
    for deck in program.decks:  # beyond its cards, a pile has zeros
        start, size = f["pile"].offset + deck.start, len(row_of(program, seen, deck, "pile"))
        seen[start : start + size] = [HIDDEN] * size
    put(seen, f["rng"], HIDDEN)
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
        if holder not in (0, seat + 1) and not (open_hands and held.stop <= main.stop):
            put(seen, f[name], HIDDEN)
    part = part_of_other(program, data, seat)
    if part is not None:
        seen[f["at"].offset] = part.at
        for field in program.secret_frame:  # as before the first choice
            put(seen, field, 0)
    return seen


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


def determinize(engine: Reference, seen: State, seat: int, chance: random.Random) -> State:
    """Return a possible state for what a seat knows: what is hidden is drawn at random."""
    program = engine.program
    f = program.fields
    data = seen[:]
    for deck in program.decks:
        _deal_cards(program, data, deck, chance)
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


def _deal_cards(program: Program, data: State, deck: Deck, chance: random.Random) -> None:
    """Deal the cards of a deck that the player has not seen."""
    kinds, sizes = len(deck.cards), place_of_sizes(program, deck, "hand_size")
    hands = [place_of_hand(program, deck, seat) for seat in range(program.players)]
    hidden = [seat for seat, start in enumerate(hands) if data[start : start + 1] == [HIDDEN]]
    for seat in hidden:
        known = Counter(known_cards(program, data, seat, deck))
        data[hands[seat] : hands[seat] + kinds] = [
            known[card] for card in range(deck.first, deck.stop)
        ]
    counts = zip(deck.cards, count_cards(program, data, deck), strict=True)
    left = enumerate(counts, deck.first)
    unseen = [card for card, (kind, n) in left for _ in range(kind.copies - n)]
    chance.shuffle(unseen)
    rest = iter(unseen)
    pile = program.fields["pile"].offset + deck.start
    for i, card in enumerate(row_of(program, data, deck, "pile"), pile):
        if card == HIDDEN:
            data[i] = next(rest)
    for seat in hidden:
        held = sum(data[hands[seat] : hands[seat] + kinds])
        for _ in range(data[sizes + seat] - held):
            data[hands[seat] + next(rest) - deck.first] += 1


def _deal_held(program: Program, data: State, chance: random.Random) -> None:
    """Put possible cards into the variables that tell what others have in hand."""
    f = program.fields
    for name, held in program.held.items():
        if data[f[name].offset] != HIDDEN:
            continue
        data[f[name].offset] = 0
        if f[name].type == "card":
            player = data[f[held.holder].offset] - 1
            cards = [
                card
                for deck in program.decks
                for card in range(max(held.first, deck.first), min(held.stop, deck.stop))
                for _ in range(data[place_of_hand(program, deck, player) + card - deck.first])
            ]
            data[f[name].offset] = chance.choice(cards) if cards else held.first
