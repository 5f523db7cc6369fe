"""How what a player cannot know is drawn at random: the cards, the secrets, the wizards under towers.

Cards that the player has not seen are dealt again, what others have decided in secret is decided again,
what was left to chance is left to chance again until it agrees with what the player knows. It is code in the program form. Bots in native code have it in their modules, and
`Determinizer` runs it in Python. It never reads what is hidden, so it completes observations, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from attrs import evolve

from wtrules.backends.reference import EndlessPlay, Reference, State, TooManyOptions
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.program.state import signed
from wtrules.program.text import for_each_deck, parse_functions

TEXT = Path(__file__).with_name("determinize.program")

_DEALS = 64  # attempts to deal secrets that agree with what is known
_DECISIONS = 100  # of one player in a secret part
_LIFTED = -p.MOST - 1  # no place of a wizard; observations have it for what is hidden


def arrays(program: p.Program) -> dict[str, str]:
    """Return the names that the code has for fields of the state, by field."""
    names: dict[str, str] = {}
    for i, (name, held) in enumerate(program.held.items()):
        names |= {name: f"held_card_{i}", held.holder: f"holder_{i}"}
    for i, (memory, hidden) in enumerate(program.secrets.items()):
        names |= {memory: f"secret_{i}", hidden: f"hidden_{i}"}
    for i, field in enumerate(program.secret_frame):
        names.setdefault(field.name, f"thought_{i}")
    for i, name in enumerate(program.telling):
        names.setdefault(name, f"telling_{i}")
    owners = dict.fromkeys(name for part in program.secret_parts for name in part.owners)
    for i, name in enumerate(owners):
        if name != "active":
            names.setdefault(name, f"owner_{i}")
    return names


def areas(program: p.Program) -> dict[str, int]:
    """Return how many numbers the arrays of the code have."""
    sizes = {name: len(numbers) for name, numbers in tables(program).items()}
    if p.KNOWN_SURFACE in program.fields:
        sizes |= {"missing": program.players, "spots": program.fields["cell"].size}
    for i, name in enumerate(program.secrets):
        sizes |= dict.fromkeys((f"made_{i}", f"held_{i}"), program.fields[name].size)
    return sizes


def tables(program: p.Program) -> dict[str, list[int]]:
    """Return what the code knows of cards, and of decisions.

    Of decisions, by `at`: their secret parts, and those they are in.
    """
    entries: dict[str, list[int]] = {}
    if program.named_decks or needs_all_decks(program):
        entries["copies"] = [card.copies for card in program.card_kinds]
    if not program.secrets:
        return entries
    first, count, numbers, inside = [0], [1], [-1], [-1]
    for decision in program.decisions:
        first.append(len(numbers))
        count.append(len(decision.alternatives))
        numbers += [-1 if a.secretly is None else a.secretly for a in decision.alternatives]
        inside.append(-1 if decision.secretly is None else decision.secretly)
    return entries | {
        "part_first": first,
        "part_count": count,
        "part_number": numbers,
        "part_inside": inside,
    }


def needs_all_decks(program: p.Program) -> bool:
    """Return whether the main deck is dealt like the others: bots have no faster way for it."""
    return program.shows_cards or program.decks[0].own is not None


def functions(
    program: p.Program, slot: int, open_hands: bool, *, every_deck: bool
) -> list[p.Function]:
    """Return `deal_secrets(seat)`, which also deals the cards of named decks.

    With *every_deck* there are `forget(seat)` and `imagine(seat)`, too, which deal those of the main
    deck: bots have a faster way for it where nobody is shown any cards (`players.program`). *slot* is
    free for a state.
    """
    constants = program.board.constants(program.players) | {
        "KINDS": len(program.card_kinds),
        "SLOTS": program.slots,
        "SHOWING": int(program.shows_cards),
        "ROWS": int("row" in program.fields),
        "BOX": int("boxed" in program.fields),
        "ROOM_UNDER": program.board.capacity or p.MOST,
        "LIFTED": _LIFTED,
        "DECISIONS": _DECISIONS,
        "OPEN": int(open_hands),
    }
    each = [
        constants
        | deck.constants(number, program.players)
        | {"OPEN": int(open_hands and not number)}
        for number, deck in enumerate(program.decks)
    ]
    text = TEXT.read_text("utf-8")
    functions_by_name = {
        f.name: f
        for f in for_each_deck(
            [parse_functions(text, constants_of_deck) for constants_of_deck in each]
        )
    }
    written = "\n".join(_Writer(program, slot).lines())
    functions_by_name |= {f.name: f for f in parse_functions(written, constants)}
    calls = {name: _called(function) for name, function in functions_by_name.items()}
    wanted = ["forget", "imagine"] if every_deck else ["deal_secrets"]
    for name in wanted:  # grows while it is read
        wanted += [
            other for other in calls[name] if other in functions_by_name and other not in wanted
        ]
    return [function for name, function in functions_by_name.items() if name in wanted]


def _called(function: p.Function) -> list[str]:
    parts = p.parts_of(function.body)
    return list(dict.fromkeys(part.function for part in parts if isinstance(part, p.Call)))


def _others(program: p.Program) -> list[str]:
    """Return calls that deal the cards of named decks again, and place covered wizards again."""
    decks = range(1, len(program.decks))
    return [
        *(f"    {p.of_deck('imagine_pile', number)}(seat)" for number in decks),
        *(line for i in range(len(program.held)) for line in _held(program, i)),
        *(["    place_covered(seat)"] if p.KNOWN_SURFACE in program.fields else []),
    ]


def _held(program: p.Program, number: int) -> Iterator[str]:
    """Yield code that puts a possible card into a variable that tells what another player has."""
    name, held = list(program.held.items())[number]
    is_known = "0" if held.stop > len(program.cards) else "OPEN"
    variable, holder = f"held_card_{number}", f"holder_{number}"
    yield f"    if {holder}[0] and {holder}[0] != seat + 1 and not {is_known}:"
    yield f"        {variable}[0] = 0"
    if program.fields[name].type != "card":
        return
    yield f"        q = {holder}[0] - 1"
    yield f"        {variable}[0] = {held.first}"
    yield "        n = 0"
    for deck in program.decks:
        first, stop = max(held.first, deck.first), min(held.stop, deck.stop)
        if first < stop:
            # Each card takes the place of those before it as often as there are more of it.
            place = f"q * {len(deck.cards)} + k + {deck.hands(program.players)}"
            yield f"        for k in range({first}, {stop}):"
            yield f"            for i in range(0, hand[{place}]):"
            yield "                n = n + 1"
            yield "                if chance(n) == 0:"
            yield f"                    {variable}[0] = k"


class _Writer:
    def __init__(self, program: p.Program, slot: int) -> None:
        self.program = program
        self.slot = slot
        self.names = arrays(program)
        self.fields = [(i, program.fields[name]) for i, name in enumerate(program.secrets)]

    def lines(self) -> Iterator[str]:
        yield "def deal_secrets(seat):"
        yield from _others(self.program)
        for i, field in self.fields:
            yield f"    for i in range(0, {field.size}):"
            yield f"        if hidden_{i}[i] >> seat & 1:"
            yield f"            secret_{i}[i] = {field.first}"
        numbers = {field.name: i for i, field in self.fields}
        for name, secrets in self.program.telling.items():
            yield "    n = 0"
            for memory in sorted(secrets):
                i, size = numbers[memory], self.program.fields[memory].size
                yield f"    for i in range(0, {size}):"
                yield f"        n = n | hidden_{i}[i] >> seat & 1"
            yield "    if n:"
            yield f"        for i in range(0, {self.program.fields[name].size}):"
            yield f"            {self.names[name]}[i] = 0"
        parts = self.program.secret_parts
        if parts:
            yield "    if part_inside[at[0]] < 0 or actor[0] == seat:"
            yield "        thinking = -1"
            yield "    else:"
            yield "        thinking = part_inside[at[0]]"
            for field in self.program.secret_frame:
                yield f"        for i in range(0, {field.size}):"
                yield f"            {self.names[field.name]}[i] = 0"
        for number, part in enumerate(parts):
            yield from self.decide(number, part) if part.asks else self.deal(number, part)
        for number, part in enumerate(parts):
            yield f"    if thinking == {number}:"
            yield f"        enter({part.entry})"
        yield "    return 0"
        yield ""

    def of(self, part: p.SecretPart) -> list[tuple[int, p.Field]]:
        return [(i, field) for i, field in self.fields if field.name in part.fields]

    def is_set_by(self, i: int, number: int) -> str:
        return f"hidden_{i}[i] >> PLAYERS == {number + 1}"

    def decide(self, number: int, part: p.SecretPart) -> Iterator[str]:
        """Let others decide at random: each about what is theirs, all of them about the rest."""
        hidden = {
            i: f"{self.is_set_by(i, number)} and hidden_{i}[i] >> seat & 1"
            for i, _ in self.of(part)
        }
        yield "    last = seat"  # their decision may replace those before
        if self.program.players > 1:
            yield "    last = (seat + 1 + chance(PLAYERS - 1)) % PLAYERS"
        yield f"    save({self.slot})"
        yield "    for j in range(1, PLAYERS + 1):"
        yield "        q = (last + j) % PLAYERS"
        yield "        n = 0"
        for i, field in self.of(part):
            is_own = field.each == "player" and field.name not in part.shared
            whose = "i == q" if is_own else "(q != seat or PLAYERS == 1)"
            yield f"        for i in range(0, {field.size}):"
            yield f"            if {whose} and {hidden[i]}:"
            yield "                n = 1"
        yield "        if n:"
        yield from self.carry_out(number, part, "q", "            ")
        yield from self.take_over(hidden, "    ")

    def carry_out(self, number: int, part: p.SecretPart, player: str, pad: str) -> Iterator[str]:
        """Let a player carry out a secret part with random choices; only what it sets is kept."""
        for name in part.owners:
            yield f"{pad}{self.names.get(name, name)}[0] = {player}"
        yield f"{pad}carry_out({number}, {part.entry}, {player})"
        yield from self.take_over({i: "1" for i, _ in self.of(part)}, pad)

    def take_over(self, wanted: Mapping[int, str], pad: str) -> Iterator[str]:
        """Go back to the state that was saved, and put what was made up into it where it is wanted."""
        for i, field in self.fields:
            if i in wanted:
                yield f"{pad}for i in range(0, {field.size}):"
                yield f"{pad}    made_{i}[i] = secret_{i}[i]"
        yield f"{pad}restore({self.slot})"
        for i, field in self.fields:
            if i in wanted:
                yield f"{pad}for i in range(0, {field.size}):"
                yield f"{pad}    if {wanted[i]}:"
                yield f"{pad}        secret_{i}[i] = made_{i}[i]"

    def deal(self, number: int, part: p.SecretPart) -> Iterator[str]:
        """Leave to chance what the player does not know, until the rest is as it is known."""
        yield "    n = 0"
        wanted = {}
        for i, field in self.of(part):
            wanted[i] = f"{self.is_set_by(i, number)} and hidden_{i}[i] >> seat & 1"
            yield f"    for i in range(0, {field.size}):"
            yield f"        held_{i}[i] = secret_{i}[i]"
            yield f"        if {wanted[i]}:"
            yield "            n = 1"
        yield "    if n:"
        for i, field in self.of(part):
            yield f"        for i in range(0, {field.size}):"
            yield f"            if {self.is_set_by(i, number)}:"
            yield f"                secret_{i}[i] = {field.first}"
        yield f"        save({self.slot})"
        yield f"        for deal in range(0, {_DEALS}):"
        yield f"            restore({self.slot})"
        if part.owners:  # to one player after another
            yield "            for q in range(0, PLAYERS):"
            yield "                n = 0"
            for i, field in self.of(part):
                if field.each == "player":
                    yield f"                for i in range(0, {field.size}):"
                    yield f"                    if i == q and {self.is_set_by(i, number)}:"
                    yield "                        n = 1"
            yield "                if n:"
            yield from self.carry_out(number, part, "q", "                    ")
        else:
            yield from self.carry_out(number, part, "actor[0]", "            ")
        yield "            wrong = 0"
        for i, field in self.of(part):
            is_known = f"{self.is_set_by(i, number)} and not hidden_{i}[i] >> seat & 1"
            yield f"            for i in range(0, {field.size}):"
            yield f"                if {is_known} and secret_{i}[i] != held_{i}[i]:"
            yield "                    wrong = 1"
        yield "            if not wrong:"
        yield "                break"
        yield from self.take_over(wanted, "        ")
        for i, field in self.of(part):
            yield f"        for i in range(0, {field.size}):"
            yield f"            if {self.is_set_by(i, number)} and not hidden_{i}[i] >> seat & 1:"
            yield f"                secret_{i}[i] = held_{i}[i]"


class Determinizer:
    """Makes up in Python what a player cannot know."""

    def __init__(self, engine: Reference, open_hands: bool) -> None:
        self.engine = engine
        program = engine.program
        written = functions(program, 0, open_hands, every_deck=True)
        kinds, most = len(program.card_kinds), max(deck.size for deck in program.decks)
        sizes = {**areas(program), "tally": kinds, "deck": most, "copies": kinds}
        if program.secret_parts:
            sizes |= dict.fromkeys(("found", "options"), MOST_OPTIONS)
        constants = {**tables(program), "copies": [card.copies for card in program.card_kinds]}
        fields = dict(program.fields)
        for field, name in arrays(program).items():
            fields[name] = program.fields[field]
        size = program.size
        for name, number in sizes.items():
            fields[name] = p.Field(name, number, p.FieldRole.COUNTER, size)
            size += number
        self._beyond = [0] * (size - program.size)  # the arrays, which are not in the state
        for name, numbers in constants.items():
            start = fields[name].offset - program.size
            self._beyond[start : start + len(numbers)] = numbers
        self._options = fields["options"].offset if program.secret_parts else 0
        self._rng = program.fields["rng"].offset
        helper = evolve(
            program,
            functions={f.name: f for f in written},
            fields=fields,
            blocks=(),
            decisions=(),
        )
        inside = {
            name: getattr(self, f"_{name}")
            for name in ("chance", "reseed", "save", "restore", "enter", "play", "emitted")
        }
        self._runner = Reference(helper, inside)
        self._random = random.Random()
        self._saved: State = []
        self._listed = 0

    def imagine(self, seen: State, seat: int, chance: random.Random) -> State:
        """Return a possible state for a player who sees *seen*."""
        self._random = chance
        data = [*seen, *self._beyond]
        self._runner.ask("imagine", data, seat)
        return data[: len(seen)]

    # --- what the code may call, besides arithmetic ---

    def _chance(self, _: State, below: int) -> int:
        return self._random.randrange(below)

    def _reseed(self, data: State) -> None:
        data[self._rng] = signed(self._random.getrandbits(64))

    def _save(self, data: State, _: int) -> None:
        self._saved = data[: self.engine.program.size]

    def _restore(self, data: State, _: int) -> None:
        data[: len(self._saved)] = self._saved

    def _enter(self, data: State, block: int) -> None:
        try:
            options = self.engine.advance(data, block)
        except (EndlessPlay, TooManyOptions):
            options = []  # what is there so far will do
        self._list(data, options if isinstance(options, list) else [])

    def _play(self, data: State, option: int) -> None:
        try:
            options = self.engine.play(data, option)
        except (EndlessPlay, TooManyOptions):
            options = []
        self._list(data, options)

    def _list(self, data: State, options: list[int]) -> None:
        self._listed = len(options)
        data[self._options : self._options + self._listed] = options

    def _emitted(self, _: State) -> int:
        return self._listed


@lru_cache(maxsize=8)
def determinizer(engine: Reference, open_hands: bool) -> Determinizer:
    """Return what makes up states for the players of a game."""
    return Determinizer(engine, open_hands)
