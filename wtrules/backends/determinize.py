"""How what a player cannot know is drawn at random: the cards, the secrets, the wizards under towers.

Cards that the player has not seen are dealt again, what others have decided in secret is decided again,
what was left to chance is left to chance again until it agrees with what the player knows. It is code in the program form. Bots in native code have it in their modules, and
`Determinizer` runs it in Python. It never reads what is hidden, so it completes observations, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from attrs import evolve

from wtrules.backends.reference import EndlessPlay, Reference, State, TooManyOptions
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.program.state import signed
from wtrules.program.text import for_each_deck, parse_functions, state_array

TEXT = Path(__file__).with_name("determinize.program")

_DEALS = 64  # attempts to deal secrets that agree with what is known
_DECISIONS = 100  # of one player in a secret part
_LIFTED = -p.MOST - 1  # no place of a wizard; observations have it for what is hidden


def areas(program: p.Program) -> dict[str, int]:
    """Return how many numbers the arrays of the code have."""
    sizes = {name: len(numbers) for name, numbers in tables(program).items()}
    if p.KNOWN_SURFACE in program.fields:
        sizes |= {"missing": program.players, "spots": program.fields["cell"].size}
    for i, name in enumerate(program.secrets):
        sizes |= dict.fromkeys((f"drawn_{i}", f"kept_{i}"), program.fields[name].size)
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
    written = _Writer(program, slot, open_hands).text()
    functions_by_name |= {f.name: f for f in parse_functions(written, constants)}
    wanted = ("forget", "imagine") if every_deck else ("deal_secrets",)
    reached = p.reached(functions_by_name, *wanted)
    return [function for name, function in functions_by_name.items() if name in reached]


def telling_variables(program: p.Program) -> Iterator[tuple[str, list[str]]]:
    """Yield variables that tell secrets, and code that sets n to whether the seat must not know them."""
    for name, secrets in program.telling.items():
        lines = ["n = 0"]
        for memory in sorted(secrets):
            lines.append(f"for i in range(0, {program.fields[memory].size}):")
            lines.append(f"    n = n | {state_array(program.secrets[memory])}[i] >> seat & 1")
        yield name, lines


def held_variables(program: p.Program, open_hands: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield variables that tell cards in hands, and code that sets n in the same way."""
    for name, held in program.held.items():
        if not (open_hands and held.stop <= len(program.cards)):
            holder = f"{state_array(held.holder)}[0]"
            yield name, [f"n = {holder} and {holder} != seat + 1"]


