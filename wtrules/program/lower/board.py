"""Formulas about the pieces: how the numbers of surfaces, towers, wizards and cards are made.

A surface is `space * levels + level`; a tower is the surface on top of it; a wizard is
`(surface * players + owner) * slots + slot`. Without a memory for each wizard there is one slot, and
wizards of one owner on one surface are interchangeable. Otherwise the slot says which of the owner's
wizards it is, and the field `wizard_at` where that one is now.
"""

from __future__ import annotations

from attrs import frozen

from wtrules.program import program as p
from wtrules.program.layout import Layout
from wtrules.program.program import NOTHING, CardKind, Expr, Load, op
from wtrules.program.state import WIZARD_AT
from wtrules.value import Value


@frozen
class Board(Value):
    """Formulas for one layout."""

    layout: Layout

    def surface(self, space: Expr, level: Expr) -> Expr:
        """Return the surface of a space that is above so many towers."""
        return op("+", op("*", space, self.layout.board.levels), level)

    def top(self, space: Expr) -> Expr:
        """Return the uppermost surface of a space."""
        return self.surface(space, Load("height", space))

    def space_of(self, surface: Expr) -> Expr:
        """Return the space of a surface or tower."""
        return op("//", surface, self.layout.board.levels)

    def level_of(self, surface: Expr) -> Expr:
        """Return the number of towers below a surface; for a tower, itself included."""
        return op("%", surface, self.layout.board.levels)

    def is_top(self, surface: Expr) -> Expr:
        """Return whether no tower is on a surface."""
        return op("==", self.level_of(surface), Load("height", self.space_of(surface)))

    def is_surface(self, surface: Expr) -> Expr:
        """Return whether there are enough towers in its space for this surface to be there."""
        return op("<=", self.level_of(surface), Load("height", self.space_of(surface)))

    def is_tower(self, tower: Expr) -> Expr:
        """Return whether there are enough towers in its space for this one to be there."""
        height = Load("height", self.space_of(tower))
        # No tower has the number 0, which is the ground of the first space.
        return op("and", op(">", tower, 0), op("<=", self.level_of(tower), height))

    def has_shield(self, surface: Expr) -> Expr:
        """Return whether a surface or tower shows a shield."""
        shields = Load("shields", self.space_of(surface))
        return op("&", op(">>", shields, self.level_of(surface)), 1)

    def height_from(self, tower: Expr) -> Expr:
        """Return how many towers there are from a tower upwards."""
        height = Load("height", self.space_of(tower))
        return op("+", op("-", height, self.level_of(tower)), 1)

    def seat_after(self, player: Expr, seats: int) -> Expr:
        """Return the player so many seats further on."""
        return op("%", op("+", player, seats), self.layout.players)

    def walk(self, space: Expr, steps: Expr, route: Expr = 0) -> Expr:
        """Return the space so many steps clockwise; nothing beyond a dead end."""
        if self.layout.board.track.is_ring:
            return op("%", op("+", space, steps), self.layout.board.spaces)
        if route == 0:
            return p.Call("walk", (space, steps))
        return p.Call("walk_by", (route, space, steps))

    def walk_back(self, space: Expr, steps: Expr, route: Expr = 0) -> Expr:
        """Return the space so many steps counterclockwise; nothing beyond a dead end."""
        return self.walk(space, op("-", 0, steps), route)

    @property
    def routes(self) -> int:
        """How many ways a move may go."""
        return self.layout.board.track.routes

    def search(self, space: Expr, steps: Expr, way: str) -> Expr:
        """Return the space that a search comes to next, after so many others."""
        if self.layout.board.track.crosses_itself:
            row = self._row(space, way)
            return p.Entry("track_order", op("+", op("*", row, self.layout.board.spaces), steps))
        return (self.walk if way == "clockwise" else self.walk_back)(space, steps)

    def _row(self, space: Expr, way: str) -> Expr:
        """Return the row of the tables of the track for a search from a space."""
        return op("+", space, 0 if way == "clockwise" else self.layout.board.spaces)

    def top_after_walk(self, space: Expr) -> Expr:
        """Return the uppermost surface of a space that a walk has led to, or nothing."""
        return p.Call("top_or_nothing", (space,)) if self.has_dead_end else self.top(space)

    @property
    def has_dead_end(self) -> bool:
        """Whether a walk may lead nowhere."""
        return self.layout.board.track.has_dead_end

    def reach(self, space: Expr, way: str) -> Expr:
        """Return how many spaces a search in one direction finds, the first one included."""
        track = self.layout.board.track
        table = "track_found" if track.crosses_itself else "track_reach"
        return p.entry(table, track.reaches, self._row(space, way))

    @property
    def tells_apart(self) -> bool:
        """Whether wizards of one player on one surface can be told apart."""
        return self.layout.slots > 1

    @property
    def width(self) -> int:
        """How many numbers of wizards belong to one surface."""
        return self.layout.players * self.layout.slots

    def wizard(self, surface: Expr, owner: Expr, slot: Expr = 0) -> Expr:
        """Return a wizard by where it is, whose it is, and which one it is."""
        pair = op("+", op("*", surface, self.layout.players), owner)
        return op("+", op("*", pair, self.layout.slots), slot)

    def surface_of(self, wizard: Expr) -> Expr:
        """Return the surface a wizard is on."""
        return op("//", wizard, self.width)

    def owner_of(self, wizard: Expr) -> Expr:
        """Return the player a wizard belongs to."""
        return op("%", op("//", wizard, self.layout.slots), self.layout.players)

    def slot_of(self, wizard: Expr) -> Expr:
        """Return which of its player's wizards one is; 0 if they cannot be told apart."""
        return op("%", wizard, self.layout.slots) if self.tells_apart else 0

    def space_of_wizard(self, wizard: Expr) -> Expr:
        """Return the space a wizard is in."""
        return op("//", wizard, self.width * self.layout.board.levels)

    def figure(self, wizard: Expr) -> Expr:
        """Return which wizard of all it is, wherever it is: the index of what is kept for it."""
        return op("%", wizard, self.width)

    def figure_of(self, owner: Expr, slot: Expr) -> Expr:
        """Return which wizard of all one of a player is."""
        return op("+", op("*", owner, self.layout.slots), slot)

    def moved(self, wizard: Expr, surface: Expr) -> Expr:
        """Return a wizard once it is on another surface."""
        return self.wizard(surface, self.owner_of(wizard), self.slot_of(wizard))

    def count(self, surface: Expr, player: Expr) -> Expr:
        """Return how many wizards of a player are on a surface."""
        shift = op("*", player, self.layout.board.bits)
        return op("&", op(">>", Load("cell", surface), shift), self.layout.board.mask)

    def one(self, player: Expr) -> Expr:
        """Return what one wizard of a player adds to the number of a surface."""
        return op("<<", 1, op("*", player, self.layout.board.bits))

    def is_on_board(self, wizard: Expr) -> Expr:
        """Return whether a wizard is where its number says."""
        there = self.count(self.surface_of(wizard), self.owner_of(wizard))
        if self.tells_apart:
            there = op("==", Load(WIZARD_AT, self.figure(wizard)), self.surface_of(wizard))
        return op("and", op(">=", wizard, 0), there)

    def place_of_piece(self, piece: Expr) -> Expr:
        """Return the surface a piece is on; nothing if it is in the box."""
        return Load("piece", piece) if self.layout.board.piece_count else NOTHING

    def is_in_play(self, piece: Expr) -> Expr:
        """Return whether a piece is on the board."""
        return op(">=", self.place_of_piece(piece), 0)

    def level_of_piece(self, piece: Expr) -> Expr:
        """Return the number of towers below a piece; 0 in the box."""
        level = self.level_of(self.place_of_piece(piece))
        return op("*", level, self.is_in_play(piece))

    def is_visible_piece(self, piece: Expr) -> Expr:
        """Return whether a piece is on the board with no tower on it."""
        return op("and", self.is_in_play(piece), self.is_top(self.place_of_piece(piece)))

    def is_hidden_piece(self, piece: Expr) -> Expr:
        """Return whether a tower is on a piece."""
        covered = op("not", self.is_top(self.place_of_piece(piece)))
        return op("and", self.is_in_play(piece), covered)

    def in_hand(self, player: Expr, card: Expr) -> Expr:
        """Return the place of a card in the field `hand`."""
        place = op("*", player, self._known_of("width_of", card))
        return op("+", op("+", place, card), self._known_of("hand_of", card))

    def hand_size(self, player: Expr, card: Expr) -> Expr:
        """Return the place of the hand that a card belongs to in the field `hand_size`."""
        return op("+", op("*", self.deck_of(card), self.layout.players), player)

    def deck_of(self, card: Expr) -> Expr:
        """Return the deck that a card is of."""
        return self._known_of("deck_of", card)

    def _known_of(self, table: str, card: Expr) -> Expr:
        return p.entry(table, self.layout.deck_tables[table], card)


