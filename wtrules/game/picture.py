"""Positions, cards and spells as pictures: what `wtrules render`, reports, rulebooks, notebooks and the page show."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from wtrules.board import table
from wtrules.board.keys import Keys
from wtrules.board.paint import piece_colours, wizard_colours
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


def setup_picture(state: View, lang: str = "en", *, title: str | None = None) -> str:
    """Return the board of a set-up for the width of a page: lights, and the direction of travel."""
    return picture(state, lang, title=title, show_hidden=True, lights=starting_lights(state.rules))


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


def card_back_picture(lang: str = "en") -> str:
    """Return the back of a card."""
    return table.card_back(title=Texts(lang)("picture.card_back"))


def die_picture(number: int | None = None, lang: str = "en") -> str:
    """Return a die with a number up; None: a die that has not been rolled."""
    return table.die(number, title=Texts(lang)("picture.die"))


def flask_picture(kind: str, lang: str = "en") -> str:
    """Return a flask: `empty`, `full` or `spent`."""
    return table.flask(kind, title=Texts(lang)(f"picture.flask.{kind}"))


def spell_picture(rules: Rules, id: str, lang: str = "en") -> str:
    """Return the tile of a spell, with its name and a flask for each flask it costs."""
    name, cost = spell_name(rules, id, lang), spell_cost(rules, id)
    title = name if cost is None else Texts(lang)("picture.spell", name=name, n=cost)
    return table.spell(name, cost, title=title)


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


def wizard_picture(rules: Rules, letter: str, lang: str = "en") -> str:
    """Return a wizard in the colour of the player with this letter."""
    letters = [*values.letters(rules).values()]
    name = colour_names(rules, lang).get(letter, letter)
    title = Texts(lang)("picture.named_wizard", letter=letter, name=name)
    colour = wizard_colours(letters, {}).get(letter, "#fff")
    return table.wizard_drawing(letter, colour).svg(title=title)


def tower_picture(shield: bool, lang: str = "en") -> str:
    """Return a tower, with a shield or without."""
    key = "picture.raven_tower" if shield else "picture.plain_tower"
    return table.tower_drawing(shield).svg(title=Texts(lang)(key))


def castle_picture(lang: str = "en") -> str:
    """Return the castle."""
    return table.castle_drawing().svg(title=Texts(lang)("picture.castle"))


def piece_picture(rules: Rules, letter: str, lang: str = "en") -> str:
    """Return a piece of a house rule, such as a dragon, by its letter."""
    names = piece_names(rules, lang)
    colour = piece_colours(list(names)).get(letter, "#fff")
    look = piece_looks(rules).get(letter, "")
    return table.piece_drawing(letter, colour, look).svg(title=names.get(letter, letter))


@lru_cache(maxsize=256)
def _chooses(card: Node) -> str:
    """Return what a card is about: the kind of piece that is chosen first."""
    for node in walk(card):
        if isinstance(node, n.Choose):
            return node.queries[0].kind
    return ""
