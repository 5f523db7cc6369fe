"""What the rules of a house remember, as lines for the table: `trapped: s5, s9`.

Memories of the shipped rules are their own business; those of a house rule are shown as soon as
they hold something else than at first. A card put aside is shown to its owner alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.cli.play_texts import Words
from wtrules.game.game import State
from wtrules.program.program import Field
from wtrules.rules import meaning as m

_PREFIX = "memory."


def public_lines(state: State, words: Words) -> Iterator[str]:
    """Yield what everybody may know."""
    for field in _own(state):
        if not field.is_secret:
            told = list(_changed(state, field, words))
            if told:
                yield f"{field.name.removeprefix(_PREFIX)}: {', '.join(told)}"


def secret_lines(state: State, words: Words, seat: int) -> Iterator[str]:
    """Yield what one player alone knows."""
    for field in _own(state):
        value = state.data[field.offset + seat] if field.is_secret else -1
        if value >= 0:
            name = field.name.removeprefix(_PREFIX)
            yield f"{name}: {_value(state, field.type, value, words)}"


def has_put_aside(state: State, after: State) -> bool:
    """Whether somebody has put a card aside between two positions."""
    return any(
        after.numbers(field.name) != state.numbers(field.name)
        for field in state.program.fields.values()
        if field.is_secret
    )


def _own(state: State) -> Iterator[Field]:
    """Yield the memories that no shipped layer has defined."""
    rules = state.game.rules
    shipped = {layer.name for layer in rules.layers if layer.shipped}
    for field in state.program.fields.values():
        entry = rules.get("memory", field.name.removeprefix(_PREFIX))
        if field.name.startswith(_PREFIX) and entry is not None and entry.layer not in shipped:
            yield field


def _changed(state: State, field: Field, words: Words) -> Iterator[str]:
    """Yield what is not as it was at first, by player, space … if there is one for each."""
    initial = state.game.meaning.memories[field.name.removeprefix(_PREFIX)].initial
    first = initial.value if isinstance(initial, m.Const) else 0
    for i in range(field.size):
        value = state.data[field.offset + i]
        if value == first:
            continue
        part = _value(state, field.each, i, words) if field.each is not None else ""
        # Of something that holds here and there it is enough to say where.
        plain = part and field.type == "truth" and value
        told = "" if plain else _value(state, field.type, value, words)
        yield f"{part} {told}".strip()


def _value(state: State, type: str, value: int, words: Words) -> str:
    match type:
        case "number":
            return str(value)
        case "truth":
            return words("yes" if value else "no")
        case "symbol":
            return state.program.symbols[value]
    if value < 0:
        return words("nothing")
    if type in ("card", "space"):
        return state.name(type, value)
    return words.thing(state, type, value)
