"""Read whole positions; `position_text.py` describes their fields."""

from __future__ import annotations

from wtrules.board import Problem
from wtrules.game.position import BadPosition, State, put_board, read_board
from wtrules.game.position_text import ENDLESS, frame_slots, parts_of
from wtrules.program.program import MOST, FieldRole, Program


def parse_state(program: Program, text: str) -> State:
    """Return the state a full line describes; raises BadPosition with all that is wrong."""
    return _StateReader(program, text).read()


def parse_table(program: Program, text: str) -> State:
    """Return what a line says about the table, without the state of the program."""
    return _StateReader(program, text, table=True).read()


class _StateReader:
    def __init__(self, program: Program, text: str, *, table: bool = False) -> None:
        self.program = program
        self.text = text
        self.table = table  # only what is on the table
        self.state: State = [0] * program.size
        self.faults: list[Problem] = []
        self.codes = {card.code: i for i, card in enumerate(program.cards)}

    def fail(self, message: str, part: str, at: int, help: str | None = None) -> None:
        self.faults.append(Problem("bad-position", message, at, max(1, len(part)), help))

    def put(self, name: str, values: list[int]) -> None:
        offset = self.program.fields[name].offset
        self.state[offset : offset + len(values)] = values

    def read(self) -> State:
        program = self.program
        pieces: list[tuple[str, int]] = []
        at = 0
        for piece in self.text.split(" "):
            if piece:
                pieces.append((piece, at))
            at += len(piece) + 1
        if not pieces:
            raise BadPosition((Problem("bad-position", "an empty text is not a position"),))
        seen: set[str] = set()
        board, where = pieces[0]
        for piece, at in pieces[1:]:
            key, equals, value = piece.partition("=")
            if key in seen:
                self.fail(f"`{key}` is given twice", piece, at)
            seen.add(key)
            if not equals:
                self._actor(piece, at)
            elif key in _READERS:
                _READERS[key](self, value, at + len(key) + 1)
            else:
                known = ", ".join(_READERS)
                self.fail(
                    f"`{key}` is not a field of a position", key, at, f"the fields are: {known}"
                )
        for needed in ("flasks", "hands", "rng"):
            if needed not in seen and not (self.table and needed == "rng"):
                self.fail(f"the field `{needed}=` is missing", board, where)
        if "active" not in seen:
            self.put("active", [self.state[program.fields["actor"].offset]])
        try:
            made = read_board(program, board, as_played="at" in seen)
        except BadPosition as error:
            self.faults = [*error.faults, *self.faults]
        else:
            put_board(program, self.state, made)
            home = program.fields["home"].offset
            for i, letter in enumerate(program.letters):
                total = made.wizards[letter] + self.state[home + i]
                self.put_one("wizards", i, total)
        if self.faults:
            raise BadPosition(tuple(self.faults))
        if self.table:
            self._place_cards("discard" if "pile" in seen else "pile")
        self._check_cards()
        return self.state

    def put_one(self, name: str, index: int, value: int) -> None:
        self.state[self.program.fields[name].offset + index] = value

    def _seat(self, letter: str, at: int) -> int:
        if len(letter) == 1 and letter in self.program.letters:
            return self.program.letters.index(letter)
        letters = ", ".join(self.program.letters)
        self.fail(f"`{letter}` is not a player here", letter, at, f"the players are: {letters}")
        return 0

    def _actor(self, letter: str, at: int) -> None:
        self.put("actor", [self._seat(letter, at)])

    def active(self, value: str, at: int) -> None:
        self.put("active", [self._seat(value, at)])

    def _number(self, text: str, at: int, most: int = MOST) -> int:
        if text.isascii() and text.isdigit() and len(text) < 11 and int(text) <= most:
            return int(text)
        self.fail(f"`{text}` should be a number of at most {most}", text, at)
        return 0

    def _signed(self, text: str, at: int) -> int:
        sign = -1 if text.startswith("-") else 1
        return sign * self._number(text.lstrip("-"), at)

    def _list(self, value: str, at: int, what: str) -> list[str]:
        """Return the parts of a field with one for each player."""
        parts, players = value.split(","), self.program.players
        if len(parts) != players:
            self.fail(f"{what} are given for {len(parts)} players, not {players}", value, at)
            return []
        return parts

    def home(self, value: str, at: int) -> None:
        parts = self._list(value, at, "wizards at home")
        self.put("home", [self._number(part, at, 64) for part in parts])

    def points(self, value: str, at: int) -> None:
        parts = self._list(value, at, "points")
        self.put("points", [self._number(part, at) for part in parts])

    def flasks(self, value: str, at: int) -> None:
        for i, part in enumerate(self._list(value, at, "flasks")):
            three = part.split(".")
            if len(three) != 3:
                self.fail(f"`{part}` should be `empty.full.spent`", part, at)
                continue
            for name, text in zip(("empty", "full", "spent"), three, strict=True):
                self.put_one(name, i, self._number(text, at, 1000))

    def _cards(self, value: str, at: int) -> list[int]:
        found: list[int] = []
        for part in value.split(".") if value != "-" else []:
            times, star, code = part.rpartition("*")
            count = self._number(times, at, 10_000) if star else 1
            if code not in self.codes:
                known = ", ".join(self.codes)
                self.fail(f"there is no card `{code}`", value, at, f"the cards are: {known}")
                continue
            found += [self.codes[code]] * count
            if len(found) > 20_000:
                self.fail("too many cards", value, at)
                return []
        return found

    def hands(self, value: str, at: int) -> None:
        size = len(self.codes)
        for i, part in enumerate(self._list(value, at, "hands")):
            cards = self._cards(part, at)
            self.put_one("hand_size", i, len(cards))
            for card in cards:
                self.state[self.program.fields["hand"].offset + i * size + card] += 1

    def pile(self, value: str, at: int) -> None:
        cards = self._cards(value, at)
        if len(cards) > self.program.fields["pile"].size:
            self.fail("more cards in the pile than in the deck", value, at)
            return
        self.put("pile", cards)
        self.put("pile_size", [len(cards)])

    def discard(self, value: str, at: int) -> None:
        for card in self._cards(value, at):
            self.state[self.program.fields["discard"].offset + card] += 1
            self.state[self.program.fields["discard_size"].offset] += 1

    def spells(self, value: str, at: int) -> None:
        for name in value.split(","):
            if name in self.program.spells:
                self.put_one("laid_out", self.program.spells.index(name), 1)
            else:
                known = ", ".join(self.program.spells)
                self.fail(f"there is no spell `{name}`", name, at, f"the spells are: {known}")

    def roll(self, value: str, at: int) -> None:
        self.put("roll", [self._number(value, at, 1000)])

    def winner(self, value: str, at: int) -> None:
        for letter in value.split(","):
            self.put_one("winner", self._seat(letter, at), 1)

    def outcome(self, value: str, at: int) -> None:
        if value == ENDLESS:
            self.put("outcome", [-1])
        elif value in self.program.outcomes:
            self.put("outcome", [self.program.outcomes.index(value) + 1])
        else:
            self.fail(f"there is no outcome `{value}`", value, at)

    def memory(self, value: str, at: int) -> None:
        for part in value.split(","):
            name, _, number = part.partition(":")
            name, _, which = name.partition("/")
            fields = self.program.fields
            field = fields.get(f"memory.{name}") or fields.get(name)
            if field is None or field.role not in (FieldRole.MEMORY, FieldRole.MOMENT):
                self.fail(f"there is no memory called `{name}`", part, at)
                continue
            held = self._signed(number, at)
            parts = parts_of(self.program, field)
            if which == "*":
                self.put(field.name, [held] * field.size)
            elif which in parts:
                self.put_one(field.name, parts.index(which), held)
            else:
                self.fail(f"`{name}` has no value for `{which}`", part, at)

    def at(self, value: str, at: int) -> None:
        names = [decision.name for decision in self.program.decisions]
        if value in names:
            self.put("at", [names.index(value) + 1])
        else:
            self.fail(f"there is no decision called `{value}`", value, at)

    def frame(self, value: str, at: int) -> None:
        slots = frame_slots(self.program)
        for part in value.split(","):
            index, _, number = part.partition(":")
            i = self._number(index, at, len(slots) - 1)
            self.state[slots[i]] = self._signed(number, at)

    def rng(self, value: str, at: int) -> None:
        try:
            number = int(value, 16)
        except ValueError:
            number = -1
        if not 0 <= number < 1 << 64 or len(value) > 16:
            self.fail("`rng=` needs up to sixteen hexadecimal digits", value, at)
            return
        self.put("rng", [number])

    def _place_cards(self, where: str) -> None:
        """Put the cards that the line does not name into the pile or the discards."""
        f = self.program.fields
        counts = zip(self.program.cards, self._counted(), strict=True)
        left = [i for i, (card, n) in enumerate(counts) for _ in range(card.copies - n)]
        if where == "pile":
            self.put("pile", left)
            self.put("pile_size", [len(left)])
            return
        for card in left:
            self.state[f["discard"].offset + card] += 1
        self.state[f["discard_size"].offset] += len(left)

    def _counted(self) -> list[int]:
        """Return how many cards of each kind there are in the hands, the pile and the discards."""
        program, size = self.program, len(self.codes)
        f = program.fields
        counts = [0] * size
        for player in range(program.players):
            start = f["hand"].offset + player * size
            for i, n in enumerate(self.state[start : start + size]):
                counts[i] += n
        for i in range(size):
            counts[i] += self.state[f["discard"].offset + i]
        pile = f["pile"].offset
        for held in self.state[pile : pile + self.state[f["pile_size"].offset]]:
            counts[held] += 1
        return counts

    def _check_cards(self) -> None:
        """Check that the hands, the pile and the discards add up to the deck."""
        program, counts = self.program, self._counted()
        for card, count in zip(program.cards, counts, strict=True):
            if count != card.copies:
                self.fail(
                    f"there are {card.copies} cards `{card.code}` in the deck, but {count} here",
                    self.text.split(" ")[0],
                    0,
                )
        if self.faults:
            raise BadPosition(tuple(self.faults))


_READERS = {
    "active": _StateReader.active, "home": _StateReader.home, "flasks": _StateReader.flasks,
    "hands": _StateReader.hands, "pile": _StateReader.pile, "discard": _StateReader.discard,
    "spells": _StateReader.spells, "roll": _StateReader.roll, "points": _StateReader.points,
    "winner": _StateReader.winner, "outcome": _StateReader.outcome,
    "memory": _StateReader.memory, "at": _StateReader.at, "frame": _StateReader.frame,
    "rng": _StateReader.rng,
}  # fmt: skip
