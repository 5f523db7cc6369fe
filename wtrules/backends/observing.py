"""What a seat sees as a vector of numbers, made in native code.

`observing` is the extension of a module that writes the vectors of `vectors.py`, eight numbers at a time
where it can. What every ruleset has is written as text, the rest in the program form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wtrules.backends.determinize import held_variables, telling_variables
from wtrules.backends.vectors import UNKNOWN_PLACE, VectorLayout, VectorPart, vector_layout
from wtrules.backends.wasm.instructions import Item
from wtrules.backends.wasm.layout import Extension, Layout
from wtrules.backends.wasm.module import functions
from wtrules.backends.wasm.read import read
from wtrules.program import program as p
from wtrules.program.state import WIZARD_AT
from wtrules.program.text import parse_functions, state_array

_EIGHT = 8  # numbers that are written at once


def row_size(layout: VectorLayout) -> int:
    """Return the numbers from one vector to the next in memory: they are written eight at a time."""
    return -(-(layout.size + _EIGHT - 1) // _EIGHT) * _EIGHT


def observing(open_hands: bool) -> Extension:
    """Return the extension of a module with `$observe (seat i32) (to i32)`: write the vector of a seat."""

    def items(program: p.Program, layout: Layout) -> Iterable[Item]:
        vectors = vector_layout(program)
        written = parse_functions("\n".join(_Rest(program, vectors, open_hands).lines()), {})
        text = _Text(program, layout, vectors, open_hands)
        inside = {"see": "observe_see"}
        return [*read(text.functions()), *functions(program, layout, written, inside)]

    return Extension("observing", items, lambda program: {"seen_at": 4}, f"{open_hands}")


class _Text:
    """Writes what all rulesets have as text: numbers that are copied, the board, the own hand."""

    def __init__(
        self, program: p.Program, layout: Layout, vectors: VectorLayout, open_hands: bool
    ) -> None:
        self.program = program
        self.layout = layout
        self.vectors = vectors
        self.open_hands = open_hands

    def functions(self) -> str:
        """Return `$observe`, and `$observe_see` for the rest."""
        seen_at = self.layout.areas["seen_at"]
        lines = [
            "(func $observe_see (param $i i32) (param $value i32) (result i32)",
            f"  (i32.store16 (i32.add (i32.load (i32.const {seen_at}))",
            "    (i32.shl (local.get $i) (i32.const 1))) (local.get $value))",
            "  (i32.const 0))",
            "(func $observe (param $seat i32) (param $to i32)",
            "  (local $i i32) (local $from i32) (local $put i32)",
            f"  (i32.store (i32.const {seen_at}) (local.get $to))",
            *self._in_order(),
            "  (i32.store16 (local.get $to) (local.get $seat))",
            *self._hands(),
            "  (drop (call $observe_rest (local.get $seat))))",
        ]
        return "\n".join(lines)

    def _in_order(self) -> Iterator[str]:
        """Yield the code that writes eight numbers at a time, from the first part to the last.

        What is written beyond the end of a part is written again by the next one.
        """
        runs = {first.name: last for first, last in self._runs()}
        for part in self.vectors.parts:
            if part.field == "shields":
                yield from self._shields(part)
            elif part.field == "cell":
                yield from self._wizards(part)
            elif part.name in runs:
                yield from self._copied(part, runs[part.name])
            elif not self._is_plain(part):
                yield from self._zeros(part)

    def _copied(self, first: VectorPart, last: VectorPart) -> Iterator[str]:
        start = self.layout.fields[first.field]
        for i in range(0, last.stop - first.offset, _EIGHT):
            here = start + 4 * i
            yield f"  (v128.store offset={2 * (first.offset + i)} (local.get $to)"
            yield f"    (i16x8.narrow_i32x4_s (v128.load (i32.const {here}))"
            yield f"      (v128.load (i32.const {here + 16}))))"

    def _zeros(self, part: VectorPart) -> Iterator[str]:
        for i in range(0, part.size, _EIGHT):
            yield f"  (v128.store offset={2 * (part.offset + i)} (local.get $to) {_four(0)})"

    def _shields(self, part: VectorPart) -> Iterator[str]:
        """Yield the code that writes each bit of the shields of a space as a number."""
        levels = self.program.board.levels
        yield from self._loop(
            self.program.board.spaces,
            f"(local.set $from (i32.load offset={self.layout.fields['shields']}"
            " (i32.shl (local.get $i) (i32.const 2))))",
            *(
                f"(v128.store offset={2 * (part.offset + level)} (i32.add (local.get $to)"
                f" (i32.mul (local.get $i) (i32.const {2 * levels})))"
                f" (i16x8.neg (i16x8.eq {_bits()} (v128.and {_bits()}"
                f" (i16x8.splat (i32.shr_u (local.get $from) (i32.const {level})))))))"
                for level in range(0, levels, _EIGHT)
            ),
        )

    def _wizards(self, part: VectorPart) -> Iterator[str]:
        """Yield the code that counts the wizards of one player after the other."""
        cells, mask = self.program.fields["cell"].size, self.program.board.mask
        for player in range(self.program.players):
            shift = player * self.program.board.bits
            counts = " ".join(
                f"(v128.and {_four(mask)} (i32x4.shr_u (v128.load offset="
                f"{self.layout.fields['cell'] + more} (i32.shl (local.get $i) (i32.const 5)))"
                f" (i32.const {shift})))"
                for more in (0, 16)
            )
            yield from self._loop(
                -(-cells // _EIGHT),
                f"(v128.store offset={2 * (part.offset + player * cells)}"
                " (i32.add (local.get $to) (i32.shl (local.get $i) (i32.const 4)))"
                f" (i16x8.narrow_i32x4_s {counts}))",
            )

    def _loop(self, turns: int, *body: str) -> Iterator[str]:
        yield "  (local.set $i (i32.const 0))"
        yield "  (loop $again"
        yield from body
        yield "    (local.set $i (i32.add (local.get $i) (i32.const 1)))"
        yield f"    (br_if $again (i32.lt_u (local.get $i) (i32.const {turns}))))"

    def _runs(self) -> Iterator[tuple[VectorPart, VectorPart]]:
        """Yield the first and the last of parts that follow each other in the state, too."""
        first = last = None
        for part in self.vectors.parts:
            if first is not None and last is not None:
                end = self.program.fields[last.field]
                if self._is_plain(part):
                    if self.program.fields[part.field].offset == end.offset + end.size:
                        last = part
                        continue
                yield first, last
            first = last = part if self._is_plain(part) else None
        if first is not None and last is not None:
            yield first, last

    def _is_plain(self, part: VectorPart) -> bool:
        """Return whether the numbers are those of the state; `_Rest` clears what is secret."""
        return part.is_copy and (part.field != "hand" or all(map(self._is_open, self._decks)))

    @property
    def _decks(self) -> tuple[p.Deck, ...]:
        return self.program.decks

    def _is_open(self, deck: p.Deck) -> bool:
        """Return whether a seat sees the cards of a deck in all hands."""
        return self.open_hands and deck is self._decks[0]

    def _hands(self) -> Iterator[str]:
        """Yield the code that copies what a seat sees of hands: its own, or all of an open deck."""
        part, players = self.vectors["hand"], self.program.players
        for deck in () if self._is_plain(part) else self._decks:
            kinds, first = len(deck.cards), players * deck.first
            start = f"(i32.mul (local.get $seat) (i32.const {kinds}))"
            if self._is_open(deck):
                kinds, start = players * kinds, "(i32.const 0)"
            yield f"  (local.set $from (i32.shl {start} (i32.const 2)))"
            yield f"  (local.set $put (i32.add (local.get $to) (i32.shl {start} (i32.const 1))))"
            for i in range(first, first + kinds):
                yield f"  (i32.store16 offset={2 * (part.offset + i)} (local.get $put)"
                yield f"    (i32.load offset={self.layout.fields['hand'] + 4 * i} (local.get $from)))"


def _four(number: int) -> str:
    return f"(v128.const i32x4 {number} {number} {number} {number})"


def _bits() -> str:
    """Return 1, 2, 4 … as eight numbers of 16 bits."""
    pairs = (1 << i | 1 << i + 17 for i in range(0, _EIGHT, 2))
    return f"(v128.const i32x4 {' '.join(map(str, pairs))})"


class _Rest:
    """Writes what only some rulesets have in the program form; `see(i, value)` sets a number."""

    def __init__(self, program: p.Program, vectors: VectorLayout, open_hands: bool) -> None:
        self.program = program
        self.vectors = vectors
        self.open_hands = open_hands
        self.at = {part.name: part.offset for part in vectors.parts}

    def lines(self) -> Iterator[str]:
        """Yield the lines of `observe_rest`."""
        yield "def observe_rest(seat):"
        if p.KNOWN_SURFACE in self.program.fields:
            yield from self._forgotten()
        if self.program.shows_cards:
            yield from self._shown()
        if WIZARD_AT in self.program.fields:
            yield from self._wizards()
        yield from self._secrets()
        yield "    return 0"

    def _forgotten(self) -> Iterator[str]:
        program = self.program
        cells = program.fields["cell"].size
        yield f"    for s in range(0, {program.board.spaces}):"
        yield "        for level in range(0, height[s] + 1):"
        yield f"            c = s * {program.board.levels} + level"
        yield "            if level < height[s] and not known_surface[c] >> seat & 1:"
        yield f"                for q in range(0, {program.players}):"
        yield f"                    see({self.at['cell']} + q * {cells} + c, 0)"
        yield "            else:"
        yield f"                see({self.at[p.KNOWN_SURFACE]} + c, 1)"

    def _shown(self) -> Iterator[str]:
        part = self.vectors[p.KNOWN_HAND]
        yield f"    for i in range(0, {part.size}):"
        yield f"        see({part.offset} + i, known_hand[seat * {part.size} + i])"
        yield f"    for i in range(0, {self.program.fields['pile'].size}):"
        yield "        if known_pile[i] >> seat & 1:"
        yield f"            see({self.at['pile']} + i, pile[i] + 1)"

    def _wizards(self) -> Iterator[str]:
        program = self.program
        yield f"    for i in range(0, {program.fields[WIZARD_AT].size}):"
        yield "        c = wizard_at[i]"
        if p.KNOWN_SURFACE in program.fields:
            yield "        if c >= 0:"
            yield f"            covered = c % {program.board.levels} < height[c // {program.board.levels}]"
            yield "            if covered and not known_surface[c] >> seat & 1:"
            yield f"                c = {UNKNOWN_PLACE}"
        yield f"        see({self.at[WIZARD_AT]} + i, c)"

    def _secrets(self) -> Iterator[str]:
        program = self.program
        for memory, hidden in program.secrets.items():
            bare, there = memory.removeprefix("memory."), state_array(hidden)
            yield f"    for i in range(0, {program.fields[memory].size}):"
            yield f"        see({self.at[f'set_by.{bare}']} + i, {there}[i] >> {program.players})"
            yield f"        if {there}[i] >> seat & 1:"
            yield f"            see({self.at[memory]} + i, 0)"
            yield "        else:"
            yield f"            see({self.at[f'known.{bare}']} + i, 1)"
        held = held_variables(program, self.open_hands)
        for name, lines in (*telling_variables(program), *held):
            yield from (f"    {line}" for line in (*lines, "if n:"))
            yield from self._cleared(name, "        ")
        for number, decision in enumerate(program.decisions, 1):
            if decision.secretly is not None:
                part = program.secret_parts[decision.secretly]
                yield f"    if at[0] == {number} and actor[0] != seat:"
                yield f"        see({self.at['at']}, {part.at})"
                for field in program.secret_frame:
                    yield from self._cleared(field.name, "        ")

    def _cleared(self, name: str, pad: str) -> Iterator[str]:
        yield f"{pad}for i in range(0, {self.program.fields[name].size}):"
        yield f"{pad}    see({self.at[name]} + i, 0)"
