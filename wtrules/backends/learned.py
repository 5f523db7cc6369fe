"""Values of positions that were learned: features of the state, and a small network, in native code.

What a player can see of a position becomes a list of features (`learned.program`), each with a
number and an amount. The network turns it into how likely the player is to win: a row of weights for
each feature, added up; hidden units, of which only what is above zero counts; one more sum. All of it is
in whole numbers, so every machine gets the same values.

The features follow from the fields of a program and their roles; they know no rule. Whatever a player
cannot see is left out. A *mind* is what training found: the weights of one network.
"""

from __future__ import annotations

import hashlib
import math
from array import array
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from attrs import field, frozen

from wtrules.program import program as p
from wtrules.program.text import state_array
from wtrules.value import Value

TEXT = Path(__file__).with_name("learned.program")

HIDDEN = 32  # units of the network
COLUMNS = 4 + HIDDEN  # sums: the first is a plain weighted sum, three are unused
MOST_MINDS = 6

WEIGHT_BITS = 12  # after the point: of the weights of features, and of the sums
UNIT_BITS = 8  # of hidden units
OUT_BITS = 10  # of the weights of hidden units
MOST_WEIGHT = (1 << 19) - 1
MOST_OUT = (1 << 15) - 1
MOST_UNIT = (1 << UNIT_BITS + 4) - 1

CERTAIN_BITS = 22  # a certain win is worth 1 << this
_STEEPEST = 12 << 10  # the logit, with ten bits after the point, beyond which all is the same
_STEP_SHIFT = 5
_POINT_BITS = 10  # a certain win is worth 1 << this in the points of values.py, to mcts

_COUNTED = 8  # wizards and flasks that are told apart
_SCORE = 63  # points either way
_SCORED = 15  # points that are told apart
_REMEMBERED = 15  # either way
_FAR = 32  # steps to the castle
_COVERED = 4  # towers on top
_LEVEL = 7
_SIZE = 64  # entries or values of a memory; larger ones are left out
_PIECES = 8
_MOST_FURTHER = 200  # memories with features …
_MOST_FEATURES = 2000  # … and features of all memories together: the others are left out


