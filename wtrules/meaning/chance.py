"""Where chance decides: `random` in terms and statements, also behind defined words."""

from __future__ import annotations

from wtrules.meaning import nodes as m
from wtrules.node import walk


def chance_in(part: object, meaning: m.Meaning) -> m.Search | None:
    """Return a `random` search somewhere in terms, statements or tuples of them."""
    for inner in walk(part):
        if isinstance(inner, m.Search) and inner.word == "random":
            return inner
        if isinstance(inner, m.Meant):
            if inner.id in meaning.chances:
                return meaning.chances[inner.id]
    return None
