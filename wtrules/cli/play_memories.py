"""The memories of house rules, as lines for the table: `trapped: s5, s9`.

Memories of the shipped rules are not shown. Those of a house rule are shown as soon as they differ
from their initial value. A card chosen in secret is shown only to its owner.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.cli.play_words import Words
from wtrules.game.game import State
from wtrules.program.program import Field
from wtrules.rules import meaning as m

_PREFIX = "memory."


def public_lines(state: State, words: Words) -> Iterator[str]:
    """Yield the memories that everybody may see."""
    for field in _own(state):
        if not field.is_secret:
            changed = list(_changed(state, field, words))
            if changed:
                yield f"{field.name.removeprefix(_PREFIX)}: {', '.join(changed)}"


def secret_lines(state: State, words: Words, seat: int) -> Iterator[str]:
    """Yield the memories that only one player may see."""
    for field in _own(state):
        value = state.data[field.offset + seat] if field.is_secret else -1
        if value >= 0:
            name = field.name.removeprefix(_PREFIX)
            yield f"{name}: {_value(state, field.type, value, words)}"


def has_put_aside(state: State, after: State) -> bool:
    """Whether a player has chosen a card in secret between two positions."""
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
    """Yield the values that differ from the initial one, by player, space … where there are many."""
    initial = state.game.meaning.memories[field.name.removeprefix(_PREFIX)].initial
    first = initial.value if isinstance(initial, m.Const) else 0
    for i in range(field.size):
        value = state.data[field.offset + i]
        if value == first:
            continue
        part = _value(state, field.each, i, words) if field.each is not None else ""
        # For a yes/no memory it is enough to name where it is true.
        plain = part and field.type == "truth" and value
        shown = "" if plain else _value(state, field.type, value, words)
        yield f"{part} {shown}".strip()


def _value(state: State, type: str, value: int, words: Words) -> str:
    match type:
        case "number":
            return str(value)
        case "truth":
            return words("play.yes" if value else "play.no")
        case "symbol":
            return state.program.symbols[value]
    if value < 0:
        return words("play.nothing")
    if type in ("card", "space"):
        return state.name(type, value)
    return words.thing(state, type, value)
