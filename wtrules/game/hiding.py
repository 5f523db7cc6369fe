"""What one player knows of a state, and states that are possible for this player.

The numbers of a state come in. `hide` replaces those that the player cannot know by `HIDDEN`;
`determinize` puts possible cards and another random generator in their place.
"""

from __future__ import annotations

import random

from wtrules.game.position_text import HIDDEN
from wtrules.program.program import Field, Program


def hide(program: Program, data: list[int], seat: int, open_hands: bool) -> list[int]:
    """Return a state as a seat knows it.

    Hidden are other hands, unless they are open, the order of the draw pile, cards that others keep
    secret in a memory `for each player`, and the random generator. Wizards under towers are known,
    because everybody saw them being covered.
    """
    f = program.fields
    seen = data[:]
    cards = len(program.cards)
    if not open_hands:
        for other in _others(program, seat):
            start = f["hand"].offset + other * cards
            seen[start : start + cards] = [HIDDEN] * cards
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
    for name, slots in program.secrets.items():
        for other in _others(program, seat):
            if seen[f[name].offset + other] == HIDDEN:
                card = data[f[name].offset + other] = _some_card(program, data, other, chance)
                for slot in slots:
                    if seen[f[slot].offset] == HIDDEN:
                        data[f[slot].offset] = card
    data[f["rng"].offset] = chance.getrandbits(64)
    return data


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
