"""What the blanks of sentences can name: values that are known before the game, and what has a name."""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.language.constants import CONSTANTS
from wtrules.meaning import nodes as m
from wtrules.meaning.evaluate import Players, evaluators
from wtrules.meaning.values import Constant, entries_of, table
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n

NAMED = ("spell", "card", "piece", "outcome", "chapter")
# Blanks that only the caller can fill in, by the kind of definition.
GIVEN = {"outcome": ("points",)}


def blank_values(
    meaning: m.Meaning, name: str, players: Players = None
) -> Sequence[int] | Sequence[str | tuple[Constant, ...]]:
    """Return the values of a name that are known before the game, each once, in order.

    There are several if it depends on the number of players, and none if it depends on the game.
    """
    rules = meaning.resolved
    deck = rules.get("deck", name)
    if deck is not None:
        return [deck.node_as(n.Deck).copies]
    entries = entries_of(rules, name)
    if len(entries) > 1 or (entries and isinstance(entries[0], range)):
        return [entries]
    term = term_named(meaning, name)
    if term is None:
        return []
    values = [one.value(term) for one in evaluators(meaning, players)]
    numbers = sorted({value for value in values if type(value) is int})
    return numbers or list(dict.fromkeys(value for value in values if isinstance(value, str)))


def term_named(meaning: m.Meaning, name: str) -> m.Term | None:
    """Return the term that a name alone stands for; None if there is none."""
    rules = meaning.resolved
    if name in meaning.allowances:
        return meaning.allowances[name].amount
    if name in meaning.memories:
        cell = meaning.memories[name]
        return m.Recall(cell.type, name, None, span=rules.span)
    match entries_of(rules, name):
        case (int(number),):
            return m.Setting("number", number, name, span=rules.span)
        case (str(word),):
            return m.Setting("symbol", meaning.symbols.index(word), name, span=rules.span)
    id, _, column = name.rpartition(".")
    found = table(rules, id) if id else None
    if found is not None and column in found.columns and found.key == "players":
        return m.Column("number", id, column, None, span=rules.span)
    define = meaning.defines.get(name)
    if define is not None and not define.parameters:
        return m.Meant(define.type, name, (), span=rules.span)
    constant = CONSTANTS.get(name)
    return m.Prim(constant.type, name, (), span=rules.span) if constant is not None else None


def has_name(rules: Rules, id: str) -> bool:
    """Whether something is called so that has a name for people: a spell, card, piece, outcome …"""
    return id in rules.variants or any(rules.get(kind, id) is not None for kind in NAMED)
