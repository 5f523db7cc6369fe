"""Rules as the page shows them beside a move: name, paraphrase, sources."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from wtrules.checks.wording import stale_says
from wtrules.game.explain import cited
from wtrules.game.game import Game
from wtrules.rules.clauses import clauses_of, in_language, phrases_in
from wtrules.rules.describe import entry_of, said
from wtrules.syntax import nodes as n
from wtrules.web.places import place

_MADE: WeakKeyDictionary[Game, dict[tuple[str, str], dict[str, Any]]] = WeakKeyDictionary()


def rule_reference(game: Game, id: str, lang: str) -> dict[str, Any]:
    """Return a rule by the id that moves and decisions name it with."""
    made = _MADE.setdefault(game, {})
    if (id, lang) not in made:
        made[id, lang] = _reference(game, id, lang)
    return made[id, lang]


def _reference(game: Game, id: str, lang: str) -> dict[str, Any]:
    entry = entry_of(game.rules, id)
    if entry is None:
        return {"id": id, "title": id, "says": "", "cites": []}
    # A paraphrase that a house rule has made wrong would mislead.
    is_current = stale_says(game.rules, entry) is None
    return {
        "id": id,
        "title": in_language(phrases_in(entry.node, n.NameClause), lang) or id,
        "says": said(game.rules, entry, lang) if is_current else "",
        "cites": [cited(clause) for clause in clauses_of(entry.node, n.Cites)],
        "place": place(entry.span),
    }
