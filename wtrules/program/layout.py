"""The layout of a game: how many there are of everything, and the fields of the state.

Comes in: resolved rules and a number of players. Goes out: the fixed numbers of the physics, the
cards of the deck, and the fields of the state in their order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from math import prod

from attrs import define, evolve, field

from wtrules.language.physical import MAIN_DECK, TOWER_WITH_SHIELD
from wtrules.language.things import THINGS, is_pair, kinds_of
from wtrules.meaning import values
from wtrules.meaning.binding import NUMBERS
from wtrules.meaning.decks import named_decks
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.pieces import piece_kinds
from wtrules.meaning.track import track
from wtrules.program.program import (
    MOST,
    NOTHING,
    Board,
    CardFace,
    CardKind,
    Deck,
    Expr,
    Field,
    FieldRole,
    OwnPiles,
    op,
)
from wtrules.program.state import AT_HOME, PICKED, WIZARD_AT
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n


@define(eq=False, repr=False)
class Layout:
    """The constants and fields of one ruleset for one number of players."""

    players: int
    board: Board
    die: int
    decks: tuple[Deck, ...]  # the main deck, then those that have a name
    spells: tuple[str, ...]
    symbols: int  # words that rules use as values
    slots: int  # wizards of a player that can be told apart
    fields: dict[str, Field] = field(factory=dict)
    size: int = 0

    @property
    def all_cards(self) -> tuple[CardKind, ...]:
        """The cards of all decks, as they are numbered."""
        return tuple(card for deck in self.decks for card in deck.cards)

    @cached_property
    def deck_tables(self) -> dict[str, tuple[int, ...]]:
        """What is to be known of each card of any deck, and of each deck."""
        each = [(number, deck) for number, deck in enumerate(self.decks) for _ in deck.cards]
        return {
            "deck_of": tuple(number for number, _ in each),
            "width_of": tuple(len(deck.cards) for _, deck in each),
            "hand_of": tuple(deck.hands(self.players) for _, deck in each),
            "first_of": (*(deck.first for deck in self.decks), self.decks[-1].stop),
            "start_of": (
                *(deck.start for deck in self.decks),
                *(own.start + q * deck.size for deck, own, q in self._own_piles),
            ),
            "discard_of": (
                *(0 for _ in self.decks),
                *(
                    own.discard + q * len(deck.cards) - deck.first
                    for deck, own, q in self._own_piles
                ),
            ),
        }

    @property
    def _own_piles(self) -> Iterator[tuple[Deck, OwnPiles, int]]:
        """Yield the decks of which players have piles, for each player, as the piles are numbered."""
        for deck in self.decks:
            if deck.own is not None:
                yield from ((deck, deck.own, player) for player in range(self.players))

    def pile_of(self, deck: int, owner: Expr) -> Expr:
        """Return the number of the pile that a player has of a deck."""
        own = self.decks[deck].own
        assert own is not None
        return op("+", owner, own.pile)

    @property
    def has_rows(self) -> bool:
        """Whether cards can be face up beside their pile."""
        return "row" in self.fields

    @property
    def has_boxed_cards(self) -> bool:
        """Whether cards can be in the box."""
        return "boxed" in self.fields

    def add(
        self, name: str, size: int, role: FieldRole, *, wide: bool = False, type: str = "number",
        first: int = 0, each: str | None = None, hidden: bool = False, maybe: bool = False,
        span: tuple[int, int] | None = None,
    ) -> str:  # fmt: skip
        """Add a field after the others; return its name.

        *maybe*: a thing of this type may be nothing, -1. Without a *span*, the numbers are those
        that the type allows.
        """
        least, most = span or self._span(type, maybe)
        self.fields[name] = Field(
            name, size, role, self.size, wide, type, first, each, hidden, least, most
        )
        self.size += size
        return name

    def hide(self, name: str) -> None:
        """Note that not every player may see a field."""
        self.fields[name] = evolve(self.fields[name], hidden=True)

    def _span(self, type: str, maybe: bool) -> tuple[int, int]:
        """Return the lowest and the highest number of a type."""
        if type in THINGS:
            return (NOTHING if maybe else 0, self.radix(type) - 1)
        if type == "symbol":
            return (NOTHING, max(0, self.symbols - 1))
        return (0, 1) if type == "truth" else (-MOST, MOST)

    def radix(self, kind: str) -> int:
        """Return how many different things of a kind there can be."""
        return {
            "player": self.players,
            "wizard": self.board.cells * self.players * self.slots,
            "tower": self.board.cells,
            "place": self.board.cells,
            "space": self.board.spaces,
            "card": len(self.all_cards),
            "number": NUMBERS,
            "spell": max(1, len(self.spells)),
            "piece": max(1, self.board.piece_count),
        }[kind]

    def entries(self, each: str | None) -> int:
        """Return how many values a memory has, for each thing of a kind or a single one."""
        if each is None:
            return 1
        if is_pair(each):
            return prod(map(self.radix, kinds_of(each)))
        return self.players * self.slots if each == "wizard" else self.radix(each)


def layout(rules: Rules, meaning: Meaning, players: int) -> Layout:
    """Return the layout of a ruleset that has passed its checks."""
    spaces = _number(rules, "board.spaces")
    towers = values.list_of(rules, "board.towers")
    placed = []
    if towers is not None:
        for i, word in enumerate(towers.entries):
            placed.append(((towers.first + i) % spaces, word == TOWER_WITH_SHIELD))
    letters = values.letters(rules)
    colours = tuple(letters)[:players]
    box = _box(rules)[:players]
    board = Board(
        spaces=spaces,
        levels=len(placed) + 1,
        bits=max(box).bit_length(),
        colours=colours,
        letters="".join(letters[colour] for colour in colours),
        ground_shields=tuple(
            s for s in values.entries_of(rules, "board.shields") if isinstance(s, int)
        ),
        capacity=values.number(rules, "board.capacity"),
        towers=tuple(placed),
        castle=_number(rules, "board.castle"),
        box=box,
        track=track(rules),
        pieces=piece_kinds(rules),
    )
    # A memory for each wizard tells wizards of one colour apart, one for each card equal cards.
    slots = max(box) if any(x.each == "wizard" for x in meaning.memories.values()) else 1
    cards = _decks(rules, any(memory.single for memory in meaning.memories.values()))
    shape = Layout(
        players,
        board,
        _number(rules, "die.faces"),
        tuple(_with_own_piles(cards, meaning.own_decks, players)),
        tuple(entry.id for entry in rules.of_kind("spell")),
        len(meaning.symbols),
        slots,
    )
    _physics(shape)
    most, kinds = max(deck.size for deck in shape.decks), len(shape.all_cards)
    if meaning.has_rows:
        role, copies = FieldRole.ROWS, sum(deck.size for deck in shape.decks)
        shape.add("row", copies, role, span=(0, kinds - 1))
        shape.add("row_size", len(shape.decks), role, span=(0, most))
    if meaning.has_boxed_cards:
        shape.add("boxed", kinds, FieldRole.CARDS, span=(0, most))
    if board.piece_count:  # the surface each is on; nothing in the box
        shape.add("piece", board.piece_count, FieldRole.BOARD, type="place", maybe=True)
    return shape


def _number(rules: Rules, path: str) -> int:
    """Return a number that every ruleset must have."""
    value = values.number(rules, path)
    assert value is not None, f"the checks let `{path}` pass, which is not a number"
    return value


def _box(rules: Rules) -> tuple[int, ...]:
    """Return how many wizards of each colour are in the box."""
    table = values.table(rules, "colours")
    counts = (
        [] if table is None else [table.cell(r.keys[0].text or "", "wizards") for r in table.rows]
    )
    return tuple(max(1, count) if isinstance(count, int) else 1 for count in counts)


def _cards(rules: Rules, deck: Entry | None) -> tuple[CardKind, ...]:
    kinds: dict[str, CardKind] = {}
    for line in deck.node_as(n.Deck).lines if deck is not None else ():
        faces = tuple(CardFace(f.kind.id, -1 if f.die else f.value or 0) for f in line.faces)
        rolls = (line.rolls or 1) if any(f.die for f in line.faces) else 0
        codes = [_face_code(rules, face) for face in faces]
        # Codes of the main deck are letters; names would run into one another.
        code = ("" if deck is not None and deck.id == MAIN_DECK else "+").join(codes)
        code += str(rolls) if rolls > 1 else ""
        earlier = kinds.get(code)
        copies = line.copies + (earlier.copies if earlier else 0)
        kinds[code] = CardKind(code, faces, rolls, copies)
    return tuple(kinds.values())


def _decks(rules: Rules, tells_apart: bool) -> Iterator[Deck]:
    """Yield all decks, the main deck first; *tells_apart*: equal cards have numbers."""
    first = start = 0
    decks = ((MAIN_DECK, rules.get("deck", MAIN_DECK)), *((e.id, e) for e in named_decks(rules)))
    for name, entry in decks:
        cards = _cards(rules, entry)
        if tells_apart:
            cards = tuple(single for card in cards for single in _singles(card))
        deck = Deck(name, cards, first, start)
        yield deck
        first += len(deck.cards)
        start += deck.size


def _with_own_piles(
    decks: Iterable[Deck], own_decks: Collection[int], players: int
) -> Iterator[Deck]:
    """Yield the decks, with where the piles are that players have of some; those follow all others."""
    found = list(decks)
    pile, start = len(found), sum(deck.size for deck in found)
    discard = sum(len(deck.cards) for deck in found)
    for number, deck in enumerate(found):
        if number not in own_decks:
            yield deck
            continue
        yield evolve(deck, own=OwnPiles(pile, start, discard))
        pile += players
        start += players * deck.size
        discard += players * len(deck.cards)


def _singles(card: CardKind) -> Iterator[CardKind]:
    """Yield each card of a kind as one of its own: `t1-1`, `t1-2`."""
    for number in range(1, card.copies + 1):
        code = f"{card.code}-{number}" if card.copies > 1 else card.code
        yield evolve(card, code=code, copies=1, number=number if card.copies > 1 else 0)


def _face_code(rules: Rules, face: CardFace) -> str:
    entry = rules.get("card", face.kind)
    letter = face.kind  # cards of named decks need no code
    if entry is not None:
        for clause in entry.clauses():
            if isinstance(clause, n.Code):
                letter = clause.name.id
    return letter + ("d" if face.value < 0 else str(face.value) if face.value else "")


def _physics(shape: Layout) -> None:
    p, decks, cards = shape.players, len(shape.decks), len(shape.all_cards)
    board = shape.board
    sizes = [deck.size for deck in shape.decks]
    most_cards = max(sizes)
    own = [deck for deck in shape.decks if deck.own is not None]
    piles, copies = decks + p * len(own), sum(sizes) + p * sum(deck.size for deck in own)
    discards = cards + p * sum(len(deck.cards) for deck in own)
    role = FieldRole
    for name, size, about, most in (
        ("height", board.spaces, role.BOARD, board.levels - 1),
        ("shields", board.spaces, role.BOARD, (1 << board.levels) - 1),
        ("cell", board.cells, role.BOARD, (1 << p * board.bits) - 1),
        ("castle", 1, role.BOARD, board.spaces - 1),
        ("home", p, role.HOME, board.mask),
        ("wizards", p, role.SUPPLY, board.mask),
        ("empty", p, role.FLASKS, MOST),
        ("full", p, role.FLASKS, MOST),
        ("spent", p, role.FLASKS, MOST),
        ("hand", p * cards, role.CARDS, most_cards),
        ("hand_size", p * decks, role.CARDS, most_cards),
        ("pile", copies, role.CARDS, max(0, cards - 1)),
        ("pile_size", piles, role.CARDS, most_cards),
        ("discard", discards, role.CARDS, most_cards),
        ("discard_size", piles, role.CARDS, most_cards),
        ("laid_out", max(1, len(shape.spells)), role.SPELLS, 1),
        ("roll", 1, role.DIE, shape.die),
        ("winner", p, role.WINNERS, 1),
        ("points", p, role.SUPPLY, None),
        ("outcome", 1, role.CONTROL, None),
        ("active", 1, role.TURN, p - 1),
        ("actor", 1, role.TURN, p - 1),
        ("ending", 1, role.CONTROL, 5),
        ("open", 1, role.MOMENT, 15),  # a bit each: an action, a turn, a round, the set-up
        ("arrivals", p, role.MOMENT, board.mask),
        ("arrived", 1, role.MOMENT, 1),
        ("choice", 1, role.CONTROL, None),
        ("at", 1, role.CONTROL, MOST),
    ):
        each = "player" if name == "arrivals" else None
        span = (-MOST, MOST) if most is None else (0, most)
        shape.add(name, size, about, each=each, hidden=name in ("hand", "pile"), span=span)
    if shape.slots > 1:
        places, bits = (AT_HOME, board.cells - 1), (0, (1 << shape.slots) - 1)
        shape.add(WIZARD_AT, p * shape.slots, role.MOMENT, each="wizard", span=places)
        shape.add(PICKED, p, role.MOMENT, each="player", span=bits)
    shape.add("rng", 1, role.CHANCE, wide=True, hidden=True, span=(-1 << 63, (1 << 63) - 1))
