"""The batch functions of a native module: many games, positions or move sequences in one call.

They are written as text, and part of every module next to the functions and blocks of the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.backends.wasm.instructions import Item
from wtrules.backends.wasm.layout import Layout
from wtrules.backends.wasm.read import read
from wtrules.program import program as p

# Why a module stopped, by number; `FAULTS` in native.py has the messages.
TOO_MANY_OPTIONS, ENDLESS, NO_ROOM, NO_DECISION, NO_ACTION = 1, 2, 3, 4, 5

TURN_NUMBERS = (
    16  # bytes after the state of a turn: two numbers, and nothing up to a multiple of 16
)

# SplitMix64, as in physics.program, and clamped multiplication: everything that needs 64 bits.
WIDE = f"""\
  (func $step (param $at i32) (result i64)
    (local $z i64)
    (local.set $z (i64.add (i64.load (local.get $at)) (i64.const 0x9E3779B97F4A7C15)))
    (i64.store (local.get $at) (local.get $z))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
                           (i64.const 0xBF58476D1CE4E5B9)))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
                           (i64.const 0x94D049BB133111EB)))
    (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
  (func $below (param $at i32) (param $n i32) (result i32)
    (i32.wrap_i64 (i64.shr_u
      (i64.mul (i64.shr_u (call $step (local.get $at)) (i64.const 32))
               (i64.extend_i32_u (local.get $n)))
      (i64.const 32))))
  (func $clamp (param $n i64) (result i32)
    (if (i64.gt_s (local.get $n) (i64.const {p.MOST})) (then (return (i32.const {p.MOST}))))
    (if (i64.lt_s (local.get $n) (i64.const {-p.MOST})) (then (return (i32.const {-p.MOST}))))
    (i32.wrap_i64 (local.get $n)))
  (func $policy (param $seed i64) (result i64)
    (i64.xor (local.get $seed) (i64.const 0xD1B54A32D192ED03)))
"""

# Division that rounds down.
DIVISION = """\
  (func $floor_div (param $a i32) (param $b i32) (result i32)
    (i32.div_s (i32.sub (local.get $a) (i32.and (i32.shr_s (local.get $a) (i32.const 31))
      (i32.sub (local.get $b) (i32.const 1)))) (local.get $b)))
  (func $floor_mod (param $a i32) (param $b i32) (result i32)
    (local $r i32)
    (local.set $r (i32.rem_s (local.get $a) (local.get $b)))
    (i32.add (local.get $r) (i32.and (i32.shr_s (local.get $r) (i32.const 31)) (local.get $b))))
"""


def batches(layout: Layout) -> Sequence[Item]:
    """Return the functions every module has."""
    return read(inside(layout) + games(layout) + turns(layout) + positions(layout) + counts(layout))


def inside(layout: Layout) -> str:
    """Return the functions that play one game, for batches and parts."""
    size = layout.state_size
    choice, rng = layout.fields["choice"], layout.fields["rng"]
    return f"""\
  (func $fail (param $fault i32)
    (global.set $fault (local.get $fault))
    unreachable)
  (func $emitted (result i32) (global.get $n))
  (func $save (param $to i32)
    (memory.copy (local.get $to) (i32.const 0) (i32.const {size})))
  (func $restore (param $from i32)
    (memory.copy (i32.const 0) (local.get $from) (i32.const {size})))
  (func (export "start") (param $seed i64) (result i32)
    (call $begin (local.get $seed)) (global.get $n))
  (func (export "play") (param $option i32) (result i32)
    (call $play (local.get $option)) (global.get $n))
  (func (export "options") (result i32)
    (call $options) (global.get $n))
  (func $begin (param $seed i64)
    (call $restore (i32.const {layout.initial}))
    (i64.store (i32.const {rng}) (local.get $seed))
    (call $run (i32.const {p.ENTRY})))
  (func $play (param $option i32)
    (local $at i32)
    (i32.store (i32.const {choice}) (local.get $option))
    (local.set $at (i32.load (i32.const {layout.fields["at"]})))
    (if (i32.gt_u (local.get $at) (i32.const {layout.decisions}))
      (then (call $fail (i32.const {NO_DECISION}))))
    (call $run (i32.load offset={layout.resume} (i32.shl (local.get $at) (i32.const 2)))))
  (func $option (param $i i32) (result i32)
    (i32.load offset={layout.options} (i32.shl (local.get $i) (i32.const 2))))
"""


def games(layout: Layout) -> str:
    """Return the functions that play whole games at random."""
    return f"""\
  ;; Play games with random choices; gives the number of decisions. With an address, the last
  ;; states are kept there, and after them for each game the number of its decisions.
  (func (export "playouts")
    (param $seed i64) (param $games i32) (param $most i32) (param $out i32) (result i64)
    (local $game i32) (local $left i32) (local $count i64) (local $lengths i32)
    (local $state i64) (local $z i64)
    (local.set $lengths (i32.add (local.get $out)
      (i32.mul (local.get $games) (i32.const {layout.state_size}))))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $game) (local.get $games)))
      (local.set $state (call $policy (local.get $seed)))
      (call $begin (local.get $seed))
      (local.set $left (local.get $most))
      (block $over (loop $turn
        (br_if $over (i32.eqz (global.get $n)))
        (br_if $over (i32.eqz (local.get $left)))
        ;; as $below does, without going to memory
        (local.set $z (local.tee $state
          (i64.add (local.get $state) (i64.const 0x9E3779B97F4A7C15))))
        (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
          (i64.const 0xBF58476D1CE4E5B9)))
        (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
          (i64.const 0x94D049BB133111EB)))
        (local.set $z (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
        (call $play (i32.load offset={layout.options} (i32.shl (i32.wrap_i64 (i64.shr_u
          (i64.mul (i64.shr_u (local.get $z) (i64.const 32)) (i64.extend_i32_u (global.get $n)))
          (i64.const 32))) (i32.const 2))))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $turn)))
      (local.set $left (i32.sub (local.get $most) (local.get $left)))
      (local.set $count (i64.add (local.get $count) (i64.extend_i32_u (local.get $left))))
      (if (local.get $out) (then
        (call $save (local.get $out))
        (local.set $out (i32.add (local.get $out) (i32.const {layout.state_size})))
        (i32.store (local.get $lengths) (local.get $left))
        (local.set $lengths (i32.add (local.get $lengths) (i32.const 4)))))
      (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
      (local.set $game (i32.add (local.get $game) (i32.const 1)))
      (br $again)))
    (local.get $count))
