"""Games to learn from: native code plays them and records what the players saw.

A *lesson* is a game. On some decisions a row is written for each player: the game, the seat, the
turn, the value that the bot gave the position, and the features. Every lesson has a seed of its own,
so the rows do not depend on the number of threads.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from wtrules.backends.learned import Features
from wtrules.backends.native import Native
from wtrules.backends.players import players
from wtrules.backends.wasm.instructions import Item
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.module import functions
from wtrules.backends.wasm.read import read
from wtrules.program import program as p
from wtrules.program.text import parse_functions
from wtrules.simulate.counting import counting
from wtrules.value import Value

if TYPE_CHECKING:
    from numpy.typing import NDArray

TEXT = Path(__file__).with_name("lessons.program")

CHUNK = 32  # lessons of one call
HEAD = 4  # numbers before the features of a row: lesson, seat, turn, value
_MOST_BYTES = 1 << 26  # of the rows of one call


@frozen
class Pace(Value):
    """How lessons are played and recorded."""

    every: int  # a row for one decision out of so many, on average
    wild: int  # one decision out of so many is left to chance, on average
    most: int  # decisions after which a game is stopped: nobody wins it


@frozen
class Lessons(Value):
    """What was recorded: rows, and for each lesson its winners, turns and decisions."""

    rows: NDArray[Any] = field(repr=False)  # bytes: the head, then the features
    scores: NDArray[Any] = field(repr=False)


class Class:
    """Plays lessons of one program, on several threads."""

    def __init__(self, program: p.Program, open_hands: bool, jobs: int) -> None:
        self.program = counting(program)
        self.features = Features(self.program)
        self._parts = [players(open_hands, minds=1), _lessons()]
        self._own = threading.local()
        self._pool = ThreadPoolExecutor(jobs, thread_name_prefix="lessons")

    def play(
        self,
        seed: int,
        number: int,
        companies: Sequence[Sequence[int]],
        pace: Pace,
        mind: bytes,
    ) -> Lessons:
        """Play lessons with seeds from *seed* on; chunks take turns with the *companies* of bots."""
        import numpy as np

        chunks = [
            self._pool.submit(
                self._chunk, seed, first, min(CHUNK, number - first), companies[i % len(companies)],
                pace, mind,
            )
            for i, first in enumerate(range(0, number, CHUNK))
        ]  # fmt: skip
        size = 4 * HEAD + self.features.row
        width = self.program.players + 2
        rows, scores = [], []
        for chunk in chunks:
            made, results = chunk.result()
            rows.append(np.frombuffer(made, np.uint8).reshape(-1, size))
            scores.append(np.frombuffer(results, "<i4").reshape(-1, width))
        return Lessons(np.concatenate(rows), np.concatenate(scores))

    def close(self) -> None:
        """Play no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _chunk(
        self,
        seed: int,
        first: int,
        number: int,
        company: Sequence[int],
        pace: Pace,
        mind: bytes,
    ) -> tuple[bytes, bytes]:
        native: Native | None = getattr(self._own, "native", None)
        if native is None:
            native = self._own.native = Native(self.program, self._parts)
        at = native.layout.areas
        native.write(at["minds"], mind)
        native.write(at["pace"], array("i", [pace.every, pace.wild]).tobytes())
        native.write(at["company"], array("i", company).tobytes())
        width = 4 * (self.program.players + 2)
        block = native.room(number * width + _MOST_BYTES)
        begin = block + number * width
        end = native.call(
            "lessons", seed + first, first, number, pace.most, block, begin, begin + _MOST_BYTES
        )
        return bytes(native.read(begin, end - begin)), bytes(native.read(block, number * width))


def _lessons() -> Extension:
    return Extension("lessons", _items, _areas)


def _areas(program: p.Program) -> Mapping[str, int]:
    return {
        "pace": 8,
        "company": 4 * program.players,
        "pen": 8,
        "lesson": 4,
        "result": 4 * (program.players + 2),
    }


def _items(program: p.Program, layout: Layout) -> Iterable[Item]:
    made = parse_functions(TEXT.read_text("utf-8"), {"PLAYERS": program.players})
    inside = {
        "choose": "choose",
        "prospect": "prospect",
        "play": "players_play",
        "chance": "players_chance",
        "record": "record",
    }
    return [
        *read(_record(program, layout)),
        *functions(program, layout, made, inside),
        *read(_batch(program, layout)),
    ]


def _record(program: p.Program, layout: Layout) -> str:
    """Return the function that writes a row where the pen is, if there is room for it."""
    at, size = layout.areas, Features(program).row
    pen = at["pen"]
    return f"""\
  (func $record (param $seat i32) (param $worth i32) (result i32)
    (local $to i32) (local $end i32) (local $i i32)
    (local.set $to (i32.load (i32.const {pen})))
    (local.set $end (i32.add (local.get $to) (i32.const {4 * HEAD + size})))
    (if (i32.gt_u (local.get $end) (i32.load offset=4 (i32.const {pen}))) (then
      (return (i32.const 0))))
    (i32.store (i32.const {pen}) (local.get $end))
    (i32.store (local.get $to) (i32.load (i32.const {at["lesson"]})))
    (i32.store offset=4 (local.get $to) (local.get $seat))
    (i32.store offset=8 (local.get $to) (i32.load (i32.const {layout.fields["count_turns"]})))
    (i32.store offset=12 (local.get $to) (local.get $worth))
    (local.set $to (i32.add (local.get $to) (i32.const {4 * HEAD})))
    (local.set $i (local.get $to))
    (block $clear (loop $next
      (br_if $clear (i32.ge_u (local.get $i) (local.get $end)))
      (i64.store (local.get $i) (i64.const 0))
      (local.set $i (i32.add (local.get $i) (i32.const 8)))
      (br $next)))
    (local.set $end (i32.shl (i32.load (i32.const {at["seen_size"]})) (i32.const 2)))
    (local.set $i (i32.const 0))
    (block $done (loop $again
      (br_if $done (i32.ge_s (local.get $i) (local.get $end)))
      (call $record_one (i32.add (local.get $to)
        (i32.load offset={at["seen_feature"]} (local.get $i)))
        (i32.load offset={at["seen_amount"]} (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br $again)))
    (i32.const 1))
  (func $record_one (param $to i32) (param $amount i32)
    (i32.store8 (local.get $to) (i32.add (i32.load8_s (local.get $to)) (local.get $amount))))"""


def _batch(program: p.Program, layout: Layout) -> str:
    at, width = layout.areas, 4 * (program.players + 2)
    return f"""\
  ;; Play lessons with seeds from $seed on; return where the rows end.
  (func (export "lessons") (param $seed i64) (param $first i32) (param $number i32)
    (param $most i32) (param $out i32) (param $rows i32) (param $end i32) (result i32)
    (i32.store (i32.const {at["pen"]}) (local.get $rows))
    (i32.store offset=4 (i32.const {at["pen"]}) (local.get $end))
    (block $done (loop $again
      (br_if $done (i32.eqz (local.get $number)))
      (i64.store (i32.const {at["chance"]}) (call $policy (local.get $seed)))
      (i32.store (i32.const {at["lesson"]}) (local.get $first))
      (call $begin (local.get $seed))
      (drop (call $play_lesson (local.get $first) (local.get $most)))
      (memory.copy (local.get $out) (i32.const {at["result"]}) (i32.const {width}))
      (local.set $out (i32.add (local.get $out) (i32.const {width})))
      (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (local.set $number (i32.sub (local.get $number) (i32.const 1)))
      (br $again)))
    (i32.load (i32.const {at["pen"]})))"""
