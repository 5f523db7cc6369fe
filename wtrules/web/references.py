"""Rules as the page shows them beside a move: name, paraphrase, sources."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from wtrules.game.game import Game
from wtrules.game.load import load_atlas
from wtrules.resolve.clauses import in_language, phrases_in
from wtrules.rulebook.sources import Sources
from wtrules.say.describe import entry_of
from wtrules.say.voice import Voice
from wtrules.syntax import nodes as n
from wtrules.texts import Texts
from wtrules.web import shapes
from wtrules.web.places import place

_MADE: WeakKeyDictionary[Game, dict[tuple[str, str], shapes.RuleRef]] = WeakKeyDictionary()
_SOURCES: WeakKeyDictionary[Game, dict[str, Sources]] = WeakKeyDictionary()


def rule_reference(game: Game, id: str, lang: str) -> shapes.RuleRef:
    """Return a rule by the id that moves and decisions name it with."""
    made = _MADE.setdefault(game, {})
    if (id, lang) not in made:
        made[id, lang] = _reference(game, id, lang)
    return made[id, lang]


def _reference(game: Game, id: str, lang: str) -> shapes.RuleRef:
    entry = entry_of(game.rules, id)
    if entry is None:
        return {"id": id, "title": id, "says": "", "cites": []}
    return {
        "id": id,
        "title": in_language(phrases_in(entry.node, n.NameClause), lang) or id,
        "says": Voice(game.rules, lang).says(id),
        "cites": list(_sources(game, lang).notes(entry).sources),
        "place": place(entry.span),
    }


def _sources(game: Game, lang: str) -> Sources:
    """Return where the rules of a game are printed: in the manual of their own edition, if possible."""
    made = _SOURCES.setdefault(game, {})
    if lang not in made:
        made[lang] = Sources(game.rules, load_atlas(), {}, Texts(lang))
    return made[lang]
