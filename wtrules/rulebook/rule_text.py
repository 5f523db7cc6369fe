"""Parts of a rule file as they are written, for what a house rule has not put into words."""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.rulebook.texts import Texts
from wtrules.rules.changes import text
from wtrules.source import Span
from wtrules.syntax import nodes as n

_MOST = 24  # lines of a rule that somebody at a table reads


def as_written(clauses: Sequence[n.Clause]) -> str:
    """Return clauses as they stand in their file, without the indentation they share."""
    lines = [line for clause in clauses for line in _lines(clause.span)]
    return "\n".join([*lines[:_MOST], "…"] if len(lines) > _MOST else lines)


def _lines(span: Span) -> list[str]:
    whole = span.source.text
    indent = span.start - (whole.rfind("\n", 0, span.start) + 1)
    first, *rest = span.text.split("\n")
    return [first, *(line[min(indent, len(line) - len(line.lstrip())) :].rstrip() for line in rest)]


def cost_words(cost: n.Cost, words: Texts) -> str:
    """Return what a spell costs: an amount of flasks, or the term that says how many."""
    if isinstance(cost.value, n.Number):
        return words.flasks(cost.value.value)
    return words("flask.term", term=text(cost.value.span))