@frozen
class Cards(Value):
    """Answers questions about what a card shows; the arrays it needs are added to the tables."""

    deck: tuple[CardKind, ...]
    tables: dict[str, tuple[int, ...]]

    def rolls(self, card: Expr) -> Expr:
        """Return how often the die may be rolled for a card."""
        self.tables["card_rolls"] = tuple(kind.rolls for kind in self.deck)
        return p.Entry("card_rolls", card)

    def value(self, card: Expr, kind: str | None = None, which: int = 0) -> Expr:
        """Return the number a card shows for a kind of card, by the die where it shows one.

        *which* of its halves of that kind is meant, if it has several.
        """
        numbers = []
        for held in self.deck:
            faces = [f.value for f in held.faces if kind is None or f.kind == kind]
            numbers.append(faces[which] if which < len(faces) else 0)
        name = f"{kind or 'first'}{which or ''}"
        if not any(number < 0 for number in numbers):
            return self._entry(f"card_value_{name}", numbers, card)
        fixed = self._entry(f"card_value_{name}", [max(0, number) for number in numbers], card)
        by_die = self._entry(f"card_die_{name}", [int(number < 0) for number in numbers], card)
        return op("+", fixed, op("*", by_die, Load("roll", 0)))

    def has_half(self, card: Expr, kind: str, which: int = 0) -> Expr:
        """Return whether a card has more than *which* halves of a kind."""
        flags = [int(sum(f.kind == kind for f in held.faces) > which) for held in self.deck]
        return self._entry(f"card_is_{kind}{which or ''}", flags, card)

    def _entry(self, name: str, numbers: list[int], card: Expr) -> Expr:
        if isinstance(card, int):
            return numbers[card]
        if len(set(numbers)) == 1:
            return numbers[0]
        self.tables[name] = tuple(numbers)
        return p.Entry(name, card)


def crowd(surface: Expr) -> Expr:
    """Return the number of wizards on a surface."""
    return p.Call("crowd", (surface,))
