"""Modules as bytes: what we encode is what another assembler makes of our text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.modes import ways_to_play
from wtrules.backends.players import players
from wtrules.backends.wasm.encode import encode
from wtrules.backends.wasm.instructions import Data, Function, Module, const
from wtrules.backends.wasm.module import module
from wtrules.backends.wasm.read import read
from wtrules.backends.wasm.text import print_module
from wtrules.game.game import Game
from wtrules.game.load import load

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*.wtr"))
EVERY = 12  # of many cases, one in the normal run


def sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the sections of a module, without those that only hold names."""
    assert b"\0asm\1\0\0\0" == binary[:8]
    at = 8
    while at < len(binary):
        id, at = binary[at], at + 1
        size = shift = 0
        more = True
        while more:
            size |= (binary[at] & 0x7F) << shift
            more, shift, at = binary[at] >= 0x80, shift + 7, at + 1
        if id:
            yield id, binary[at : at + size]
        at += size


def assert_same(made: Module) -> None:
    """Encode a module, and let wasmtime assemble its text."""
    import wasmtime

    assert list(sections(wasmtime.wat2wasm(print_module(made)))) == list(sections(encode(made)))


def assert_same_game(game: Game, number: int) -> None:
    assert_same(module(game.program(number), [players()]))


WAYS = [
    pytest.param(*way, marks=[] if i % EVERY == 0 else pytest.mark.long)
    for i, way in enumerate(ways_to_play())
]


@pytest.mark.parametrize(("edition", "variants", "number"), WAYS)
def test_editions_are_encoded_as_wasmtime_does(
    edition: str, variants: tuple[str, ...], number: int
) -> None:
    """Every way to play gives the same bytes."""
    assert_same_game(load(edition, variants), number)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[] if i % EVERY == 0 else pytest.mark.long)
        for i, path in enumerate(EXAMPLES)
    ],
)
def test_examples_are_encoded_as_wasmtime_does(path: Path) -> None:
    """Every house rule gives the same bytes."""
    game = load(path)
    assert_same_game(game, game.players[-1])


NUMBERS = [0, 1, -1, 63, 64, -64, -65, 127, 128, 8191, 8192, -8193, 2**31 - 1, -(2**31), 2**32 - 1]


def test_numbers_of_every_size() -> None:
    """Constants, offsets and sizes take as many bytes as they need."""
    code = [step for n in NUMBERS for step in (const(n), ("drop",))]
    code += [
        step for n in (*NUMBERS, 2**63 - 1, 2**64 - 1) for step in (("i64.const", n), ("drop",))
    ]
    for offset in (0, 127, 128, 16_384, 2**32 - 1):
        code += [const(0), ("i32.load", offset), ("drop",)]
    wide = [(f"a{i}", "i32") for i in range(130)] + [("b", "i64"), ("c", "i32")]
    given = [(f"p{name}", type) for name, type in wide]
    functions = [Function(f"f{i}", given[i:], "", wide, code) for i in (0, 100, 131)]
    functions += [Function(f"g{i}", [], "", [], [("call", f"g{199 - i}")]) for i in range(200)]
    data = [Data(2**20, bytes(range(256)))]
    assert_same(Module(20, 4096, [], data, functions))


BY_HAND = """
  ;; comments, names, numbers in both notations; and what is not in brackets
  (data (i32.const 0x10) "\\00\\ff\\22abc")
  (func $twice (export "twice") (param $n i32) (result i32)
    (local $m i64) (local $i i32)
    (local.set $m (i64.extend_i32_s (local.get $n)))
    (block $out (loop $again
      (br_if $out (i32.ge_u (local.get $i) (i32.const 2)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (if (i32.eqz (local.get $n)) (then (return (i32.const -1))))
    (if (i32.lt_s (local.get $n) (i32.const 0)) (then unreachable) (else (call $other)))
    (i32.store8 offset=3 (local.get $i) (i32.const 7))
    (if (result i32) (i32.load8_u (local.get $i))
      (then (i32.wrap_i64 (i64.add (local.get $m) (local.get $m)))) (else (i32.const 0))))
  (func $other (memory.copy (i32.const 0) (i32.const 16) (i32.const 4)))
"""


def test_text_by_hand() -> None:
    """Text written by hand is read as wasmtime reads it."""
    import wasmtime

    items = read(BY_HAND)
    functions = [item for item in items if isinstance(item, Function)]
    made = Module(1, 2, [], [item for item in items if isinstance(item, Data)], functions)
    whole = f'(module (memory (export "memory") 1 2) {BY_HAND})'
    assert list(sections(wasmtime.wat2wasm(whole))) == list(sections(encode(made)))
    assert_same(made)


@pytest.mark.parametrize("text", ["(func", "(func))", "(table 1 funcref)", "nothing"])
def test_text_that_is_none(text: str) -> None:
    """Text that cannot be read is refused, not skipped."""
    with pytest.raises(ValueError, match=r"brackets do not match|neither a function nor data"):
        read(text)
