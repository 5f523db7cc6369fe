"""Games played by native code, and their records.

An `Arena` is made from a program and its bots; it can be sent to another process and played there. Its
records are rows of integers, one for each game, in the order of `Arena.columns`.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from wtrules.backends.instance import PAGE, Trap
from wtrules.backends.native import FAULTS, NativeFault, check_numbers, instantiate
from wtrules.backends.players import BotName, Search, players, read_bot
from wtrules.backends.reference import EndlessPlay, initial_state
from wtrules.backends.wasm.batches import ENDLESS
from wtrules.backends.wasm.instructions import Item, numbers
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.module import binary, functions
from wtrules.backends.wasm.read import read
from wtrules.game.trained import BotFile, bot_number, minds_of
from wtrules.program import program as p
from wtrules.program.text import parse_functions
from wtrules.simulate.counting import counting
from wtrules.value import Value

TEXT = Path(__file__).with_name("games.program")

MARKS = 32  # flasks filled and wizards brought home whose rounds are recorded
TURNS = 1024  # turns whose positions are compared; the last entry is the end of the game
TRACE = 4 * TURNS  # bytes of what is recorded of a game

# One number each, in this order; the first one is for options that are not counted.
SINGLE = (
    "other", "decisions", "turns", "rounds", "cut", "outcome", "idle", "stuck", "castle", "leads",
    "filled", "spent", "entered", "first_home",
)  # fmt: skip

_CARDS = "card"  # in place of a column: it depends on the card that is played


@frozen
class Choice(Value):
    """A kind of option that is counted: a spell, a card, or an option that the rules name."""

    column: str  # `cast move_tower`, `card x`, `option turn.action.discard`
    texts: tuple[tuple[str, str], ...]


@frozen
class Arena(Value):
    """Native code that plays one ruleset with one number of players."""

    ruleset: str
    players: int
    letters: str
    outcomes: tuple[str, ...]
    choices: tuple[Choice, ...]
    columns: tuple[str, ...]
    lineup: tuple[str, ...]
    module: bytes
    initial: bytes
    addresses: Mapping[str, int]
    minds: bytes = b""  # what bots have learned
    goals: tuple[bool | None, ...] = ()  # whether each outcome reaches the goal
    outcome_texts: tuple[tuple[tuple[str, str], ...], ...] = ()  # what each outcome is called
    fingerprint: str = field(init=False, repr=False)  # of all that decides a game and its record

    @fingerprint.default
    def _fingerprint(self) -> str:
        # Of code and bytes, not of rules: other bots, or another compiler, make other records of the
        # same rules. Rules that differ only in how a game begins, or bots in other seats, have the
        # same module. All of it is plain numbers, words and bytes, so its text is that of Python.
        parts = (
            *(self.ruleset, self.players, self.letters, self.outcomes, self.columns, self.lineup),
            *(self.module, self.initial, sorted(self.addresses.items()), self.minds),
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the bots of the line-up, as native code has them."""
        return tuple(bot_number(bot, self.lineup) for bot in self.lineup)

    @property
    def record_size(self) -> int:
        """The size of a record in bytes."""
        return 4 * len(self.columns)


