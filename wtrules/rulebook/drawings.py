"""Pictures of cards, spells and pieces for the book; without pictures, all of them are empty."""

from __future__ import annotations

from collections.abc import Iterable

from wtrules.board import figures, shapes, table
from wtrules.board.paint import num, piece_colours, wizard_colours
from wtrules.board.table import Drawing
from wtrules.game.game import State
from wtrules.game.picture import card_picture
from wtrules.meaning.pieces import PieceKind, piece_kinds
from wtrules.program.program import CardKind
from wtrules.resolve.model import Entry
from wtrules.say.describe import name_of
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

_MOST_WIZARDS = 6


class Drawings:
    """The pictures of one game; *state* is None for a book without pictures."""

    def __init__(self, state: State | None, texts: Texts) -> None:
        self._state = state
        self._texts = texts

    # --- cards and spells ---

    def card(self, deck: str, line: n.DeckLine) -> str:
        """Return a card of a deck."""
        wanted = [(face.kind.id, face.die, face.value) for face in line.faces]
        for card in self._cards(deck):
            faces = [(x.kind, x.value < 0, x.value if x.value > 0 else None) for x in card.faces]
            if faces == wanted and card.rolls == (line.rolls or card.rolls):
                return self._picture(card)
        return ""

    def kind_of_card(self, kind: str) -> str:
        """Return a card of a kind: the first that shows nothing else."""
        cards = [card for card in self._cards() if {face.kind for face in card.faces} == {kind}]
        return self._picture(cards[0]) if cards else ""

    def spell(self, entry: Entry) -> str:
        """Return the tile of a spell."""
        costs = (c.value for c in entry.clauses() if isinstance(c, n.Cost))
        number = next((cost.value for cost in costs if isinstance(cost, n.Number)), None)
        name = name_of(entry.node, self._texts) or entry.id
        return table.spell(name, number) if self._state is not None else ""

    def _cards(self, deck: str | None = None) -> tuple[CardKind, ...]:
        if self._state is None:
            return ()
        program = self._state.program
        named = {each.name: each.cards for each in program.decks}
        cards = program.card_kinds if deck is None else named.get(deck, program.cards)
        return tuple(card for card in cards if card.number < 2)  # of equal ones the first

    def _picture(self, card: CardKind) -> str:
        assert self._state is not None
        return card_picture(self._state.rules, card, self._texts.language)

    # --- what is in the box ---

    def track(self) -> str:
        """Return a few spaces of the track."""
        spaces = [(52, 34, shapes.ground()), (150, 42, shapes.ground()), (248, 34, shapes.ground())]
        return self._drawn("track", 300, 80, [*spaces, (181, 61, shapes.shield())])

    def castle(self) -> str:
        """Return the castle."""
        return self._drawn("castle", 96, 122, [(48, 108, shapes.castle())])

    def tower(self, shield: bool) -> str:
        """Return a tower with or without a shield."""
        parts = [(46, 56, shapes.tower())]
        return self._drawn(
            "tower", 92, 82, [*parts, (46, 60, shapes.shield())] if shield else parts
        )

    def piece(self, kind: PieceKind) -> str:
        """Return a piece of the rules' own."""
        if self._state is None:
            return ""
        letters = [each.letter for each in piece_kinds(self._state.rules)]
        colour = piece_colours(letters)[kind.letter]
        return self._drawn(
            "piece", 40, 44, [(20, 38, figures.piece(kind.letter, colour, kind.look))]
        )

    def wizards(self, letters: Iterable[str]) -> str:
        """Return a wizard of each colour."""
        shown = list(letters)
        colours = wizard_colours(shown, {})
        places = enumerate(shown[:_MOST_WIZARDS])
        parts = [(17 + 30 * i, 50, shapes.wizard(x, colours[x])) for i, x in places]
        return self._drawn("wizards", 4 + 30 * len(parts), 56, parts)

    def flasks(self) -> str:
        """Return a flask from either side."""
        sides = [
            (2, 2, table.flask_drawing("empty").body),
            (44, 2, table.flask_drawing("full").body),
        ]
        return self._drawn("flasks", 84, 56, sides)

    def deck(self) -> str:
        """Return the back of a card."""
        return table.card_back() if self._state is not None else ""

    def die(self, faces: int) -> str:
        """Return the die."""
        return table.die(faces) if self._state is not None else ""

    def _drawn(
        self, kind: str, width: float, height: float, parts: Iterable[tuple[float, float, str]]
    ) -> str:
        if self._state is None:
            return ""
        placed = (f'<g transform="translate({num(x)} {num(y)})">{each}</g>' for x, y, each in parts)
        return Drawing(kind, width, height, "".join(placed)).svg()
