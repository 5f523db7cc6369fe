"""`random` where it is not allowed: in conditions, prices and what can be chosen.

These are evaluated again and again, and must give the same answer each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, error
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules import meaning as m
from wtrules.rules.chance import chance_in


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find every `random` in something that is evaluated repeatedly."""
    for part, purpose in _evaluated(meaning):
        found = chance_in(part, meaning)
        if found is not None:
            yield error(
                "chance-while-looking",
                phrase("`random` cannot decide what {purpose}", purpose=purpose),
                found.span,
                "would give a different result each time",
                "pick at random first, in a statement of its own: `let t = random …`",
            )


def _evaluated(meaning: m.Meaning) -> Iterator[tuple[object, str]]:
    """Yield what is evaluated repeatedly, and what it decides."""
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
    for part in walk(body):
        if isinstance(part, m.Choose):
            yield part.queries, "can be chosen"
