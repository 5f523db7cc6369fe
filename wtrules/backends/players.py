"""Bots in native code: `random`, `greedy` and `mcts`, as a part of a native module.

How they choose is written in `players.program`; this module has their weights and their memory.
Whatever a player cannot know (the pile, hidden hands, what others have decided in secret, future dice)
is redrawn before a move is tried, so positions that look the same to a player get the same answer.
What a position is worth to them is in `values.py`.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path

from attrs import evolve, frozen

from wtrules.backends import determinize, learned, values
from wtrules.backends.native import Native
from wtrules.backends.reference import State
from wtrules.backends.wasm.batches import below
from wtrules.backends.wasm.instructions import Item, numbers
from wtrules.backends.wasm.layout import LINE, Extension, Layout
from wtrules.backends.wasm.module import functions
from wtrules.backends.wasm.read import read
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.program.text import parse_functions
from wtrules.value import Value

TEXT = Path(__file__).with_name("players.program")

BOTS = ("random", "greedy", "mcts")  # a bot's number is its index
MOST_DESCENTS = 50_000  # of one choice of mcts
_SLICE = 50  # descents between two looks at the clock
_NAME = re.compile(r"mcts:([1-9][0-9]{0,4})(ms)?")


@frozen
class BotName(Value):
    """What a bot is called: `greedy`, `mcts`, `mcts:800` for 800 descents, `mcts:50ms` for 50 ms a choice."""

    kind: str
    descents: int = 0  # 0: as many as usual
    milliseconds: int = 0  # 0: no limit of time

    @property
    def number(self) -> int:
        """The number of the bot in native code, with its descents."""
        return BOTS.index(self.kind) + len(BOTS) * self.descents


def read_bot(text: str) -> BotName | None:
    """Return the bot that is called so; None if there is none."""
    if text in BOTS:
        return BotName(text)
    match = _NAME.fullmatch(text)
    if match is None or (not match[2] and int(match[1]) > MOST_DESCENTS):
        return None
    amount = int(match[1])
    return BotName("mcts", 0, amount) if match[2] else BotName("mcts", amount)


def games_bot(text: str) -> BotName | None:
    """Return the bot that is called so, if it can play many games: a limit of time is for single ones."""
    bot = read_bot(text)
    return None if bot is None or bot.milliseconds else bot


WORLDS = 3  # random outcomes that greedy tries where chance is involved
DEPTH = 2  # own decisions that greedy looks ahead: a card, and what it moves


@frozen
class Search(Value):
    """How `mcts` searches. The numbers were found by trial: `benchmarks/bots.py` plays them."""

    iterations: int = 400  # descents of the tree for one choice
    most: int = 0  # descents that another bot of the line-up wants, if there are more
    beyond: int = 1  # random moves after the tree before a position is evaluated
    curiosity: float = 0.25  # weight of exploration
    urgency: float = 1.0  # how soon an option is tried for the first time
    scale: int = 256  # points between an even game and a won one
    deepest: int = 60  # depth of the tree
    forced: int = 200  # decisions with a single option in a row, which might go on for ever

    @property
    def nodes(self) -> int:
        """How many nodes the tree has room for."""
        return max(self.iterations, self.most) + 2


_MIDDLE = 8192  # a reward of one half; rewards and terms of the search have 14 bits
_SHIFT = 14
_SEEN = 24  # cards of the pile that are dealt anew: more are hardly ever drawn in a search
_REAL, _ROOT, _WORLD = 0, 1, 2  # saved: the live state, without what is unknown, with it made up
_LAST = _WORLD + DEPTH  # … then one for each own decision, and one to make up secrets

_TOGETHER = 16  # descents before mcts looks whether others can change what it chooses

_NODE = ("option", "at", "place", "first", "next", "visits", "seen", "mean")
_NODE_OF_SEATS = ("total", "worth")


def players(open_hands: bool = False, search: Search | None = None, minds: int = 0) -> Extension:
    """Return the part of a module that holds the bots, with room for *minds* that were trained.

    It has `$choose (bot i32) (seat i32) (result i32)`, which returns an option of the live state and
    leaves the state unchanged; the random generator of the bots is in the area `chance`.
    """
    search = search or Search()

    def items(program: p.Program, layout: Layout) -> Iterable[Item]:
        return _items(program, layout, open_hands, search, minds)

    def sizes(program: p.Program) -> Mapping[str, int]:
        return _areas(program, search, minds)

    return Extension("players", items, sizes, f"{open_hands} {search} {minds}")


def _areas(program: p.Program, search: Search, minds: int) -> Mapping[str, int]:
    """Return the number of bytes of each array of the bots."""
    nodes = search.nodes
    deck = max(deck.size for deck in program.decks)
    numbers = {
        "held": DEPTH * MOST_OPTIONS,
        "score": MOST_OPTIONS,
        "chancy": MOST_OPTIONS,
        "found": MOST_OPTIONS,
        "kept": MOST_OPTIONS + 1,
        "mark": 4,
        "tally": len(program.card_kinds) + 1,
        "deck": deck + 1,
        "unseen": deck + 1,
        "hands": 1,
        "met": 1,
        "contest": 1,
        **dict.fromkeys(("before", "gain", "worth", "lead"), program.players),
        "path": search.deepest,
        "who": search.deepest,
        "tree": 1,
        "curiosity": nodes + 1,
        "rarity": nodes + 1,
        **{f"node_{name}": nodes for name in _NODE},
        **{f"node_{name}": nodes * program.players for name in _NODE_OF_SEATS},
    }
    numbers |= {**determinize.areas(program), **values.areas(program)}
    numbers |= learned.areas(program, minds)
    size = _stride(Layout(program))
    states = _LAST + bool(program.secrets)
    return {
        "chance": 8,
        "slots": states * size,
        **{name: 4 * number for name, number in numbers.items()},
    }


def _stride(layout: Layout) -> int:
    """Return how many bytes lie between saved states."""
    return layout.state_size + -layout.state_size % LINE


def _items(
    program: p.Program, layout: Layout, open_hands: bool, search: Search, minds: int
) -> Iterable[Item]:
    constants: dict[str, p.Expr] = {
        **program.board.constants(program.players),
        "CARDS": len(program.cards),
        "OPEN": int(open_hands),
        "SEEN": _SEEN,
        "UNREVEALED": p.chain("+", _unrevealed(program)),
        "REAL": _REAL,
        "ROOT": _ROOT,
        "WORLD": _WORLD,
        "WORLDS": WORLDS,
        "DEPTH": DEPTH,
        "ROOM": MOST_OPTIONS,
        "ITERATIONS": search.iterations,
        "BOTS": len(BOTS),
        "NODES": search.nodes,
        "BEYOND": search.beyond,
        "DEEPEST": search.deepest,
        "FORCED": search.forced,
        "TOGETHER": _TOGETHER,
        "MIDDLE": _MIDDLE,
        "SLOPE": max(1, _MIDDLE // search.scale),
        "SHIFT": _SHIFT,
        "URGENCY": int(search.urgency * (1 << _SHIFT)),
        **values.constants(program),
    }
    text = TEXT.read_text("utf-8").replace("LIST_AGAIN", "relist" if program.secrets else "recall")
    text += values.code(program)
    written = [*values.functions(program), *parse_functions(text, constants)]
    written += determinize.functions(
        program, _LAST, open_hands, every_deck=determinize.needs_all_decks(program)
    )
    by_name = {function.name: function for function in written}  # the last counts
    inside = {
        name: f"players_{name}"
        for name in (
            *("chance", "play", "relist", "save", "restore", "reseed", "begin", "meet"),
            *("keep", "recall", "standing"),
            *(("enter",) if program.secret_parts else ()),
        )
    }
    layout = copy(layout)
    arrays = determinize.arrays(program)
    layout.areas = layout.areas | {name: layout.fields[field] for field, name in arrays.items()}
    tables = determinize.tables(program)
    more: tuple[Item, ...] = ()
    if minds:
        constants |= learned.constants(program)
        text = learned.TEXT.read_text("utf-8") + learned.code(program)
        for function in parse_functions(text, constants):
            if function.name in by_name:  # what it replaces is still there for bots without a mind
                before = f"{function.name}_unlearned"
                by_name[before] = evolve(by_name[function.name], name=before)
            by_name[function.name] = function
        names = learned.arrays(program)
        layout.areas |= {name: layout.fields[field] for field, name in names.items()}
        tables |= learned.tables(program)
        inside |= {"forward": "learned_forward"}
        more = tuple(read(learned.forward(program, layout.areas)))
    unit = 1 << _SHIFT
    visits = range(search.nodes + 1)
    curiosity = [int(unit * search.curiosity * math.sqrt(math.log(max(1, i)))) for i in visits]
    rarity = [int(unit / math.sqrt(max(1, i))) for i in visits]
    return [
        numbers(layout.areas["curiosity"], curiosity, "curiosity"),
        numbers(layout.areas["rarity"], rarity, "rarity"),
        *(numbers(layout.areas[name], values, name) for name, values in tables.items()),
        *read(
            _inside(layout) + values.standing(layout.fields["cell"], program.fields["cell"].size)
        ),
        *read(_ENTER if program.secret_parts else ""),
        *more,
        *functions(program, layout, list(by_name.values()), inside),
        *read(_outside(layout, program.players)),
    ]


def _outside(layout: Layout, players: int) -> str:
    """Return the functions that are called from outside."""
    # A search is under way from start_search to end_search; the live state is then any other.
    actor = layout.areas["slots"] + _REAL * _stride(layout) + layout.fields["actor"]
    return f"""\
  (func $players_choose (export "choose") (param $bot i32) (param $seed i64) (result i32)
    (i64.store (i32.const {layout.areas["chance"]}) (local.get $seed))
    (call $options)
    (call $choose (local.get $bot) (i32.load (i32.const {layout.fields["actor"]}))))
  (func (export "partners") (param $one i32) (param $other i32) (result i32)
    (drop (call $know))
    (i32.load offset={layout.areas["friend"]} (i32.shl (i32.add
      (i32.mul (local.get $one) (i32.const {players})) (local.get $other)) (i32.const 2))))
  (func (export "lead") (param $seat i32) (result i32)
    (drop (call $know))
    (drop (call $compare))
    (i32.load offset={layout.areas["lead"]} (i32.shl (local.get $seat) (i32.const 2))))
  (func (export "value") (param $seat i32) (result i32)
    (drop (call $know))
    (call $value (local.get $seat)))
  (func (export "start_search") (param $seed i64)
    (i64.store (i32.const {layout.areas["chance"]}) (local.get $seed))
    (call $options)
    (drop (call $start_search (i32.load (i32.const {layout.fields["actor"]})))))
  (func (export "search") (param $budget i32)
    (drop (call $search (i32.load (i32.const {actor})) (local.get $budget))))
  (func (export "end_search") (result i32) (call $end_search))
  (func (export "imagine") (param $seat i32) (param $seed i64)
    (i64.store (i32.const {layout.areas["chance"]}) (local.get $seed))
    (drop (call $forget (local.get $seat)))
    (drop (call $imagine (local.get $seat))))"""


def _unrevealed(program: p.Program) -> list[p.Expr]:
    """Return the numbers of cards in the piles of named decks, which often say what happens."""
    return [0, *(p.Load("pile_size", number) for number in range(1, len(program.decks)))]


_ENTER = """\
  (func $players_enter (param $block i32) (result i32) (call $run (local.get $block)) (i32.const 0))"""


def _inside(layout: Layout) -> str:
    """Return the functions that bots may call, besides arithmetic."""
    chance, slots, size = layout.areas["chance"], layout.areas["slots"], layout.state_size
    kept = layout.areas["kept"]
    choice, at = layout.fields["choice"], layout.fields["at"]
    slot = (
        f"(i32.add (i32.const {slots}) (i32.mul (local.get $slot) (i32.const {_stride(layout)})))"
    )
    return f"""\
  (func $players_chance (param $n i32) (result i32)
{below(f"(i32.const {chance})")})
  (func $players_play (param $option i32) (result i32)
    (i32.store (i32.const {choice}) (local.get $option))
    (call $run (i32.load offset={layout.resume}
      (i32.shl (i32.load (i32.const {at})) (i32.const 2)))) (i32.const 0))
  (func $players_relist (result i32) (call $options) (i32.const 0))
  (func $players_save (param $slot i32) (result i32)
    (memory.copy {slot} (i32.const 0) (i32.const {size})) (i32.const 0))
  (func $players_restore (param $slot i32) (result i32)
    (memory.copy (i32.const 0) {slot} (i32.const {size})) (i32.const 0))
  (func $players_keep (result i32)
    (i32.store (i32.const {kept}) (global.get $n))
    (memory.copy (i32.const {kept + 4}) (i32.const {layout.options})
      (i32.shl (global.get $n) (i32.const 2))) (i32.const 0))
  (func $players_recall (result i32)
    (global.set $n (i32.load (i32.const {kept})))
    (memory.copy (i32.const {layout.options}) (i32.const {kept + 4})
      (i32.shl (global.get $n) (i32.const 2))) (i32.const 0))
  (func $players_begin (param $seed i32) (result i32)
    (call $begin (i64.extend_i32_u (local.get $seed))) (i32.const 0))
  (func $players_meet (result i32)
    (local $kept i64)
    (local.set $kept (i64.load (i32.const {chance})))
    (i64.store (i32.const {chance}) (i64.const 0))
    (drop (call $acquaint))
    (i64.store (i32.const {chance}) (local.get $kept)) (i32.const 0))
  (func $players_reseed (result i32)
    (i64.store (i32.const {layout.fields["rng"]}) (call $step (i32.const {chance}))) (i32.const 0))"""


class Chooser:
    """Lets a bot choose in single positions."""

    def __init__(
        self,
        program: p.Program,
        open_hands: bool = False,
        search: Search | None = None,
        minds: Sequence[learned.Mind] = (),
    ) -> None:
        self.search = search or Search()
        self._native = Native(program, [players(open_hands, self.search, len(minds))])
        if minds:
            data = b"".join(mind.data for mind in minds)
            self._native.write(self._native.layout.areas["minds"], data)

    def choose(self, bot: str, state: State, seed: int) -> int:
        """Return the option a bot chooses; the same seed gives the same choice."""
        return self.choose_by_number(BOTS.index(bot), state, seed)

    def choose_by_number(self, bot: int, state: State, seed: int) -> int:
        """Return the option that a bot chooses, by its number; see `learned.bot_number`."""
        self._native.write(0, self._native.pack([state]))
        option: int = self._native.call("choose", bot, seed)
        return option

    def think(
        self,
        state: State,
        seed: int,
        milliseconds: int,
        note: Callable[[float], None] | None = None,
    ) -> int:
        """Return the option that mcts chooses within a limit of time, so not always the same one.

        *note* is called with the share of the time that is over.
        """
        begun = time.monotonic()
        self._native.write(0, self._native.pack([state]))
        self._native.call("start_search", seed)
        try:
            for _ in range(self.search.iterations // _SLICE):
                self._native.call("search", _SLICE)
                share = (time.monotonic() - begun) * 1000 / milliseconds
                if note is not None:
                    note(min(1, share))
                if share >= 1:
                    break
        finally:
            option: int = self._native.call("end_search")
        return option

    def value(self, state: State, seat: int) -> int:
        """Return the value of a position for a seat."""
        self._native.write(0, self._native.pack([state]))
        worth: int = self._native.call("value", seat)
        return worth

    def lead(self, state: State, seat: int) -> int:
        """Return how much better off a seat is than its rivals, as mcts values it."""
        self._native.write(0, self._native.pack([state]))
        points: int = self._native.call("lead", seat)
        return points

    def partners(self, state: State, seat: int) -> list[int]:
        """Return the seats that win together with a seat."""
        self._native.write(0, self._native.pack([state]))
        others = [q for q in range(self._native.program.players) if q != seat]
        return [q for q in others if self._native.call("partners", seat, q)]

    def imagined(self, state: State, seat: int, seed: int) -> State:
        """Return a possible position for a seat: everything it cannot know is redrawn."""
        self._native.write(0, self._native.pack([state]))
        self._native.call("imagine", seat, seed)
        [numbers] = self._native.unpack(self._native.read(0, self._native.layout.state_size))
        return numbers
