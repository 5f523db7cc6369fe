"""Conditions that are always or never true, or contradict themselves."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from attrs import define, field

from wtrules.checks.possible_values import Folding
from wtrules.checks.survey import Survey, nodes_of, survey
from wtrules.diagnostics import Advice, Diagnostic, Label, error, note, warning
from wtrules.diagnostics.fix import delete, delete_entry, replace
from wtrules.phrase import phrase
from wtrules.rules.model import Entry, Rules
from wtrules.rules.uses import used_parts
from wtrules.source import Span
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check every condition of rules, cards, spells and definitions."""
    seen, fold = survey(rules), Folding(rules)
    words = words_of(rules)
    for entry in rules.entries.values():  # variants are checked when chosen, with their settings
        for node, conflict in entry.once(_conditions, words):
            if type(node) is n.Repeat and node.mode == "times":
                yield from _times(node, fold, seen)
                continue
            if conflict is not None:
                first, second = conflict
                yield error(
                    "contradiction",
                    phrase(
                        "`{first}` and `{second}` are never both true",
                        first=said(first),
                        second=said(second),
                    ),
                    second[0],
                    "contradicts the other",
                    _or_instead(first[0], second[0]),
                    related=(Label(first[0], "the other condition"),),
                )
            elif type(node) is not n.Define:
                name, what = _CONDITIONS[type(node)]
                yield from _decided(node, getattr(node, name), what, fold, seen)


def _conditions(
    entry: Entry, words: frozenset[str]
) -> tuple[tuple[Any, tuple[Part, Part] | None], ...]:
    """Return the nodes of an entry that have a condition, each with two parts that contradict."""
    found: list[tuple[Any, tuple[Part, Part] | None]] = []
    for node in nodes_of(entry).of(*_CONDITIONS):
        name, _ = _CONDITIONS.get(type(node), ("", ""))
        condition = getattr(node, name) if name else None
        if condition is None or (type(node) is n.Repeat and node.mode == "forever"):
            continue
        if type(node) is n.Repeat and node.mode == "times":
            found.append((node, None))
        elif type(node) is not n.Define or _is_condition(condition):
            found.append((node, contradiction(condition, words)))
    return tuple(found)


_CONDITIONS = {
    n.When: ("condition", "what follows"),
    n.If: ("condition", "the block"),
    n.Query: ("where", "the search"),
    n.Repeat: ("term", "the block"),
    n.Define: ("value", ""),
}


def condition_of(node: object) -> n.Expr | None:
    """Return the condition of a statement or a search; None if it has none."""
    match node:
        case n.When() | n.If():
            return node.condition
        case n.Query():
            return node.where
        case n.Repeat(mode="while"):
            return node.term
        case _:
            return None


def _is_condition(term: n.Expr) -> bool:
    return isinstance(term, n.Unary | n.Binary) and term.operator in ("and", "or", "not")


def said(part: Part) -> str:
    """Return a part of a condition as it must be: `not …` if it must be false."""
    span, positive = part
    return _short(span) if positive else f"not {_short(span)}"