@frozen
class Features(Value):
    """The features of a program: how many there are, and where each group begins."""

    program: p.Program

    @property
    def far(self) -> int:
        """The number of distances to the castle that are told apart."""
        return min(self.program.board.spaces, _FAR)

    @cached_property
    def _of_each(self) -> dict[str, int]:
        """The sizes of the groups that every player has."""
        return {
            "HOME": _COUNTED + 1,
            "FULL": _COUNTED + 1,
            "EMPTY": _COUNTED + 1,
            "SPENT": _COUNTED + 1,
            "SCORE": 1,
            "SCORED": _SCORED + 1,
            "HELD": 1,
            "AFFORDED": 1,
            "LOCKED": self.far,
            "COVERED": _COVERED,
            "VISIBLE": self.far,
            "LEVEL": _LEVEL + 1,
            "HIGHEST": 1,
            "ALONE": 1,
            "DECKS": len(self.program.named_decks),
        }

    @cached_property
    def _of_all(self) -> dict[str, int]:
        """The sizes of the other groups."""
        program = self.program
        return {
            "HAND": len(program.cards),
            "SPELL": len(program.words.spells),
            "ACTIVE": program.players,
            "DECISION": 2 * (len(program.decisions) + 1),
            "PILE": 1,
            "DISCARD": 1,
            "TOWERS": self.far,
            "SHIELD": self.far,
            "DECK_HAND": len(program.card_kinds) - len(program.cards),
            **{f"FURTHER_{i}": further.size for i, further in enumerate(self.further)},
        }

    @cached_property
    def each(self) -> int:
        """How many features there are for every player."""
        return sum(self._of_each.values())

    @cached_property
    def starts(self) -> dict[str, int]:
        """The first feature of each group; for groups of players, counted from the player's first."""
        starts, at = {}, 0
        for name, size in self._of_each.items():
            starts[name] = at
            at += size
        at *= self.program.players
        for name, size in self._of_all.items():
            starts[name] = at
            at += size
        return starts

    @cached_property
    def size(self) -> int:
        """How many features there are in all."""
        return self.program.players * self.each + sum(self._of_all.values())

    @cached_property
    def most_seen(self) -> int:
        """How many features a position can have at most."""
        program = self.program
        wizards = sum(program.board.box) * 5 + program.fields["cell"].size
        return self.size + wizards + 2 * program.board.spaces + 64

    @cached_property
    def further(self) -> tuple[Further, ...]:
        """The memories of rules and the pieces that have features."""
        fields = (_further(self.program, feature) for feature in self.program.fields.values())
        features: list[Further] = []
        size = 0
        for feature in fields:
            if feature is not None and size + feature.size <= _MOST_FEATURES:
                features.append(feature)
                size += feature.size
        return tuple(features[:_MOST_FURTHER])

    @cached_property
    def fingerprint(self) -> str:
        """Text that two programs share if their features mean the same; no name is in it.

        It is in bot files. What it is made of are plain numbers and words, not nodes, so its text is
        that of Python; and it is not the fingerprint of the rules, because one bot can play many.
        """
        shapes = [
            (feature.field.type, feature.field.each, feature.field.size) for feature in self.further
        ]
        facts = [self.program.players, self._of_each, self._of_all, shapes]
        cards = [([f.value for f in card.faces], card.rolls) for card in self.program.card_kinds]
        return hashlib.sha256(repr([facts, cards]).encode()).hexdigest()[:16]

    @cached_property
    def scale(self) -> list[float]:
        """For each feature, what training multiplies its amounts with, so that they are about 1."""
        of_each = {"SCORE": 1 / 16, "HELD": 1 / 8, "AFFORDED": 1 / 4}
        of_all = {"PILE": 1 / 64, "DISCARD": 1 / 64, "TOWERS": 1 / 4}
        of_all |= {f"FURTHER_{i}": 1 / 4 for i, o in enumerate(self.further) if o.way == "amount"}
        each = [of_each.get(name, 1.0) for name, n in self._of_each.items() for _ in range(n)]
        rest = [of_all.get(name, 1.0) for name, n in self._of_all.items() for _ in range(n)]
        return each * self.program.players + rest

    @property
    def row(self) -> int:
        """The number of bytes in which training records the features of a position."""
        return self.size + -self.size % 8

    @property
    def mind_size(self) -> int:
        """The number of weights of a mind."""
        return (1 + self.size) * COLUMNS + HIDDEN


@frozen
class Further(Value):
    """A memory of the rules, or the places of pieces, with its features."""

    field: p.Field
    way: str  # how a number becomes features: amount, one, player, place
    values: int  # features of one number

    @property
    def size(self) -> int:
        """The number of features."""
        return self.field.size * self.values


def _further(program: p.Program, field: p.Field) -> Further | None:
    """Return a field with its features; None if it has none."""
    is_piece = field.role is p.FieldRole.BOARD and field.type == "place"
    if not (field.role is p.FieldRole.MEMORY or is_piece) or field.size > _SIZE:
        return None
    match field.type:
        case "number" | "truth":
            return Further(field, "amount", 1)
        case "symbol" | "card" if field.most - field.least < _SIZE:
            return Further(field, "one", field.most - field.least + 1)
        case "player":
            return Further(field, "player", program.players)
        case "place" | "space" if field.size <= _PIECES:
            return Further(field, "place", min(program.board.spaces, _FAR))
    return None


def areas(program: p.Program, minds: int) -> dict[str, int]:
    """Return how many numbers the arrays of the code have."""
    if not minds:
        return {}
    features = Features(program)
    return {
        "mind": 1,
        "minds": minds * features.mind_size,
        "seen_size": 1,
        "seen_feature": features.most_seen,
        "seen_amount": features.most_seen,
        "sums": 4,
        "likely": (2 * _STEEPEST >> _STEP_SHIFT) + 2,
        "spell_cost": max(1, len(program.words.spells)),
    }


