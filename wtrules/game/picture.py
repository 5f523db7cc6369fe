"""Positions, cards and spells as pictures: what `wtrules render`, reports, rulebooks, notebooks and the page show."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from wtrules.board import table
from wtrules.board.keys import Keys
from wtrules.board.svg import svg
from wtrules.checks.setting_uses import setting_uses
from wtrules.game.view import View
from wtrules.meaning import values
from wtrules.node import Node, walk
from wtrules.program.program import CardKind
from wtrules.resolve.clauses import clauses_of, in_language, phrases_in
from wtrules.resolve.model import Rules
from wtrules.say.describe import colour_names, names_of, piece_looks, piece_names
from wtrules.syntax import nodes as n
from wtrules.texts import Texts


def picture(
    view: View,
    lang: str = "en",
    *,
    title: str | None = None,
    show_hidden: bool = False,
    marks: Mapping[int, str] | None = None,
    keys: Keys | None = None,
    highlight: Collection[str] = (),
    lights: Mapping[int, int] | None = None,
) -> str:
    """Return the board of a position as SVG; see `board.svg` for what the words after *lang* mean."""
    program, rules = view.program, view.rules
    return svg(
        view.board,
        ground_shields=program.board.ground_shields,
        letters=program.board.letters,
        names=colour_names(rules, lang),
        title=title,
        show_hidden=show_hidden,
        marks=marks,
        lang=lang,
        track=program.board.track,
        pieces=piece_names(rules, lang),
        looks=piece_looks(rules),
        keys=keys,
        highlight=highlight,
        lights=lights,
    )


def starting_lights(rules: Rules) -> dict[int, int]:
    """Return how many wizards can start on which spaces; nothing if the rules place them otherwise."""
    for path, users in sorted(setting_uses(rules).rooms.items()):
        found = values.list_of(rules, path)
        if found is None or all(kind == "variant" for kind, _ in users):
            continue
        return {
            space: count
            for space, count in enumerate(found.entries, found.first)
            if isinstance(count, int)
        }
    return {}


def card_picture(
    rules: Rules, card: CardKind, lang: str = "en", *, key: str = "", title: str = ""
) -> str:
    """Return a card of the game as SVG."""
    return card_drawing(rules, card, lang).svg(key, title)


def card_drawing(rules: Rules, card: CardKind, lang: str = "en") -> table.Drawing:
    """Return a card of the game to put into a picture."""
    faces = []
    for face in card.faces:
        entry = rules.get("card", face.kind)
        assert entry is not None
        faces.append(
            table.Face(
                moves=_chooses(entry.node),
                steps=face.value if face.value > 0 else None,
                die=face.value < 0,
                rolls=card.rolls,
                name=in_language(phrases_in(entry.node, n.NameClause), lang) or face.kind,
            )
        )
    return table.card_drawing(faces)


# --- what is in the box ---


def spell_drawing(rules: Rules, id: str, lang: str = "en") -> table.Drawing:
    """Return the tile of a spell to put into a picture."""
    return table.spell_drawing(spell_name(rules, id, lang), spell_cost(rules, id))


def spell_name(rules: Rules, id: str, lang: str) -> str:
    """Return what a spell is called."""
    return Texts(lang).phrase(names_of(rules, "spell", id)) or id


def spell_cost(rules: Rules, id: str) -> int | None:
    """Return how many flasks a spell costs; None if that is not a plain number."""
    entry = rules.get("spell", id)
    costs = clauses_of(entry.node, n.Cost) if entry is not None else []
    written = next((cost.value.span.text for cost in costs), "0")
    return int(written) if written.isdecimal() else None


@lru_cache(maxsize=256)
def _chooses(card: Node) -> str:
    """Return what a card is about: the kind of piece that is chosen first."""
    for node in walk(card):
        if isinstance(node, n.Choose):
            return node.queries[0].kind
    return ""
