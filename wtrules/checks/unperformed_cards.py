"""Cards of named decks with an effect that no rule carries out."""

from __future__ import annotations

from collections.abc import Iterator

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
    reported = set()
    for name, cards in meaning.decks.items():
        for kind in (kind for halves in cards for kind in halves):
            homes = [deck for deck, all in meaning.decks.items() if any(kind in c for c in all)]
            card = meaning.cards.get(kind)
            if (
                name == MAIN_DECK
                or performed & {*homes}
                or card is None
                or not card.body
                or kind in reported
            ):
                continue
            reported.add(kind)
            yield report("unused-definition.card-effect", card.span, kind=kind, name=name)
