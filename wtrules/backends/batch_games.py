"""Many games that stay in a native module: begin, step, list actions and observe, in one call each.

`batch_games` is the extension of a module that does it. The games, and what is to be seen of them, are arrays in
the memory of the module, one row for each game; `Rows` says where. Bots may play some of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from attrs import field, frozen

from wtrules.backends.actions import ActionSpace
from wtrules.backends.observing import observing, row_size
from wtrules.backends.players import players
from wtrules.backends.vectors import VectorLayout, vector_layout
from wtrules.backends.wasm.batches import NO_ACTION
from wtrules.backends.wasm.instructions import Item, numbers
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.read import read
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
            *read(_text(program, layout, len(space), has_bots)),
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

    @property
    def vector_numbers(self) -> int:
        """The numbers from one vector to the next."""
        return row_size(self.vectors)

    def sizes(self) -> dict[str, int]:
        """Return the size of each array; the list of legal actions comes after them and can grow."""
        n = self.number
        return {
            "states": n * self.state_size,
            "vectors": 2 * n * self.vector_numbers,
            "seeds": 8 * n,
            "chances": 8 * n,
            "actions": 4 * n,
            "picked": 4 * n,
            "counts": 4 * n,
            "starts": 4 * n,
            "seats": 4 * n,
            "rewards": 4 * n * self.program.players,
            "done": n,
            "again": n,
            "mask": n * self.actions_in_all if self.has_mask else 0,
        }

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


def lineup(bots: Sequence[int | None]) -> list[int]:
    """Return the seats as the module knows them: -1 is played from outside."""
    return [-1 if bot is None else bot for bot in bots]


def _text(program: p.Program, layout: Layout, actions: int, has_bots: bool) -> str:
    areas, fields = layout.areas, layout.fields

    def word(name: str) -> str:
        return f"(i32.load (i32.const {areas['batch'] + 4 * WORDS.index(name)}))"

    def row(name: str, width: int) -> str:
        return f"(i32.add {word(name)} (i32.mul (local.get $i) (i32.const {width})))"

    at = areas["batch"] + 4 * WORDS.index("at")
    size = layout.state_size
    vector = 2 * row_size(vector_layout(program))
    actor = f"(i32.load (i32.const {fields['actor']}))"
    bots = f"""
    (i64.store (i32.const {areas["chance"]}) (i64.load {row("chances", 8)}))
    (block $done (loop $again
      (br_if $done (i32.eqz (global.get $n)))
      (local.set $bot (i32.load (i32.add (i32.const {areas["lineup"]})
        (i32.shl {actor} (i32.const 2)))))
      (br_if $done (i32.lt_s (local.get $bot) (i32.const 0)))
      (call $play (call $choose (local.get $bot) {actor}))
      (br $again)))
    (i64.store {row("chances", 8)} (i64.load (i32.const {areas["chance"]})))""" if has_bots else ""  # fmt: skip
    rewards = "\n".join(
        f"""\
      (i32.store offset={4 * seat} {row("rewards", 4 * program.players)}
        (select (i32.const {_WON}) (i32.const {_LOST})
          (i32.load (i32.const {fields["winner"] + 4 * seat}))))"""
        for seat in range(program.players)
    )
    no_rewards = "\n".join(
        f"""\
    (i32.store offset={4 * seat} {row("rewards", 4 * program.players)} (i32.const 0))"""
        for seat in range(program.players)
    )
    return f"""\
  (func $batch_bots (param $i i32)
    (local $bot i32){bots})
  (func $batch_begin (param $i i32)
    (call $begin (i64.load {row("seeds", 8)}))
    (i64.store {row("chances", 8)} (call $policy (i64.load {row("seeds", 8)})))
    (call $batch_bots (local.get $i)))
  ;; Keep the live state as game $i, with all that can be seen of it.
  (func $batch_keep (param $i i32)
    (local $k i32) (local $to i32) (local $mask i32) (local $action i32)
    (local $decision i32) (local $count i32) (local $option i32) (local $rest i32)
    (call $save {row("states", size)})
    (local.set $decision (i32.shl
      (i32.sub (i32.load (i32.const {fields["at"]})) (i32.const 1)) (i32.const 2)))
    (if (global.get $n) (then
      (local.set $count (i32.load offset={areas["act_count"]} (local.get $decision)))
      (local.set $decision (i32.load offset={areas["act_first"]} (local.get $decision)))))
    (local.set $to (i32.load (i32.const {at})))
    (i32.store {row("counts", 4)} (global.get $n))
    (i32.store {row("starts", 4)} (i32.shr_u (i32.sub (local.get $to) {word("legal")}) (i32.const 2)))
    (i32.store {row("seats", 4)} {actor})
    (local.set $mask {row("mask", actions)})
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $k) (global.get $n)))
      ;; An option is made of its alternative and what is chosen there; both have tables.
      (local.set $option (call $option (local.get $k)))
      (local.set $rest (i32.div_u (local.get $option) (local.get $count)))
      (local.set $option (i32.add (local.get $decision)
        (i32.sub (local.get $option) (i32.mul (local.get $rest) (local.get $count)))))
      (local.set $action (i32.load offset={areas["act_number"]} (i32.shl (i32.add (local.get $rest)
        (i32.load offset={areas["act_base"]} (i32.shl (local.get $option) (i32.const 2))))
        (i32.const 2))))
      (if (i32.lt_s (local.get $action) (i32.const 0))
        (then (call $fail (i32.const {NO_ACTION}))))
      (i32.store (local.get $to) (local.get $action))
      (if {word("mask")} (then
        (i32.store8 (i32.add (local.get $mask) (local.get $action)) (i32.const 1))))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $again)))
    (i32.store (i32.const {at}) (local.get $to))
    (if {word("vectors")} (then (call $observe {actor} {row("vectors", vector)}))))
  ;; Whether there is no room for all the options that a game might have.
  (func $batch_is_full (result i32)
    (i32.lt_u (i32.sub {word("end")} (i32.load (i32.const {at}))) (i32.const {4 * MOST_OPTIONS})))
  ;; Check the actions, and look up their options; gives the first game whose action is not legal.
  (func (export "batch_check") (result i32)
    (local $i i32) (local $at i32) (local $end i32) (local $action i32)
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) {word("number")}))
      (if (i32.load {row("counts", 4)}) (then
        (local.set $action (i32.load {row("actions", 4)}))
        (local.set $at (i32.add {word("legal")} (i32.shl (i32.load {row("starts", 4)}) (i32.const 2))))
        (local.set $end (i32.add (local.get $at) (i32.shl (i32.load {row("counts", 4)}) (i32.const 2))))
        (block $found (loop $search
          (br_if $found (i32.eq (i32.load (local.get $at)) (local.get $action)))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $search (i32.lt_u (local.get $at) (local.get $end)))
          (return (local.get $i))))
        (i32.store {row("picked", 4)} (i32.load offset={areas["act_option"]}
          (i32.shl (local.get $action) (i32.const 2)))))
       (else (i32.store {row("picked", 4)} (i32.const -1))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.get $i))
  ;; Empty the mask and the list of legal actions.
  (func (export "batch_clear")
    (local $i i32) (local $k i32) (local $at i32) (local $mask i32)
    (local.set $at {word("legal")})
    (if {word("mask")} (then
      (block $done (loop $again
        (br_if $done (i32.ge_u (local.get $i) {word("number")}))
        (local.set $mask {row("mask", actions)})
        (local.set $k (i32.load {row("counts", 4)}))
        (block $cleared (loop $clear
          (br_if $cleared (i32.eqz (local.get $k)))
          (i32.store8 (i32.add (local.get $mask) (i32.load (local.get $at))) (i32.const 0))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (local.set $k (i32.sub (local.get $k) (i32.const 1)))
          (br $clear)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $again)))))
    (i32.store (i32.const {at}) {word("legal")}))
  ;; Begin the games that are to begin again; gives the game that has no room for its options.
  (func (export "batch_reset") (param $i i32) (result i32)
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) {word("number")}))
      (br_if $done (call $batch_is_full))
      (if (i32.load8_u {row("again", 1)})
        (then
          (call $batch_begin (local.get $i))
          (i32.store8 {row("done", 1)} (i32.const 0))
{no_rewards})
        (else (call $restore {row("states", size)}) (call $options)))
      (call $batch_keep (local.get $i))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.get $i))
  ;; Play the options that `batch_check` has found; gives the game that has no room for its options.
  (func (export "batch_step") (param $i i32) (result i32)
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) {word("number")}))
      (br_if $done (call $batch_is_full))
      (call $batch_play (local.get $i) (i32.load {row("picked", 4)}))
      (call $batch_keep (local.get $i))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.get $i))
  (func $batch_play (param $i i32) (param $option i32)
{no_rewards}
    (i32.store8 {row("done", 1)} (i32.const 0))
    (call $restore {row("states", size)})
    (if (i32.ge_s (local.get $option) (i32.const 0))
      (then
        (call $play (local.get $option))
        (call $batch_bots (local.get $i))
        (if (global.get $n) (then (return)))
{rewards})
      (else (global.set $n (i32.const 0))))
    (i32.store8 {row("done", 1)} (i32.const 1))
    (if {word("stride")} (then
      (i64.store {row("seeds", 8)}
        (i64.add (i64.load {row("seeds", 8)}) (i64.extend_i32_u {word("stride")})))
      (call $batch_begin (local.get $i)))))
  ;; Choose legal actions at random.
  (func (export "batch_sample") (param $seed i64)
    (local $i i32) (local $count i32)
    (i64.store (i32.const {layout.policy}) (local.get $seed))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) {word("number")}))
      (local.set $count (i32.load {row("counts", 4)}))
      (if (local.get $count) (then
        (i32.store {row("actions", 4)} (i32.load (i32.add {word("legal")} (i32.shl (i32.add
          (i32.load {row("starts", 4)})
          (call $below (i32.const {layout.policy}) (local.get $count))) (i32.const 2)))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again))))
  ;; Write the vectors of one seat in all games, or with -1 of those who decide.
  (func (export "batch_observe") (param $seat i32)
    (local $i i32)
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) {word("number")}))
      (call $restore {row("states", size)})
      (call $observe
        (select {actor} (local.get $seat) (i32.lt_s (local.get $seat) (i32.const 0)))
        {row("vectors", vector)})
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again))))"""