"""


def turns(layout: Layout) -> str:
    """Return the function that records where the turns of random games begin.

    Each state is followed by the number of its game and by how many decisions were made before it.
    """
    size, active = layout.state_size, layout.fields["active"]
    return f"""\
  ;; Play games with random choices as $playouts does, until there is no more room; gives the
  ;; address after the last record.
  (func (export "turns") (param $seed i64) (param $games i32) (param $most i32)
    (param $out i32) (param $end i32) (result i32)
    (local $game i32) (local $count i32) (local $active i32)
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $game) (local.get $games)))
      (i64.store (i32.const {layout.policy}) (call $policy (local.get $seed)))
      (call $begin (local.get $seed))
      (local.set $active (i32.const -1))
      (local.set $count (i32.const 0))
      (block $over (loop $turn
        (br_if $over (i32.eqz (global.get $n)))
        (br_if $over (i32.ge_u (local.get $count) (local.get $most)))
        (if (i32.ne (i32.load (i32.const {active})) (local.get $active)) (then
          (br_if $done (i32.gt_u (i32.add (local.get $out) (i32.const {size + TURN_NUMBERS}))
            (local.get $end)))
          (local.set $active (i32.load (i32.const {active})))
          (call $save (local.get $out))
          (i32.store offset={size} (local.get $out) (local.get $game))
          (i32.store offset={size + 4} (local.get $out) (local.get $count))
          (local.set $out (i32.add (local.get $out) (i32.const {size + TURN_NUMBERS})))))
        (call $play (call $option (call $below (i32.const {layout.policy}) (global.get $n))))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $turn)))
      (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
      (local.set $game (i32.add (local.get $game) (i32.const 1)))
      (br $again)))
    (local.get $out))
