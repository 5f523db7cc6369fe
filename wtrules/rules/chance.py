"""Chance where the game only looks: `random` in what is offered, forbidden or paid.

What can be chosen is looked at again and again, and must be the same each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import fields

from wtrules.diagnostics import Diagnostic, Label
from wtrules.node import Node
from wtrules.rules import meaning as m


def chance_in(part: object, meaning: m.Meaning) -> m.Search | None:
    """Return what is picked by chance somewhere in terms, statements or tuples of them."""
    if isinstance(part, m.Search) and part.word == "random":
        return part
    if isinstance(part, tuple):
        return next((found for p in part if (found := chance_in(p, meaning))), None)
    if isinstance(part, m.Meant):
        found = chance_in(meaning.defines[part.id].value, meaning)
        return found if found is not None else chance_in(part.args, meaning)
    if isinstance(part, Node):
        parts = (getattr(part, a.name) for a in fields(type(part)) if a.name != "span")  # type: ignore[arg-type]
        return next((found for p in parts if (found := chance_in(p, meaning))), None)
    return None


def chance_faults(meaning: m.Meaning) -> tuple[Diagnostic, ...]:
    """Return a fault for everything by chance that would have to be the same twice."""
    return tuple(
        Diagnostic(
            "chance-while-looking",
            f"chance cannot decide what {purpose}",
            Label(found.span, "would be another one each time somebody looks"),
            help=("pick it before, and give it a name: `let t = random …`",),
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


def _offered(body: object) -> Iterator[tuple[object, str]]:
    if isinstance(body, m.Choose):
        yield body.queries, "can be chosen"
    if isinstance(body, tuple):
        for part in body:
            yield from _offered(part)
    elif isinstance(body, Node):
        for name in ("body", "then", "otherwise", "branches"):
            yield from _offered(getattr(body, name, ()))
