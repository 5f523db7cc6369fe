"""What is known before the game: terms that need only settings, tables and the number of players.

A term comes in; its value goes out, or None if it depends on the game in progress. Conditions of
`says`, and statements that can never be carried out, are decided here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping

from wtrules.language.constants import CONSTANTS
from wtrules.rules import values
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n

# A number, a word, yes or no, or a list of numbers and words.
Known = bool | int | str | tuple[values.Constant, ...]
Given = Mapping[str, Known | None]
Players = int | Collection[int] | None

_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_FIXED = ("players", "yes")  # constants that do not change during the game
_DEEPEST = 150  # levels of terms and defined words in each other
_MOST_WORDS = 1000  # values of defined words that are looked at
DESCRIBED = ("rule", "table", "deck")  # what sentences can be about
_VALUES = ("memory", "allowance", "setting", "define")
_EQUAL = ("=", "is")
_UNEQUAL = ("!=", "is not")


def is_true(rules: Rules, condition: n.Expr, players: Players = None) -> bool | None:
    """Return whether a condition is true for these numbers of players, else for all of the rules.

    None means that it depends on the number of players, or on the game.
    """
    answers = {decide(rules, condition, count) for count in counts_of(rules, players)}
    if len(answers) != 1:
        return None
    (answer,) = answers
    return answer


def variants_in(rules: Rules, condition: n.Expr) -> list[n.Name]:
    """Return the names in the condition of a sentence that are not defined: those of variants.

    A variant that the ruleset does not offer is never chosen.
    """
    return [name for name in _alone(condition) if not _is_defined(rules, name.id)]


def definitions_in(rules: Rules, condition: n.Expr) -> list[n.Name]:
    """Return the names in the condition of a sentence that are those of rules, tables or decks.

    They have no value; the sentence is about them. Removed ones are included.
    """
    return [name for name in _alone(condition) if _is_described(rules, name.id)]


def _alone(condition: n.Expr) -> Iterator[n.Name]:
    """Yield the names that are true or false by themselves."""
    match condition:
        case n.Name():
            yield condition
        case n.Unary(operator="not"):
            yield from _alone(condition.operand)
        case n.Binary(operator="and" | "or"):
            yield from _alone(condition.left)
            yield from _alone(condition.right)


def _is_described(rules: Rules, id: str) -> bool:
    """Whether a name is that of a rule, table or deck, and of nothing that has a value."""
    is_one = any(rules.get(kind, id) or (kind, id) in rules.removed for kind in DESCRIBED)
    return is_one and id not in CONSTANTS and not any(rules.get(kind, id) for kind in _VALUES)


def _is_defined(rules: Rules, id: str) -> bool:
    has_value = id in CONSTANTS or any(rules.get(kind, id) for kind in _VALUES)
    return "." in id or has_value or _is_described(rules, id)


def depends_on_game(rules: Rules, term: n.Expr) -> n.Expr | None:
    """Return the first part of a term that is not known before the game; None if there is none."""
    return _Dependence(rules).part(term, frozenset(), 0)


class _Dependence:
    """Finds what depends on the game; each defined word is looked at once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._words: dict[str, bool] = {}

    def part(self, term: n.Expr, given: frozenset[str], depth: int) -> n.Expr | None:
        """Return the first part that depends on the game; *given* are parameters of a word."""
        parts: tuple[n.Expr, ...]
        match term:
            case n.Number() | n.Text():
                return None
            case n.Name():
                return None if term.id in given or self._is_fixed(term.id, depth) else term
            case n.Unary():
                parts = (term.operand,)
            case n.Binary():
                parts = self._sides(term)
            case n.Conditional():
                parts = (term.value, term.condition)
                parts += (term.otherwise,) if term.otherwise is not None else ()
            case n.EntryAt():
                parts = (term.key,)
            case n.PropertyOf() if self._means_something_fixed(term.property.id, depth):
                parts = (term.subject,)
            case n.Applied() if self._means_something_fixed(term.word.id, depth):
                parts = term.arguments
            case _:
                return term
        if depth > _DEEPEST:
            return term
        found = (self.part(part, given, depth + 1) for part in parts)
        return next((part for part in found if part is not None), None)

    def _sides(self, term: n.Binary) -> tuple[n.Expr, ...]:
        """Return what is compared; next to a setting, a name is a word, whatever else is called so."""
        sides = (term.left, term.right)
        names = [side for side in sides if isinstance(side, n.Name)]
        settings = [name for name in names if self.rules.get("setting", name.id) is not None]
        if len(names) == 2 and len(settings) == 1:
            return tuple(s for s in names if s in settings or s.id not in _words(self.rules))
        return sides

    def _is_fixed(self, id: str, depth: int) -> bool:
        if self.rules.get("memory", id) or self.rules.get("allowance", id):
            return False
        if self.rules.get("define", id) is not None:
            return self._means_something_fixed(id, depth)
        return id not in CONSTANTS or id in _FIXED or id in _words(self.rules)

    def _means_something_fixed(self, id: str, depth: int) -> bool:
        """Whether a defined word depends on nothing but what it is asked of."""
        entry = self.rules.get("define", id)
        if entry is None:
            return False
        if id not in self._words:
            self._words[id] = True  # a word that is defined by itself is reported elsewhere
            node = entry.node_as(n.Define)
            self._words[id] = all(
                self.part(
                    meaning.value,
                    frozenset(p.name.id for p in meaning.parameters or node.parameters),
                    depth + 1,
                )
                is None
                for meaning in _meanings(node)
            )
        return self._words[id]


