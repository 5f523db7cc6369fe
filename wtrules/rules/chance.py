"""Chance where the game only looks: `random` in what is offered, forbidden or paid.

What can be chosen is looked at again and again, and must be the same each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, Label
from wtrules.node import walk
from wtrules.rules import meaning as m


def chance_in(part: object, meaning: m.Meaning) -> m.Search | None:
    """Return what is picked by chance somewhere in terms, statements or tuples of them."""
    for inner in walk(part):
        if isinstance(inner, m.Search) and inner.word == "random":
            return inner
        if isinstance(inner, m.Meant):
            found = chance_in(meaning.defines[inner.id].value, meaning)
            if found is not None:
                return found
    return None


def chance_faults(meaning: m.Meaning) -> tuple[Diagnostic, ...]:
    """Return a fault for everything by chance that would have to be the same twice."""
    return tuple(
        Diagnostic(
            "chance-while-looking",
            f"`random` cannot decide what {purpose}",
            Label(found.span, "would give a different result each time"),
            help=("pick at random first, in a statement of its own: `let t = random …`",),
        )
        for part, purpose in _looked_at(meaning)
        if (found := chance_in(part, meaning)) is not None
    )


def _looked_at(meaning: m.Meaning) -> Iterator[tuple[object, str]]:
    """Yield what is only looked at, and what for."""
    for rule in meaning.rules.values():
        if rule.forbids:
            yield rule.body, "is forbidden"
        else:
            yield from _offered(rule.body)
    for card in meaning.cards.values():
        yield from _offered(card.body)
    for spell in meaning.spells.values():
        yield spell.cost, "a spell costs"
        yield from _offered(spell.body)


def _offered(body: m.Body) -> Iterator[tuple[object, str]]:
    for statement in body:
        if isinstance(statement, m.Choose):
            yield statement.queries, "can be chosen"
        for inner in m.inner_bodies(statement):
            yield from _offered(inner)
