"""Many games that stay in a native module: begin, step, list actions and observe, in one call each.

`batch_games` is the extension of a module that does it. The games, and what is to be seen of them, are arrays in
the memory of the module, one row for each game; `Rows` says where. Bots may play some of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from attrs import field, frozen

from wtrules.backends.actions import ActionSpace
from wtrules.backends.observing import observing, row_size
from wtrules.backends.players import players
from wtrules.backends.vectors import VectorLayout, vector_layout
from wtrules.backends.wasm.batches import NO_ACTION
from wtrules.backends.wasm.instructions import Item, numbers
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.read import read_file
from wtrules.program import program as p
from wtrules.program.limits import MOST_OPTIONS
from wtrules.value import Value

# What the module has to know, each a number in the area `batch`: where the arrays are, and more.
WORDS = (
    "number", "states", "actions", "picked", "counts", "starts", "seats", "done", "rewards", "seeds",
    "chances", "vectors", "mask", "legal", "end", "at", "again", "stride",
)  # fmt: skip

_WON, _LOST = 0x3F80_0000, 0xBF80_0000  # 1.0 and -1.0 as 32-bit floats


def batch_games(space: ActionSpace, open_hands: bool, has_bots: bool) -> tuple[Extension, ...]:
    """Return the extensions of a module that plays many games of the program of an action space."""
    bots = (players(open_hands),) if has_bots else ()
    return (*bots, observing(open_hands), _batch_games(space, has_bots))


def _batch_games(space: ActionSpace, has_bots: bool) -> Extension:
    def areas(program: p.Program) -> dict[str, int]:
        sizes = {
            "batch": len(WORDS),
            "lineup": program.players,
            "act_first": len(space.bases),
            "act_count": len(space.bases),
            "act_base": sum(map(len, space.bases)),
            "act_number": len(space.numbers),
            "act_option": len(space),
        }
        return {name: 4 * size for name, size in sizes.items()}

    def items(program: p.Program, layout: Layout) -> Iterable[Item]:
        at = layout.areas
        counts = [len(starts) for starts in space.bases]
        return [
            numbers(at["act_first"], [sum(counts[:i]) for i in range(len(counts))]),
            numbers(at["act_count"], counts),
            numbers(at["act_base"], list(chain(*space.bases))),
            numbers(at["act_number"], space.numbers),
            numbers(at["act_option"], space.options),
            *_functions(program, layout, len(space), has_bots),
        ]

    return Extension("batch", items, areas, f"{has_bots}")


@frozen
class Rows(Value):
    """Where the arrays of many games are in the memory of a module; addresses in bytes."""

    number: int
    program: p.Program
    state_size: int
    block: int
    actions_in_all: int
    has_mask: bool
    vectors: VectorLayout = field(init=False)

    @vectors.default
    def _vectors(self) -> VectorLayout:
        return vector_layout(self.program)

    def sizes(self) -> dict[str, int]:
        """Return the size of each array; the list of legal actions comes after them and can grow."""
        actions = self.actions_in_all if self.has_mask else 0
        widths = _widths(self.program, self.state_size, actions)
        return {name: self.number * width for name, width in widths.items()}

    def addresses(self) -> dict[str, int]:
        """Return the address of each array; 0 for a mask that is not wanted."""
        addresses = {}
        at = self.block + -self.block % 16
        for name, size in self.sizes().items():
            addresses[name] = at if size else 0
            at += size + -size % 16
        return addresses | {"legal": at}

    def list_size(self) -> int:
        """Return a size for the list of legal actions that is enough for most games."""
        return 4 * (16 * self.number + 2 * MOST_OPTIONS)


def _widths(program: p.Program, state_size: int, actions: int) -> dict[str, int]:
    """Return how many bytes each array has for a game."""
    return {
        "states": state_size,
        "vectors": 2 * row_size(vector_layout(program)),
        **dict.fromkeys(("seeds", "chances"), 8),
        **dict.fromkeys(("actions", "picked", "counts", "starts", "seats"), 4),
        "rewards": 4 * program.players,
        **dict.fromkeys(("done", "again"), 1),
        "mask": actions,
    }


def lineup(bots: Sequence[int | None]) -> list[int]:
    """Return the seats as the module knows them: -1 is played from outside."""
    return [-1 if bot is None else bot for bot in bots]


def _functions(program: p.Program, layout: Layout, actions: int, has_bots: bool) -> Sequence[Item]:
    """Return the functions of the module."""
    areas, fields = layout.areas, layout.fields

    def word(name: str) -> str:
        return f"(i32.load (i32.const {areas['batch'] + 4 * WORDS.index(name)}))"

    def row(name: str, width: int) -> str:
        return f"(i32.add {word(name)} (i32.mul (local.get $i) (i32.const {width})))"

    at = areas["batch"] + 4 * WORDS.index("at")
    widths = _widths(program, layout.state_size, actions)
    rows = {name: row(name, width) for name, width in widths.items()}
    actor = f"(i32.load (i32.const {fields['actor']}))"
    bots = f"""
    (i64.store (i32.const {areas["chance"]}) (i64.load {rows["chances"]}))
    (block $done (loop $again
      (br_if $done (i32.eqz (global.get $n)))
      (local.set $bot (i32.load (i32.add (i32.const {areas["lineup"]})
        (i32.shl {actor} (i32.const 2)))))
      (br_if $done (i32.lt_s (local.get $bot) (i32.const 0)))
      (call $play (call $choose (local.get $bot) {actor}))
      (br $again)))
    (i64.store {rows["chances"]} (i64.load (i32.const {areas["chance"]})))""" if has_bots else ""  # fmt: skip
    rewards = "\n".join(
        f"""\
      (i32.store offset={4 * seat} {rows["rewards"]}
        (select (i32.const {_WON}) (i32.const {_LOST})
          (i32.load (i32.const {fields["winner"] + 4 * seat}))))"""
        for seat in range(program.players)
    )
    no_rewards = "\n".join(
        f"""\
    (i32.store offset={4 * seat} {rows["rewards"]} (i32.const 0))"""
        for seat in range(program.players)
    )
    return read_file(
        Path(__file__).with_name("batch_games.wat"),
        layout=layout,
        words={name: word(name) for name in WORDS},
        rows=rows,
        actor=actor,
        at=at,
        room=4 * MOST_OPTIONS,
        bots=bots,
        rewards=rewards,
        no_rewards=no_rewards,
        NO_ACTION=NO_ACTION,
    )
