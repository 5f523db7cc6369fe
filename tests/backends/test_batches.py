"""Many games, positions and sequences of moves in one call of the native back end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from wtrules.backends.native import Native, NativeFault
from wtrules.backends.wasm.instructions import Item
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.read import read
from wtrules.game.load import load
from wtrules.game.perft import perft
from wtrules.program.program import Program


@cache
def program(players: int = 2) -> Program:
    return load("en-capstone").program(players)


@cache
def native() -> Native:
    return Native(program())


def test_games_begin_together() -> None:
    """Games begun in one call are those begun one by one, with seeds counted up."""
    batch = native().starts(2**64 - 2, 4)
    states = native().unpack(batch.states)
    options = list(batch.options)
    for seed, state, count in zip((2**64 - 2, 2**64 - 1, 0, 1), states, batch.counts, strict=True):
        alone, listed = native().start(seed)
        assert alone == state
        assert listed == options[:count]
        del options[:count]
    assert [] == options


def test_positions_are_played_together() -> None:
    """One choice in each of many positions gives what the same choices give one by one."""
    batch = native().starts(5, 30)
    for turn in range(20):
        places = [sum(batch.counts[:i]) for i in range(30)]
        choices = [
            batch.options[at + turn % count] for at, count in zip(places, batch.counts, strict=True)
        ]
        expected = []
        for state, choice in zip(native().unpack(batch.states), choices, strict=True):
            expected += [(native().play(state, choice), state)]
        batch = native().play_all(batch.states, choices)
        assert [state for _, state in expected] == native().unpack(batch.states)
        assert [option for listed, _ in expected for option in listed] == list(batch.options)
        assert batch.options == native().options_of(batch.states).options


def test_last_states_of_random_games() -> None:
    """Every random game ends, and its length is the number of its decisions."""
    states, lengths = native().finals(11, 6)
    assert sum(lengths) == native().playouts(11, 6)
    outcome = program().fields["outcome"].offset
    assert all(state[outcome] > 0 for state in native().unpack(states))
    alone, length = native().finals(13, 1)
    assert states[2 * len(alone) : 3 * len(alone)] == alone
    assert lengths[2] == length[0]


def test_perft_counts_what_the_reference_counts() -> None:
    """Sequences of decisions are counted alike, and a game that is over has none."""
    state = load("en-capstone").start(2, 4)
    for depth in range(4):
        assert perft(state, depth) == native().perft(state.data, depth)
    over = native().unpack(native().finals(1, 1)[0])[0]
    assert (1, 0, 0) == tuple(native().perft(over, depth) for depth in range(3))


def test_a_game_that_is_over_cannot_go_on() -> None:
    """Playing on after the end is refused, with the name of the rules."""
    over = native().unpack(native().finals(1, 1)[0])[0]
    with pytest.raises(NativeFault, match="en-capstone, 2 players: the game is over"):
        native().play(over, 0)
    assert [] == native().options(over)
    assert native().options(native().start(1)[0])  # the module is none the worse for it


def test_choices_for_every_position() -> None:
    """A choice too few is noticed before anything is played."""
    with pytest.raises(ValueError, match="2 positions need as many choices, not 1"):
        native().play_all(native().starts(0, 2).states, [0])


def test_an_extension_adds_its_own_functions() -> None:
    """An extension finds its memory and what moves a game: here a player who takes the last option."""

    def items(program: Program, layout: Layout) -> Sequence[Item]:
        return read(f"""
  (func (export "last_player") (param $seed i64) (param $decisions i32) (result i32)
    (call $begin (local.get $seed))
    (block $done (loop $again
      (br_if $done (i32.eqz (local.get $decisions)))
      (i32.store (i32.const {layout.areas["last"]})
        (call $option (i32.sub (global.get $n) (i32.const 1))))
      (call $play (i32.load (i32.const {layout.areas["last"]})))
      (local.set $decisions (i32.sub (local.get $decisions) (i32.const 1)))
      (br $again)))
    (i32.load (i32.const {layout.areas["last"]})))""")

    extension = Extension("last player", items, lambda program: {"last": 4, "more": 100_000})
    module = Native(program(), [extension])
    state, options = native().start(3)
    for _ in range(50):
        last = options[-1]
        options = native().play(state, last)
    assert last == module.call("last_player", 3, 50)
    assert state == list(module.layout.state.unpack(module.read(0, module.layout.state_size)))
    with pytest.raises(ValueError, match="two extensions ask for an area called last"):
        Layout(program(), [extension, extension])