"""


def positions(layout: Layout) -> str:
    """Return the functions that work on many positions at once.

    The states are in a row from $states. The number of options of each is written to $counts, and
    all options to $list, which ends at $end.
    """
    size = layout.state_size
    return f"""\
  (func $note (param $counts i32) (param $list i32) (param $end i32) (result i32)
    (local $bytes i32)
    (local.set $bytes (i32.shl (global.get $n) (i32.const 2)))
    (if (i32.gt_u (i32.add (local.get $list) (local.get $bytes)) (local.get $end))
      (then (call $fail (i32.const {NO_ROOM}))))
    (i32.store (local.get $counts) (global.get $n))
    (memory.copy (local.get $list) (i32.const {layout.options}) (local.get $bytes))
    (i32.add (local.get $list) (local.get $bytes)))
  (func (export "begin_all") (param $seed i64) (param $states i32) (param $number i32)
    (param $counts i32) (param $list i32) (param $end i32) (result i32)
    (block $done (loop $again
      (br_if $done (i32.eqz (local.get $number)))
      (call $begin (local.get $seed))
      (call $save (local.get $states))
      (local.set $list (call $note (local.get $counts) (local.get $list) (local.get $end)))
      (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
      (local.set $states (i32.add (local.get $states) (i32.const {size})))
      (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
      (local.set $number (i32.sub (local.get $number) (i32.const 1)))
      (br $again)))
    (local.get $list))
  (func (export "options_all") (param $states i32) (param $number i32)
    (param $counts i32) (param $list i32) (param $end i32) (result i32)
    (block $done (loop $again
      (br_if $done (i32.eqz (local.get $number)))
      (call $restore (local.get $states))
      (call $options)
      (local.set $list (call $note (local.get $counts) (local.get $list) (local.get $end)))
      (local.set $states (i32.add (local.get $states) (i32.const {size})))
      (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
      (local.set $number (i32.sub (local.get $number) (i32.const 1)))
      (br $again)))
    (local.get $list))
  (func (export "play_all") (param $states i32) (param $number i32) (param $choices i32)
    (param $counts i32) (param $list i32) (param $end i32) (result i32)
    (block $done (loop $again
      (br_if $done (i32.eqz (local.get $number)))
      (call $restore (local.get $states))
      (call $play (i32.load (local.get $choices)))
      (call $save (local.get $states))
      (local.set $list (call $note (local.get $counts) (local.get $list) (local.get $end)))
      (local.set $states (i32.add (local.get $states) (i32.const {size})))
      (local.set $choices (i32.add (local.get $choices) (i32.const 4)))
      (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
      (local.set $number (i32.sub (local.get $number) (i32.const 1)))
      (br $again)))
    (local.get $list))
"""


def counts(layout: Layout) -> str:
    """Return perft: the number of sequences of decisions of a given length from the live state."""
    size = layout.state_size
    return f"""\
  (func (export "perft") (param $depth i32) (result i64)
    (call $options)
    (call $perft (local.get $depth) (i32.const {layout.stack})))
  ;; The state and its options are kept at $top while each option is tried.
  (func $perft (param $depth i32) (param $top i32) (result i64)
    (local $count i64) (local $at i32) (local $end i32)
    (if (i32.eqz (local.get $depth)) (then (return (i64.const 1))))
    (if (i32.eq (local.get $depth) (i32.const 1))
      (then (return (i64.extend_i32_u (global.get $n)))))
    (local.set $at (i32.add (local.get $top) (i32.const {size})))
    (local.set $end (i32.add (local.get $at) (i32.shl (global.get $n) (i32.const 2))))
    (if (i32.gt_u (local.get $end) (i32.const {layout.stack_end}))
      (then (call $fail (i32.const {NO_ROOM}))))
    (call $save (local.get $top))
    (memory.copy (local.get $at) (i32.const {layout.options})
      (i32.shl (global.get $n) (i32.const 2)))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (call $restore (local.get $top))
      (call $play (i32.load (local.get $at)))
      (local.set $count (i64.add (local.get $count)
        (call $perft (i32.sub (local.get $depth) (i32.const 1)) (local.get $end))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $again)))
    (local.get $count))
"""
