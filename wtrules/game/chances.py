"""How often each move leads to a win: the rest of the game is played many times by bots.

A position goes in; for each move, the share of games that the deciding player wins comes out. What the
player cannot know is drawn anew for each world; all moves are tried in the same worlds. Native code plays
the games: one call plays many to their end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import frozen

from wtrules.backends.native import Native
from wtrules.backends.players import BOTS, players
from wtrules.backends.wasm.instructions import Item
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.read import read
from wtrules.game.bots import imagine
from wtrules.game.game import Game, State
from wtrules.game.moves import Move
from wtrules.program.program import Program
from wtrules.value import Value

_MOST_DECISIONS = 5_000  # after which a game counts as not won
_AT_ONCE = (
    128  # games of one call, at most; the first calls have fewer, so that something is known soon
)


@frozen
class Chance(Value):
    """How many of the games after a move were won."""

    move: Move
    won: int
    games: int


def chances(
    state: State,
    budget: int,
    seed: int = 0,
    bot: str = "greedy",
    among: Sequence[Move] | None = None,
) -> Iterator[list[Chance]]:
    """Yield what is known so far, several times, until *budget* games have been played.

    Every move, or each of those *among* which to choose, gets the same number of games: at least one,
    even beyond the budget.
    """
    moves = list(state.legal_moves) if among is None else list(among)
    won = dict.fromkeys(range(len(moves)), 0)
    seat, chance = state.to_act, random.Random(seed)
    native = _native(state.game, state.players)
    worlds = max(1, budget // len(moves)) if moves else 0
    done = 0
    while done < worlds:
        number = min(worlds - done, max(1, done), max(1, _AT_ONCE // len(moves)))
        waiting: list[tuple[int, State]] = []
        for _ in range(number):
            world = imagine(state, chance)
            after = chance.getrandbits(63)
            for i, move in enumerate(moves):
                next_ = world.with_seed(after).play(move.option)
                if next_.is_over:
                    won[i] += next_.result is not None and seat in next_.result.winners
                else:
                    waiting.append((i, next_))
        for i, has_won in _finished(native, waiting, seat, bot, chance.getrandbits(63)):
            won[i] += has_won
        done += number
        yield [Chance(move, won[i], done) for i, move in enumerate(moves)]


def _finished(
    native: Native, waiting: list[tuple[int, State]], seat: int, bot: str, seed: int
) -> Iterator[tuple[int, bool]]:
    """Play games to their end, and yield for each whether the seat has won it."""
    if not waiting:
        return
    data = native.pack(state.data for _, state in waiting)
    at = native.room(len(data))
    native.write(at, data)
    native.call("finish", BOTS.index(bot), seed, at, len(waiting), _MOST_DECISIONS)
    ends = native.unpack(native.read(at, len(data)))
    winner = native.program.fields["winner"].offset + seat
    for (i, _), end in zip(waiting, ends, strict=True):
        yield i, bool(end[winner])


@lru_cache(maxsize=4)
def _native(game: Game, count: int) -> Native:
    """Return native code that finishes games."""
    return Native(game.program(count), [players(game.open_hands), _finishing()])


def _finishing() -> Extension:
    return Extension("finishing", _items, key="1")


def _items(program: Program, layout: Layout) -> list[Item]:
    chance, actor = layout.areas["chance"], layout.fields["actor"]
    return list(
        read(f"""\
  ;; Play the games of a block to their end: the last states take the place of the first ones.
  (func (export "finish") (param $bot i32) (param $seed i64) (param $at i32) (param $number i32)
    (param $most i32)
    (local $left i32)
    (block $done (loop $again
      (br_if $done (i32.eqz (local.get $number)))
      (call $restore (local.get $at))
      (i64.store (i32.const {chance}) (call $policy (local.get $seed)))
      (call $options)
      (local.set $left (local.get $most))
      (block $over (loop $turn
        (br_if $over (i32.eqz (global.get $n)))
        (br_if $over (i32.eqz (local.get $left)))
        (call $play (call $choose (local.get $bot) (i32.load (i32.const {actor}))))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $turn)))
      (call $save (local.get $at))
      (local.set $at (i32.add (local.get $at) (i32.const {layout.state_size})))
      (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
      (local.set $number (i32.sub (local.get $number) (i32.const 1)))
      (br $again))))""")
    )
