"""The decks: their sizes, and the card on each line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from wtrules.checks.limits import Limit, out_of_range
from wtrules.checks.words import plural
from wtrules.diagnostics import Diagnostic, Fix, closest, name_fix, report, wording
from wtrules.diagnostics.fix import append, delete, replace
from wtrules.meaning.decks import named_decks
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import commas
from wtrules.resolve.model import Entry
from wtrules.source import Span
from wtrules.syntax import nodes as n

_LIMIT = Limit(1, 2000, "cards")
_MOST_DECKS = 20


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the size of each deck and the card on each line."""
    rules = meaning.resolved
    cards = {card.id: card for card in rules.of_kind("card")}
    for entry in rules.of_kind("deck"):
        deck = entry.node_as(n.Deck)
        yield from _size(deck)
        for line in deck.lines:
            yield from _line(line, cards)
    named = named_decks(rules)
    if len(named) > _MOST_DECKS:
        yield report(
            "out-of-range.decks",
            named[_MOST_DECKS].name_span,
            number=len(named),
            most_decks=_MOST_DECKS,
        )


def _size(deck: n.Deck) -> Iterator[Diagnostic]:
    total = deck.copies
    if total == 0:
        if deck.id is not None:
            yield report("empty-deck.named", head(deck), deck=deck.id.id)
        else:
            yield report("empty-deck", head(deck))
    elif deck.size is not None and total != deck.size:
        yield _wrong_size(deck, deck.size, total)
    elif total > _LIMIT.high:
        yield out_of_range(_head_text(deck), total, head(deck), _LIMIT)


def _head_text(deck: n.Deck) -> str:
    return f"deck {deck.id.id}" if deck.id is not None else "deck"


def head(deck: n.Deck) -> Span:
    """Return the span of `deck 90` or `deck weather 8`."""
    found = re.match(r"deck[^{]*[^\s{]", deck.span.text)
    end = deck.span.start + found.end() if found else deck.span.end
    return Span(deck.span.source, deck.span.start, end)


def _wrong_size(deck: n.Deck, size: int, total: int) -> Diagnostic:
    missing = size - total
    if len(deck.lines) <= 24:
        terms = " + ".join(str(line.copies) for line in deck.lines)
    else:
        groups = Counter(line.copies for line in deck.lines)
        terms = commas(
            (
                wording("wrong-deck-size.group", lines=lines, copies=copies)
                for copies, lines in groups.items()
            ),
            " + ",
        )
    return report(
        "wrong-deck-size" if missing > 0 else "wrong-deck-size.more",
        head(deck),
        wording("wrong-deck-size.sum", terms=terms, total=total),
        replace(head(deck), f"{_head_text(deck)} {total}"),
        size=size,
        total=total,
        deck=_head_text(deck),
        cards=plural(abs(missing), "card"),
    )


def _rolls(line: n.DeckLine) -> Iterator[Fix]:
    """Yield the fixes for a card without a die that can be rolled again."""
    face = line.faces[-1]
    yield replace(face.span, f"{face.kind.id} die")
    yield delete(Span(line.span.source, face.span.end, line.span.end))


def _line(line: n.DeckLine, cards: dict[str, Entry]) -> Iterator[Diagnostic]:
    if line.copies == 0:
        yield report("no-copies", line.span, delete(line.span))
    if line.rolls is not None and not any(face.die for face in line.faces):
        yield report("rolls-without-die", line.span, *_rolls(line))
    for face in line.faces:
        card = cards.get(face.kind.id)
        if card is None:
            near = closest(face.kind.id, cards)
            yield report(
                "unknown-card",
                face.kind.span,
                name_fix(face.kind.span, cards),
                id=face.kind.id,
                near=cards[near].name_span if near else None,
            )
            continue
        wants = bool(getattr(card.node, "parameters", ()))
        has = face.die or face.value is not None
        if wants and not has:
            yield report(
                "missing-card-value",
                face.span,
                append(face.span, " 3"),
                append(face.span, " die"),
                card=card.id,
                defined=card.name_span,
            )
        elif has and not wants:
            yield report(
                "needless-card-value",
                face.span,
                replace(face.span, card.id),
                card=card.id,
                defined=card.name_span,
            )
