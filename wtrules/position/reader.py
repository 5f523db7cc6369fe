"""Read whole positions; `docs/positions.md` describes their fields, `text.py` writes them.

What a line says of the table becomes a `Table`, which is completed and put into a state.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wtrules.board import Problem
from wtrules.board.boardtext import problem
from wtrules.phrase import names
from wtrules.position.check import check_state
from wtrules.position.decks import DeckView, OwnView, owners_of
from wtrules.position.faults import BadPosition
from wtrules.position.pieces import State, read_board
from wtrules.position.table import Table, put_table
from wtrules.position.text import ENDLESS, NO_OUTCOME, REMEMBERED, frame_slots, parts_of
from wtrules.program.program import MOST, Deck
from wtrules.program.state import KNOWN_PILE

if TYPE_CHECKING:
    from wtrules.backends.reference import Reference

_MOST_FAULTS = 20  # more are not reported
_LONGEST = 1 << 20  # characters of a line; a longer one is not a position
# What older positions say of the piles of named decks, which now follow that of the main deck.
_KNOWN_NAMED_PILES = "known_deck_pile"


def parse_state(engine: Reference, text: str) -> State:
    """Return the state a full line describes; raises BadPosition with all that is wrong."""
    return _StateReader(engine, text).read()


def parse_table(engine: Reference, text: str) -> State:
    """Return what a line says about the table, without the state of the program."""
    return _StateReader(engine, text, table=True).read()


Part = tuple[str, int]  # a part of a line, and its place


def _split(text: str, separator: str, at: int) -> list[Part]:
    """Return the parts of a text that begins at a place."""
    parts = []
    for part in text.split(separator):
        parts.append((part, at))
        at += len(part) + 1
    return parts


def _own_of(seats: range) -> tuple[OwnView, ...]:
    return tuple(OwnView((), {}) for _ in seats)


class _StateReader:
    def __init__(self, engine: Reference, text: str, *, table: bool = False) -> None:
        self.engine = engine
        self.program = program = engine.program
        self.text = text
        self.table = table  # only what is on the table
        self.state: State = [0] * program.size
        self.faults: list[Problem] = []
        self.said: dict[str, Any] = {}  # of the table
        self.main = program.decks[0]
        nothing = tuple(() for _ in program.board.letters)
        self.decks = {
            deck.name: DeckView((), (), {}, nothing, {}, _own_of(owners_of(program, deck)))
            for deck in program.decks
        }
        self.deck_keys = {
            key if deck is self.main else f"{key}.{deck.name}": (deck, read)
            for deck in program.decks
            for key, (field, read) in _DECK_READERS.items()
            if field in program.fields
        }
        # The piles and discards that players have, each with its seat.
        self.own_keys = {
            f"{key}.{deck.name}.{program.board.letters[seat]}": (deck, key, seat)
            for deck in program.decks
            for seat in owners_of(program, deck)
            for key in ("pile", "discard")
        }

    def fail(self, name: str, part: str, at: int, **values: Any) -> None:
        self.add(problem(name, at, max(1, len(part)), **values))

    def add(self, fault: Problem) -> None:
        if len(self.faults) >= _MOST_FAULTS:
            return
        if len(fault.message) > 400:  # it quotes a long part of the line
            fault = evolve(fault, message=fault.message[:400] + "…")
        self.faults.append(fault)

    def put(self, name: str, values: list[int]) -> None:
        offset = self.program.fields[name].offset
        self.state[offset : offset + len(values)] = values

    def read(self) -> State:
        if len(self.text) > _LONGEST:
            raise BadPosition((problem("bad-position.long", most=_LONGEST),))
        parts = [(m[0], m.start()) for m in re.finditer(r"[^ ]+", self.text)]
        if not parts:
            raise BadPosition((problem("bad-position.empty"),))
        board, where = parts[0]
        places: dict[str, Part] = {"": (board, where)}  # by field
        for part, at in parts[1:]:
            self._part(part, at, places)
        if "actor" not in places:
            self.fail("bad-position.missing-actor", board, where)
        for key in ("flasks", "hands") if self.table else ("flasks", "hands", "rng"):
            if key not in places:
                self.fail("bad-position.missing", board, where, key=key)
        orders = self.said.get("pieces", {})
        self._stop_if_disordered(board, orders, *places.get("pieces", places[""]))
        self._board(board)
        self._stop_if_wrong()
        if self.table:
            for deck in self.program.decks:
                key = "pile" if deck is self.main else f"pile.{deck.name}"
                self._complete(deck, to_pile=key not in places)
        put_table(self.program, self.state, self._table())
        for fault in check_state(self.engine, self.state):
            part, at = places.get(fault.key, places[""])
            self.add(Problem("bad-position", fault.message, at, max(1, len(part))))
        self._stop_if_wrong()
        return self.state

    def _table(self) -> Table:
        letters = self.program.board.letters
        nobody = (0,) * len(letters)
        said = {"active": self.said["seat"], "home": nobody, "points": nobody, **self.said}
        return Table(letters, decks=self.decks, **said)

    def _part(self, part: str, at: int, places: dict[str, Part]) -> None:
        key, equals, value = part.partition("=")
        if not equals:
            key = "actor"
        if key in places:
            if equals:
                self.fail("bad-position.twice", part, at, text=f"{key}=")
            else:
                self.fail("bad-position.two-actors", part, at)
        places[key] = part, at
        if not equals:
            self.said["seat"] = self._letter(part, at)
        elif key in _READERS:
            _READERS[key](self, value, at + len(key) + 1)
        elif key in self.deck_keys:
            deck, read = self.deck_keys[key]
            read(self, deck, value, at + len(key) + 1)
        elif key in self.own_keys:
            self._own(*self.own_keys[key], value, at + len(key) + 1)
        else:
            known = names([*_READERS, *self.deck_keys, *self.own_keys])
            self.fail("bad-position.field", key, at, key=key, known=known)

    def _board(self, text: str) -> None:
        try:
            self.said["board"] = read_board(self.program, text, as_played=True)
        except BadPosition as error:
            self.faults = [*error.faults, *self.faults]

    def pieces(self, value: str, at: int) -> None:
        """Read which of several equal pieces are where: `boulder:2.1`, in the order of the board."""
        kinds = {kind.id: kind for kind in self.program.board.pieces}
        orders = self.said["pieces"] = {}
        for part, place in _split(value, ",", at):
            id, _, numbers = part.partition(":")
            if id not in kinds:
                known = names(kinds) or "none"
                self.fail("bad-position.piece", part, place, id=id, known=known)
                continue
            order = [self._number(x, y, kinds[id].number) for x, y in _split(numbers, ".", place)]
            if 0 in order or len({*order}) != len(order):
                self.fail("bad-position.order", part, place, text=part, id=id)
            else:
                orders[id] = tuple(order)

    def _stop_if_disordered(
        self, board: str, orders: dict[str, tuple[int, ...]], part: str, at: int
    ) -> None:
        """Report an order of equal pieces that does not fit the board."""
        for kind in self.program.board.pieces:
            order = orders.get(kind.id)
            if order is not None and (count := board.count(kind.letter)) != len(order):
                about = {"number": len(order), "id": kind.id, "count": count}
                self.fail("bad-position.pieces", part, at, **about)
        self._stop_if_wrong()

    def _stop_if_wrong(self) -> None:
        if self.faults:
            raise BadPosition(tuple(self.faults))

    def put_one(self, name: str, index: int, value: int) -> None:
        self.state[self.program.fields[name].offset + index] = value

    def _letter(self, letter: str, at: int) -> str:
        if len(letter) != 1 or letter not in self.program.board.letters:
            letters = names(self.program.board.letters)
            self.fail("bad-position.player", letter, at, letter=letter, letters=letters)
        return letter

    def active(self, value: str, at: int) -> None:
        self.said["active"] = self._letter(value, at)

    def _number(self, text: str, at: int, most: int = MOST) -> int:
        if text.isascii() and text.isdigit() and len(text) < 11 and int(text) <= most:
            return int(text)
        self.fail("bad-position.number", text, at, text=text, most=most)
        return 0

    def _signed(self, text: str, at: int) -> int:
        sign = -1 if text.startswith("-") else 1
        return sign * self._number(text.removeprefix("-"), at)

    def _list(self, value: str, at: int, what: str) -> list[Part]:
        """Return the parts of a field with one for each player."""
        parts, players = _split(value, ",", at), self.program.players
        if len(parts) != players:
            self.fail(f"bad-position.{what}", value, at, number=len(parts), players=players)
            return []
        return parts

    def _different(self, value: str, at: int) -> list[str]:
        """Return the parts of a field in which nothing is given twice."""
        parts = value.split(",")
        for part, times in Counter(parts).items():
            if times > 1:
                self.fail("bad-position.twice", value, at, text=part)
        return parts

    def home(self, value: str, at: int) -> None:
        parts = self._list(value, at, "home")
        self.said["home"] = tuple(self._number(*part) for part in parts)

    def points(self, value: str, at: int) -> None:
        parts = self._list(value, at, "points")
        self.said["points"] = tuple(self._signed(*part) for part in parts)

    def flasks(self, value: str, at: int) -> None:
        found: list[tuple[int, ...]] = []
        for part, start in self._list(value, at, "flasks"):
            three = _split(part, ".", start)
            if len(three) == 3:
                found.append(tuple(self._number(*number) for number in three))
            else:
                self.fail("bad-position.three-flasks", part, start, text=part)
        self.said["flasks"] = tuple(found)

    def _cards(self, deck: Deck, value: str, at: int) -> tuple[str, ...]:
        codes = {card.code for card in deck.cards}
        found: list[str] = []
        for part, start in _split(value, ".", at) if value != "-" else []:
            times, star, code = part.rpartition("*")
            count = self._number(times, start, 10_000) if star else 1
            if code not in codes:
                known = names(card.code for card in deck.cards)
                self.fail("bad-position.card", part, start, code=code, known=known)
                continue
            found += [code] * count
            if len(found) > 20_000:
                self.fail("bad-position.cards", value, at)
                return ()
        return tuple(found)

    def _pile(self, deck: Deck, value: str, at: int) -> tuple[str, ...]:
        """Return cards in a row, of which there are no more than the deck has."""
        cards = self._cards(deck, value, at)
        if len(cards) <= deck.size:
            return cards
        if deck is self.main:
            self.fail("bad-position.pile", value, at)
        else:
            self.fail("bad-position.deck", value, at, deck=deck.name)
        return ()

    def _put(self, deck: Deck, **cards: Any) -> None:
        self.decks[deck.name] = evolve(self.decks[deck.name], **cards)

    def deck_hands(self, deck: Deck, value: str, at: int) -> None:
        parts = self._list(value, at, "hands")
        self._put(deck, hands=tuple(self._cards(deck, *part) for part in parts))

    def deck_pile(self, deck: Deck, value: str, at: int) -> None:
        self._put(deck, draw_pile=self._pile(deck, value, at))

    def deck_row(self, deck: Deck, value: str, at: int) -> None:
        self._put(deck, revealed=self._pile(deck, value, at))

    def deck_discard(self, deck: Deck, value: str, at: int) -> None:
        self._put(deck, discards=Counter(self._cards(deck, value, at)))

    def deck_box(self, deck: Deck, value: str, at: int) -> None:
        self._put(deck, boxed=Counter(self._cards(deck, value, at)))

    def _own(self, deck: Deck, key: str, seat: int, value: str, at: int) -> None:
        """Read the pile or the discards that a seat has of a deck."""
        own = list(self.decks[deck.name].own)
        if key == "pile":
            own[seat] = evolve(own[seat], draw_pile=self._pile(deck, value, at))
        else:
            own[seat] = evolve(own[seat], discards=Counter(self._cards(deck, value, at)))
        self._put(deck, own=tuple(own))

    def _complete(self, deck: Deck, to_pile: bool) -> None:
        """Put the cards of a deck that the line does not name into its pile or its discards."""
        seen = self.decks[deck.name]
        left = Counter({card.code: card.copies for card in deck.cards})
        left.subtract(seen.counts)
        if to_pile:
            self._put(deck, draw_pile=tuple(left.elements()))
        else:
            self._put(deck, discards=Counter(seen.discards) + left)

    def spells(self, value: str, at: int) -> None:
        self._different(value, at)
        for name, start in _split(value, ",", at):
            if name not in self.program.words.spells:
                known = names(self.program.words.spells)
                self.fail("bad-position.spell", name, start, spell=name, known=known)
        self.said["spells"] = tuple(value.split(","))

    def roll(self, value: str, at: int) -> None:
        self.said["roll"] = self._number(value, at)

    def winner(self, value: str, at: int) -> None:
        self.said["winners"] = "".join(self._letter(x, at) for x in self._different(value, at))

    def outcome(self, value: str, at: int) -> None:
        if value == ENDLESS:
            self.put("outcome", [-1])
        elif value == NO_OUTCOME:
            self.put("outcome", [0])
        elif value in self.program.words.outcomes:
            self.put("outcome", [self.program.words.outcomes.index(value) + 1])
        else:
            self.fail("bad-position.outcome", value, at, outcome=value)

    def memory(self, value: str, at: int) -> None:
        entries = [part.partition(":") for part in value.split(",")]
        self._different(",".join(what for what, _, _ in entries), at)
        # What is said of one thing counts more than what is said of all.
        for what, _, number in sorted(entries, key=lambda entry: not entry[0].endswith("/*")):
            name, _, which = what.partition("/")
            first = 0  # what it can say something of
            if name == _KNOWN_NAMED_PILES:
                name, first = KNOWN_PILE, self.main.size
                which = str(first + int(which)) if which.isdecimal() else which
            fields = self.program.fields
            field = fields.get(f"memory.{name}") or fields.get(name)
            if field is None or field.role not in REMEMBERED:
                self.fail("bad-position.memory", value, at, memory=name)
                continue
            held = self._signed(number, at)
            parts = parts_of(self.program, field)
            if which == "*":
                for index in range(first, field.size):
                    self.put_one(field.name, index, held)
            elif which in parts:
                self.put_one(field.name, parts.index(which), held)
            else:
                self.fail("bad-position.memory-of", value, at, memory=name, which=which)

    def at(self, value: str, at: int) -> None:
        names = [decision.name for decision in self.program.decisions]
        if value in names:
            self.put("at", [names.index(value) + 1])
        else:
            self.fail("bad-position.decision", value, at, decision=value)

    def frame(self, value: str, at: int) -> None:
        slots = frame_slots(self.program)
        parts = [part.partition(":") for part in value.split(",")]
        self._different(",".join(index for index, _, _ in parts), at)
        for index, _, number in parts:
            i = self._number(index, at, max(0, len(slots) - 1))
            held = self._signed(number, at)
            if slots:
                self.state[slots[i]] = held

    def rng(self, value: str, at: int) -> None:
        if re.fullmatch("[0-9a-fA-F]{1,16}", value):
            self.said["rng"] = int(value, 16)
        else:
            self.fail("bad-position.rng", value, at)


_READERS = {
    "pieces": _StateReader.pieces, "active": _StateReader.active, "home": _StateReader.home, "flasks": _StateReader.flasks,
    "spells": _StateReader.spells, "roll": _StateReader.roll, "points": _StateReader.points,
    "winner": _StateReader.winner, "outcome": _StateReader.outcome,
    "memory": _StateReader.memory, "at": _StateReader.at, "frame": _StateReader.frame,
    "rng": _StateReader.rng,
}  # fmt: skip
_DECK_READERS = {  # each with the field of the state that it is about
    "hands": ("hand", _StateReader.deck_hands), "pile": ("pile", _StateReader.deck_pile),
    "revealed": ("row", _StateReader.deck_row), "discard": ("discard", _StateReader.deck_discard),
    "box": ("boxed", _StateReader.deck_box),
}  # fmt: skip
KEYS = (*_READERS, *_DECK_READERS)  # the fields after the board and the player who decides
