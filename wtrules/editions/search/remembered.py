"""The memories of house rules in a position, such as `stolen b 1`: needed to set it up by hand.

Memories of the shipped rules have the same value whenever a turn begins, and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wtrules.game import wizards
from wtrules.game.game import State

_PREFIX = "memory."
_PLAIN = ("number", "truth", "symbol")  # all others are pieces, places, players, cards, spells
_NOTHING = -1


def remembered(states: Iterable[State]) -> tuple[str, ...]:
    """Return the memories that have changed since the beginning of the game, each once."""
    return tuple(dict.fromkeys(memory for state in states for memory in _changed(state)))


def _changed(state: State) -> Iterator[str]:
    rules = state.game.rules
    shipped = {layer.name for layer in rules.layers if layer.shipped}
    for field in state.program.fields.values():
        name = field.name.removeprefix(_PREFIX)
        entry = rules.get("memory", name) if field.name.startswith(_PREFIX) else None
        if entry is None or entry.layer in shipped:
            continue
        first = field.first if field.type in _PLAIN else _NOTHING
        for i, value in enumerate(state.numbers(field.name)):
            if value != first:
                whose = [_whose(state, field.each, i)] if field.each is not None else []
                yield " ".join([name, *whose, _value(state, field.type, value)])


def _whose(state: State, each: str, index: int) -> str:
    """Return the player, space, wizard … a value of a memory is for."""
    if each != "wizard":
        return state.name(each, index)
    number = wizards.number_of(state.program, state.data, index)
    # A wizard that is not on the board is called by its number: `b3`.
    shown = wizards.names(state.program)[index] if number is None else state.name(each, number)
    return shown.partition(":")[0]


def _value(state: State, type: str, value: int) -> str:
    if type == "truth":
        return "yes" if value else "no"
    if type == "symbol":
        return state.program.symbols[value]
    return state.name(type, value)