def constants(program: p.Program) -> dict[str, p.Expr]:
    """Return numbers that the code needs."""
    features = Features(program)
    is_known: p.Expr = 1
    if p.KNOWN_SURFACE in program.fields:
        where = p.op("+", p.Var("base"), p.Var("level"))
        bit = p.op("&", p.op(">>", p.Load(p.KNOWN_SURFACE, where), p.Var("seat")), 1)
        is_known = p.op("or", p.op("==", p.Var("level"), p.Var("top")), bit)
    return {
        **{f"{name}_AT": at for name, at in features.starts.items()},
        "EACH": features.each,
        "SPELLS": len(program.words.spells),
        "DECISIONS": len(program.decisions) + 1,
        "FAR": features.far,
        "KNOWN": is_known,
        "CERTAIN": 1 << CERTAIN_BITS,
        "POINTS_SHIFT": CERTAIN_BITS - _POINT_BITS,
        "LOGIT_SHIFT": UNIT_BITS + OUT_BITS - 10,
        "STEEPEST": _STEEPEST,
        "STEP_SHIFT": _STEP_SHIFT,
        "MOST_COUNTED": _COUNTED,
        "MOST_SCORE": _SCORE,
        "MOST_SCORED": _SCORED,
        "MOST_COVERED": _COVERED,
        "MOST_LEVEL": _LEVEL,
    }


def tables(program: p.Program) -> dict[str, list[int]]:
    """Return constant arrays of the code."""
    steps = range(-_STEEPEST, _STEEPEST + 2 * (1 << _STEP_SHIFT), 1 << _STEP_SHIFT)
    likely = [round((1 << CERTAIN_BITS) / (1 + math.exp(-x / 1024))) for x in steps]
    return {"likely": likely, "spell_cost": list(program.words.costs) or [0]}


def code(program: p.Program) -> str:
    """Return the code of `look_further(seat)`: memories, pieces, named decks."""
    return "\n".join(["def look_further(seat):", *_look_further(program), "    return 0", ""])


def _look_further(program: p.Program) -> Iterator[str]:
    players, main = program.players, len(program.cards)
    for deck in program.named_decks:
        kinds = len(deck.cards)
        yield f"    for k in range(0, {kinds}):"
        yield f"        n = hand[{players * deck.first} + seat * {kinds} + k]"
        yield "        if n:"
        yield f"            note(DECK_HAND_AT + {deck.first - main} + k, n)"
    if program.named_decks:
        yield "    for k in range(0, PLAYERS):"
        yield "        q = (seat + k) % PLAYERS"
        yield f"        for d in range(0, {len(program.named_decks)}):"
        yield "            n = hand_size[(d + 1) * PLAYERS + q]"
        yield "            if n:"
        yield "                note(k * EACH + DECKS_AT + d, min(n, MOST_SCORE))"
    for i, feature in enumerate(Features(program).further):
        yield f"    for i in range(0, {feature.field.size}):"
        yield "        k = i"
        if feature.field.each == "player":
            yield "        k = (i - seat + PLAYERS) % PLAYERS"
        yield f"        n = {state_array(feature.field.name)}[i]"
        if feature.field.is_secret:
            yield f"        if {state_array(p.hidden_name(feature.field.name))}[i] >> seat & 1:"
            yield f"            n = {0 if feature.way == 'amount' else feature.field.least - 1}"
        yield from _noted(program, feature, f"FURTHER_{i}_AT + k * {feature.values}")


def _noted(program: p.Program, feature: Further, first: str) -> Iterator[str]:
    match feature.way:
        case "amount":
            yield "        if n:"
            yield f"            note({first}, max(-{_REMEMBERED}, min({_REMEMBERED}, n)))"
        case "one":
            yield f"        if n >= {feature.field.least}:"
            yield f"            note({first} + n - {feature.field.least}, 1)"
        case "player":
            yield "        if n >= 0:"
            yield f"            note({first} + (n - seat + PLAYERS) % PLAYERS, 1)"
        case "place":
            yield "        if n >= 0:"
            yield f"            s = n // {program.board.levels if feature.field.type == 'place' else 1}"
            yield f"            note({first} + min(AWAY, FAR - 1), 1)"


