"""Conditions that are always or never true, or contradict themselves."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from attrs import define, field

from wtrules.checks.survey import own_definitions, survey
from wtrules.diagnostics import Diagnostic, Fix, Label, report, wording
from wtrules.diagnostics.fix import delete, delete_entry, replace
from wtrules.meaning import nodes as m
from wtrules.meaning.evaluate import Evaluator, Possible
from wtrules.node import Node, parts_of, walk
from wtrules.phrase import Verbatim, listed
from wtrules.source import Span


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Check every condition of rules, cards, spells and definitions."""
    is_own = survey(meaning.resolved).is_own
    values = Evaluator(meaning)
    for _, definition in own_definitions(meaning):
        for node in walk(definition):
            if isinstance(node, m.Repeat) and node.mode == "times" and is_own(node.span):
                yield from _times(node, values)
            condition = condition_of(node)
            if condition is None or not is_own(condition.span):
                continue
            conflict = contradiction(condition)
            if conflict is not None:
                yield _contradiction(*conflict)
            elif not isinstance(node, m.Define):
                yield from _decided(node, condition, values)


def condition_of(node: object) -> m.Term | None:
    """Return the condition of a statement, a search or a defined word; None if it has none."""
    match node:
        case m.When() | m.If():
            return node.condition
        case m.Query():
            return node.where
        case m.Repeat(mode="while"):
            return node.term
        case m.Define(type="truth"):
            return node.value
        case _:
            return None


def _contradiction(first: Part, second: Part) -> Diagnostic:
    return report(
        "contradiction",
        second[0],
        _or_instead(first[0], second[0]),
        first=said(first),
        second=said(second),
        other=first[0],
    )


def said(part: Part) -> str:
    """Return a part of a condition as it must be: `not …` if it must be false."""
    span, positive = part
    return _short(span) if positive else f"not {_short(span)}"


def _short(span: Span) -> str:
    text = span.flat_text
    return text if len(text) <= 40 else text[:39] + "…"


def _times(node: m.Repeat, values: Evaluator) -> Iterator[Diagnostic]:
    assert node.term is not None
    value = values.possible(node.term)
    if value is not None and value.high is not None and value.high <= 0:
        yield report(
            "never-fires.repeated",
            node.term.span,
            high=value.high,
            related=_reasons(node.term, values),
        )


def _or_instead(first: Span, second: Span) -> Fix | None:
    """Return the fix that joins two conditions with `or`, if nothing else is between them."""
    start = min(first.end, second.end)
    between = Span(first.source, start, max(first.start, second.start))
    word = between.text.strip()
    at = Span(first.source, start + between.text.find("and"), start + between.text.find("and") + 3)
    return replace(at, "or") if word == "and" else None


def _without(node: Node) -> Fix | None:
    """Return the fix that removes a condition with its keyword."""
    if isinstance(node, m.When):
        return delete(node.span)
    if isinstance(node, m.Query) and node.where is not None:
        return delete_entry(node.where.span, keyword="where")
    return None


def _decided(node: Node, term: m.Term, values: Evaluator) -> Iterator[Diagnostic]:
    if isinstance(term, m.Const):  # `when yes`
        return
    truth = values.truth(term)
    if truth is False:
        yield report(
            "never-fires.condition",
            term.span,
            _explained(term, values),
            span=_short(term.span),
            label=wording("never-fires.condition.search")
            if isinstance(node, m.Query)
            else wording("never-fires.condition.rest")
            if isinstance(node, m.When)
            else None,
            related=_reasons(term, values),
        )
    elif truth is True:
        yield report(
            "always-holds",
            term.span,
            _without(node),
            span=_short(term.span),
            related=_reasons(term, values),
        )


def _reasons(term: m.Term, values: Evaluator) -> tuple[Label, ...]:
    entries = islice(values.reasons(term), 3)
    return tuple(
        Label(entry.value_span, wording("always-holds.value", id=entry.id)) for entry in entries
    )


def _explained(term: m.Term, values: Evaluator) -> str | None:
    """Return why a condition is never true: the values of what it compares."""
    for part in walk(term):
        sides: tuple[m.Term, ...] = ()
        match part:
            case m.Recall(type="truth") if values.truth(part) is not None:
                return wording(
                    "never-fires.reason.constant", id=part.id, why=_never_set(part, values)
                )
            case m.Meant() if values.truth(part) is False:
                reason = _explained(values.meaning.defines[part.id].value, values)
                if reason is not None:
                    return reason
            case m.Calc(type="truth") if values.truth(part) is False:
                sides = part.args
            case m.Among() if values.truth(part) is False:
                sides = (part.item,)
        for side in sides:
            value = values.possible(side)
            if value is not None and type(side) is not m.Const:
                return wording(
                    "never-fires.reason.value",
                    text=side.span.flat_text,
                    value=_shown(value),
                    why=_never_set(side, values) if isinstance(side, m.Recall) else "",
                )
    return None


def _never_set(memory: m.Recall, values: Evaluator) -> str:
    if not values.is_never_set(memory.id):
        return wording("never-fires.reason.nothing-else")
    each = values.meaning.memories[memory.id].each
    whose = f" of {each[0]}" if each else ""
    return wording("never-fires.reason.never-set", id=memory.id, whose=whose)


def _shown(value: Possible) -> str:
    """Return possible values in words."""
    if value.values is not None and len(value.values) == 1:
        return wording("never-fires.reason.always", value=Verbatim(next(iter(value.values))))
    low, high = value.low, value.high
    if value.values is not None and len(value.values) <= 6:
        if low is None or high is None or high - low >= len(value.values):
            return listed(map(Verbatim, sorted(map(str, value.values))), "or")
    if value.high is None:
        return wording("never-fires.reason.from", low=value.low)
    if value.low is None:
        return wording("never-fires.reason.to", high=value.high)
    return wording("never-fires.reason.range", low=value.low, high=value.high)


