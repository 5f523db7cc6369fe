"""What a term can be, known before any game is played: the evaluator of meaning.

A term comes in; the numbers and words it can be go out, or None if that depends on the game. Settings,
tables by player count and arithmetic are evaluated; the die, the pieces in the box and all that is
written to a memory are limits. The answer may be too wide but is never too narrow, so "never" and
"always" are certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from attrs import field, frozen

from wtrules.language.properties import properties
from wtrules.node import walk
from wtrules.rules import meaning as m
from wtrules.rules.model import Entry, Rules, VariantInfo
from wtrules.rules.uses import written_names
from wtrules.rules.values import ARITHMETIC, entries_of, number, table
from wtrules.syntax import nodes as n
from wtrules.value import Value

_DEPTH = 40  # deeper terms are not evaluated
_MANY = 64  # for more values than this, only the bounds are kept
_COMPARED = ("=", "!=", "<", ">", "<=", ">=")
# Of what a property counts some.
_COUNTED = {
    "height": "tower",
    "level": "tower",
    "home": "wizards of a player",
    "wizards": "wizards of a player",
    "empty_flasks": "flask",
    "full_flasks": "flask",
    "spent_flasks": "flask",
    "index": "number of a space",
    "seat": "number of a player",
}


@frozen
class Possible(Value):
    """The values a term can have: a few of them, or bounds (None: no bound)."""

    low: int | None = None
    high: int | None = None
    values: frozenset[int | str] | None = None


@frozen(eq=False, repr=False)
class Evaluator:
    """Finds the possible values of terms of one ruleset."""

    meaning: m.Meaning
    # Whether a setting with choices has the value that it has now, or any that it could be given.
    is_settled: bool = False
    # Words and memories are evaluated once each; one that refers to itself stays unknown.
    _truths: dict[tuple[type, str], bool | None] = field(factory=dict, repr=False)
    _values: dict[tuple[type, str], Possible | None] = field(factory=dict, repr=False)

    # --- conditions ---

    def truth(self, term: m.Term, depth: int = 0) -> bool | None:
        """Return True or False for a condition that is always or never true, None if it depends."""
        if depth > _DEPTH:
            return None
        match term:
            case m.Const(type="truth"):
                return bool(term.value)
            case m.Calc(op="and" | "or" as op, args=(left, right)):
                both = (self.truth(left, depth + 1), self.truth(right, depth + 1))
                decisive = op == "or"
                if decisive in both:
                    return decisive
                return None if None in both else not decisive
            case m.Calc(op="not", args=(inner,)):
                return _not(self.truth(inner, depth + 1))
            case m.Calc(op=op, args=(left, right)) if op in _COMPARED:
                return self._compare(op, left, right, depth + 1)
            case m.Among():
                return self._among(term, depth + 1)
            case m.Recall(type="truth") | m.Meant():
                key = (type(term), term.id)
                if key not in self._truths:
                    self._truths[key] = None
                    self._truths[key] = self._named_truth(term, depth + 1)
                return self._truths[key]
            case _:
                return None

    def _named_truth(self, term: m.Recall | m.Meant, depth: int) -> bool | None:
        """Return whether a defined word is always or never true; a memory, if it never changes."""
        if isinstance(term, m.Meant):
            value = self.meaning.defines[term.id].value
            # `define walks_back of wizard w = not yes` is there for others to change.
            is_for_others = bool(term.args) and not any(map(_varies, walk(value)))
            return None if is_for_others else self.truth(value, depth)
        if term.id in changed_elsewhere(self.meaning.resolved):
            return None
        truths = {self.truth(value, depth) for value in self._written(term.id)}
        return truths.pop() if len(truths) == 1 else None

    def _compare(self, op: str, left: m.Term, right: m.Term, depth: int) -> bool | None:
        one, two = self.possible(left, depth), self.possible(right, depth)
        if one is None or two is None:
            return None
        match op:
            case "=":
                return _equal(one, two)
            case "!=":
                return _not(_equal(one, two))
            case "<":
                return _less(one, two)
            case ">":
                return _less(two, one)
            case "<=":
                return _not(_less(two, one))
            case _:
                return _not(_less(one, two))

    def _among(self, term: m.Among, depth: int) -> bool | None:
        value = self.possible(term.item, depth)
        if value is None or value.values is None:
            return None
        numbers = {word: i for i, word in enumerate(self.meaning.symbols)}
        found = {
            any((numbers[one] if isinstance(one, str) else one) in some for some in term.ranges)
            for one in value.values
        }
        return found.pop() if len(found) == 1 else None

    # --- numbers and words ---

    def possible(self, term: m.Term, depth: int = 0) -> Possible | None:
        """Return the possible values of a number or word."""
        if depth > _DEPTH:
            return None
        match term:
            case m.Const():
                return self._constant(term)
            case m.Calc(type="number", op="-", args=(inner,)):
                value = self.possible(inner, depth + 1)
                zero = Possible(0, 0, frozenset({0}))
                return _calculate("-", zero, value) if value is not None else None
            case m.Calc(type="number", op=op, args=(left, right)) if op in ARITHMETIC:
                one = self.possible(left, depth + 1)
                two = self.possible(right, depth + 1)
                return _calculate(op, one, two) if one is not None and two is not None else None
            case m.Conditional():
                return self._either(term, depth + 1)
            case m.Search(word="number of"):
                return Possible(low=0, high=self._limit(term.query.kind))
            case m.Prim(type="number"):
                return self._asked(term.op)
            case m.ListAt():
                return _of({0, *_flat(entries_of(self.meaning.resolved, term.id))})
            case m.Column(key=None):
                return self._column(term)
            case m.Recall(type="number" | "symbol") | m.Meant():
                key = (type(term), term.id)
                if key not in self._values:
                    self._values[key] = None
                    self._values[key] = self._named_value(term, depth + 1)
                return self._values[key]
            case _:
                return None

    def _constant(self, term: m.Const) -> Possible | None:
        if isinstance(term, m.Setting) and not self.is_settled:
            entry = self.meaning.resolved.get("setting", term.id)
            choices = entry.node_as(n.Setting).value.choices if entry is not None else ()
            if choices:
                return _of(name.id for name in choices)
        match term.type:
            case "number":
                return Possible(term.value, term.value, frozenset({term.value}))
            case "symbol":
                return Possible(values=frozenset({self.meaning.symbols[term.value]}))
            case _:
                return None

    def _either(self, term: m.Conditional, depth: int) -> Possible | None:
        truth = self.truth(term.condition, depth)
        sides = {True: (term.value,), False: (term.otherwise,), None: (term.value, term.otherwise)}
        some = [self.possible(side, depth) for side in sides[truth]]
        known = [value for value in some if value is not None]
        return _joined(known) if len(known) == len(some) else None

    def _asked(self, op: str) -> Possible | None:
        """Return the possible answers to a question about the game."""
        rules = self.meaning.resolved
        match op:
            case "players":
                return _of(rules.players)
            case "roll":  # 0 until the die is rolled
                return Possible(low=0, high=number(rules, "die.faces"))
        name = op.partition(":")[0]
        if not (asked := properties(name)) or any(p.signed for p in asked):
            return None
        return Possible(low=0, high=self._limit(_COUNTED.get(name, "")))

    def _column(self, term: m.Column) -> Possible | None:
        rules = self.meaning.resolved
        value = table(rules, term.table)
        assert value is not None
        cells = [value.cell(count, term.column) for count in rules.players]
        known = [cell for cell in cells if cell is not None]
        return _of(known) if len(known) == len(cells) else None

    def _named_value(self, term: m.Recall | m.Meant, depth: int) -> Possible | None:
        """Return what a defined word can be, or what a memory can hold."""
        if isinstance(term, m.Meant):
            return self.possible(self.meaning.defines[term.id].value, depth)
        if term.id in changed_elsewhere(self.meaning.resolved):
            return None
        some = [self.possible(value, depth) for value in self._written(term.id)]
        known = [value for value in some if value is not None]
        if len(known) < len(some):
            return None
        steps = [self.possible(value, depth) or Possible() for value in self._added(term.id)]
        held = _joined(known)
        if not steps or held is None:
            return held
        falls = any(step.low is None or step.low < 0 for step in steps)
        rises = any(step.high is None or step.high > 0 for step in steps)
        return Possible(low=None if falls else held.low, high=None if rises else held.high)

    # --- memories ---

    def is_never_set(self, id: str) -> bool:
        """Whether no rule gives a memory another value than its first one."""
        return not self.meaning.writes.get(id)

    def _written(self, id: str) -> Iterator[m.Term]:
        """Yield the terms that a memory is set to, its first value among them."""
        yield self.meaning.memories[id].initial
        for statement in self.meaning.writes.get(id, ()):
            if isinstance(statement, m.SetMemory):
                yield statement.value

    def _added(self, id: str) -> Iterator[m.Term]:
        """Yield the numbers that are added to a memory."""
        for statement in self.meaning.writes.get(id, ()):
            if isinstance(statement, m.Act) and (what := statement.part("what")) is not None:
                yield what

    # --- limits ---

    def _limit(self, counted: str) -> int | None:
        """Return the most that there can be of something, None if that is not known."""
        rules = self.meaning.resolved
        match counted:
            case "tower":
                return len(entries_of(rules, "board.towers")) or None
            case "space" | "place":
                return number(rules, "board.spaces")
            case "player":
                return max(rules.players, default=None)
            case "number of a space" | "number of a player":  # the first is 0
                most = self._limit(counted.rpartition(" ")[2])
                return most - 1 if most is not None else None
            case "wizards of a player":
                return max(self._in_box("wizards"), default=None)
            case "wizard" | "flask":  # a player may have flasks of others
                return sum(self._in_box(f"{counted}s")) or None
            case _:
                return None

    def _in_box(self, column: str) -> list[int]:
        """Return how many pieces the box has for each player; nothing if that is not known."""
        colours = table(self.meaning.resolved, "colours")
        rows = colours.rows if colours is not None else ()
        cells = [colours.cell(row.keys[0].text or "", column) for row in rows] if colours else []
        numbers = [cell for cell in cells if isinstance(cell, int)]
        return numbers if len(numbers) == len(cells) else []

    # --- reasons ---

    def reasons(self, term: m.Term) -> Iterator[Entry]:
        """Yield the settings and tables that a term uses, directly or through defined words."""
        seen: set[str] = set()
        pending: list[m.Term] = [term]
        while pending:
            for part in walk(pending.pop()):
                kind, id = _source(part)
                if not id or id in seen:
                    continue
                seen.add(id)
                if isinstance(part, m.Meant):
                    pending.append(self.meaning.defines[id].value)
                elif (entry := self.meaning.resolved.get(kind, id)) is not None:
                    yield entry


def _source(part: object) -> tuple[str, str]:
    """Return the kind and name of the definition that a part of a term uses; none: no name."""
    match part:
        case m.Setting() | m.ListAt():
            return "setting", part.id
        case m.Among(setting=str(id)):
            return "setting", id
        case m.Column():
            return "table", part.table
        case m.Meant():
            return "define", part.id
        case _:
            return "", ""


def changed_elsewhere(rules: Rules) -> frozenset[str]:
    """Return the memories that are changed in variants or readings that are not chosen."""
    if changed_elsewhere not in rules.computed:
        parts: list[Entry | VariantInfo] = [*rules.of_kind("assumption")]
        parts += [variant for id, variant in rules.variants.items() if id not in rules.chosen]
        names = frozenset(name for part in parts for name in part.once(_changed_in))
        rules.computed[changed_elsewhere] = names
    known: frozenset[str] = rules.computed[changed_elsewhere]
    return known


def _changed_in(part: Entry | VariantInfo) -> frozenset[str]:
    statements = (node for node in walk(part.node) if isinstance(node, n.Set | n.Do))
    return frozenset(name.id for one in statements for name in written_names(one))


def _varies(part: object) -> bool:
    """Whether a part of a term is more than `yes` and `not`."""
    return not (type(part) is m.Const or (isinstance(part, m.Calc) and part.op == "not"))


# --- calculating with what is possible ---


def _of(values: Iterable[int | str]) -> Possible | None:
    """Return the possible values that are exactly these."""
    some = frozenset(values)
    whole = [value for value in some if isinstance(value, int)]
    if not some:
        return None
    if len(whole) < len(some):
        return Possible(values=some) if not whole else None
    return Possible(min(whole), max(whole), some if len(some) <= _MANY else None)


def _joined(some: list[Possible]) -> Possible | None:
    """Return what is possible if any of these is."""
    if all(value.values is not None for value in some):
        return _of(one for value in some for one in value.values or ())
    lows = [value.low for value in some if value.low is not None]
    highs = [value.high for value in some if value.high is not None]
    return Possible(
        low=min(lows) if len(lows) == len(some) else None,
        high=max(highs) if len(highs) == len(some) else None,
    )


def _not(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def _flat(entries: Iterable[int | str | range]) -> Iterator[int | str]:
    for entry in entries:
        if isinstance(entry, range):
            yield from entry[:_MANY]
        else:
            yield entry


def _equal(left: Possible, right: Possible) -> bool | None:
    if left.values is not None and right.values is not None:
        if not left.values & right.values:
            return False
        return True if len(left.values) == len(right.values) == 1 else None
    if _less(left, right) or _less(right, left):
        return False
    return None


def _less(left: Possible, right: Possible) -> bool | None:
    if left.high is not None and right.low is not None and left.high < right.low:
        return True
    if left.low is not None and right.high is not None and left.low >= right.high:
        return False
    return None


def _calculate(sign: str, left: Possible, right: Possible) -> Possible | None:
    if left.values is not None and right.values is not None:
        if len(left.values) * len(right.values) <= _MANY * 4:
            pairs = list(product(left.values, right.values))
            if any(isinstance(x, str) or isinstance(y, str) for x, y in pairs):
                return None
            if sign in ("/", "mod") and 0 in right.values:
                return None
            return _of(ARITHMETIC[sign](int(x), int(y)) for x, y in pairs)
    if sign == "+":
        return Possible(_add(left.low, right.low), _add(left.high, right.high))
    if sign == "-":
        return Possible(_add(left.low, right.high, -1), _add(left.high, right.low, -1))
    return None


def _add(a: int | None, b: int | None, factor: int = 1) -> int | None:
    return None if a is None or b is None else a + factor * b
