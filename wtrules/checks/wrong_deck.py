"""Questions about a card that none of the decks it can come from can answer."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, error
from wtrules.language.physical import MAIN_DECK
from wtrules.node import walk
from wtrules.phrase import listed, phrase
from wtrules.rules import meaning as m
from wtrules.rules.decks import CardDecks, parts_with_cards


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
                    yield _never(
                        part, phrase("is from deck `{wanted}`", wanted=wanted), wanted, possible
                    )
            case m.Prim(args=(card,)) if part.op.startswith("face:"):
                kind = part.op.removeprefix("face:")
                homes = [
                    name
                    for name, cards in meaning.decks.items()
                    if any(kind in halves for halves in cards)
                ]
                possible = decks.of(card)
                if homes and possible and not possible & {*homes}:
                    yield _never(part, phrase("is a `{kind}` card", kind=kind), homes[0], possible)


def _never(part: m.Prim, what: str, home: str, possible: frozenset[str]) -> Diagnostic:
    named = sorted(f"`{deck}`" for deck in possible if deck != MAIN_DECK)
    here = listed([*(["the main deck"] if MAIN_DECK in possible else []), *named], "or")
    help = (
        phrase(
            "a question about cards means the main deck unless it names another: write `card c "
            "from {home}`",
            home=home,
        )
        if home != MAIN_DECK
        else "cards of the main deck are asked for without `from`: `card c where …`"
    )
    return error(
        "wrong-deck",
        phrase("this card is from {here}, so it never {what}", here=here, what=what),
        part.span,
        phrase("never from deck `{home}`", home=home)
        if home != MAIN_DECK
        else "never from the main deck",
        help,
    )