def arena(
    program: p.Program,
    bots: Sequence[str],
    open_hands: bool,
    search: Search | None = None,
    files: Mapping[str, BotFile] | None = None,
    cards: Collection[str] = (),
) -> Arena:
    """Return the arena of a program; the list of bots is repeated until every seat has one.

    *files* are the bot files that the list names, *cards* the codes of the cards that are counted when
    they are played; a column for each card would take too much time. Raises NotNative if the rules need larger numbers
    than native code has, and UnusableBot if a bot was trained for other rules.
    """
    check_numbers(program)
    if search is None:
        search = Search(most=max(_bot(bot).descents for bot in bots))
    counted = counting(program)
    choices, labels = _choices(counted, cards)
    seats = range(program.players)
    columns = (
        *SINGLE,
        *(f"{name}.{seat}" for name in ("winner", "points", "bot") for seat in seats),
        *(choice.column for choice in choices),
        *(f"fill.{i}" for i in range(MARKS)),
        *(f"enter.{i}" for i in range(MARKS)),
    )
    lineup = tuple(bots[seat % len(bots)] for seat in seats)
    minds = minds_of(lineup, files or {}, program)
    parts = [players(open_hands, search, len(minds)), _games(columns, labels)]
    layout = Layout(counted, parts)
    return Arena(
        program.ruleset,
        program.players,
        program.board.letters,
        program.words.outcomes,
        choices,
        columns,
        lineup,
        binary(counted, parts),
        layout.state.pack(*initial_state(counted)),
        {"initial": layout.initial, "block": layout.block}
        | {name: layout.areas[name] for name in ("lineup", "stop", *(["minds"] if minds else []))},
        b"".join(mind.data for mind in minds),
        program.words.goals,
    )


def _bot(name: str) -> BotName:
    return read_bot(name) or BotName(name)


def _choices(
    program: p.Program, cards: Collection[str]
) -> tuple[tuple[Choice, ...], list[list[str]]]:
    """Return the counted options, and the column of each alternative of each decision."""
    carry_out = {
        decision.rule
        for decision in program.decisions
        if decision.kind == "card" or any(one.card for one in decision.alternatives)
    }
    found: dict[str, Choice] = {
        f"cast {spell}": Choice(f"cast {spell}", ()) for spell in program.words.spells
    }
    counted = [card for card in program.cards if card.kind_code in cards]
    kinds = {face.kind for card in counted for face in card.faces}
    labels = []
    for decision in program.decisions:
        row = []
        for alternative in decision.alternatives:
            words = alternative.words
            if alternative.spell is not None:
                column = f"cast {alternative.spell}"
            elif counted and alternative.kinds == ("card",) and alternative.rule in carry_out:
                column = _CARDS
            elif alternative.card in kinds and words == (alternative.card,):
                column = "other"  # all that can be done with a card that is counted itself
            elif words and not alternative.passes:
                # Two rules may use the same word for different things.
                column = f"option {alternative.rule}.{'_'.join(words)}"
                found.setdefault(column, Choice(column, alternative.texts))
            else:
                column = "other"
            row.append(column)
        labels.append(row)
    if any(_CARDS in row for row in labels):
        found |= {
            f"card {card.kind_code}": Choice(f"card {card.kind_code}", ()) for card in counted
        }
    return tuple(found.values()), labels


def _games(columns: tuple[str, ...], labels: list[list[str]]) -> Extension:
    """Return the part of a module that plays games and writes records."""

    def areas(program: p.Program) -> Mapping[str, int]:
        decisions = len(program.decisions)
        numbers = {
            "record": len(columns),
            "lineup": program.players,
            "trace": TURNS,
            "tracing": 1,
            "stop": 1,
            "firsts": decisions,
            "alternatives": decisions,
            "labels": sum(map(len, labels)),
            "card_labels": len(program.card_kinds),
        }
        return {name: 4 * number for name, number in numbers.items()}

    def items(program: p.Program, layout: Layout) -> Iterable[Item]:
        first = 0
        firsts, flat = [], []
        for row in labels:
            firsts.append(first)
            first += len(row)
            flat += [-1 if column == _CARDS else columns.index(column) for column in row]
        cards = [f"card {card.kind_code}" for card in program.cards]
        cards += ["other"] * (len(program.card_kinds) - len(cards))
        constants = {
            **program.board.constants(program.players),
            "RECORD": len(columns),
            "MARKS": MARKS,
            "TURNS": TURNS,
            "TURN": columns.index("turns"),
            "ROUND": columns.index("rounds"),
            **{
                name.upper(): columns.index(name)
                for name in SINGLE
                if name not in ("turns", "rounds")
            },
            **{
                name.upper(): columns.index(f"{name}.0")
                for name in ("winner", "points", "bot", "fill", "enter")
            },
        }
        made = parse_functions(TEXT.read_text("utf-8"), constants)
        inside = {"choose": "choose", "play": "players_play"}
        return [
            numbers(layout.areas["firsts"], firsts),
            numbers(layout.areas["alternatives"], [len(row) for row in labels]),
            numbers(layout.areas["labels"], flat),
            numbers(
                layout.areas["card_labels"],
                [columns.index(column if column in columns else "other") for column in cards],
            ),
            *functions(program, layout, made, inside),
            *read(_batch(layout, 4 * len(columns))),
        ]

    return Extension("games", items, areas)


