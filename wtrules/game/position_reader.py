"""Read whole positions; `docs/positions.md` describes their fields, `position_text.py` writes them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from wtrules.board import Problem
from wtrules.game.deck_view import place_of_hand, place_of_sizes, put_row
from wtrules.game.position import BadPosition, State, put_board, put_in_order, read_board
from wtrules.game.position_check import check_state, count_cards
from wtrules.game.position_text import ENDLESS, NO_OUTCOME, REMEMBERED, frame_slots, parts_of
from wtrules.game.wizards import places, seat_wizards
from wtrules.phrase import names, phrase
from wtrules.program.program import MOST, Deck
from wtrules.program.state import KNOWN_PILE, signed

if TYPE_CHECKING:
    from wtrules.backends.reference import Reference
    from wtrules.rules.pieces import PieceKind

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


class _StateReader:
    def __init__(self, engine: Reference, text: str, *, table: bool = False) -> None:
        self.engine = engine
        self.program = program = engine.program
        self.text = text
        self.table = table  # only what is on the table
        self.state: State = [0] * program.size
        self.faults: list[Problem] = []
        self.orders: list[tuple[PieceKind, list[int]]] = []  # of equal pieces, in `pieces=`
        self.main = program.decks[0]
        self.deck_keys = {
            f"{key}.{deck.name}": (deck, read)
            for deck in program.named_decks
            for key, read in _DECK_READERS.items()
        }

    def fail(self, message: str, part: str, at: int, help: str | None = None) -> None:
        if len(self.faults) >= _MOST_FAULTS:
            return
        if len(message) > 400:  # it quotes a long part of the line
            message = message[:400] + "…"
        self.faults.append(Problem("bad-position", message, at, max(1, len(part)), help))

    def put(self, name: str, values: list[int]) -> None:
        offset = self.program.fields[name].offset
        self.state[offset : offset + len(values)] = values

    def read(self) -> State:
        if len(self.text) > _LONGEST:
            message = phrase("a position has at most {longest} characters", longest=_LONGEST)
            raise BadPosition((Problem("bad-position", message),))
        parts = [(m[0], m.start()) for m in re.finditer(r"[^ ]+", self.text)]
        if not parts:
            raise BadPosition((Problem("bad-position", "an empty text is not a position"),))
        board, where = parts[0]
        places: dict[str, Part] = {"": (board, where)}  # by field
        for part, at in parts[1:]:
            self._part(part, at, places)
        needed = {"actor": "who decides", "flasks": "`flasks=`", "hands": "`hands=`"}
        if not self.table:
            needed["rng"] = "`rng=`"
        for key, what in needed.items():
            if key not in places:
                self.fail(phrase("{what} is missing", what=what), board, where)
        if "active" not in places:
            self.put("active", [self.state[self.program.fields["actor"].offset]])
        self._stop_if_disordered(board, *places.get("pieces", places[""]))
        self._board(board)
        self._stop_if_wrong()
        if self.table:
            for deck in self.program.decks:
                key = "pile" if deck is self.main else f"pile.{deck.name}"
                self._place_cards(deck, to_pile=key not in places)
        for fault in check_state(self.engine, self.state):
            self.fail(fault.message, *places.get(fault.key, places[""]))
        self._stop_if_wrong()
        return self.state

    def _part(self, part: str, at: int, places: dict[str, Part]) -> None:
        key, equals, value = part.partition("=")
        if not equals:
            key = "actor"
        if key in places:
            what = f"`{key}=`" if equals else "who decides"
            self.fail(phrase("{what} is given twice", what=what), part, at)
        places[key] = part, at
        if not equals:
            self.put("actor", [self._seat(part, at)])
        elif key in _READERS:
            _READERS[key](self, value, at + len(key) + 1)
        elif key in self.deck_keys:
            deck, read = self.deck_keys[key]
            read(self, deck, value, at + len(key) + 1)
        else:
            known = names([*_READERS, *self.deck_keys])
            self.fail(
                phrase("`{key}` is not a field of a position", key=key),
                key,
                at,
                phrase("the fields are: {known}", known=known),
            )

    def _board(self, text: str) -> None:
        program = self.program
        try:
            board = read_board(program, text, as_played=True)
        except BadPosition as error:
            self.faults = [*error.faults, *self.faults]
            return
        put_board(program, self.state, board)
        for kind, order in self.orders:
            put_in_order(program, self.state, kind, order)
        home = program.fields["home"].offset
        for i, letter in enumerate(program.letters):
            self.put_one("wizards", i, board.wizards[letter] + self.state[home + i])
        if not any(places(program, self.state)):  # the line does not say which wizard is where
            seat_wizards(program, self.state)

    def pieces(self, value: str, at: int) -> None:
        """Read which of several equal pieces are where: `boulder:2.1`, in the order of the board."""
        kinds = {kind.id: kind for kind in self.program.pieces}
        for part, place in _split(value, ",", at):
            id, _, numbers = part.partition(":")
            if id not in kinds:
                known = names(kinds) or "none"
                self.fail(
                    phrase("`{id}` is not a piece", id=id),
                    part,
                    place,
                    phrase("the pieces are: {known}", known=known),
                )
                continue
            order = [self._number(x, y, kinds[id].number) for x, y in _split(numbers, ".", place)]
            if 0 in order or len({*order}) != len(order):
                self.fail(
                    phrase(
                        "`{part}` should name each `{id}` at most once, from 1 on", part=part, id=id
                    ),
                    part,
                    place,
                )
            else:
                self.orders.append((kinds[id], order))

    def _stop_if_disordered(self, board: str, part: str, at: int) -> None:
        """Report an order of equal pieces that does not fit the board."""
        for kind, order in self.orders:
            if board.count(kind.letter) != len(order):
                message = phrase(
                    "`pieces=` has {number} `{id}`, the board {count}",
                    number=len(order),
                    id=kind.id,
                    count=board.count(kind.letter),
                )
                self.fail(message, part, at)
        self._stop_if_wrong()

    def _stop_if_wrong(self) -> None:
        if self.faults:
            raise BadPosition(tuple(self.faults))

    def put_one(self, name: str, index: int, value: int) -> None:
        self.state[self.program.fields[name].offset + index] = value

    def _seat(self, letter: str, at: int) -> int:
        if len(letter) == 1 and letter in self.program.letters:
            return self.program.letters.index(letter)
        letters = names(self.program.letters)
        self.fail(
            phrase("`{letter}` is not a player here", letter=letter),
            letter,
            at,
            phrase("the players are: {letters}", letters=letters),
        )
        return 0

    def active(self, value: str, at: int) -> None:
        self.put("active", [self._seat(value, at)])

    def _number(self, text: str, at: int, most: int = MOST) -> int:
        if text.isascii() and text.isdigit() and len(text) < 11 and int(text) <= most:
            return int(text)
        self.fail(
            phrase("`{text}` should be a number of at most {most}", text=text, most=most), text, at
        )
        return 0

    def _signed(self, text: str, at: int) -> int:
        sign = -1 if text.startswith("-") else 1
        return sign * self._number(text.removeprefix("-"), at)

    def _list(self, value: str, at: int, what: str) -> list[Part]:
        """Return the parts of a field with one for each player."""
        parts, players = _split(value, ",", at), self.program.players
        if len(parts) != players:
            self.fail(
                phrase(
                    "{what} are given for {number} players, not {players}",
                    what=what,
                    number=len(parts),
                    players=players,
                ),
                value,
                at,
            )
            return []
        return parts

    def _different(self, value: str, at: int) -> list[str]:
        """Return the parts of a field in which nothing is given twice."""
        parts = value.split(",")
        for part, times in Counter(parts).items():
            if times > 1:
                self.fail(phrase("`{part}` is given twice", part=part), value, at)
        return parts

    def home(self, value: str, at: int) -> None:
        parts = self._list(value, at, "wizards at home")
        self.put("home", [self._number(*part) for part in parts])

    def points(self, value: str, at: int) -> None:
        parts = self._list(value, at, "points")
        self.put("points", [self._signed(*part) for part in parts])

    def flasks(self, value: str, at: int) -> None:
        for i, (part, start) in enumerate(self._list(value, at, "flasks")):
            three = _split(part, ".", start)
            if len(three) != 3:
                self.fail(phrase("`{part}` should be `empty.full.spent`", part=part), part, start)
                continue
            for name, number in zip(("empty", "full", "spent"), three, strict=True):
                self.put_one(name, i, self._number(*number))

    def _cards(self, deck: Deck, value: str, at: int) -> list[int]:
        codes = {card.code: i for i, card in enumerate(deck.cards, deck.first)}
        found: list[int] = []
        for part, start in _split(value, ".", at) if value != "-" else []:
            times, star, code = part.rpartition("*")
            count = self._number(times, start, 10_000) if star else 1
            if code not in codes:
                known = names(codes)
                self.fail(
                    phrase("there is no card `{code}`", code=code),
                    part,
                    start,
                    phrase("the cards are: {known}", known=known),
                )
                continue
            found += [codes[code]] * count
            if len(found) > 20_000:
                self.fail("too many cards", value, at)
                return []
        return found

    def hands(self, value: str, at: int) -> None:
        self.deck_hands(self.main, value, at)

    def pile(self, value: str, at: int) -> None:
        self.deck_pile(self.main, value, at)

    def discard(self, value: str, at: int) -> None:
        self.deck_discard(self.main, value, at)

    def deck_hands(self, deck: Deck, value: str, at: int) -> None:
        sizes = place_of_sizes(self.program, deck, "hand_size")
        for seat, (part, start) in enumerate(self._list(value, at, "hands")):
            place = place_of_hand(self.program, deck, seat) - deck.first
            for card in self._cards(deck, part, start):
                self.state[place + card] += 1
                self.state[sizes + seat] += 1

    def deck_pile(self, deck: Deck, value: str, at: int) -> None:
        self._put_row(deck, "pile", value, at)

    def deck_row(self, deck: Deck, value: str, at: int) -> None:
        self._put_row(deck, "row", value, at)

    def _put_row(self, deck: Deck, name: str, value: str, at: int) -> None:
        cards = self._cards(deck, value, at)
        if len(cards) <= deck.size:
            put_row(self.program, self.state, deck, name, cards)
        elif deck is self.main:
            self.fail("more cards in the pile than in the deck", value, at)
        else:
            self.fail(phrase("more cards than deck `{deck}` has", deck=deck.name), value, at)

    def deck_discard(self, deck: Deck, value: str, at: int) -> None:
        self._discard(deck, self._cards(deck, value, at))

    def _discard(self, deck: Deck, cards: list[int]) -> None:
        for card in cards:
            self.state[self.program.fields["discard"].offset + card] += 1
        self.state[place_of_sizes(self.program, deck, "discard_size")] += len(cards)

    def _place_cards(self, deck: Deck, to_pile: bool) -> None:
        """Put the cards of a deck that the line does not name into its pile or its discards."""
        counts = zip(deck.cards, count_cards(self.program, self.state, deck), strict=True)
        each = enumerate(counts, deck.first)
        left = [i for i, (card, n) in each for _ in range(card.copies - n)]
        if to_pile:
            put_row(self.program, self.state, deck, "pile", left)
        else:
            self._discard(deck, left)

    def spells(self, value: str, at: int) -> None:
        self._different(value, at)
        for name, start in _split(value, ",", at):
            if name in self.program.spells:
                self.put_one("laid_out", self.program.spells.index(name), 1)
            else:
                known = names(self.program.spells)
                self.fail(
                    phrase("there is no spell `{name}`", name=name),
                    name,
                    start,
                    phrase("the spells are: {known}", known=known),
                )

    def roll(self, value: str, at: int) -> None:
        self.put("roll", [self._number(value, at)])

    def winner(self, value: str, at: int) -> None:
        for letter in self._different(value, at):
            self.put_one("winner", self._seat(letter, at), 1)

    def outcome(self, value: str, at: int) -> None:
        if value == ENDLESS:
            self.put("outcome", [-1])
        elif value == NO_OUTCOME:
            self.put("outcome", [0])
        elif value in self.program.outcomes:
            self.put("outcome", [self.program.outcomes.index(value) + 1])
        else:
            self.fail(phrase("there is no outcome `{value}`", value=value), value, at)

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
                self.fail(phrase("there is no memory called `{name}`", name=name), value, at)
                continue
            held = self._signed(number, at)
            parts = parts_of(self.program, field)
            if which == "*":
                for index in range(first, field.size):
                    self.put_one(field.name, index, held)
            elif which in parts:
                self.put_one(field.name, parts.index(which), held)
            else:
                self.fail(
                    phrase("`{name}` has no value for `{which}`", name=name, which=which), value, at
                )

    def at(self, value: str, at: int) -> None:
        names = [decision.name for decision in self.program.decisions]
        if value in names:
            self.put("at", [names.index(value) + 1])
        else:
            self.fail(phrase("there is no decision called `{value}`", value=value), value, at)

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
            self.put("rng", [signed(int(value, 16))])
        else:
            self.fail("`rng=` needs up to sixteen hexadecimal digits", value, at)


_READERS = {
    "pieces": _StateReader.pieces, "active": _StateReader.active, "home": _StateReader.home, "flasks": _StateReader.flasks,
    "hands": _StateReader.hands, "pile": _StateReader.pile, "discard": _StateReader.discard,
    "spells": _StateReader.spells, "roll": _StateReader.roll, "points": _StateReader.points,
    "winner": _StateReader.winner, "outcome": _StateReader.outcome,
    "memory": _StateReader.memory, "at": _StateReader.at, "frame": _StateReader.frame,
    "rng": _StateReader.rng,
}  # fmt: skip
_DECK_READERS = {
    "hands": _StateReader.deck_hands, "pile": _StateReader.deck_pile,
    "revealed": _StateReader.deck_row, "discard": _StateReader.deck_discard,
}  # fmt: skip
KEYS = tuple(_READERS)  # the fields after the board and the player who decides
