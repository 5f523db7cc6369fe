"""What one player knows of a state.

The numbers of a state come in. `hide` replaces those that the player cannot know by `HIDDEN`; a
`Determinizer` puts possible ones in their place. Both see the same whatever is hidden, so neither an
observation nor a bot can tell one secret from another.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.position import wizards
from wtrules.position.decks import owners_of, place_of_hand, place_of_row, row_of
from wtrules.position.text import HIDDEN
from wtrules.program.program import (
    KNOWN_HAND,
    KNOWN_PILE,
    KNOWN_SURFACE,
    Field,
    Program,
    SecretPart,
)

State = list[int]


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
        for owner in (None, *owners_of(program, deck)):
            start = place_of_row(program, deck, "pile", owner)
            size = len(row_of(program, seen, deck, "pile", owner))
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


def covered(program: Program, data: State) -> Iterator[tuple[int, int]]:
    """Yield the place of each covered surface that players forget, and of who knows it."""
    field = program.fields.get(KNOWN_SURFACE)
    if field is None:
        return
    cell, height = program.fields["cell"].offset, program.fields["height"].offset
    for space in range(program.board.spaces):
        for level in range(data[height + space]):
            number = space * program.board.levels + level
            yield cell + number, field.offset + number


def secrets_of(program: Program) -> Iterator[tuple[int, int, Field]]:
    """Yield the place of each secret number, and the place of who does not know it."""
    for name, hidden in program.secrets.items():
        field, beside = program.fields[name], program.fields[hidden]
        for i in range(field.size):
            yield field.offset + i, beside.offset + i, field


def beside(program: Program, data: State, memory: str) -> State:
    """Return who does not know each number of a secret memory."""
    return numbers_of(program.fields[program.secrets[memory]], data)


def part_of_other(program: Program, data: State, seat: int) -> SecretPart | None:
    """Return the secret part in which another player is deciding."""
    at = data[program.fields["at"].offset]
    if at <= 0 or data[program.fields["actor"].offset] == seat:
        return None
    number = program.decisions[at - 1].secretly
    return program.secret_parts[number] if number is not None else None


def others(program: Program, seat: int) -> list[int]:
    """Return all seats but one."""
    return [other for other in range(program.players) if other != seat]


def numbers_of(field: Field, data: State) -> State:
    """Return the numbers of a field."""
    return data[field.offset : field.offset + field.size]


def put(data: State, field: Field, value: int) -> None:
    """Set all numbers of a field."""
    data[field.offset : field.offset + field.size] = [value] * field.size