def counts_of(rules: Rules, players: Players) -> list[int]:
    """Return numbers of players in order: those that are given, else those of the rules."""
    if isinstance(players, int):
        return [players]
    return sorted(rules.players if players is None else players)


def decide(rules: Rules, condition: n.Expr, players: int) -> bool | None:
    """Return whether a condition is true with so many players; None if it depends on the game."""
    found = value_of(rules, condition, players)
    return found if isinstance(found, bool) else None


def value_of(rules: Rules, term: n.Expr, players: int, given: Given | None = None) -> Known | None:
    """Return the value of a term with so many players; None if it depends on the game."""
    return _Terms(rules, players).value(term, given or {}, 0)


class _Terms:
    """Finds the values of terms for one number of players."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self._known: dict[tuple[str, tuple[Known | None, ...]], Known | None] = {}

    def value(self, term: n.Expr, given: Given, depth: int) -> Known | None:
        """Return the value of a term; *given* are the parameters of a defined word."""
        depth += 1
        if depth > _DEEPEST:
            return None
        match term:
            case n.Number() | n.Text():
                return term.value
            case n.Name():
                return self._name(term.id, given, depth)
            case n.Unary(operator="not"):
                inner = self.value(term.operand, given, depth)
                return not inner if isinstance(inner, bool) else None
            case n.Unary():
                inner = self._number(term.operand, given, depth)
                return None if inner is None else -inner
            case n.Binary(operator="and" | "or"):
                return self._joined(term, given, depth)
            case n.Binary():
                return self._binary(term, given, depth)
            case n.Conditional():
                return self._conditional(term, given, depth)
            case n.EntryAt():
                key = self.value(term.key, given, depth)
                return self._entry(term.table.id, key)
            case n.PropertyOf():
                return self._defined(term.property.id, (term.subject,), given, depth)
            case n.Applied():
                return self._defined(term.word.id, term.arguments, given, depth)
            case _:
                return None

    def _name(self, id: str, given: Given, depth: int) -> Known | None:
        rules = self.rules
        if id in given:
            return given[id]
        if rules.get("memory", id) or rules.get("allowance", id):
            return None
        held = values.entries_of(rules, id)
        if held:
            return held if len(held) > 1 or isinstance(held[0], range) else held[0]
        table, _, column = id.rpartition(".")
        if table and (found := values.table(rules, table)) is not None:
            return found.cell(self.players, column) if found.key == "players" else None
        if rules.get("define", id) is not None:
            return self._defined(id, (), given, depth)
        if id == "players":
            return self.players
        return True if id == "yes" else None

    def _defined(
        self, id: str, arguments: tuple[n.Expr, ...], given: Given, depth: int
    ) -> Known | None:
        """Return the value of a defined word."""
        entry = self.rules.get("define", id)
        if entry is None or self.rules.get("memory", id):
            return None
        node = entry.node_as(n.Define)
        if len(node.parameters) != len(arguments):
            return None
        parts = tuple(self.value(argument, given, depth) for argument in arguments)
        if (id, parts) not in self._known:
            if len(self._known) > _MOST_WORDS:
                return None
            self._known[id, parts] = None  # a word that is defined by itself has no value
            self._known[id, parts] = self._meaning(node, parts, depth)
        return self._known[id, parts]

    def _meaning(self, node: n.Define, parts: tuple[Known | None, ...], depth: int) -> Known | None:
        """Return what a word means, with what layers have added to it."""
        found: Known | None = None
        for i, meaning in enumerate(_meanings(node)):
            names = (p.name.id for p in meaning.parameters or node.parameters)
            value = self.value(meaning.value, dict(zip(names, parts, strict=False)), depth)
            found = _added(found, value) if i else value
        return found

    def _joined(self, term: n.Binary, given: Given, depth: int) -> bool | None:
        both = [self.value(side, given, depth) for side in (term.left, term.right)]
        decisive = term.operator == "or"
        if any(side is decisive for side in both):
            return decisive
        return not decisive if all(side is (not decisive) for side in both) else None

    def _binary(self, term: n.Binary, given: Given, depth: int) -> Known | None:
        if term.operator in values.ARITHMETIC or term.operator in _COMPARISONS:
            left = self._number(term.left, given, depth)
            right = self._number(term.right, given, depth)
            if left is None or right is None:
                return None
            if term.operator in _COMPARISONS:
                return _COMPARISONS[term.operator](left, right)
            if term.operator in ("/", "mod") and right == 0:
                return None
            found = values.ARITHMETIC[term.operator](left, right)
            return found if abs(found) <= values.MAX_NUMBER else None
        one, two = self._pair(term, given, depth)
        if one is None or two is None:
            return None
        if term.operator == "in":
            return _contains(two, one)
        if type(one) is not type(two) or isinstance(one, tuple):
            return None
        if term.operator in _EQUAL:
            return one == two
        return one != two if term.operator in _UNEQUAL else None

    def _pair(self, term: n.Binary, given: Given, depth: int) -> tuple[Known | None, Known | None]:
        """Return both sides of a comparison; next to a word, a name is a word too."""
        one = self.value(term.left, given, depth)
        two = self.value(term.right, given, depth)
        if _has_words(one):
            two = self._word(term.right, given) or two
        elif _has_words(two):
            one = self._word(term.left, given) or one
        return one, two

    def _word(self, term: n.Expr, given: Given) -> str | None:
        """Return a name that is a word which something can hold; a variable of a rule is none."""
        if not isinstance(term, n.Name) or term.id in given:
            return None
        return term.id if term.id in _words(self.rules) else None

    def _conditional(self, term: n.Conditional, given: Given, depth: int) -> Known | None:
        match self.value(term.condition, given, depth):
            case True:
                return self.value(term.value, given, depth)
            case False if term.otherwise is not None:
                return self.value(term.otherwise, given, depth)
            case False if isinstance(self.value(term.value, given, depth), int):
                return 0
        return None

    def _entry(self, id: str, key: Known | None) -> Known | None:
        """Return an entry of a list or table."""
        if isinstance(key, bool) or not isinstance(key, int | str):
            return None
        held = values.list_of(self.rules, id)
        if held is not None:
            found = held.at(key) if isinstance(key, int) else None
            return found if isinstance(found, int | str) else None
        table, _, column = id.rpartition(".")
        there = values.table(self.rules, table) if table else None
        return there.cell(key, column) if there is not None else None

    def _number(self, term: n.Expr, given: Given, depth: int) -> int | None:
        found = self.value(term, given, depth)
        return found if isinstance(found, int) and not isinstance(found, bool) else None


def _words(rules: Rules) -> frozenset[str]:
    """Return the spells, and all words that settings and tables can hold."""
    if _words not in rules.computed:
        found: set[object] = {entry.id for entry in rules.of_kind("spell")}
        for entry in rules.of_kind("setting"):
            found.update(name.id for name in entry.node_as(n.Setting).value.choices)
            found.update(values.entries_of(rules, entry.id))
        for entry in rules.of_kind("table"):
            found.update(c.text for row in values.table_value(entry).rows for c in row.cells)
        rules.computed[_words] = frozenset(word for word in found if isinstance(word, str))
    known: frozenset[str] = rules.computed[_words]
    return known


def _meanings(node: n.Define) -> tuple[n.Define | n.Addition, ...]:
    return (node, *node.more)


def _has_words(value: Known | None) -> bool:
    held = value if isinstance(value, tuple) else (value,)
    return any(isinstance(item, str) for item in held)


def _contains(many: Known, one: Known) -> bool | None:
    """Whether a list has a number or a word."""
    if not isinstance(many, tuple) or isinstance(one, tuple):
        return None
    return any(one in item if isinstance(item, range) else one == item for item in many)


def _added(one: Known | None, more: Known | None) -> Known | None:
    """Return a meaning with what a layer adds: a sum, or another way to be true."""
    if isinstance(one, bool) or isinstance(more, bool):
        if True in (one, more):
            return True
        return False if one is False and more is False else None
    return one + more if isinstance(one, int) and isinstance(more, int) else None
