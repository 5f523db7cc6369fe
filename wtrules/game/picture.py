"""Positions, cards and spells as pictures: what `wtrules render`, reports, rulebooks, notebooks and the page show."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from wtrules.board import table
from wtrules.board.keys import Keys
from wtrules.board.svg import svg
from wtrules.game.view import View
from wtrules.node import Node, walk
from wtrules.program.program import CardKind
from wtrules.rules.clauses import in_language, phrases_in
from wtrules.rules.describe import colour_names, piece_names
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n


def picture(
    view: View,
    lang: str = "en",
    *,
    title: str | None = None,
    show_hidden: bool = False,
    marks: Mapping[int, str] | None = None,
    keys: Keys | None = None,
    highlight: Collection[str] = (),
) -> str:
    """Return the board of a position as SVG; see `board.svg` for what the words after *lang* mean."""
    program, rules = view.program, view.rules
    return svg(
        view.board,
        ground_shields=program.ground_shields,
        letters=program.letters,
        names=colour_names(rules, lang),
        title=title,
        show_hidden=show_hidden,
        marks=marks,
        lang=lang,
        track=program.track,
        pieces=piece_names(rules, lang),
        keys=keys,
        highlight=highlight,
    )


def card_picture(
    rules: Rules, card: CardKind, lang: str = "en", *, key: str = "", title: str = ""
) -> str:
    """Return a card of the game as SVG."""
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
    return table.card(faces, key=key, title=title)


@lru_cache(maxsize=256)
def _chooses(card: Node) -> str:
    """Return what a card is about: the kind of piece that is chosen first."""
    for node in walk(card):
        if isinstance(node, n.Choose):
            return node.queries[0].kind
    return ""
