"""Cards of named decks with an effect that no rule carries out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from wtrules.checks import wrong_deck
from wtrules.diagnostics import Diagnostic, report
from wtrules.language.physical import MAIN_DECK
from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CardDecks, parts_with_cards
from wtrules.node import walk


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find every card of a named deck with an effect that no rule carries out."""
    if len(meaning.decks) < 2 or any(wrong_deck.check(meaning)):  # perhaps another deck was meant
        return
    decks = CardDecks(meaning)
    performed = {
        name
        for part in walk(*parts_with_cards(meaning))
        if isinstance(part, m.PerformCard)
        for name in decks.of(part.card)
    }
    homes: dict[str, dict[str, None]] = {}  # of each kind of card, the decks with it
    for name, cards in meaning.decks.items():
        for kind in chain.from_iterable(cards):
            homes.setdefault(kind, {})[name] = None
    for kind, names in homes.items():
        card = meaning.cards.get(kind)
        named = next((name for name in names if name != MAIN_DECK), None)
        if card is not None and card.body and named is not None and performed.isdisjoint(names):
            yield report("unused-definition.card-effect", card.span, kind=kind, name=named)
