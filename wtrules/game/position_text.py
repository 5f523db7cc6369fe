"""Read and write whole positions as one line of text.

A full line has the board first, then the player to act, then `key=value` fields. A field with its
default value is omitted, so that early positions are short:

    K/Rbby/…/. b flasks=6.0.0,6.0.0 hands=t1.w3.w3,t2.t4w2.td2 pile=… at=turn.action.either rng=…

| field | holds |
| --- | --- |
| (first) | the board |
| (second) | the letter of the player who decides |
| `active=` | the letter of the player whose turn it is, if that is another one |
| `home=` | wizards in the castle, by player |
| `flasks=` | `empty.full.spent`, by player |
| `hands=` | cards by player, joined with `.`; `-` for none |
| `pile=` | the draw pile, the next card last |
| `discard=` | discarded cards, `3*w1` for three of the same kind |
| `spells=` | spells laid out |
| `roll=` | the number on the die |
| `points=`, `winner=`, `outcome=` | if there are any |
| `memory=` | memories that are not 0: `name:value`; `name/b:value` for one player, `name/s3:value` for one space, `name/*:value` for all others |
| `at=` | the current decision; absent when the game is over |
| `frame=` | variables of rules that are waiting for the decision, `number:value` |
| `rng=` | the state of the random generator, sixteen hexadecimal digits |

A line without `at=`, `frame=`, `memory=` and `outcome=` is the start of a turn. The rules determine
the first decision, so other rulesets can read such a line too (`turn_start.py`). It needs neither
`rng=` nor `pile=`; cards that are not named are in the pile or, if `pile=` is given, in the discards.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.board import Problem
from wtrules.game.position import BadPosition, State, board_text, put_board, read_board
from wtrules.program.program import MOST, Field, FieldRole, Program

ENDLESS = "endless"  # the outcome of a game whose rules never stop


def outcome_name(program: Program, number: int) -> str | None:
    """Return the name of an outcome by its number in the state."""
    if number < 0:
        return ENDLESS
    return program.outcomes[number - 1] if number else None


def format_state(program: Program, state: State, seen_by: int | None = None) -> str:
    """Return a state as one line; a card that is secret from the seat *seen_by* is a `?`."""
    f = program.fields

    def numbers(name: str) -> list[int]:
        return state[f[name].offset : f[name].offset + f[name].size]

    letters = program.letters
    actor, active = numbers("actor")[0], numbers("active")[0]
    parts = [board_text(program, state), letters[actor]]
    if active != actor:
        parts.append(f"active={letters[active]}")
    if any(numbers("home")):
        parts.append("home=" + ",".join(map(str, numbers("home"))))
    flasks = zip(numbers("empty"), numbers("full"), numbers("spent"), strict=True)
    parts.append("flasks=" + ",".join(f"{e}.{u}.{s}" for e, u, s in flasks))
    codes = [card.code for card in program.cards]
    hand = numbers("hand")
    hands = [
        _repeated(codes, hand[i * len(codes) : (i + 1) * len(codes)])
        for i in range(program.players)
    ]
    parts.append("hands=" + ",".join(hands))
    pile = numbers("pile")[: numbers("pile_size")[0]]
    parts.append("pile=" + (".".join(codes[k] for k in pile) or "-"))
    laid = [f"{n}*{code}" for n, code in zip(numbers("discard"), codes, strict=True) if n]
    if laid:
        parts.append("discard=" + ".".join(laid))
    spells = [s for s, out in zip(program.spells, numbers("laid_out"), strict=False) if out]
    if spells:
        parts.append("spells=" + ",".join(spells))
    if numbers("roll")[0]:
        parts.append(f"roll={numbers('roll')[0]}")
    if any(numbers("points")):
        parts.append("points=" + ",".join(map(str, numbers("points"))))
    winners = [letter for letter, won in zip(letters, numbers("winner"), strict=True) if won]
    if winners:
        parts.append("winner=" + ",".join(winners))
    if numbers("outcome")[0]:
        parts.append(f"outcome={outcome_name(program, numbers('outcome')[0])}")
    memory = list(_remembered(program, state, seen_by))
    if memory:
        parts.append("memory=" + ",".join(memory))
    at = numbers("at")[0]
    if at:
        parts.append(f"at={program.decisions[at - 1].name}")
    frame = list(_frame(program, state, seen_by))
    if frame:
        parts.append("frame=" + ",".join(frame))
    parts.append(f"rng={numbers('rng')[0]:016x}")
    return " ".join(parts)


def _repeated(codes: list[str], counts: list[int]) -> str:
    return ".".join(code for code, n in zip(codes, counts, strict=True) for _ in range(n)) or "-"


def _remembered(program: Program, state: State, seen_by: int | None) -> Iterator[str]:
    for field in program.fields.values():
        if field.role in (FieldRole.MEMORY, FieldRole.MOMENT):
            name = field.name.removeprefix("memory.")
            held = state[field.offset : field.offset + field.size]
            secret = field.is_secret and seen_by is not None
            usual = 0 if secret else _usual(held)
            if usual:
                yield f"{name}/*:{usual}"
            for i, which in enumerate(_parts(program, field)):
                is_hidden = (
                    secret and i != seen_by and held[i] >= 0
                )  # that there is no card is public
                value = "?" if is_hidden else held[i]
                if value != usual:
                    yield f"{name}/{which}:{value}" if which else f"{name}:{value}"


def _usual(held: list[int]) -> int:
    """Return the number to write once for most of a memory, as `name/*:value`; 0 for none."""
    commonest = max(held, key=held.count)
    return commonest if held.count(commonest) > max(len(held) // 2, 3) else 0


def _secrets(program: Program, state: State, seen_by: int) -> dict[int, set[int]]:
    """Return the places where secret cards may still be visible, and the cards to hide there."""
    found: dict[int, set[int]] = {}
    for name, slots in program.secrets().items():
        start, others = program.fields[name].offset, range(program.players)
        kept = {state[start + q] for q in others if q != seen_by and state[start + q] >= 0}
        for slot in slots:
            found.setdefault(program.fields[slot].offset, set()).update(kept)
    return found


def _parts(program: Program, field: Field) -> list[str]:
    """Return the name of each number of a memory in a position."""
    match field.each:
        case "player":
            return list(program.letters[: field.size])
        case "space":
            return [f"s{i}" for i in range(field.size)]
        case "spell":
            return list(program.spells) or [""]
        case "card":
            return [card.code for card in program.cards]
    return [""]


def _frame_slots(program: Program) -> list[int]:
    """Return the place of each number of the frame."""
    return [
        field.offset + i
        for field in program.fields.values()
        if field.role is FieldRole.FRAME
        for i in range(field.size)
    ]


def _frame(program: Program, state: State, seen_by: int | None) -> Iterator[str]:
    secrets = _secrets(program, state, seen_by) if seen_by is not None else {}
    for i, offset in enumerate(_frame_slots(program)):
        value = state[offset]
        if value in secrets.get(offset, ()):
            yield f"{i}:?"
        elif value:
            yield f"{i}:{value}"


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

    def _list(self, value: str, at: int, size: int, what: str) -> list[str]:
        parts = value.split(",")
        if len(parts) != size:
            self.fail(f"{what} are given for {len(parts)} players, not {size}", value, at)
            return []
        return parts

    def home(self, value: str, at: int) -> None:
        parts = self._list(value, at, self.program.players, "wizards at home")
        self.put("home", [self._number(part, at, 64) for part in parts])

    def points(self, value: str, at: int) -> None:
        parts = self._list(value, at, self.program.players, "points")
        self.put("points", [self._number(part, at) for part in parts])

    def flasks(self, value: str, at: int) -> None:
        for i, part in enumerate(self._list(value, at, self.program.players, "flasks")):
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
        for i, part in enumerate(self._list(value, at, self.program.players, "hands")):
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
            sign = -1 if number.startswith("-") else 1
            value_ = sign * self._number(number.lstrip("-"), at)
            if which == "*":
                self.put(field.name, [value_] * field.size)
                continue
            parts = _parts(self.program, field)
            if which not in parts:
                self.fail(f"`{name}` has no value for `{which}`", part, at)
                continue
            self.put_one(field.name, parts.index(which), value_)

    def at(self, value: str, at: int) -> None:
        names = [decision.name for decision in self.program.decisions]
        if value in names:
            self.put("at", [names.index(value) + 1])
        else:
            self.fail(f"there is no decision called `{value}`", value, at)

    def frame(self, value: str, at: int) -> None:
        slots = _frame_slots(self.program)
        for part in value.split(","):
            index, _, number = part.partition(":")
            i = self._number(index, at, len(slots) - 1)
            sign = -1 if number.startswith("-") else 1
            self.state[slots[i]] = sign * self._number(number.lstrip("-"), at)

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