def forward(program: p.Program, at: Mapping[str, int]) -> str:
    """Return the function `forward`, which computes the network; *at* has the addresses of arrays."""
    features = Features(program)
    wide = COLUMNS // 4
    row = 4 * COLUMNS
    size = 4 * features.mind_size
    sums = [f"$sum{i}" for i in range(wide)]
    load = "(v128.load offset={} (local.get $row))"
    begin = "\n".join(f"(local.set {sum} {load.format(16 * i)})" for i, sum in enumerate(sums))
    add = "\n".join(
        f"(local.set {sum} (i32x4.add (local.get {sum}) (i32x4.mul (local.get $amount) "
        f"{load.format(row + 16 * i)})))"
        for i, sum in enumerate(sums)
    )
    out = (1 + features.size) * row
    unit = (
        "(i32x4.min_s (i32x4.max_s (i32x4.shr_s (local.get {}) (i32.const {})) "
        "(v128.const i32x4 0 0 0 0)) (v128.const i32x4 {} {} {} {}))"
    )
    limit = [MOST_UNIT] * 4
    end = "\n".join(
        f"(local.set $amount (i32x4.add (local.get $amount) (i32x4.mul "
        f"{unit.format(sum, WEIGHT_BITS - UNIT_BITS, *limit)} "
        f"(v128.load offset={out + 16 * i} (local.get $mind)))))"
        for i, sum in enumerate(sums[1:])
    )
    lanes = [f"(i32.load (i32.const {at['sums'] + 4 * i}))" for i in range(4)]
    return f"""\
  (func $learned_forward (result i32)
    (local $mind i32) (local $row i32) (local $i i32) (local $end i32) (local $plain i32)
    {" ".join(f"(local {sum} v128)" for sum in (*sums, "$amount"))}
    (local.set $mind (i32.add (i32.const {at["minds"]})
      (i32.mul (i32.sub (i32.load (i32.const {at["mind"]})) (i32.const 1)) (i32.const {size}))))
    (local.set $row (local.get $mind))
    {begin}
    (local.set $end (i32.shl (i32.load (i32.const {at["seen_size"]})) (i32.const 2)))
    (block $done (loop $again
      (br_if $done (i32.ge_s (local.get $i) (local.get $end)))
      (local.set $row (i32.add (local.get $mind)
        (i32.mul (i32.load offset={at["seen_feature"]} (local.get $i)) (i32.const {row}))))
      (local.set $amount (i32x4.splat (i32.load offset={at["seen_amount"]} (local.get $i))))
      {add}
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br $again)))
    (v128.store (i32.const {at["sums"]}) (local.get {sums[0]}))
    (local.set $plain (i32.shl (i32.load (i32.const {at["sums"]}))
      (i32.const {UNIT_BITS + OUT_BITS - WEIGHT_BITS})))
    (local.set $amount (v128.const i32x4 0 0 0 0))
    {end}
    (v128.store (i32.const {at["sums"]}) (local.get $amount))
    (i32.add (local.get $plain)
      (i32.add (i32.add {lanes[0]} {lanes[1]}) (i32.add {lanes[2]} {lanes[3]}))))"""


def bot_number(mind: int, searches: bool) -> int:
    """Return the number of a bot with a mind: the first one is -1, and -2 if it searches."""
    return -1 - 2 * mind - searches


@frozen
class Mind(Value):
    """The weights of a network, for the features of one program."""

    fingerprint: str  # of the features
    weights: tuple[int, ...] = field(repr=False)

    @property
    def data(self) -> bytes:
        """The weights as they are in the memory of a module."""
        return array("i", self.weights).tobytes()
