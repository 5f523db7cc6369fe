"""Expressions of the program form: what gives a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from typing import TypeAlias

from attrs import frozen

from wtrules.value import Value

NOTHING = -1  # a thing that is not there
MOST = 1_000_000_000  # what rules count stays between this and as much below zero


@frozen
class Var(Value):
    """A variable of a function or block."""

    name: str


@frozen
class Load(Value):
    """A number of the state."""

    array: str
    index: Expr


@frozen
class Entry(Value):
    """A number of a constant array."""

    table: str
    index: Expr


@frozen
class Op(Value):
    """Arithmetic and logic; truth is 1 or 0.

    `+ - * // % == != < <= > >= and or not & | ^ ~ << >> min max clamp`; `//` and `%` round down,
    and `clamp` gives the nearest number that rules can count to: see `MOST`.
    """

    op: str
    args: tuple[Expr, ...]


@frozen
class Call(Value):
    """What a function gives."""

    function: str
    args: tuple[Expr, ...]


@frozen
class Emitted(Value):
    """How many options have been listed so far."""


@frozen
class At(Value):
    """The number of a block, to come back to it later."""

    block: int


Expr: TypeAlias = int | Var | Load | Entry | Op | Call | Emitted | At


# --- building --------------------------------------------------------------------------------


def op(name: str, *args: Expr) -> Expr:
    """Return an operation, worked out at once where all numbers are known."""
    left, right = args[0], args[-1]
    if isinstance(left, int):
        if isinstance(right, int):
            return fold(name, left, right) if len(args) == 2 else fold(name, left)
    elif not isinstance(right, int) and name != "not":
        if name == "+" and isinstance(right, Op) and right.op == "-" and right.args[0] == 0:
            return Op("-", (left, right.args[1]))  # so many steps back
        return Op(name, args)
    match name:
        case "and":
            if 0 in (left, right):
                return 0
            if left == 1:
                return right
            if right == 1:
                return left
        case "or":
            if 1 in (left, right):
                return 1
            if left == 0:
                return right
            if right == 0:
                return left
        case "+" | "-":
            if right == 0:
                return left
            if name == "+" and left == 0:
                return right
        case "*" | "//":
            if right == 1:
                return left
            if name == "*" and left == 1:
                return right
        case "<<" | ">>":
            if right == 0:
                return left
        case "not":
            if isinstance(left, Op) and left.op in NEGATED:
                return Op(NEGATED[left.op], left.args)
            if isinstance(left, Op) and left.op == "not":
                return left.args[0]
    return Op(name, args)


def entry(table: str, numbers: Sequence[int], index: Expr) -> Expr:
    """Return a number of a constant array; the number itself where it is known."""
    if isinstance(index, int):
        return numbers[index]
    if len(set(numbers)) > 1:
        return Entry(table, index)
    return numbers[0] if numbers else 0  # without numbers, nothing asks for one


_LONG = 32  # operations in a row that may be nested in one another


def chain(name: str, args: Sequence[Expr]) -> Expr:
    """Return an operation over one argument or more, from left to right.

    A long row becomes a balanced tree, so that no pass over it needs a deep stack.
    """
    if len(args) > _LONG:
        half = len(args) // 2
        return op(name, chain(name, args[:half]), chain(name, args[half:]))
    joined = args[0]
    for arg in args[1:]:
        joined = op(name, joined, arg)
    return joined


NEGATED = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


TRUTHS = frozenset({*NEGATED, "and", "or", "not"})  # operations whose value is always 1 or 0


def is_truth(expr: Expr) -> bool:
    """Return whether the value of an expression is always 1 or 0."""
    return isinstance(expr, Op) and expr.op in TRUTHS


def clamp(number: int) -> int:
    """Return the nearest number that rules can count to."""
    return max(-MOST, min(MOST, number))


def fold(name: str, *args: int) -> int:
    """Return the value of an operation on known numbers."""
    left, right = args[0], args[-1]
    match name:
        case "+":
            return left + right
        case "-":
            return left - right if len(args) == 2 else -left
        case "*":
            return left * right
        case "//":
            return left // right if right else 0
        case "%":
            return left % right if right else 0
        case "==":
            return int(left == right)
        case "!=":
            return int(left != right)
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case ">=":
            return int(left >= right)
        case "and":
            return int(bool(left) and bool(right))
        case "or":
            return int(bool(left) or bool(right))
        case "not":
            return int(not left)
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "~":
            return ~left
        case "<<":
            return left << right
        case ">>":
            return left >> right
        case "clamp":
            return clamp(left)
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
    raise ValueError(name)


def rewrite_expr(expr: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    """Return an expression with parts replaced wherever *change* gives a replacement.

    Operations on constants that come up are folded; what does not change stays the same object.
    """
    if type(expr) is int:
        return expr
    new = change(expr)
    if new is not None:
        return new
    match expr:
        case Op() | Call():
            args = tuple([rewrite_expr(arg, change) for arg in expr.args])
            if all(map(is_, args, expr.args)):
                return expr
            return op(expr.op, *args) if isinstance(expr, Op) else Call(expr.function, args)
        case Load():
            index = rewrite_expr(expr.index, change)
            return expr if index is expr.index else Load(expr.array, index)
        case Entry():
            index = rewrite_expr(expr.index, change)
            return expr if index is expr.index else Entry(expr.table, index)
    return expr
