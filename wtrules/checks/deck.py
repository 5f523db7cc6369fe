"""The decks: their sizes, and the card on each line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from wtrules.checks.board import Limit, out_of_range
from wtrules.checks.words import plural
from wtrules.diagnostics import Diagnostic, Fix, Label, closest, error, name_fix
from wtrules.diagnostics.fix import append, delete, replace
from wtrules.phrase import commas, phrase
from wtrules.rules.decks import named_decks
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry
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
        yield error(
            "out-of-range",
            phrase("there are {number} decks with a name", number=len(named)),
            named[_MOST_DECKS].name_span,
            phrase("at most {most_decks}", most_decks=_MOST_DECKS),
            "join some of them",
        )


def _size(deck: n.Deck) -> Iterator[Diagnostic]:
    total = deck.copies
    if total == 0:
        name = phrase("deck `{deck}`", deck=deck.id.id) if deck.id is not None else "the deck"
        yield error(
            "empty-deck",
            phrase("{name} has no cards", name=name),
            head(deck),
            "nothing to draw",
            "add lines such as `4 x wizard 1`",
        )
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
    step = (
        phrase("add {cards}", cards=plural(missing, "card"))
        if missing > 0
        else phrase("remove {cards}", cards=plural(-missing, "card"))
    )
    if len(deck.lines) <= 24:
        terms = " + ".join(str(line.copies) for line in deck.lines)
    else:
        groups = Counter(line.copies for line in deck.lines)
        terms = commas(
            (
                phrase("{lines} lines of {copies}", lines=lines, copies=copies)
                for copies, lines in groups.items()
            ),
            " + ",
        )
    return error(
        "wrong-deck-size",
        phrase(
            "the deck is declared with {size} cards, but its lines add up to {total}",
            size=size,
            total=total,
        ),
        head(deck),
        phrase("declared: {size}", size=size),
        phrase("line by line: {terms} = {total}", terms=terms, total=total),
        replace(
            head(deck),
            f"{_head_text(deck)} {total}",
            phrase(
                "write `{head_text} {total}`, or {step}",
                head_text=_head_text(deck),
                total=total,
                step=step,
            ),
        ),
    )


def _rolls(line: n.DeckLine) -> Iterator[Fix]:
    """Yield the fixes for a card without a die that can be rolled again."""
    help = "write `die` instead of the number, or remove `rolls`"
    face = line.faces[-1]
    yield replace(face.span, f"{face.kind.id} die", help)
    yield delete(Span(line.span.source, face.span.end, line.span.end), help)


def _line(line: n.DeckLine, cards: dict[str, Entry]) -> Iterator[Diagnostic]:
    if line.copies == 0:
        yield error(
            "no-copies",
            "the deck has 0 copies of this card",
            line.span,
            "0 copies",
            delete(line.span, "remove the line, or write how many copies there are"),
        )
    if line.rolls is not None and not any(face.die for face in line.faces):
        yield error(
            "rolls-without-die",
            "a card with `rolls` needs a die",
            line.span,
            "no die on this card",
            *_rolls(line),
        )
    for face in line.faces:
        card = cards.get(face.kind.id)
        if card is None:
            near = closest(face.kind.id, cards)
            yield error(
                "unknown-card",
                phrase("there is no card called `{id}`", id=face.kind.id),
                face.kind.span,
                "unknown card",
                name_fix(face.kind.span, cards)
                or phrase("define it: `card {id} {{ … }}`", id=face.kind.id),
                related=(Label(cards[near].name_span, "did you mean this one?"),) if near else (),
            )
            continue
        wants = bool(getattr(card.node, "parameters", ()))
        has = face.die or face.value is not None
        if wants and not has:
            yield error(
                "missing-card-value",
                phrase("a `{card}` card needs a number", card=card.id),
                face.span,
                "no number",
                append(
                    face.span,
                    " 3",
                    phrase("write `{card} 3`, or `{card} die` for a die", card=card.id),
                ),
                append(
                    face.span,
                    " die",
                    phrase("write `{card} 3`, or `{card} die` for a die", card=card.id),
                ),
                related=(Label(card.name_span, "takes a number"),),
            )
        elif has and not wants:
            yield error(
                "needless-card-value",
                phrase("a `{card}` card takes no number", card=card.id),
                face.span,
                "not used",
                replace(
                    face.span,
                    card.id,
                    phrase(
                        "write just `{card}`, or give the card a parameter: `card {card}(number n)`",
                        card=card.id,
                    ),
                ),
                related=(Label(card.name_span, "takes no number"),),
            )
