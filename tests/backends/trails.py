"""Trails: random games as one checksum per decision, to compare back ends without carrying states.

A trail goes on with every decision by a CRC-32 of all options, and every so many decisions of all
numbers of the state. Two back ends that leave the same trail have been in the same positions with the
same options in the same order; where two trails part is the decision to look at.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence

from wtrules.backends.native import Native
from wtrules.backends.reference import Reference
from wtrules.backends.wasm.instructions import Item
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.read import read
from wtrules.program import program as p

_MASK = (1 << 64) - 1
_POLICY = 0xD1B54A32D192ED03  # distinguishes the generator of players from that of the game


def part(every: int) -> Extension:
    """Return what a module needs to leave trails, with the state at every so many decisions."""

    def items(program: p.Program, layout: Layout) -> Sequence[Item]:
        return read(f"""\
  (data (i32.const {layout.areas["crc"]}) "{_table()}")
  (func $crc (param $crc i32) (param $at i32) (param $size i32) (result i32)
    (local.set $crc (i32.xor (local.get $crc) (i32.const -1)))
    (local.set $size (i32.add (local.get $at) (local.get $size)))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $at) (local.get $size)))
      (local.set $crc (i32.xor (i32.shr_u (local.get $crc) (i32.const 8))
        (i32.load offset={layout.areas["crc"]} (i32.shl (i32.and (i32.const 255)
          (i32.xor (local.get $crc) (i32.load8_u (local.get $at)))) (i32.const 2)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $again)))
    (i32.xor (local.get $crc) (i32.const -1)))
  (func (export "trail") (param $seed i64) (param $most i32) (param $out i32) (result i32)
    (local $crc i32) (local $left i32)
    (i64.store (i32.const {layout.policy}) (call $policy (local.get $seed)))
    (call $begin (local.get $seed))
    (local.set $left (local.get $most))
    (block $over (loop $turn
      (if (i32.or (i32.eqz (global.get $n)) (i32.eqz (i32.rem_u
          (i32.sub (local.get $most) (local.get $left)) (i32.const {every})))) (then
        (local.set $crc (call $crc (local.get $crc) (i32.const 0) (i32.const {layout.state_size})))))
      (local.set $crc (call $crc (local.get $crc) (i32.const {layout.options})
        (i32.shl (global.get $n) (i32.const 2))))
      (i32.store (local.get $out) (local.get $crc))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $over (i32.eqz (global.get $n)))
      (br_if $over (i32.eqz (local.get $left)))
      (call $play (call $option (call $below (i32.const {layout.policy}) (global.get $n))))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $turn)))
    (i32.sub (local.get $most) (local.get $left)))""")

    return Extension("trails", items, lambda program: {"crc": 1024})


class Trails:
    """Compares the two back ends of a program over random games."""

    def __init__(self, reference: Reference, every: int = 1) -> None:
        self.reference = reference
        self.native = Native(reference.program, [part(every)])
        self._every = every

    def first_difference(self, seed: int, most: int) -> int | None:
        """Return after how many decisions the back ends differ in a random game; None: never."""
        out = self.native.room(4 * (most + 1))
        count = self.native.call("trail", seed, most, out)
        trail = array("I", bytes(self.native.read(out, 4 * (count + 1))))
        pack = self.native.layout.state.pack
        state, options = self.reference.start(seed)
        chance, crc = seed ^ _POLICY, 0
        for step, expected in enumerate(trail):
            if not options or step % self._every == 0:
                crc = zlib.crc32(pack(*state), crc)
            crc = zlib.crc32(array("i", options), crc)
            if crc != expected:
                return step
            if not options or step == count:
                return None if step == count else step
            chance = (chance + 0x9E3779B97F4A7C15) & _MASK
            options = self.reference.play(state, options[_below(chance, len(options))])
        return len(trail)


def _table() -> str:
    """Return the table of CRC-32 as data."""
    numbers = []
    for i in range(256):
        for _ in range(8):
            i = i >> 1 ^ (0xEDB88320 if i & 1 else 0)
        numbers.append(i)
    return "".join(f"\\{byte:02x}" for n in numbers for byte in n.to_bytes(4, "little"))


def _below(state: int, n: int) -> int:
    """Return a random number below *n* from a generator that has just stepped on."""
    z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    z ^= z >> 31
    return (z >> 32) * n >> 32
