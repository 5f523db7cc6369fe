"""Trails: random games as one number per decision, to compare back ends without carrying states.

A trail goes on with every decision by a hash of all numbers of the state and of all options. Two
back ends that leave the same trail have been in the same positions with the same options in the
same order; where two trails part, `step` says after how many decisions.
"""

from __future__ import annotations

from array import array

from wtrules.backends.layout import Layout, Part
from wtrules.backends.native import Native
from wtrules.backends.reference import Options, Reference, State
from wtrules.program import program as p

_PRIME = 0x100000001B3
_MASK = (1 << 64) - 1
POLICY = 0xD1B54A32D192ED03  # what tells the generator of players from that of the game


def part() -> Part:
    """Return what a module needs to leave trails."""

    def text(program: p.Program, layout: Layout) -> str:
        words = range(16, layout.state_size, 8)
        mixed = "\n".join(
            f"(local.set $h (i64.mul (i64.xor (local.get $h) (i64.load (i32.const {at})))"
            f" (i64.const {_PRIME})))"
            for at in words
        )
        return f"""\
  (func $mix (param $h i64) (result i64) (local $i i32)
    {mixed}
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) (global.get $n)))
      (local.set $h (i64.mul (i64.xor (local.get $h)
        (i64.extend_i32_s (call $option (local.get $i)))) (i64.const {_PRIME})))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.get $h))
  (func (export "trail") (param $seed i64) (param $most i32) (param $out i32) (result i32)
    (local $h i64) (local $left i32)
    (i64.store (i32.const {layout.policy}) (call $policy (local.get $seed)))
    (call $begin (local.get $seed))
    (local.set $left (local.get $most))
    (block $over (loop $turn
      (local.set $h (call $mix (local.get $h)))
      (i64.store (local.get $out) (local.get $h))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (br_if $over (i32.eqz (global.get $n)))
      (br_if $over (i32.eqz (local.get $left)))
      (call $play (call $option (call $below (i32.const {layout.policy}) (global.get $n))))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $turn)))
    (i32.sub (local.get $most) (local.get $left)))"""

    return Part("trails", text)


class Trails:
    """Compares the two back ends of a program over random games."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.native = Native(reference.program, [part()])

    def native_trail(self, seed: int, most: int) -> list[int]:
        """Return the trail of a game on the native back end."""
        out = self.native.room(8 * (most + 1))
        count = self.native.call("trail", seed, most, out)
        return array("Q", bytes(self.native.read(out, 8 * (count + 1)))).tolist()

    def first_difference(self, seed: int, most: int) -> int | None:
        """Return after how many decisions the back ends differ in a random game; None: never."""
        trail = self.native_trail(seed, most)
        state, options = self.reference.start(seed)
        chance = seed ^ POLICY
        hash_ = 0
        for step, expected in enumerate(trail):
            hash_ = self._mix(hash_, state, options)
            if hash_ != expected:
                return step
            if not options:
                return None if step == len(trail) - 1 else step
            if step == most:
                return None
            chance = (chance + 0x9E3779B97F4A7C15) & _MASK
            options = self.reference.play(state, options[_below(chance, len(options))])
        return len(trail)

    def _mix(self, hash_: int, state: State, options: Options) -> int:
        words = memoryview(self.native.layout.state.pack(*state)).cast("Q")[2:]
        for word in words:
            hash_ = (hash_ ^ word) * _PRIME & _MASK
        for option in options:
            hash_ = (hash_ ^ option & _MASK) * _PRIME & _MASK
        return hash_


def _below(state: int, n: int) -> int:
    """Return a random number below *n* from a generator that has just stepped on."""
    z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    z ^= z >> 31
    return (z >> 32) * n >> 32
