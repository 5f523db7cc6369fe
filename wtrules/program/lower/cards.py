"""Constant arrays about the cards of the deck."""

from __future__ import annotations

from attrs import frozen

from wtrules.program import program as p
from wtrules.program.program import CardKind, Expr, Load, op
from wtrules.value import Value


@frozen
class Cards(Value):
    """Answers questions about what a card shows; the arrays it needs are added to the tables."""

    deck: tuple[CardKind, ...]
    tables: dict[str, tuple[int, ...]]

    def rolls(self, card: Expr) -> Expr:
        """Return how often the die may be rolled for a card."""
        self.tables["card_rolls"] = tuple(kind.rolls for kind in self.deck)
        return p.Entry("card_rolls", card)

    def value(self, card: Expr, kind: str | None = None, which: int = 0) -> Expr:
        """Return the number a card shows for a kind of card, by the die where it shows one.

        *which* of its halves of that kind is meant, if it has several.
        """
        numbers = []
        for held in self.deck:
            faces = [f.value for f in held.faces if kind is None or f.kind == kind]
            numbers.append(faces[which] if which < len(faces) else 0)
        name = f"{kind or 'first'}{which or ''}"
        if not any(number < 0 for number in numbers):
            return self._entry(f"card_value_{name}", numbers, card)
        fixed = self._entry(f"card_value_{name}", [max(0, number) for number in numbers], card)
        by_die = self._entry(f"card_die_{name}", [int(number < 0) for number in numbers], card)
        return op("+", fixed, op("*", by_die, Load("roll", 0)))

    def has_half(self, card: Expr, kind: str, which: int = 0) -> Expr:
        """Return whether a card has more than *which* halves of a kind."""
        flags = [int(sum(f.kind == kind for f in held.faces) > which) for held in self.deck]
        return self._entry(f"card_is_{kind}{which or ''}", flags, card)

    def _entry(self, name: str, numbers: list[int], card: Expr) -> Expr:
        if isinstance(card, int):
            return numbers[card]
        if len(set(numbers)) == 1:
            return numbers[0]
        self.tables[name] = tuple(numbers)
        return p.Entry(name, card)
