"""Which parts of the picture a move is about, by their `data-key` attributes."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.board.keys import Keys
from wtrules.game.game import State
from wtrules.program.program import Alternative


def keys_of(
    state: State, keys: Keys, alternative: Alternative, values: tuple[int, ...]
) -> list[str]:
    """Return the keys of what a move names: its card, its pieces and places, its spell, a player."""
    found: list[str] = []
    if alternative.spell is not None:
        found.append(f"spell:{alternative.spell}")
    for kind, value in zip(alternative.kinds, values, strict=True):
        found += _keys(state, keys, kind, value)
    return list(dict.fromkeys(found))


def _keys(state: State, keys: Keys, kind: str, value: int) -> Iterator[str]:
    program = state.program
    match kind:
        case "card":
            letter, code = program.board.letters[state.to_act], program.card_names[value]
            hand = state.hands[state.to_act]
            yield from (f"card:{letter}:{i}" for i, held in enumerate(hand) if held == code)
            if value >= len(program.cards):
                yield f"card:{code}"
        case "spell":
            yield f"spell:{program.words.spells[value]}"
        case "player":
            yield f"player:{program.board.letters[value]}"
        case "space":
            yield f"space:{value}"
        case "wizard":
            place, owner, _ = program.wizard(value)
            yield from keys.on(*divmod(place, program.board.levels), program.board.letters[owner])
        case "tower":
            yield keys.tower(*divmod(value, program.board.levels))
        case "place":
            space, level = divmod(value, program.board.levels)
            yield keys.tower(space, level) if level else f"space:{space}"
        case "piece":
            one = next(kind for kind in program.board.pieces if value in kind.members)
            place = state.numbers("piece")[value]
            if place >= 0:
                yield from keys.on(*divmod(place, program.board.levels), one.letter)
