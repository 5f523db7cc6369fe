"""Random games that check themselves: positions are compared with what always holds, inside the module.

`invariants.program` says what always holds. A game is checked at its first position, at every so many
decisions, each game beginning at another one, and at its last position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

from wtrules.backends.native import Native
from wtrules.backends.reference import State
from wtrules.backends.wasm.instructions import Item, numbers
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.module import functions
from wtrules.backends.wasm.read import read
from wtrules.program import program as p
from wtrules.program.text import parse_functions

TEXT = Path(__file__).with_name("invariants.program")

NAMES = (
    "all is well",
    "the castle has left the board",
    "somebody has fewer wizards at home than none, or more than there are",
    "a stack is higher than there are towers",
    "a shield floats above a stack",
    "a wizard shares a surface with the castle",
    "there are too many wizards on a surface",
    "a wizard floats above a stack",
    "a wizard is lost, or one too many",
    "a tower is lost, or one too many",
    "a shield is lost, or one too many",
    "the discards are miscounted",
    "a hand is miscounted",
    "the pile is not a pile of cards",
    "a card is lost, or one too many",
    "somebody has fewer flasks than none",
    "a flask is lost, or one too many",
    "it is nobody's turn",
    "a game is over without an outcome",
    "nobody has anything to decide, but the game is not over",
    "an option is listed twice",
)


def part(every: int) -> Extension:
    """Return what a module needs for checked games, with a check at every so many decisions."""

    def items(program: p.Program, layout: Layout) -> Iterable[Item]:
        return _items(program, layout, every)

    return Extension("invariants", items, _areas)


def _areas(program: p.Program) -> Mapping[str, int]:
    kinds = len(program.cards)
    return {"copies": 4 * kinds, "count": 4 * max(kinds, program.players), "flasks_before": 4}


def _items(program: p.Program, layout: Layout, every: int) -> Iterable[Item]:
    shields = sum(shield for _, shield in program.board.towers) + len(program.board.ground_shields)
    constants = {
        **program.board.constants(program.players),
        "CAPACITY": -1 if program.board.capacity is None else program.board.capacity,
        "TOWERS": len(program.board.towers),
        "SHIELDS": shields,
        "CARDS": len(program.cards),
        "DECK": sum(card.copies for card in program.cards),
        "OUTCOMES": len(program.words.outcomes),
        "DECISIONS": len(program.decisions),
    }
    made = parse_functions(TEXT.read_text("utf-8"), constants)
    return [
        numbers(layout.areas["copies"], [card.copies for card in program.cards], "copies"),
        *functions(program, layout, made, {}),
        *read(_games(layout, every)),
    ]


def _games(layout: Layout, every: int) -> str:
    return f"""\
  (func $forget (i32.store (i32.const {layout.areas["flasks_before"]}) (i32.const 0)))
  (func (export "broken") (result i32)
    (call $forget)
    (call $options)
    (call $broken))
  ;; Play checked games. At an address there are, after the call: what is wrong and in which game,
  ;; after how many decisions; how many positions were checked; how many games did not end; the most
  ;; decisions of a game. Gives the number of decisions.
  (func (export "checked") (param $seed i64) (param $games i32) (param $most i32) (param $out i32)
    (result i64)
    (local $game i32) (local $done i32) (local $next i32) (local $wrong i32) (local $count i64)
    (local $checks i32) (local $endless i32) (local $longest i32)
    (block $found
      (block $all (loop $again
        (br_if $all (i32.ge_u (local.get $game) (local.get $games)))
        (i64.store (i32.const {layout.policy}) (call $policy (local.get $seed)))
        (call $begin (local.get $seed))
        (call $forget)
        (local.set $done (i32.const 0))
        (local.set $next (i32.const 0))
        (block $over (loop $turn
          (if (i32.or (i32.eqz (global.get $n)) (i32.eq (local.get $done) (local.get $next))) (then
            (local.set $checks (i32.add (local.get $checks) (i32.const 1)))
            (local.set $wrong (call $broken))
            (br_if $found (local.get $wrong))
            (local.set $next (i32.add (local.get $next) (if (result i32) (local.get $next)
              (then (i32.const {every}))
              (else (i32.add (i32.const 1) (i32.rem_u (i32.wrap_i64 (local.get $seed))
                (i32.const {every})))))))))
          (br_if $over (i32.eqz (global.get $n)))
          (if (i32.eq (local.get $done) (local.get $most)) (then
            (local.set $endless (i32.add (local.get $endless) (i32.const 1)))
            (br $over)))
          (call $play (call $option (call $below (i32.const {layout.policy}) (global.get $n))))
          (local.set $done (i32.add (local.get $done) (i32.const 1)))
          (br $turn)))
        (local.set $count (i64.add (local.get $count) (i64.extend_i32_u (local.get $done))))
        (if (i32.gt_u (local.get $done) (local.get $longest))
          (then (local.set $longest (local.get $done))))
        (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
        (local.set $game (i32.add (local.get $game) (i32.const 1)))
        (br $again))))
    (i32.store offset=0 (local.get $out) (local.get $wrong))
    (i32.store offset=4 (local.get $out) (local.get $game))
    (i32.store offset=8 (local.get $out) (local.get $done))
    (i32.store offset=12 (local.get $out) (local.get $checks))
    (i32.store offset=16 (local.get $out) (local.get $endless))
    (i32.store offset=20 (local.get $out) (local.get $longest))
    (local.get $count))"""


@frozen
class Broken:
    """A game in which something is wrong: its seed, and after how many decisions it shows."""

    what: str
    seed: int
    decisions: int


@frozen
class Batch:
    """What came of some games; the last one is the one in which something is wrong, if any."""

    games: int
    decisions: int
    checks: int
    endless: int
    longest: int
    broken: Broken | None


class Checked:
    """Plays games of one program that check themselves."""

    def __init__(self, program: p.Program, every: int = 1) -> None:
        self.native = Native(program, [part(every)])

    def play(self, seed: int, games: int, most: int = 100_000) -> Batch:
        """Play random games with seeds from *seed* on, up to the first in which something is wrong.

        They are the games of `Native.playouts`; `Native.finals` with the number of decisions of a
        `Broken` gives its state.
        """
        out = self.native.room(24)
        decisions = self.native.call("checked", seed, games, most, out)
        wrong, game, done, checks, endless, longest = memoryview(
            bytes(self.native.read(out, 24))
        ).cast("i")
        broken = Broken(NAMES[wrong], seed + game, done) if wrong else None
        return Batch(game + (wrong > 0), decisions, checks, endless, longest, broken)

    def broken(self, state: State) -> str | None:
        """Return what is wrong with a position."""
        self.native.write(0, self.native.pack([state]))
        wrong = self.native.call("broken")
        return NAMES[wrong] if wrong else None
