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
from pathlib import Path

from attrs import evolve, frozen

from wtrules.backends import determinize, learned, values
from wtrules.backends.native import Native
from wtrules.backends.reference import State
from wtrules.backends.wasm.batches import below
from wtrules.backends.wasm.instructions import Item, numbers
from wtrules.backends.wasm.layout import LINE, Extension, Layout
from wtrules.backends.wasm.module import functions
from wtrules.backends.wasm.read import read, read_file
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.program.text import parse_functions
from wtrules.value import Value

FOLDER = Path(__file__).parent
TEXT = FOLDER / "players.program"
_ENTER = """\
  (func $players_enter (param $block i32) (result i32) (call $run (local.get $block)) (i32.const 0))"""

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
        tables |= learned.tables(program)
        inside |= {"forward": "learned_forward"}
        more = tuple(read(learned.forward(program, layout.areas)))
    unit = 1 << _SHIFT
    visits = range(search.nodes + 1)
    curiosity = [int(unit * search.curiosity * math.sqrt(math.log(max(1, i)))) for i in visits]
    rarity = [int(unit / math.sqrt(max(1, i))) for i in visits]
    slots, stride = layout.areas["slots"], _stride(layout)
    return [
        numbers(layout.areas["curiosity"], curiosity, "curiosity"),
        numbers(layout.areas["rarity"], rarity, "rarity"),
        *(numbers(layout.areas[name], values, name) for name, values in tables.items()),
        *read_file(
            FOLDER / "bot_helpers.wat",
            layout=layout,
            below=below(f"(i32.const {layout.areas['chance']})"),
            slot=f"(i32.add (i32.const {slots}) (i32.mul (local.get $slot) (i32.const {stride})))",
            kept_list=layout.areas["kept"] + 4,
        ),
        *read(values.standing(layout.fields["cell"], program.fields["cell"].size)),
        *read(_ENTER if program.secret_parts else ""),
        *more,
        *functions(program, layout, list(by_name.values()), inside),
        *read_file(
            FOLDER / "bot_calls.wat",
            layout=layout,
            players=program.players,
            actor=slots + _REAL * stride + layout.fields["actor"],
        ),
    ]


def _unrevealed(program: p.Program) -> list[p.Expr]:
    """Return the numbers of cards in the piles of named decks, which often say what happens."""
    return [0, *(p.Load("pile_size", number) for number in range(1, len(program.decks)))]


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
