"""What a term can be, known before any game is played: the evaluator of meaning.

A term comes in; the numbers and words it can be go out, or None if that depends on the game. Settings,
tables and arithmetic are evaluated; the die, the pieces in the box and all that is written to a memory
are limits. The answer may be too wide but is never too narrow, so "never" and "always" are certain.
With a number of players, what depends on it has one value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product

from attrs import field, frozen

from wtrules.intervals import HUGE, Span, calculated
from wtrules.language.properties import properties
from wtrules.meaning import nodes as m
from wtrules.meaning.references import WRITES
from wtrules.meaning.values import ARITHMETIC, entries_of, list_of, number, table
from wtrules.node import Node, walk
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

Players = int | Collection[int] | None  # numbers of players; None: all of the rules
_DEPTH = 150  # deeper terms are not evaluated
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


_Key = tuple[type, str, tuple["Possible | None", ...]]


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
    players: int | None = None  # how many there are; None: any number that the rules are for
    # Whether a setting with choices has the value that it has now, or any that it could be given.
    is_settled: bool = False
    # Words and memories are evaluated once each; one that refers to itself stays unknown.
    _truths: dict[_Key, bool | None] = field(factory=dict, repr=False)
    _values: dict[_Key, Possible | None] = field(factory=dict, repr=False)
    # What the parameters of defined words are while these are evaluated.
    _given: dict[str, Possible | None] = field(factory=dict, repr=False)

    def value(self, term: m.Term) -> int | str | bool | None:
        """Return the only value that a term can have; None if there are several."""
        if term.type == "truth":
            return self.truth(term)
        found = self.possible(term)
        values = found.values if found is not None else None
        return next(iter(values)) if values is not None and len(values) == 1 else None

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
                key = self._key(term, depth + 1)
                if key not in self._truths:
                    self._truths[key] = None
                    with self._given_to(term, key):
                        self._truths[key] = self._named_truth(term, depth + 1)
                return self._truths[key]
            case _:
                return None

    def _key(self, term: m.Recall | m.Meant, depth: int) -> _Key:
        """Return a memory, or a defined word with what it is asked of, in comparable form."""
        args = term.args if isinstance(term, m.Meant) else ()
        return type(term), term.id, tuple(self.possible(arg, depth) for arg in args)

    @contextmanager
    def _given_to(self, term: m.Recall | m.Meant, key: _Key) -> Iterator[None]:
        """Let the parameters of a defined word be what its key says."""
        parameters = self.meaning.defines[term.id].parameters if isinstance(term, m.Meant) else ()
        outer = {one.name: self._given.get(one.name) for one in parameters}
        self._given.update(zip(outer, key[2], strict=True))
        yield
        self._given.update(outer)

    def _named_truth(self, term: m.Recall | m.Meant, depth: int) -> bool | None:
        """Return whether a defined word is always or never true; a memory, if it never changes."""
        if isinstance(term, m.Meant):
            value = self.meaning.defines[term.id].value
            # `define walks_back of wizard w = not yes` is there for others to change.
            is_for_others = bool(term.args) and not any(map(_varies, walk(value)))
            is_for_others &= not self.is_settled
            return None if is_for_others else self.truth(value, depth)
        truths = {self.truth(value, depth) for value in self._written(term.id)}
        truth = truths.pop() if len(truths) == 1 else None
        return None if truth is None or self._is_changed_elsewhere(term.id) else truth

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
        if isinstance(term.item, m.Const) and term.item.type == "spell":
            return any(term.item.value in some for some in term.ranges)
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
            case m.Local():
                return self._given.get(term.name)
            case m.ListAt():
                return self._entry(term, depth + 1)
            case m.Column():
                return self._column(term, depth + 1)
            case m.Recall(type="number" | "symbol") | m.Meant():
                key = self._key(term, depth + 1)
                if key not in self._values:
                    self._values[key] = None
                    with self._given_to(term, key):
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
                return _of(self._counts)
            case "roll":  # 0 until the die is rolled
                return Possible(low=0, high=number(rules, "die.faces"))
        name = op.partition(":")[0]
        if not (asked := properties(name)) or any(p.signed for p in asked):
            return None
        return Possible(low=0, high=self._limit(_COUNTED.get(name, "")))

    def _entry(self, term: m.ListAt, depth: int) -> Possible | None:
        entries, key = list_of(self.meaning.resolved, term.id), self.possible(term.key, depth)
        if entries is None:
            return None
        if key is None or key.values is None:
            return _of({0, *_flat(entries.entries)})
        return _of(_flat(entries.at(index) for index in key.values if isinstance(index, int)))

    def _column(self, term: m.Column, depth: int) -> Possible | None:
        value = table(self.meaning.resolved, term.table)
        keys: Iterable[int | str] = self._counts
        if term.key is not None:
            key = self.possible(term.key, depth)
            if key is None or key.values is None:
                return None
            keys = key.values
        assert value is not None
        cells = [value.cell(key, term.column) for key in keys]
        known = [cell for cell in cells if cell is not None]
        return _of(known) if len(known) == len(cells) else None

    @property
    def _counts(self) -> Collection[int]:
        """The numbers of players that there can be."""
        return self.meaning.resolved.players if self.players is None else (self.players,)

    def _named_value(self, term: m.Recall | m.Meant, depth: int) -> Possible | None:
        """Return what a defined word can be, or what a memory can hold."""
        if isinstance(term, m.Meant):
            return self.possible(self.meaning.defines[term.id].value, depth)
        some = [self.possible(value, depth) for value in self._written(term.id)]
        known = [value for value in some if value is not None]
        if len(known) < len(some) or self._is_changed_elsewhere(term.id):
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

    def _is_changed_elsewhere(self, id: str) -> bool:
        """Whether a memory is changed in a variant or reading that is not chosen."""
        found = self.meaning.elsewhere(id)
        return any((one.kind, one.id, one.use) == ("memory", id, WRITES) for _, one in found)

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
        for key in dict.fromkeys(map(m.source_of, parts_behind(term, self.meaning.defines))):
            entry = self.meaning.resolved.entries.get(key)
            if entry is not None and entry.kind in ("setting", "table"):
                yield entry


def parts_behind(term: m.Term, defines: Mapping[str, m.Define]) -> Iterator[Node]:
    """Yield all parts of a term, and of the defined words in it."""
    waiting, seen = [term], set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            yield part
            if isinstance(part, m.Meant) and part.id not in seen:
                seen.add(part.id)
                waiting.append(defines[part.id].value)


def evaluators(meaning: m.Meaning, players: Players) -> list[Evaluator]:
    """Return an evaluator of rules as they are for each of some numbers of players, in order."""
    counts = counts_of(meaning.resolved, players)
    return [Evaluator(meaning, count, is_settled=True) for count in counts]


def is_true(meaning: m.Meaning, condition: m.Term, players: Players = None) -> bool | None:
    """Return whether a condition is true for these numbers of players, else for all of the rules.

    None means that it depends on the number of players, or on the game.
    """
    answers = {one.truth(condition) for one in evaluators(meaning, players)}
    return answers.pop() if len(answers) == 1 else None


def counts_of(rules: Rules, players: Players) -> list[int]:
    """Return numbers of players in order: those that are given, else those of the rules."""
    if isinstance(players, int):
        return [players]
    return sorted(rules.players if players is None else players)


def depends_on_game(term: m.Term, defines: Mapping[str, m.Define]) -> m.Term | None:
    """Return the first part of a term that is not known before the game; None if there is none."""
    words: dict[str, bool] = {}  # whether each defined word depends on the game

    def first(part: m.Term | None) -> m.Term | None:
        match part:
            case None | m.Const() | m.Local() | m.Stands() | m.Prim(op="players"):
                return None
            case m.Column() | m.ListAt():
                return first(part.key)
            case m.Calc():
                parts = part.args
            case m.Conditional():
                parts = (part.value, part.condition, part.otherwise)
            case m.Among():
                return first(part.item)
            case m.Meant(id=id, args=parts):
                if id not in words:
                    words[id] = id in defines and first(defines[id].value) is not None
                if words[id]:
                    return part
            case _:
                return part
        return next((found for one in parts if (found := first(one)) is not None), None)

    return first(term)


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
    spans = [_span(one) for one in (left, right)]
    low, high = calculated(_IN_PROGRAMS.get(sign, sign), *spans)
    return Possible(low if low > -_FAR else None, high if high < _FAR else None)


_IN_PROGRAMS = {"/": "//", "mod": "%"}
_FAR = HUGE // 2  # what is farther than this has come from no bound


def _span(one: Possible) -> Span:
    return (-HUGE if one.low is None else one.low, HUGE if one.high is None else one.high)