def _short(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= 40 else text[:39] + "…"


def _times(node: n.Repeat, fold: Folding, seen: Survey) -> Iterator[Diagnostic]:
    assert node.term is not None
    value = fold.possible(node.term)
    if value is not None and value.high is not None and value.high <= 0:
        if seen.is_own(node.span):
            yield warning(
                "never-fires",
                phrase("this is repeated {high} times", high=value.high),
                node.term.span,
                "the block is never reached",
                "repeat it at least once, or remove it",
                related=_reasons(node.term, fold),
            )


def _or_instead(first: Span, second: Span) -> Advice:
    """Return the fix that joins two conditions with `or`, if nothing else is between them."""
    help = "remove one of the two, or write `or`"
    start = min(first.end, second.end)
    between = Span(first.source, start, max(first.start, second.start))
    word = between.text.strip()
    at = Span(first.source, start + between.text.find("and"), start + between.text.find("and") + 3)
    return replace(at, "or", help) if word == "and" else help


def _without(node: Any, help: str) -> Advice:
    """Return the fix that removes a condition with its keyword."""
    if isinstance(node, n.When):
        return delete(node.span, help)
    if isinstance(node, n.Query) and node.where is not None:
        return delete_entry(node.where.span, help, keyword="where")
    return help


def _decided(
    node: Any, term: n.Expr, what: str, fold: Folding, seen: Survey
) -> Iterator[Diagnostic]:
    if (isinstance(term, n.Name) and term.id == "yes") or not seen.is_own(term.span):
        return
    truth = fold.truth(term)
    if truth is False:
        yield warning(
            "never-fires",
            phrase("`{span}` is never true", span=_short(term.span)),
            term.span,
            phrase("{what} is never reached", what=what)
            if what != "the search"
            else "the search never finds anything",
            fold.explained(term) or "change the condition, or remove what depends on it",
            related=_reasons(term, fold),
        )
    elif truth is True:
        yield note(
            "always-holds",
            phrase("`{span}` is always true", span=_short(term.span)),
            term.span,
            "not needed",
            _without(node, "remove the condition"),
            related=_reasons(term, fold),
        )


def _reasons(term: n.Expr, fold: Folding) -> tuple[Label, ...]:
    entries = islice(fold.settings_in(term), 3)
    return tuple(
        Label(_place(entry), phrase("the value of `{id}`", id=entry.id)) for entry in entries
    )


def _place(entry: Entry) -> Span:
    return entry.node.value.span if isinstance(entry.node, n.Setting) else entry.name_span


# --- contradictions ---

_DEPTH = 30
_OPPOSITES = {"hidden": "visible"}


# A part of a condition, and whether it must be true or false.
Part: TypeAlias = tuple[Span, bool]


@define(eq=False, repr=False)
class _Bounds:
    """What a condition requires of one term so far, each with the part that requires it."""

    low: tuple[int, Part] | None = None
    high: tuple[int, Part] | None = None
    equal: tuple[int | str, Part] | None = None
    unequal: dict[int | str, Part] = field(factory=dict)


def contradiction(
    condition: n.Expr, words: frozenset[str], known: Sequence[tuple[n.Expr, bool]] = ()
) -> tuple[Part, Part] | None:
    """Return two parts of a condition that are never both true, if there are any.

    *words* are the values that memories and settings can take; two of them are never equal. *known*
    are other conditions that are true or false at this moment.
    """
    pending: list[list[tuple[n.Expr, bool]]] = [[*known, (condition, True)]]
    while pending:
        terms = pending.pop()
        facts: dict[Hashable, tuple[bool, Part]] = {}
        bounds: dict[Hashable, _Bounds] = {}
        for part, positive in (pair for one in terms for pair in _conjuncts(*one)):
            if isinstance(part, n.Binary) and part.operator in ("and", "or"):
                pending += [[(part.left, positive)], [(part.right, positive)]]
                continue
            clash = _clash(part, positive, facts, bounds, words)
            if clash is not None:
                return clash
    return None


def _conjuncts(term: n.Expr, holds: bool) -> Iterator[tuple[n.Expr, bool]]:
    """Yield the parts that must all be true (True) or all be false (False), in source order."""
    stack = [(term, holds)]
    while stack:
        part, positive = stack.pop()
        if isinstance(part, n.Unary) and part.operator == "not":
            stack.append((part.operand, not positive))
        elif isinstance(part, n.Binary) and part.operator == ("and" if positive else "or"):
            stack += [(part.right, positive), (part.left, positive)]
        else:
            yield part, positive


def _clash(
    part: n.Expr,
    positive: bool,
    facts: dict[Hashable, tuple[bool, Part]],
    bounds: dict[Hashable, _Bounds],
    words: frozenset[str],
) -> tuple[Part, Part] | None:
    if isinstance(part, n.Binary) and part.operator in _NEGATED:
        operator = part.operator if positive else _NEGATED[part.operator]
        left, right = part.left, part.right
        value = _constant(right, words)
        if value is None and operator not in ("is", "is not"):
            left, right, operator = right, left, _MIRRORED[operator]
            value = _constant(right, words)
        key = _key(left)
        if value is not None and key is not None:
            bound = bounds.setdefault(key, _Bounds())
            return _bounded(bound, operator, value, (part.span, positive))
    fact = _fact(part)
    if fact is None:
        return None
    key, sign = fact
    sign = sign if positive else not sign
    first = facts.setdefault(key, (sign, (part.span, positive)))
    return (first[1], (part.span, positive)) if first[0] != sign else None


_NEGATED = {
    "<": ">=", ">=": "<", ">": "<=", "<=": ">",
    "=": "!=", "!=": "=", "is": "is not", "is not": "is",
}  # fmt: skip
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def _constant(term: n.Expr, words: frozenset[str]) -> int | str | None:
    match term:
        case n.Number():
            return term.value
        case n.Unary(operator="-", operand=n.Number(value=value)):
            return -value
        case n.Name() if term.id in words:
            return term.id
        case _:
            return None


def _bounded(bound: _Bounds, operator: str, value: int | str, at: Part) -> tuple[Part, Part] | None:
    """Record a requirement of a term; return the two places if nothing can meet both."""
    if operator in ("=", "is"):
        if bound.equal is not None and bound.equal[0] != value:
            return bound.equal[1], at
        if value in bound.unequal:
            return bound.unequal[value], at
        bound.equal = (value, at)
        if isinstance(value, str):
            return None
        return _narrow(bound, value, value, at)
    if operator in ("!=", "is not"):
        if bound.equal is not None and bound.equal[0] == value:
            return bound.equal[1], at
        bound.unequal.setdefault(value, at)
        return None
    if isinstance(value, str):
        return None
    low = value + (operator == ">") if operator in (">", ">=") else None
    high = value - (operator == "<") if operator in ("<", "<=") else None
    return _narrow(bound, low, high, at)


def _narrow(
    bound: _Bounds, low: int | None, high: int | None, at: Part
) -> tuple[Part, Part] | None:
    if low is not None and bound.high is not None and low > bound.high[0]:
        return bound.high[1], at
    if high is not None and bound.low is not None and high < bound.low[0]:
        return bound.low[1], at
    if low is not None and (bound.low is None or low > bound.low[0]):
        bound.low = (low, at)
    if high is not None and (bound.high is None or high < bound.high[0]):
        bound.high = (high, at)
    return None


def _fact(term: n.Expr) -> tuple[Hashable, bool] | None:
    """Return a condition in comparable form, and whether it is negated."""
    match term:
        case n.Name(id=word) if word in _OPPOSITES:
            return ("name", _OPPOSITES[word]), False
        case n.Ask(word="any" | "no"):
            key = _key(term.query)
            return None if key is None else (("any", key), term.word == "any")
        case n.Binary(operator="is" | "is not"):
            left, right = _key(term.left), _fact(term.right)
            if left is None or right is None:
                return None
            return ("is", left, right[0]), right[1] == (term.operator == "is")
        case n.Binary(operator="=" | "!="):
            left, other = _key(term.left), _key(term.right)
            if left is None or other is None:
                return None
            return ("=", left, other), term.operator == "="
        case n.Binary(operator="<" | ">" | "<=" | ">="):
            left, other = _key(term.left), _key(term.right)
            if left is None or other is None:
                return None
            if term.operator in ("<", ">="):
                return ("<", left, other), term.operator == "<"
            return ("<", other, left), term.operator == ">"
        case n.Name():
            return ("name", term.id), True
        case _:
            key = _key(term)
            return None if key is None else (key, True)


def _key(term: Any, depth: int = 0) -> Hashable | None:
    """Return a term in comparable form; None if it is too deep or random."""
    if depth > _DEPTH:
        return None
    match term:
        case n.Name():
            return ("name", term.id)
        case n.Number() | n.Text():
            return ("value", term.value)
        case n.Ask(word="random"):
            return None
        case _:
            parts: list[Hashable] = [type(term).__name__]
            for label in ("operator", "word", "kind", "direction", "verb"):
                parts.append(getattr(term, label, None))
            variable = getattr(term, "variable", None)
            parts.append(variable.id if variable is not None else None)
            for child in used_parts(term):
                key = _key(child, depth + 1)
                if key is None:
                    return None
                parts.append(key)
            return tuple(parts)


def words_of(rules: Rules) -> frozenset[str]:
    """Return the words that are values of memories and settings."""
    found: set[str] = set()
    for entry in rules.of_kind("memory"):
        first = entry.node_as(n.Memory).value
        if isinstance(first, n.OneOf):
            found |= {name.id for name in first.names}
    for entry in rules.of_kind("setting"):
        found |= {name.id for name in entry.node_as(n.Setting).value.choices}
    return frozenset(found)