class _Writer:
    """Writes `deal_secrets`; all that several memories need is written for each of them."""

    def __init__(self, program: p.Program, slot: int, open_hands: bool) -> None:
        self.program = program
        self.slot = slot
        self.open_hands = open_hands
        self.fields = [program.fields[name] for name in program.secrets]
        self._out: list[str] = []

    def write(self, depth: int, *lines: str) -> None:
        self._out += ["    " * depth + line for line in lines]

    def each(self, depth: int, fields: Iterable[p.Field], *lines: str, **values: str) -> None:
        """Write a loop over the numbers of each field, in which words in brackets are about the field."""
        for field in fields:
            i = self.fields.index(field)
            here = {
                "secret": f"{state_array(field.name)}[i]",
                "hidden": f"{state_array(p.hidden_name(field.name))}[i]",
                "drawn": f"drawn_{i}[i]",
                "kept": f"kept_{i}[i]",
                "first": field.first,
            }
            filled = {name: value.format(**here) for name, value in values.items()}
            self.write(depth, f"for i in range(0, {field.size}):")
            self.write(depth + 1, *(line.format(**here, **filled) for line in lines))

    def clear(self, depth: int, name: str) -> None:
        size = self.program.fields[name].size
        self.write(depth, f"for i in range(0, {size}):", f"    {state_array(name)}[i] = 0")

    def text(self) -> str:
        program, parts = self.program, self.program.secret_parts
        self.write(0, "def deal_secrets(seat):")
        for number in range(1, len(program.decks)):
            self.write(1, f"{p.of_deck('imagine_pile', number)}(seat)")
        for name, lines in held_variables(program, self.open_hands):
            self.write(1, *lines, "if n:")
            self.clear(2, name)
            if program.fields[name].type == "card":
                self.draw_held(name, program.held[name])
        if p.KNOWN_SURFACE in program.fields:
            self.write(1, "place_covered(seat)")
        self.each(1, self.fields, "if {hidden} >> seat & 1:", "    {secret} = {first}")
        for name, lines in telling_variables(program):
            self.write(1, *lines, "if n:")
            self.clear(2, name)
        if parts:
            self.write(1, "if part_inside[at[0]] < 0 or actor[0] == seat:", "    thinking = -1")
            self.write(1, "else:", "    thinking = part_inside[at[0]]")
            for field in program.secret_frame:
                self.clear(2, field.name)
        for number, part in enumerate(parts):
            fields = [field for field in self.fields if field.name in part.fields]
            is_set = f"{{hidden}} >> PLAYERS == {number + 1}"
            (self.decide if part.asks else self.deal)(number, part, fields, is_set)
        for number, part in enumerate(parts):
            self.write(1, f"if thinking == {number}:", f"    enter({part.entry})")
        self.write(1, "return 0")
        return "\n".join(self._out)

    def draw_held(self, name: str, held: p.Held) -> None:
        """Put a possible card into a variable that tells what another player has."""
        self.write(
            2,
            f"q = {state_array(held.holder)}[0] - 1",
            f"{state_array(name)}[0] = {held.first}",
            "n = 0",
        )
        for deck in self.program.decks:
            first, stop = max(held.first, deck.first), min(held.stop, deck.stop)
            if first < stop:
                # Each card takes the place of those before it as often as there are more of it.
                place = f"q * {len(deck.cards)} + k + {deck.hands(self.program.players)}"
                self.write(2, f"for k in range({first}, {stop}):")
                self.write(3, f"for i in range(0, hand[{place}]):", "    n = n + 1")
                self.write(4, "if chance(n) == 0:", f"    {state_array(name)}[0] = k")

    def decide(self, number: int, part: p.SecretPart, fields: list[p.Field], is_set: str) -> None:
        """Let others decide at random: each about what is theirs, all of them about the rest."""
        unknown = f"{is_set} and {{hidden}} >> seat & 1"
        self.write(1, "last = seat")  # their decision may replace those before
        if self.program.players > 1:
            self.write(1, "last = (seat + 1 + chance(PLAYERS - 1)) % PLAYERS")
        self.write(1, f"save({self.slot})", "for j in range(1, PLAYERS + 1):")
        self.write(2, "q = (last + j) % PLAYERS", "n = 0")
        for field in fields:
            is_own = field.each == "player" and field.name not in part.shared
            whose = "i == q" if is_own else "(q != seat or PLAYERS == 1)"
            self.each(2, [field], f"if {whose} and {unknown}:", "    n = 1")
        self.write(2, "if n:")
        self.carry_out(3, number, part, fields, "q")
        self.take_over(1, fields, unknown)

    def deal(self, number: int, part: p.SecretPart, fields: list[p.Field], is_set: str) -> None:
        """Leave to chance what the player does not know, until the rest is as it is known."""
        unknown = f"{is_set} and {{hidden}} >> seat & 1"
        known = f"{is_set} and not {{hidden}} >> seat & 1"
        self.write(1, "n = 0")
        self.each(1, fields, "{kept} = {secret}", f"if {unknown}:", "    n = 1")
        self.write(1, "if n:")
        self.each(2, fields, f"if {is_set}:", "    {secret} = {first}")
        self.write(2, f"save({self.slot})", f"for deal in range(0, {_DEALS}):")
        self.write(3, f"restore({self.slot})")
        if part.owners:  # to one player after another
            self.write(3, "for q in range(0, PLAYERS):", "    n = 0")
            own = [field for field in fields if field.each == "player"]
            self.each(4, own, f"if i == q and {is_set}:", "    n = 1")
            self.write(4, "if n:")
            self.carry_out(5, number, part, fields, "q")
        else:
            self.carry_out(3, number, part, fields, "actor[0]")
        self.write(3, "wrong = 0")
        self.each(3, fields, f"if {known} and {{secret}} != {{kept}}:", "    wrong = 1")
        self.write(3, "if not wrong:", "    break")
        self.take_over(2, fields, unknown)
        self.each(2, fields, f"if {known}:", "    {secret} = {kept}")

    def carry_out(
        self, depth: int, number: int, part: p.SecretPart, fields: list[p.Field], player: str
    ) -> None:
        """Let a player carry out a secret part with random choices; only what it sets is kept."""
        self.write(depth, *(f"{state_array(name)}[0] = {player}" for name in part.owners))
        self.write(depth, f"carry_out({number}, {part.entry}, {player})")
        self.take_over(depth, fields, "1")

    def take_over(self, depth: int, fields: list[p.Field], wanted: str) -> None:
        """Go back to the state that was saved, and put what was drawn into it where it is wanted."""
        self.each(depth, fields, "{drawn} = {secret}")
        self.write(depth, f"restore({self.slot})")
        self.each(depth, fields, f"if {wanted}:", "    {secret} = {drawn}")


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
