"""`random` where it is not allowed: in conditions, prices and what can be chosen.

These are evaluated again and again, and must give the same answer each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning import nodes as m
from wtrules.node import walk


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find every `random` in something that is evaluated repeatedly."""
    for part, purpose in _evaluated(meaning):
        found = meaning.chance_in(part)
        if found is not None:
            yield report(f"chance-while-looking.{purpose}", found.span)


def _evaluated(meaning: m.Meaning) -> Iterator[tuple[object, str]]:
    """Yield what is evaluated repeatedly, and what it decides."""
    for rule in meaning.rules.values():
        if rule.forbids:
            yield rule.body, "forbidden"
        else:
            yield from _offered(rule.body)
    for card in meaning.cards.values():
        yield from _offered(card.body)
    for spell in meaning.spells.values():
        yield spell.cost, "cost"
        yield from _offered(spell.body)
    for worth in meaning.worths.values():
        yield worth, "worth"


def _offered(body: m.Body) -> Iterator[tuple[object, str]]:
    for part in walk(body):
        if isinstance(part, m.Choose):
            yield part.queries, "offered"
