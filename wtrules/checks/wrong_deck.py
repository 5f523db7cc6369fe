"""Questions about a card that none of the decks it can come from can answer."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.language.physical import MAIN_DECK
from wtrules.meaning import nodes as m
from wtrules.meaning.decks import CardDecks, parts_with_cards
from wtrules.node import walk
from wtrules.phrase import listed


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find every question about a card that none of its decks can answer."""
    if len(meaning.decks) < 2:
        return
    decks = CardDecks(meaning)
    for part in walk(*parts_with_cards(meaning)):
        match part:
            case m.Prim(op="from:card", args=(card, m.Const(value=number))):
                wanted = decks.in_order[number]
                possible = decks.of(card)
                if possible and wanted not in possible:
                    what = wording("wrong-deck.from", deck=wanted)
                    yield _never(part, what, wanted, possible)
            case m.Prim(args=(card,)) if part.op.startswith("face:"):
                kind = part.op.removeprefix("face:")
                homes = [
                    name
                    for name, cards in meaning.decks.items()
                    if any(kind in halves for halves in cards)
                ]
                possible = decks.of(card)
                if homes and possible and not possible & {*homes}:
                    yield _never(part, wording("wrong-deck.is", kind=kind), homes[0], possible)


def _never(part: m.Prim, what: str, home: str, possible: frozenset[str]) -> Diagnostic:
    named = sorted(f"`{deck}`" for deck in possible if deck != MAIN_DECK)
    main = [wording("wrong-deck.main-deck")] if MAIN_DECK in possible else []
    return report(
        "wrong-deck.main" if home == MAIN_DECK else "wrong-deck",
        part.span,
        here=listed([*main, *named], "or"),
        what=what,
        home=home,
    )
