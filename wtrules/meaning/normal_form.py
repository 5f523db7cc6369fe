"""Terms and conditions in one form, however they are written.

`not (castle is not on s)` becomes `castle is on s`, `b and a` becomes `a and b`, `not (n > 2)` becomes
`n < 3`. Nodes that are equal in this form mean the same. The form is compared, and never shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TypeVar

from attrs import evolve

from wtrules.canonical import canonical
from wtrules.meaning.values import ARITHMETIC, MAX_NUMBER
from wtrules.node import Node, rewrite, walk
from wtrules.syntax import nodes as n

_Whole = TypeVar("_Whole")

_OPPOSITE = {"and": "or", "or": "and"}
_COMMUTATIVE = ("+", "*")
_YES = "yes"


def normal_form(whole: _Whole) -> _Whole:
    """Return a node, or a tuple of nodes, with all terms and conditions in their normal form."""
    made = rewrite(whole, _normal)
    return tuple(_one_condition(made)) if isinstance(made, tuple) else made  # type: ignore[return-value]


def conjuncts(*conditions: n.Expr) -> list[n.Expr]:
    """Return the conditions that must all be true, as they are written."""
    return [part for condition in conditions for part in _operands(condition, "and")]


def required(*conditions: n.Expr) -> list[n.Expr]:
    """Return the conditions that must all be true, each once and in its normal form."""
    parts = dict.fromkeys(conjuncts(*normal_form(conditions)))
    return [part for part in parts if not _is_fixed(part, True)]


def implies(one: n.Expr, other: n.Expr) -> bool:
    """Whether a condition is true only if another is; both are in their normal form.

    False means that this cannot be seen from their form.
    """
    if one == other:
        return True
    if len(parts := _operands(one, "or")) > 1:
        return all(implies(part, other) for part in parts)
    if len(parts := _operands(other, "and")) > 1:
        return all(implies(one, part) for part in parts)
    if len(parts := _operands(one, "and")) > 1:
        return any(implies(part, other) for part in parts)
    if len(parts := _operands(other, "or")) > 1:
        return any(implies(one, part) for part in parts)
    return _is_within(one, other)


# --- nodes -----------------------------------------------------------------------------------------


def _normal(part: object) -> Node | None:
    """Return the normal form of a node; None if only what is inside it has one."""
    match part:
        case n.Binary(operator=op) if op in ARITHMETIC:
            return _sum(part)
        case n.Binary() | n.Unary(operator="not") | n.Ask(word="no"):
            return _condition(part)
        case n.Unary():
            inner = normal_form(part.operand)
            if isinstance(inner, n.Number):
                return evolve(inner, value=-inner.value)
            return evolve(part, operand=inner)
        case n.If(otherwise=n.Block() as otherwise):
            condition, is_opposite = _either_way(part.condition)
            blocks = normal_form(part.then), normal_form(otherwise)
            then, otherwise = blocks[::-1] if is_opposite else blocks
            return evolve(part, condition=condition, then=then, otherwise=otherwise)
        case n.Conditional(otherwise=other) if other is not None:
            condition, is_opposite = _either_way(part.condition)
            values = normal_form(part.value), normal_form(other)
            value, other = values[::-1] if is_opposite else values
            return evolve(part, condition=condition, value=value, otherwise=other)
        case n.Block():
            return evolve(part, statements=normal_form(part.statements))
        case n.Rule() | n.Card() | n.Spell():
            return evolve(part, clauses=normal_form(part.clauses))
    return None


def _one_condition(nodes: Iterable[Node]) -> Iterator[Node]:
    """Join each row of `when` in a block: together they are one condition."""
    row: list[n.When] = []
    for node in (*nodes, None):
        if isinstance(node, n.When):
            row.append(node)
            continue
        if row:
            first, *more = row
            whole = _joined("and", [when.condition for when in row]) if more else first.condition
            row = []
            if not _is_fixed(whole, True):
                yield evolve(first, condition=whole)
        if node is not None:
            yield node


def _either_way(condition: n.Expr) -> tuple[n.Expr, bool]:
    """Return a condition of two cases, and whether it is the opposite: the cases change places."""
    plain, opposite = _condition(condition), _condition(condition, negated=True)
    is_opposite = canonical(opposite) < canonical(plain)
    return (opposite if is_opposite else plain), is_opposite


def _sum(term: n.Binary) -> n.Expr:
    left, right = normal_form(term.left), normal_form(term.right)
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        if right.value or term.operator not in ("/", "mod"):
            value = ARITHMETIC[term.operator](left.value, right.value)
            if abs(value) <= MAX_NUMBER:
                return n.Number(value, span=term.span)
    elif term.operator in _COMMUTATIVE:
        left, right = _in_order([left, right])
    return evolve(term, left=left, right=right)


# --- conditions ------------------------------------------------------------------------------------


def _condition(node: n.Expr, *, negated: bool = False) -> n.Expr:
    """Return a condition, or its opposite, in the normal form."""
    match node:
        case n.Unary(operator="not"):
            return _condition(node.operand, negated=not negated)
        case n.Ask(word="no"):
            return _condition(evolve(node, word="any"), negated=not negated)
        case n.Binary(operator="and" | "or" as op):
            parts = [_condition(part, negated=negated) for part in _operands(node, op)]
            return _joined(_OPPOSITE[op] if negated else op, parts)
        case n.Binary(operator="is not" | "!="):
            return _condition(evolve(node, operator="="), negated=not negated)
        case n.Binary(operator="<=" | ">="):
            other = {"<=": ">", ">=": "<"}[node.operator]
            return _condition(evolve(node, operator=other), negated=not negated)
        case n.Binary(operator=">"):
            turned = evolve(node, operator="<", left=node.right, right=node.left)
            return _condition(turned, negated=negated)
        case n.Binary(operator="<"):
            return _less(node, negated)
        case n.Binary(operator="=" | "is"):
            return _equal(node, negated)
        case n.Binary(left=left, right=right) if node.operator not in ARITHMETIC:
            whole = evolve(node, left=normal_form(left), right=normal_form(right))
            return _negated(whole) if negated else whole
    made = rewrite(node, lambda part: None if part is node else _normal(part))
    return _negated(made) if negated else made


def _less(node: n.Binary, negated: bool) -> n.Expr:
    left, right = normal_form(node.left), normal_form(node.right)
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return _fixed((left.value < right.value) != negated, node)
    if isinstance(left, n.Number):  # 2 < x: not x < 3
        above = evolve(left, value=left.value + 1)
        left, right, negated = right, above, not negated
    whole = evolve(node, left=left, right=right)
    return _negated(whole) if negated else whole


def _equal(node: n.Binary, negated: bool) -> n.Expr:
    left, right = normal_form(node.left), normal_form(node.right)
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return _fixed((left.value == right.value) != negated, node)
    left, right = _in_order([left, right])
    whole = evolve(node, operator="=", left=left, right=right)
    return _negated(whole) if negated else whole


def _joined(op: str, parts: Iterable[n.Expr]) -> n.Expr:
    """Return conditions joined by `and` or `or`: each once, in one order, without what is certain."""
    each = list(dict.fromkeys(x for part in parts for x in _operands(part, op)))
    decisive = op == "or"
    for part in each:
        if _is_fixed(part, decisive):
            return part
    left = [part for part in each if not _is_fixed(part, not decisive)]
    first, *more = _in_order(left) or each[:1]
    for part in more:
        first = n.Binary(op, first, part, span=part.span)
    return first


def _operands(node: n.Expr, op: str) -> list[n.Expr]:
    """Return what `and` or `or` joins, from left to right."""
    found: list[n.Expr] = []
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, n.Binary) and part.operator == op:
            waiting += [part.right, part.left]
        else:
            found.append(part)
    return found


def _in_order(parts: list[n.Expr]) -> list[n.Expr]:
    """Return terms in an order of their own; what is left to chance stays where it is."""
    if any(isinstance(part, n.Ask) and part.word == "random" for part in walk(*parts)):
        return parts
    return sorted(parts, key=canonical)


def _negated(atom: n.Expr) -> n.Expr:
    return n.Unary("not", atom, span=atom.span)


def _fixed(value: bool, at: n.Expr) -> n.Expr:
    yes = n.Name(_YES, span=at.span)
    return yes if value else _negated(yes)


def _is_fixed(condition: n.Expr, value: bool) -> bool:
    return condition == _fixed(value, condition)


# --- amounts ---------------------------------------------------------------------------------------


def _is_within(one: n.Expr, other: n.Expr) -> bool:
    """Whether an amount that one condition allows is always one that the other allows."""
    a, b = _amounts(one), _amounts(other)
    if a is None or b is None or a[0] != b[0]:
        return False
    (low, high, but), (least, most, never) = a[1], b[1]
    if but is not None:
        return False
    return least <= low and high <= most and not (never is not None and low <= never <= high)


def _amounts(
    condition: n.Expr,
) -> tuple[n.Expr, tuple[float, float, int | None]] | None:
    """Return what a condition counts, the least and the most it may be, and what it may not be."""
    is_not = isinstance(condition, n.Unary) and condition.operator == "not"
    match condition.operand if isinstance(condition, n.Unary) and is_not else condition:
        case n.Binary(operator="<", left=what, right=n.Number(value=limit)):
            return what, (limit, math.inf, None) if is_not else (-math.inf, limit - 1, None)
        case (
            n.Binary(operator="=", left=what, right=n.Number(value=value))
            | n.Binary(operator="=", left=n.Number(value=value), right=what)
        ):
            return what, (-math.inf, math.inf, value) if is_not else (value, value, None)
    return None
