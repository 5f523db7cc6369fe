"""Numbers and pieces of rule files as the rulebook prints them."""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.meaning.changes import text
from wtrules.meaning.sentences import sentence, told
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Rules
from wtrules.rulebook.parts import Run
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

_MOST_LINES = 24  # of a rule as it is written; nobody reads more at a table


class Wording:
    """What definitions say in one language, for some numbers of players."""

    def __init__(self, rules: Rules, texts: Texts, counts: Sequence[int]) -> None:
        self.rules = rules
        self.texts = texts
        self.counts = counts

    def says(self, node: object) -> str:
        """Return what a definition says in words; nothing if it says nothing here."""
        return sentence(self.rules, node, self.texts.language, self.counts)

    def blanks(self, node: object) -> set[str]:
        """Return the names whose values a definition puts into words, in any of its sentences."""
        return {
            blank.name.id
            for says in clauses_of(node, n.Says)
            for phrase in says.phrases
            for blank in phrase.blanks
            if isinstance(blank, n.Blank)
        }

    def runs(self, node: object, before: Rules) -> tuple[Run, ...]:
        """Return what a definition says, with values that were others before; nothing without any."""
        parts = list(told(self.rules, node, self.texts.language, self.counts, before=before))
        if all(part.was is None for part in parts):
            return ()
        return tuple(Run(part.text, part.was) for part in parts)


def player_counts(counts: Sequence[int], texts: Texts) -> str:
    """Return numbers of players in words: `2 to 6 players`."""
    if list(counts) == [1]:
        return texts("rulebook.players.one")
    first, last = counts[0], counts[-1]
    if len(counts) > 2 and list(counts) == list(range(first, last + 1)):
        numbers = texts("rulebook.players.range", first=first, last=last)
    else:
        numbers = texts.join([str(count) for count in counts])
    return texts("rulebook.players.many", numbers=numbers)


def dice(number: int, texts: Texts) -> str:
    """Return a number of dice on a card: `two dice`."""
    key = f"rulebook.dice.{number}"
    return texts(key) if key in texts else texts("rulebook.dice.many", n=number)


def price(cost: n.Cost, texts: Texts) -> str:
    """Return what a spell costs: a number of flasks, or the term that says how many."""
    if isinstance(cost.value, n.Number):
        return texts("rulebook.price", n=cost.value.value)
    return texts("rulebook.price_term", term=text(cost.value.span))


def as_written(clauses: Sequence[n.Clause]) -> str:
    """Return clauses as they are written in their file, without the indentation they share."""
    lines = [line for clause in clauses for line in _lines(clause.span)]
    return "\n".join([*lines[:_MOST_LINES], "…"] if len(lines) > _MOST_LINES else lines)


def _lines(span: Span) -> list[str]:
    whole = span.source.text
    indent = span.start - (whole.rfind("\n", 0, span.start) + 1)
    first, *rest = span.text.split("\n")
    return [first, *(line[min(indent, len(line) - len(line.lstrip())) :].rstrip() for line in rest)]