# --- contradictions ---

# A part of a condition, and whether it must be true or false as it is written.
Part: TypeAlias = tuple[Span, bool]


@define(eq=False, repr=False)
class _Bounds:
    """What a condition requires of one term so far, each with the part that requires it."""

    low: tuple[int, Part] | None = None
    high: tuple[int, Part] | None = None
    equal: tuple[int, Part] | None = None
    unequal: dict[int, Part] = field(factory=dict)


def contradiction(
    condition: m.Term, known: Sequence[tuple[m.Term, bool]] = ()
) -> tuple[Part, Part] | None:
    """Return two parts of a condition that are never both true, if there are any.

    *known* are other conditions that are true or false at this moment.
    """
    pending: list[list[tuple[m.Term, bool]]] = [[*known, (condition, True)]]
    while pending:
        terms = pending.pop()
        facts: dict[Hashable, tuple[bool, Part]] = {}
        bounds: dict[Hashable, _Bounds] = {}
        for part, positive, at in (found for one in terms for found in _conjuncts(*one)):
            if isinstance(part, m.Calc) and part.op in ("and", "or"):
                pending += [[(arg, positive)] for arg in part.args]
                continue
            clash = _clash(part, positive, at, facts, bounds)
            if clash is not None:
                return clash
    return None


def _conjuncts(term: m.Term, holds: bool) -> Iterator[tuple[m.Term, bool, Part]]:
    """Yield the parts that must all be true (True) or all be false (False), in source order."""
    stack = [(term, holds, (term.span, holds))]
    while stack:
        part, positive, at = stack.pop()
        if isinstance(part, m.Calc) and part.op == "not":
            (inner,) = part.args
            # `x is not y` is one part, as it is written.
            inner_at = at if inner.span == part.span else (inner.span, not positive)
            stack.append((inner, not positive, inner_at))
        elif isinstance(part, m.Calc) and part.op == ("and" if positive else "or"):
            stack += [(arg, positive, (arg.span, positive)) for arg in part.args[::-1]]
        else:
            yield part, positive, at


def _clash(
    part: m.Term,
    positive: bool,
    at: Part,
    facts: dict[Hashable, tuple[bool, Part]],
    bounds: dict[Hashable, _Bounds],
) -> tuple[Part, Part] | None:
    try:
        if isinstance(part, m.Calc) and part.op in _NEGATED:
            operator = part.op if positive else _NEGATED[part.op]
            left, right = part.args
            value = _literal(right)
            if value is None:
                left, right, operator = right, left, _MIRRORED[operator]
                value = _literal(right)
            if value is not None:
                return _bounded(bounds.setdefault(_key(left), _Bounds()), operator, value, at)
        key, sign = _fact(part, positive)
    except _Chance:
        return None
    first = facts.setdefault(key, (sign, at))
    return (first[1], at) if first[0] != sign else None


_NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "=": "!=", "!=": "="}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def _literal(term: m.Term) -> int | None:
    """Return a value that no setting can change."""
    return term.value if type(term) is m.Const else None


def _bounded(bound: _Bounds, operator: str, value: int, at: Part) -> tuple[Part, Part] | None:
    """Record a requirement of a term; return the two places if nothing can meet both."""
    if operator == "=":
        if bound.equal is not None and bound.equal[0] != value:
            return bound.equal[1], at
        if value in bound.unequal:
            return bound.unequal[value], at
        bound.equal = (value, at)
        return _narrow(bound, value, value, at)
    if operator == "!=":
        if bound.equal is not None and bound.equal[0] == value:
            return bound.equal[1], at
        bound.unequal.setdefault(value, at)
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


class _Chance(Exception):
    """Raised for a part of a condition that is decided by chance: it never equals another one."""


def _fact(term: m.Term, positive: bool) -> tuple[Hashable, bool]:
    """Return a condition in comparable form, and whether it is true or false in this form."""
    match term:
        case m.Prim(op="hidden:wizard"):
            return ("visible:wizard", _key(term.args)), not positive
        case m.Prim(op="hidden:piece") if positive:  # in the box, it is neither hidden nor visible
            return ("visible:piece", _key(term.args)), False
        case m.Prim(op="visible:wizard" | "visible:piece"):
            return (term.op, _key(term.args)), positive
        case m.Search(word="any" | "no"):
            return ("any", _key(term.query)), (term.word == "any") == positive
        case m.Calc(op="=" | "!="):
            return ("=", _key(term.args)), (term.op == "=") == positive
        case m.Calc(op="<" | ">=", args=(left, right)):
            return ("<", _key(left), _key(right)), (term.op == "<") == positive
        case m.Calc(op=">" | "<=", args=(left, right)):
            return ("<", _key(right), _key(left)), (term.op == ">") == positive
        case _:
            return _key(term), positive


def _key(part: object, bound: tuple[str, ...] = ()) -> Hashable:
    """Return a term in comparable form; raises _Chance for one that is decided by chance.

    The names of variables that searches inside of it define do not matter.
    """
    match part:
        case m.Local():
            return bound.index(part.name) if part.name in bound else part.name
        case m.Search(word="random"):
            raise _Chance
        case m.Search(query=query) | m.Best(query=query):
            bound = (*bound, query.variable)
        case tuple():
            return tuple(_key(inner, bound) for inner in part)
    if not isinstance(part, Node):
        assert isinstance(part, Hashable)
        return part
    inner = (getattr(part, name) for name in parts_of(type(part)) if name != "variable")
    return type(part), *(_key(one, bound) for one in inner)
