"""The clauses of a definition by their kind, and the texts in them by language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from wtrules.syntax import nodes as n

_T = TypeVar("_T")


def clauses_of(node: object, kind: type[_T]) -> Iterator[_T]:
    """Yield the clauses of one kind in a rule, setting, variant or another definition."""
    for part in ("clauses", "grounds", "members"):
        for clause in getattr(node, part, ()):
            if isinstance(clause, kind):
                yield clause


def covered(node: object) -> list[str]:
    """Return the topics that the `covers` clauses of a definition name, each once."""
    return list(dict.fromkeys(name.id for c in clauses_of(node, n.Covers) for name in c.ids))


def goal_reached(outcome: object) -> bool | None:
    """Return whether players have reached the goal with an outcome; None if it does not say."""
    words = (clause.word for clause in clauses_of(outcome, n.Goal))
    return next((word == "reached" for word in words), None)


def phrases_in(
    node: object, kind: type[n.Says] | type[n.NameClause] | type[n.Evidence]
) -> Iterator[n.Phrase]:
    """Yield the phrases in the clauses of one kind: the text, name or evidence of a definition."""
    return (phrase for clause in clauses_of(node, kind) for phrase in clause.phrases)


def texts(node: object, kind: type[n.Says] | type[n.NameClause]) -> dict[str, str]:
    """Return the text or name of a definition by language."""
    return by_language(phrases_in(node, kind))


def by_language(phrases: Iterable[n.Phrase]) -> dict[str, str]:
    """Return texts by their language."""
    return {phrase.language: phrase.text for phrase in phrases}


def in_language(phrases: Iterable[n.Phrase], language: str) -> str:
    """Return the text in a language, else in any other there is."""
    texts = by_language(phrases)
    return texts.get(language) or next(iter(texts.values()), "")
