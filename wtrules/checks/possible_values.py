"""The possible values of a term, known before any game is played.

A term comes in; the numbers and words it can be go out, or None if that depends on the game. Settings,
tables by player count and arithmetic are evaluated; the die, the pieces in the box and all that is
written to a memory are limits. The answer may be too wide but is never too narrow, so "never" and
"always" are certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from attrs import field, frozen

from wtrules.checks.memory_values import Written, words_and_variables, written
from wtrules.language.predicates import predicates
from wtrules.language.properties import properties
from wtrules.phrase import Verbatim, listed, phrase
from wtrules.rules.model import Entry, Rules
from wtrules.rules.uses import walk_uses
from wtrules.rules.values import ARITHMETIC, entries_of, number, table, table_value
from wtrules.syntax import nodes as n
from wtrules.value import Value

_CONSTANTS = ("players", "roll")  # whose values are known here
_DEPTH = 40  # deeper terms are not evaluated
_MANY = 64  # for more values than this, only the bounds are kept
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


def of(values: Iterable[int | str]) -> Possible | None:
    """Return the possible values that are exactly these."""
    some = frozenset(values)
    whole = [value for value in some if isinstance(value, int)]
    if not some:
        return None
    if len(whole) < len(some):
        return Possible(values=some) if not whole else None
    return Possible(min(whole), max(whole), some if len(some) <= _MANY else None)


@frozen(eq=False, repr=False)
class Folding:
    """Computes the possible values of terms for one ruleset."""

    rules: Rules
    # Whether a setting with choices has the value that it has now, or any that it could be given.
    is_settled: bool = False
    # Definitions are evaluated once each; one that refers to itself stays unknown.
    _truths: dict[str, bool | None] = field(factory=dict, repr=False)
    _values: dict[str, Possible | None] = field(factory=dict, repr=False)

    def truth(self, term: n.Expr, depth: int = 0) -> bool | None:
        """Return True or False for a condition that is always or never true, None if it depends."""
        if depth > _DEPTH:
            return None
        match term:
            case n.Binary(operator="and" | "or"):
                left = self.truth(term.left, depth + 1)
                right = self.truth(term.right, depth + 1)
                strong = term.operator == "or"
                if strong in (left, right):
                    return strong
                return None if left is None or right is None else not strong
            case n.Unary(operator="not"):
                return _not(self.truth(term.operand, depth + 1))
            case n.Binary(operator="in"):
                return self._in(term, depth)
            case n.Binary():
                return self._compare(term, depth)
            case n.Name(id="yes"):
                return True
            case n.PropertyOf():
                return self._remembered_truth(term.property.id, depth)
            case n.Name() if term.id in written(self.rules):
                return self._remembered_truth(term.id, depth)
            case n.Name():
                if term.id not in self._truths:
                    self._truths[term.id] = None
                    define = self._define(term)
                    if define is not None:
                        self._truths[term.id] = self.truth(define.value, depth + 1)
                return self._truths[term.id]
            case _:
                return None

    def _define(self, name: n.Name) -> n.Define | None:
        entry = self.rules.get("define", name.id)
        node = entry.node_as(n.Define) if entry is not None else None
        return node if node is not None and not (node.parameters or node.more) else None

    def _remembered_truth(self, id: str, depth: int) -> bool | None:
        """Return what a yes/no memory always is; None if it changes or is something else."""
        memory = written(self.rules).get(id)
        if memory is None or memory.words or memory.added:
            return None
        if id not in self._truths:
            self._truths[id] = None
            found = {self.truth(value, depth + 1) for value in memory.values}
            self._truths[id] = found.pop() if len(found) == 1 else None
        return self._truths[id]

    def _compare(self, term: n.Binary, depth: int) -> bool | None:
        if term.operator in ("is", "is not") and isinstance(term.right, n.Name):
            held = self._remembered_truth(term.right.id, depth)  # `s is trapped`
            if held is not None:
                return held if term.operator == "is" else not held
        left = self.possible(term.left, depth + 1)
        right = self.possible(term.right, depth + 1)
        # A word is a value only when it is compared with a setting that holds a word.
        if left is not None and right is None:
            right = _word(term.right) if _holds_words(left) and not _is_asked(term, left) else None
        elif right is not None and left is None:
            left = _word(term.left) if _holds_words(right) else None
        if left is None or right is None:
            return None
        match term.operator:
            case "=" | "is":
                return _equal(left, right)
            case "!=" | "is not":
                return _not(_equal(left, right))
            case "<":
                return _less(left, right)
            case ">":
                return _less(right, left)
            case "<=":
                return _not(_less(right, left))
            case ">=":
                return _not(_less(left, right))
            case _:
                return None

    def _in(self, term: n.Binary, depth: int) -> bool | None:
        left = self.possible(term.left, depth + 1)
        entry = self.rules.get("setting", term.right.id) if isinstance(term.right, n.Name) else None
        if left is None or left.values is None or entry is None:
            return None
        members = frozenset(_flat(entries_of(self.rules, entry.id)))
        if left.values <= members:
            return True
        return False if not left.values & members else None

    def possible(self, term: n.Expr, depth: int = 0) -> Possible | None:
        """Return the possible values of a number or word."""
        if depth > _DEPTH:
            return None
        match term:
            case n.Number():
                return Possible(term.value, term.value, frozenset({term.value}))
            case n.Name():
                return self._name(term, depth)
            case n.Unary(operator="-"):
                inner = self.possible(term.operand, depth + 1)
                zero = Possible(0, 0, frozenset({0}))
                return _calculate("-", zero, inner) if inner is not None else None
            case n.Binary(operator="+" | "-" | "*" | "/" | "mod"):
                left = self.possible(term.left, depth + 1)
                right = self.possible(term.right, depth + 1)
                if left is None or right is None:
                    return None
                return _calculate(term.operator, left, right)
            case n.Ask(word="number of"):
                return Possible(low=0, high=self._limit(term.query.kind))
            case n.PropertyOf() if term.property.id in written(self.rules):
                return self._remembered(term.property.id, depth)
            case n.PropertyOf():
                kinds = properties(term.property.id)
                counted = kinds and all(p.result == "number" for p in kinds)
                if self.rules.get("define", term.property.id) is not None:
                    return None
                signed = any(p.signed for p in kinds)
                if not counted or signed:
                    return None
                return Possible(low=0, high=self._limit(_COUNTED.get(term.property.id, "")))
            case n.EntryAt():
                entry = self.rules.get("setting", term.table.id)
                if entry is None:
                    return None
                return of({0, *_flat(entries_of(self.rules, entry.id))})
            case _:
                return None

    def _name(self, term: n.Name, depth: int) -> Possible | None:
        if term.id in _CONSTANTS and term.id in words_and_variables(self.rules):
            return None  # it may mean that as well
        if term.id == "players":
            return of(self.rules.players)
        if term.id in written(self.rules):
            return self._remembered(term.id, depth)
        if term.id == "roll":  # 0 until the die is rolled
            return Possible(low=0, high=number(self.rules, "die.faces"))
        entry = self.rules.get("setting", term.id)
        if entry is not None:
            choices = entry.node_as(n.Setting).value.choices
            if choices and not self.is_settled:
                return of(name.id for name in choices)
            entries = entries_of(self.rules, entry.id)
            return of(entries) if len(entries) == 1 else None  # type: ignore[arg-type]
        head, _, column = term.id.partition(".")
        table = self.rules.get("table", head)
        if table is not None and column:
            value = table_value(table)
            cells = [value.cell(count, column) for count in self.rules.players]
            if value.key == "players" and all(cell is not None for cell in cells):
                return of(cell for cell in cells if cell is not None)
            return None
        if term.id not in self._values:
            self._values[term.id] = None
            define = self._define(term)
            if define is not None:
                self._values[term.id] = self.possible(define.value, depth + 1)
        return self._values[term.id]

    def _remembered(self, id: str, depth: int) -> Possible | None:
        """Return what a memory of numbers or words can hold."""
        memory = written(self.rules)[id]
        if id not in self._values:
            self._values[id] = None
            if memory.words:
                words = [value.id for value in memory.values if isinstance(value, n.Name)]
                if len(words) == len(memory.values) and memory.words.issuperset(words):
                    self._values[id] = of(words)
            else:
                self._values[id] = self._numbers(memory, depth)
        return self._values[id]

    def _numbers(self, memory: Written, depth: int) -> Possible | None:
        found = [self.possible(value, depth + 1) for value in memory.values]
        added = [self.possible(value, depth + 1) for value in memory.added]
        if any(value is None or value.low is None for value in found):
            return None
        known = [value for value in found if value is not None]
        steps = [Possible() if value is None else value for value in added]
        if not steps and all(value.values is not None for value in known):
            return of(one for value in known for one in value.values or ())
        falls = any(step.low is None or step.low < 0 for step in steps)
        rises = any(step.high is None or step.high > 0 for step in steps)
        lows = [value.low for value in known if value.low is not None]
        highs = [value.high for value in known if value.high is not None]
        return Possible(
            low=None if falls else min(lows),
            high=None if rises or len(highs) < len(known) else max(highs),
        )

    def _limit(self, counted: str) -> int | None:
        """Return the most that there can be of something, None if that is not known."""
        match counted:
            case "tower":
                return len(entries_of(self.rules, "board.towers")) or None
            case "space" | "place":
                return number(self.rules, "board.spaces")
            case "player":
                return max(self.rules.players, default=None)
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
        colours = table(self.rules, "colours")
        rows = colours.rows if colours is not None else ()
        cells = [colours.cell(row.keys[0].text or "", column) for row in rows] if colours else []
        numbers = [cell for cell in cells if isinstance(cell, int)]
        return numbers if len(numbers) == len(cells) else []

    def explained(self, term: n.Expr) -> str | None:
        """Return why a condition is never true: the values of what it compares."""
        for node in walk_uses(term):
            if not isinstance(node, n.Binary) or self.truth(node) is not False:
                continue
            for side in (node.left, node.right):
                value = self.possible(side)
                if value is not None and not isinstance(side, n.Number):
                    return phrase(
                        "`{text}` is {value}",
                        text=" ".join(side.span.text.split()),
                        value=_shown(value),
                    ) + (self._never_set(side) or "")
            if isinstance(node.right, n.Name) and node.right.id in written(self.rules):
                return phrase(
                    "`{right}` never changes{never_set}",
                    right=node.right.id,
                    never_set=self._never_set(node.right),
                )
        return None

    def _never_set(self, term: n.Expr) -> str | None:
        name = term.property if isinstance(term, n.PropertyOf) else term
        memory = written(self.rules).get(name.id) if isinstance(name, n.Name) else None
        if memory is None:
            return None
        if len(memory.values) == 1 and not memory.added:
            node = memory.memory
            whose = f" of {node.unit.each[0]}" if node.unit is not None and node.unit.each else ""
            return phrase(
                ": no rule sets it; write `set {id}{whose} = …` where it changes",
                id=node.id.id,
                whose=whose,
            )
        return ": rules set it to nothing else"

    def settings_in(self, term: n.Expr) -> Iterator[Entry]:
        """Yield the settings and tables a term uses, directly or through definitions."""
        seen = set()
        pending: list[n.Expr] = [term]
        while pending:
            for node in walk_uses(pending.pop()):
                if not isinstance(node, n.Name) or node.id in seen:
                    continue
                seen.add(node.id)
                define = self._define(node)
                if define is not None:
                    pending.append(define.value)
                entry = self.rules.get("setting", node.id) or self.rules.get(
                    "table", node.id.partition(".")[0]
                )
                if entry is not None:
                    yield entry


def _shown(value: Possible) -> str:
    """Return possible values in words."""
    if value.values is not None and len(value.values) == 1:
        return phrase("always {value}", value=Verbatim(next(iter(value.values))))
    low, high = value.low, value.high
    if value.values is not None and len(value.values) <= 6:
        if low is None or high is None or high - low >= len(value.values):
            return listed(map(Verbatim, sorted(map(str, value.values))), "or")
    if value.high is None:
        return phrase("never below {low}", low=value.low)
    return (
        phrase("never above {high}", high=value.high)
        if value.low is None
        else phrase("{low} to {high}", low=value.low, high=value.high)
    )


def _not(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def _word(term: n.Expr) -> Possible | None:
    if isinstance(term, n.Name) and "." not in term.id:
        return Possible(values=frozenset({term.id}))
    return None


def _holds_words(value: Possible) -> bool:
    return value.values is not None and all(isinstance(v, str) for v in value.values)


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


def _is_asked(term: n.Binary, left: Possible) -> bool:
    """Whether a word is asked of a value, `role of q is known`, and is none that it can be."""
    if term.operator not in ("is", "is not") or not isinstance(term.right, n.Name):
        return False
    return bool(predicates(term.right.id)) and term.right.id not in (left.values or ())


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
            return of(ARITHMETIC[sign](int(x), int(y)) for x, y in pairs)
    if sign == "+":
        return Possible(_add(left.low, right.low), _add(left.high, right.high))
    if sign == "-":
        return Possible(_add(left.low, right.high, -1), _add(left.high, right.low, -1))
    return None


def _add(a: int | None, b: int | None, factor: int = 1) -> int | None:
    return None if a is None or b is None else a + factor * b
