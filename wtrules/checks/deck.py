"""The deck: its size, and the card on each of its lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from wtrules.checks.report import error, plural
from wtrules.diagnostics import Diagnostic, Label, closest, name_hint
from wtrules.rules.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n

CODES = (
    "wrong-deck-size",
    "empty-deck",
    "no-copies",
    "unknown-card",
    "missing-card-value",
    "needless-card-value",
    "rolls-without-die",
)

PAGES = {
    "wrong-deck-size": """\
The lines of the deck do not add up to the size it is said to have.

The size is there to catch slips: a line forgotten while copying a card list, or a 3 for a 5.

Faulty:

```wtr
ruleset short-game {
  extends en-capstone
  override deck 40 {
    20 x wizard die
    10 x tower 2
  }
}
```

Mended:

```wtr
ruleset short-game {
  extends en-capstone
  override deck 40 {
    20 x wizard die
    20 x tower 2
  }
}
```
""",
    "empty-deck": """\
There is not a single card in the deck.

Without cards nobody can move, and the first hand cannot be dealt.

Faulty:

```wtr
ruleset no-cards {
  extends en-capstone
  override deck 0 { }
}
```

Mended:

```wtr
ruleset no-cards {
  extends en-capstone
  override deck 60 {
    30 x wizard 2
    30 x tower 2
  }
}
```
""",
    "no-copies": """\
A line of the deck has no copies, so the card it speaks of is not in the game.

Faulty:

```wtr
ruleset short-game {
  extends en-capstone
  override deck 40 {
    20 x wizard die
    20 x tower 2
    0 x tower 3
  }
}
```

Mended:

```wtr
ruleset short-game {
  extends en-capstone
  override deck 40 {
    20 x wizard die
    20 x tower 2
  }
}
```
""",
    "unknown-card": """\
A line of the deck, or an example, names a kind of card that no rule describes.

Each kind of card has a `card` of its own that says what it does; one without it would be a card
that nobody knows how to play.

Faulty:

```wtr
ruleset more-towers {
  extends en-capstone
  add to deck {
    5 x towr 3
  }
}
```

Mended:

```wtr
ruleset more-towers {
  extends en-capstone
  add to deck {
    5 x tower 3
  }
}
```
""",
    "missing-card-value": """\
A card that needs a number has none.

`card tower(number n)` moves a tower as many spaces as the card says; a card without a number, and
without a die to roll for one, says nothing.

Faulty:

```wtr
ruleset more-towers {
  extends en-capstone
  add to deck {
    5 x tower
  }
}
```

Mended:

```wtr
ruleset more-towers {
  extends en-capstone
  add to deck {
    5 x tower 3
    5 x tower die
  }
}
```
""",
    "needless-card-value": """\
A card has a number, but nothing in its rule asks for one.

Players would look for what the number means. Either the card takes it, as in
`card storm(number n)`, or it has none.

Faulty:

```wtr
ruleset storms {
  extends en-capstone
  card storm {
    code   s
    choose tower t
    do     move t clockwise 3
  }
  add to deck {
    5 x storm 3
  }
}
```

Mended:

```wtr
ruleset storms {
  extends en-capstone
  card storm {
    code   s
    choose tower t
    do     move t clockwise 3
  }
  add to deck {
    5 x storm
  }
}
```
""",
    "rolls-without-die": """\
A card says how often it is rolled for, but there is no die on it.

`rolls 2` means that the die may be rolled a second time; on a card with a number there is nothing
to roll for.

Faulty:

```wtr
ruleset more-towers {
  extends en-capstone
  add to deck {
    5 x tower 3 rolls 2
  }
}
```

Mended:

```wtr
ruleset more-towers {
  extends en-capstone
  add to deck {
    5 x tower die rolls 2
  }
}
```
""",
}


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Add up the deck and look at the card on each line."""
    entry = rules.get("deck", "deck")
    if entry is None or not isinstance(entry.node, n.Deck):
        return
    deck = entry.node
    total = sum(line.copies for line in deck.lines)
    if total == 0:
        yield error(
            "empty-deck",
            "there are no cards in the deck",
            head(deck),
            "nothing to draw",
            "add lines such as `4 x wizard 1`",
        )
    elif total != deck.size:
        yield _wrong_size(deck, total)
    cards = {card.id: card for card in rules.of_kind("card")}
    for line in deck.lines:
        yield from _line(line, cards)


def head(deck: n.Deck) -> Span:
    """Return the place of `deck 90`."""
    found = re.match(r"deck\s+\d+", deck.span.text)
    end = deck.span.start + found.end() if found else deck.span.end
    return Span(deck.span.source, deck.span.start, end)


def _wrong_size(deck: n.Deck, total: int) -> Diagnostic:
    missing = deck.size - total
    step = (
        f"add {plural(missing, 'card')}" if missing > 0 else f"take out {plural(-missing, 'card')}"
    )
    if len(deck.lines) <= 24:
        terms = " + ".join(str(line.copies) for line in deck.lines)
    else:
        groups = Counter(line.copies for line in deck.lines)
        terms = " + ".join(f"{lines} lines of {copies}" for copies, lines in groups.items())
    return error(
        "wrong-deck-size",
        f"the cards add up to {total}, but the deck is said to have {deck.size}",
        head(deck),
        f"says {deck.size}",
        f"line by line: {terms} = {total}",
        f"write `deck {total}`, or {step}",
    )


def _line(line: n.DeckLine, cards: dict[str, Entry]) -> Iterator[Diagnostic]:
    if line.copies == 0:
        yield error(
            "no-copies",
            "this card is in the deck no times",
            line.span,
            "0 copies",
            "remove the line, or say how many copies there are",
        )
    if line.rolls is not None and not any(face.die for face in line.faces):
        yield error(
            "rolls-without-die",
            "`rolls` on a card without a die",
            line.span,
            "nothing here is rolled for",
            "write `die` in place of the number, or drop `rolls`",
        )
    for face in line.faces:
        card = cards.get(face.kind.id)
        if card is None:
            near = closest(face.kind.id, cards)
            hint = name_hint(face.kind.id, cards)
            yield error(
                "unknown-card",
                f"there is no kind of card called `{face.kind.id}`",
                face.kind.span,
                "no card of this kind",
                hint or f"add `card {face.kind.id} {{ … }}` that says what it does",
                related=(Label(cards[near].name_span, "did you mean this one?"),) if near else (),
            )
            continue
        wants = bool(getattr(card.node, "parameters", ()))
        has = face.die or face.value is not None
        if wants and not has:
            yield error(
                "missing-card-value",
                f"a `{card.id}` card needs a number",
                face.span,
                "how far?",
                f"write `{card.id} 3`, or `{card.id} die` if it is rolled for",
                related=(Label(card.name_span, "takes a number"),),
            )
        elif has and not wants:
            yield error(
                "needless-card-value",
                f"a `{card.id}` card has no number",
                face.span,
                "nothing asks for this",
                f"write `{card.id}` alone, or let the card take a number: "
                f"`card {card.id}(number n)`",
                related=(Label(card.name_span, "takes no number"),),
            )