def _batch(layout: Layout, size: int) -> str:
    areas = layout.areas
    return f"""\
  ;; Play games with seeds from $seed on; $first is the number of the first one.
  (func (export "games") (param $seed i64) (param $first i32) (param $number i32) (param $most i32)
    (param $out i32) (param $traces i32)
    (i32.store (i32.const {areas["tracing"]}) (i32.ne (local.get $traces) (i32.const 0)))
    (block $done (loop $again
      (br_if $done (i32.eqz (local.get $number)))
      (br_if $done (i32.load (i32.const {areas["stop"]})))
      (i64.store (i32.const {areas["chance"]}) (call $policy (local.get $seed)))
      (call $begin (local.get $seed))
      (drop (call $play_game (local.get $first) (local.get $most)))
      (memory.copy (local.get $out) (i32.const {areas["record"]}) (i32.const {size}))
      (local.set $out (i32.add (local.get $out) (i32.const {size})))
      (if (local.get $traces) (then
        (memory.copy (local.get $traces) (i32.const {areas["trace"]}) (i32.const {TRACE}))
        (local.set $traces (i32.add (local.get $traces) (i32.const {TRACE})))))
      (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (local.set $number (i32.sub (local.get $number) (i32.const 1)))
      (br $again))))"""


# --- running -----------------------------------------------------------------------------------


class Stopped(Exception):
    """Games were stopped because their results are no longer needed."""


class Table:
    """One instance of an arena, with its own memory; for one thread at a time."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        key = hashlib.sha256(arena.module).hexdigest()
        self._module = instantiate(key, lambda: arena.module)
        self._module.write(arena.addresses["initial"], arena.initial)
        lineup = array("i", arena.numbers)
        self._module.write(arena.addresses["lineup"], lineup.tobytes())
        if arena.minds:
            self._module.write(arena.addresses["minds"], arena.minds)
        self._stopped = False

    def play(
        self, seed: int, first: int, number: int, most: int, traced: bool = False
    ) -> tuple[bytes, bytes]:
        """Play games *first* to *first + number* and return their records, and traces if wanted.

        A trace is a hash of the position at each turn.
        """
        module = self._module
        block = self.arena.addresses["block"]
        size = number * self.arena.record_size
        traces = number * TRACE if traced else 0
        missing = block + size + traces - module.size
        if missing > 0:
            module.grow(-(-missing // PAGE))
        if self._stopped:
            raise Stopped
        module.set_number("fault", 0)
        at = block + size if traced else 0
        try:
            module.call("games", seed + first, first, number, most, block, at)
        except Trap as error:
            fault = module.number("fault")
            which = f"in one of the games {first + 1:,} to {first + number:,}"
            where = f"{self.arena.ruleset}, {self.arena.players} players ({which})"
            if fault == ENDLESS:
                raise EndlessPlay(where) from None
            raise NativeFault(f"{where}: {FAULTS.get(fault, error)}") from None
        if self._stopped:
            raise Stopped
        return bytes(module.read(block, size)), bytes(module.read(at, traces)) if traced else b""

    def stop(self) -> None:
        """Stop after the current game; can be called from any thread."""
        self._stopped = True
        self._module.write_from_outside(self.arena.addresses["stop"], 1)
